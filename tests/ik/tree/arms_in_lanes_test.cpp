#include <gtest/gtest.h>

#include "ik/body/layout.h"
#include "ik/task/damped_step.h"
#include "ik/tree/elimination.h"
#include "support/algebra.h"
#include "support/step.h"

namespace {

/// A stem of two joints, or none, and `count` limbs of `arms` arms with three joints each; a limb
/// of several arms begins with a joint of its own. Joints have different types unless all are
/// hinges.
ik::Multibody limbs(int count, int arms, bool stem, bool hinges) {
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  const auto add = [&](int parent) {
    const int number = static_cast<int>(joints.size());
    ik::Joint joint;
    joint.name = "joint" + std::to_string(number);
    joint.parent = parent;
    joint.axis = Eigen::Vector3d(0.2 * (number % 4), 1.0, -0.3 * (number % 3));
    joint.parent_from_joint.translation() = Eigen::Vector3d(0.1 * (number % 5) - 0.2, 0.3, 0.1);
    if (!hinges && number % 5 == 1) joint.type = ik::JointType::kPrismatic;
    if (!hinges && number % 5 == 3) joint.type = ik::JointType::kScrew;
    joints.push_back(joint);
    return number;
  };
  const int root = stem ? add(add(-1)) : -1;
  for (int limb = 0; limb < count; ++limb) {
    const int shoulder = arms > 1 ? add(root) : root;
    for (int arm = 0; arm < arms; ++arm) {
      const int tip = add(add(add(shoulder)));
      effectors.push_back({"tip" + std::to_string(effectors.size()), tip, {0.3, 0.1, 0.0}});
    }
  }
  return ik::Multibody(joints, effectors);
}

/// Bodies whose arms are computed in lanes.
std::vector<ik::Multibody> with_alike_arms() {
  return {limbs(2, 2, true, true),  limbs(2, 2, true, false), limbs(4, 1, true, true),
          limbs(4, 1, false, true), limbs(4, 2, true, true),  limbs(1, 4, false, false),
          limbs(3, 4, true, false)};
}

TEST(ArmsInLanes, HaveTheBitsOfArmsOneByOne) {
  for (const ik::Multibody& body : with_alike_arms()) {
    const ik::TreePlan& plan = body.layout().plan;
    ASSERT_TRUE(plan.alike && !plan.recursive);
    for (int seed = 0; seed < 10; ++seed) {
      bodies::Numbers numbers(seed);
      std::vector<double> mobility, weights;
      for (int j = 0; j < body.joint_count(); ++j) mobility.push_back(1.0 + 0.8 * numbers.next());
      for (int i = 0; i < body.effector_count(); ++i) weights.push_back(1.0 + 0.9 * numbers.next());
      Step step = random_step(body, seed);
      for (const bool weighted : {false, true}) {
        ik::Problem problem = step.problem();
        if (weighted) {
          problem.mobility = mobility;
          problem.weights = weights;
        }
        ik::Workspace w;
        w.begin(problem);
        const double lambda = 0.3 * w.jacobian(problem).colwise().norm().maxCoeff();
        std::vector<double> scratch(static_cast<std::size_t>(ik::tree_scratch<double>(plan)));
        ik::VectorX pull(body.row_count());
        ik::VectorX one_by_one = ik::VectorX::Zero(body.joint_count());
        ik::damped_by_arms<double>(
            {body.joint_count(), plan.hinges, body.layout().links.data(), plan,
             problem.pose.axis.data(), problem.pose.origin.data(), problem.pose.effector.data(),
             w.error(problem).data(), weighted ? mobility.data() : nullptr,
             weighted ? weights.data() : nullptr, scratch.data(), pull.data(), one_by_one.data()},
            lambda * lambda);
        ASSERT_TRUE(ik::damped_tree_step(problem, lambda, w));
        EXPECT_EQ(w.dtheta, one_by_one) << seed << weighted;
      }
    }
  }
}

TEST(ArmsInLanes, AreForBodiesWhoseArmsAreAlike) {
  EXPECT_FALSE(bodies::planar_arm(5).layout().plan.alike);
  EXPECT_FALSE(limbs(3, 2, true, true).layout().plan.alike);  // six arms
  EXPECT_TRUE(limbs(2, 2, true, true).layout().plan.alike);
}

TEST(ArmsInLanes, AgreeWithLongDoubleForLargeAndSmallDamping) {
  for (const ik::Multibody& body : with_alike_arms()) {
    for (int seed = 0; seed < 5; ++seed) {
      Step step = random_step(body, seed);
      const ik::Problem problem = step.problem();
      ik::Workspace w;
      w.begin(problem);
      const algebra::LongMatrix J = w.jacobian(problem).cast<long double>();
      const algebra::LongVector e = w.error(problem).cast<long double>();
      const double longest = w.jacobian(problem).colwise().norm().maxCoeff();
      // below 0.04 the step is refined
      for (const double share : {1.0, 0.1, 0.02, 0.005}) {
        const double lambda = share * longest;
        algebra::LongMatrix A = J * J.transpose();
        A.diagonal().array() += static_cast<long double>(lambda) * lambda;
        const ik::VectorX exact = (J.transpose() * algebra::long_solve(A, e)).cast<double>();
        w.dtheta.setZero();
        ASSERT_TRUE(ik::damped_tree_step(problem, lambda, w));
        EXPECT_LT((w.dtheta - exact).norm(), 1e-12 * exact.norm()) << share << ", " << seed;
      }
    }
  }
}

}  // namespace
