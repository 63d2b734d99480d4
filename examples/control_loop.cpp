// A control loop at 1 kHz: an arm of seven axes follows a line and a circle within its joints'
// velocities and accelerations, whatever happens on the way.

#include <iklab/iklab.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

constexpr double kStep = 1e-3;         // s
constexpr double kAcceleration = 8.0;  // rad/s^2

// An arm in the shape of a KUKA LBR iiwa 7, with the limits of its data sheet.
ik::Multibody arm() {
  const Eigen::Vector3d y = Eigen::Vector3d::UnitY(), z = Eigen::Vector3d::UnitZ();
  struct Row {
    double height;  // above the joint before, m
    Eigen::Vector3d axis;
    double limit, velocity, initial;  // rad, rad/s, rad
  };
  const Row rows[] = {{0.15, z, 2.96, 1.71, 0.0}, {0.19, y, 2.09, 1.71, 0.5},
                      {0.21, z, 2.96, 1.74, 0.0}, {0.19, -y, 2.09, 2.26, -1.3},
                      {0.21, z, 2.96, 2.44, 0.0}, {0.19, y, 2.09, 3.14, 1.2},
                      {0.08, z, 3.05, 3.14, 0.0}};
  std::vector<ik::Joint> joints;
  for (const Row& row : rows) {
    ik::Joint joint;
    joint.name = "a" + std::to_string(joints.size() + 1);
    joint.parent = static_cast<int>(joints.size()) - 1;
    joint.parent_from_joint.translation() = row.height * z;
    joint.axis = row.axis;
    joint.lower = -row.limit;
    joint.upper = row.limit;
    joint.initial = row.initial;
    joint.max_velocity = row.velocity;
    joint.max_acceleration = kAcceleration;
    joints.push_back(joint);
  }
  ik::Effector tool{"tool", 6, 0.1 * z};
  tool.aim = ik::AimKind::kOrientation;
  tool.lever = 0.3;
  return ik::Multibody(joints, {tool});
}

int main() {
  ik::Solver solver(arm(), "dls");
  solver.set("lambda", 0.02);
  solver.set_limits(solver.joint_index("a4"), -2.09, -0.1);  // the elbow keeps its side
  solver.set_time_step(kStep);

  const ik::Isometry start = solver.frame("tool");
  double late = 0.0, worst_velocity = 0.0, worst_acceleration = 0.0;
  int cut = 0;
  ik::VectorX before = solver.theta(), velocity_before = solver.velocity();
  for (int tick = 0; tick < 14'000; ++tick) {
    const double t = tick * kStep;
    ik::Isometry goal = start;
    if (t < 4.0) {  // a line, to and fro
      goal.translation().y() += 0.15 * std::sin(1.5 * t);
    } else {  // a circle
      goal.translation().y() += 0.15 * std::cos(1.5 * t);
      goal.translation().z() += 0.15 * std::sin(1.5 * t);
    }
    // a camera loses its object, or sees it out of reach
    if (t > 6.0 && t < 6.3) goal.translation().x() = std::numeric_limits<double>::quiet_NaN();
    if (t > 11.0 && t < 12.0) goal.translation() *= 3.0;
    solver.set_goal("tool", goal);

    // settings change while the arm moves
    if (tick == 8'000) solver.set_frozen(solver.joint_index("a3"), true);
    if (tick == 9'000) solver.set_limits(solver.joint_index("a1"), -0.3, 0.3);
    if (tick == 10'000) solver.set_frozen(solver.joint_index("a3"), false);

    const ik::Report report = solver.step();
    if (report.cut_joint >= 0) ++cut;
    const bool calm = (t > 2.0 && t < 4.0) || (t > 5.5 && t < 6.0) || t > 13.5;
    if (calm) late = std::max(late, report.error);

    for (int j = 0; j < 7; ++j) {
      const double velocity = (solver.theta()[j] - before[j]) / kStep;
      const double acceleration = (solver.velocity()[j] - velocity_before[j]) / kStep;
      const double most = solver.multibody().joint(j).max_velocity;
      worst_velocity = std::max(worst_velocity, std::abs(velocity) - most);
      worst_acceleration = std::max(worst_acceleration, std::abs(acceleration) - kAcceleration);
    }
    before = solver.theta();
    velocity_before = solver.velocity();
  }
  std::printf("14 s at 1 kHz: %d steps were cut to limits\n", cut);
  std::printf("distance from the goal in calm parts: %.2f mm at most\n", 1e3 * late);
  std::printf("beyond a velocity limit: %.0e rad/s; beyond an acceleration limit: %.0e rad/s^2\n",
              std::max(worst_velocity, 0.0), std::max(worst_acceleration, 0.0));
  return late < 1e-3 && worst_velocity < 1e-12 && worst_acceleration < 1e-12 ? 0 : 1;
}
