// Paths: their shapes, waypoints, ways, branches in the ladder, and what tracking methods make of
// them.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "iklab/experiment.h"
#include "lab/path/path_trial.h"
#include "lab/path/path_way.h"
#include "lab/path/waypoints.h"
#include "lab/scene/curve_handles.h"
#include "support/scenes.h"

namespace {

using lab::PathForm;
using lab::PathShape;

constexpr double kHalfTurn = std::numbers::pi;

lab::Setup plain_setup(lab::Scene scene, const char* method = "dls") {
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                       *ik::find_method(method));
}

/// Two links of lengths 1 and 0.8 in the plane z = 0, with a target that stands.
lab::Setup elbow_setup(double lower = -ik::kUnlimited, double upper = ik::kUnlimited) {
  lab::Scene scene{"arm", "Arm", "", bodies::elbow_arm(1.0, 0.8, lower, upper), {}, {}};
  scene.targets = {scenes::standing({1.2, 0.3, 0.0})};
  return plain_setup(std::move(scene));
}

PathShape circle(double radius = 0.3, int waypoints = 73) {
  return {.form = PathForm::kCircle,
          .waypoints = waypoints,
          .center = {1.1, 0.2, 0.0},
          .normal = {0.0, 0.0, 2.0},
          .radius = radius};
}

TEST(PathShapes, ACircleIsRoundFlatAndEven) {
  const PathShape shape{.form = PathForm::kCircle,
                        .center = {0.3, -0.2, 0.7},
                        .normal = {1.0, 2.0, -0.5},
                        .radius = 0.4};
  const Eigen::Vector3d normal = shape.normal.normalized();
  constexpr int kParts = 24;
  for (int i = 0; i < kParts; ++i) {
    const Eigen::Vector3d here = lab::place_on(shape, 1.0 * i / kParts) - shape.center;
    const Eigen::Vector3d next = lab::place_on(shape, (i + 1.0) / kParts) - shape.center;
    EXPECT_NEAR(here.norm(), 0.4, 1e-15);
    EXPECT_NEAR(here.dot(normal), 0.0, 1e-15);
    // to the left seen from the tip of the normal, by equal angles
    EXPECT_NEAR(normal.dot(here.cross(next)), 0.16 * std::sin(2.0 * kHalfTurn / kParts), 1e-14);
  }
  EXPECT_LT((lab::place_on(shape, 1.0) - lab::place_on(shape, 0.0)).norm(), 1e-15);
}

TEST(PathShapes, ALineIsStraightAndEven) {
  const PathShape shape{.form = PathForm::kLine, .from = {1.0, 2.0, 3.0}, .to = {2.0, 0.0, 7.0}};
  EXPECT_EQ(lab::place_on(shape, 0.0), shape.from);
  EXPECT_EQ(lab::place_on(shape, 1.0), shape.to);
  EXPECT_LT((lab::place_on(shape, 0.25) - Eigen::Vector3d(1.25, 1.5, 4.0)).norm(), 1e-15);
}

TEST(PathShapes, PointsAreMetInTheirOrder) {
  PathShape shape{.form = PathForm::kPoints,
                  .points = {{0, 0, 0}, {1, 0.5, 0}, {1, 2, 0.3}, {-1, 0, 0.1}}};
  const double pieces = static_cast<double>(shape.points.size()) - 1.0;
  for (std::size_t i = 0; i < shape.points.size(); ++i) {
    const double share = static_cast<double>(i) / pieces;
    EXPECT_LT((lab::place_on(shape, share) - shape.points[i]).norm(), 1e-12) << i;
  }
  shape.closed = true;
  for (std::size_t i = 0; i < shape.points.size(); ++i) {
    const double share = static_cast<double>(i) / (pieces + 1.0);
    EXPECT_LT((lab::place_on(shape, share) - shape.points[i]).norm(), 1e-12) << i;
  }
  EXPECT_LT((lab::place_on(shape, 1.0) - shape.points[0]).norm(), 1e-12);
}

TEST(PathShapes, AHandleStandsWhereItIsPut) {
  const Eigen::Vector3d place(0.5, -0.7, 0.9);
  const PathShape line{.form = PathForm::kLine};
  const PathShape points{.form = PathForm::kPoints, .points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}};
  for (const PathShape& shape : {line, points}) {
    for (std::size_t i = 0; i < lab::path_handles(shape).size(); ++i) {
      const auto before = lab::path_handles(shape);
      const auto after = lab::path_handles(lab::with_path_handle(shape, i, place));
      for (std::size_t k = 0; k < before.size(); ++k) {
        EXPECT_EQ(after[k], k == i ? place : before[k]);
      }
    }
  }
}

TEST(PathShapes, ACirclesHandlesMoveItStretchItAndTurnIt) {
  const PathShape shape = circle();
  const PathShape moved = lab::with_path_handle(shape, 0, {1.0, 2.0, 3.0});
  EXPECT_EQ(moved.center, Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(moved.radius, shape.radius);
  // above the plane of the circle: only the distance from the axis counts
  const PathShape larger =
      lab::with_path_handle(shape, 1, shape.center + Eigen::Vector3d(0.3, 0.4, 5.0));
  EXPECT_NEAR(larger.radius, 0.5, 1e-15);
  const PathShape turned =
      lab::with_path_handle(shape, 2, shape.center + Eigen::Vector3d(0.0, 7.0, 0.0));
  EXPECT_EQ(turned.normal, Eigen::Vector3d::UnitY());
  EXPECT_EQ(turned.radius, shape.radius);
}

TEST(PathShapes, AFormThatIsFittedToItselfStays) {
  const PathShape shape = circle(0.25);
  std::vector<Eigen::Vector3d> places;
  for (int i = 0; i < 40; ++i) places.push_back(lab::place_on(shape, i / 40.0));
  const PathShape again = lab::fitted_path({}, PathForm::kCircle, places);
  EXPECT_LT((again.center - shape.center).norm(), 1e-12);
  EXPECT_NEAR(again.radius, shape.radius, 1e-12);
  EXPECT_NEAR(std::abs(again.normal.normalized().z()), 1.0, 1e-12);
  const PathShape line = lab::fitted_path({}, PathForm::kLine, places);
  EXPECT_EQ(line.from, places.front());
  EXPECT_NEAR((line.to - line.from).norm(), 0.5, 1e-12) << "a diameter";
  const PathShape points = lab::fitted_path({}, PathForm::kPoints, places);
  EXPECT_EQ(points.points.size(), 9U);
  EXPECT_EQ(points.points.front(), places.front());
  EXPECT_EQ(points.points.back(), places.back());
}

TEST(PathShapes, ACurveGoesAlongItsShapeOnceInAPeriod) {
  const PathShape shape = circle();
  const lab::TargetCurve curve = lab::curve_of(shape, 3.0);
  for (int i = 0; i <= 12; ++i) {
    EXPECT_LT((curve.at(0.25 * i) - lab::place_on(shape, i / 12.0)).norm(), 1e-12) << i;
  }
  const PathShape line{.form = PathForm::kLine, .from = {1, 0, 0}, .to = {1, 2, 0}};
  const lab::TargetCurve there_and_back = lab::curve_of(line, 3.0);
  EXPECT_LT((there_and_back.at(0.0) - line.from).norm(), 1e-12);
  EXPECT_LT((there_and_back.at(1.5) - line.to).norm(), 1e-12);
}

TEST(Waypoints, OfTheTargetsAreTheScenesFormulaOverOneRound) {
  const lab::Setup setup = plain_setup(scenes::circling(bodies::forked_tree()));
  const PathShape shape{.waypoints = 101};
  const auto waypoints = lab::waypoints_of(shape, setup);
  ASSERT_EQ(waypoints.size(), 101U);
  // frequencies of 4 and 5 rad/s: the curve closes after four periods of the slower one
  const double round = 2.0 * kHalfTurn;
  for (std::size_t k = 0; k < waypoints.size(); ++k) {
    const double time = round * static_cast<double>(k) / 100.0;
    EXPECT_NEAR(waypoints[k].time, time, 1e-12);
    for (std::size_t i = 0; i < setup.targets.size(); ++i) {
      const auto& wave = std::get<lab::WaveCurve>(setup.targets[i].curve.shape());
      const Eigen::Vector3d wanted = wave.center +
                                     Eigen::Vector3d(0.5, 0.0, 0.1) * std::sin(5.0 * time) +
                                     Eigen::Vector3d(0.0, 0.4, 0.0) * std::sin(4.0 * time + 1.0);
      EXPECT_LT((waypoints[k].targets[i] - wanted).norm(), 1e-12) << k;
    }
  }
}

TEST(Waypoints, AroundATargetThatStandsAreACircleInTheBodysPlane) {
  const lab::Setup setup = elbow_setup();
  const PathShape first = lab::first_path(setup);
  ASSERT_EQ(first.form, PathForm::kCircle);
  EXPECT_TRUE(lab::path_trouble(first, setup).empty());
  for (const ik::Waypoint& waypoint : lab::waypoints_of(first, setup)) {
    const Eigen::Vector3d away = waypoint.targets[0] - Eigen::Vector3d(1.2, 0.3, 0.0);
    EXPECT_NEAR(away.norm(), 0.18, 1e-12) << "a tenth of 1 + 0.8";
    EXPECT_NEAR(away.z(), 0.0, 1e-12);
  }
}

TEST(Waypoints, AHeldTargetStaysAndOneThatJumpsGoesStraight) {
  lab::Setup setup = elbow_setup();
  setup.targets[0].curve =
      lab::TargetCurve(lab::JumpCurve{{{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}}, 4.0});
  const auto square = lab::waypoints_of({.waypoints = 9}, setup);
  EXPECT_LT((square[1].targets[0] - Eigen::Vector3d(1.0, 0.5, 0.0)).norm(), 1e-12);
  EXPECT_LT((square[8].targets[0] - Eigen::Vector3d(1.0, 0.0, 0.0)).norm(), 1e-12);
  setup.targets[0].held = Eigen::Vector3d(0.2, 0.3, 0.0);
  EXPECT_FALSE(lab::path_trouble({}, setup).empty()) << "nothing moves any more";
}

/// The experiment of a scene with the time step of a path's waypoints, run by hand.
lab::Summary by_hand(const lab::Scene& scene, const char* method, int steps, double time_step,
                     double& largest) {
  lab::TrackingExperiment experiment(ik::Scene(std::make_shared<const lab::Scene>(scene)), method);
  experiment.set("time-step", time_step);
  lab::TrackingExperiment walk = experiment;
  largest = 0.0;
  ik::VectorX before = walk.theta();
  for (int i = 0; i < steps; ++i) {
    walk.step();
    largest = std::max(largest, (walk.theta() - before).lpNorm<Eigen::Infinity>());
    before = walk.theta();
  }
  return experiment.run(steps);
}

TEST(PathTrials, AreTheTrackingExperimentWithAWaypointInEveryStep) {
  const lab::Scene scene = scenes::circling(bodies::forked_tree());
  const int steps = 200;
  for (const char* method : {"dls", "newton", "sdls", "ccd"}) {
    const lab::Setup setup = plain_setup(scene, method);
    const auto waypoints = lab::waypoints_of({.waypoints = steps + 1}, setup);
    lab::PathTracking tracking(lab::lane_on_path(setup, *ik::find_method(method)), waypoints,
                               scene.multibody.initial_theta(), 1);
    double share = 0.0;
    while (share < 1.0) share = tracking.advance(7);
    double largest = 0.0;
    const lab::Summary wanted = by_hand(scene, method, steps, 2.0 * kHalfTurn / steps, largest);
    const lab::PathTrial trial = tracking.trial();
    EXPECT_GT(trial.mean_error, 0.0);
    // the times of the waypoints and of the steps differ by rounding
    EXPECT_NEAR(trial.mean_error, wanted.mean_error, 1e-9) << method;
    EXPECT_NEAR(trial.max_error, wanted.max_error, 1e-8) << method;
    EXPECT_NEAR(trial.max_step, largest, 1e-7) << method;
  }
}

TEST(JumpTest, TellsAnElbowThatFlipsFromOneThatMoves) {
  const lab::Setup setup = elbow_setup();
  const ik::Multibody& body = setup.scene->multibody;
  const lab::JumpTest jumps(body);
  const auto at = [&](const ik::VectorX& theta) {
    return ik::Waypoint{{Eigen::Vector3d(ik::pose_at(body, theta).effector.col(0))}, {}, 0.0};
  };
  for (int i = 1; i < 40; ++i) {
    const ik::VectorX theta =
        Eigen::Vector2d(6.0 * bodies::halton(i, 2) - 3.0, 0.3 + 2.4 * bodies::halton(i, 3));
    // the mirror image about the line from the shoulder to the hand reaches the same place
    const Eigen::Vector3d hand = at(theta).targets[0];
    const double bearing = std::atan2(hand.y(), hand.x());
    const ik::VectorX mirrored = Eigen::Vector2d(2.0 * bearing - theta[0], -theta[1]);
    ASSERT_LT((at(mirrored).targets[0] - hand).norm(), 1e-12);
    EXPECT_TRUE(jumps(at(theta), theta, at(mirrored), mirrored)) << i;
    const ik::VectorX near = theta + Eigen::Vector2d(0.05, -0.08);
    EXPECT_FALSE(jumps(at(theta), theta, at(near), near)) << i;
  }
}

TEST(FirstWay, FollowsACircleInReachAndEndsWhereTheArmIsTooShort) {
  const lab::Setup setup = elbow_setup();
  const ik::VectorX present = Eigen::Vector2d(-0.2, 0.9);
  const lab::PathQuestion inside = lab::path_question(circle(), setup, present);
  const ik::Followed way = lab::first_way(inside);
  ASSERT_EQ(way.poses.size(), inside.waypoints().size());
  EXPECT_EQ(way.breaks_at, -1);
  EXPECT_EQ(way.reconfigurations, 0);
  for (std::size_t k = 0; k < way.poses.size(); ++k) {
    EXPECT_LE(lab::away_from(inside.body(), inside.waypoints()[k], way.poses[k].theta), 1e-6);
    EXPECT_GT(way.poses[k].theta[1], 0.0) << "the elbow stays on its side";
  }
  // a larger circle leaves the disc of radius 1.8: the first waypoint beyond is where it breaks
  PathShape large = circle(0.9, 200);
  large.normal = -Eigen::Vector3d::UnitX().cross(Eigen::Vector3d::UnitY());
  const lab::PathQuestion outside = lab::path_question(large, setup, present);
  int beyond = 0;
  while (outside.waypoints()[static_cast<std::size_t>(beyond)].targets[0].norm() <= 1.8 &&
         outside.waypoints()[static_cast<std::size_t>(beyond)].targets[0].norm() >= 0.2) {
    ++beyond;
  }
  ASSERT_GT(beyond, 0);
  const ik::Followed part = lab::first_way(outside);
  EXPECT_EQ(part.breaks_at, beyond);
  EXPECT_EQ(part.poses.size(), static_cast<std::size_t>(beyond));
  EXPECT_NE(part.verdict, ik::Verdict::kReached);
  EXPECT_NE(lab::way_in_words(outside, part, false)
                .find("aypoint " + std::to_string(beyond + 1) + " is not reached"),
            std::string::npos)
      << lab::way_in_words(outside, part, false);
}

/// A way with rows of three branches: 0 to 3, 4 to 6, 7 to 9.
ik::Followed three_branches() {
  ik::Followed way;
  for (int k = 0; k < 10; ++k) {
    const int branch = k < 4 ? 0 : k < 7 ? 1 : 2;
    way.poses.push_back({.theta = Eigen::Vector2d(0.1 * k + branch, -0.2 * k + 2.0 * branch),
                         .branch = branch,
                         .reconfigured = k == 4 || k == 7});
  }
  way.reconfigurations = 2;
  return way;
}

/// The least distance of a pose from the lines between neighbours of one branch.
double off_way(const ik::Followed& way, const ik::VectorX& theta) {
  double least = 1e9;
  for (std::size_t k = 0; k + 1 < way.poses.size(); ++k) {
    if (way.poses[k + 1].reconfigured) continue;
    const ik::VectorX from = way.poses[k].theta, along = way.poses[k + 1].theta - from;
    const double share = std::clamp((theta - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    least = std::min(least, (theta - from - share * along).norm());
  }
  return least;
}

TEST(PathPlayer, NeverLeavesTheWayAndStopsWhereTheBranchChanges) {
  const ik::Followed way = three_branches();
  std::vector<ik::Waypoint> waypoints(10);
  for (std::size_t k = 0; k < 10; ++k) waypoints[k].time = 0.1 * static_cast<double>(k * k);
  lab::PathPlayer player;
  std::vector<double> stops;
  for (int frame = 0; frame < 2000 && stops.size() < 3; ++frame) {
    const double before = player.at;
    const bool goes = player.advance(way, waypoints, 0.013 + 0.03 * bodies::halton(frame + 1, 2));
    EXPECT_GE(player.at, before);
    EXPECT_LT(off_way(way, lab::pose_on(way, player.at)), 1e-12) << player.at;
    if (goes) continue;
    stops.push_back(player.at);
    player.resume(way);
  }
  EXPECT_EQ(stops, (std::vector<double>{3.0, 6.0, 9.0}));
  EXPECT_EQ(player.at, 0.0) << "from the end it begins again";
  for (int i = 1; i < 200; ++i) {
    player.seek(way, 10.0 * bodies::halton(i, 3) - 0.5);
    EXPECT_LT(off_way(way, lab::pose_on(way, player.at)), 1e-12) << player.at;
  }
}

TEST(PathPlayer, TakesTheTimesOfTheWaypoints) {
  const ik::Followed way = three_branches();
  std::vector<ik::Waypoint> waypoints(10);
  for (std::size_t k = 0; k < 10; ++k) waypoints[k].time = static_cast<double>(k * k);
  lab::PathPlayer player;
  EXPECT_TRUE(player.advance(way, waypoints, 2.5));  // 1 s to row 1, then half of 3 s
  EXPECT_DOUBLE_EQ(player.at, 1.5);
  for (ik::Waypoint& waypoint : waypoints) waypoint.time = 0.0;
  player.at = 0.0;
  EXPECT_TRUE(player.advance(way, waypoints, 1.0));  // four seconds for all ten
  EXPECT_DOUBLE_EQ(player.at, 2.5);
}

/// Branches of the two-link arm on a circle: both elbows all the way, one of them cut in two.
ik::BranchGraph elbows(const lab::PathQuestion& question, int cut) {
  ik::BranchGraph graph;
  const auto solve = [&](std::size_t k, double side) {
    const Eigen::Vector3d& hand = question.waypoints()[k].targets[0];
    const double elbow = side * std::acos((hand.squaredNorm() - 1.0 - 0.64) / (2.0 * 0.8));
    const double shoulder = std::atan2(hand.y(), hand.x()) -
                            std::atan2(0.8 * std::sin(elbow), 1.0 + 0.8 * std::cos(elbow));
    return ik::VectorX(Eigen::Vector2d(shoulder, elbow));
  };
  const int all = static_cast<int>(question.waypoints().size());
  const auto add = [&](int first, int last, double side) {
    ik::Strand& strand = graph.strands.emplace_back();
    strand.first = first;
    for (int k = first; k <= last; ++k) {
      strand.theta.push_back(solve(static_cast<std::size_t>(k), side));
    }
  };
  add(0, all - 1, 1.0);
  add(0, cut, -1.0);
  add(cut + 1, all - 1, -1.0);
  graph.strands[1].end = {.kind = ik::PathEnd::kLimit, .at = cut + 0.5, .joint = 1, .upper = true};
  return graph;
}

TEST(Ladder, PutsBranchesSideBySideInRowsAndColoursOfTheirOwn) {
  const lab::PathQuestion question =
      lab::path_question(circle(), elbow_setup(), Eigen::Vector2d(0.0, 0.5));
  const ik::BranchGraph graph = elbows(question, 30);
  const lab::Ladder ladder = lab::ladder_of(question, graph);
  ASSERT_EQ(ladder.lines.size(), 3U);
  EXPECT_EQ(ladder.rows, 2U);
  EXPECT_NE(ladder.lines[0].row, ladder.lines[1].row);
  EXPECT_EQ(ladder.lines[1].row, ladder.lines[2].row) << "one after the other";
  EXPECT_NE(ladder.lines[0].hue, ladder.lines[1].hue);
  EXPECT_EQ(ladder.lines[1].hue, ladder.lines[2].hue) << "one posture, one colour";
  EXPECT_NE(ladder.lines[1].name, ladder.lines[2].name);
  EXPECT_NE(ladder.lines[1].end.find("upper limit of"), std::string::npos) << ladder.lines[1].end;
  EXPECT_TRUE(ladder.lines[0].end.empty());
}

TEST(Ladder, FindsTheBranchesOfAWayWholeTurnsApart) {
  const lab::PathQuestion question =
      lab::path_question(circle(), elbow_setup(), Eigen::Vector2d(0.0, 0.5));
  const ik::BranchGraph graph = elbows(question, 30);
  ik::Followed way;
  for (int k = 0; k < 50; ++k) {
    const ik::Strand& strand = graph.strands[k < 20 ? 1 : 0];
    ik::VectorX theta = strand.theta[static_cast<std::size_t>(k)];
    if (k % 3 == 0) theta[0] += 2.0 * kHalfTurn;
    way.poses.push_back({.theta = theta});
  }
  way.poses.push_back({.theta = Eigen::Vector2d(0.3, 0.3)});
  const std::vector<int> lines = lab::lines_of_way(question, graph, way);
  ASSERT_EQ(lines.size(), 51U);
  for (int k = 0; k < 50; ++k) EXPECT_EQ(lines[static_cast<std::size_t>(k)], k < 20 ? 1 : 0);
  EXPECT_EQ(lines.back(), -1);
}

TEST(Conditioning, OfTwoLinksIsTheAreaThatTheySpan) {
  const lab::PathQuestion question =
      lab::path_question(circle(), elbow_setup(), Eigen::Vector2d(0.0, 0.5));
  const ik::BranchGraph graph = elbows(question, 30);
  ik::Followed way;
  for (const ik::VectorX& theta : graph.strands[0].theta) way.poses.push_back({.theta = theta});
  const lab::Conditioning known = lab::conditioning_of(question, way);
  ASSERT_EQ(known.least.size(), way.poses.size());
  for (std::size_t k = 0; k < way.poses.size(); ++k) {
    // J's columns are the hand seen from both hinges, turned: det = a b sin(elbow), and the squares
    // of all entries sum to |hand|^2 + b^2
    const double det = std::abs(0.8 * std::sin(way.poses[k].theta[1]));
    const double sum = question.waypoints()[k].targets[0].squaredNorm() + 0.64;
    const double least = std::sqrt(0.5 * (sum - std::sqrt(sum * sum - 4.0 * det * det)));
    EXPECT_NEAR(known.manipulability[k], det, 1e-12);
    EXPECT_NEAR(known.least[k], least, 1e-12);
  }
  const auto plots = lab::conditioning_plots(known, std::vector<int>(way.poses.size(), 3));
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[0].series[0].y, known.least);
  EXPECT_EQ(plots[1].series[0].y, known.manipulability);
}

TEST(PathQuestion, KeepsFrozenJointsWhereTheBodyIsAndDropsAStartOfAnotherBody) {
  lab::Setup setup = elbow_setup();
  setup.joint_weights[1] = 0.0;
  PathShape shape = circle();
  shape.start = {0.1, 0.2, 0.3};
  const ik::VectorX present = Eigen::Vector2d(0.4, 0.7);
  const lab::PathQuestion question = lab::path_question(shape, setup, present);
  EXPECT_EQ(question.options().start, ik::PathStart::kAny);
  EXPECT_EQ(question.body().joint(1).weight, 0.0);
  EXPECT_EQ(question.body().joint(1).initial, 0.7);
  shape.start = {0.1, 0.2};
  const lab::PathQuestion given = lab::path_question(shape, setup, present);
  EXPECT_EQ(given.options().start, ik::PathStart::kGiven);
  EXPECT_EQ(given.options().theta, ik::VectorX(Eigen::Vector2d(0.1, 0.2)));
}

}  // namespace
