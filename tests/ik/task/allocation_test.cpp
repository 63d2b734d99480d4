#include <gtest/gtest.h>

#include "ik/body/joint.h"
#include "support/count_allocations.h"
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

}  // namespace
