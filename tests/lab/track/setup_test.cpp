#include "lab/track/setup.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "support/bodies.h"
#include "support/scenes.h"

namespace {

lab::Setup tree_setup(const char* method = "dls") {
  const auto scene = std::make_shared<const lab::Scene>(scenes::circling(bodies::forked_tree()));
  return lab::setup_of(scene, *ik::find_method(method), scene->settings);
}

TEST(Setup, IsEqualToItselfAndToNoOther) {
  const lab::Setup setup = tree_setup();
  EXPECT_EQ(setup, lab::Setup(setup));
  std::vector<lab::Setup> others(8, setup);
  others[0].targets[0].held = Eigen::Vector3d::Zero();
  others[1].frozen = true;
  others[2].goal_weights[0] = 2.0;
  others[3].joint_weights[1] = 0.0;
  others[4].front_lane().settings.params["lambda"] = 9.0;
  others[5].front_lane().settings.set_param("gain", 2.0);
  lab::add_lane(others[6]);
  others[7].start = {0.1};
  for (std::size_t i = 0; i < others.size(); ++i) EXPECT_NE(others[i], setup) << i;
}

TEST(Setup, TakesDampingAndAngleCapFromMethodToMethodAndLeavesTheOtherParameters) {
  lab::Lane lane = tree_setup().front_lane();
  lab::find_shared_knob("lambda")->set(lane.settings, 0.3);
  lab::find_shared_knob("max-angle")->set(lane.settings, 90.0);
  lane.settings.set_param("gain", 0.5);
  lane.settings.set_param("gain", 0.7);
  const lab::Params both{{"lambda", 0.3}, {"max-angle", 90.0 / lab::kDegrees}};
  EXPECT_EQ(lane.settings.param("gain"), 0.7);
  EXPECT_EQ(lab::own_params(lane.settings), (lab::Params{{"gain", 0.7}}));
  EXPECT_EQ(lab::shared_settings(lane.settings).params, both);
  lab::set_method(lane, *lane.method);
  EXPECT_EQ(lane.settings.param("gain"), 0.7) << "the same method";
  lab::set_method(lane, *ik::find_method("pseudoinverse"));
  EXPECT_EQ(lane.settings.params, both);
  lab::set_method(lane, *ik::find_method("dls"));
  EXPECT_EQ(ik::get_param(lab::make_method(*lane.method, lane.settings), "lambda"), 0.3);
}

TEST(Setup, KeepsTheFrontWhenAnotherLaneGoes) {
  lab::Setup setup = tree_setup();
  lab::add_lane(setup);
  lab::add_lane(setup);
  setup.front = 1;
  const int id = setup.front_lane().id;
  lab::remove_lane(setup, 0);
  EXPECT_EQ(setup.front_lane().id, id);
  lab::remove_lane(setup, 1);
  EXPECT_EQ(setup.front_lane().id, id);
  lab::add_lane(setup);
  setup.front = 1;
  lab::remove_lane(setup, 1);
  EXPECT_EQ(setup.front, 0U);
}

TEST(Setup, GivesEveryLaneAnIdOfItsOwn) {
  lab::Setup setup = tree_setup();
  lab::add_lane(setup);
  lab::add_lane(setup);
  lab::remove_lane(setup, 1);
  lab::add_lane(setup);
  std::set<int> ids;
  for (const lab::Lane& lane : setup.lanes) ids.insert(lane.id);
  EXPECT_EQ(ids.size(), setup.lanes.size());
}

TEST(LaneLabels, SayOfLanesOfOneMethodWhatTellsThemApart) {
  lab::Setup setup = tree_setup();
  lab::set_method(setup.lanes[0], *ik::find_method("dls"));
  for (lab::Lane& lane : setup.lanes) lane.settings.d_max = 0.5;
  const std::string dls = setup.lanes[0].method->label;
  lab::set_method(setup.lanes[lab::add_lane(setup)], *ik::find_method("sdls"));
  const std::string sdls = setup.lanes[1].method->label;
  using Labels = std::vector<std::string>;
  EXPECT_EQ(lab::lane_labels(setup), (Labels{dls, sdls}));
  lab::add_lane(setup);
  EXPECT_EQ(lab::lane_labels(setup), (Labels{dls + " 1", sdls, dls + " 2"})) << "nothing differs";
  setup.lanes[2].settings.set_param("lambda", 0.8);
  setup.lanes[0].settings.set_param("lambda", std::nullopt);
  EXPECT_EQ(lab::lane_labels(setup), (Labels{dls + ", λ 1.1", sdls, dls + ", λ 0.8"}))
      << "the method's own λ";
  lab::add_lane(setup);
  EXPECT_EQ(lab::lane_labels(setup),
            (Labels{dls + " 1, λ 1.1", sdls, dls + ", λ 0.8", dls + " 2, λ 1.1"}));
  setup.lanes[3].settings.jacobian = ik::JacobianKind::kTarget;
  setup.lanes[3].settings.d_max = lab::kOff;
  const auto labels = lab::lane_labels(setup);
  EXPECT_EQ(labels[0], dls + ", λ 1.1, D_max 0.5 m, Jacobian at the effector");
  EXPECT_EQ(labels[3], dls + ", λ 1.1, no D_max, Jacobian at the target");
}

TEST(LaneColor, IsTheMethodsForOneAndAnotherForEachFurther) {
  lab::Setup setup = tree_setup();
  for (int i = 0; i < 4; ++i) lab::add_lane(setup);
  const lab::Color own = lab::method_color(*setup.lanes[0].method);
  std::set<std::tuple<float, float, float>> colors;
  for (std::size_t i = 0; i < 5; ++i) {
    const lab::Color color = lab::lane_color(setup, i);
    colors.insert({color.r, color.g, color.b});
  }
  EXPECT_EQ(colors.size(), 5U);
  EXPECT_EQ(lab::lane_color(setup, 0).g, own.g);
}

TEST(Undo, GoesThroughEveryStateAndBack) {
  std::vector<lab::Setup> states{tree_setup()};
  lab::Undo undo(states[0]);
  for (int i = 1; i < 20; ++i) {
    lab::Setup next = states.back();
    next.front_lane().settings.params["lambda"] = 0.1 * i;
    undo.record(next, "λ");
    states.push_back(next);
  }
  for (std::size_t i = states.size() - 1; i > 0; --i) {
    ASSERT_TRUE(undo.can_undo());
    EXPECT_EQ(undo.undo_name(), "λ");
    EXPECT_EQ(undo.undo(), states[i - 1]);
  }
  EXPECT_FALSE(undo.can_undo());
  for (std::size_t i = 1; i < states.size(); ++i) {
    ASSERT_TRUE(undo.can_redo());
    EXPECT_EQ(undo.redo(), states[i]);
  }
  EXPECT_FALSE(undo.can_redo());
}

TEST(Undo, TakesAGestureBackAsOne) {
  const lab::Setup before = tree_setup();
  lab::Undo undo(before);
  lab::Setup setup = before;
  for (int i = 1; i < 10; ++i) {
    setup.front_lane().settings.params["lambda"] = 0.1 * i;
    undo.record(setup, "λ", 5);
  }
  const lab::Setup after = setup;
  setup.front_lane().settings.d_max = 0.3;
  undo.record(setup, "D_max", 6);
  EXPECT_EQ(undo.undo(), after);
  EXPECT_EQ(undo.undo(), before);
}

TEST(Undo, TakesTwoThingsOfOneGestureBackOneByOne) {
  const lab::Setup before = tree_setup();
  lab::Undo undo(before);
  lab::Setup first = before;
  first.front_lane().settings.params["lambda"] = 0.3;
  undo.record(first, "λ", 5);
  lab::Setup second = first;
  second.front_lane().settings.d_max = 0.3;
  undo.record(second, "D_max", 5);
  EXPECT_EQ(undo.undo_name(), "D_max");
  EXPECT_EQ(undo.undo(), first);
  EXPECT_EQ(undo.undo_name(), "λ");
  EXPECT_EQ(undo.undo(), before);
}

TEST(Undo, FollowsASeekToAnEarlierStateAndRedoesFromThere) {
  std::vector<lab::Setup> states{tree_setup()};
  lab::Undo undo(states[0]);
  for (int i = 1; i < 6; ++i) {
    lab::Setup next = states.back();
    next.front_lane().settings.params["lambda"] = 0.1 * i;
    undo.record(next, "λ");
    states.push_back(next);
  }
  for (const std::size_t to : {2U, 4U, 0U, 3U}) {
    undo.follow(states[to]);
    ASSERT_TRUE(undo.can_redo());
    EXPECT_EQ(undo.redo(), states[to + 1]);
    EXPECT_EQ(undo.undo(), states[to]);
    EXPECT_EQ(undo.can_undo(), to > 0);
  }
}

TEST(Undo, KnowsNoGestureThatCameBackToWhereItBegan) {
  const lab::Setup before = tree_setup();
  lab::Undo undo(before);
  lab::Setup setup = before;
  const auto drag_to = [&](double value) {
    setup.front_lane().settings.params["lambda"] = value;
    undo.record(setup, "λ", 5);
  };
  drag_to(0.3);
  drag_to(0.4);
  undo.record(before, "λ", 5);
  EXPECT_FALSE(undo.can_undo());
  EXPECT_FALSE(undo.can_redo());
  // the drag may continue
  drag_to(0.6);
  ASSERT_TRUE(undo.can_undo());
  EXPECT_EQ(undo.undo(), before);
  EXPECT_EQ(undo.redo(), setup);
}

TEST(Undo, ForgetsWhatWasUndoneWhenSomethingElseIsDone) {
  const lab::Setup before = tree_setup();
  lab::Undo undo(before);
  lab::Setup one = before, other = before;
  one.frozen = true;
  other.goal_weights[0] = 3.0;
  undo.record(one, "freeze");
  undo.undo();
  undo.record(other, "weight");
  EXPECT_FALSE(undo.can_redo());
  EXPECT_EQ(undo.undo(), before);
  EXPECT_EQ(undo.redo(), other);
}

TEST(Undo, TakesNoNoteOfNothing) {
  const lab::Setup setup = tree_setup();
  lab::Undo undo(setup);
  undo.record(setup, "nothing");
  EXPECT_FALSE(undo.can_undo());
}

TEST(MethodGroups, AreAllMethodsAndTheReports) {
  EXPECT_EQ(lab::methods_of_group("all").size(), ik::methods().size());
  const auto report = lab::methods_of_group("report");
  ASSERT_EQ(report.size(), 4U);
  for (const ik::MethodInfo* method : report) {
    EXPECT_NE(std::string(method->reference).find("Buss"), std::string::npos) << method->id;
  }
  EXPECT_TRUE(lab::methods_of_group("dls").empty());
}

TEST(Setup, ATargetThatJumpsStaysInThePlaneOfAnArmThatMovesInOne) {
  const auto scene = std::make_shared<const lab::Scene>(scenes::circling(bodies::planar_arm(3)));
  const ik::Multibody& body = scene->multibody;
  const lab::Setup setup = lab::setup_of(scene, *ik::find_method("dls"), scene->settings);
  const auto plane = lab::motion_plane(body, ik::pose_at(body, body.initial_theta()), {}, 0);
  ASSERT_TRUE(plane);
  const Eigen::Vector3d from = setup.targets[0].curve.at(0.0);
  std::set<double> ways;
  for (long turn = 0; turn < 20; ++turn) {
    const Eigen::Vector3d way = lab::jumped(setup, 0, turn).curve.at(0.0) - from;
    EXPECT_NEAR(way.norm(), 0.5 * lab::reach_of(body, 0).most, 1e-12);
    EXPECT_LT(std::abs(plane->normal.dot(way)), 1e-12);
    EXPECT_TRUE(ways.insert(way.x()).second) << "each turn elsewhere";
  }
}

}  // namespace
