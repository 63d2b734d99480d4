#include <gtest/gtest.h>

#include "ik/methods/dls.h"
#include "ik/methods/halley.h"
#include "ik/methods/minimization.h"
#include "iklab/solver.h"
#include "support/large_bodies.h"
#include "support/step.h"

// The places where formulas divide by nothing: each method says the truth there and stays finite.
namespace {

/// A method that has overflown.
struct Overflown {
  double value;
  void step(const ik::Problem&, ik::Workspace& w) const { w.dtheta[1] = value; }
  void visit(const ik::KnobVisitor&) {}
};

TEST(AnyMethod, TakesNoStepThatIsNoNumber) {
  const ik::Multibody body = bodies::planar_arm(3);
  for (const double value : {std::nan(""), ik::kUnlimited, -ik::kUnlimited}) {
    Step step(body, ik::VectorX::Zero(3), {Eigen::Vector3d::Ones()});
    EXPECT_TRUE(step.take(Overflown{value}).isZero(0.0)) << value;
    EXPECT_EQ(step.outcome, ik::Outcome::kNotFinite) << value;
  }
  Step step(body, ik::VectorX::Zero(3), {Eigen::Vector3d::Ones()});
  EXPECT_EQ(step.take(Overflown{1e300}), Eigen::Vector3d(0.0, 1e300, 0.0));
}

TEST(Workspace, ShowsNoMoreNumbersThanItHasRoomFor) {
  constexpr const char* kNames[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
  ik::Workspace w;
  for (const char* name : kNames) w.show(name, 1.0);
  const std::size_t room = w.readings().size();
  EXPECT_LT(room, std::size(kNames));
  w.show("a", 2.0);  // one that is there may change
  ASSERT_EQ(w.readings().size(), room);
  EXPECT_EQ(w.readings()[0].value, 2.0);
}

TEST(Bfgs, RemembersNothingOfALargeBodyByAMemoryOfZero) {
  const ik::Multibody chain = bodies::effector_chain(256, 16);
  ik::Solver none(chain, ik::Bfgs{.memory = 0.0}), one(chain, ik::Bfgs{.memory = 1.0});
  for (int step = 0; step < 5; ++step) {
    for (ik::Solver* solver : {&none, &one}) {
      for (int i = 0; i < chain.effector_count(); ++i) {
        solver->target(i) += Eigen::Vector3d(0.02, 0.01, -0.01);
      }
      EXPECT_EQ(solver->step().outcome, ik::Outcome::kMoved);
    }
    EXPECT_EQ(none.theta(), one.theta()) << "both are gradient descent";
  }
}

TEST(Halley, MovesSlidesWithoutDampingByAWeightOfZero) {
  std::vector<ik::Joint> joints(2);
  for (int j = 0; j < 2; ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(j)];
    joint.name = j == 0 ? "x" : "y";
    joint.parent = j - 1;
    joint.type = ik::JointType::kPrismatic;
    joint.axis = Eigen::Vector3d::Unit(j);
  }
  ik::Solver solver(ik::Multibody(joints, {{"end", 1, {0.0, 0.0, 0.0}}}),
                    ik::Halley{.weight = 0.0});
  solver.target("end") = Eigen::Vector3d(0.3, -0.4, 0.0);
  for (int step = 0; step < 10; ++step) solver.step();
  EXPECT_LT((solver.theta() - Eigen::Vector2d(0.3, -0.4)).norm(), 1e-9);
}

class EveryMethodAt : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  ik::AnyMethod method_ = brief(GetParam());
};

TEST_P(EveryMethodAt, AStretchedArmPulledAlongItselfStallsAndDoesNotFall) {
  for (const int n : {1, 2, 5}) {
    const ik::Multibody body = bodies::planar_arm(n);
    for (const double along : {-0.5, 0.5, 1e9}) {
      // a closed form needs no gradient; newton leaves saddles along the negative curvature
      const std::string_view id = GetParam().id;
      if (along < 0.0 && (id == "two-bone" ? n == 2 : id == "newton" && n > 1)) continue;
      Step step(body, ik::VectorX::Zero(n), {Eigen::Vector3d(n + along, 0.0, 0.0)});
      // J^T e = 0: every column of J stands at right angles to the error
      EXPECT_LT(step.take(method_).lpNorm<Eigen::Infinity>(), 1e-6) << n << " links, " << along;
      EXPECT_NE(step.outcome, ik::Outcome::kReached);
      EXPECT_NE(step.outcome, ik::Outcome::kNotFinite);
    }
  }
}

TEST_P(EveryMethodAt, AnEffectorThatNoJointMovesStalls) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "a";
  joints[1].name = "b";
  joints[1].parent = 0;
  const ik::Multibody body(joints, {{"hand on both axes", 1, {0.0, 0.0, 0.7}}});
  Step step(body, Eigen::Vector2d(0.3, 0.4), {Eigen::Vector3d(1.0, 2.0, 3.0)});
  EXPECT_TRUE(step.take(method_).isZero(0.0));
  EXPECT_EQ(step.outcome, ik::Outcome::kStalled);
}

TEST_P(EveryMethodAt, AJointThatMovesNoEffectorStaysWhereItIs) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "arm";
  joints[1].name = "idle";
  const ik::Multibody body(joints, {{"hand", 0, Eigen::Vector3d::UnitX()}});
  Step step(body, Eigen::Vector2d(0.3, 0.4), {Eigen::Vector3d(0.0, 1.0, 0.0)});
  const ik::VectorX dtheta = step.take(method_);
  EXPECT_GT(dtheta[0], 0.0);
  EXPECT_EQ(dtheta[1], 0.0);
  EXPECT_EQ(step.outcome, ik::Outcome::kMoved);
}

TEST_P(EveryMethodAt, FarTargetsPullInTheDirectionOfNearerOnes) {
  // with all caps on, only the direction of a far target is left
  const ik::Multibody body = bodies::forked_tree();
  const ik::VectorX theta = body.initial_theta();
  method_.prepare(body, ik::kAllPortions);
  const auto towards = [&](double far) {
    Step step(body, theta,
              {far * Eigen::Vector3d(1.0, 2.0, 2.0), far * Eigen::Vector3d(-2.0, 1.0, 2.0)});
    return ik::VectorX(step.take(method_).normalized());
  };
  EXPECT_GT(towards(1e100).dot(towards(1e12)), 0.999999);
  EXPECT_GT(towards(1.7e308 / 3.0).dot(towards(1e12)), 0.999999);
}

TEST_P(EveryMethodAt, ExtremeParametersStaysFinite) {
  const ik::Multibody& body = bodies::all()[4].body;
  method_.visit([&](const ik::Knob& info, ik::KnobValue value) {
    if (!std::holds_alternative<double*>(value)) return;
    for (const double wanted : {0.0, info.min, info.max, 1e100}) {
      const double extreme = std::clamp(wanted, info.least, info.most);
      ik::AnyMethod changed = method_;
      ASSERT_TRUE(ik::set_param(changed, info.name, extreme)) << info.name << " = " << extreme;
      changed.prepare(body, ik::kAllPortions);
      for (int seed = 0; seed < 4; ++seed) {
        Step step = random_step(body, seed);
        EXPECT_TRUE(step.take(changed).allFinite()) << info.name << " = " << extreme;
      }
      Step stretched(body, ik::VectorX::Zero(8), {{9.0, 9.0, 0.0}, {9.0, 9.0, 0.0}});
      EXPECT_TRUE(stretched.take(changed).allFinite()) << info.name << " = " << extreme;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethodAt, testing::ValuesIn(ik::methods()),
                         method_test_name);

TEST(DlsWithoutDamping, IsFiniteAtASingularPose) {
  const ik::Multibody body = bodies::planar_arm(3);
  Step step(body, ik::VectorX::Zero(3), {Eigen::Vector3d(2.0, 1.0, 0.0)});
  const ik::VectorX dtheta = step.take(ik::Dls{0.0});
  EXPECT_TRUE(dtheta.allFinite());
  // of the error (-1, 1, 0) the y part can be had, by J_y = (3, 2, 1) and the shortest step
  const Eigen::Vector3d expected = Eigen::Vector3d(3.0, 2.0, 1.0) / 14.0;
  EXPECT_LT((dtheta - expected).norm(), 1e-14);
}

}  // namespace
