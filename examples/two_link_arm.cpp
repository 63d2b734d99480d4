// Reaches for a point with an arm of two links, and checks the result by the law of cosines.

#include <iklab/iklab.h>

#include <cmath>
#include <cstdio>

int main() {
  ik::Multibody arm = ik::chain({1.0, 0.8});
  ik::Solver solver(arm, "dls");
  solver.target("tip") = {0.9, 0.9, 0.0};
  ik::Report report = solver.solve();

  const double elbow = std::acos((0.9 * 0.9 + 0.9 * 0.9 - 1.0 - 0.8 * 0.8) / (2.0 * 0.8));
  std::printf("%s after %d updates: shoulder %.6f rad, elbow %.6f rad (closed form %.6f)\n",
              ik::name(report.outcome), report.updates, solver.theta()[0], solver.theta()[1],
              elbow);
  return std::abs(solver.theta()[1] - elbow) < 1e-5 ? 0 : 1;
}
