#include "lab/run/changes.h"

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/run/timeline.h"

namespace {

class ChangeNotes : public testing::Test {
 protected:
  static lab::Setup start() {
    const auto scene = std::make_shared<const lab::Scene>(io::find_scene("y"));
    return lab::setup_of(scene, *ik::find_method("pseudoinverse"), scene->settings);
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) timeline.step();
  }
  template <class Change>
  void change(Change&& apply, long gesture = 0) {
    lab::Setup setup = timeline.setup();
    apply(setup);
    timeline.apply(setup, gesture);
  }
  void set_d_max(double d_max, long gesture = 0) {
    change([d_max](lab::Setup& s) { s.front_lane().settings.d_max = d_max; }, gesture);
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> result;
    for (const lab::ChangeNote& note : lab::change_notes(timeline)) result.push_back(note.text());
    return result;
  }

  lab::Timeline timeline{start()};
};

TEST_F(ChangeNotes, SayWhichMethodMadeWhat) {
  EXPECT_TRUE(texts().empty());
  run(340);
  change([](lab::Setup& s) { s.front_lane().method = ik::find_method("dls"); });
  EXPECT_EQ(texts(), (std::vector<std::string>{"1.7 s: method pseudoinverse → dls"}));
}

TEST_F(ChangeNotes, TakeADragInOneDirectionAsOneChange) {
  for (int i = 0; i < 20; ++i) {
    run(1);
    set_d_max(1.0 - 0.02 * i, 5);
  }
  EXPECT_EQ(texts(), (std::vector<std::string>{"0.005 to 0.1 s: d-max off → 0.62"}));
  const lab::ChangeNote note = lab::change_notes(timeline).front();
  EXPECT_EQ(note.first, 1);
  EXPECT_EQ(note.last, 20);
  run(10);
  set_d_max(0.5, 6);
  EXPECT_EQ(texts().back(), "0.15 s: d-max 0.62 → 0.5") << "another drag";
}

TEST_F(ChangeNotes, HideNoValueThatADragTurnsBackFrom) {
  set_d_max(1.0);
  for (const double d_max : {0.6, 0.2, 0.2, 0.7, 1.0}) {
    run(10);
    set_d_max(d_max, 5);
  }
  EXPECT_EQ(texts(), (std::vector<std::string>{"0 s: d-max off → 1", "0.05 to 0.1 s: d-max 1 → 0.2",
                                               "0.2 to 0.25 s: d-max 0.2 → 1"}));
}

TEST_F(ChangeNotes, NeverPutTwoGesturesTogether) {
  // as by keys 1, 2, 3, without a pointer gesture; each method runs for two seconds
  const char* const ids[] = {"dls", "sdls", "jacobian-transpose", "dls", "pseudoinverse"};
  std::vector<std::string> expected;
  std::string before = "pseudoinverse";
  for (const char* id : ids) {
    run(400);
    change([id](lab::Setup& s) { s.front_lane().method = ik::find_method(id); });
    expected.push_back(std::to_string(2 * (expected.size() + 1)) + " s: method " + before + " → " +
                       id);
    before = id;
  }
  EXPECT_EQ(texts(), expected);
}

TEST_F(ChangeNotes, TakeAReturnToAnEarlierValueAsAChange) {
  run(100);
  set_d_max(0.5, 1);
  run(800);
  set_d_max(lab::kOff, 2);
  EXPECT_EQ(texts(),
            (std::vector<std::string>{"0.5 s: d-max off → 0.5", "4.5 s: d-max 0.5 → off"}));
  // no steps in between
  set_d_max(0.5, 3);
  EXPECT_EQ(texts(), (std::vector<std::string>{"0.5 s: d-max off → 0.5"}));
}

TEST_F(ChangeNotes, OfAPartOfTheRunSayWhatHeldAtItsBeginAndWhatChangedWithin) {
  for (int i = 1; i <= 6; ++i) {
    run(200);
    set_d_max(0.1 * i);
  }
  const lab::RunPart part = lab::part_of(timeline, 2.5, 5.0);
  EXPECT_EQ(part.initial->front_lane().settings.d_max, 0.2) << "set at 2 s";
  std::vector<std::string> changes;
  for (const lab::ChangeNote& note : part.notes) changes.push_back(note.text());
  EXPECT_EQ(changes, (std::vector<std::string>{"3 s: d-max 0.2 → 0.3", "4 s: d-max 0.3 → 0.4",
                                               "5 s: d-max 0.4 → 0.5"}));
  EXPECT_EQ(lab::part_of(timeline, -1.0, 0.5).initial->front_lane().settings.d_max, lab::kOff);
  EXPECT_TRUE(lab::part_of(timeline, 7.0, 9.0).notes.empty());
}

TEST_F(ChangeNotes, GiveAParametersValueBeforeAndAfter) {
  change([](lab::Setup& s) { lab::set_method(s.front_lane(), *ik::find_method("sdls")); });
  run(200);
  change([](lab::Setup& s) { s.front_lane().settings.set_param("gamma-max", 0.25); });
  run(200);
  change([](lab::Setup& s) { s.front_lane().settings.set_param("gamma-max", std::nullopt); });
  change([](lab::Setup& s) { s.front_lane().settings.set_param("hard-clamp", 1.0); });
  EXPECT_EQ(texts(), (std::vector<std::string>{
                         "0 s: method pseudoinverse → sdls", "1 s: gamma-max 0.785398 → 0.25",
                         "2 s: gamma-max 0.25 → 0.785398", "2 s: hard-clamp false → true"}));
}

TEST_F(ChangeNotes, TellLanesOfOneMethodApart) {
  change([](lab::Setup& s) { lab::add_lane(s); });
  run(200);
  change([](lab::Setup& s) { s.lanes[0].settings.d_max = 0.5; });
  change([](lab::Setup& s) { s.lanes[1].settings.d_max = 0.25; });
  EXPECT_EQ(texts(), (std::vector<std::string>{"0 s: lane of pseudoinverse added",
                                               "1 s: pseudoinverse (lane 1): d-max off → 0.5",
                                               "1 s: pseudoinverse (lane 2): d-max off → 0.25"}));
}

TEST_F(ChangeNotes, NameEverythingThatBearsOnTheRun) {
  change([](lab::Setup& s) { s.targets[0].held = Eigen::Vector3d::Zero(); });
  change([](lab::Setup& s) { s.targets[0].held.reset(); });
  change([](lab::Setup& s) { s.targets[1].curve = s.targets[0].curve; });
  change([](lab::Setup& s) { s.frozen = true; });
  change([](lab::Setup& s) { s.joint_weights[2] = 0.0; });
  change([](lab::Setup& s) {
    s.pull = lab::Pull{0, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  });
  change([](lab::Setup& s) { lab::add_lane(s); });
  change([](lab::Setup& s) { s.front = 1; });  // changes only the view
  change([](lab::Setup& s) { s.lanes[1].settings.set_param("cutoff", 0.05); });
  change([](lab::Setup& s) { lab::remove_lane(s, 0); });
  EXPECT_EQ(texts(), (std::vector<std::string>{
                         "0 s: target right held (0, 0, 0)", "0 s: target right released",
                         "0 s: target left on another curve", "0 s: targets frozen",
                         "0 s: weight of joint " + timeline.setup().scene->multibody.joint(2).name +
                             " 1 → 0",
                         "0 s: link of base held (0, 0, 0)", "0 s: lane of pseudoinverse added",
                         "0 s: pseudoinverse (lane 2): cutoff 0.01 → 0.05",
                         "0 s: lane of pseudoinverse removed"}));
  EXPECT_EQ(lab::differences_from_scene(timeline.setup()).size(), 4U);
  EXPECT_TRUE(lab::differences_from_scene(start()).empty());
}

TEST_F(ChangeNotes, KnowSinceWhenAllLanesRunAsTheyStand) {
  run(10);
  EXPECT_EQ(lab::comparable_since(timeline), 0);
  change([](lab::Setup& s) { lab::add_lane(s); });
  run(10);
  EXPECT_EQ(lab::comparable_since(timeline), 10);
  change([](lab::Setup& s) { s.targets[0].held = Eigen::Vector3d::Zero(); });
  EXPECT_EQ(lab::comparable_since(timeline), 10) << "all have the same targets";
  change([](lab::Setup& s) { s.lanes[1].settings.d_max = 0.5; });
  run(10);
  EXPECT_EQ(lab::comparable_since(timeline), 20);
  timeline.seek(15);
  EXPECT_EQ(lab::comparable_since(timeline), 10) << "of the lanes that are there then";
  timeline.seek(5);
  EXPECT_EQ(lab::comparable_since(timeline), 0);
}

}  // namespace
