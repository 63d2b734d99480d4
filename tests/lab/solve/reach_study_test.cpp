#include "lab/solve/reach_study.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "ik/solve/joint_ranges.h"
#include "lab/scene/scene_solver.h"
#include "support/aiming.h"
#include "support/reach.h"

namespace {

using support::alone;
using support::arm_scene;
using support::plan_of;
using support::solved;

constexpr double kTolerance = 1e-6;
/// The arms' places are written with twelve digits of pi.
constexpr double kFrameRounding = 1e-11;

TEST(ReachPoses, AreUniformBetweenTheLimits) {
  constexpr int kPoses = 4000, kBins = 8;
  // a bin holds 500 +- 21; six standard deviations
  constexpr double kSpread = 6.0 * 21.0;
  const bodies::Arm& arm = bodies::arms()[4];
  const ik::Multibody body = arm.body();
  const lab::ReachPoses poses(body, lab::ReachStart::kMiddle, 1);
  std::vector<std::array<int, kBins>> counts(arm.joints.size());
  for (int i = 0; i < kPoses; ++i) {
    const ik::VectorX theta = poses.drawn(i).drawn;
    for (std::size_t j = 0; j < arm.joints.size(); ++j) {
      const auto& [place, roll, lower, upper] = arm.joints[j];
      const double share = (theta[static_cast<int>(j)] - lower) / (upper - lower);
      ASSERT_GE(share, 0.0);
      ASSERT_LE(share, 1.0);
      ++counts[j][std::min<std::size_t>(kBins - 1, static_cast<std::size_t>(share * kBins))];
    }
  }
  for (const auto& joint : counts) {
    for (const int count : joint) EXPECT_NEAR(count, kPoses / kBins, kSpread);
  }
}

TEST(ReachPoses, HaveJointsThatDoNotDependOnEachOther) {
  constexpr int kPoses = 2000;
  const ik::Multibody body = bodies::arms()[0].body();
  const lab::ReachPoses poses(body, lab::ReachStart::kRandom, 3);
  // correlation of all pairs of joints, also of a pose with its start and of a pose with the next
  ik::MatrixX numbers(kPoses, 18);
  for (int i = 0; i < kPoses; ++i) {
    const lab::ReachPose pose = poses.drawn(i);
    numbers.row(i) << pose.drawn.transpose(), pose.start.transpose(),
        poses.drawn(i + 1).drawn.transpose();
  }
  numbers.rowwise() -= numbers.colwise().mean();
  numbers.colwise().normalize();
  const ik::MatrixX correlation = numbers.transpose() * numbers;
  const double most = 6.0 / std::sqrt(kPoses);
  for (int a = 0; a < 18; ++a) {
    for (int b = 0; b < a; ++b) EXPECT_LT(std::abs(correlation(a, b)), most) << a << ' ' << b;
  }
}

TEST(ReachPoses, StayTheSameWhenMoreAreDrawnAndDifferBySeed) {
  const lab::Scene scene = arm_scene(bodies::arms()[1]);
  lab::ReachPlan plan = plan_of(scene, {lab::ReachMethod()}, 3);
  const lab::ReachStudy few(plan);
  plan.drawn = 300;
  const lab::ReachStudy many(plan);
  EXPECT_EQ(few.pose(2).drawn, many.pose(2).drawn);
  plan.seed = 2;
  EXPECT_NE(lab::ReachStudy(plan).pose(2).drawn, many.pose(2).drawn);
}

TEST(ReachPoses, StartWhereTheyAreAskedTo) {
  const bodies::Arm& arm = bodies::arms()[3];
  const ik::Multibody body = arm.body();
  const lab::ReachPoses middle(body, lab::ReachStart::kMiddle, 1);
  const lab::ReachPoses near(body, lab::ReachStart::kNear, 1);
  const lab::ReachPoses random(body, lab::ReachStart::kRandom, 1);
  double farthest = 0.0;
  for (int i = 0; i < 200; ++i) {
    EXPECT_LT((middle.drawn(i).start - arm.middle()).lpNorm<Eigen::Infinity>(), 1e-15);
    const lab::ReachPose pose = near.drawn(i);
    EXPECT_EQ(pose.drawn, middle.drawn(i).drawn);
    EXPECT_TRUE(arm.keeps_limits(pose.start));
    const double away = (pose.start - pose.drawn).lpNorm<Eigen::Infinity>();
    EXPECT_LE(away, lab::kNearby);
    farthest = std::max(farthest, away);
    EXPECT_TRUE(arm.keeps_limits(random.drawn(i).start));
  }
  EXPECT_GT(farthest, 0.95 * lab::kNearby);
}

TEST(ReachPoses, FollowTheKindsOfJoints) {
  std::vector<ik::Joint> joints(5);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    joints[j].name = "j" + std::to_string(j);
    joints[j].parent = static_cast<int>(j) - 1;
    joints[j].parent_from_joint.translation() = Eigen::Vector3d(0.3, 0.0, 0.0);
  }
  joints[1].type = ik::JointType::kPrismatic;
  joints[2].lower = 1.0;  // no upper limit
  joints[3].leader = 0;
  joints[3].ratio = -0.5;
  joints[3].shift = 0.2;
  joints[4].weight = 0.0;
  joints[4].initial = 0.7;
  const ik::Multibody body(joints, {{"tip", 4, {0.3, 0.0, 0.0}}});
  const lab::ReachPoses poses(body, lab::ReachStart::kMiddle, 1);
  double most_slide = 0.0, most_turn = 0.0, most_above = 0.0;
  for (int i = 0; i < 300; ++i) {
    const ik::VectorX theta = poses.drawn(i).drawn;
    most_turn = std::max(most_turn, std::abs(theta[0]));
    most_slide = std::max(most_slide, std::abs(theta[1]));
    EXPECT_GE(theta[2], 1.0);
    most_above = std::max(most_above, theta[2] - 1.0);
    EXPECT_DOUBLE_EQ(theta[3], 0.2 - 0.5 * theta[0]);
    EXPECT_EQ(theta[4], 0.7);
  }
  EXPECT_LE(most_turn, std::numbers::pi);
  EXPECT_GT(most_turn, 3.0);
  EXPECT_LE(most_slide, 1.0);
  EXPECT_GT(most_slide, 0.95);
  EXPECT_LE(most_above, 2.0 * std::numbers::pi);
  EXPECT_GT(most_above, 6.0);
  EXPECT_EQ(poses.drawn(0).start[4], 0.7);
}

/// The arm's error by its Denavit-Hartenberg numbers, as rad and m alike.
double miss(const bodies::Arm& arm, const ik::VectorX& theta, const Eigen::Isometry3d& goal) {
  const Eigen::Isometry3d frame = arm.frame(theta);
  return std::max((frame.translation() - goal.translation()).norm(),
                  bodies::angle_between(frame.linear(), goal.linear()));
}

TEST(ReachStudy, ReachesFramesOfRealArmsByDenavitAndHartenberg) {
  for (const bodies::Arm& arm : bodies::arms()) {
    SCOPED_TRACE(arm.name);
    const lab::ReachStudy study(
        plan_of(arm_scene(arm), {lab::ReachMethod(), alone("dls-error"), alone("bfgs")}, 40));
    const lab::ReachResults results = solved(study);
    int reached = 0, missed = 0;
    for (int pose = 0; pose < 40; ++pose) {
      const lab::ReachPose asked = study.pose(pose);
      const Eigen::Isometry3d goal = arm.frame(asked.drawn);
      EXPECT_LT((asked.targets[0] - goal.translation()).norm(), kFrameRounding);
      EXPECT_LT((asked.aims[0].orientation - goal.linear()).norm(), kFrameRounding);
      for (std::size_t method = 0; method < 3; ++method) {
        const lab::ReachResult& result = *results.at(pose, method);
        EXPECT_TRUE(arm.keeps_limits(result.theta));
        const double left = miss(arm, result.theta, goal);
        EXPECT_EQ(result.reached, left <= kTolerance + kFrameRounding) << left;
        EXPECT_NEAR(std::max(result.error, result.aim_error), left, 1e-9);
        result.reached ? ++reached : ++missed;
      }
      EXPECT_TRUE(results.at(pose, 0)->reached);
    }
    EXPECT_GT(reached, 40);  // solve and more
    EXPECT_GT(missed, 0);    // no method alone reaches all
  }
}

TEST(ReachStudy, SolvesEveryPoseAsANewSolverDoes) {
  const bodies::Arm& arm = bodies::arms()[2];
  // methods with a memory between steps, and a warm start
  const lab::ReachStudy study(
      plan_of(arm_scene(arm), {lab::ReachMethod(), alone("newton"), alone("sdls")}, 20));
  const lab::ReachResults results = solved(study);
  for (const int pose : {0, 7, 19}) {
    for (const std::size_t method : {0, 1, 2}) {
      const lab::ReachResult& result = *results.at(pose, method);
      const char* const id = method == 0 ? "dls" : study.plan().methods[method].id();
      ik::Solver solver(arm.body(), id);
      const lab::ReachPose asked = study.pose(pose);
      lab::set_goals(asked.targets, asked.aims, solver);
      solver.set_theta(asked.start);
      ik::Stop stop;
      if (method > 0) stop.restarts = 0;
      const ik::Report report = solver.solve(stop);
      EXPECT_EQ(result.reached, report.outcome == ik::Outcome::kReached);
      EXPECT_EQ(result.updates, report.updates);
      EXPECT_EQ(result.attempts, report.attempts);
      EXPECT_EQ(result.error, report.error);
      EXPECT_EQ(result.aim_error, report.aim_error);
      EXPECT_EQ(result.theta, solver.theta()) << id << ' ' << pose;
    }
  }
}

TEST(ReachStudy, GivesTheSameBitsInAnyOrderOfPoses) {
  const lab::ReachStudy study(
      plan_of(arm_scene(bodies::arms()[0]), {lab::ReachMethod(), alone("newton")}, 24));
  const lab::ReachResults results = solved(study);
  const lab::ReachParts others(study, {23, 5, 11, 2});
  lab::ReachRun run = others.begin(0);
  while (run.advance(3) < 1.0) {
  }
  ASSERT_EQ(run.results().size(), 8U);
  for (const lab::ReachResult& result : run.results()) {
    const lab::ReachResult& same = *results.at(result.pose, result.method);
    EXPECT_EQ(result.theta, same.theta);
    EXPECT_EQ(result.updates, same.updates);
  }
}

/// The crooked body, whose joints are given in another order than the solver's.
lab::Scene crooked_scene() {
  lab::Scene scene{"crooked", "Crooked", "", bodies::crooked(), {}, {}};
  for (int i = 0; i < 2; ++i) scene.targets.push_back(scenes::standing({0.4, 0.2, 0.4}));
  scene.aims.resize(2);
  return scene;
}

/// Solves poses with restarts, and repeats by hand each second attempt that reaches.
void expect_second_attempts_by_hand(const lab::Scene& scene, const char* method) {
  lab::ReachPlan plan = plan_of(scene, {alone(method)}, 60);
  const lab::ReachStudy once(plan);
  plan.restarts = 5;
  plan.updates = 10 * lab::ReachStudy::kAttemptUpdates;
  const lab::ReachStudy study(plan);
  const lab::ReachResults first = solved(once), results = solved(study);
  const ik::Multibody& body = scene.multibody;
  const int n = body.joint_count();
  std::vector<int> joints;
  for (int j = 0; j < n; ++j) {
    if (body.joint(j).weight > 0.0) joints.push_back(j);
  }
  ik::JointRanges ranges;
  ranges.reserve(body);
  int more = 0, twice = 0;
  for (int pose = 0; pose < 60; ++pose) {
    const lab::ReachResult& result = *results.at(pose, 0);
    EXPECT_LE(result.attempts, 6);
    EXPECT_LE(result.updates, plan.updates);
    more += result.reached && !first.at(pose, 0)->reached ? 1 : 0;
    if (result.attempts != 2 || !result.reached) continue;
    ++twice;
    const lab::ReachPose asked = study.pose(pose);
    ik::VectorX from(n), drawn(n), start(n);
    for (int j = 0; j < n; ++j) from[j] = asked.start[body.given_index(j)];
    ranges.begin(body, joints, from, 1.0, plan.seed);  // only slides without limits have the unit
    ranges.draw(1, drawn);
    for (int j = 0; j < n; ++j) start[body.given_index(j)] = drawn[j];
    ik::Solver solver(body, method);
    lab::set_goals(asked.targets, asked.aims, solver);
    solver.set_theta(asked.start);
    const ik::Stop stop{.updates = lab::ReachStudy::kAttemptUpdates, .restarts = 0};
    const int used = solver.solve(stop).updates;
    solver.set_theta(start);
    const ik::Report report = solver.solve(stop);
    EXPECT_EQ(report.outcome, ik::Outcome::kReached);
    EXPECT_EQ(solver.theta(), result.theta);
    EXPECT_EQ(used + report.updates, result.updates);
  }
  EXPECT_GT(more, 0);
  EXPECT_GT(twice, 0);
}

TEST(ReachStudy, TriesAMethodAgainFromTheStartsOfSolve) {
  expect_second_attempts_by_hand(arm_scene(bodies::arms()[3]), "gauss-newton");
  expect_second_attempts_by_hand(crooked_scene(), "bfgs");
}

TEST(ReachStudy, KeepsTheClosestAttempt) {
  lab::ReachPlan plan = plan_of(arm_scene(bodies::arms()[1]), {alone("jacobian-transpose")}, 20);
  plan.updates = lab::ReachStudy::kAttemptUpdates;  // as the first attempt of five
  const lab::ReachStudy once(plan);
  plan.restarts = 4;
  plan.updates = 5 * lab::ReachStudy::kAttemptUpdates;
  const lab::ReachStudy study(plan);
  const lab::ReachResults first = solved(once), all = solved(study);
  const auto largest = [](const lab::ReachResult& r) { return std::max(r.error, r.aim_error); };
  int closer = 0;
  for (int pose = 0; pose < 20; ++pose) {
    const lab::ReachResult& result = *all.at(pose, 0);
    EXPECT_LE(largest(result), largest(*first.at(pose, 0)));
    closer += !result.reached && largest(result) < largest(*first.at(pose, 0)) ? 1 : 0;
  }
  EXPECT_GT(closer, 0);
}

TEST(ReachStudy, FollowsSettingsLimitsWeightsAndGroups) {
  const bodies::Arm& arm = bodies::arms()[0];
  lab::ReachPlan plan = plan_of(arm_scene(arm), {lab::ReachMethod(), alone("dls")}, 60);
  plan.settings.limits = lab::LimitRule::kIgnore;
  const lab::ReachStudy free(plan);
  const lab::ReachResults results = solved(free);
  int beyond = 0;
  for (int pose = 0; pose < 60; ++pose) {
    EXPECT_TRUE(arm.keeps_limits(free.pose(pose).drawn));
    if (!arm.keeps_limits(results.at(pose, 0)->theta)) ++beyond;
  }
  EXPECT_GT(beyond, 0);
  plan.settings.set_param("lambda", 0.01);
  EXPECT_EQ(lab::ReachStudy(plan).solver(1).get("lambda"), 0.01);
  EXPECT_EQ(free.solver(1).get("angle-cap"), ik::find_method("dls")->max_angle);

  // without the aim's weight the orientation is left to itself
  plan = plan_of(arm_scene(arm), {lab::ReachMethod()}, 10);
  plan.settings.aim_weight = 0.0;
  const lab::ReachStudy positions(plan);
  const lab::ReachResults placed = solved(positions);
  for (int pose = 0; pose < 10; ++pose) {
    EXPECT_TRUE(placed.at(pose, 0)->reached);
    EXPECT_GT(miss(arm, placed.at(pose, 0)->theta, arm.frame(positions.pose(pose).drawn)), 1e-3);
  }

  // a group: the others stay at their initial theta, in the drawn poses, too
  plan.settings.aim_weight = 1.0;
  plan.scene.groups = {{"wrist", {3, 4, 5}}};
  plan.scene.group = 0;
  const lab::ReachStudy wrist(plan);
  const lab::ReachResults turned = solved(wrist);
  for (int pose = 0; pose < 10; ++pose) {
    EXPECT_TRUE(turned.at(pose, 0)->reached);
    EXPECT_EQ(turned.at(pose, 0)->theta.head(3), ik::VectorX::Zero(3));
    EXPECT_EQ(wrist.pose(pose).drawn.head(3), ik::VectorX::Zero(3));
  }
}

TEST(ReachStudy, TakesPosesThatAreGiven) {
  const bodies::Arm& arm = bodies::arms()[4];
  lab::ReachPlan plan = plan_of(arm_scene(arm), {lab::ReachMethod()}, 1000);
  for (int i = 0; i < 3; ++i) plan.given.push_back(bodies::drawn(arm, i));
  const lab::ReachStudy study(plan);
  ASSERT_EQ(plan.pose_count(), 3);
  const lab::ReachResults results = solved(study);
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(
        miss(arm, results.at(i, 0)->theta, arm.frame(plan.given[static_cast<std::size_t>(i)])),
        kTolerance + kFrameRounding);
  }
}

TEST(ReachStudy, TimesTheSmallerOfWallAndCpuTime) {
  lab::ReachPlan plan = plan_of(arm_scene(bodies::arms()[0]), {lab::ReachMethod()}, 2);
  // every reading of a clock is one tick later
  for (const auto& [wall_tick, cpu_tick, expected] :
       {std::array{40.0, 500.0, 40.0}, std::array{4000.0, 70.0, 70.0}}) {
    double wall = 0.0, cpu = 0.0;
    const lab::ReachStudy study(
        plan, [&wall, tick = wall_tick] { return wall += tick; },
        [&cpu, tick = cpu_tick] { return cpu += tick; });
    EXPECT_DOUBLE_EQ(solved(study).at(1, 0)->ns.value(), expected);
  }
  EXPECT_FALSE(solved(lab::ReachStudy(plan)).at(1, 0)->ns.has_value());
}

TEST(ReachStudy, PreparesMethodsThatTrain) {
  lab::Scene scene = scenes::circling(bodies::planar_arm(2));
  lab::ReachStudy study(plan_of(scene, {lab::ReachMethod(), alone("learned")}, 3));
  ASSERT_LT(study.prepared(), 1.0);
  while (study.prepare(ik::kAllPortions) < 1.0) {
  }
  // the solvers have the trained method: a step trains no more
  ik::Solver solver = study.solver(1);
  EXPECT_EQ(solver.prepare(0), 1.0);
}

}  // namespace
