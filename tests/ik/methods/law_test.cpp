#include <gtest/gtest.h>

#include "ik/body/joint.h"
#include "support/step.h"

// What holds for every registered method on every body. A new row in src/ik/method.cpp is tested
// without an edit here.
namespace {

class EveryMethod : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  /// The method as it steps on that body, with what it does once for a body done.
  const ik::AnyMethod& method_for(const ik::Multibody& body) {
    method_.prepare(body, ik::kAllPortions);
    return method_;
  }

  ik::AnyMethod method_ = brief(GetParam());
};

double error_after(const ik::Multibody& body, const ik::MethodInfo& info, int steps,
                   ik::VectorX theta, const std::vector<Eigen::Vector3d>& targets) {
  ik::Workspace workspace;
  const ik::AnyMethod method = info.create();
  for (int i = 0; i < steps; ++i) {
    const ik::Pose pose = ik::pose_at(body, theta);
    method.step({body, pose, targets}, workspace);
    ik::clamp_max_angle(body, info.max_angle, workspace.dtheta);
    theta += workspace.dtheta;
  }
  const std::vector<Eigen::Vector3d> reached = bodies::effectors_at(body, theta);
  double square = 0.0;
  for (std::size_t i = 0; i < targets.size(); ++i)
    square += (targets[i] - reached[i]).squaredNorm();
  return std::sqrt(square);
}

TEST_P(EveryMethod, StandsStillAtASolution) {
  for (const bodies::Named& named : bodies::all()) {
    const ik::VectorX theta = bodies::Numbers(3).vector(named.body.joint_count());
    Step step(named.body, theta, bodies::effectors_at(named.body, theta));
    const ik::VectorX dtheta = step.take(method_for(named.body));
    // a method that looks after the posture may move, but not the effectors
    const ik::VectorX motion = method_.traits().moves_in_nullspace ? step.J() * dtheta : dtheta;
    EXPECT_LT(motion.lpNorm<Eigen::Infinity>(), 1e-12) << named.name;
    EXPECT_EQ(step.outcome, ik::Outcome::kReached) << named.name;
  }
}

TEST_P(EveryMethod, ComesToRestAtASolution) {
  if (!method_.traits().moves_in_nullspace) return;  // it rests from the first step on
  for (const bodies::Named& named : bodies::all()) {
    ik::VectorX theta = bodies::Numbers(3).vector(named.body.joint_count());
    const auto targets = bodies::effectors_at(named.body, theta);
    ik::Workspace workspace;
    double most = 0.0;
    for (int k = 0; k < 3000; ++k) {
      const ik::Pose pose = ik::pose_at(named.body, theta);
      method_for(named.body).step({named.body, pose, targets}, workspace);
      theta += workspace.dtheta;
      most = std::max(most, workspace.dtheta.lpNorm<Eigen::Infinity>());
    }
    EXPECT_LE(workspace.dtheta.lpNorm<Eigen::Infinity>(), 1e-6 * most + 1e-12) << named.name;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      EXPECT_LT((bodies::effectors_at(named.body, theta)[i] - targets[i]).norm(), 1e-6)
          << named.name;
    }
  }
}

TEST_P(EveryMethod, StaysFiniteWhateverTheTargets) {
  for (const bodies::Named& named : bodies::all()) {
    for (const double far : {1e-300, 1e-9, 1.0, 1e9, 1e150, 1e300, 1.7e308}) {
      for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
        bodies::Numbers numbers(4);
        const ik::VectorX theta = numbers.vector(named.body.joint_count());
        std::vector<Eigen::Vector3d> targets;
        for (int i = 0; i < named.body.effector_count(); ++i) {
          targets.push_back(far * numbers.vector());
        }
        Step step(named.body, theta, targets, kind);
        EXPECT_TRUE(step.take(method_for(named.body)).allFinite()) << named.name << " at " << far;
        EXPECT_NE(step.outcome, ik::Outcome::kNotFinite) << named.name << " at " << far;
      }
    }
  }
}

TEST_P(EveryMethod, TakesNoStepTowardsWhatIsNoNumber) {
  for (const bodies::Named& named : bodies::all()) {
    for (const double bad : {std::nan(""), ik::kUnlimited, -ik::kUnlimited}) {
      for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
        const ik::VectorX theta = bodies::Numbers(5).vector(named.body.joint_count());
        std::vector<Eigen::Vector3d> targets(static_cast<std::size_t>(named.body.effector_count()));
        targets.back().y() = bad;
        Step step(named.body, theta, targets, kind);
        EXPECT_TRUE(step.take(method_).isZero(0.0)) << named.name;
        EXPECT_EQ(step.outcome, ik::Outcome::kNotFinite) << named.name;
      }
    }
  }
}

TEST_P(EveryMethod, TakesNoStepFromAPoseThatIsNoNumber) {
  const ik::Multibody body = bodies::planar_arm(3);
  Step step(body, Eigen::Vector3d(0.1, std::nan(""), 0.1), {Eigen::Vector3d::Zero()});
  EXPECT_TRUE(step.take(method_).isZero(0.0));
  EXPECT_EQ(step.outcome, ik::Outcome::kNotFinite);
}

TEST_P(EveryMethod, RepeatsItselfToTheBit) {
  for (const bodies::Named& named : bodies::all()) {
    Step once = random_step(named.body, 6);
    Step again = random_step(named.body, 6);
    EXPECT_EQ(once.take(method_), again.take(method_)) << named.name;
  }
}

TEST_P(EveryMethod, GivesTheSameStepWithAWorkspaceThatHasSeenOtherProblems) {
  for (const bodies::Named& named : bodies::all()) {
    Step fresh = random_step(named.body, 7);
    const ik::VectorX expected = fresh.take(method_for(named.body));
    Step other = random_step(bodies::all()[0].body, 8);
    other.take(method_);
    method_.step(random_step(named.body, 9).problem(), other.workspace);
    EXPECT_EQ(other.workspace.dtheta.size(), named.body.joint_count());
    // what a method remembers on purpose is lost when something else is remembered
    other.workspace.memory<int>();
    method_.step(fresh.problem(), other.workspace);
    // to rounding, since the SVD starts where the last one ended
    EXPECT_LT((other.workspace.dtheta - expected).norm(), 1e-10 * (1.0 + expected.norm()))
        << named.name;
  }
}

TEST_P(EveryMethod, LowersTheErrorOnAnEasyProblem) {
  for (const bodies::Named& named : bodies::all()) {
    const ik::VectorX goal = 0.4 * bodies::Numbers(10).vector(named.body.joint_count()) +
                             ik::VectorX::Constant(named.body.joint_count(), 0.6);
    const ik::VectorX start = goal + 0.1 * bodies::Numbers(11).vector(named.body.joint_count());
    const auto targets = bodies::effectors_at(named.body, goal);
    const double before = error_after(named.body, GetParam(), 0, start, targets);
    const double after = error_after(named.body, GetParam(), 60, start, targets);
    EXPECT_LT(after, 0.5 * before) << named.name;
  }
}

TEST_P(EveryMethod, StartsDownhillOrEndsLower) {
  // Newton-like steps promise the first, which a long step may not keep; one joint at a time keeps
  // the second. Where goals are in order it is the first that counts
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 5; ++seed) {
      Step step = random_step(named.body, seed);
      const ik::VectorX dtheta = step.take(method_for(named.body));
      const Eigen::Index rows = method_.traits().orders_goals ? 3 : step.e().size();
      const bool downhill = (step.J() * dtheta).head(rows).dot(step.e().head(rows)) >= -1e-12;
      const ik::VectorX theta = step.problem().pose.theta + dtheta;
      double after = 0.0;
      for (std::size_t i = 0; i < step.problem().targets.size(); ++i) {
        const Eigen::Vector3d reached = bodies::effectors_at(named.body, theta)[i];
        after += (step.problem().targets[i] - reached).squaredNorm();
      }
      EXPECT_TRUE(downhill || after <= step.e().squaredNorm()) << named.name;
    }
  }
}

TEST_P(EveryMethod, ShowsParametersThatAreInRangeAndDoSomething) {
  // targets that move, and errors larger than all caps with a part in every singular direction; a
  // few steps, since some parameters say what becomes of what was learnt from the steps before; and
  // an obstacle in the midst, since some say how far to keep from it
  const ik::Obstacle obstacles[] = {{"ball", {0.7, 0.5, 0.1}, {0.7, 0.5, 0.1}, 0.2}};
  std::vector<bodies::Named> all = bodies::all();
  all.push_back({"Leg", bodies::leg()});
  const auto results = [&](const ik::AnyMethod& method) {
    std::vector<ik::VectorX> poses;
    for (const bodies::Named& named : all) {
      bodies::Numbers numbers(12);
      ik::Pose pose = ik::pose_at(named.body, 2.0 * numbers.vector(named.body.joint_count()));
      std::vector<Eigen::Vector3d> targets;
      for (int i = 0; i < named.body.effector_count(); ++i) {
        targets.push_back(2.0 * numbers.vector());
      }
      ik::Workspace workspace;
      for (int k = 0; k < 5; ++k) {
        ik::Problem problem{named.body, pose, targets};
        problem.obstacles = obstacles;
        method.step(problem, workspace);
        ik::clamp_max_angle(named.body, 0.3, workspace.dtheta);
        pose.theta += workspace.dtheta;
        ik::forward_kinematics(named.body, pose);
        for (Eigen::Vector3d& target : targets) target.x() += 0.05;
      }
      poses.push_back(pose.theta);
    }
    return poses;
  };
  const auto usual = results(method_);
  method_.visit([&](const ik::Knob& info, ik::KnobValue value) {
    EXPECT_NE(std::string(info.help), "") << info.name;
    ik::AnyMethod changed = method_;
    if (double** number = std::get_if<double*>(&value)) {
      EXPECT_GE(**number, info.min) << info.name;
      EXPECT_LE(**number, info.max) << info.name;
      EXPECT_TRUE(ik::set_param(changed, info.name, info.max));
      EXPECT_EQ(ik::get_param(changed, info.name), info.max);
      EXPECT_TRUE(info.accepts(info.min)) << info.name;
      for (const double beyond : {std::nextafter(info.least, -HUGE_VAL),
                                  std::nextafter(info.most, HUGE_VAL), std::nan("")}) {
        EXPECT_FALSE(ik::set_param(changed, info.name, beyond)) << info.name << " = " << beyond;
      }
      EXPECT_EQ(ik::get_param(changed, info.name), info.max) << "a refused value changes nothing";
    } else {
      EXPECT_TRUE(ik::set_param(changed, info.name, *std::get<bool*>(value) ? 0.0 : 1.0));
    }
    const bool high_differs = results(changed) != usual;
    ik::set_param(changed, info.name, info.min);
    EXPECT_TRUE(high_differs || results(changed) != usual) << info.name << " does nothing";
  });
  EXPECT_FALSE(ik::set_param(method_, "no such parameter", 1.0));
  EXPECT_EQ(ik::get_param(method_, "no such parameter"), std::nullopt);
}

TEST_P(EveryMethod, AppliesTheFilterItShows) {
  const ik::Multibody body = bodies::forked_tree();
  for (int seed = 0; seed < 5; ++seed) {
    Step step = random_step(body, seed);
    const ik::VectorX dtheta = step.take(method_for(body));
    ik::Svd svd;
    svd.compute(step.J());
    if (!method_.filter(1.0, 1.0)) continue;
    ik::VectorX filtered = ik::VectorX::Zero(dtheta.size());
    for (int i = 0; i < svd.count(); ++i) {
      filtered += *method_.filter(svd.sigma()[i], svd.sigma()[0]) * svd.U().col(i).dot(step.e()) *
                  svd.V().col(i);
    }
    EXPECT_LT((filtered - dtheta).norm(), 1e-10 * (1.0 + dtheta.norm()));
  }
}

TEST_P(EveryMethod, IsFoundByItsIdAndSaysWhatItIs) {
  EXPECT_EQ(ik::find_method(GetParam().id)->id, GetParam().id);
  for (const char* text : {GetParam().label, GetParam().group, GetParam().equation,
                           GetParam().reference, GetParam().help}) {
    EXPECT_NE(std::string(text), "");
  }
  EXPECT_GT(GetParam().max_angle, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod, testing::ValuesIn(ik::methods()), method_test_name);

TEST(Registry, HasNoIdTwiceAndNothingUnknown) {
  std::vector<std::string> ids;
  for (const ik::MethodInfo& info : ik::methods()) ids.emplace_back(info.id);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(ik::find_method("nonsense"), nullptr);
}

}  // namespace
