#include <gtest/gtest.h>

#include "ik/body/joint.h"
#include "ik/methods/ccd.h"
#include "ik/task/jacobian.h"
#include "ik/task/objective.h"
#include "support/aiming.h"
#include "support/count_allocations.h"
#include "support/difference_jacobian.h"
#include "support/step.h"

// Orientation and direction goals, and the weights of goals.
namespace {

using ik::VectorX;

/// A problem that owns everything it refers to.
struct Question {
  Question(const ik::Multibody& b, const VectorX& theta, int seed)
      : body(b), pose(ik::pose_at(b, theta)) {
    bodies::Numbers numbers(seed);
    for (int i = 0; i < b.effector_count(); ++i) targets.push_back(2.0 * numbers.vector());
    aims = bodies::random_aims(b, numbers);
    for (int g = 0; g < b.goal_count(); ++g) weights.push_back(1.2 + numbers.next());
  }
  ik::Problem problem() const {
    ik::Problem result{body, pose, targets};
    result.aims = aims;
    result.weights = weights;
    return result;
  }
  const ik::Multibody& body;
  ik::Pose pose;
  std::vector<Eigen::Vector3d> targets;
  std::vector<ik::Aim> aims;
  std::vector<double> weights;
};

/// Rotation of the joint times the effector's own rotation.
Eigen::Matrix3d axes_of(const ik::Effector& effector, const ik::Pose& pose) {
  return pose.world_from_joint(effector.joint).linear() * effector.rotation;
}

/// Half the weighted sum of squares by its definition: angles from the trace, chords from the law
/// of cosines.
double half_squares(const Question& q, const VectorX& theta) {
  const ik::Pose pose = ik::pose_at(q.body, theta);
  double sum = 0.0;
  std::size_t aim = 0;
  for (int i = 0; i < q.body.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    sum += 0.5 * q.weights[at] * (q.targets[at] - pose.effector.col(i)).squaredNorm();
    const ik::Effector& effector = q.body.effector(i);
    if (effector.aim == ik::AimKind::kNone) continue;
    const Eigen::Matrix3d R = axes_of(effector, pose);
    double square = 0.0;
    if (effector.aim == ik::AimKind::kOrientation) {
      const double cosine = 0.5 * ((q.aims[aim].orientation * R.transpose()).trace() - 1.0);
      square = std::pow(std::acos(std::clamp(cosine, -1.0, 1.0)), 2);
    } else {
      square = 2.0 - 2.0 * (R * effector.pointer).dot(q.aims[aim].direction.normalized());
    }
    const auto goal = static_cast<std::size_t>(q.body.effector_count()) + aim++;
    sum += 0.5 * q.weights[goal] * effector.lever * effector.lever * square;
  }
  return sum;
}

TEST(Aims, RowsComeAfterThePositionsAndAreTheDerivativeOfTheAim) {
  for (const bodies::Named& named : bodies::aiming()) {
    const VectorX theta = bodies::Numbers(1).vector(named.body.joint_count());
    const ik::Pose pose = ik::pose_at(named.body, theta);
    const std::vector<Eigen::Vector3d> targets(
        static_cast<std::size_t>(named.body.effector_count()));
    ik::MatrixX J;
    ik::task_jacobian({named.body, pose, targets}, J);
    ASSERT_EQ(J.rows(), 3 * (named.body.effector_count() + named.body.aim_count()));
    int row = 3 * named.body.effector_count();
    for (const ik::Effector& effector : named.body.effectors()) {
      if (effector.aim == ik::AimKind::kNone) continue;
      const Eigen::Matrix3d R = axes_of(effector, pose);
      for (int j = 0; j < named.body.joint_count(); ++j) {
        VectorX ahead = theta, behind = theta;
        ahead[j] += 1e-5;
        behind[j] -= 1e-5;
        const Eigen::Matrix3d rate = (axes_of(effector, ik::pose_at(named.body, ahead)) -
                                      axes_of(effector, ik::pose_at(named.body, behind))) /
                                     2e-5;
        Eigen::Vector3d expected = rate * effector.pointer;
        if (effector.aim == ik::AimKind::kOrientation) {
          const Eigen::Matrix3d spin = rate * R.transpose();  // [omega]x
          expected = {spin(2, 1), spin(0, 2), spin(1, 0)};
        }
        EXPECT_LT((J.block<3, 1>(row, j) - effector.lever * expected).norm(), 1e-9) << named.name;
      }
      row += 3;
    }
    EXPECT_LT((J - difference_jacobian(named.body, theta)).norm(), 1e-8) << named.name;
  }
}

TEST(Aims, GradientAndHessianAreThoseOfTheWeightedSquares) {
  for (const bodies::Named& named : bodies::aiming()) {
    const int n = named.body.joint_count();
    for (int seed = 0; seed < 4; ++seed) {
      const VectorX theta = bodies::Numbers(seed).vector(n);
      const Question q(named.body, theta, seed);
      ik::Workspace w;
      w.begin(q.problem());
      const VectorX g = w.jacobian(q.problem()).transpose() * w.error(q.problem());
      ik::MatrixX scratch, H;
      ik::task_hessian(q.problem(), w.jacobian(q.problem()), w.error(q.problem()), scratch, H);
      EXPECT_LT((H - H.transpose()).norm(), 1e-12);
      const double h = 1e-4;
      for (int b = 0; b < n; ++b) {
        const VectorX u = h * VectorX::Unit(n, b);
        const double slope = (half_squares(q, theta + u) - half_squares(q, theta - u)) / (2.0 * h);
        EXPECT_NEAR(-g[b], slope, 2e-6) << named.name << " " << seed;
        for (int a = 0; a <= b; ++a) {
          const VectorX v = 10.0 * h * VectorX::Unit(n, a);
          const double bend =
              (half_squares(q, theta + 10.0 * u + v) - half_squares(q, theta + 10.0 * u - v) -
               half_squares(q, theta - 10.0 * u + v) + half_squares(q, theta - 10.0 * u - v)) /
              (400.0 * h * h);
          EXPECT_NEAR(H(a, b), bend, 5e-5) << named.name << " " << seed << ": " << a << " " << b;
        }
      }
    }
  }
}

TEST(Aims, ObjectiveChangeIsTheDifferenceOfTheWeightedSquares) {
  for (const bodies::Named& named : bodies::aiming()) {
    for (int seed = 0; seed < 6; ++seed) {
      bodies::Numbers numbers(seed + 90);
      const VectorX from = numbers.vector(named.body.joint_count());
      const VectorX to = numbers.vector(named.body.joint_count());
      const Question q(named.body, from, seed);
      EXPECT_NEAR(ik::objective_change(q.problem(), ik::pose_at(named.body, to)),
                  half_squares(q, to) - half_squares(q, from), 1e-12)
          << named.name;
    }
  }
}

TEST(Aims, OneJointsObjectiveCountsAnglesAsChords) {
  // as in coordinate descent, 2 (1 - cos) of the angle replaces its square
  for (const bodies::Named& named : bodies::aiming()) {
    const int n = named.body.joint_count();
    const VectorX theta = bodies::Numbers(3).vector(n);
    const Question q(named.body, theta, 3);
    const auto chords = [&](const VectorX& at) {
      const ik::Pose pose = ik::pose_at(named.body, at);
      double sum = 0.0;
      int aim = 0;
      for (int i = 0; i < named.body.effector_count(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        sum += 0.5 * q.weights[index] * (q.targets[index] - pose.effector.col(i)).squaredNorm();
        const ik::Effector& effector = named.body.effector(i);
        if (effector.aim == ik::AimKind::kNone) continue;
        const Eigen::Matrix3d R = axes_of(effector, pose);
        const ik::Aim& wanted = q.aims[static_cast<std::size_t>(aim)];
        const double cosine = effector.aim == ik::AimKind::kOrientation
                                  ? 0.5 * ((wanted.orientation.transpose() * R).trace() - 1.0)
                                  : (R * effector.pointer).dot(wanted.direction.normalized());
        const auto goal = static_cast<std::size_t>(named.body.effector_count() + aim++);
        sum += q.weights[goal] * effector.lever * effector.lever * (1.0 - cosine);
      }
      return sum;
    };
    ik::GoalFrames bearings;
    ik::compute_goal_frames(q.problem(), q.pose, bearings);
    for (int j = 0; j < n; ++j) {
      const ik::JointObjective f = ik::joint_objective(named.body, j, q.pose, bearings);
      for (const double x : {-2.0, 0.3, 1.0}) {
        VectorX moved = theta;
        moved[j] += x;
        EXPECT_NEAR(f(x), chords(moved) - chords(theta), 1e-12) << named.name << " " << j;
        ik::GoalFrames after = bearings;
        ik::move_goal_frames(named.body, j, q.pose, x, after);
        ik::GoalFrames expected;
        const ik::Pose there = ik::pose_at(named.body, moved);
        ik::compute_goal_frames(q.problem(), there, expected);
        EXPECT_LT((after.effectors - expected.effectors).norm(), 1e-12);
        EXPECT_LT((after.axes - expected.axes).norm(), 1e-12);
      }
    }
  }
}

TEST(Aims, ClampHoldsForTheAimOfAnEffectorToo) {
  const ik::Multibody& body = bodies::aiming()[1].body;
  Question q(body, body.initial_theta(), 5);
  const double d_max[] = {0.05, 0.1};
  ik::Problem problem = q.problem();
  problem.d_max = d_max;
  VectorX e;
  ik::task_error(problem, e);
  for (int g = 0; g < 4; ++g) {
    EXPECT_NEAR(e.segment<3>(3 * g).norm(), d_max[g % 2] * problem.root_weight(g), 1e-12);
  }
}

TEST(Aims, OppositeAndMissingDirectionsAskForNothingWrong) {
  const Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX();
  using enum ik::AimKind;
  EXPECT_TRUE(ik::aim_error(kDirection, R, x, {Eigen::Vector3d::Zero(), R}).isZero(0.0));
  EXPECT_EQ(ik::aim_error(kDirection, R, x, {-1e300 * x, R}), -2.0 * x);
  const Eigen::Matrix3d half_turn = Eigen::Vector3d(-1.0, -1.0, 1.0).asDiagonal();
  EXPECT_NEAR(ik::aim_error(kOrientation, R, x, {x, half_turn}).norm(), M_PI, 1e-12);
  EXPECT_TRUE(ik::aim_error(kNone, R, x, {x, half_turn}).isZero(0.0));
}

// Aims in every method -----------------------------------------------------------------------

class EveryMethodWithAims : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  /// The pose after a number of updates.
  static VectorX track(const ik::AnyMethod& method, Question& q, int updates) {
    ik::Workspace w;
    for (int i = 0; i < updates; ++i) {
      method.step(q.problem(), w);
      ik::clamp_max_angle(q.body, GetParam().max_angle, w.dtheta);
      q.pose.theta += w.dtheta;
      ik::forward_kinematics(q.body, q.pose);
    }
    return q.pose.theta;
  }
};

TEST_P(EveryMethodWithAims, LowersTheWeightedErrorOnAnEasyProblem) {
  for (const bodies::Named& named : bodies::aiming()) {
    const int n = named.body.joint_count();
    const VectorX goal = 0.4 * bodies::Numbers(10).vector(n) + VectorX::Constant(n, 0.6);
    const VectorX start = goal + 0.1 * bodies::Numbers(11).vector(n);
    Question q(named.body, start, 1);
    q.targets = bodies::effectors_at(named.body, goal);
    q.aims = bodies::aims_at(named.body, goal);
    const double before = half_squares(q, start);
    EXPECT_LT(half_squares(q, track(GetParam().create(), q, 60)), 0.5 * before) << named.name;
  }
}

TEST_P(EveryMethodWithAims, StaysFiniteAndRepeatsItself) {
  for (const bodies::Named& named : bodies::aiming()) {
    const VectorX theta = bodies::Numbers(2).vector(named.body.joint_count());
    ik::AnyMethod method = brief(GetParam());
    method.prepare(named.body, ik::kAllPortions);
    for (const double far : {1e-9, 1.0, 1e150, 1e300}) {
      Question once(named.body, theta, 4);
      for (ik::Aim& aim : once.aims) aim.direction *= far;
      Question again = once;
      const VectorX end = track(method, once, 5);
      EXPECT_TRUE(end.allFinite()) << named.name << " at " << far;
      EXPECT_EQ(end, track(method, again, 5)) << named.name << " at " << far;
    }
  }
}

TEST_P(EveryMethodWithAims, TakesNoStepTowardsAnAimThatIsNoNumber) {
  for (const bodies::Named& named : bodies::aiming()) {
    const VectorX theta = bodies::Numbers(2).vector(named.body.joint_count());
    Question q(named.body, theta, 4);
    for (ik::Aim& aim : q.aims) aim = {{NAN, 1.0, 0.0}, Eigen::Matrix3d::Constant(INFINITY)};
    ik::Workspace w;
    EXPECT_EQ(GetParam().create().step(q.problem(), w), ik::Outcome::kNotFinite) << named.name;
    EXPECT_TRUE(w.dtheta.isZero(0.0)) << named.name;
  }
}

TEST_P(EveryMethodWithAims, AllocatesNothingOnceWarm) {
  for (const bodies::Named& named : bodies::aiming()) {
    Question q(named.body, bodies::Numbers(2).vector(named.body.joint_count()), 4);
    const ik::AnyMethod method = brief(GetParam());
    ik::Workspace w;
    method.step(q.problem(), w);
    const std::size_t before = allocation_count();
    for (int i = 0; i < 20; ++i) {
      q.pose.theta += 0.1 * w.dtheta;
      ik::forward_kinematics(named.body, q.pose);
      method.step(q.problem(), w);
    }
    EXPECT_EQ(allocation_count(), before) << named.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethodWithAims, testing::ValuesIn(ik::methods()),
                         method_test_name);

TEST(Aims, AnEffectorsAxesAreItsJointsTimesItsRotation) {
  for (const bodies::Named& named : bodies::aiming()) {
    const ik::Pose pose =
        ik::pose_at(named.body, bodies::Numbers(8).vector(named.body.joint_count()));
    for (const ik::Effector& effector : named.body.effectors()) {
      EXPECT_EQ(ik::effector_axes(pose, effector), axes_of(effector, pose));
      // without its own rotation the axes equal the joint's, bit for bit
      ik::Effector plain = effector;
      plain.rotation.setIdentity();
      EXPECT_EQ(ik::effector_axes(pose, plain), pose.world_from_joint(effector.joint).linear());
    }
  }
}

TEST(Aims, ARotationThatIsNoneIsRefused) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  const auto refused = [&arm](const Eigen::Matrix3d& rotation) {
    ik::Effector tip = arm.effector(0);
    tip.rotation = rotation;
    try {
      ik::Multibody({arm.joints().begin(), arm.joints().end()}, {tip});
    } catch (const std::invalid_argument& error) {
      return std::string(error.what()) == "effector 'tip': its rotation is no rotation matrix";
    }
    return false;
  };
  const Eigen::Matrix3d identity = Eigen::Matrix3d::Identity();
  EXPECT_FALSE(refused(identity));
  EXPECT_FALSE(refused(Eigen::AngleAxisd(2.0, Eigen::Vector3d(1, 2, 3).normalized()).matrix()));
  EXPECT_TRUE(refused(2.0 * identity));
  EXPECT_TRUE(refused(Eigen::Vector3d(1.0, 1.0, -1.0).asDiagonal()));
  EXPECT_TRUE(refused(Eigen::Matrix3d::Zero()));
  EXPECT_TRUE(refused(std::numeric_limits<double>::quiet_NaN() * identity));
}

}  // namespace
