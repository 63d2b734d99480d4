#include "peers/any_dense_solve.h"

#include "peers/dense_solve.h"

namespace bench {
namespace {

template <class Types>
class SizedDenseSolve final : private dense::DenseSolve<Types>, public AnyDenseSolve {
 public:
  using Sized = dense::DenseSolve<Types>;

  SizedDenseSolve(const Body& body, const Numbers& numbers)
      : Sized(body, numbers), AnyDenseSolve(static_cast<Sized&>(*this)) {}
  void solve() override { Sized::solve(); }
};

}  // namespace

std::unique_ptr<AnyDenseSolve> make_dense_solve(const Body& body, const Numbers& numbers) {
  using Any = std::unique_ptr<AnyDenseSolve>;
  Any fixed = dense::for_sizes<Any>(body, [&]<int kTips, int kHinges>() -> Any {
    return std::make_unique<SizedDenseSolve<dense::FixedSizes<3 * kTips, kHinges>>>(body, numbers);
  });
  if (fixed != nullptr) return fixed;
  return std::make_unique<SizedDenseSolve<dense::DynamicSizes>>(body, numbers);
}

}  // namespace bench
