#include "ik/methods/newton.h"

#include <functional>

#include "ik/methods/dls.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/objective.h"
#include "support/algebra.h"
#include "support/step.h"

namespace {

using Points = std::vector<Eigen::Vector3d>;

/// Newton's step by its definition, without regularisation.
ik::Newton plain() {
  ik::Newton newton;
  newton.floor = 0.0;
  newton.radius = 1.0;
  return newton;
}

ik::MatrixX hessian(const ik::Problem& problem) {
  ik::MatrixX J, scratch, H;
  ik::VectorX e;
  ik::task_jacobian(problem, J);
  ik::task_error(problem, e);
  ik::task_hessian(problem, J, e, scratch, H);
  return H;
}

double cost(const ik::Multibody& body, const ik::VectorX& theta, const Points& targets) {
  double sum = 0.0;
  const Points at = bodies::effectors_at(body, theta);
  for (std::size_t i = 0; i < at.size(); ++i) sum += 0.5 * (targets[i] - at[i]).squaredNorm();
  return sum;
}

/// Number of updates with fixed targets until done(theta); at most 1000.
int updates_until(const ik::AnyMethod& method, const ik::Multibody& body, ik::VectorX theta,
                  const Points& targets, const std::function<bool(const ik::VectorX&)>& done) {
  ik::Workspace workspace;
  int updates = 0;
  for (; updates < 1000 && !done(theta); ++updates) {
    const ik::Pose pose = ik::pose_at(body, theta);
    method.step({body, pose, targets}, workspace);
    theta += workspace.dtheta;
  }
  return updates;
}

TEST(Hessian, IsWhatSecondDifferencesOfTheErrorShowOnTreesOfAllJoints) {
  for (int seed = 0; seed < 6; ++seed) {
    const int n = 4 + seed;
    const ik::Multibody body = bodies::random_tree(seed, n, 1 + seed % 4);
    bodies::Numbers numbers(20 + seed);
    const ik::VectorX theta = numbers.vector(n);
    Points targets;
    for (int i = 0; i < body.effector_count(); ++i) targets.push_back(3.0 * numbers.vector());
    const ik::Pose pose = ik::pose_at(body, theta);
    const ik::MatrixX H = hessian({body, pose, targets});

    const double h = 1e-3;  // rounding 1e-15 / h^2 and truncation h^2 are both below 1e-5
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) {
        const ik::VectorX u = h * ik::VectorX::Unit(n, a);
        const ik::VectorX v = h * ik::VectorX::Unit(n, b);
        const double difference =
            (cost(body, theta + u + v, targets) - cost(body, theta + u - v, targets) -
             cost(body, theta - u + v, targets) + cost(body, theta - u - v, targets)) /
            (4.0 * h * h);
        EXPECT_NEAR(H(a, b), difference, 1e-4) << seed << ": " << a << ", " << b;
      }
    }
    EXPECT_EQ(H, H.transpose());
  }
}

TEST(Hessian, IsWhatDifferencesOfTheGradientShowToNineDigits) {
  for (int seed = 0; seed < 6; ++seed) {
    const ik::Multibody body = bodies::random_tree(seed, 9, 3);
    bodies::Numbers numbers(30 + seed);
    const ik::VectorX theta = numbers.vector(9);
    const Points targets = {numbers.vector(), 3.0 * numbers.vector(), 9.0 * numbers.vector()};
    const auto gradient = [&](const ik::VectorX& at) {
      const ik::Pose pose = ik::pose_at(body, at);
      ik::MatrixX J;
      ik::VectorX e;
      ik::task_jacobian({body, pose, targets}, J);
      ik::task_error({body, pose, targets}, e);
      return ik::VectorX(-J.transpose() * e);
    };
    const ik::Pose pose = ik::pose_at(body, theta);
    const ik::MatrixX H = hessian({body, pose, targets});
    const double h = 1e-5;
    for (int b = 0; b < 9; ++b) {
      const ik::VectorX u = h * ik::VectorX::Unit(9, b);
      const ik::VectorX difference = (gradient(theta + u) - gradient(theta - u)) / (2.0 * h);
      EXPECT_LT((H.col(b) - difference).norm(), 1e-7) << seed << ": " << b;
    }
  }
}

TEST(Hessian, TakesAClampedErrorForATargetThatStandsNearer) {
  const ik::Multibody body = bodies::forked_tree();
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const Points far = {{3.0, 4.0, 1.0}, {-2.0, 3.0, 5.0}};
  const double d_max[] = {0.2, 0.3};
  Points near;
  for (int i = 0; i < 2; ++i) {
    const Eigen::Vector3d s = pose.effector.col(i);
    near.push_back(s + d_max[i] * (far[static_cast<std::size_t>(i)] - s).normalized());
  }
  const ik::MatrixX clamped = hessian({body, pose, far, ik::JacobianKind::kEffector, d_max});
  EXPECT_LT((clamped - hessian({body, pose, near})).norm(), 1e-12);
}

TEST(Hessian, ScalesWithTheMobilityOnBothSides) {
  const ik::Multibody body = bodies::random_tree(3, 7, 2);
  const ik::Pose pose = ik::pose_at(body, bodies::Numbers(2).vector(7));
  const Points targets = {{1.0, 2.0, 3.0}, {-2.0, 1.0, 0.5}};
  const std::vector<double> mobility = {0.5, 2.0, 0.0, 1.0, 0.7, 1.5, 0.1};
  const auto M = Eigen::Map<const ik::VectorX>(mobility.data(), 7).asDiagonal();
  ik::Problem scaled = {body, pose, targets};
  scaled.mobility = mobility;
  ik::Workspace w;
  w.begin(scaled);
  ik::MatrixX scratch, H;
  ik::task_hessian(scaled, w.jacobian(scaled), w.error(scaled), scratch, H);
  EXPECT_LT((H - M * hessian({body, pose, targets}) * M).norm(), 1e-12);
}

TEST(Newton, StepsToTheLowestPointOfItsModelWithinTheRegion) {
  // the conditions of More and Sorensen, which hold only at the minimum: (H + sigma) d = J^T e,
  // H + sigma positive definite, and sigma = floor unless the step ends on the region's boundary
  const ik::Multibody body = bodies::forked_tree();  // hinges only, so that D = scale I
  for (int seed = 0; seed < 30; ++seed) {
    ik::Newton newton;
    newton.radius = seed % 3 == 0 ? 2.0 : 0.1;
    Step step = random_step(body, seed);
    const ik::VectorX d = step.take(newton);
    const ik::MatrixX H = hessian(step.problem());
    const double scale = step.J().squaredNorm() / body.joint_count();
    const ik::VectorX rest = step.J().transpose() * step.e() - H * d;
    const double sigma = rest.dot(d) / d.squaredNorm();
    EXPECT_LT((rest - sigma * d).norm(), 1e-9 * (1.0 + rest.norm())) << seed;
    const ik::VectorX curvature = algebra::eigenvalues(H);
    EXPECT_GT(curvature[0] + sigma, 0.0) << seed;
    EXPECT_GE(sigma, newton.floor * body.joint_count() * scale * (1.0 - 1e-9)) << seed;
    EXPECT_LE(d.norm(), 1.1 * newton.radius * (1.0 + 1e-12)) << seed;
    if (sigma > 1.0001 * newton.floor * body.joint_count() * scale) {
      EXPECT_GE(d.norm(), 0.9 * newton.radius) << seed;
    }
  }
}

TEST(Newton, PointsAStretchedArmAtATargetOutOfReach) {
  const ik::Multibody body = bodies::planar_arm(3);
  const Eigen::Vector3d target(3.0, 4.0, 0.0);
  const Eigen::Vector3d goal = 3.0 * target.normalized();
  ik::Newton newton;
  newton.radius = 1.0;
  const int updates =
      updates_until(ik::AnyMethod(newton), body, Eigen::Vector3d(0.3, 0.4, -0.5), {target},
                    [&](const ik::VectorX& theta) {
                      return (bodies::effectors_at(body, theta)[0] - goal).norm() < 1e-10;
                    });
  EXPECT_LE(updates, 15);
}

TEST(Newton, DoublesItsDigitsNearTheBestPoseOutOfReach) {
  // two links towards (5, 0): theta = 0 is the closest pose
  const ik::Multibody body = bodies::planar_arm(2);
  ik::Workspace workspace;
  const ik::AnyMethod newton(plain());
  ik::VectorX theta = Eigen::Vector2d(0.1, -0.05);
  const Points targets = {{5.0, 0.0, 0.0}};
  for (int i = 0; i < 3; ++i) {
    const double before = theta.norm();
    const ik::Pose pose = ik::pose_at(body, theta);
    newton.step({body, pose, targets}, workspace);
    theta += workspace.dtheta;
    EXPECT_LT(theta.norm(), before * before) << i;
  }
}

TEST(Newton, NeedsFewerUpdatesOutOfReachThanDampedLeastSquaresWithAnyDamping) {
  const ik::Multibody body = bodies::planar_arm(4);
  const Points targets = {{4.0, 4.0, 0.0}};
  const Eigen::Vector3d goal = 4.0 * targets[0].normalized();
  const auto arrived = [&](const ik::VectorX& theta) {
    return (bodies::effectors_at(body, theta)[0] - goal).norm() < 1e-6;
  };
  const ik::VectorX start = Eigen::Vector4d(0.6, 0.3, -0.2, 0.3);
  const int newton = updates_until(ik::AnyMethod(ik::Newton()), body, start, targets, arrived);
  for (const double lambda : {0.1, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0}) {
    EXPECT_LT(newton, updates_until(ik::AnyMethod(ik::Dls{lambda}), body, start, targets, arrived))
        << lambda;
  }
}

/// theta after a number of updates. targets_at(k) gives the targets of update k, from 1.
ik::VectorX follow(const ik::Multibody& body, ik::VectorX theta, int updates,
                   const std::function<Points(int)>& targets_at, double mobility_of_first = 1.0) {
  ik::Workspace workspace;
  const ik::AnyMethod newton = ik::find_method("newton")->create();
  std::vector<double> mobility(static_cast<std::size_t>(body.joint_count()), 1.0);
  mobility[0] = mobility_of_first;
  for (int k = 1; k <= updates; ++k) {
    const Points targets = targets_at(k);
    const ik::Pose pose = ik::pose_at(body, theta);
    ik::Problem problem{body, pose, targets};
    problem.mobility = mobility;
    newton.step(problem, workspace);
    for (int j = 0; j < body.joint_count(); ++j) {
      workspace.dtheta[j] *= mobility[static_cast<std::size_t>(j)];
    }
    ik::clamp_to_limits(body, theta, workspace.dtheta);
    theta += workspace.dtheta;
  }
  return theta;
}

TEST(Newton, FollowsATargetThatTurnsSteadilyInReachAndOutOfIt) {
  const ik::Multibody body = bodies::planar_arm(1);
  for (const double speed : {0.01, 0.1}) {  // rad per step
    for (const double distance : {1.0, 3.0}) {
      const auto targets = [&](int k) {
        return Points{distance * Eigen::Vector3d(std::cos(speed * k), std::sin(speed * k), 0.0)};
      };
      const ik::VectorX theta = follow(body, ik::VectorX::Zero(1), 600, targets);
      EXPECT_NEAR(theta[0], 600 * speed, 0.5 * speed) << distance;
    }
  }
}

TEST(Newton, FollowsASlidesTargetToTheLastDigit) {
  // error and motion are linear: following the target exactly is the plan of cost 0
  const ik::Multibody arm = bodies::slider_arm();
  const ik::Multibody slide({arm.joint(0)}, {{"hand", 0, Eigen::Vector3d::Zero()}});
  const auto targets = [](int k) { return Points{{0.02 * k, 0.0, 0.0}}; };
  const ik::VectorX theta = follow(slide, ik::VectorX::Zero(1), 1500, targets);
  EXPECT_NEAR(theta[0], 1500 * 0.02, 1e-9);
}

TEST(Newton, WeighsDistancesByTheRootsOfTheGoalsWeights) {
  // 2 |x - 1| + |x + 1| has its minimum at 1; squared distances would give 0.6
  const ik::Multibody arm = bodies::slider_arm();
  const ik::Multibody slide({arm.joint(0)},
                            {{"a", 0, Eigen::Vector3d::Zero()}, {"b", 0, Eigen::Vector3d::Zero()}});
  const double weights[] = {4.0, 1.0};
  ik::Workspace workspace;
  const ik::AnyMethod newton = ik::find_method("newton")->create();
  ik::VectorX theta = ik::VectorX::Zero(1);
  for (int k = 1; k <= 900; ++k) {
    const Points targets = {{1.0 + 0.001 * k, 0.0, 0.0}, {-1.0 + 0.001 * k, 0.0, 0.0}};
    const ik::Pose pose = ik::pose_at(slide, theta);
    ik::Problem problem{slide, pose, targets};
    problem.weights = weights;
    newton.step(problem, workspace);
    theta += workspace.dtheta;
  }
  EXPECT_NEAR(theta[0], 1.9, 0.02);
}

TEST(Newton, PlansAroundAJointThatIsFrozenOrAtItsLimit) {
  const ik::Multibody free = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  joints[0].lower = 0.0;
  joints[0].upper = 0.3;
  const ik::Multibody limited(joints, {free.effectors().begin(), free.effectors().end()});
  // out of reach on the left, so that the first joint helps only in one direction
  const auto targets = [](int k) { return Points{{-2.0, 3.0 + 0.5 * std::sin(0.01 * k), 0.0}}; };
  const Eigen::Vector2d start(0.3, 1.2);
  for (const int updates : {300, 500, 900}) {
    const Eigen::Vector3d elbow(std::cos(0.3), std::sin(0.3), 0.0);
    const Eigen::Vector3d way = targets(updates)[0] - elbow;
    const Eigen::Vector2d best(0.3, std::atan2(way.y(), way.x()) - 0.3);
    EXPECT_LT((follow(limited, start, updates, targets) - best).norm(), 0.002) << updates;
    EXPECT_LT((follow(free, start, updates, targets, 0.0) - best).norm(), 0.002) << updates;
  }
}

TEST(Newton, GivesBodiesOfAnySizeTheSameAngles) {
  const ik::Multibody arm = bodies::forked_tree();
  std::vector<ik::Joint> joints(arm.joints().begin(), arm.joints().end());
  std::vector<ik::Effector> effectors(arm.effectors().begin(), arm.effectors().end());
  for (ik::Joint& joint : joints) joint.parent_from_joint.translation() *= 100.0;
  for (ik::Effector& effector : effectors) effector.offset *= 100.0;
  const ik::Multibody large(joints, effectors);
  for (int seed = 0; seed < 5; ++seed) {
    bodies::Numbers numbers(seed);
    const ik::VectorX theta = numbers.vector(8);
    const Points near = {2.0 * numbers.vector(), 2.0 * numbers.vector()};
    const Points far = {100.0 * near[0], 100.0 * near[1]};
    const ik::VectorX expected = Step(arm, theta, near).take("newton");
    EXPECT_LT((Step(large, theta, far).take("newton") - expected).norm(), 1e-9) << seed;

    // moving targets
    const auto circling = [&](double size) {
      return [&near, size](int k) {
        const Eigen::Vector3d way(std::cos(0.05 * k), std::sin(0.04 * k), 0.3);
        return Points{size * (near[0] + 0.5 * way), size * (near[1] - 0.7 * way)};
      };
    };
    EXPECT_LT(
        (follow(arm, theta, 30, circling(1.0)) - follow(large, theta, 30, circling(100.0))).norm(),
        1e-6)
        << seed;
  }
}

TEST(Newton, SolvesABodyOfSlidesInOneStep) {
  std::vector<ik::Joint> joints(3);
  for (int j = 0; j < 3; ++j) {
    joints[static_cast<std::size_t>(j)].name = "slide" + std::to_string(j);
    joints[static_cast<std::size_t>(j)].type = ik::JointType::kPrismatic;
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].axis = Eigen::Vector3d(1.0, 0.3 * j, j == 2 ? 1.0 : 0.0);
  }
  const ik::Multibody body(joints, {{"hand", 2, Eigen::Vector3d::Zero()}});
  const Eigen::Vector3d target(30.0, -20.0, 10.0);
  const ik::VectorX d = Step(body, ik::VectorX::Zero(3), {target}).take(plain());
  EXPECT_LT((bodies::effectors_at(body, d)[0] - target).norm(), 1e-9);
}

TEST(Newton, IsTheSameForTheAlternateJacobian) {
  for (const bodies::Named& named : bodies::all()) {
    Step usual = random_step(named.body, 5);
    Step alternate = random_step(named.body, 5, ik::JacobianKind::kTarget);
    EXPECT_EQ(usual.take("newton"), alternate.take("newton")) << named.name;
  }
}

TEST(Newton, RemembersNoMotionAcrossAPoseThatItDidNotPropose) {
  const ik::Multibody body = bodies::forked_tree();
  const Points first = {{1.0, 1.0, 0.0}, {-1.0, 1.0, 0.0}};
  const Points second = {{1.0, 0.5, 0.5}, {-1.0, 1.5, 0.0}};
  const ik::VectorX elsewhere = ik::VectorX::Constant(8, -0.7);
  Step step(body, body.initial_theta(), first);
  step.take("newton");
  const ik::AnyMethod newton = ik::find_method("newton")->create();
  newton.step({body, ik::pose_at(body, elsewhere), second}, step.workspace);
  EXPECT_EQ(step.workspace.dtheta, Step(body, elsewhere, second).take("newton"));
}

}  // namespace
