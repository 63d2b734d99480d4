// Reaches for a point with an arm of two links, and checks the result by the law of cosines.

#include <cmath>
#include <cstdio>
#include <vector>

#include "ik/methods/registry.h"

int main() {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "shoulder";
  joints[0].initial = 0.3;  // slightly bent: a straight arm is singular
  joints[1].name = "elbow";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d(1.0, 0.0, 0.0);
  joints[1].initial = 0.4;
  const ik::Multibody arm(joints, {{"hand", 1, Eigen::Vector3d(0.8, 0.0, 0.0)}});

  const std::vector<Eigen::Vector3d> targets = {{0.9, 0.9, 0.0}};
  ik::AnyMethod dls = ik::find_method("dls")->make();
  ik::set_param(dls, "lambda", 0.1);

  ik::Pose pose = ik::pose_at(arm, arm.initial_theta());
  ik::Workspace workspace;
  ik::Outcome outcome = ik::Outcome::kMoved;
  for (int i = 0; i < 200 && outcome == ik::Outcome::kMoved; ++i) {
    outcome = dls.step({arm, pose, targets}, workspace);
    pose.theta += workspace.dtheta;
    ik::forward_kinematics(arm, pose);
  }

  const double square = targets[0].squaredNorm();
  const double elbow = std::acos((square - 1.0 - 0.8 * 0.8) / (2.0 * 0.8));
  std::printf("%s: shoulder %.6f rad, elbow %.6f rad (closed form %.6f)\n", ik::name(outcome),
              pose.theta[0], pose.theta[1], elbow);
  return std::abs(std::abs(pose.theta[1]) - elbow) < 1e-9 ? 0 : 1;
}
