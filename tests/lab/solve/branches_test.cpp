#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "ik/task/jacobian.h"
#include "io/scene/scene_file.h"
#include "lab/solve/branch_marks.h"
#include "support/bodies.h"
#include "support/changes.h"

// All poses of an arm of six hinges while its goal is dragged in 200 steps.

namespace {

constexpr int kDragSteps = 200;
constexpr double kWholeTurn = 2.0 * std::numbers::pi;

using ArmJacobian = Eigen::Matrix<double, 6, 6>;

/// de/dtheta of position and orientation, up to its sign.
ArmJacobian arm_jacobian(const ik::Multibody& body, const ik::Pose& pose) {
  ArmJacobian J;
  for (int j = 0; j < body.joint_count(); ++j) {
    const Eigen::Vector3d axis = pose.axis.col(j), origin = pose.origin.col(j);
    const Eigen::Vector3d tip = pose.effector.col(0);
    J.col(j) << axis.cross(tip - origin), axis;
  }
  return J;
}

/// e: the way to a goal, m, and the rotation vector to it, rad.
Eigen::Matrix<double, 6, 1> goal_error(const ik::Multibody& body, const ik::Pose& pose,
                                       const ik::Isometry& goal) {
  Eigen::Matrix<double, 6, 1> e;
  const Eigen::AngleAxisd turn(goal.linear() *
                               ik::effector_axes(pose, body.effector(0)).transpose());
  e << goal.translation() - Eigen::Vector3d(pose.effector.col(0)), turn.angle() * turn.axis();
  return e;
}

double farthest_joint(const ik::VectorX& a, const ik::VectorX& b) {
  double most = 0.0;
  for (Eigen::Index j = 0; j < a.size(); ++j) {
    most = std::max(most, std::abs(std::remainder(a[j] - b[j], kWholeTurn)));
  }
  return most;
}

/// The poses of a goal that Newton's method finds from many starts, whatever the limits.
std::vector<ik::VectorX> by_newton(const ik::Multibody& body, const ik::Isometry& goal) {
  constexpr int kStarts = 1500;
  std::vector<ik::VectorX> found;
  for (int start = 0; start < kStarts; ++start) {
    ik::VectorX theta(6);
    for (int j = 0; j < 6; ++j) {
      theta[j] = kWholeTurn *
                 (bodies::halton(start, std::array{2, 3, 5, 7, 11, 13}[std::size_t(j)]) - 0.5);
    }
    for (int step = 0; step < 40; ++step) {
      const ik::Pose pose = ik::pose_at(body, theta);
      const auto e = goal_error(body, pose, goal);
      if (e.norm() < 1e-10) {
        const auto known = [&](const ik::VectorX& other) {
          return farthest_joint(theta, other) < 1e-4;
        };
        if (std::none_of(found.begin(), found.end(), known)) found.push_back(theta);
        break;
      }
      const Eigen::Matrix<double, 6, 1> way = arm_jacobian(body, pose).partialPivLu().solve(e);
      if (!way.allFinite()) break;
      theta += way * std::min(1.0, 0.7 / way.cwiseAbs().maxCoeff());
    }
  }
  return found;
}

/// Whether whole turns lead a pose into the limits.
bool fits_limits(const ik::Multibody& body, const ik::VectorX& theta) {
  for (int j = 0; j < body.joint_count(); ++j) {
    const ik::Joint& joint = body.joint(j);
    bool some = false;
    for (int turn = -3; turn <= 3; ++turn) {
      const double at = theta[j] + kWholeTurn * turn;
      some = some || (at >= joint.lower - 1e-6 && at <= joint.upper + 1e-6);
    }
    if (!some) return false;
  }
  return true;
}

/// A way of the goal, and what the branches do on it.
struct Drag {
  lab::Tracker tracker;
  ik::Isometry goal = ik::Isometry::Identity();
  std::optional<lab::SolutionSearch> search;
  std::optional<lab::Postures> postures;

  Drag(const std::string& arm, bool limits)
      : tracker(io::find_scene(IKLAB_SOURCE_DIR "/assets/" + arm + ".json"),
                *ik::find_method("dls")) {
    tracker.change([&](lab::Setup& setup) {
      setup.frozen = true;
      if (!limits) setup.front_lane().settings.limits = lab::LimitRule::kIgnore;
    });
    goal.linear() = tracker.aims()[0].orientation;
    postures.emplace(tracker.scene().multibody, lab::up_axis(tracker.scene()));
  }
  const ik::Multibody& body() const { return tracker.multibody(); }
  void move(const Eigen::Vector3d& place) {
    goal.translation() = place;
    tracker.change([&](lab::Setup& setup) { setup.targets[0].held = place; });
    if (search) return search->follow(lab::StandingLane(tracker));
    search.emplace(lab::StandingLane(tracker));
    search->advance(1000);
  }
  std::string name(const ik::VectorX& theta) const {
    return postures->words(postures->of(ik::pose_at(tracker.scene().multibody, theta)));
  }
  std::map<int, std::string> names() const {
    std::map<int, std::string> result;
    for (std::size_t i = 0; i < search->found().size(); ++i) {
      result[search->numbers()[i]] = postures->words(search->postures()[i]);
    }
    return result;
  }
  std::map<int, ik::VectorX> found() const {
    std::map<int, ik::VectorX> result;
    for (std::size_t i = 0; i < search->found().size(); ++i) {
      result[search->numbers()[i]] = search->found()[i];
    }
    return result;
  }
};

struct Seen {
  int meetings = 0, limits = 0, counts = 0;
  std::set<std::string> marks;
  std::vector<std::size_t> count;  ///< of solutions, by step
};

/// Drags the goal along a line and expects of every step: each solution is exact and keeps its
/// name; solutions appear and vanish with an event alone; at a meeting the two are nearly singular;
/// and now and then as many are there as Newton's method finds.
Seen drag_along(Drag& arm, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                int count_every) {
  Seen seen;
  arm.move(from);
  std::map<int, std::string> names;
  std::set<int> held;
  for (int step = 0; step <= kDragSteps; ++step) {
    const std::map<int, ik::VectorX> before = arm.found();
    if (step > 0) arm.move(from + (to - from) * step / kDragSteps);
    const std::map<int, ik::VectorX> now = arm.found();
    std::set<int> changed;
    for (const auto& [number, theta] : now) {
      const auto e = goal_error(arm.body(), ik::pose_at(arm.body(), theta), arm.goal);
      if (!(e.norm() < 2e-6)) held.insert(step);  // near a singular goal branches wait
      const auto known = names.try_emplace(number, arm.name(theta)).first;
      EXPECT_EQ(known->second, arm.name(theta)) << step << ' ' << number;
      if (!before.contains(number)) changed.insert(number);
    }
    EXPECT_EQ(std::set<std::string>([&] {
                std::set<std::string> different;
                for (const auto& [number, theta] : now) different.insert(names[number]);
                return different;
              }())
                  .size(),
              now.size())
        << "one name for two at " << step;
    for (const auto& [number, theta] : before) {
      if (!now.contains(number)) changed.insert(number);
    }
    std::set<int> said;
    for (const lab::BranchEvent& event : arm.search->events()) {
      if (event.limit >= 0) {
        ++seen.limits;
        const ik::Joint& joint = arm.body().joint(event.limit);
        const double at = event.theta[0][event.limit];
        EXPECT_LT(std::min(std::abs(at - joint.lower), std::abs(at - joint.upper)), 0.3);
      } else {
        ++seen.meetings;
        const ik::VectorX middle =
            event.theta[0] + 0.5 * (event.theta[1] - event.theta[0]).unaryExpr([](double way) {
              return std::remainder(way, kWholeTurn);
            });
        const auto least = [&](const ik::VectorX& theta) {
          return arm_jacobian(arm.body(), ik::pose_at(arm.body(), theta))
              .jacobiSvd()
              .singularValues()[5];
        };
        EXPECT_LT(least(middle), 0.01) << step;
        EXPECT_LT(goal_error(arm.body(), ik::pose_at(arm.body(), middle), arm.goal).norm(), 0.02);
      }
      for (const int number : event.numbers) {
        EXPECT_TRUE(number < 0 || said.insert(number).second) << "said twice";
      }
    }
    if (step > 0) {
      for (const int number : changed) EXPECT_TRUE(said.contains(number)) << step << ' ' << number;
    }
    for (const lab::BranchMark& mark : lab::branch_marks(
             arm.body(), *arm.postures, arm.search->events(), [](int) { return ""; })) {
      seen.marks.insert(mark.text);
    }
    seen.count.push_back(now.size());
    if (step % count_every != 0) continue;
    std::size_t within = 0;
    for (const ik::VectorX& theta : by_newton(arm.body(), arm.goal)) {
      within += fits_limits(arm.body(), theta) ? 1 : 0;
    }
    EXPECT_EQ(now.size(), within) << step;
    ++seen.counts;
  }
  EXPECT_LE(held.size(), 2U);
  return seen;
}

TEST(Branches, OfAPumaMeetInPairsAtTheShoulderAndAtTheReach) {
  // the wrist passes through the cylinder of 0.15 m about the first axis, where no pose is
  Drag arm("arms/puma560", false);
  const Seen seen = drag_along(arm, {0.5, -0.05, 0.3}, {-1.2, -0.05, 0.3}, 40);
  EXPECT_EQ(seen.count.front(), 8U);
  EXPECT_EQ(seen.count.back(), 0U);
  EXPECT_EQ(seen.meetings, 4 + 4 + 4);
  EXPECT_EQ(seen.limits, 0);
  EXPECT_EQ(seen.marks, (std::set<std::string>{"shoulder: 4 pairs of poses meet here",
                                               "elbow: 2 pairs of poses meet here"}));
}

TEST(Branches, OfAUr5MeetInPairsAtTheShoulderAndAtTheReach) {
  Drag arm("arms/ur5", false);
  const Seen seen = drag_along(arm, {0.5, -0.02, 0.3}, {-1.2, -0.02, 0.3}, 40);
  EXPECT_EQ(seen.count.front(), 8U);
  EXPECT_EQ(seen.count.back(), 0U);
  EXPECT_TRUE(seen.marks.contains("shoulder: 4 pairs of poses meet here"));
}

TEST(Branches, OfAnArmWithoutWordsGoOnContinuously) {
  Drag arm("figures/sixteen-poses", false);
  const Eigen::Vector3d from(-1.140175, 0.0, 0.0), to(-0.9, 0.25, 0.2);
  arm.move(from);
  EXPECT_EQ(arm.found().size(), 16U);
  std::size_t count = 16;
  for (int step = 1; step <= kDragSteps; ++step) {
    const std::map<int, ik::VectorX> before = arm.found();
    arm.move(from + (to - from) * step / kDragSteps);
    const std::map<int, ik::VectorX> now = arm.found();
    for (const auto& [number, theta] : now) {
      if (!before.contains(number)) continue;
      // dtheta = J^-1 ds, and a way of its own where J is nearly singular
      const auto J = arm_jacobian(arm.body(), ik::pose_at(arm.body(), theta));
      const double speed = 1.0 / J.jacobiSvd().singularValues()[5];
      const double moved = farthest_joint(theta, before.at(number));
      EXPECT_LT(moved, std::max(3.0 * speed * (to - from).norm() / kDragSteps, 0.3)) << step;
      EXPECT_LT(moved, 0.5) << step;
    }
    for (const lab::BranchEvent& event : arm.search->events()) {
      count = now.contains(event.numbers[0]) ? count + 2 : count - 2;
    }
    EXPECT_EQ(now.size(), count) << step;
    if (step % 50 == 0) {
      EXPECT_EQ(now.size(), by_newton(arm.body(), arm.goal).size()) << step;
    }
  }
  EXPECT_LT(count, 16U) << "some meet";
}

TEST(Branches, DoNotBlinkWhileTheGoalIsSingular) {
  // the wrist of the KR6 goes up along the first axis, where the first joint is free
  Drag arm("arms/kr6", false);
  const Eigen::Vector3d wrist = arm.goal.linear() * Eigen::Vector3d(0.0, 0.0, 0.08);
  arm.move(wrist + Eigen::Vector3d(0.05, 0.0, 0.8));
  const std::map<int, std::string> first = arm.names();
  EXPECT_EQ(first.size(), 8U);
  for (int step = 0; step <= 60; ++step) {
    const double aside = step < 20 ? 0.05 * (20 - step) / 20.0 : 0.0;
    arm.move(wrist + Eigen::Vector3d(aside, 0.0, 0.8 + (step > 20 ? 0.001 * (step - 20) : 0.0)));
    EXPECT_EQ(arm.names(), first) << step;
    for (const auto& [number, theta] : arm.found()) {
      EXPECT_LT(goal_error(arm.body(), ik::pose_at(arm.body(), theta), arm.goal).norm(), 2e-3)
          << step;
    }
    EXPECT_TRUE(arm.search->events().empty()) << step;
  }
}

TEST(Branches, OfAKr6KeepTheirNamesBesideTheShoulderAndThroughIt) {
  for (const double aside : {1e-3, 0.0}) {
    Drag arm("arms/kr6", false);
    const Seen seen = drag_along(arm, {0.5, aside, 0.3}, {-1.2, aside, 0.3}, 50);
    EXPECT_EQ(seen.count.back(), 0U);
    for (const std::string& mark : seen.marks) EXPECT_EQ(mark.rfind("elbow: ", 0), 0U) << mark;
  }
}

TEST(Branches, KeepTheirNamesWhereTheWristTouchesTheShoulder) {
  // along the cylinder about the first axis inside which there is no pose: in the middle of the way
  // shoulder left and shoulder right are one pose
  struct Touch {
    const char* arm;
    double radius, tool;  // m, the tool along z from the wrist's point
  };
  for (const Touch& touch : {Touch{"puma560", 0.15005, 0.0}, Touch{"ur5", 0.10915, 0.0823}}) {
    for (const double aside : {0.0, 1e-7, 1e-5}) {
      SCOPED_TRACE(testing::Message() << touch.arm << ' ' << aside);
      Drag arm(std::string("arms/") + touch.arm, false);
      const Eigen::Vector3d tool = arm.goal.linear() * Eigen::Vector3d(0.0, 0.0, touch.tool);
      const double y = -touch.radius - aside;
      arm.move(tool + Eigen::Vector3d(0.5, y, 0.35));
      const std::map<int, std::string> first = arm.names();
      EXPECT_EQ(first.size(), 8U);
      std::set<int> held;  // steps in which branches wait for the goal to be no longer singular
      for (int step = 1; step <= kDragSteps; ++step) {
        arm.move(tool + Eigen::Vector3d(0.5 - 1.0 * step / kDragSteps, y, 0.35));
        EXPECT_EQ(arm.names(), first) << step;
        for (const auto& [number, theta] : arm.found()) {
          const double error =
              goal_error(arm.body(), ik::pose_at(arm.body(), theta), arm.goal).norm();
          EXPECT_LT(error, 1.01 / kDragSteps) << step;  // a step behind
          if (!(error < 2e-6)) held.insert(step);
        }
        EXPECT_TRUE(arm.search->events().empty()) << step;
      }
      EXPECT_LE(held.size(), 1U);
    }
  }
}

TEST(Branches, LeaveTheLimitsWithAnEventAndComeBackUnderTheirNames) {
  for (const char* name : {"puma560", "ur5", "kr6"}) {
    Drag arm(std::string("arms/") + name, true);
    const Seen seen = drag_along(arm, {0.4, -0.3, 0.35}, {-0.4, 0.5, 0.35}, 50);
    EXPECT_EQ(seen.counts, 5);
    EXPECT_TRUE(seen.limits > 0 || std::string(name) == "ur5") << name;
  }
}

}  // namespace
