// The two-link arm of docs/two-link-arm.md: J, e and one step of three methods, as computed by
// hand.

#include <iklab/iklab.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <string_view>

int main() {
  const double nearly = 1e-12;  // rounding
  bool as_by_hand = true;
  const auto step = [&](const char* method, double shoulder, double elbow) {
    ik::Solver solver(ik::chain({1.0, 1.0}), method);
    if (std::string_view(method) == "dls") solver.set("lambda", 1.0);  // m/rad
    solver.set("angle-cap", ik::kUnlimited);
    solver.set_theta(Eigen::Vector2d(0.0, std::numbers::pi / 2.0));
    solver.target("tip") = {1.2, 1.4, 0.0};
    solver.step();
    const ik::VectorX& turned = solver.last_step();
    std::printf("%-18s  (%5.2f, %5.2f) rad\n", method, turned[0], turned[1]);
    as_by_hand &= (turned - Eigen::Vector2d(shoulder, elbow)).norm() < nearly;
    return solver;
  };
  step("jacobian-transpose", 0.4, -0.4);
  step("pseudoinverse", 0.4, -0.6);
  ik::Solver solver = step("dls", 0.12, -0.16);

  // numbers of the last step, at the pose where it began
  const ik::MatrixX& J = solver.jacobian();
  const ik::VectorX& e = solver.error_vector();
  const ik::VectorX& sigma = solver.singular_values();
  std::printf("J = [%.0f %.0f; %.0f %.0f], e = (%.1f, %.1f) m, sigma = %.3f, %.3f m/rad\n", J(0, 0),
              J(0, 1), J(1, 0), J(1, 1), e[0], e[1], sigma[0], sigma[1]);
  as_by_hand &= (J - Eigen::Matrix<double, 3, 2>{{-1, -1}, {1, 0}, {0, 0}}).norm() < nearly;
  as_by_hand &= (e - Eigen::Vector3d(0.2, 0.4, 0.0)).norm() < nearly;
  // of J J^T = [2 -1; -1 1]: the golden ratio and its inverse
  as_by_hand &= std::abs(sigma[0] - std::numbers::phi) < nearly;
  as_by_hand &= std::abs(sigma[1] - 1.0 / std::numbers::phi) < nearly;
  return as_by_hand ? 0 : 1;
}
