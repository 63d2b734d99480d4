#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <string>

#include "iklab/method.h"
#include "io/scene/scene_file.h"
#include "lab/run/run.h"
#include "support/bodies.h"

namespace {

lab::Summary track(const lab::Scene& scene, const char* method) {
  lab::Tracker tracker(scene, *ik::find_method(method));
  return lab::run(tracker, 2400, 400);
}

/// The scene with the amplitudes of its targets multiplied by a factor.
lab::Scene with_amplitudes(lab::Scene scene, double factor) {
  for (lab::TargetCurve& curve : scene.targets) {
    lab::WaveCurve waves = std::get<lab::WaveCurve>(curve.shape());
    for (lab::Wave& wave : waves.waves) wave.amplitude *= factor;
    curve = lab::TargetCurve(waves);
  }
  return scene;
}

TEST(NewtonOnTheReportsScenes, IsAsCloseAsConvergedUpdatesAndCalmerThanDampedLeastSquares) {
  // mean errors with Newton's updates iterated to convergence in each step, m
  const std::pair<const char*, double> optima[] = {
      {"y", 0.2010}, {"double-y", 0.4530}, {"double-y-25", 0.4077}};
  for (const auto& [id, optimum] : optima) {
    // a single run depends on which way the body bends at a bifurcation
    std::vector<double> errors, jitters;
    for (const double factor : {0.98, 0.99, 1.0, 1.01, 1.02}) {
      const lab::Summary newton = track(with_amplitudes(io::find_scene(id), factor), "newton");
      errors.push_back(newton.mean_error);
      jitters.push_back(newton.mean_jitter_deg);
    }
    std::sort(errors.begin(), errors.end());
    std::sort(jitters.begin(), jitters.end());
    EXPECT_LT(errors[2], 1.05 * optimum) << id;
    EXPECT_LT(jitters[2], track(io::find_scene(id), "dls").mean_jitter_deg) << id;
  }
}

/// After step 400: largest error, m, and the sum of the joints' net rotations, rad.
std::pair<double, double> later(lab::Scene scene, const char* method) {
  scene.settings.params["lambda"] = 0.1;
  lab::Tracker tracker(scene, *ik::find_method(method));
  for (int k = 0; k < 400; ++k) tracker.step();
  const ik::VectorX start = tracker.pose().theta;
  double largest = 0.0;
  for (int k = 400; k < 3000; ++k) {
    tracker.step();
    for (const double error : tracker.errors()) largest = std::max(largest, error);
  }
  return {largest, (tracker.pose().theta - start).lpNorm<1>()};
}

TEST(NewtonInReach, FollowsAsCloselyAsDampedLeastSquaresAndTurnsNoJointForNothing) {
  for (const char* id : {"planar-arm", "long-chain", "humanoid"}) {
    const auto [error, turn] = later(io::find_scene(id), "newton");
    const auto [dls_error, dls_turn] = later(io::find_scene(id), "dls");
    EXPECT_LT(error, 2.0 * dls_error) << id;
    EXPECT_LT(turn, 2.0 * dls_turn) << id;
  }
}

TEST(NewtonInReach, BringsEveryJointBackAfterARoundOfAClosedPath) {
  const lab::Scene scene = io::find_scene(IKLAB_TEST_DATA "/closed_path.json");
  constexpr int kRound = 200;  // steps of 5 ms per second
  lab::Tracker tracker(scene, *ik::find_method("newton"));
  for (int k = 0; k < 3 * kRound; ++k) tracker.step();
  const ik::VectorX start = tracker.pose().theta;
  for (int k = 0; k < kRound; ++k) tracker.step();
  EXPECT_LT((tracker.pose().theta - start).lpNorm<Eigen::Infinity>(), 1e-3);
  EXPECT_LT(tracker.errors()[0], 1e-4);
}

/// An arm of n hinges, planar or spatial. Its target circles once in 200 steps, starting at the
/// hand.
lab::Scene on_a_circle(int seed) {
  bodies::Numbers numbers(seed);
  const bool planar = seed % 2 == 1;
  const Eigen::Vector3d in_plane(1.0, 1.0, planar ? 0.0 : 1.0);
  std::vector<ik::Joint> joints(static_cast<std::size_t>((planar ? 3 : 4) + seed / 2 % 6));
  double reach = 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    joints[j].name = "joint" + std::to_string(j);
    joints[j].parent = static_cast<int>(j) - 1;
    if (j > 0)
      joints[j].parent_from_joint.translation() = 0.35 * in_plane.cwiseProduct(numbers.vector());
    reach += joints[j].parent_from_joint.translation().norm();
    joints[j].axis = planar ? Eigen::Vector3d(Eigen::Vector3d::UnitZ()) : numbers.vector();
    joints[j].initial = 0.7 * numbers.next();
  }
  const Eigen::Vector3d offset = 0.35 * in_plane.cwiseProduct(numbers.vector());
  reach += offset.norm();
  const int last = static_cast<int>(joints.size()) - 1;
  ik::Multibody arm(std::move(joints), {{"hand", last, offset}});

  const Eigen::Vector3d hand = ik::pose_at(arm, arm.initial_theta()).effector.col(0);
  const double radius = (0.1 + 0.05 * numbers.next()) * reach;
  Eigen::Vector3d inwards = in_plane.cwiseProduct(numbers.vector()).normalized();
  if (inwards.dot(hand) > 0.0) inwards = -inwards;
  const Eigen::Vector3d normal =
      planar ? Eigen::Vector3d(Eigen::Vector3d::UnitZ()) : numbers.vector();
  const Eigen::Vector3d across = inwards.cross(normal).normalized();
  const double turn = 2.0 * std::numbers::pi;  // rad / s
  return {.id = "circle",
          .name = "Circle",
          .description = "",
          .multibody = std::move(arm),
          .targets = {lab::TargetCurve(lab::WaveCurve{
              hand + radius * inwards,
              {{-radius * inwards, turn, 0.5 * std::numbers::pi}, {radius * across, turn, 0.0}}})},
          .settings = {}};
}

/// True if converged updates stay at the target for the whole circle.
bool stays_in_reach(lab::Scene scene) {
  scene.settings.iterations = 60;
  scene.settings.tolerance = 1e-6;
  lab::Tracker tracker(scene, *ik::find_method("dls-error"));
  for (int k = 0; k < 200; ++k) tracker.step();
  for (int k = 0; k < 200; ++k) {
    tracker.step();
    if (tracker.errors()[0] > 1e-4) return false;
  }
  return true;
}

TEST(NewtonInReach, BringsJointsBackOnCirclesOfRandomArms) {
  int circles = 0, open = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const lab::Scene scene = on_a_circle(seed);
    if (!stays_in_reach(scene)) continue;
    lab::Tracker tracker(scene, *ik::find_method("newton"));
    for (int k = 0; k < 600; ++k) tracker.step();
    const ik::VectorX start = tracker.pose().theta;
    for (int k = 0; k < 200; ++k) tracker.step();
    ++circles;
    if ((tracker.pose().theta - start).lpNorm<Eigen::Infinity>() > 1e-3) ++open;
  }
  EXPECT_GT(circles, 30);
  // circles that stay near singular poses may need a few more rounds to close
  EXPECT_LE(open, circles / 20);
}

TEST(NewtonAtRest, EndsOnTargetsThatStandInReachWithLimitsAndWithout) {
  for (int seed = 0; seed < 40; ++seed) {
    const int n = 5 + seed % 6;
    const ik::Multibody free = bodies::random_tree(seed, n, 1);
    bodies::Numbers numbers(seed + 9);
    std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
    // the pose that defines the target is within the limits
    const ik::VectorX there = free.initial_theta() + 0.3 * numbers.vector(n);
    for (int j = 0; j < n && seed % 2 == 0; ++j) {
      ik::Joint& joint = joints[static_cast<std::size_t>(j)];
      joint.lower = std::min(joint.initial, there[j]) - 0.2;
      joint.upper = std::max(joint.initial, there[j]) + 0.2;
    }
    const ik::Multibody body(joints, {free.effectors().begin(), free.effectors().end()});
    const Eigen::Vector3d target = bodies::effectors_at(body, there)[0];
    const lab::Scene scene{
        "standing", "Standing", "", body, {lab::TargetCurve(lab::WaveCurve{target, {}})}, {}};
    lab::Tracker tracker(scene, *ik::find_method("newton"));
    for (int k = 0; k < 1000; ++k) tracker.step();
    EXPECT_LT(tracker.errors()[0], 1e-9) << seed;
    EXPECT_LT(tracker.last_step().lpNorm<Eigen::Infinity>(), 1e-6) << seed;
  }
}

TEST(NewtonAtRest, RestsWhereCutStepsTremble) {
  const lab::Scene scene = io::find_scene(IKLAB_TEST_DATA "/arm_at_limits.json");
  const auto end = [&](const char* method, lab::LimitRule rule) {
    lab::Settings settings = scene.settings;
    settings.limits = rule;
    lab::Tracker tracker(scene, *ik::find_method(method), settings);
    return lab::run(tracker, 2000, 1900);
  };
  const lab::Summary newton = end("newton", lab::LimitRule::kProject);
  EXPECT_LT(newton.mean_jitter_deg, 1e-6);
  EXPECT_LT(newton.mean_error, 1.01 * end("dls", lab::LimitRule::kActiveSet).mean_error);
  EXPECT_GT(end("newton", lab::LimitRule::kClamp).mean_jitter_deg, 1.0);
}

TEST(NewtonOnEasyScenes, StaysNearTargetsInReachWithoutShaking) {
  for (const char* id : {"among-posts", "folded-arm", "humanoid", "planar-arm", "scara",
                         "six-axis-arm", "slider-arm"}) {
    const lab::Summary newton = track(io::find_scene(id), "newton");
    EXPECT_LT(newton.mean_error, 0.01) << id;
    EXPECT_LT(newton.mean_jitter_deg, 0.1) << id;
  }
}

}  // namespace
