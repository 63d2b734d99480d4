// Prints the bits of what every method computes. With OWN_ALGEBRA it also uses the same templates
// of Eigen as the library, compiled with the program's options: the library must not compute with
// them.

#include <iklab/solver.h>

#include <cstdio>
#include <string>

#ifdef OWN_ALGEBRA
#include <Eigen/Cholesky>
#endif

namespace {

ik::Multibody arm() {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 7; ++j) {
    ik::Joint joint;
    joint.name = "joint " + std::to_string(j);
    joint.parent = j - 1;
    joint.parent_from_joint = Eigen::Translation3d(0.3, 0.02 * j, 0.1);
    joint.axis = Eigen::Vector3d::Unit(j % 3);
    joint.initial = 0.1;
    joint.lower = -0.4;
    joint.upper = 0.7;
    joints.push_back(joint);
  }
  return ik::Multibody(joints, {{"hand", 6, {0.2, 0.0, 0.0}}, {"elbow", 3, {0.1, 0.0, 0.05}}});
}

#ifdef OWN_ALGEBRA
/// The size of a solution by Cholesky factorisation.
double own_algebra() {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Random(40, 40);
  const Eigen::MatrixXd A = M + M.transpose() + 100.0 * Eigen::MatrixXd::Identity(40, 40);
  const Eigen::VectorXd x = A.llt().solve(M.col(0));
  return x.norm();
}
#endif

}  // namespace

extern "C" int print_bits() {
#ifdef OWN_ALGEBRA
  if (!(own_algebra() > 0.0)) return 1;
#endif
  for (const ik::MethodInfo& method : ik::methods()) {
    ik::Solver solver(arm(), method.id);
    solver.target("hand") = {0.9, 0.9, 0.3};
    solver.target("elbow") = {0.2, 0.6, 0.5};
    for (int step = 0; step < 30; ++step) solver.step();
    std::printf("%s", method.id);
    for (const double angle : solver.theta()) std::printf(" %a", angle);
    std::printf("\n");
  }
  ik::Solver solver(arm());
  solver.target("hand") = {0.9, 0.9, 0.3};
  solver.solve();
  std::printf("solve");
  for (const double angle : solver.theta()) std::printf(" %a", angle);
  std::printf("\n");
  return 0;
}
