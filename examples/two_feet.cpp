// A character's two legs stand on uneven ground: the game moves the pelvis, and every leg bends to
// its foot.

#include <iklab/iklab.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

constexpr double kThigh = 0.45, kShin = 0.43, kStanding = 0.84;  // m; hips over the ankles

// A pelvis that slides along y, which points up, and two legs. A hip is a ball joint: three hinges
// at one point, each at a right angle to the next.
ik::Multibody legs() {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY(),
                        z = Eigen::Vector3d::UnitZ();
  std::vector<ik::Joint> joints;
  const auto add = [&joints](std::string name, int parent, Eigen::Vector3d place,
                             Eigen::Vector3d axis) {
    ik::Joint joint;
    joint.name = std::move(name);
    joint.parent = parent;
    joint.parent_from_joint.translation() = place;
    joint.axis = axis;
    joints.push_back(joint);
    return static_cast<int>(joints.size()) - 1;
  };
  const int pelvis = add("pelvis", -1, Eigen::Vector3d::Zero(), y);
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].weight = 0.0;  // the game moves it
  joints[0].initial = kStanding;
  std::vector<ik::Effector> feet;
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0.0 ? "left" : "right";
    const int swing = add(name + " swing", pelvis, 0.1 * side * x, z);
    const int lift = add(name + " lift", swing, Eigen::Vector3d::Zero(), x);
    const int twist = add(name + " twist", lift, Eigen::Vector3d::Zero(), y);
    const int knee = add(name + " knee", twist, -kThigh * y, x);
    joints.back().lower = 0.0;  // a knee bends one way
    joints.back().upper = 2.6;
    joints.back().initial = 0.3;
    feet.push_back({name + " foot", knee, -kShin * y});
  }
  return ik::Multibody(joints, feet);
}

int main() {
  ik::Solver solver(legs(), "two-bone");
  const int hip = solver.joint_index("left twist");  // the last of the hip's three hinges
  double worst = 0.0;
  for (int frame = 0; frame < 240; ++frame) {
    const double walked = frame / 120.0;  // m
    const auto ground = [walked](double at) { return 0.12 * std::sin(3.0 * (walked + at)); };
    const double left = ground(0.0), right = ground(0.4);

    // the pelvis stands over the lower foot, so that both feet are in reach
    ik::VectorX theta = solver.theta();
    theta[0] = kStanding + std::min(left, right);
    solver.set_theta(theta);
    solver.target("left foot") = {-0.1, left, 0.0};
    solver.target("right foot") = {0.1, right, 0.1};
    worst = std::max(worst, solver.step().error);

    // back to a skeleton of ball joints: the thigh's rotation in the pelvis
    const Eigen::Isometry3d world_from_pelvis = solver.joint_frame(0);
    const Eigen::Isometry3d world_from_thigh = solver.joint_frame(hip);
    const Eigen::Quaterniond thigh(world_from_pelvis.linear().transpose() *
                                   world_from_thigh.linear());
    if (!(std::abs(thigh.norm() - 1.0) < 1e-9)) return 1;
  }
  std::printf("largest distance of a foot from its place in 240 frames: %.1e m\n", worst);
  return worst < 1e-6 ? 0 : 1;
}
