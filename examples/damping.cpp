// What damping is for: the first step of a nearly stretched arm, by the pseudoinverse and with λ.

#include <iklab/iklab.h>

#include <cstdio>
#include <utility>

int main() {
  static constexpr double kNearlyStraight = 1e-3;  // rad; straight, the arm is singular
  const auto first_step = [](ik::Solver solver) {
    solver.set("angle-cap", ik::kUnlimited);
    solver.set_theta(Eigen::Vector2d(0.0, kNearlyStraight));
    solver.target("tip") = {1.7, 0.0, 0.0};  // 0.1 m back along the arm
    solver.step();
    return solver;
  };
  ik::Solver pseudoinverse(ik::chain({1.0, 0.8}), "pseudoinverse");
  pseudoinverse.set("cutoff", 0.0);  // keeps even the smallest singular value
  const double undamped = first_step(std::move(pseudoinverse)).last_step().norm();
  std::printf("pseudoinverse  %7.2f rad\n", undamped);
  bool bounded = undamped > 100.0;
  for (const double lambda : {0.001, 0.01, 0.1}) {
    ik::Solver solver(ik::chain({1.0, 0.8}), "dls");
    solver.set("lambda", lambda);
    solver = first_step(solver);
    const double length = solver.last_step().norm();
    const double bound = solver.error_vector().norm() / (2.0 * lambda);
    std::printf("dls, λ = %.3f %7.2f rad, at most |e| / 2λ = %.2f\n", lambda, length, bound);
    bounded &= length <= bound;
  }
  return bounded ? 0 : 1;
}
