// Compiled twice, as eigen.cpp.

#include "peers/eigen_fixed.h"

#include "peers/eigen.h"

namespace bench::BENCH_DENSE {

std::unique_ptr<Updater> make_eigen_fixed(const Body& body, const Numbers& numbers) {
  return make_fixed<FixedSizes>(body, numbers);
}

}  // namespace bench::BENCH_DENSE
