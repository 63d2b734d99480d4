#include <cmath>

#include <gtest/gtest.h>

#include "ik/batch/batch.h"
#include "ik/solve/goal_rows.h"
#include "ik/solve/lane_search.h"
#include "ik/task/attempt.h"
#include "support/aiming.h"
#include "support/robot_arms.h"

// One step of the attempts in lanes, beside GoalRows and NormalSystem for each body.
namespace {

constexpr int kWidth = ik::Batch::kWidth;

/// Rows of eight numbers, with room for lanes of 64 bytes.
class LaneStore {
 public:
  double* rows(int count) {
    stores_.emplace_back(static_cast<std::size_t>(count));
    return stores_.back().front().values;
  }

 private:
  std::vector<std::vector<ik::Batch::Line>> stores_;
};

/// A block of eight bodies at one pose each, with the goals of another.
struct OneStep {
  explicit OneStep(const ik::Multibody& the_body)
      : body(the_body), batch(body, kWidth, ik::known_method("dls")) {
    const int n = body.joint_count(), k = body.effector_count(), r = body.aim_count();
    const int rows = body.row_count();
    unit = ik::length_of_body(body);
    for (int j = 0; j < n; ++j) {
      const bool moves = !body.goals_of(j).empty();
      columns_of.push_back(moves ? static_cast<int>(joints.size()) : -1);
      factors.push_back(body.joint(j).type == ik::JointType::kPrismatic ? unit : 1.0);
      if (moves) joints.push_back(j);
    }
    const int columns = static_cast<int>(joints.size());
    task.body = batch.body_task();
    task.body.theta = store.rows(n);
    task.body.axis = store.rows(3 * n);
    task.body.origin = store.rows(3 * n);
    task.body.placed = store.rows(3 * k);
    task.body.aimed = store.rows(9 * r + 1);
    task.body.targets = targets = store.rows(3 * k);
    task.body.wanted = wanted = store.rows(9 * r + 1);
    task.body.scratch = store.rows(40 * (n + k + r + 1));
    for (double** row : {&task.mark, &task.idle, &task.left, &task.updates, &task.farthest,
                         &task.widest, &task.objective}) {
      *row = store.rows(1);
    }
    task.x = store.rows(columns);
    task.scratch = store.rows(rows + ik::dense_scratch(rows, columns));
    task.rows = rows;
    task.columns = columns;
    task.joints = joints.data();
    task.columns_of = columns_of.data();
    task.factors = factors.data();
    task.unit = unit;
    task.error = task.aim_error = 1e-9;
    task.most_updates = 1.0;  // the second look ends the attempt
    task.active = active;
    task.ends = ends;
  }

  const ik::Multibody& body;
  ik::Batch batch;
  LaneStore store;
  ik::AttemptTask task{};
  double unit = 0.0;
  std::vector<int> joints, columns_of;
  std::vector<double> factors;
  double* targets = nullptr;
  double* wanted = nullptr;
  std::uint8_t active[kWidth] = {1, 1, 1, 1, 1, 1, 1, 1}, ends[kWidth] = {};
};

void expect_step_of_goal_rows(const bodies::Named& named) {
  OneStep one(named.body);
  const int n = named.body.joint_count(), k = named.body.effector_count();
  std::vector<std::vector<Eigen::Vector3d>> targets;
  std::vector<std::vector<ik::Aim>> aims;
  std::vector<ik::VectorX> starts;
  for (int b = 0; b < kWidth; ++b) {
    bodies::Numbers numbers(b);
    starts.push_back(0.8 * numbers.vector(n));
    const double way = b < 4 ? 0.2 : 2.0;  // far goals are cut
    const ik::VectorX goal = starts.back() + way * numbers.vector(n);
    targets.push_back(bodies::effectors_at(named.body, goal));
    aims.push_back(bodies::aims_at(named.body, goal));
    for (int j = 0; j < n; ++j) one.task.body.theta[j * kWidth + b] = starts.back()[j];
    for (int i = 0; i < 3 * k; ++i) {
      one.targets[i * kWidth + b] = targets.back()[static_cast<std::size_t>(i / 3)][i % 3];
    }
    for (int a = 0; a < named.body.aim_count(); ++a) {
      const ik::Aim& aim = aims.back()[static_cast<std::size_t>(a)];
      const bool turns = named.body.aim_of(k + a) == ik::AimKind::kOrientation;
      for (int c = 0; c < (turns ? 9 : 3); ++c) {
        const double number = turns ? aim.orientation.data()[c] : aim.direction.data()[c];
        one.wanted[(9 * a + c) * kWidth + b] = number;
      }
    }
    one.task.mark[b] = ik::kUnlimited;
  }
  ik::attempt_kernel(one.batch.instructions())(one.task);

  const std::vector<double> weights(static_cast<std::size_t>(named.body.goal_count()), 1.0);
  const ik::Stop stop;
  ik::GoalRows rows;
  rows.reserve(named.body);
  for (int b = 0; b < kWidth; ++b) {
    const auto at = static_cast<std::size_t>(b);
    ik::Pose pose = ik::pose_at(named.body, starts[at]);
    ASSERT_TRUE(rows.begin({named.body, targets[at], aims[at], weights, {}, stop}, pose));
    if (rows.unit() > one.task.unit) continue;  // a slide far from its target: not in lanes
    rows.look(pose);
    rows.linearise(pose);
    const double size = rows.size();
    ASSERT_TRUE(
        rows.system().solve(ik::kMinDamping + ik::kFarDamping * std::min(1.0, size * size)));
    for (std::size_t c = 0; c < rows.joints().size(); ++c) {
      const int column = static_cast<int>(c), j = rows.joints()[c];
      const double step = rows.theta_per_x(column) * rows.system().x()[c];
      pose.theta[j] += step;
      EXPECT_NEAR(one.task.body.theta[j * kWidth + b], pose.theta[j], 1e-9 * (1.0 + std::abs(step)))
          << named.name << ' ' << b;
    }
    // the errors are those of the second look
    EXPECT_EQ(one.task.updates[b], 1.0);
    ik::forward_kinematics(named.body, pose);
    rows.look(pose);
    EXPECT_NEAR(one.task.objective[b], rows.objective(), 1e-8 * (1.0 + rows.objective()))
        << named.name << ' ' << b;
    double farthest = 0.0, widest = 0.0;
    for (int i = 0; i < k; ++i) {
      const Eigen::Vector3d way = targets[at][static_cast<std::size_t>(i)] - pose.effector.col(i);
      farthest = std::max(farthest, way.squaredNorm());
    }
    const std::vector<ik::Aim> now = bodies::aims_at(named.body, pose.theta);
    for (std::size_t a = 0; a < now.size(); ++a) {
      const bool turns = named.body.aim_of(k + static_cast<int>(a)) == ik::AimKind::kOrientation;
      const ik::Aim& aim = aims[at][a];
      const double cosine = now[a].direction.normalized().dot(aim.direction.normalized());
      widest = std::max(widest, turns ? bodies::angle_between(now[a].orientation, aim.orientation)
                                      : std::acos(std::clamp(cosine, -1.0, 1.0)));
    }
    EXPECT_NEAR(one.task.farthest[b], farthest, 1e-8 * (1.0 + farthest));
    EXPECT_NEAR(one.task.widest[b], widest, 1e-7);
  }
}

TEST(AttemptLanes, TakeTheStepOfGoalRows) {
  std::vector<bodies::Named> all = bodies::all();
  all.insert(all.end(), bodies::aiming().begin(), bodies::aiming().end());
  for (const bodies::Arm& arm : bodies::arms()) all.push_back({arm.name, arm.body()});
  for (const bodies::Named& named : all) {
    expect_step_of_goal_rows(named);
    if (HasFailure()) return;
  }
}

}  // namespace
