// Ten thousand poses of a six-axis arm, solved to the end in SIMD lanes by two threads.

#include <iklab/iklab.h>

#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

ik::Multibody arm() {
  const Eigen::Vector3d y = Eigen::Vector3d::UnitY(), z = Eigen::Vector3d::UnitZ();
  const double heights[] = {0.3, 0.1, 0.6, 0.2, 0.4, 0.1};  // m, above the previous joint
  std::vector<ik::Joint> joints(6);
  for (int j = 0; j < 6; ++j) {
    joints[j].parent = j - 1;
    joints[j].parent_from_joint.translation() = heights[j] * z;
    joints[j].axis = j % 3 == 0 || j == 5 ? z : y;
    joints[j].lower = -2.5;
    joints[j].upper = 2.5;
  }
  ik::Effector gripper{"gripper", 5, 0.1 * z};
  gripper.aim = ik::AimKind::kOrientation;
  return ik::Multibody(joints, {gripper});
}

int main() {
  constexpr int kPoses = 10000, kThreads = 2;
  const ik::Multibody body = arm();
  ik::BatchSolver batch(body, kPoses, "dls", kThreads);
  for (int i = 0; i < kPoses; ++i) {
    ik::VectorX theta(6);
    for (int j = 0; j < 6; ++j) theta[j] = 2.4 * std::sin((1.3 + 0.7 * j) * i + j);
    const ik::Pose pose = ik::pose_at(body, theta);
    batch.set_target(i, 0, pose.effector.col(0));
    batch.set_orientation(i, 0, pose.world_from_joint(5).linear());
  }

  // any division gives the same result, to the bit
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    const int first = batch.blocks() * i / kThreads, last = batch.blocks() * (i + 1) / kThreads;
    threads.emplace_back([&batch, first, last, i] { batch.solve(first, last, i); });
  }
  for (std::thread& thread : threads) thread.join();

  int reached = 0, updates = 0;
  for (int i = 0; i < kPoses; ++i) {
    const ik::Report& report = batch.report(i);
    reached += report.outcome == ik::Outcome::kReached ? 1 : 0;
    updates += report.updates;
  }
  std::printf("%d of %d poses reached, %.1f updates each\n", reached, kPoses,
              static_cast<double>(updates) / kPoses);
  return reached == kPoses ? 0 : 1;
}
