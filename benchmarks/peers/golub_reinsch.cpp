// The singular value decomposition of Golub and Reinsch with the kinematics of Eigen at fixed
// sizes.

#include "peers/golub_reinsch.h"

#include "peers/eigen.h"
#include "peers/eigen_fixed.h"

namespace bench {
namespace {

template <int M, int N>
struct GolubReinschSizes : dense::FixedSizes<M, N> {
  using Svd = GolubReinsch<M, N>;
};

}  // namespace

std::unique_ptr<Updater> make_golub_reinsch(const Body& body, const Numbers& numbers) {
  if (!uses_svd(numbers.rule)) return nullptr;
  return dense::make_fixed<GolubReinschSizes>(body, numbers);
}

}  // namespace bench
