#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "ik/body/joint.h"
#include "iklab/solver.h"
#include "support/count_allocations.h"
#include "support/large_bodies.h"
#include "support/step.h"

namespace {

class WarmStep : public testing::TestWithParam<ik::MethodInfo> {};

TEST_P(WarmStep, AllocatesNothing) {
  for (const bodies::Named& named : bodies::all()) {
    const ik::AnyMethod method = brief(GetParam());
    ik::Workspace workspace;
    ik::Pose pose = ik::pose_at(named.body, named.body.initial_theta());
    std::vector<Eigen::Vector3d> targets(static_cast<std::size_t>(named.body.effector_count()),
                                         Eigen::Vector3d(1.0, 2.0, 0.5));
    const auto update = [&] {
      method.step({named.body, pose, targets}, workspace);
      ik::clamp_max_angle(named.body, GetParam().max_angle, workspace.dtheta);
      pose.theta += workspace.dtheta;
      ik::forward_kinematics(named.body, pose);
    };
    update();
    const std::size_t before = allocation_count();
    for (int i = 0; i < 100; ++i) {
      for (Eigen::Vector3d& target : targets) target.x() += 0.01;
      update();
    }
    EXPECT_EQ(allocation_count(), before) << named.name;
  }
}

TEST_P(WarmStep, AllocatesNothingWhereABodySetsOutAfterItStoodAtItsTargets) {
  if (GetParam().id == std::string_view("learned")) return;  // learns when it first has to move
  for (const bodies::Named& named : bodies::all()) {
    ik::Solver solver(named.body, brief(GetParam()));
    for (int i = 0; i < 3; ++i) solver.step();
    const std::size_t before = allocation_count();
    for (int step = 0; step < 10; ++step) {
      for (int i = 0; i < named.body.effector_count(); ++i) {
        solver.target(i) += Eigen::Vector3d(0.05, 0.02, -0.03);
      }
      solver.step();
    }
    EXPECT_EQ(allocation_count(), before) << named.name;
  }
}

#ifndef IKLAB_SANITIZED  // a sanitizer replaces malloc
TEST(AllocationCount, SeesEigensAndTheStandardLibrarys) {
  volatile int size = 20;  // volatile: prevents the compiler from removing the allocation
  const std::size_t before = allocation_count();
  ik::MatrixX A = ik::MatrixX::Random(size, size);
  EXPECT_GT(allocation_count(), before) << A;
  const std::size_t between = allocation_count();
  std::vector<double> v(static_cast<std::size_t>(size), A(0, 0));
  EXPECT_GT(allocation_count(), between) << v[0];
}
#endif

INSTANTIATE_TEST_SUITE_P(Registry, WarmStep, testing::ValuesIn(ik::methods()), method_test_name);

// bodies of thousands of joints

struct Growing {
  const char* name;
  ik::Multibody (*make)(int scale);  ///< about 1024 joints times the scale, a power of 4
};
/// The same with limits, which the bent pose meets.
ik::Multibody limited_chain(int scale) {
  const ik::Multibody chain = bodies::effector_chain(1024 * scale, 4);
  std::vector<ik::Joint> joints(chain.joints().begin(), chain.joints().end());
  for (ik::Joint& joint : joints) {
    joint.lower = -0.02;
    joint.upper = 0.02;
  }
  return ik::Multibody(joints, {chain.effectors().begin(), chain.effectors().end()});
}
const Growing kGrowing[] = {
    {"chain", [](int scale) { return bodies::effector_chain(1024 * scale, 4); }},
    {"binary tree", [](int scale) { return bodies::binary_tree(scale == 1 ? 10 : 12); }},
    {"comb", [](int scale) { return bodies::comb(512 * scale, 4.0 / (512 * scale)); }},
    {"limited chain", limited_chain}};

/// Bytes that a solver allocates from its body to the end of three steps.
[[maybe_unused]] std::size_t bytes_of(const Growing& growing, int scale, const char* method) {
  const std::size_t before = allocated_bytes();
  ik::Solver solver(growing.make(scale), method);
  ik::VectorX theta(solver.multibody().joint_count());
  for (int j = 0; j < theta.size(); ++j) theta[j] = 0.3 * std::sin(1.0 + 2.3 * j);
  solver.set_theta(theta);
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < solver.multibody().effector_count(); ++i) {
      solver.target(i) = solver.position(i) + Eigen::Vector3d(0.03, 0.01 * (i % 3), -0.02);
    }
    EXPECT_NE(solver.step().outcome, ik::Outcome::kNotFinite);
  }
  return allocated_bytes() - before;
}

class LinearMethod : public testing::TestWithParam<const char*> {};

#ifndef IKLAB_SANITIZED  // a sanitizer replaces malloc
TEST_P(LinearMethod, AllocatesInProportionToTheJoints) {
  for (const Growing& growing : kGrowing) {
    const auto small = static_cast<double>(bytes_of(growing, 1, GetParam()));
    const auto large = static_cast<double>(bytes_of(growing, 4, GetParam()));
    EXPECT_LT(large, 4.4 * small) << growing.name << ": " << small << " and " << large << " bytes";
    EXPECT_GT(large, 3.0 * small) << growing.name;
  }
}
#endif

TEST_P(LinearMethod, AllocatesNothingInAWarmStep) {
  for (const Growing& growing : kGrowing) {
    ik::Solver solver(growing.make(1), GetParam());
    const auto update = [&](double way) {
      for (int i = 0; i < solver.multibody().effector_count(); ++i) {
        solver.target(i) += Eigen::Vector3d(way, 0.0, 0.5 * way);
      }
      solver.step();
    };
    update(0.1);
    const std::size_t before = allocation_count();
    for (int step = 0; step < 20; ++step) update(0.1 - 0.01 * step);
    EXPECT_EQ(allocation_count(), before) << growing.name;
  }
}

std::string name_of(const testing::TestParamInfo<const char*>& method) {
  std::string name = method.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Registry, LinearMethod, testing::ValuesIn(bodies::linear_methods()),
                         name_of);

}  // namespace
