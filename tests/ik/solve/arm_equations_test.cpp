#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "support/bodies.h"
#include "support/robot_arms.h"

// All poses of arms with slides or with few joints, beside their forward kinematics by products of
// matrices and descents from many starts, which know nothing of the equations.
namespace {

using Eigen::Vector3d;
using ik::VectorX;
using std::numbers::pi;

struct ArmPart {
  char kind;  // R or P
  Vector3d place, axis;
};

struct SmallArm {
  const char* name;
  std::vector<ArmPart> parts;
  Vector3d tip;
  bool turns;  // the goal has an orientation
  int most;    // poses, by geometry

  ik::Multibody body() const {
    std::vector<ik::Joint> joints;
    for (const ArmPart& part : parts) {
      ik::Joint joint;
      joint.name = "j" + std::to_string(joints.size() + 1);
      joint.parent = static_cast<int>(joints.size()) - 1;
      joint.type = part.kind == 'R' ? ik::JointType::kRevolute : ik::JointType::kPrismatic;
      joint.parent_from_joint.translation() = part.place;
      joint.axis = part.axis;
      joints.push_back(joint);
    }
    ik::Effector tool{"tool", static_cast<int>(joints.size()) - 1, tip};
    if (turns) tool.aim = ik::AimKind::kOrientation;
    return {joints, {tool}};
  }
  Eigen::Isometry3d frame(const VectorX& theta) const {
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const ArmPart& part = parts[j];
      const double t = theta[static_cast<int>(j)];
      frame = frame * Eigen::Translation3d(part.place);
      const Vector3d axis = part.axis.normalized();
      frame = part.kind == 'R' ? frame * Eigen::AngleAxisd(t, axis)
                               : frame * Eigen::Translation3d(t * axis);
    }
    return frame * Eigen::Translation3d(tip);
  }
  VectorX drawn(int i) const {
    constexpr int kBases[] = {2, 3, 5, 7, 11, 13};
    VectorX theta(static_cast<int>(parts.size()));
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const double u = 2.0 * bodies::halton(i + 20, kBases[j]) - 1.0;
      theta[static_cast<int>(j)] = parts[j].kind == 'R' ? pi * u : 0.6 * u;
    }
    return theta;
  }
  double apart(const VectorX& a, const VectorX& b) const {
    double most_apart = 0.0;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const double off = a[static_cast<int>(j)] - b[static_cast<int>(j)];
      most_apart = std::max(most_apart,
                            std::abs(parts[j].kind == 'R' ? std::remainder(off, 2.0 * pi) : off));
    }
    return most_apart;
  }
  void want(const Eigen::Isometry3d& goal, ik::Solver& solver) const {
    solver.target(0) = goal.translation();
    if (turns) solver.orientation(0) = goal.linear();
  }
};

std::vector<SmallArm> small_arms() {
  const Vector3d o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  const ArmPart roll{'R', o, x}, pitch{'R', o, y};
  return {
      {"TwoLinks", {{'R', o, z}, {'R', x, z}}, 0.8 * x, false, 2},
      {"ThreeHingesInSpace",
       {{'R', o, z}, {'R', {0.1, 0.2, 0.3}, {0.2, 1, 0.1}}, {'R', {0.7, 0.1, 0}, {0.3, 1, 0.4}}},
       {0.6, 0.1, 0.2},
       false,
       4},
      {"ArmWithAnElbow", {{'R', o, z}, {'R', o, y}, {'R', 0.7 * x, y}}, 0.6 * x, false, 4},
      {"ThreeLinksInAPlane", {{'R', o, z}, {'R', x, z}, {'R', 0.8 * x, z}}, 0.3 * x, true, 2},
      {"Scara",
       {{'R', o, z}, {'R', 0.6 * x, z}, {'P', 0.5 * x, -z}, {'R', o, z}},
       0.1 * x,
       true,
       2},
      {"ScaraWithASlideAtItsEnd",
       {{'R', o, z}, {'R', 0.6 * x, z}, {'R', 0.5 * x, z}, {'P', o, -z}},
       0.1 * x,
       true,
       2},
      {"Stanford",
       {{'R', o, z}, {'R', 0.15 * y, y}, {'P', 0.4 * z, z}, {'R', o, z}, pitch, {'R', o, z}},
       0.2 * z,
       true,
       8},
      {"Gantry",
       {{'P', o, x}, {'P', o, y}, {'P', o, z}, {'R', o, z}, pitch, roll},
       0.2 * x,
       true,
       2},
      {"CylinderWithAWrist",
       {{'R', o, z}, {'P', o, z}, {'P', 0.5 * x, x}, roll, pitch, roll},
       0.2 * x,
       true,
       4},
      {"TrackUnderAnArm",
       {{'P', o, {1, 0.2, 0}},
        {'R', 0.3 * z, z},
        {'R', 0.5 * x, y},
        {'R', 0.6 * x, x},
        pitch,
        roll},
       0.1 * x,
       true,
       8},
      {"SlideBetweenHinges",
       {{'R', o, z}, {'P', {0.2, 0.1, 0}, {1, 0, 0.5}}, {'R', 0.4 * x, y}},
       {0.5, 0.1, 0},
       false,
       4},
      {"FiveHinges",
       {{'R', o, z}, {'R', 0.2 * z, y}, {'R', 0.5 * x, y}, {'R', 0.5 * x, y}, roll},
       0.1 * x,
       true,
       4},
  };
}

class ArmEquations : public testing::TestWithParam<SmallArm> {};

TEST_P(ArmEquations, GiveAllPosesWithAProof) {
  const SmallArm& arm = GetParam();
  ik::Solver solver(arm.body());
  constexpr int kGoals = 20, kStarts = 8;
  int proven = 0;
  std::size_t most = 0;
  for (int i = 0; i < kGoals; ++i) {
    const VectorX theta = arm.drawn(i);
    const Eigen::Isometry3d goal = arm.frame(theta);
    arm.want(goal, solver);
    const ik::Solutions all = solver.solutions(30);
    EXPECT_EQ(all.bound, arm.most);
    if (!all.proven) continue;
    ++proven;
    most = std::max(most, all.theta.size());
    EXPECT_LE(all.theta.size(), static_cast<std::size_t>(arm.most));
    const auto lists = [&](const VectorX& pose, double tolerance) {
      return std::ranges::any_of(
          all.theta, [&](const VectorX& own) { return arm.apart(own, pose) < tolerance; });
    };
    EXPECT_TRUE(lists(theta, 1e-6)) << i;
    for (const VectorX& own : all.theta) {
      EXPECT_TRUE(arm.frame(own).translation().isApprox(goal.translation(), 1e-9)) << i;
      EXPECT_TRUE(!arm.turns || arm.frame(own).linear().isApprox(goal.linear(), 1e-9)) << i;
    }
    for (int start = 0; start < kStarts; ++start) {
      solver.set_theta(arm.drawn(1000 + kStarts * i + start));
      const ik::Stop once{.error = 1e-9, .aim_error = 1e-9, .updates = 100, .restarts = 0};
      if (solver.solve(once).outcome == ik::Outcome::kReached) {
        EXPECT_TRUE(lists(solver.theta(), 1e-4)) << i << ' ' << start;
      }
    }
  }
  EXPECT_GE(proven, kGoals - 1);
  EXPECT_GE(most, 2U);
}

INSTANTIATE_TEST_SUITE_P(Of, ArmEquations, testing::ValuesIn(small_arms()),
                         [](const auto& arm) { return std::string(arm.param.name); });

TEST(ArmEquations, ProveThatNoPoseTurnsTheHandOutOfThePlaneOrTurnsThatFewJointsKeep) {
  int tried = 0;
  for (const SmallArm& arm : small_arms()) {
    // a slide without limits leads anywhere
    if (arm.parts.size() == 6 || !arm.turns || arm.parts.front().kind == 'P') continue;
    SCOPED_TRACE(arm.name);
    ++tried;
    ik::Solver solver(arm.body());
    const Eigen::Isometry3d goal = arm.frame(arm.drawn(3));
    arm.want(goal, solver);
    EXPECT_TRUE(solver.solutions(30).proven);
    solver.orientation(0) = Eigen::AngleAxisd(0.5, Vector3d(0.6, 0.64, 0.48)) * goal.linear();
    const ik::Solutions none = solver.solutions(30);
    EXPECT_TRUE(none.theta.empty());
    EXPECT_EQ(solver.solve().verdict, ik::Verdict::kProven);
  }
  EXPECT_GT(tried, 0);
}

TEST(ArmEquations, ProveNothingOfAJointThatDoesNothing) {
  // two hinges on one axis: any sum of their angles will do
  const SmallArm twice{
      "Twice",
      {{'R', {0, 0, 0}, {0, 0, 1}}, {'R', {0, 0, 0.2}, {0, 0, 1}}, {'R', {0.5, 0, 0}, {0, 1, 0}}},
      {0.4, 0.1, 0},
      false,
      4};
  // the last axis passes through the tip
  const SmallArm spins{
      "Spins",
      {{'R', {0, 0, 0}, {0, 0, 1}}, {'R', {0.5, 0, 0}, {0, 1, 0}}, {'R', {0.2, 0, 0}, {1, 0, 0}}},
      {0.3, 0, 0},
      false,
      4};
  for (const SmallArm& arm : {twice, spins}) {
    ik::Solver solver(arm.body());
    for (int i = 0; i < 10; ++i) {
      arm.want(arm.frame(arm.drawn(i)), solver);
      EXPECT_FALSE(solver.solutions(30).proven) << arm.name;
      EXPECT_EQ(solver.solve().outcome, ik::Outcome::kReached);
    }
  }
}

/// J by differences of the frame, at a pose of an arm of six hinges.
Eigen::Matrix<double, 6, 6> jacobian_by_differences(const bodies::Arm& arm, const VectorX& theta) {
  constexpr double kStep = 1e-6;
  Eigen::Matrix<double, 6, 6> J;
  for (int j = 0; j < 6; ++j) {
    VectorX low = theta, high = theta;
    low[j] -= kStep;
    high[j] += kStep;
    const Eigen::Isometry3d a = arm.frame(low), b = arm.frame(high);
    const Eigen::AngleAxisd turn(b.linear() * a.linear().transpose());
    J.col(j) << (b.translation() - a.translation()) / (2.0 * kStep),
        turn.angle() * turn.axis() / (2.0 * kStep);
  }
  return J;
}

TEST(SingularGoals, AreSearchedAndTellTheirSingularity) {
  using enum ik::Singularity;
  struct Way {
    int joint;  // moves until J is singular
    ik::Singularity kind;
  };
  for (const int number : {0, 1, 2}) {  // KR6, UR5, PUMA
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(number)];
    for (const Way& way : {Way{1, kShoulder}, Way{2, kElbow}, Way{4, kWrist}}) {
      ik::Solver solver(arm.body());
      solver.set_limits(ik::LimitRule::kIgnore);
      int seen = 0;
      for (int i = 0; i < 20 && seen < 3; ++i) {
        VectorX low = bodies::drawn(arm, i), high = low;
        high[way.joint] += 2.0;
        const auto determinant = [&](const VectorX& theta) {
          return jacobian_by_differences(arm, theta).determinant();
        };
        const bool rises = determinant(low) < 0.0;
        if ((determinant(high) < 0.0) == rises) continue;
        for (int k = 0; k < 60; ++k) {
          const VectorX middle = 0.5 * (low + high);
          ((determinant(middle) < 0.0) == rises ? low : high) = middle;
        }
        // the elbow alone is as singular with the arm turned at its shoulder
        VectorX turned = low;
        turned[1] += 0.5;
        const bool elbow = std::abs(determinant(turned)) < 1e-7;
        if (elbow != (way.kind == kElbow) && way.joint != 4) continue;
        ++seen;
        solver.set_theta(low);
        bodies::want_frame(arm.frame(low), solver);
        const ik::Solutions all = solver.solutions(30, {.updates = 4000, .restarts = 100});
        EXPECT_FALSE(all.proven);
        EXPECT_EQ(all.singularity, way.kind) << arm.name << ' ' << way.joint << ' ' << i;
        // these joints' columns of J alone depend on each other
        ASSERT_FALSE(all.singular_joints.empty());
        const Eigen::Matrix<double, 6, 6> J = jacobian_by_differences(arm, low);
        Eigen::MatrixXd moving(6, static_cast<int>(all.singular_joints.size()));
        for (std::size_t k = 0; k < all.singular_joints.size(); ++k) {
          moving.col(static_cast<int>(k)) = J.col(all.singular_joints[k]);
        }
        EXPECT_LT(moving.jacobiSvd().singularValues().tail<1>()[0], 0.1);
      }
      EXPECT_GT(seen, 0) << arm.name << ' ' << way.joint;
    }
  }
}

}  // namespace
