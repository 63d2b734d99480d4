// Goals that cannot be reached: the verdict says what is known, and the pose left is the closest.

#include <iklab/iklab.h>

#include <cmath>
#include <cstdio>

int main() {
  ik::Multibody arm = ik::chain({1.0, 0.8});
  ik::Solver solver(arm);
  bool known = true;
  const auto ask = [&](const Eigen::Vector3d& target, double least, ik::Verdict verdict) {
    solver.target("tip") = target;
    const ik::Report report = solver.solve();
    std::printf("(%.1f, %.1f): %s by %s, %.3f m left\n", target.x(), target.y(),
                ik::name(report.verdict), ik::name(report.proof), report.error);
    known &= report.verdict == verdict && std::abs(report.error - least) < 1e-5;
  };
  ask({0.9, 0.9, 0.0}, 0.0, ik::Verdict::kReached);
  ask({2.4, 0.0, 0.0}, 0.6, ik::Verdict::kProven);  // farther than both links are long
  ask({0.1, 0.0, 0.0}, 0.1, ik::Verdict::kProven);  // nearer than they can fold
  ask({0.9, 0.9, 0.3}, 0.3, ik::Verdict::kProven);  // above the arm's plane
  return known ? 0 : 1;
}
