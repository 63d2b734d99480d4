#include "lab/solve/basin_map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "lab/solve/basin_figure.h"
#include "lab/solve/solution_search.h"
#include "support/aiming.h"
#include "support/basins.h"
#include "support/robot_arms.h"

namespace {

/// A lane as a scene with one method and its settings.
struct BasinCase {
  std::string name;
  lab::Scene scene;
  const char* method;
  lab::Settings settings = {};
  std::vector<double> joint_weights = {};  ///< (n) in the solver's order; empty: the body's own

  /// For the scene or a variant of it.
  lab::Tracker tracker(const lab::Scene& of, const lab::Settings& with) const {
    lab::Tracker tracker(of, *ik::find_method(method), with);
    tracker.change([this](lab::Setup& setup) {
      if (!joint_weights.empty()) setup.joint_weights = joint_weights;
    });
    return tracker;
  }
  lab::StandingLane lane() const { return lab::StandingLane(tracker(scene, settings)); }
};

lab::Settings lane_settings(const lab::Params& params,
                            lab::LimitRule limits = lab::LimitRule::kProject) {
  lab::Settings settings;
  settings.set_params(params);
  settings.limits = limits;
  return settings;
}

/// What a step may depend on, in turn.
std::vector<BasinCase> basin_cases() {
  const lab::Scene two = basins::two_links(basins::kGoal);
  const lab::Scene limited = basins::standing(bodies::limited_arm(), {{0.7, 1.2, 0.9}});
  const lab::Scene tree =
      basins::standing(bodies::forked_tree(), {{0.8, 0.9, 0.3}, {-0.7, 1, 0.2}});
  std::vector<BasinCase> all;
  for (const char* method :
       {"jacobian-transpose", "pseudoinverse", "dls", "sdls", "dls-error", "newton", "gauss-newton",
        "levenberg-marquardt", "bfgs", "conjugate-gradient", "ccd", "fabrik"}) {
    all.push_back({method, two, method});
  }
  for (const lab::LimitRule rule : {lab::LimitRule::kClamp, lab::LimitRule::kProject,
                                    lab::LimitRule::kActiveSet, lab::LimitRule::kIgnore}) {
    all.push_back({"limits", limited, "dls", lane_settings({{"lambda", 0.4}}, rule)});
    all.push_back({"limits", limited, "bfgs", lane_settings({}, rule)});
  }
  BasinCase two_hands{"two hands", tree, "dls", lane_settings({{"lambda", 0.5}})};
  all.push_back(two_hands);
  two_hands.name = "weights";
  two_hands.scene.weights = {1.0, 0.3};
  all.push_back(two_hands);
  two_hands.name = "adaptive D_max";
  two_hands.settings.adaptive_d_max = true;
  two_hands.settings.d_max = 0.1;
  all.push_back(two_hands);
  BasinCase target{"target Jacobian, D_max, no cap", two, "dls", lane_settings({{"lambda", 0.3}})};
  target.settings.jacobian = ik::JacobianKind::kTarget;
  target.settings.d_max = 0.3;
  all.push_back(target);
  BasinCase slide{"slide cap", basins::standing(bodies::slider_arm(), {{1.4, 0.6, 0.0}}), "dls"};
  slide.settings.max_slide = 0.05;
  all.push_back(slide);
  const ik::Multibody arm = bodies::arms()[0].body();  // aims
  lab::Scene robot = basins::standing(arm, {{0.4, 0.2, 0.4}});
  robot.aims.push_back({});
  all.push_back({"aims", robot, "dls", lane_settings({{"lambda", 0.2}})});
  const ik::Multibody places = bodies::with_aims(bodies::crooked(), {ik::AimKind::kNone});
  const ik::VectorX goal = bodies::allowed(places, places.initial_theta().array() - 0.15);
  const lab::Scene crooked = basins::standing(places, bodies::effectors_at(places, goal));
  for (const char* method : {"jacobian-transpose", "pseudoinverse", "dls", "sdls", "bfgs"}) {
    all.push_back({"crooked", crooked, method, lane_settings({{"lambda", 0.2}})});
    all.push_back(all.back());
    all.back().name = "crooked, weights as changed";
    for (const ik::Joint& joint : places.joints()) {
      all.back().joint_weights.push_back(joint.name == "twist" ? 0.0 : 1.7 * joint.weight);
    }
  }
  lab::Scene crooked_aims = crooked;
  crooked_aims.multibody = bodies::crooked();
  for (const ik::Aim& aim : bodies::aims_at(crooked_aims.multibody, goal)) {
    crooked_aims.aims.push_back({.base = aim});
  }
  all.push_back({"crooked, aims", crooked_aims, "dls", lane_settings({{"lambda", 0.2}})});
  return all;
}

/// The same scene with another start. \param limits false if the start may be beyond them
lab::Scene started_at(const lab::Scene& scene, const ik::VectorX& theta, bool limits) {
  const ik::Multibody& body = scene.multibody;
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
  for (int j = 0; j < body.joint_count(); ++j) {
    joints.push_back(body.joint(j));
    joints.back().initial = theta[j];
    if (!limits) joints.back().lower = -(joints.back().upper = ik::kUnlimited);
  }
  lab::Scene result = scene;
  result.multibody = ik::Multibody(joints, effectors);
  return result;
}

lab::BasinPlane small_plane(const lab::StandingLane& lane, int count = 12) {
  const auto joints = lab::plane_joints(lane);
  return lab::plane_of(lane, (*joints)[0], (*joints)[1], count);
}

// The promise of the map: to play a cell shows what the map says.
TEST(Basins, APathIsTheTrackersToTheBit) {
  for (const BasinCase& c : basin_cases()) {
    const lab::StandingLane lane = c.lane();
    const lab::Basins basins(lane, small_plane(lane), {.budget = 25});
    for (const int cell : {0, 17, 77, 143}) {
      const std::vector<ik::VectorX> path = basins.path(cell);
      lab::Settings settings = c.settings;
      settings.set_number("lead", 3.0);
      settings.iterations = 1;
      const bool limits = settings.limits != lab::LimitRule::kIgnore;
      lab::Tracker tracker = c.tracker(started_at(c.scene, basins.start(cell), limits), settings);
      for (std::size_t k = 0; k < path.size(); ++k) {
        if (k > 0) tracker.step();
        ASSERT_TRUE(path[k] == tracker.pose().theta)
            << c.name << ", " << c.method << ", cell " << cell << ", update " << k;
      }
    }
  }
}

// One after the other, starts do not know of each other.
TEST(StandingRun, ForgetsEarlierStarts) {
  for (const BasinCase& c : basin_cases()) {
    const lab::StandingLane lane = c.lane();
    const lab::Basins basins(lane, small_plane(lane), {.budget = 12, .tolerance = 0.0});
    lab::StandingRun run(lane);
    for (const int cell : {3, 60, 101}) {
      const std::vector<ik::VectorX> path = basins.path(cell);
      run.start(basins.start(cell));
      for (const ik::VectorX& theta : path) {
        ASSERT_TRUE(theta == run.pose().theta) << c.name << ", " << c.method << ", cell " << cell;
        run.update();
      }
    }
  }
}

TEST(Basins, AMapSaysWhatItsPathsDo) {
  for (const BasinCase& c : basin_cases()) {
    const lab::StandingLane lane = c.lane();
    const lab::Basins basins(lane, small_plane(lane), {.budget = 25});
    const lab::BasinMap map = basins::computed(basins);
    ASSERT_TRUE(map.complete());
    const bool slow = std::string_view(c.method) == "jacobian-transpose";
    EXPECT_TRUE(slow || map.reached_share() > 0.0) << c.name << ", " << c.method;
    for (int cell = 0; cell < basins.plane().cell_count(); ++cell) {
      const std::vector<ik::VectorX> path = basins.path(cell);
      ASSERT_EQ(map.cell(cell).updates, static_cast<int>(path.size()) - 1)
          << c.name << ", " << c.method << ", cell " << cell;
      lab::StandingRun run(lane);
      run.start(path.back());
      const bool reached = run.largest_error() <= basins.tolerance();
      ASSERT_EQ(map.cell(cell).solution >= 0, reached) << c.name << ", cell " << cell;
      if (!reached || path.size() < 2) {
        ASSERT_EQ(map.cell(cell).passed, static_cast<float>(map.cell(cell).updates));
        continue;
      }
      // log e at `passed`, linear between the last two updates, is the tolerance's
      const double last = std::log(run.largest_error());
      run.start(path[path.size() - 2]);
      const double before = std::log(run.largest_error());
      const double share =
          static_cast<double>(map.cell(cell).passed) - static_cast<double>(path.size() - 2);
      ASSERT_GE(share, 0.0);
      ASSERT_LE(share, 1.0);
      if (last > -60.0) {
        ASSERT_NEAR(before + share * (last - before), std::log(basins.tolerance()),
                    1e-5 * (before - last));
      }
    }
  }
}

TEST(Basins, RunInLanesWhereTheMethodHasThem) {
  const auto in_lanes = [](const lab::Scene& scene, const char* method,
                           const lab::Settings& settings = {}) {
    const lab::StandingLane lane = basins::lane(scene, method, settings);
    return lab::Basins(lane, small_plane(lane)).in_lanes();
  };
  const lab::Scene scene = basins::two_links(basins::kGoal);
  for (const char* method : {"jacobian-transpose", "pseudoinverse", "dls", "sdls"}) {
    EXPECT_TRUE(in_lanes(scene, method)) << method;
  }
  EXPECT_FALSE(in_lanes(scene, "gauss-newton"));
  lab::Settings adaptive;
  adaptive.d_max = 0.2;
  EXPECT_TRUE(in_lanes(scene, "dls", adaptive));
  adaptive.adaptive_d_max = true;
  EXPECT_FALSE(in_lanes(scene, "dls", adaptive));
  lab::Settings shown;  // no effect on goals at rest
  shown.iterations = 7;
  shown.tolerance = 0.1;
  shown.set_number("lead", 2.0);
  EXPECT_TRUE(in_lanes(scene, "dls", shown));
}

TEST(Basins, ReachTheTwoSolutionsOfTheLawOfCosines) {
  const double elbow = std::acos((basins::kGoal.squaredNorm() - 1.0 - 0.64) / 1.6);
  for (const char* method : {"dls", "gauss-newton", "jacobian-transpose", "levenberg-marquardt"}) {
    const lab::StandingLane lane = basins::lane(basins::two_links(basins::kGoal), method);
    const lab::BasinMap map =
        basins::computed(lab::Basins(lane, lab::plane_of(lane, 0, 1, 48), {.budget = 400}));
    ASSERT_EQ(map.solutions().size(), 2U) << method;
    std::set<int> signs;
    for (const lab::BasinSolution& solution : map.solutions()) {
      const double bend = std::remainder(solution.theta[1], 2.0 * std::numbers::pi);
      const int sign = bend > 0.0 ? 1 : -1;
      signs.insert(sign);
      EXPECT_NEAR(bend, sign * elbow, 1e-6) << method;
      const double shoulder = std::atan2(0.9, 0.9) -
                              std::atan2(0.8 * std::sin(sign * elbow), 1.0 + 0.8 * std::cos(elbow));
      EXPECT_NEAR(std::remainder(solution.theta[0] - shoulder, 2.0 * std::numbers::pi), 0.0, 1e-6)
          << method;
      EXPECT_GT(solution.cells, 0);
      EXPECT_EQ(solution.hue, sign > 0 ? 0 : 1) << "the elbow's side has one colour always";
    }
    EXPECT_EQ(signs.size(), 2U) << method;
  }
}

// The goal on the arm's x axis: to mirror a start mirrors its path, and the solution with it.
TEST(Basins, AreMirroredWithTheArm) {
  for (const char* method : {"jacobian-transpose", "dls", "levenberg-marquardt"}) {
    const lab::StandingLane lane = basins::lane(basins::two_links({1.3, 0.0, 0.0}), method);
    const lab::Basins basins(lane, lab::plane_of(lane, 0, 1, 64));
    const lab::BasinMap map = basins::computed(basins);
    ASSERT_EQ(map.solutions().size(), 2U);
    int unlike = 0;
    for (int cell = 0; cell < basins.plane().cell_count(); ++cell) {
      const lab::BasinCell& own = map.cell(cell);
      const lab::BasinCell& mirrored = map.cell(basins.plane().cell_count() - 1 - cell);
      const bool reached = own.solution >= 0 && mirrored.solution >= 0;
      const bool alike = reached
                             ? own.solution != mirrored.solution && own.updates == mirrored.updates
                             : own.solution == mirrored.solution;
      unlike += alike ? 0 : 1;
    }
    // rounding may part a start on a border from its mirror image
    EXPECT_LE(unlike, basins.plane().cell_count() / 500) << method;
  }
}

// To turn goal and start about the root turns the path.
TEST(Basins, MoveAcrossWithTheGoal) {
  constexpr int kSide = 64, kBy = 9;
  const double by = kBy * 2.0 * std::numbers::pi / kSide;
  const auto map_at = [&](double bearing) {
    const lab::StandingLane lane = basins::lane(
        basins::two_links({1.2 * std::cos(bearing), 1.2 * std::sin(bearing), 0.0}), "dls");
    return basins::computed(lab::Basins(lane, lab::plane_of(lane, 0, 1, kSide)));
  };
  const lab::BasinMap at = map_at(0.3), moved = map_at(0.3 + by);
  int unlike = 0;
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      const lab::BasinCell& one = at.cell(row * kSide + column);
      const lab::BasinCell& other = moved.cell(row * kSide + (column + kBy) % kSide);
      unlike += one.updates != other.updates ? 1 : 0;
    }
  }
  EXPECT_LE(unlike, kSide * kSide / 500);
}

TEST(BasinMap, DoesNotDependOnTheOrderOfItsParts) {
  const lab::StandingLane lane = basins::lane(basins::two_links(basins::kGoal), "gauss-newton");
  const lab::Basins basins(lane, lab::plane_of(lane, 0, 1, 40));
  const lab::BasinMap all = basins::computed(basins);
  const auto results = [&](int part, long updates) {
    lab::BasinRun run = basins.begin(part);
    while (run.advance(updates) < 1.0) {
    }
    return run.results();
  };
  lab::BasinMap backwards(basins);
  for (int part = basins.count() - 1; part >= 0; --part) {
    EXPECT_EQ(backwards.parts_done(), 0);
    backwards.take(basins, results(part, 1));
  }
  ASSERT_TRUE(backwards.complete());
  EXPECT_EQ(backwards.labels(), all.labels());
  ASSERT_EQ(backwards.solutions().size(), all.solutions().size());
  for (std::size_t i = 0; i < all.solutions().size(); ++i) {
    EXPECT_TRUE(all.solutions()[i].theta == backwards.solutions()[i].theta);
    EXPECT_EQ(all.solutions()[i].hue, backwards.solutions()[i].hue);
  }
}

TEST(BasinMap, IsCoarseFirst) {
  const lab::StandingLane lane = basins::lane(basins::two_links(basins::kGoal), "dls");
  for (const int count : {100, 256}) {
    const lab::Basins basins(lane, lab::plane_of(lane, 0, 1, count));
    std::set<int> cells(basins.order().begin(), basins.order().end());
    EXPECT_EQ(static_cast<int>(cells.size()), count * count) << "every cell once";
    EXPECT_EQ(basins.parts_of_picture(count), basins.count());
    lab::BasinMap map(basins);
    EXPECT_FALSE(map.stand_in(5));
    map.compute(basins, basins.parts_of_picture(25));
    EXPECT_LE(map.done(), 50 * 50 + lab::Basins::kPartCells);
    // whatever the cell, a known one is less than two cells of the coarse picture away
    for (int cell = 0; cell < count * count; ++cell) {
      const int known = map.stand_in(cell).value();
      ASSERT_GE(map.cell(known).updates, 0);
      ASSERT_LT(std::abs(known % count - cell % count), 2 * count / 25);
      ASSERT_LT(std::abs(known / count - cell / count), 2 * count / 25);
    }
    map.compute(basins, basins.count());
    ASSERT_TRUE(map.complete());
    EXPECT_EQ(map.stand_in(5), 5);
  }
}

/// Start poses of an arm in space with an aim, which has up to eight solutions.
lab::Basins basins_of_kr6(const char* method, const Eigen::Vector3d& goal_moved_by) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::VectorX there(6);
  there << 0.3, -0.9, 1.2, 0.7, 0.8, -0.4;
  const ik::Pose pose = ik::pose_at(arm.body(), there);
  lab::Scene scene = basins::standing(arm.body(), {pose.effector.col(0) + goal_moved_by});
  ik::Aim aim;
  aim.orientation = pose.world_from_joint(5).linear();
  scene.aims.push_back({.base = aim});
  lab::StandingLane lane = basins::lane(scene, method, lane_settings({}, lab::LimitRule::kIgnore));
  lane.theta = there;
  return lab::Basins(lane, lab::plane_of(lane, 2, 4, 24), {.budget = 100});
}

// Whichever solution a method finds first.
TEST(BasinMap, GivesASolutionOneHueAndOneNameForAllMethods) {
  std::map<int, std::pair<std::string, ik::VectorX>> known;
  for (const char* method : {"gauss-newton", "levenberg-marquardt", "sdls", "bfgs"}) {
    const lab::Basins basins = basins_of_kr6(method, Eigen::Vector3d::Zero());
    const lab::BasinMap map = basins::computed(basins);
    const std::vector<std::string> names = lab::names_of(basins, map);
    ASSERT_GE(map.solutions().size(), 2U) << method;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const lab::BasinSolution& solution = map.solutions()[i];
      const auto entry = known.try_emplace(solution.hue, names[i], solution.theta).first;
      EXPECT_EQ(entry->second.first, names[i]) << method;
      EXPECT_LT(
          lab::difference(*basins.lane().multibody, 1.0, entry->second.second, solution.theta),
          1e-3)
          << method << ": " << names[i];
    }
  }
  EXPECT_GE(known.size(), 4U);
}

TEST(BasinMap, KeepsHuesWhileTheGoalMoves) {
  const bodies::Arm& arm = bodies::arms()[0];
  const lab::Basins before = basins_of_kr6("gauss-newton", Eigen::Vector3d::Zero());
  const lab::BasinMap old = basins::computed(before);
  const lab::Basins after = basins_of_kr6("gauss-newton", {0.004, -0.003, 0.002});
  const lab::BasinMap map = basins::computed(after, &old);
  ASSERT_GE(old.solutions().size(), 2U);
  std::set<int> hues;
  int same = 0;
  for (const lab::BasinSolution& solution : map.solutions()) {
    EXPECT_TRUE(hues.insert(solution.hue).second) << "two solutions with one hue";
    for (const lab::BasinSolution& earlier : old.solutions()) {
      if (lab::difference(arm.body(), 1.0, earlier.theta, solution.theta) > 0.1) continue;
      EXPECT_EQ(solution.hue, earlier.hue);
      ++same;
    }
  }
  EXPECT_GE(same, 2);
}

bool bends_left(const lab::BasinSolution& solution) { return std::sin(solution.theta[1]) > 0.0; }

/// Expects the two poses of two links for one elbow angle, with hues of their own.
void expect_both_elbows(const lab::BasinMap& map, double elbow) {
  ASSERT_EQ(map.solutions().size(), 2U) << elbow;
  for (const lab::BasinSolution& solution : map.solutions()) {
    EXPECT_NEAR(std::abs(std::remainder(solution.theta[1], 2.0 * std::numbers::pi)), elbow,
                0.01 * elbow);
  }
  const auto &one = map.solutions()[0], &other = map.solutions()[1];
  EXPECT_TRUE(bends_left(one) != bends_left(other) && one.hue != other.hue) << elbow;
}

// Near the edge of reach the two poses lie side by side: neither swallows the other, nor its hue.
TEST(BasinMap, TellsTwoElbowsApartNearASingularPose) {
  const auto basins_at = [](double elbow, double bearing) {
    const double far = std::sqrt(1.64 + 1.6 * std::cos(elbow));
    const lab::StandingLane lane =
        basins::lane(basins::two_links(bodies::out_at(far, bearing)), "gauss-newton");
    return lab::Basins(lane, lab::plane_of(lane, 0, 1, 32));
  };
  for (const double elbow : {0.3, 0.1, 0.03, 0.02, 0.01}) {
    const lab::Basins before = basins_at(elbow, 0.7), after = basins_at(elbow, 0.7003);
    const lab::BasinMap old = basins::computed(before);
    const lab::BasinMap map = basins::computed(after, &old);
    for (const lab::BasinMap* each : {&old, &map}) expect_both_elbows(*each, elbow);
    for (const lab::BasinSolution& solution : map.solutions()) {
      const bool first = bends_left(solution) == bends_left(old.solutions()[0]);
      EXPECT_EQ(solution.hue, old.solutions()[first ? 0 : 1].hue) << elbow;
    }
  }
}

// A redundant arm has curves of solutions: what differs to the eye is where its elbows are.
TEST(BasinMap, TellsPosturesOfARedundantArmApart) {
  const lab::StandingLane lane =
      basins::lane(basins::standing(ik::chain({0.7, 0.6, 0.5}), {{0.8, 0.5, 0.0}}), "dls");
  const lab::Basins basins(lane, lab::plane_of(lane, 1, 2, 48), {.budget = 300});
  ASSERT_TRUE(basins.redundant());
  ASSERT_EQ(basins.postures().count(), 2);
  const lab::BasinMap map = basins::computed(basins);
  EXPECT_GT(map.reached_share(), 0.9);
  EXPECT_GE(map.solutions().size(), 2U);
  EXPECT_LE(map.solutions().size(), 4U);
  for (const int cell : {5, 400, 1111, 2000}) {
    if (map.cell(cell).solution < 0) continue;
    const ik::VectorX end = basins.path(cell).back();
    const std::uint64_t posture =
        map.solutions()[static_cast<std::size_t>(map.cell(cell).solution)].posture;
    EXPECT_EQ((posture & 1) != 0, std::sin(end[1]) < 0.0);
    EXPECT_EQ((posture & 2) != 0, std::sin(end[2]) < 0.0);
  }
}

TEST(BasinMap, ReachesNothingOutOfReach) {
  const lab::StandingLane lane = basins::lane(basins::two_links({2.5, 0.0, 0.0}), "dls");
  const lab::Basins basins(lane, lab::plane_of(lane, 0, 1, 16), {.budget = 7});
  const lab::BasinMap map = basins::computed(basins);
  EXPECT_TRUE(map.solutions().empty());
  EXPECT_EQ(map.reached_share(), 0.0);
  EXPECT_EQ(map.mean_updates(), 0.0);
  for (int cell = 0; cell < 256; ++cell) EXPECT_EQ(map.cell(cell).updates, 7);
  EXPECT_EQ(basins.path(3).size(), 8U);
}

TEST(BasinMap, NeedsNoUpdateWhereItStartsAtASolution) {
  // the middle of cell 0 is the goal
  lab::StandingLane lane = basins::lane(basins::two_links(basins::kGoal), "dls");
  const lab::BasinPlane plane = lab::plane_of(lane, 0, 1, 8);
  const Eigen::Vector2d first(plane.x.value(0), plane.y.value(0));
  lane.targets = {bodies::effectors_at(*lane.multibody, first)[0]};
  const lab::Basins basins(lane, plane);
  const lab::BasinMap map = basins::computed(basins);
  EXPECT_EQ(map.cell(0).updates, 0);
  EXPECT_GE(map.cell(0).solution, 0);
  EXPECT_EQ(basins.path(0).size(), 1U);
}

}  // namespace
