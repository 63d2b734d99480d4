#include "ik/methods/fabrik.h"

#include <gtest/gtest.h>

#include "ik/methods/ccd.h"
#include "support/step.h"

// FABRIK on points against geometry, and the hinges that follow the points.
namespace {

using Eigen::Vector3d;
using ik::VectorX;

constexpr double kAlike[] = {1.0, 1.0, 1.0};

ik::PointTree chain(const std::vector<Vector3d>& places) {
  ik::PointTree tree;
  for (std::size_t i = 0; i < places.size(); ++i) {
    tree.add(static_cast<int>(i) - 1, i + 1 == places.size() ? 0 : -1, places[i]);
  }
  ik::compute_pulls(tree, kAlike);
  return tree;
}

/// A base and a trunk of two links that forks into two arms; one arm forks again.
ik::PointTree branching(int seed) {
  bodies::Numbers numbers(seed);
  ik::PointTree tree;
  const int parents[] = {-1, 0, 1, 2, 3, 2, 5, 5, 7};
  const int ends[] = {-1, -1, -1, -1, 0, -1, 1, -1, 2};
  for (int i = 0; i < 9; ++i) {
    const Vector3d from =
        i == 0 ? Vector3d::Zero() : tree.nodes[static_cast<std::size_t>(parents[i])].at;
    tree.add(parents[i], ends[i], from + 0.6 * numbers.vector() + Vector3d(0.0, 0.7, 0.0));
  }
  ik::compute_pulls(tree, kAlike);
  return tree;
}

double largest_stretch(const ik::PointTree& tree) {
  double largest = 0.0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].parent < 0) {
      largest = std::max(largest, (tree.nodes[i].at - tree.nodes[i].base).norm());
      continue;
    }
    const auto parent = static_cast<std::size_t>(tree.nodes[i].parent);
    const double now = (tree.nodes[i].at - tree.nodes[parent].at).norm();
    largest = std::max(largest, std::abs(now - tree.nodes[i].length));
  }
  return largest;
}

TEST(FabrikPass, EndsWhereTheLawOfCosinesPutsTheElbow) {
  for (int seed = 0; seed < 20; ++seed) {
    bodies::Numbers numbers(seed);
    const Vector3d base = numbers.vector();
    const Vector3d elbow = base + 0.9 * numbers.vector().normalized();
    const Vector3d hand = elbow + 0.7 * numbers.vector().normalized();
    const Vector3d way = numbers.vector().normalized();
    const double far = 0.9 + 0.5 * numbers.next();
    const std::vector<Vector3d> targets = {base + far * way};
    ik::PointTree tree = chain({base, elbow, hand});
    for (int i = 0; i < 2000; ++i) ik::fabrik_pass(tree, targets);
    // a pass stays in the plane of base, elbow and target
    const Vector3d side = (elbow - base - way.dot(elbow - base) * way).normalized();
    const double along = (0.81 + far * far - 0.49) / (2.0 * far);
    const Vector3d expected = base + along * way + std::sqrt(0.81 - along * along) * side;
    // the elbow may be on either side of the line from base to target
    const Vector3d mirrored = base + along * way - std::sqrt(0.81 - along * along) * side;
    const double off =
        std::min((tree.nodes[1].at - expected).norm(), (tree.nodes[1].at - mirrored).norm());
    EXPECT_LT(off, 1e-9) << seed;
    EXPECT_LT((tree.nodes[2].at - targets[0]).norm(), 1e-9) << seed;
  }
}

TEST(FabrikPass, KeepsEveryLengthAndEveryBase) {
  for (int seed = 0; seed < 20; ++seed) {
    ik::PointTree tree = branching(seed);
    bodies::Numbers numbers(seed + 50);
    for (int i = 0; i < 10; ++i) {
      const double far = std::pow(10.0, 3.0 * numbers.next());
      ik::fabrik_pass(tree, std::vector<Vector3d>{far * numbers.vector(), far * numbers.vector(),
                                                  far * numbers.vector()});
      EXPECT_LT(largest_stretch(tree), 1e-12) << seed;
    }
  }
}

TEST(FabrikPass, KeepsLengthsWhereATargetIsOnAJoint) {
  for (const Vector3d& target : {Vector3d(1.0, 0.0, 0.0), Vector3d(0.0, 0.0, 0.0)}) {
    ik::PointTree tree = chain({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}});
    ik::fabrik_pass(tree, std::vector<Vector3d>{target});
    EXPECT_LT(largest_stretch(tree), 1e-15);
  }
  ik::PointTree lone = chain({{1.0, 2.0, 3.0}, {1.0, 3.0, 3.0}});
  ik::fabrik_pass(lone, std::vector<Vector3d>{{1.0, 2.0, 3.0}});
  EXPECT_EQ(lone.nodes[1].at, Vector3d(1.0, 3.0, 3.0));
}

TEST(FabrikPass, StretchesTowardsATargetOutOfReach) {
  bodies::Numbers numbers(3);
  const std::vector<Vector3d> places = {numbers.vector(), numbers.vector(), numbers.vector(),
                                        numbers.vector()};
  ik::PointTree tree = chain(places);
  double reach = 0.0;
  for (const auto& node : tree.nodes) reach += node.length;
  for (const double far : {1.0, 1.5, 1e60}) {
    const Vector3d way = numbers.vector().normalized();
    ik::fabrik_pass(tree, std::vector<Vector3d>{places[0] + far * reach * way});
    double along = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      along += tree.nodes[i].length;
      EXPECT_LT((tree.nodes[i].at - (places[0] + along * way)).norm(), 1e-12) << far;
    }
  }
}

TEST(FabrikPass, TakesAllEndsOfATreeToTargetsThatItCanReach) {
  for (int seed = 0; seed < 20; ++seed) {
    ik::PointTree tree = branching(seed);
    // random angles of the same tree give reachable targets
    bodies::Numbers numbers(seed + 20);
    std::vector<Vector3d> bent(tree.nodes.size()), targets(3);
    for (std::size_t i = 0; i < bent.size(); ++i) {
      const auto& node = tree.nodes[i];
      bent[i] = tree.nodes[i].at;
      if (node.parent < 0) continue;
      const auto parent = static_cast<std::size_t>(node.parent);
      const Vector3d way = tree.nodes[i].at - tree.nodes[parent].at + 0.4 * numbers.vector();
      bent[i] = bent[parent] + node.length * way.normalized();
      if (node.effector >= 0) targets[static_cast<std::size_t>(node.effector)] = bent[i];
    }
    for (int i = 0; i < 3000; ++i) ik::fabrik_pass(tree, targets);
    for (std::size_t i = 0; i < bent.size(); ++i) {
      if (tree.nodes[i].effector < 0) continue;
      EXPECT_LT((tree.nodes[i].at - bent[i]).norm(), 1e-4) << seed << " point " << i;
    }
  }
}

TEST(FabrikPass, LetsEveryEndPullAlikeHoweverTheTreeIsCutUp) {
  // three ends on one sub-base, against one there and two on a second sub-base at the same place
  const std::vector<Vector3d> targets = {{1.0, 1.5, 0.0}, {-1.0, 1.4, 0.5}, {-0.6, 1.8, -0.3}};
  ik::PointTree flat, cut;
  for (ik::PointTree* tree : {&flat, &cut}) {
    tree->add(-1, -1, {0.0, 0.0, 0.0});
    tree->add(0, -1, {0.0, 1.0, 0.0});
    tree->add(1, 0, {0.5, 1.5, 0.0});
    const int carrier = tree == &cut ? tree->add(1, -1, {0.0, 1.0, 0.0}) : 1;
    tree->add(carrier, 1, {-0.5, 1.5, 0.0});
    tree->add(carrier, 2, {0.0, 1.5, 0.4});
    ik::compute_pulls(*tree, kAlike);
    ik::fabrik_pass(*tree, targets);
  }
  EXPECT_LT((flat.nodes[1].at - cut.nodes[1].at).norm(), 1e-14);
  // one pass by hand: mean of three points, each one link length from its target
  const Vector3d old(0.0, 1.0, 0.0);
  const double lengths[] = {std::sqrt(0.5), std::sqrt(0.5), std::sqrt(0.41)};
  Vector3d mean = Vector3d::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    mean += (targets[i] + lengths[i] * (old - targets[i]).normalized()) / 3.0;
  }
  EXPECT_LT((flat.nodes[1].at - mean.normalized()).norm(), 1e-14);
}

TEST(FabrikPass, TakesEndsAtTheirWeights) {
  const std::vector<Vector3d> targets = {{1.0, 1.5, 0.0}, {-1.0, 1.4, 0.5}};
  const auto sub_base = [&](double first, double second) {
    ik::PointTree tree;
    tree.add(-1, -1, {0.0, 0.0, 0.0});
    tree.add(0, -1, {0.0, 1.0, 0.0});
    tree.add(1, 0, {0.5, 1.5, 0.0});
    tree.add(1, 1, {-0.5, 1.5, 0.0});
    ik::compute_pulls(tree, std::vector<double>{first, second});
    ik::fabrik_pass(tree, targets);
    EXPECT_LT(largest_stretch(tree), 1e-14);
    return tree.nodes[1].at;
  };
  Vector3d asked[2];
  for (std::size_t i = 0; i < 2; ++i) {
    asked[i] = targets[i] + std::sqrt(0.5) * (Vector3d(0.0, 1.0, 0.0) - targets[i]).normalized();
  }
  EXPECT_LT((sub_base(3.0, 1.0) - (0.75 * asked[0] + 0.25 * asked[1]).normalized()).norm(), 1e-14);
  EXPECT_LT((sub_base(0.0, 0.5) - asked[1].normalized()).norm(), 1e-14);
}

// The method -----------------------------------------------------------------------------------

/// A chain with links of these lengths, each on three hinges with a common center.
ik::Multibody ball_chain(const std::vector<double>& lengths) {
  std::vector<ik::Joint> joints;
  for (std::size_t link = 0; link < lengths.size(); ++link) {
    for (int axis = 0; axis < 3; ++axis) {
      ik::Joint joint;
      joint.name = std::to_string(joints.size());
      joint.parent = static_cast<int>(joints.size()) - 1;
      joint.axis = Vector3d::Unit((axis + static_cast<int>(link)) % 3);
      if (axis == 0 && link > 0) joint.parent_from_joint.translation().x() = lengths[link - 1];
      joint.initial = 0.3 + 0.1 * axis;
      joints.push_back(joint);
    }
  }
  const int last = static_cast<int>(joints.size()) - 1;
  return ik::Multibody(joints, {{"hand", last, lengths.back() * Vector3d::UnitX()}});
}

VectorX iterated(const ik::Multibody& body, VectorX theta, const std::vector<Vector3d>& targets,
                 int steps, const ik::Fabrik& method = {}) {
  for (int i = 0; i < steps; ++i) theta += Step(body, theta, targets).take(method);
  return theta;
}

TEST(Fabrik, ReachesTheClosedFormOfATwoLinkArm) {
  const ik::Multibody arm = bodies::planar_arm(2);
  for (int seed = 0; seed < 20; ++seed) {
    bodies::Numbers numbers(seed);
    const double distance = 1.1 + 0.7 * numbers.next();
    const double bearing = 3.0 * numbers.next();
    const double side = seed % 2 == 0 ? 1.0 : -1.0;
    const Vector3d target(distance * std::cos(bearing), distance * std::sin(bearing), 0.0);
    const VectorX theta =
        iterated(arm, Eigen::Vector2d(bearing - 0.3 * side, 0.8 * side), {target}, 300);
    // law of cosines: two sides of 1 and the distance; both elbow signs are right
    const double elbow = std::acos(distance * distance / 2.0 - 1.0);
    const double got = std::remainder(theta[1], 2.0 * M_PI);
    EXPECT_NEAR(std::abs(got), elbow, 1e-7) << seed;
    EXPECT_NEAR(std::remainder(theta[0] + 0.5 * got - bearing, 2.0 * M_PI), 0.0, 1e-7) << seed;
  }
}

TEST(Fabrik, PutsBallJointsWhereThePointsAre) {
  const ik::Multibody body = ball_chain({0.8, 0.6, 0.5});
  for (int seed = 0; seed < 10; ++seed) {
    bodies::Numbers numbers(seed);
    const ik::Pose pose = ik::pose_at(body, body.initial_theta() + 0.3 * numbers.vector(9));
    // close enough that no cap on turns is active
    const std::vector<Vector3d> targets = {pose.effector.col(0) + 0.1 * numbers.vector()};
    ik::PointTree tree =
        chain({pose.origin.col(0), pose.origin.col(3), pose.origin.col(6), pose.effector.col(0)});
    for (int i = 0; i < 30; ++i) ik::fabrik_pass(tree, targets);
    Step step(body, pose.theta, targets);
    ik::Fabrik method;
    method.passes = 30.0;
    const ik::Pose after = ik::pose_at(body, pose.theta + step.take(method));
    // three hinges share one spherical rotation in turn: two sweeps leave a part of it
    const double moved = (tree.nodes[3].at - pose.effector.col(0)).norm();
    EXPECT_LT((after.origin.col(3) - tree.nodes[1].at).norm(), 0.2 * moved) << seed;
    EXPECT_LT((after.origin.col(6) - tree.nodes[2].at).norm(), 0.2 * moved) << seed;
    EXPECT_LT((after.effector.col(0) - tree.nodes[3].at).norm(), 0.2 * moved) << seed;
  }
}

TEST(Fabrik, StretchesBallJointsTowardsATargetOutOfReach) {
  const ik::Multibody body = ball_chain({0.8, 0.6, 0.5});
  const Vector3d way = Vector3d(1.0, 2.0, -1.5).normalized();
  const VectorX theta = iterated(body, body.initial_theta(), {5.0 * way}, 100);
  const ik::Pose pose = ik::pose_at(body, theta);
  EXPECT_LT((pose.origin.col(3) - 0.8 * way).norm(), 1e-6);
  EXPECT_LT((pose.origin.col(6) - 1.4 * way).norm(), 1e-6);
  EXPECT_LT((pose.effector.col(0) - 1.9 * way).norm(), 1e-6);
}

double squares(const ik::Multibody& body, const VectorX& theta,
               const std::vector<Vector3d>& targets) {
  const auto reached = bodies::effectors_at(body, theta);
  double sum = 0.0;
  for (std::size_t i = 0; i < targets.size(); ++i) sum += (targets[i] - reached[i]).squaredNorm();
  return sum;
}

TEST(Fabrik, NeverRaisesTheError) {
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 5; ++seed) {
      Step start = random_step(named.body, seed);
      VectorX theta = start.problem().pose.theta;
      const std::vector<Vector3d> targets(start.problem().targets.begin(),
                                          start.problem().targets.end());
      double before = squares(named.body, theta, targets);
      for (int i = 0; i < 40; ++i) {
        theta += Step(named.body, theta, targets).take(ik::Fabrik{});
        const double after = squares(named.body, theta, targets);
        EXPECT_LE(after, before * (1.0 + 1e-12)) << named.name;
        before = after;
      }
    }
  }
}

TEST(Fabrik, TakesAFrozenHingeForPartOfALink) {
  // a frozen middle hinge at 0.7 makes a bent link
  const ik::Multibody arm = bodies::planar_arm(3);
  std::vector<ik::Joint> joints(2);
  joints[0].name = "a";
  joints[1].name = "b";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Vector3d(1.0 + std::cos(0.7), std::sin(0.7), 0.0);
  joints[1].parent_from_joint.linear() =
      Eigen::AngleAxisd(0.7, Vector3d::UnitZ()).toRotationMatrix();
  const ik::Multibody bent(joints, {{"hand", 1, Vector3d::UnitX()}});
  for (int seed = 0; seed < 10; ++seed) {
    bodies::Numbers numbers(seed);
    const double a = numbers.next(), b = numbers.next(), y = numbers.next(), x = numbers.next();
    const std::vector<Vector3d> targets = {2.0 * Vector3d(x, y, 0.0)};
    const ik::Pose pose = ik::pose_at(arm, Vector3d(a, 0.7, b));
    const std::vector<double> mobility = {1.0, 0.0, 1.0};
    ik::Workspace w;
    ik::AnyMethod(ik::Fabrik{})
        .step({arm, pose, targets, ik::JacobianKind::kEffector, {}, mobility}, w);
    const VectorX expected = Step(bent, Eigen::Vector2d(a, b), targets).take(ik::Fabrik{});
    EXPECT_LT((w.dtheta - Vector3d(expected[0], 0.0, expected[1])).norm(), 1e-12) << seed;
  }
}

TEST(Fabrik, MovesAHingeOfLessWeightAShareOfItsWayInEachSweep) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "a";
  joints[1].name = "b";
  const ik::Multibody body(joints, {{"a", 0, Vector3d::UnitX()}, {"b", 1, Vector3d::UnitX()}});
  const std::vector<Vector3d> targets = {{std::cos(0.3), std::sin(0.3), 0.0},
                                         {std::cos(0.3), std::sin(0.3), 0.0}};
  const ik::Pose pose = ik::pose_at(body, Eigen::Vector2d::Zero());
  const std::vector<double> mobility = {1.0, 0.5};
  ik::Workspace w;
  ik::AnyMethod(ik::Fabrik{})
      .step({body, pose, targets, ik::JacobianKind::kEffector, {}, mobility}, w);
  EXPECT_NEAR(w.dtheta[0], 0.3, 1e-14);
  // a quarter of the way, then a quarter of the rest
  EXPECT_NEAR(w.dtheta[1], 0.3 * (1.0 - 0.75 * 0.75), 1e-14);
}

TEST(Fabrik, LooksAtWhatHeldJointsLeave) {
  const ik::Multibody arm = bodies::planar_arm(3);
  const std::vector<Vector3d> targets = {{1.2, 1.1, 0.0}};
  const std::vector<double> mobility = {1.0, 0.0, 1.0}, held = {0.0, 0.25, 0.0};
  // FABRIK works on points, so the step equals the step from a pose with the held joint moved
  const ik::Pose before = ik::pose_at(arm, Vector3d(0.2, 0.5, 0.4));
  const ik::Pose after = ik::pose_at(arm, Vector3d(0.2, 0.75, 0.4));
  ik::Workspace w;
  ik::AnyMethod(ik::Fabrik{})
      .step({arm, before, targets, ik::JacobianKind::kEffector, {}, mobility, held}, w);
  const VectorX got = w.dtheta;
  ik::AnyMethod(ik::Fabrik{})
      .step({arm, after, targets, ik::JacobianKind::kEffector, {}, mobility}, w);
  EXPECT_NEAR(got[1], 0.25, 1e-15);
  EXPECT_NEAR(got[0], w.dtheta[0], 1e-12);
  EXPECT_NEAR(got[2], w.dtheta[2], 1e-12);
}

TEST(Fabrik, SeesAClampedErrorAsANearerTarget) {
  const ik::Multibody body = bodies::forked_tree();
  Step far = random_step(body, 4);
  const ik::Problem problem = far.problem();
  std::vector<Vector3d> near;
  for (int i = 0; i < 2; ++i) {
    const Vector3d s = problem.pose.effector.col(i);
    near.emplace_back(s + 0.1 * (problem.targets[static_cast<std::size_t>(i)] - s).normalized());
  }
  const VectorX expected = Step(body, problem.pose.theta, near).take(ik::Fabrik{});
  far.clamp(0.1);
  EXPECT_LT((far.take(ik::Fabrik{}) - expected).norm(), 1e-10);
}

TEST(Fabrik, TurnsAHingeWhoseNeighbourLiesOnItsAxis) {
  // a twist about the upper arm moves the hand but not the elbow
  std::vector<ik::Joint> joints(2);
  joints[0].name = "twist";
  joints[0].axis = Vector3d::UnitX();
  joints[1].name = "elbow";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation().x() = 1.0;
  const ik::Multibody body(joints, {{"hand", 1, Vector3d::UnitX()}});
  // the hand circles about the twist's axis and the elbow stays: one pass sets the points right
  const Eigen::Vector2d start(0.1, 1.2), goal(0.6, 1.2);
  const VectorX dtheta =
      Step(body, start, bodies::effectors_at(body, goal)).take(ik::Fabrik{.passes = 1.0});
  EXPECT_LT((start + dtheta - goal).norm(), 1e-12);
  EXPECT_NE(dtheta, Step(body, start, bodies::effectors_at(body, goal)).take(ik::Ccd{}));
}

TEST(Fabrik, TurnsNoHingeFurtherThanTheCapInBothSweepsTogether) {
  const ik::Multibody arm = bodies::planar_arm(3);
  const VectorX dtheta = Step(arm, Vector3d(0.1, 0.2, 0.3), {Vector3d(-1.0, 2.0, 0.0)})
                             .take(ik::Fabrik{.max_turn = 0.05});
  EXPECT_NEAR(dtheta.cwiseAbs().maxCoeff(), 0.05, 1e-15);
}

TEST(Fabrik, LeavesNoLimitAndNoCap) {
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody plain = bodies::random_tree(seed, 7, 3);
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    Step start = random_step(plain, seed);
    VectorX theta = start.problem().pose.theta;
    for (int j = 0; j < 7; ++j) {
      joints[static_cast<std::size_t>(j)].lower = theta[j] - 0.05;
      joints[static_cast<std::size_t>(j)].upper = theta[j] + 0.08;
    }
    const ik::Multibody body(joints, {plain.effectors().begin(), plain.effectors().end()});
    const std::vector<Vector3d> targets(start.problem().targets.begin(),
                                        start.problem().targets.end());
    const ik::Fabrik method{.max_turn = 0.03, .max_translation = 0.02};
    for (int i = 0; i < 20; ++i) {
      const VectorX dtheta = Step(body, theta, targets).take(method);
      theta += dtheta;
      for (int j = 0; j < 7; ++j) {
        EXPECT_GE(theta[j], body.joint(j).lower - 1e-15);
        EXPECT_LE(theta[j], body.joint(j).upper + 1e-15);
        const bool turns = ik::is_angular(body.joint(j).type);
        EXPECT_LE(std::abs(dtheta[j]), (turns ? 0.03 : 0.02) + 1e-15);
      }
    }
  }
}

}  // namespace
