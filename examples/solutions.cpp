// All poses of an arm that reach one place, within its limits: an elbow has two sides.

#include <iklab/iklab.h>

#include <cstdio>
#include <vector>

int main() {
  ik::Joint shoulder, elbow;
  elbow.parent = 0;
  elbow.parent_from_joint.translation() = Eigen::Vector3d(1.0, 0.0, 0.0);
  elbow.lower = -2.5;
  elbow.upper = 2.5;
  const ik::Effector tip{"tip", 1, {0.8, 0.0, 0.0}};

  const auto count = [&tip](const std::vector<ik::Joint>& joints) {
    ik::Solver solver(ik::Multibody(joints, {tip}));
    solver.target("tip") = {0.9, 0.9, 0.0};
    const ik::Solutions found = solver.solutions(8);
    for (const ik::VectorX& theta : found.theta) {
      std::printf("  shoulder %7.4f rad, elbow %7.4f rad\n", theta[0], theta[1]);
    }
    return found.branches;
  };
  std::puts("an elbow that bends both ways:");
  const int both = count({shoulder, elbow});
  elbow.lower = 0.0;
  std::puts("one that bends forward:");
  const int one = count({shoulder, elbow});
  return both == 2 && one == 1 ? 0 : 1;
}
