// A creature's two arms follow two points, one step per frame.

#include <iklab/iklab.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

// A hip of two hinges that carries two arms of three hinges each.
ik::Multibody creature() {
  std::vector<ik::Joint> joints;
  const auto add = [&joints](std::string name, int parent, Eigen::Vector3d place,
                             Eigen::Vector3d axis) {
    ik::Joint joint;
    joint.name = std::move(name);
    joint.parent = parent;
    joint.parent_from_joint.translation() = place;
    joint.axis = axis;
    joint.initial = 0.1;
    joints.push_back(joint);
    return static_cast<int>(joints.size()) - 1;
  };
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), z = Eigen::Vector3d::UnitZ();
  const int hip = add("hip", -1, {0.0, 0.0, 0.0}, z);
  const int chest = add("chest", hip, {0.0, 0.4, 0.0}, x);
  joints[0].weight = joints[1].weight = 0.2;  // the trunk moves less easily than the arms
  std::vector<ik::Effector> hands;
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0.0 ? "left" : "right";
    const int shoulder = add(name + " shoulder", chest, {0.2 * side, 0.3, 0.0}, z);
    const int lift = add(name + " lift", shoulder, {0.0, 0.0, 0.0}, x);
    const int elbow = add(name + " elbow", lift, {0.35 * side, 0.0, 0.0}, z);
    hands.push_back({name + " hand", elbow, {0.35 * side, 0.0, 0.0}});
  }
  return ik::Multibody(joints, hands);
}

int main() {
  ik::Solver solver(creature(), "dls");
  solver.set("lambda", 0.3);     // small: close tracking; large: calm motion
  solver.set("angle-cap", 0.2);  // rad per frame: limits the speed
  solver.set("d-max", 0.3);      // m: targets farther away pull no harder than this

  double late = 0.0;
  for (int frame = 0; frame < 600; ++frame) {
    const double t = frame / 60.0;
    solver.target("left hand") = {-0.6, 0.7 + 0.2 * std::sin(2.0 * t), 0.1};
    solver.target("right hand") = {0.6 + 0.1 * std::cos(t), 0.7, 0.2 * std::sin(t)};
    const ik::Report report = solver.step();
    if (report.outcome == ik::Outcome::kNotFinite) return 1;  // a target was not finite

    // for the renderer: one frame per joint
    for (int j = 0; j < solver.multibody().joint_count(); ++j) {
      const Eigen::Isometry3d world_from_joint = solver.joint_frame(j);
      if (!world_from_joint.matrix().allFinite()) return 1;
    }
    if (frame >= 120) late = std::max(late, report.error);
  }
  std::printf("furthest from a hand to its target after two seconds: %.1f mm\n", 1e3 * late);
  return late < 0.1 ? 0 : 1;
}
