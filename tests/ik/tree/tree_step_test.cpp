#include "ik/tree/elimination.h"

#include <gtest/gtest.h>

#include "ik/body/layout.h"
#include "ik/methods/dls.h"
#include "ik/task/damped_step.h"
#include "ik/task/products.h"
#include "support/aiming.h"
#include "support/algebra.h"
#include "support/large_bodies.h"
#include "support/step.h"

// Steps by the tree form against the dense equations, solved in long double.
namespace {

using Matrix = algebra::LongMatrix;
using Vector = algebra::LongVector;

/// J^T (J J^T + lambda^2 I)^-1 e.
ik::VectorX exact_step(const ik::MatrixX& J, const ik::VectorX& e, double lambda) {
  const Matrix wide = J.cast<long double>();
  Matrix A = wide * wide.transpose();
  A.diagonal().array() += static_cast<long double>(lambda) * lambda;
  const Vector f = algebra::long_solve(A, e.cast<long double>());
  return (wide.transpose() * f).cast<double>();
}

/// Least-squares solution of [J; lambda I] dtheta = [e; 0], which does not square J.
ik::VectorX orthogonal_step(const ik::MatrixX& J, const ik::VectorX& e, double lambda) {
  const Eigen::Index m = J.rows(), n = J.cols();
  Matrix stacked = Matrix::Zero(m + n, n);
  stacked.topRows(m) = J.cast<long double>();
  stacked.bottomRows(n).diagonal().setConstant(lambda);
  Vector right = Vector::Zero(m + n);
  right.head(m) = e.cast<long double>();
  return algebra::long_least_squares(stacked, right).cast<double>();
}

double relative(const ik::VectorX& step, const ik::VectorX& exact) {
  return (step - exact).norm() / exact.norm();
}

/// Hinges, except for one joint of another type.
ik::Multibody all_but_one(ik::JointType type) {
  const ik::Multibody hinges = bodies::binary_tree(3);
  std::vector<ik::Joint> joints(hinges.joints().begin(), hinges.joints().end());
  joints[1].type = type;
  joints[1].pitch = type == ik::JointType::kScrew ? 0.3 : 0.0;
  return ik::Multibody(joints, {hinges.effectors().begin(), hinges.effectors().end()});
}

std::vector<bodies::Named> trees() {
  std::vector<bodies::Named> result = bodies::all();
  result.push_back({"WithAScrew", all_but_one(ik::JointType::kScrew)});
  result.push_back({"WithASlide", all_but_one(ik::JointType::kPrismatic)});
  result.push_back({"BinaryTree", bodies::binary_tree(5)});
  result.push_back({"Comb", bodies::comb(12)});
  result.push_back({"Thicket", bodies::random_tree(5, 30, 6)});
  result.push_back({"Forest", bodies::random_tree(8, 40, 15)});
  return result;
}

TEST(TreePlan, PutsEveryJointThatMovesSomethingInItsPlace) {
  for (const bodies::Named& named : trees()) {
    const ik::Multibody& body = named.body;
    const ik::TreePlan& plan = body.layout().plan;
    std::vector<int> seen(static_cast<std::size_t>(body.joint_count()), 0);
    ASSERT_EQ(plan.arms.size(), body.effectors().size()) << named.name;
    for (const ik::TreePlan::Arm& arm : plan.arms) {
      for (int a = arm.from; a < arm.to; ++a) {
        const int j = plan.arm_joints[static_cast<std::size_t>(a)];
        ++seen[static_cast<std::size_t>(j)];
        ASSERT_EQ(body.effectors_of(j).size(), 1U) << named.name;
        EXPECT_EQ(body.effectors_of(j)[0], arm.effector) << named.name;
      }
      // the shared joints that move the effector are the arm's node and its ancestors
      int above = 0;
      for (int i = arm.node; i >= 0; i = plan.nodes[static_cast<std::size_t>(i)].parent) {
        EXPECT_TRUE(body.moves(plan.nodes[static_cast<std::size_t>(i)].joint, arm.effector));
        ++above;
      }
      int shared = 0;
      for (const ik::TreePlan::Node& node : plan.nodes) {
        if (body.moves(node.joint, arm.effector)) ++shared;
      }
      EXPECT_EQ(above, shared) << named.name;
    }
    for (const ik::TreePlan::Node& node : plan.nodes) {
      ++seen[static_cast<std::size_t>(node.joint)];
      EXPECT_GE(body.effectors_of(node.joint).size(), 2U) << named.name;
    }
    for (int j = 0; j < body.joint_count(); ++j) {
      EXPECT_EQ(seen[static_cast<std::size_t>(j)], body.effectors_of(j).empty() ? 0 : 1);
    }
  }
}

TEST(TreePlan, KnowsABodyOfHinges) {
  EXPECT_TRUE(ik::TreePlan(all_but_one(ik::JointType::kRevolute)).hinges);
  EXPECT_FALSE(ik::TreePlan(all_but_one(ik::JointType::kScrew)).hinges);
  EXPECT_FALSE(ik::TreePlan(all_but_one(ik::JointType::kPrismatic)).hinges);
}

TEST(TreeStep, SolvesTheDenseEquations) {
  for (const bodies::Named& named : trees()) {
    for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      for (int seed = 0; seed < 10; ++seed) {
        Step step = random_step(named.body, seed, kind);
        const ik::Problem problem = step.problem();
        ik::Workspace w;
        w.begin(problem);
        const ik::MatrixX J = w.jacobian(problem);
        for (const double share : {0.1, 0.3, 2.0}) {
          const double lambda = share * J.colwise().norm().maxCoeff();
          w.dtheta.setZero();
          ASSERT_TRUE(ik::damped_tree_step(problem, lambda, w)) << named.name;
          EXPECT_LT(relative(w.dtheta, exact_step(J, w.error(problem), lambda)), 1e-12)
              << named.name << " " << share;
        }
      }
    }
  }
}

TEST(TreeStep, ComesToTheSameByMatrixAndByLinks) {
  std::vector<bodies::Named> all = trees();
  all.push_back({"BroadTree", bodies::binary_tree(6)});
  all.push_back({"LongComb", bodies::comb(30)});
  for (const bodies::Named& named : all) {
    const ik::Multibody& body = named.body;
    bodies::Numbers numbers(11);
    std::vector<double> mobility, weights;
    for (int j = 0; j < body.joint_count(); ++j) mobility.push_back(1.0 + 0.8 * numbers.next());
    for (int i = 0; i < body.effector_count(); ++i) weights.push_back(1.0 + 0.9 * numbers.next());
    if (body.joint_count() > 1) mobility[0] = 0.0;
    for (const bool weighted : {false, true}) {
      Step step = random_step(body, 5);
      ik::Problem problem = step.problem();
      if (weighted) {
        problem.mobility = mobility;
        problem.weights = weights;
      }
      ik::Workspace w;
      w.begin(problem);
      const ik::MatrixX J = w.jacobian(problem);
      const double lambda = 0.3 * J.colwise().norm().maxCoeff();
      const ik::VectorX exact = exact_step(J, w.error(problem), lambda);
      std::vector<double> scratch(
          static_cast<std::size_t>(std::max(ik::matrix_scratch<double>(body.layout().plan),
                                            ik::link_scratch<double>(body.layout().plan))));
      for (const auto way : {ik::damped_by_arms<double>, ik::damped_by_recursion<double>}) {
        ik::VectorX dtheta = ik::VectorX::Zero(body.joint_count());
        ik::VectorX pull(body.row_count());
        const double largest =
            way({body.joint_count(), body.layout().plan.hinges, body.layout().links.data(),
                 body.layout().plan, problem.pose.axis.data(), problem.pose.origin.data(),
                 problem.pose.effector.data(), w.error(problem).data(),
                 weighted ? mobility.data() : nullptr, weighted ? weights.data() : nullptr,
                 scratch.data(), pull.data(), dtheta.data()},
                lambda * lambda);
        EXPECT_LT(relative(dtheta, exact), 1e-12) << named.name << weighted;
        EXPECT_LT(relative(J.transpose() * pull, exact), 1e-12) << named.name << weighted;
        EXPECT_LT(largest, 100.0 * J.squaredNorm()) << named.name;
        EXPECT_GT(largest, 0.0) << named.name;
      }
    }
  }
}

TEST(TreePlan, ListsTheSharedJointsAboveEach) {
  for (const bodies::Named& named : trees()) {
    const ik::TreePlan& plan = named.body.layout().plan;
    ASSERT_EQ(static_cast<int>(plan.above.size()), plan.entries);
    for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
      int above = static_cast<int>(i);
      for (int d = plan.nodes[i].depth; d >= 0; --d) {
        const ik::TreePlan::Node& node = plan.nodes[static_cast<std::size_t>(above)];
        const auto& listed = plan.above[static_cast<std::size_t>(plan.nodes[i].row + d)];
        EXPECT_EQ(listed.node, above) << named.name;
        EXPECT_EQ(listed.joint, node.joint) << named.name;
        EXPECT_EQ(listed.row, node.row) << named.name;
        above = node.parent;
      }
    }
  }
}

TEST(TreePlan, GoesThroughDeepTreesLinkByLink) {
  EXPECT_FALSE(bodies::forked_tree().layout().plan.recursive);
  EXPECT_FALSE(bodies::planar_arm(12).layout().plan.recursive);  // one arm shares no joints
  EXPECT_TRUE(bodies::comb(12).layout().plan.recursive);
  EXPECT_TRUE(bodies::binary_tree(7).layout().plan.recursive);
}

TEST(TreeStep, SeesWeightsOfJointsAndOfGoals) {
  for (const bodies::Named& named : trees()) {
    bodies::Numbers numbers(7);
    Step step = random_step(named.body, 3);
    std::vector<double> mobility, weights;
    for (int j = 0; j < named.body.joint_count(); ++j) {
      mobility.push_back(j % 4 == 3 ? 0.0 : 1.0 + 0.8 * numbers.next());
    }
    for (int i = 0; i < named.body.effector_count(); ++i) {
      weights.push_back(i % 3 == 2 ? 0.0 : 1.0 + 0.9 * numbers.next());
    }
    ik::Problem problem = step.problem();
    for (const int which : {1, 2, 3}) {
      problem.mobility =
          (which & 1) != 0 ? std::span<const double>(mobility) : std::span<const double>();
      problem.weights =
          (which & 2) != 0 ? std::span<const double>(weights) : std::span<const double>();
      ik::Workspace w;
      w.begin(problem);
      for (const double lambda : {1.0, 0.01}) {  // the second value needs refinement
        w.dtheta.setZero();
        ASSERT_TRUE(ik::damped_tree_step(problem, lambda, w)) << named.name;
        const ik::VectorX exact = orthogonal_step(w.jacobian(problem), w.error(problem), lambda);
        EXPECT_LT((w.dtheta - exact).norm(), 1e-12 * (1e-3 + exact.norm()))
            << named.name << which << " " << lambda;
      }
    }
  }
}

TEST(TreeStep, IsExactOrMoreSoThanTheDenseFormOrSaysThatItIsNot) {
  for (const bodies::Named& named : trees()) {
    for (const double bend : {0.0, 1e-4, 1.0}) {
      for (int seed = 0; seed < 20; ++seed) {
        bodies::Numbers numbers(seed);
        const ik::VectorX theta = bend * numbers.vector(named.body.joint_count());
        std::vector<Eigen::Vector3d> targets = bodies::effectors_at(named.body, theta);
        for (Eigen::Vector3d& target : targets) target += 0.3 * numbers.vector();
        Step step(named.body, theta, targets);
        const ik::Problem problem = step.problem();
        ik::Workspace w, dense;
        w.begin(problem);
        dense.begin(problem);
        const ik::MatrixX J = w.jacobian(problem);
        const ik::VectorX e = w.error(problem);
        const double longest = J.colwise().norm().maxCoeff();
        for (double lambda = longest; lambda > 1e-6 * longest; lambda *= 0.5) {
          w.dtheta.setZero();
          const bool taken = ik::damped_tree_step(problem, lambda, w);
          const double share = lambda / longest;
          EXPECT_TRUE(taken || share < 1e-3) << named.name << " " << share;
          EXPECT_FALSE(taken && share < 1e-5) << named.name << " " << share;
          const ik::VectorX exact = orthogonal_step(J, e, lambda);
          if (!taken) {
            // the fallback must be no worse
            if (bend < 1.0) continue;
            EXPECT_LT(relative(step.take(ik::Dls{lambda}), exact), 2e-15 / share)
                << named.name << share;
            continue;
          }
          const double error = relative(w.dtheta, exact);
          // for a J that is singular, or nearly so relative to lambda, accuracy is lower
          const double least = bend < 1.0 ? 0.02 : 2e-4;
          if (error < (share < least ? 1e-11 : 1e-12)) continue;
          EXPECT_LT(share, least) << named.name;
          ASSERT_TRUE(ik::damped_step(named.body, J, e, lambda * lambda, dense));
          EXPECT_LT(error, 4.0 * relative(dense.dtheta, exact)) << named.name << " " << share;
        }
      }
    }
  }
}

TEST(TreeStep, TransposesAsTheDenseFormDoes) {
  for (const bodies::Named& named : trees()) {
    for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      Step step = random_step(named.body, 9, kind);
      const ik::Problem problem = step.problem();
      ik::Workspace w;
      w.begin(problem);
      const std::optional<double> alpha = ik::transpose_tree_step(problem, 0.7, w);
      const ik::VectorX g = w.jacobian(problem).transpose() * w.error(problem);
      const double exact = 0.7 * g.squaredNorm() / (w.jacobian(problem) * g).squaredNorm();
      ASSERT_TRUE(alpha.has_value());
      EXPECT_LT(std::abs(*alpha - exact), 1e-12 * exact) << named.name;
      EXPECT_LT((w.dtheta - exact * g).norm(), 1e-12 * exact * g.norm()) << named.name;
    }
  }
}

/// A step is proportional to the error, even if its squares underflow or overflow.
TEST(TreeStep, TransposesErrorsOfAnySize) {
  for (const bodies::Named& named : trees()) {
    Step step = random_step(named.body, 4);
    ik::Problem problem = step.problem();
    const auto shortened_to = [&](double d) {
      const ik::VectorX d_max = ik::VectorX::Constant(named.body.effector_count(), d);
      problem.d_max = {d_max.data(), static_cast<std::size_t>(d_max.size())};
      ik::Workspace w;
      w.begin(problem);
      ik::transpose_tree_step(problem, 0.7, w);
      return w.dtheta;
    };
    const ik::VectorX usual = shortened_to(1e-3);
    for (const double d : {1e-50, 1e-70, 1e-100, 1e-180, 1e-250}) {
      const ik::VectorX small = shortened_to(d) / d;
      EXPECT_LT((small - 1e3 * usual).norm(), 1e-12 * small.norm()) << named.name << " " << d;
    }
  }
}

/// Bodies with aims of which dls computes the step along the tree.
std::vector<bodies::Named> turning_trees() {
  using enum ik::AimKind;
  return {{"TurningTree", bodies::with_aims(bodies::binary_tree(5),
                                            {kOrientation, kDirection, kNone, kDirection})},
          {"TurningComb",
           bodies::with_aims(bodies::comb(16), {kNone, kOrientation, kOrientation, kDirection})},
          {"TurningThicket", bodies::with_aims(bodies::random_tree(5, 40, 9),
                                               {kOrientation, kDirection, kOrientation})}};
}

TEST(TreeStep, SolvesTheDenseEquationsOfAims) {
  for (const bodies::Named& named : turning_trees()) {
    ASSERT_TRUE(named.body.layout().plan.steps) << named.name;
    bodies::Numbers numbers(7);
    std::vector<double> mobility, weights;
    for (int j = 0; j < named.body.joint_count(); ++j) {
      mobility.push_back(j % 4 == 3 ? 0.0 : 1.0 + 0.8 * numbers.next());
    }
    for (int g = 0; g < named.body.goal_count(); ++g) {
      weights.push_back(g % 5 == 2 ? 0.0 : 1.0 + 0.9 * numbers.next());
    }
    for (int seed = 0; seed < 5; ++seed) {
      Step step = random_step(named.body, seed);
      const std::vector<ik::Aim> aims = bodies::random_aims(named.body, numbers);
      ik::Problem problem = step.problem();
      problem.aims = aims;
      if (seed % 2 == 1) problem.mobility = mobility;
      if (seed / 2 == 1) problem.weights = weights;
      ik::Workspace w;
      w.begin(problem);
      const ik::MatrixX J = w.jacobian(problem);
      const double longest = J.colwise().norm().maxCoeff();
      for (const double share : {0.003, 0.1, 2.0}) {  // the first value needs refinement
        w.dtheta.setZero();
        ASSERT_TRUE(ik::damped_tree_step(problem, share * longest, w)) << named.name;
        const ik::VectorX exact = orthogonal_step(J, w.error(problem), share * longest);
        EXPECT_LT(relative(w.dtheta, exact), 1e-12) << named.name << seed << " " << share;
      }
      const std::optional<double> alpha = ik::transpose_tree_step(problem, 0.7, w);
      const ik::VectorX g = J.transpose() * w.error(problem);
      const double exact = 0.7 * g.squaredNorm() / (J * g).squaredNorm();
      ASSERT_TRUE(alpha.has_value());
      EXPECT_LT((w.dtheta - exact * g).norm(), 1e-12 * exact * g.norm()) << named.name;
    }
  }
}

/// With few goals the dense equations are faster.
TEST(TreeStep, LeavesAimsOfSmallBodiesToTheDenseForm) {
  const ik::Multibody body =
      bodies::with_aims(bodies::forked_tree(), {ik::AimKind::kDirection, ik::AimKind::kNone});
  EXPECT_FALSE(body.layout().plan.steps);
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const std::vector<Eigen::Vector3d> targets(2, Eigen::Vector3d::Ones());
  const std::vector<ik::Aim> aims(1);
  ik::Problem problem{body, pose, targets};
  problem.aims = aims;
  ik::Workspace w;
  w.begin(problem);
  EXPECT_FALSE(ik::damped_tree_step(problem, 1.0, w));
}

/// Products and lengths of columns against J itself.
TEST(TreeStep, MultipliesAsTheDenseJacobianDoes) {
  std::vector<bodies::Named> all = trees();
  for (bodies::Named& named : turning_trees()) all.push_back(std::move(named));
  for (const bodies::Named& named : all) {
    const ik::Multibody& body = named.body;
    for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      bodies::Numbers numbers(3);
      Step step = random_step(body, 6, kind);
      const std::vector<ik::Aim> aims = bodies::random_aims(body, numbers);
      std::vector<double> mobility, weights;
      for (int j = 0; j < body.joint_count(); ++j) mobility.push_back(1.0 + 0.8 * numbers.next());
      for (int g = 0; g < body.goal_count(); ++g) weights.push_back(1.0 + 0.9 * numbers.next());
      ik::Problem problem = step.problem();
      problem.aims = aims;
      problem.mobility = mobility;
      problem.weights = weights;
      ik::Workspace w;
      w.begin(problem);
      const ik::MatrixX J = w.jacobian(problem);
      const ik::VectorX x = numbers.vector(body.joint_count()),
                        y = numbers.vector(body.row_count());
      ik::VectorX product, lengths;
      ik::tree_motion(problem, x.data(), w, product);
      EXPECT_LT((product - J * x).norm(), 1e-13 * J.norm() * x.norm()) << named.name;
      ik::tree_descent(problem, y, w, product);
      EXPECT_LT((product - J.transpose() * y).norm(), 1e-13 * J.norm() * y.norm()) << named.name;
      ik::tree_column_lengths(problem, w, lengths);
      EXPECT_LT((lengths - J.colwise().norm().transpose()).norm(), 1e-13 * J.norm()) << named.name;
    }
  }
}

TEST(TreeStep, IsTheStepThatDlsTakes) {
  const ik::Multibody body = bodies::forked_tree();
  Step step = random_step(body, 4);
  const ik::VectorX taken = step.take("dls");
  ik::Workspace w;
  const ik::Problem problem = step.problem();
  w.begin(problem);
  EXPECT_TRUE(w.finite(problem));
  EXPECT_FALSE(w.has_jacobian());
  ASSERT_TRUE(ik::damped_tree_step(problem, 1.1, w));
  EXPECT_TRUE(w.has_jacobian());
  EXPECT_EQ(taken, w.dtheta);
}

}  // namespace
