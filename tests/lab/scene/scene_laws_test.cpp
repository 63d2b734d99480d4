#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "io/scene/scene_file.h"
#include "lab/run/run.h"

// The laws that every method keeps, on every scene that comes with the program.
namespace {

class SceneLaws : public testing::TestWithParam<std::string> {
 protected:
  lab::Scene scene_ = io::find_scene(GetParam());
};

/// What the effectors have reached where they are.
struct Goals {
  std::vector<Eigen::Vector3d> targets;
  std::vector<ik::Aim> aims;
};

Goals goals_at(const ik::Multibody& multibody, const ik::Pose& pose) {
  Goals goals;
  for (const ik::Effector& effector : multibody.effectors()) {
    goals.targets.emplace_back(pose.effector.col(static_cast<Eigen::Index>(goals.targets.size())));
    if (effector.aim == ik::AimKind::kNone) continue;
    const Eigen::Matrix3d axes = ik::effector_axes(pose, effector);
    goals.aims.push_back({axes * effector.pointer, axes});
  }
  return goals;
}

bool within_limits(const lab::Tracker& tracker) {
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    const ik::Joint& joint = tracker.multibody().joint(j);
    const double theta = tracker.pose().theta[j];
    if (theta < joint.lower || theta > joint.upper) return false;
  }
  return true;
}

TEST_P(SceneLaws, StaysFiniteWithinCapsAndLimitsWhateverTheTargets) {
  lab::Scene wild = scene_;
  for (std::size_t i = 0; i < wild.targets.size(); ++i) {
    const Eigen::Vector3d near(0.4, 0.9, 0.1 * static_cast<double>(i));
    wild.targets[i] = lab::TargetCurve(lab::JumpCurve{
        {near, {1e300, -1e300, 1.0}, {std::nan(""), 0.0, 0.0}, near, {-1e9, 1e200, 3.0}}, 0.2});
  }
  for (const lab::LimitRule rule :
       {lab::LimitRule::kClamp, lab::LimitRule::kActiveSet, lab::LimitRule::kProject}) {
    wild.settings.limits = rule;
    for (const ik::MethodInfo& info : ik::methods()) {
      lab::Tracker tracker(wild, info);
      for (int k = 0; k < 50; ++k) {
        tracker.step();
        ASSERT_TRUE(tracker.pose().theta.allFinite()) << info.id << " in step " << k;
        ASSERT_TRUE(within_limits(tracker)) << info.id << " in step " << k;
        ASSERT_LE(lab::kDegrees * lab::motion_of(tracker).largest,
                  tracker.max_angle() * 180.0 / M_PI + 1e-9);
      }
    }
  }
}

TEST_P(SceneLaws, StandsStillAtASolution) {
  // targets where the hands are after a while of tracking, aims as they are there
  lab::Tracker guide(scene_, *ik::find_method("dls"));
  for (int k = 0; k < 100; ++k) guide.step();
  const ik::Pose& pose = guide.pose();
  const Goals goals = goals_at(guide.multibody(), pose);
  ik::Problem problem{guide.multibody(), pose, goals.targets};
  problem.aims = goals.aims;
  for (const ik::MethodInfo& info : ik::methods()) {
    ik::Workspace w;
    const ik::AnyMethod method = info.create();
    EXPECT_EQ(method.step(problem, w), ik::Outcome::kReached) << info.id;
    const ik::VectorX motion =
        method.traits().moves_in_nullspace ? ik::VectorX(w.jacobian(problem) * w.dtheta) : w.dtheta;
    EXPECT_LT(motion.lpNorm<Eigen::Infinity>(), 1e-11) << info.id;
  }
}

TEST_P(SceneLaws, LowersTheErrorOfATargetNearby) {
  // the hands are led to where a little motion of every joint would take them
  lab::Tracker guide(scene_, *ik::find_method("dls"));
  for (int k = 0; k < 100; ++k) guide.step();
  const ik::VectorX start = guide.pose().theta;
  ik::VectorX goal = start;
  for (int j = 0; j < goal.size(); ++j) {
    const ik::Joint& joint = guide.multibody().joint(j);
    goal[j] = std::clamp(goal[j] + 0.04 * std::sin(1.0 + j), joint.lower, joint.upper);
  }
  const ik::Pose there = ik::pose_at(guide.multibody(), goal);
  const Goals goals = goals_at(guide.multibody(), there);
  for (const ik::MethodInfo& info : ik::methods()) {
    ik::Pose pose = ik::pose_at(guide.multibody(), start);
    ik::Problem problem{guide.multibody(), pose, goals.targets};
    problem.aims = goals.aims;
    const ik::AnyMethod method = info.create();
    ik::Workspace w;
    w.begin(problem);
    const double before = w.error(problem).norm();
    for (int k = 0; k < 80; ++k) {
      method.step(problem, w);
      pose.theta += w.dtheta;
      ik::forward_kinematics(guide.multibody(), pose);
    }
    w.begin(problem);
    EXPECT_LT(w.error(problem).norm(), 0.7 * before) << info.id;
  }
}

std::string scene_law_test_name(const testing::TestParamInfo<std::string>& scene) {
  std::string name = scene.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, SceneLaws, testing::ValuesIn(io::built_in_scenes()),
                         scene_law_test_name);

}  // namespace
