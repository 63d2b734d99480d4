#include "ik/task/limits.h"

#include <gtest/gtest.h>

#include <map>

#include "ik/body/obstacle.h"
#include "ik/task/objective.h"
#include "lab/run/run.h"
#include "support/clearance.h"
#include "support/scenes.h"

// Standing targets and joint limits: where methods come to rest, and how close.
namespace {

/// A tree of all joint types, most with limits, and fixed targets that may be out of reach.
lab::Scene limited_tree(int seed) {
  const int n = 4 + seed % 7, k = 1 + seed % 3;
  const ik::Multibody free = bodies::random_tree(seed, n, k);
  bodies::Numbers numbers(seed + 50);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  for (ik::Joint& joint : joints) {
    if (numbers.next() < -0.4) continue;
    joint.lower = joint.initial - 0.02 - 0.4 * (1.0 + numbers.next());
    joint.upper = joint.initial + 0.02 + 0.4 * (1.0 + numbers.next());
  }
  const ik::Multibody body(joints, {free.effectors().begin(), free.effectors().end()});
  const ik::VectorX elsewhere = body.initial_theta() + 1.5 * numbers.vector(n);
  lab::Scene scene{"limited", "Limited", "", body, {}, {}};
  for (const Eigen::Vector3d& point : bodies::effectors_at(body, elsewhere)) {
    scene.targets.push_back(scenes::standing(point));
  }
  return scene;
}

/// Seven hinges in a row (in a plane for every third seed), or for every third seed nine in a tree
/// with two effectors. All have limits; fixed targets at up to twice the length.
lab::Scene stretched(int seed) {
  const bool is_plane = seed % 3 == 1, is_tree = seed % 3 == 2;
  bodies::Numbers numbers(seed);
  const auto between = [&numbers](double low, double high) {
    return low + (high - low) * (0.5 + 0.5 * numbers.next());
  };
  std::vector<ik::Joint> joints(is_tree ? 9 : 7);
  double reach = 0.5;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    ik::Joint& joint = joints[j];
    joint.name = "hinge" + std::to_string(j);
    joint.parent = is_tree && j == 6 ? 2 : static_cast<int>(j) - 1;
    joint.axis = is_plane ? Eigen::Vector3d(0.0, 0.0, 1.0) : numbers.vector();
    const Eigen::Vector3d way = is_plane ? Eigen::Vector3d(1.0, 0.0, 0.0) : numbers.vector();
    const double length = between(0.3, 1.0);
    if (j > 0) joint.parent_from_joint.translation() = length * way.normalized();
    if (j > 0) reach += length;
    joint.initial = between(-0.5, 0.5);
    joint.lower = joint.initial - between(0.1, 2.0);
    joint.upper = joint.initial + between(0.1, 2.0);
  }
  std::vector<ik::Effector> hands{{"hand", is_tree ? 5 : 6, {0.5, 0.0, 0.0}}};
  if (is_tree) hands.push_back({"other", 8, {0.5, 0.0, 0.0}});
  lab::Scene scene{"stretched", "Stretched", "", ik::Multibody(joints, hands), {}, {}};
  for (std::size_t i = 0; i < hands.size(); ++i) {
    Eigen::Vector3d way = numbers.vector();
    if (is_plane) way.z() = 0.0;
    scene.targets.push_back(scenes::standing(between(0.2, 2.0) * reach * way.normalized()));
  }
  return scene;
}

/// stretched() among three balls and capsules.
lab::Scene stretched_among_obstacles(int seed) {
  lab::Scene scene = stretched(seed);
  bodies::Numbers numbers(seed + 500);
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector3d a = 3.0 * numbers.vector();
    const Eigen::Vector3d b = i == 0 ? a : Eigen::Vector3d(a + numbers.vector());
    scene.obstacles.push_back({"obstacle", a, b, 0.25 + 0.2 * numbers.next()});
  }
  return scene;
}

struct Rest {
  double error = 0.0;   ///< mean over the last steps and effectors, m
  double jitter = 0.0;  ///< mean over the last steps, degrees
};

Rest rest_of(const lab::Scene& scene, const ik::MethodInfo& method, lab::LimitRule rule,
             long steps) {
  lab::Settings settings = scene.settings;
  settings.limits = rule;
  lab::Tracker tracker(scene, method, settings);
  const lab::Summary summary = lab::run(tracker, steps, steps - 100);
  return {summary.mean_error, summary.mean_jitter_deg};
}

/// F = 1/2 sum |t - s|^2 at theta, by forward kinematics.
double half_square(const lab::Scene& scene, const ik::VectorX& theta) {
  double sum = 0.0;
  std::size_t i = 0;
  for (const Eigen::Vector3d& hand : bodies::effectors_at(scene.multibody, theta)) {
    sum += 0.5 * (scene.targets[i++].at(0.0) - hand).squaredNorm();
  }
  return sum;
}

/// A method that turns every joint equally and records its arguments.
struct Probe {
  struct Question {
    bool keeps_limits, asked_again;
    std::vector<double> mobility;
  };
  std::vector<Question>* asked;

  void step(const ik::Problem& problem, ik::Workspace& w) const {
    asked->push_back({problem.keeps_limits,
                      problem.asked_again,
                      {problem.mobility.begin(), problem.mobility.end()}});
    w.dtheta.setConstant(problem.multibody.joint_count(), 0.1);
  }
  void visit(const ik::KnobVisitor&) {}
};

TEST(ProjectedSteps, AskAgainWithoutTheJointAtItsLimitThatTheyWouldPushOut) {
  const ik::Multibody free = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  joints[1].initial = joints[1].upper = 0.3;
  const ik::Multibody arm(joints, {free.effectors().begin(), free.effectors().end()});
  const ik::Pose pose = ik::pose_at(arm, arm.initial_theta());
  // the target is below the hand: the gradient pulls both joints down, so none is held at first
  const Eigen::Vector3d targets[] = {{1.9, -0.5, 0.0}};
  const auto step = [&](ik::LimitRule rule, std::vector<Probe::Question>& asked) {
    ik::Workspace w;
    const ik::AnyMethod probe(Probe{&asked});
    const ik::StepReport report =
        ik::LimitedStep().propose(probe, {arm, pose, targets}, {}, rule, w);
    EXPECT_EQ(report.joints_at_limits, 1);
    return w.dtheta;
  };
  std::vector<Probe::Question> projected, clamped;
  const ik::VectorX dtheta = step(ik::LimitRule::kProject, projected);
  ASSERT_EQ(projected.size(), 2U);
  EXPECT_TRUE(projected[0].keeps_limits && projected[1].keeps_limits);
  EXPECT_FALSE(projected[0].asked_again);
  EXPECT_TRUE(projected[1].asked_again);
  EXPECT_TRUE(projected[0].mobility.empty());
  EXPECT_EQ(projected[1].mobility, (std::vector<double>{1.0, 0.0}));
  // any upward step raises the error: six halvings
  EXPECT_EQ(dtheta, Eigen::Vector2d(0.1 / 64.0, 0.0));

  EXPECT_EQ(step(ik::LimitRule::kClamp, clamped), Eigen::Vector2d(0.1, 0.0));
  ASSERT_EQ(clamped.size(), 1U);
  EXPECT_FALSE(clamped[0].keeps_limits);
}

TEST(ProjectedSteps, TryNoPoseBeyondALimit) {
  const ik::Multibody free = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  joints[1].upper = 0.3;
  const ik::Multibody arm(joints, {free.effectors().begin(), free.effectors().end()});
  const ik::Pose pose = ik::pose_at(arm, Eigen::Vector2d(0.0, 0.2));
  const Eigen::Vector3d targets[] = {{1.0, 1.0, 0.0}};
  ik::Problem problem{arm, pose, targets};
  problem.keeps_limits = true;
  ik::Workspace w;
  ik::try_step(problem, Eigen::Vector2d(0.5, 0.5), 1.0, w);
  EXPECT_EQ(w.trial.theta, Eigen::Vector2d(0.5, 0.3));
}

TEST(ProjectedSteps, RestWhereKarushKuhnAndTuckersConditionsHold) {
  constexpr double h = 1e-5;  // of central differences, with error h^2
  int held = 0;
  for (int seed = 0; seed < 30; ++seed) {
    const lab::Scene scene = limited_tree(seed);
    lab::Tracker tracker(scene, *ik::find_method("newton"));
    for (int k = 0; k < 3000; ++k) tracker.step();
    const ik::VectorX& theta = tracker.pose().theta;
    for (int j = 0; j < scene.multibody.joint_count(); ++j) {
      const ik::Joint& joint = scene.multibody.joint(j);
      ik::VectorX there = theta, back = theta;
      there[j] += h;
      back[j] -= h;
      const double slope = (half_square(scene, there) - half_square(scene, back)) / (2.0 * h);
      const bool low = theta[j] == joint.lower, high = theta[j] == joint.upper;
      held += low || high ? 1 : 0;
      EXPECT_TRUE(low || slope < 1e-6) << slope << ", body " << seed << ", joint " << j;
      EXPECT_TRUE(high || slope > -1e-6) << slope << ", body " << seed << ", joint " << j;
    }
  }
  EXPECT_GT(held, 20);  // otherwise the test meets no limits
}

TEST(ProjectedSteps, LetTheElbowRestAtItsStopAndPointTheArmAtTheTarget) {
  // with the elbow at its limit the hand circles the shoulder at the radius |1 + e^(0.2 i)|
  const ik::Multibody free = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  joints[1].lower = 0.2;
  joints[1].initial = 1.0;
  const ik::Multibody arm(joints, {free.effectors().begin(), free.effectors().end()});
  const Eigen::Vector3d far(3.0, 4.0, 0.0);
  const double radius = std::hypot(1.0 + std::cos(0.2), std::sin(0.2));
  for (const char* id : {"dls", "jacobian-transpose", "newton", "levenberg-marquardt"}) {
    const lab::Scene scene{"elbow", "Elbow", "", arm, {scenes::standing(far)}, {}};
    lab::Tracker tracker(scene, *ik::find_method(id));
    for (int k = 0; k < 2000; ++k) tracker.step();
    EXPECT_EQ(tracker.pose().theta[1], 0.2) << id;
    EXPECT_NEAR(tracker.errors()[0], 5.0 - radius, 1e-9) << id;
    EXPECT_EQ(tracker.joints_at_limits(), 1) << id;
  }
}

TEST(ProjectedSteps, ComeToRestByEveryMethodThatGoesDownhill) {
  for (int seed = 0; seed < 24; ++seed) {
    const lab::Scene scene = limited_tree(seed);
    for (const char* id : {"newton", "dls", "gradient-descent", "constrained", "ccd", "fabrik",
                           "sdls", "dls-error", "bfgs", "conjugate-gradient"}) {
      const Rest rest = rest_of(scene, *ik::find_method(id), lab::LimitRule::kProject, 2500);
      EXPECT_LT(rest.jitter, 0.05) << id << ", " << seed;
    }
  }
}

TEST(MethodsThatKeepLimits, ComeToRestWhereverTheirTargetsStand) {
  // without constraint-forces, which cannot keep its pin out of reach
  for (const char* id : {"constrained", "ccd", "fabrik"}) {
    for (int seed = 0; seed < 60; ++seed) {
      const Rest rest =
          rest_of(stretched(seed), *ik::find_method(id), lab::LimitRule::kProject, 2000);
      EXPECT_LT(rest.jitter, 0.05) << id << ", " << seed;
    }
  }
}

TEST(MethodsThatKeepLimits, ComeToRestAmongObstaclesAndEnterNone) {
  for (int seed = 0; seed < 30; ++seed) {
    const lab::Scene scene = stretched_among_obstacles(seed);
    const ik::MethodInfo& constrained = *ik::find_method("constrained");
    const Rest rest = rest_of(scene, constrained, lab::LimitRule::kProject, 2000);
    EXPECT_LT(rest.jitter, 0.05) << seed;

    lab::Tracker tracker(scene, constrained);
    const auto clearance = [&] {
      return bodies::least_clearance(scene.multibody, tracker.pose(), scene.obstacles);
    };
    for (int k = 0; k < 300; ++k) {
      const double before = clearance();
      tracker.step();
      ASSERT_GE(clearance(), std::min(before, 0.0) - 1e-9) << seed << ", step " << k;
    }
  }
}

TEST(ProjectedSteps, EndAsCloseAndTrembleOnNoMoreBodiesThanByTheBetterOfTheOtherRules) {
  constexpr int kBodies = 16;
  constexpr double kTrembles = 0.05;  // degrees
  std::vector<lab::Scene> scenes;
  for (int seed = 100; seed < 100 + kBodies; ++seed) scenes.push_back(limited_tree(seed));
  for (const ik::MethodInfo& info : ik::methods()) {
    if (std::string_view(info.id) == "learned") continue;  // trains for each body
    std::map<lab::LimitRule, double> error, trembles;
    for (const lab::LimitRule rule :
         {lab::LimitRule::kClamp, lab::LimitRule::kActiveSet, lab::LimitRule::kProject}) {
      for (const lab::Scene& scene : scenes) {
        const Rest rest = rest_of(scene, info, rule, 800);
        error[rule] += rest.error / kBodies;
        trembles[rule] += rest.jitter > kTrembles ? 1 : 0;
      }
    }
    const bool clamp_is_better = error[lab::LimitRule::kClamp] < error[lab::LimitRule::kActiveSet];
    const lab::LimitRule better =
        clamp_is_better ? lab::LimitRule::kClamp : lab::LimitRule::kActiveSet;
    EXPECT_LT(error[lab::LimitRule::kProject], 1.1 * error[better] + 1e-9) << info.id;
    // the line search of Gauss-Newton zigzags along a limit of one body, closer with each step
    const double zigzags = std::string_view(info.id) == "gauss-newton" ? 1.0 : 0.0;
    EXPECT_LE(trembles[lab::LimitRule::kProject], trembles[better] + zigzags) << info.id;
  }
}

TEST(ProjectedSteps, LeaveABodyWhoseLimitsAreFarAwayAlone) {
  for (const char* id : {"dls", "newton", "nullspace"}) {
    lab::Scene free = scenes::circling(bodies::planar_arm(4));
    std::vector<ik::Joint> joints(free.multibody.joints().begin(), free.multibody.joints().end());
    for (ik::Joint& joint : joints) joint.upper = 100.0;
    lab::Scene limited = free;
    limited.multibody = ik::Multibody(
        joints, {free.multibody.effectors().begin(), free.multibody.effectors().end()});
    lab::Tracker a(free, *ik::find_method(id)), b(limited, *ik::find_method(id));
    for (int k = 0; k < 300; ++k) {
      a.step();
      b.step();
      ASSERT_EQ(a.pose().theta, b.pose().theta) << id << " in step " << k;
    }
  }
}

TEST(ProjectedSteps, BringAJointBackThatBeganOutsideItsLimits) {
  const ik::Multibody free = bodies::planar_arm(3);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  joints[1].upper = 0.5;
  const ik::Multibody arm(joints, {free.effectors().begin(), free.effectors().end()});
  // solvers and trackers move a pose into the limits; this caller does not
  ik::Pose pose = ik::pose_at(arm, Eigen::Vector3d(0.0, 1.0, 0.0)), before;
  const std::vector<Eigen::Vector3d> targets = {{4.0, 0.4, 0.0}};
  const ik::AnyMethod method = ik::find_method("dls")->create();
  ik::LimitedStep limited;
  ik::Workspace w;
  for (int k = 0; k < 400; ++k) {
    limited.propose(method, {arm, pose, targets}, {0.5}, ik::LimitRule::kProject, w);
    ik::take_step(arm, w.dtheta, true, pose, before);
    EXPECT_LE(pose.theta[1], std::max(before.theta[1], 0.5)) << k;
  }
  EXPECT_LT(pose.theta[1], 0.5);
}

}  // namespace
