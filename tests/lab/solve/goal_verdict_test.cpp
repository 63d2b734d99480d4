#include "lab/solve/solution_search.h"

#include <cmath>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"

namespace {

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
  EXPECT_EQ(held.report.verdict, ik::Verdict::kSearched);
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
