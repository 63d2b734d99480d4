#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/scene/number_text.h"
#include "lab/solve/convergence.h"
#include "ui/desk.h"
#include "ui/solved_map.h"

namespace {

/// A desk with the page open on a two-link arm whose targets stand, and a computed map.
class ReachPanelTest : public testing::Test {
 protected:
  ReachPanelTest() {
    desk.press("page/Reach");
    desk.frames(2);
    desk.press("reach/stand");
    desk.reach = solved.emplace(desk.tracker(), kSide).shown();
    desk.frames(3);
    desk.forget();
  }

  /// The middle of a cell on the screen.
  ImVec2 place_of(int column, int row) const {
    const ui::ItemRect rect = desk.item("reach/map");
    const float cell = (rect.max.x - rect.min.x) / kSide;
    return {rect.min.x + (static_cast<float>(column) + 0.5F) * cell,
            rect.max.y - (static_cast<float>(row) + 0.5F) * cell};
  }
  static std::vector<double> numbers(const ik::VectorX& theta) {
    return {theta.begin(), theta.end()};
  }
  const std::vector<double>& start() const { return desk.timeline.setup().start; }

  static constexpr int kSide = 40;
  Desk desk{io::find_scene("two-link-arm"), "gauss-newton"};
  std::optional<SolvedMap> solved;
};

TEST_F(ReachPanelTest, MovesTheArmAlongItsFamily) {
  EXPECT_FALSE(desk.has("reach/along")) << "the body has no families";
  ik::Family family;
  family.period = 6.0;
  family.arcs = {{-1.0, 1.0}};
  family.pose = [](double s) { return ik::VectorX(Eigen::Vector2d(s, 2.0)); };
  desk.reach.families = {&family, 1};
  desk.reach.place = lab::PlaceOnFamily{0, 0.5};
  desk.frames(10);
  desk.forget();
  const auto press = [&](float share) { desk.press_part("reach/along", share); };
  press(0.45F);
  ASSERT_EQ(start().size(), 2U);
  EXPECT_NEAR(start()[0], -0.3, 0.1) << "the range is from -3 to 3";
  EXPECT_EQ(start()[1], 2.0);
  press(0.9F);
  EXPECT_EQ(start()[0], 1.0) << "beyond the limits the nearest place within";
  press(0.1F);
  EXPECT_EQ(start()[0], -1.0);
  EXPECT_FALSE(desk.panels.reach.along.has_value()) << "it is not held";
}

TEST_F(ReachPanelTest, AsksForAMapOnlyWhileItIsOpen) {
  ASSERT_TRUE(desk.reach_wish().has_value());
  EXPECT_FALSE(desk.reach_wish()->joints.has_value());
  EXPECT_GT(desk.reach_wish()->pace, 0.0);
  EXPECT_FALSE(desk.reach_wish()->cloud);
  desk.press("page/Compare");
  desk.frames(2);
  EXPECT_FALSE(desk.reach_wish().has_value());
  EXPECT_FALSE(desk.panels.reach.shows_ghosts(true));
}

TEST_F(ReachPanelTest, PutsTheBodyIntoTheStartThatIsPressedAndPlays) {
  desk.press_at(place_of(9, 31));
  const ik::VectorX wanted = solved->basins.start(31 * kSide + 9);
  EXPECT_EQ(start(), numbers(wanted));
  EXPECT_EQ(desk.tracker().pose().theta, wanted);
  EXPECT_TRUE(desk.sends(ui::Command::kPlayOrPause)) << "it was paused";
  EXPECT_EQ(desk.changes.size(), 1U);
  desk.playback.playing = true;
  desk.forget();
  desk.press_at(place_of(30, 5));
  EXPECT_EQ(start(), numbers(solved->basins.start(5 * kSide + 30)));
  EXPECT_FALSE(desk.sends(ui::Command::kPlayOrPause)) << "it plays";
}

TEST_F(ReachPanelTest, IsUsedByTheKeyboardAlone) {
  desk.press_at(place_of(9, 31));
  solved->figure.trace = {{9.5, 31.5}};  // the run's course begins in the middle of that cell
  desk.frames(2);
  desk.key(ui::Key::kTab);  // from the map on, once round
  for (int i = 0; i < 500 && desk.panels.focus.at.back() != desk.item("reach/map").id; ++i) {
    desk.key(ui::Key::kTab);
  }
  desk.point_at({5.0F, 5.0F});
  desk.frames(2);
  ASSERT_EQ(desk.panels.focus.at.back(), desk.item("reach/map").id);
  const std::vector<double> before = start();
  desk.key(ui::Key::kUp);
  for (int i = 0; i < 3; ++i) desk.key(ui::Key::kRight);
  EXPECT_EQ(start(), before) << "arrows only look";
  EXPECT_TRUE(desk.says("Press to begin there"));
  desk.forget();
  desk.key(ui::Key::kEnter);
  EXPECT_EQ(start(), numbers(solved->basins.start(32 * kSide + 12)));
  EXPECT_EQ(desk.changes.size(), 1U);
}

TEST_F(ReachPanelTest, GoesToTheSameStartAgainWhenItIsPressedAgain) {
  desk.press_at(place_of(9, 31));
  const ik::VectorX wanted = solved->basins.start(31 * kSide + 9);
  desk.run(5);
  EXPECT_GT((desk.tracker().pose().theta - wanted).norm(), 1e-3);
  desk.press_at(place_of(9, 31));
  EXPECT_LT((desk.tracker().pose().theta - wanted).norm(), 1e-12);
}

TEST_F(ReachPanelTest, CountsUpdatesNotStepsSinceTheStart) {
  desk.press_at(place_of(9, 31));
  desk.run(4);
  EXPECT_EQ(ui::updates_since_start(desk.timeline), 4.0);
  lab::Setup setup = desk.timeline.setup();
  setup.front_lane().settings.iterations = 3;
  desk.change(setup);
  EXPECT_FALSE(ui::updates_since_start(desk.timeline).has_value()) << "not one kind of step";
  desk.press_at(place_of(9, 31));
  desk.run(5);
  EXPECT_EQ(ui::updates_since_start(desk.timeline), 15.0);
}

TEST_F(ReachPanelTest, DragsTheStartAsOneChangeForUndo) {
  const std::vector<double> before = start();
  desk.point_at(place_of(5, 5));
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  desk.frames(2);
  for (int i = 6; i < 12; ++i) {
    desk.point_at(place_of(i, i));
    desk.frame();
    EXPECT_EQ(start(), numbers(solved->basins.start(i * kSide + i))) << i;
  }
  ImGui::GetIO().MouseDown[0] = false;
  desk.frames(2);
  ASSERT_TRUE(desk.undo.can_undo());
  EXPECT_EQ(desk.undo.undo().start, before);
}

TEST_F(ReachPanelTest, SaysStartValuesUpdatesAndSolutionUnderThePointer) {
  const int cell = 31 * kSide + 9;
  const lab::BasinCell& here = solved->map.cell(cell);
  ASSERT_GE(here.solution, 0);
  desk.point_at(place_of(9, 31));
  desk.frames(3);
  EXPECT_TRUE(desk.says("after " + std::to_string(here.updates) + " update"));
  for (const ui::ShownSolution& solution : solved->solutions) {
    const bool is_it =
        solved->map.solutions()[static_cast<std::size_t>(here.solution)].hue == solution.hue;
    EXPECT_EQ(desk.says(solution.name + " after"), is_it) << solution.name;
  }
  // 40 columns of 9° from -180° on: the middle of the tenth
  EXPECT_TRUE(desk.says("shoulder -94.5°"));
}

TEST_F(ReachPanelTest, TakesASolutionByItsName) {
  ASSERT_EQ(solved->solutions.size(), 2U);
  for (const ui::ShownSolution& solution : solved->solutions) {
    desk.press("reach/solution/" + solution.name);
    EXPECT_EQ(desk.tracker().pose().theta, solution.theta);
    EXPECT_LT(desk.tracker().errors()[0], 1e-6) << "it reaches the target";
  }
  EXPECT_EQ(desk.changes.back(), "take " + solved->solutions.back().name);
}

TEST_F(ReachPanelTest, SaysWhyNoPoseReachesInTheWordsOfSolve) {
  desk.reach.solutions = {};
  desk.frames(2);
  EXPECT_TRUE(desk.says("Looking for solutions"));
  const lab::GoalVerdict verdict{
      .report = {}, .sentence = "not reached: none of 201 starts reaches; 0.2 m are left"};
  const std::vector<std::string> ends = {"DLS: 0.25 m are left"};
  desk.reach.verdict = &verdict;
  desk.reach.lane_ends = ends;
  desk.frames(2);
  EXPECT_TRUE(desk.says(verdict.sentence));
  EXPECT_TRUE(desk.says(ends[0]));
  EXPECT_FALSE(desk.says("Looking for solutions"));
}

TEST_F(ReachPanelTest, LightsTheSolutionUnderThePointer) {
  desk.point_at(desk.item("reach/solution/" + solved->solutions[1].name).middle());
  desk.frames(3);
  EXPECT_EQ(desk.panels.reach.lit, 1U);
  desk.point_at({5.0F, 5.0F});
  desk.frames(3);
  EXPECT_FALSE(desk.panels.reach.lit.has_value());
}

TEST_F(ReachPanelTest, SwapsTheAxesWhereTheOtherJointIsChosen) {
  const ik::Multibody& body = desk.tracker().multibody();
  desk.press("reach/x");
  desk.frames(2);
  desk.press("reach/x/" + body.joint(1).name);
  desk.frames(2);
  EXPECT_EQ(desk.reach_wish()->joints, (std::array<int, 2>{1, 0}));
  desk.change(lab::setup_of(std::make_shared<const lab::Scene>(io::find_scene("planar-arm")),
                            *ik::find_method("dls")));
  desk.reach = {};
  desk.frames(2);
  EXPECT_FALSE(desk.reach_wish()->joints.has_value()) << "joints of another body";
}

TEST_F(ReachPanelTest, LetsTheTargetsMoveAgainWithoutAStart) {
  EXPECT_TRUE(desk.timeline.setup().frozen);
  EXPECT_FALSE(start().empty());
  desk.press("reach/stand");
  EXPECT_FALSE(desk.timeline.setup().frozen);
  EXPECT_TRUE(start().empty());
  EXPECT_TRUE(desk.has("empty/Reach"));
}

TEST_F(ReachPanelTest, AsksForTheReachOfTheSelectedTargetsEffector) {
  desk.press("reach/cloud");
  desk.frames(2);
  EXPECT_TRUE(desk.reach_wish()->cloud);
  EXPECT_EQ(desk.reach_wish()->effector, 0);
  Desk other(io::find_scene("y"));
  ui::open_page(other.panels, ui::page_named("Reach"));
  other.panels.targets.selected = 1;
  other.frames(2);
  EXPECT_EQ(other.reach_wish()->effector, 1);
}

TEST_F(ReachPanelTest, SavesTheMap) {
  desk.press("reach/save");
  EXPECT_TRUE(desk.sends(ui::Command::kSaveBasins));
}

TEST_F(ReachPanelTest, SaysTheShareThatIsReachedAndTroubleInstead) {
  EXPECT_TRUE(desk.says("reaches a solution from " +
                        std::to_string(std::lround(100.0 * solved->map.reached_share())) + " %"));
  const std::string trouble = "There is no map of this body.";
  desk.reach = {.trouble = &trouble};
  desk.frames(2);
  EXPECT_TRUE(desk.says(trouble));
  EXPECT_FALSE(desk.has("reach/map"));
}

TEST_F(ReachPanelTest, ShowsTheCurvesWithTheirOrder) {
  lab::ConvergenceCurve curve{.label = "Gauss-Newton", .color = {0.1F, 0.2F, 0.3F}};
  curve.convergence = lab::convergence(solved->basins.lane(), solved->basins.start(31 * kSide + 9));
  ASSERT_TRUE(curve.convergence.order.has_value());
  const lab::Plot plot = lab::convergence_plot(std::span(&curve, 1));
  desk.reach.convergence = &plot;
  desk.frames(2);
  ASSERT_TRUE(desk.has("reach/convergence"));
  EXPECT_TRUE(desk.says("quadratic"));
}

TEST_F(ReachPanelTest, KeepsItsSwitchesInPlaceWhileSolutionsAreFound) {
  const float before = desk.item("reach/cloud").min.y;
  for (int i = 0; i < 12; ++i) {
    ui::ShownSolution more = solved->solutions.front();
    more.name += " and a further word " + std::to_string(i);
    solved->solutions.push_back(std::move(more));
  }
  desk.reach = solved->shown();
  desk.frames(3);
  EXPECT_EQ(desk.item("reach/cloud").min.y, before);
  EXPECT_LT(before, desk.item("reach/map").min.y);
}

TEST_F(ReachPanelTest, IsReachedByKeysAndTheListOfCommands) {
  desk.press("page/Compare");
  desk.key(ui::Key{'0'}, true);
  EXPECT_EQ(desk.panels.page, ui::page_named("Reach"));
  desk.key(ui::Key{'N'});
  EXPECT_FALSE(desk.timeline.setup().frozen);
  desk.press("page/Compare");
  desk.key(ui::Key{'N'});
  EXPECT_TRUE(desk.timeline.setup().frozen);
  EXPECT_EQ(desk.panels.page, ui::page_named("Reach"));
  desk.key(ui::Key{'K'}, true);
  desk.enter("take " + solved->solutions[1].name);
  EXPECT_EQ(desk.tracker().pose().theta, solved->solutions[1].theta);
}

TEST(ReachPage, IsFilledByItsCurves) {
  for (const float height : {1000.0F, 1300.0F}) {
    Desk desk{io::find_scene("two-link-arm"), "gauss-newton", {1600.0F, height}};
    desk.press("page/Reach");
    desk.frames(2);
    desk.press("reach/stand");
    const SolvedMap map(desk.tracker(), 20);
    lab::ConvergenceCurve curve{.label = "Gauss-Newton", .color = {0.1F, 0.2F, 0.3F}};
    curve.convergence = lab::convergence(map.basins.lane(), map.basins.start(0));
    const lab::Plot plot = lab::convergence_plot(std::span(&curve, 1));
    desk.reach = map.shown();
    desk.reach.convergence = &plot;
    desk.frames(4);
    const float end = desk.item("reach/convergence").max.y;
    EXPECT_LT(end, height);
    EXPECT_GT(end, height - 60.0F) << "the status line is below it";
  }
}

TEST_F(ReachPanelTest, SaysHowFarATargetLiesOffTheArmsPlaneAndPutsItBack) {
  EXPECT_FALSE(desk.has("reach/off-plane/hand"));
  lab::Setup setup = desk.timeline.setup();
  setup.targets[0].held = Eigen::Vector3d(0.9, 1.9, 0.02);
  desk.change(setup);
  desk.frames(2);
  EXPECT_TRUE(desk.says("The target of hand lies 0.02 m off the plane"));
  desk.press("reach/into-plane/hand");
  ASSERT_TRUE(desk.timeline.setup().targets[0].held);
  EXPECT_EQ(*desk.timeline.setup().targets[0].held, Eigen::Vector3d(0.9, 1.9, 0.0));
  desk.frames(2);
  EXPECT_FALSE(desk.has("reach/off-plane/hand"));
}

TEST_F(ReachPanelTest, BeginsInAPoseThatDoesNotReachTheTargets) {
  desk.press("reach/stand");
  lab::Setup setup = desk.timeline.setup();
  const ik::VectorX& theta = desk.tracker().pose().theta;
  setup.targets[0].held = ik::pose_at(desk.tracker().multibody(), theta).effector.col(0);
  desk.change(setup);
  desk.press("reach/stand");
  EXPECT_GT(desk.tracker().errors()[0], 0.01);
}

TEST_F(ReachPanelTest, SaysThatASolvedStartHasNoErrorToFollowAndOffersAnother) {
  desk.press("reach/solution/" + solved->solutions[0].name);
  desk.reach.starts_solved = true;
  desk.frames(2);
  EXPECT_FALSE(desk.has("reach/convergence"));
  desk.press("reach/elsewhere");
  EXPECT_GT(desk.tracker().errors()[0], 0.01);
}

TEST_F(ReachPanelTest, SolvesByAButtonAndSaysWhichAttemptIsShown) {
  desk.press("reach/solve");
  EXPECT_TRUE(desk.sends(ui::Command::kSolve));
  lab::RecordedSearch search;
  search.attempts.resize(3);
  search.updates = 41;
  desk.reach.solve = ui::SolveShown{.running = true, .search = &search, .attempt = 1};
  desk.frames(2);
  EXPECT_TRUE(desk.says("Attempt 2 of 3"));
  desk.forget();
  desk.press("reach/solve");
  EXPECT_FALSE(desk.sends(ui::Command::kSolve)) << "it runs";
  search.reached = true;
  desk.reach.solve->running = false;
  desk.frames(2);
  EXPECT_TRUE(desk.says("Reached in attempt 3, 41 updates"));
}

TEST_F(ReachPanelTest, OffersWhatHelpsWhereNoStartReaches) {
  Desk other(io::find_scene("planar-arm"), "dls");
  lab::Setup setup = other.timeline.setup();
  setup.front_lane().settings.params["lambda"] = 800.0;
  other.change(setup);
  other.press("page/Reach");
  other.frames(2);
  other.press("reach/stand");
  const SolvedMap nothing(other.tracker(), kSide);
  ASSERT_TRUE(nothing.map.solutions().empty());
  other.reach = nothing.shown();
  const lab::GoalVerdict reachable{};
  other.reach.verdict = &reachable;
  other.frames(2);
  EXPECT_FALSE(other.has("reach/help/targets"));
  other.press("reach/help/lambda");
  const double half = lab::half_link(other.tracker().multibody());
  const auto now = other.timeline.setup().front_lane().settings.param("lambda");
  ASSERT_TRUE(now);
  EXPECT_NEAR(*now, half, 0.5 * half) << "by the size of the body, to a digit";
  other.frames(2);
  other.press("reach/help/lambda");
  const auto next = other.timeline.setup().front_lane().settings.param("lambda");
  ASSERT_TRUE(next);
  EXPECT_NEAR(*next, 0.25 * *now, 0.1 * *now);
  other.forget();
  other.frames(2);
  other.press("reach/help/solve");
  EXPECT_TRUE(other.sends(ui::Command::kSolve));
  other.press("reach/help/joints");
  other.frames(2);
  EXPECT_EQ(other.reach_wish()->joints, (std::array<int, 2>{1, 2}));
  // a target that no pose reaches
  const lab::GoalVerdict beyond{.report = {},
                                .sentence = "not reached: too far",
                                .theta = other.tracker().multibody().initial_theta()};
  other.reach.verdict = &beyond;
  other.frames(2);
  EXPECT_FALSE(other.has("reach/help/lambda"));
  other.press("reach/help/targets");
  const ik::Pose closest = ik::pose_at(other.tracker().multibody(), beyond.theta);
  EXPECT_EQ(other.tracker().targets()[0], closest.effector.col(0));
}

TEST_F(ReachPanelTest, StaysBesideThePictureWhileThePanelsAreHidden) {
  desk.key(ui::Key{'H'});
  ASSERT_TRUE(desk.panels.hidden);
  desk.frames(3);
  EXPECT_TRUE(desk.has("reach/map"));
  EXPECT_FALSE(desk.has("reach/stand"));
  EXPECT_FALSE(desk.has("reach/save"));
  EXPECT_TRUE(desk.reach_wish().has_value());
  const ui::ItemRect map = desk.item("reach/map");
  EXPECT_GT(map.max.x - map.min.x, 0.4F * desk.size.x) << "half of the window";
  const ui::Layout layout = ui::arrange(desk.theme, desk.size, true, desk.panels.arrangement);
  EXPECT_NEAR(layout.view.size.x, 0.5F * desk.size.x, 1.0F) << "the arm has the other half";
  desk.key(ui::Key{'H'});
  desk.frames(2);
  EXPECT_TRUE(desk.has("reach/stand"));
}

TEST_F(ReachPanelTest, ShowsItsPlotWholeBelowManySolutionsWhileThePanelsAreHidden) {
  std::vector<ui::ShownSolution> solutions(8, solved->solutions.front());
  for (ui::ShownSolution& solution : solutions) {
    solution.name = "shoulder right, elbow down, wrist flipped";
  }
  desk.reach.solutions = solutions;
  const lab::StandingLane lane(desk.tracker());
  const lab::ConvergenceCurve curves[] = {
      {"Newton", {}, lab::convergence(lane, desk.tracker().pose().theta)}};
  const lab::Plot plot = lab::convergence_plot(curves);
  desk.reach.convergence = &plot;
  desk.frames(2);
  EXPECT_TRUE(desk.says("Error by update [m]"));
  desk.key(ui::Key{'H'});
  desk.frames(4);
  EXPECT_LE(desk.item("reach/convergence").max.y, desk.size.y);
}

TEST_F(ReachPanelTest, SaysWhyThereIsNoMapAlsoWhileTargetsMove) {
  const std::string trouble = "This body has closed loops.";
  desk.press("reach/stand");
  desk.reach = {.trouble = &trouble};
  desk.frames(2);
  EXPECT_TRUE(desk.says(trouble));
  EXPECT_FALSE(desk.has("empty/Reach")) << "no map would follow";
}

TEST_F(ReachPanelTest, GoesOnInThePictureWhileThePageIsFolded) {
  desk.key(ui::Key::kF3);
  desk.frames(3);
  EXPECT_FALSE(desk.has("reach/map"));
  EXPECT_TRUE(desk.panels.reach.shows_ghosts(true));
  ASSERT_TRUE(desk.reach_wish().has_value());
  EXPECT_GT(desk.reach_wish()->pace, 0.0);
  desk.key(ui::Key{'H'});
  desk.frames(3);
  EXPECT_FALSE(desk.has("reach/map")) << "the picture alone";
  EXPECT_TRUE(desk.panels.reach.shows_ghosts(true));
  desk.key(ui::Key{'H'});
  desk.key(ui::Key{'N'});
  desk.key(ui::Key::kF3);
  desk.frames(2);
  EXPECT_FALSE(desk.panels.reach.shows_ghosts(desk.timeline.setup().frozen));
}

TEST_F(ReachPanelTest, HasAMapOfOneSizeWhateverStandsBelowIt) {
  const ui::ItemRect before = desk.item("reach/map");
  const std::vector<std::string> ends(60, "DLS: reached after 12 updates");  // needs a scrollbar
  desk.reach.lane_ends = ends;
  desk.frames(3);
  const ui::ItemRect after = desk.item("reach/map");
  EXPECT_EQ(before.min.x, after.min.x);
  EXPECT_EQ(before.max.x, after.max.x);
  EXPECT_EQ(before.max.y, after.max.y);
}

TEST_F(ReachPanelTest, HasTheMapAtTheLeftOfAWidePage) {
  Desk wide(io::find_scene("two-link-arm"), "gauss-newton", {1920.0F, 1000.0F});
  wide.panels.arrangement.page.width = 1200.0F;
  wide.press("page/Reach");
  wide.frames(2);
  wide.press("reach/stand");
  wide.reach = solved->shown();
  wide.frames(3);
  const ui::ItemRect map = wide.item("reach/map");
  EXPECT_GT(map.max.y - map.min.y, 680.0F);
  EXPECT_GT(wide.item("reach/stand").min.x, map.max.x);
}

TEST_F(ReachPanelTest, KeepsAMapBesideThePresentOne) {
  desk.press("reach/keep");
  EXPECT_TRUE(desk.sends(ui::Command::kKeepMap));
  const SolvedMap other(desk.tracker(), 24);
  desk.reach.kept =
      ui::KeptMap{.basins = &other.basins, .map = &other.map, .figure = &other.figure};
  desk.frames(2);
  EXPECT_TRUE(desk.says(lab::percent(other.map.reached_share()) + " reach"));
  ASSERT_TRUE(desk.has("reach/kept"));
  EXPECT_GE(desk.item("reach/kept").min.y, desk.item("reach/map").max.y) << "a narrow page";
  desk.key(ui::Key{'H'});
  desk.frames(3);
  EXPECT_GE(desk.item("reach/kept").min.x, desk.item("reach/map").max.x) << "side by side";
  desk.key(ui::Key{'H'});
  desk.frames(2);
  desk.press("reach/keep");
  EXPECT_TRUE(desk.sends(ui::Command::kDropMap));
}

/// The two-link arm with its map, by a method with damping.
class DampedReach : public Desk {
 public:
  DampedReach() : Desk(io::find_scene("two-link-arm"), "dls") {
    press("page/Reach");
    frames(2);
    press("reach/stand");
    map_.emplace(tracker(), 64);
    reach = map_->shown();
    frames(2);
  }

 private:
  std::optional<SolvedMap> map_;
};

TEST_F(ReachPanelTest, FilmsTheMapOverLambdaAndThenHasItAsBefore) {
  EXPECT_FALSE(desk.has("reach/sweep")) << "Gauss-Newton has no damping";
  DampedReach other;
  const double before = lab::knob::kDamping.in_force(other.tracker().settings());
  other.forget();
  other.press("reach/sweep");
  EXPECT_TRUE(other.sends(ui::Command::kFilmOrStop));
  other.saving.filmed = 0.0;
  other.forget();
  double least = before, most = before;
  for (int i = 0; i < 3000 && other.panels.reach.sweep; ++i) {
    other.frame();
    const double now = lab::knob::kDamping.in_force(other.tracker().settings());
    least = std::min(least, now);
    most = std::max(most, now);
  }
  EXPECT_FALSE(other.panels.reach.sweep.has_value());
  EXPECT_NEAR(least, 0.05 * before, 1e-12);
  EXPECT_NEAR(most, 4.0 * before, 1e-12);
  EXPECT_EQ(lab::knob::kDamping.in_force(other.tracker().settings()), before);
  EXPECT_TRUE(other.sends(ui::Command::kFilmOrStop)) << "the video ends";
}

TEST_F(ReachPanelTest, AVideoOverLambdaThatEndsElsewhereHasLambdaAsBefore) {
  DampedReach other;
  const double before = lab::knob::kDamping.in_force(other.tracker().settings());
  other.press("reach/sweep");
  other.saving.filmed = 0.0;
  other.frames(3);
  EXPECT_NE(lab::knob::kDamping.in_force(other.tracker().settings()), before);
  other.saving.filmed.reset();
  other.forget();
  other.frames(60);
  EXPECT_FALSE(other.panels.reach.sweep.has_value());
  EXPECT_FALSE(other.sends(ui::Command::kFilmOrStop)) << "it is not begun anew";
  EXPECT_EQ(lab::knob::kDamping.in_force(other.tracker().settings()), before);
  // where it cannot begin, nothing changes: a change would clear the message why
  other.press("reach/sweep");
  other.forget();
  other.frames(60);
  EXPECT_FALSE(other.panels.reach.sweep.has_value());
  EXPECT_TRUE(other.changes.empty());
}

}  // namespace
