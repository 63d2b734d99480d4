#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/two_link.h"
#include "ik/task/jacobian.h"
#include "io/scene/scene_file.h"
#include "lab/solve/solution_search.h"
#include "support/bodies.h"
#include "support/changes.h"

namespace {

constexpr double kPi = std::numbers::pi;

lab::Tracker tracker_of(const char* scene, const std::vector<Eigen::Vector3d>& places) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method("dls"));
  tracker.change([&](lab::Setup& setup) {
    setup.frozen = true;
    for (std::size_t i = 0; i < places.size(); ++i) setup.targets[i].held = places[i];
  });
  return tracker;
}

/// Whether a pose reaches the tracker's positions and aims.
double error_at(const lab::Tracker& tracker, const ik::VectorX& theta) {
  const ik::Pose pose = ik::pose_at(tracker.multibody(), theta);
  double most = 0.0;
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    const Eigen::Vector3d& target = tracker.targets()[static_cast<std::size_t>(i)];
    most = std::max(most, (target - pose.effector.col(i)).norm());
  }
  return most;
}

TEST(SolutionSearch, FindsBothPosesOfATwoLinkArm) {
  const lab::Tracker tracker = tracker_of("two-link-arm", {{0.9, 1.9, 0.0}});
  lab::SolutionSearch search{lab::StandingLane(tracker)};
  double share = 0.0;
  for (int i = 0; i < 200 && share < 1.0; ++i) {
    const double next = search.advance(1);
    EXPECT_GT(next, share);
    share = next;
  }
  EXPECT_EQ(share, 1.0);
  const auto exact = ik::TwoLink::of(tracker.multibody())->solve(tracker.targets()[0]);
  ASSERT_EQ(search.found().size(), 2U);
  for (const Eigen::Vector2d& wanted : {exact.positive, exact.negative}) {
    EXPECT_EQ(std::ranges::count_if(search.found(),
                                    [&](const ik::VectorX& theta) {
                                      return lab::same_pose(tracker.multibody(), theta, wanted);
                                    }),
              1);
  }
  // the nearest to the present pose first
  const auto away = [&](const ik::VectorX& theta) {
    return std::hypot(std::remainder(theta[0] - tracker.pose().theta[0], 2.0 * kPi),
                      std::remainder(theta[1] - tracker.pose().theta[1], 2.0 * kPi));
  };
  EXPECT_LE(away(search.found()[0]), away(search.found()[1]));
}

TEST(SolutionSearch, FindsNothingBeyondTheReachAndSaysSoSoon) {
  lab::SolutionSearch search{lab::StandingLane(tracker_of("two-link-arm", {{9.0, 0.0, 0.0}}))};
  search.advance(1000);
  EXPECT_EQ(search.advance(1), 1.0);
  EXPECT_TRUE(search.found().empty());
}

TEST(SolutionSearch, KeepsFrozenJoints) {
  lab::Tracker tracker = tracker_of("planar-arm", {});
  // the target of another pose with the same first joint
  ik::VectorX other = tracker.pose().theta;
  for (Eigen::Index j = 1; j < other.size(); ++j) other[j] += 0.3;
  const ik::Pose pose = ik::pose_at(tracker.multibody(), other);
  tracker.change([&](lab::Setup& setup) {
    setup.targets[0].held = pose.effector.col(0);
    setup.joint_weights[0] = 0.0;
  });
  lab::SolutionSearch search{lab::StandingLane(tracker)};
  search.advance(1000);
  ASSERT_FALSE(search.found().empty());
  for (const ik::VectorX& theta : search.found()) {
    EXPECT_NEAR(theta[0], tracker.pose().theta[0], 1e-12);
    EXPECT_LT(error_at(tracker, theta), 1e-5);
  }
}

TEST(SolutionSearch, SolutionsDifferAndReachAndFollowTheTarget) {
  lab::Tracker tracker = tracker_of("scara", {});
  ik::VectorX bent = tracker.multibody().initial_theta();
  bent[1] += 0.2;
  tracker.change([&](lab::Setup& setup) {
    setup.targets[0].held = ik::pose_at(tracker.multibody(), bent).effector.col(0);
  });
  lab::SolutionSearch search{lab::StandingLane(tracker)};
  search.advance(1000);
  const std::size_t count = search.found().size();
  ASSERT_GT(count, 0U);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_LT(error_at(tracker, search.found()[i]), 1e-5);
    for (std::size_t k = 0; k < i; ++k) {
      EXPECT_FALSE(lab::same_pose(tracker.multibody(), search.found()[i], search.found()[k]));
    }
  }
  tracker.change(
      [&](lab::Setup& setup) { *setup.targets[0].held += Eigen::Vector3d(0.01, 0.0, 0.01); });
  search.follow(lab::StandingLane(tracker));
  ASSERT_FALSE(search.found().empty());
  for (const ik::VectorX& theta : search.found()) EXPECT_LT(error_at(tracker, theta), 1e-5);
}

TEST(SolutionSearch, KeepsBothElbowsNearASingularPose) {
  // the arm of 1 m and 0.8 m stands at (0, 1, 0)
  for (const double elbow : {0.3, 0.1, 0.03, 0.01, 0.005}) {
    const auto place = [](double angle, double bearing) -> Eigen::Vector3d {
      const double far = std::sqrt(1.64 + 1.6 * std::cos(angle));
      return Eigen::Vector3d::UnitY() + bodies::out_at(far, bearing);
    };
    lab::Tracker tracker = tracker_of("two-link-arm", {place(elbow, 0.4)});
    lab::SolutionSearch search{lab::StandingLane(tracker)};
    search.advance(1000);
    for (int i = 0; i < 5; ++i) {
      ASSERT_EQ(search.found().size(), 2U) << elbow << ' ' << i;
      // 1e-6 m along the arm, which the angle of the elbow changes by 0.44 elbow m / rad
      for (const ik::VectorX& theta : search.found()) {
        EXPECT_NEAR(std::abs(theta[1]), elbow, 2.5e-6 / elbow);
      }
      EXPECT_LT(search.found()[0][1] * search.found()[1][1], 0.0);
      tracker.change(
          [&](lab::Setup& setup) { setup.targets[0].held = place(elbow, 0.4 + 0.02 * (i + 1)); });
      search.follow(lab::StandingLane(tracker));
    }
  }
}

TEST(SolutionSearch, OfASphericalWristHasEverySolutionFlippedToo) {
  lab::Tracker tracker = tracker_of("six-axis-arm", {});
  // the tool in a pose that the arm has with a bent elbow and wrist
  tracker.change(
      [&](lab::Setup& setup) { setup.front_lane().settings.limits = lab::LimitRule::kIgnore; });
  lab::SolutionSearch search{lab::StandingLane(tracker)};
  search.advance(1000);
  ASSERT_GE(search.found().size(), 4U);
  EXPECT_EQ(search.found().size() % 2, 0U);
  for (const ik::VectorX& theta : search.found()) {
    EXPECT_LT(error_at(tracker, theta), 1e-5);
    // the axes of joints 4 and 6 are one line where joint 5 is straight
    ik::VectorX flipped = theta;
    flipped[3] += kPi;
    flipped[4] = -theta[4];
    flipped[5] += kPi;
    EXPECT_TRUE(std::ranges::any_of(search.found(), [&](const ik::VectorX& other) {
      return lab::same_pose(tracker.multibody(), flipped, other);
    }));
  }
}

TEST(SamePose, IgnoresWholeTurnsOfHingesAndNothingElse) {
  const ik::Multibody body = io::find_scene("two-link-arm").multibody;
  const Eigen::Vector2d a(0.3, -1.0);
  EXPECT_TRUE(lab::same_pose(body, a, a + Eigen::Vector2d(2.0 * kPi, -4.0 * kPi)));
  EXPECT_FALSE(lab::same_pose(body, a, a + Eigen::Vector2d(kPi, 0.0)));
  EXPECT_FALSE(lab::same_pose(body, a, a + Eigen::Vector2d(0.0, 0.01)));
  const ik::Multibody slider = io::find_scene("slider-arm").multibody;
  for (int j = 0; j < slider.joint_count(); ++j) {
    if (slider.joint(j).type != ik::JointType::kPrismatic) continue;
    ik::VectorX moved = slider.initial_theta();
    moved[j] += 2.0 * kPi;
    EXPECT_FALSE(lab::same_pose(slider, slider.initial_theta(), moved));
  }
}

/// A lane of a built-in scene whose first target stands at a place.
lab::StandingLane lane_at(const char* scene, const Eigen::Vector3d& place) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method("jacobian-transpose"));
  tracker.change([&](lab::Setup& setup) {
    setup.frozen = true;
    setup.targets[0].held = place;
  });
  return lab::StandingLane(tracker);
}

TEST(GoalVerdict, IsReachedWhereTheLawOfCosinesHasASolution) {
  const lab::GoalVerdict verdict = lab::verdict_on_goals(lane_at("two-link-arm", {0.9, 1.9, 0.0}));
  EXPECT_EQ(verdict.report.verdict, ik::Verdict::kReached);
  EXPECT_LE(verdict.report.error, 1e-6);
  EXPECT_EQ(verdict.sentence, "");
}

TEST(GoalVerdict, IsProvenBeyondTheLinksAndOffTheirPlane) {
  // links of 1 and 0.8 m from a shoulder at (0, 1, 0)
  const lab::GoalVerdict far = lab::verdict_on_goals(lane_at("two-link-arm", {9.0, 1.0, 0.0}));
  EXPECT_EQ(far.report.proof, ik::Proof::kDistance);
  EXPECT_NEAR(far.report.error, 9.0 - 1.8, 1e-6);
  EXPECT_EQ(far.sentence.rfind("not reached: a goal is out of reach: farther", 0), 0U)
      << far.sentence;
  EXPECT_NE(far.sentence.find("; 7.2 m are left"), std::string::npos) << far.sentence;
  const lab::GoalVerdict off = lab::verdict_on_goals(lane_at("two-link-arm", {0.9, 1.9, 0.02}));
  EXPECT_EQ(off.report.proof, ik::Proof::kPlace);
  EXPECT_NEAR(off.report.error, 0.02, 1e-6);
}

/// Two links of 1 m; the elbow turns by at most 0.5 rad. Given from the tip to the root.
constexpr const char* kStiffElbow = R"({"format": "ik-scene", "version": 1, "name": "Stiff",
  "joints": [
    {"name": "elbow", "parent": "shoulder", "type": "revolute", "origin": [1, 0, 0],
     "axis": [0, 0, 1], "limits": [0.1, 0.5], "initial": 0.3},
    {"name": "shoulder", "parent": null, "type": "revolute", "origin": [0, 0, 0],
     "axis": [0, 0, 1]}],
  "effectors": [{"name": "hand", "joint": "elbow", "offset": [1, 0, 0]}],
  "targets": [{"effector": "hand", "center": [1, 0, 0]}]})";

TEST(GoalVerdict, NamesALimitOnlyWhileLimitsAreKept) {
  const lab::Scene scene = io::parse_scene(kStiffElbow, "stiff.json");
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  tracker.change([](lab::Setup& setup) { setup.frozen = true; });
  const lab::GoalVerdict held = lab::verdict_on_goals(lab::StandingLane(tracker));
  EXPECT_EQ(held.report.proof, ik::Proof::kPoses);
  // the hand is nearest to the shoulder with the elbow at its limit: at 2 cos 0.25
  EXPECT_NEAR(held.report.error, 2.0 * std::cos(0.25) - 1.0, 1e-6);
  EXPECT_NE(held.sentence.find("without the limit of joint \"elbow\", 0.5 rad"), std::string::npos)
      << held.sentence;
  tracker.change(
      [](lab::Setup& setup) { setup.front_lane().settings.limits = lab::LimitRule::kIgnore; });
  EXPECT_EQ(lab::verdict_on_goals(lab::StandingLane(tracker)).sentence, "");
}

TEST(GoalVerdict, LeavesFrozenJointsWhereTheyAre) {
  const lab::Scene scene = io::parse_scene(kStiffElbow, "stiff.json");
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  tracker.change([](lab::Setup& setup) {
    setup.frozen = true;
    // within reach of both joints: the elbow at 0.4 rad
    setup.targets[0].held = Eigen::Vector3d(0.0, 2.0 * std::cos(0.2), 0.0);
  });
  lab::StandingLane lane(tracker);
  EXPECT_EQ(lab::verdict_on_goals(lane).sentence, "");
  const int elbow = lane.multibody->solver_index(0);
  lane.mobility.assign(2, 1.0);
  lane.mobility[static_cast<std::size_t>(elbow)] = 0.0;
  lane.theta[elbow] = 0.3;
  const lab::GoalVerdict frozen = lab::verdict_on_goals(lane);
  EXPECT_NE(frozen.report.verdict, ik::Verdict::kReached);
  EXPECT_NEAR(frozen.report.error, 2.0 * std::cos(0.15) - 2.0 * std::cos(0.2), 1e-6);
}

TEST(GoalVerdict, SaysHowManyStartsWereUsedWhenItIsStopped) {
  const lab::GoalVerdict verdict =
      lab::verdict_on_goals(lane_at("two-link-arm", {0.9, 1.9, 0.0}), [] { return true; });
  EXPECT_EQ(verdict.report.verdict, ik::Verdict::kUnfinished);
  EXPECT_NE(verdict.sentence.find("it was stopped after "), std::string::npos) << verdict.sentence;
}

TEST(GoalVerdict, NamesTheSingularityWhereTwoPosesMeet) {
  const lab::Scene scene = io::find_scene(IKLAB_SOURCE_DIR "/assets/arms/kr6.json");
  const auto at_bend = [&](double bend) {
    const ik::VectorX theta = (ik::VectorX(6) << 0.3, -0.9, 1.1, 0.7, bend, -0.4).finished();
    const ik::Pose pose = ik::pose_at(scene.multibody, theta);
    lab::Tracker tracker(scene, *ik::find_method("dls"));
    tracker.change([](lab::Setup& setup) { setup.frozen = true; });
    lab::StandingLane lane(tracker);
    lane.targets = {pose.effector.col(0)};
    lane.aims[0].orientation = ik::effector_axes(pose, scene.multibody.effector(0));
    return lab::verdict_on_goals(lane);
  };
  // a straight wrist: its first and last axis are in line
  const lab::GoalVerdict straight = at_bend(0.0);
  EXPECT_EQ(straight.sentence, "");
  EXPECT_EQ(straight.singularity,
            "singular: wrist, where two poses meet, j4, j6 move without moving the effector");
  EXPECT_EQ(at_bend(0.6).singularity, "");
}

TEST(EndInWords, SaysOfALaneOnlyWhatItKnows) {
  const lab::GoalVerdict reached;
  const lab::GoalVerdict proven{.report = {}, .sentence = "not reached: ..."};
  const lab::Convergence arrives{.errors = {1.0, 1e-3, 1e-7, 1e-14}, .order = {}};
  const lab::Convergence at_once{.errors = {1.0, 1e-9}, .order = {}};
  const lab::Convergence ends{.errors = {1.0, 0.5}, .order = {}};
  const lab::Convergence leaves{.errors = {1.0, 1e-7, 0.5}, .order = {}};
  EXPECT_EQ(lab::end_in_words(arrives, reached), "reached after 2 updates");
  EXPECT_EQ(lab::end_in_words(at_once, reached), "reached after 1 update");
  EXPECT_EQ(lab::end_in_words(ends, reached), "not reached after 1 update; |e| = 0.5 m is left");
  EXPECT_EQ(lab::end_in_words(leaves, reached), "not reached after 2 updates; |e| = 0.5 m is left");
  EXPECT_EQ(lab::end_in_words(ends, proven), "|e| = 0.5 m is left")
      << "the goals' sentence says why";
}

}  // namespace
