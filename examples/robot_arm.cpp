// A six-axis arm with joint limits brings its gripper to a position and an orientation.

#include <iklab/iklab.h>

#include <cstdio>
#include <numbers>
#include <vector>

ik::Multibody robot() {
  const Eigen::Vector3d y = Eigen::Vector3d::UnitY(), z = Eigen::Vector3d::UnitZ();
  struct Row {
    const char* name;
    Eigen::Vector3d place;  // in the previous joint's frame, m
    Eigen::Vector3d axis;
    double limit, initial;  // rad
  };
  const Row rows[] = {
      {"base", {0.0, 0.0, 0.3}, z, 2.9, 0.0},  {"shoulder", {0.0, 0.0, 0.1}, y, 1.8, 0.4},
      {"elbow", {0.0, 0.0, 0.6}, y, 2.4, 0.8}, {"forearm", {0.0, 0.0, 0.2}, z, 3.1, 0.2},
      {"wrist", {0.0, 0.0, 0.4}, y, 2.0, 0.5}, {"flange", {0.0, 0.0, 0.1}, z, 3.1, 0.0},
  };
  std::vector<ik::Joint> joints;
  for (const Row& row : rows) {
    ik::Joint joint;
    joint.name = row.name;
    joint.parent = static_cast<int>(joints.size()) - 1;
    joint.parent_from_joint.translation() = row.place;
    joint.axis = row.axis;
    joint.lower = -row.limit;
    joint.upper = row.limit;
    joint.initial = row.initial;
    joints.push_back(joint);
  }
  ik::Effector gripper{"gripper", 5, 0.1 * z};
  gripper.aim = ik::AimKind::kOrientation;
  gripper.lever = 0.3;  // a radian of misalignment counts as 0.3 m
  return ik::Multibody(joints, {gripper});
}

int main() {
  ik::Solver solver(robot(), "levenberg-marquardt");
  solver.target("gripper") = {0.5, 0.3, 0.4};
  // the gripper's z axis points down
  solver.orientation("gripper") =
      Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitY()).toRotationMatrix();

  const ik::Report report = solver.solve({.error = 1e-6, .aim_error = 1e-6, .updates = 500});
  std::printf("%s: %.1e m and %.1e rad left after %d updates\n", ik::name(report.outcome),
              report.error, report.aim_error, report.updates);
  for (int j = 0; j < solver.multibody().joint_count(); ++j) {
    const ik::Joint& joint = solver.multibody().joint(j);
    const double angle = solver.pose().theta[j];
    std::printf("  %-9s %7.3f of %4.1f rad\n", joint.name.c_str(), angle, joint.upper);
    if (angle < joint.lower || angle > joint.upper) return 1;
  }
  return report.outcome == ik::Outcome::kReached ? 0 : 1;
}
