#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "iklab/solver.h"
#include "support/aiming.h"
#include "support/count_allocations.h"
#include "support/step.h"

// A warm solver allocates nothing with limits, obstacles, aims and followers, and with targets that
// rest, move, jump and leave the reach.
namespace {

/// The forked tree with limits, a slide, a follower, and aims of both kinds.
ik::Multibody busy_fork() {
  const ik::Multibody plain = bodies::forked_tree();
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  for (ik::Joint& joint : joints) {
    joint.lower = -0.9;
    joint.upper = 1.1;
  }
  joints[3].type = ik::JointType::kPrismatic;
  joints[3].lower = -0.1;
  joints[7].leader = 6;
  joints[7].ratio = -0.5;
  std::vector<ik::Effector> effectors(plain.effectors().begin(), plain.effectors().end());
  effectors[0].aim = ik::AimKind::kOrientation;
  effectors[1].aim = ik::AimKind::kDirection;
  return ik::Multibody(joints, effectors);
}

/// A solver among obstacles, with a sequence of goals.
class Busy {
 public:
  Busy(const ik::Multibody& body, const ik::MethodInfo& method, ik::LimitRule rule)
      : solver(body, brief(method)) {
    solver.set("angle-cap", method.max_angle);
    solver.set_limits(rule);
    solver.prepare();
    const Eigen::Vector3d hand = solver.position(0);
    solver.obstacles() = {{"ball", hand + Eigen::Vector3d(0.0, 0.0, 0.15),
                           hand + Eigen::Vector3d(0.0, 0.0, 0.15), 0.1},
                          {"post", {0.3, -1.0, 0.2}, {0.3, 2.0, 0.2}, 0.05}};
    rest_ = solver.theta();
  }

  /// Sets all goals, near the body at first so that the first steps are short.
  /// \param place number of the goals' place; every third is out of reach
  /// \param way   motion of the goals from that place, rad or m in the joints
  void put_goals(int place, double way) {
    const ik::Multibody& body = solver.multibody();
    bodies::Numbers numbers(place);
    ik::VectorX theta = rest_ + (place == 0 ? 0.01 : 1.5) * numbers.vector(body.joint_count());
    theta.array() += way;
    for (int j = 0; j < body.joint_count(); ++j) {
      pose_.theta.resize(body.joint_count());
      pose_.theta[j] = theta[body.given_index(j)];
    }
    ik::forward_kinematics(body, pose_);
    const double far = place % 3 == 2 ? 4.0 : 1.0;
    for (int i = 0; i < body.effector_count(); ++i) solver.target(i) = far * pose_.effector.col(i);
    bodies::want_aims_of(pose_, solver);
  }

  /// Takes the first few steps.
  void warm_up() {
    constexpr int kFirst = 5;
    for (int k = 0; k < kFirst; ++k) {
      put_goals(0, 1e-3 * k);
      solver.step();
    }
  }

  ik::Solver solver;

 private:
  ik::VectorX rest_;
  ik::Pose pose_;
};

const std::vector<bodies::Named>& busy_bodies() {
  static const std::vector<bodies::Named> bodies = {{"BusyFork", busy_fork()},
                                                    {"LimitedArm", bodies::limited_arm()},
                                                    {"PlanarArm", bodies::planar_arm(3)}};
  return bodies;
}

int joints_at_limits(const ik::Solver& solver) {
  int count = 0;
  for (int j = 0; j < solver.multibody().joint_count(); ++j) {
    const ik::Joint& joint = solver.multibody().joint(j);
    const double theta = solver.pose().theta[j];
    count += theta == joint.lower || theta == joint.upper ? 1 : 0;
  }
  return count;
}

class WarmSolver : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  /// Calls visit(Busy&, name) for every body and every rule for limits.
  template <class Visit>
  void for_each_case(const Visit& visit) {
    for (const bodies::Named& named : busy_bodies()) {
      for (const ik::LimitRule rule : {ik::LimitRule::kIgnore, ik::LimitRule::kClamp,
                                       ik::LimitRule::kActiveSet, ik::LimitRule::kProject}) {
        Busy busy(named.body, GetParam(), rule);
        visit(busy, std::string(named.name) + ", rule " + std::to_string(static_cast<int>(rule)));
      }
    }
  }
};

TEST_P(WarmSolver, AllocatesNothingInAStep) {
  int at_limits = 0;
  for_each_case([&](Busy& busy, const std::string& name) {
    busy.warm_up();
    std::size_t allocations = 0;
    for (int place = 1; place <= 12; ++place) {
      for (int k = 0; k < 24; ++k) {
        busy.put_goals(place, place % 2 == 0 ? 0.01 * k : 0.0);  // every other place is at rest
        const std::size_t before = allocation_count();
        busy.solver.step();
        allocations += allocation_count() - before;
        at_limits += joints_at_limits(busy.solver);
      }
    }
    EXPECT_EQ(allocations, 0U) << name;
  });
  EXPECT_GT(at_limits, 0) << "the limits never counted";
}

TEST_P(WarmSolver, AllocatesNothingInSolve) {
  for_each_case([&](Busy& busy, const std::string& name) {
    busy.warm_up();
    std::size_t allocations = 0;
    for (int place = 1; place <= 6; ++place) {
      busy.put_goals(place, 0.0);
      const std::size_t before = allocation_count();
      busy.solver.solve({.updates = 100, .restarts = 0});
      allocations += allocation_count() - before;
    }
    EXPECT_EQ(allocations, 0U) << name;
  });
}

TEST_P(WarmSolver, AllocatesNothingInSolveFromManyStartsAfterTheFirst) {
  for_each_case([&](Busy& busy, const std::string& name) {
    busy.warm_up();
    busy.put_goals(8, 0.0);
    busy.solver.solve({.updates = 60});
    std::size_t allocations = 0;
    for (int place = 1; place <= 6; ++place) {
      busy.put_goals(place, 0.0);
      const std::size_t before = allocation_count();
      busy.solver.solve({.updates = 300});
      allocations += allocation_count() - before;
    }
    EXPECT_EQ(allocations, 0U) << name;
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, WarmSolver, testing::ValuesIn(ik::methods()), method_test_name);

#ifndef IKLAB_SANITIZED  // a sanitizer replaces malloc
TEST(AllocationCount, SeesEveryFunctionThatAllocates) {
  const auto counts = [](const char* name, const auto& allocate) {
    const std::size_t before = allocation_count();
    void* const memory = allocate();
    EXPECT_GT(allocation_count(), before) << name;
    return memory;
  };
  volatile std::size_t size = 64;  // volatile: prevents the compiler from removing the allocation
  std::free(counts("malloc", [&] { return std::malloc(size); }));
  void* const some = counts("calloc", [&] { return std::calloc(size, 1); });
  std::free(counts("realloc", [&] { return std::realloc(some, 100 * size); }));
  std::free(counts("aligned_alloc", [&] { return std::aligned_alloc(64, size); }));
  std::free(counts("posix_memalign", [&] {
    void* memory = nullptr;
    return posix_memalign(&memory, 64, size) == 0 ? memory : nullptr;
  }));
  constexpr std::align_val_t kWide{64};
  ::operator delete(counts("aligned operator new", [&] { return ::operator new(size, kWide); }),
                    kWide);
}
#endif

}  // namespace
