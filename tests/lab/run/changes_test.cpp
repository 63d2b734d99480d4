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
  void change(Change&& apply) {
    lab::Setup setup = timeline.setup();
    apply(setup);
    timeline.apply(setup);
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

TEST_F(ChangeNotes, TakeASlidersWayAsOneChange) {
  for (int i = 0; i < 20; ++i) {
    run(1);
    change([i](lab::Setup& s) { s.front_lane().settings.d_max = 1.0 - 0.02 * i; });
  }
  EXPECT_EQ(texts(), (std::vector<std::string>{"0.005 s: d-max off → 0.62"}));
  const lab::ChangeNote note = lab::change_notes(timeline).front();
  EXPECT_EQ(note.first, 1);
  EXPECT_EQ(note.last, 20);
  // back to where it was: nothing came of it
  change([](lab::Setup& s) { s.front_lane().settings.d_max = lab::kOff; });
  EXPECT_TRUE(texts().empty());
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
  change([](lab::Setup& s) { s.front = 1; });  // looked at, no more
  change([](lab::Setup& s) { s.lanes[1].settings.set_param("cutoff", 0.05); });
  change([](lab::Setup& s) { lab::remove_lane(s, 0); });
  EXPECT_EQ(texts(),
            (std::vector<std::string>{
                "0 s: target right held", "0 s: target right released",
                "0 s: target left on another curve", "0 s: targets frozen",
                "0 s: weights of joints", "0 s: link held", "0 s: lane of pseudoinverse added",
                "0 s: pseudoinverse: cutoff 0.05", "0 s: lane of pseudoinverse removed"}));
  EXPECT_EQ(lab::peculiarities(timeline.setup()).size(), 4U);
  EXPECT_TRUE(lab::peculiarities(start()).empty());
}

TEST_F(ChangeNotes, KnowSinceWhenAllLanesRunAsTheyStand) {
  run(10);
  EXPECT_EQ(lab::settled_since(timeline), 0);
  change([](lab::Setup& s) { lab::add_lane(s); });
  run(10);
  EXPECT_EQ(lab::settled_since(timeline), 10);
  change([](lab::Setup& s) { s.targets[0].held = Eigen::Vector3d::Zero(); });
  EXPECT_EQ(lab::settled_since(timeline), 10) << "all have the same targets";
  change([](lab::Setup& s) { s.lanes[1].settings.d_max = 0.5; });
  run(10);
  EXPECT_EQ(lab::settled_since(timeline), 20);
  timeline.seek(15);
  EXPECT_EQ(lab::settled_since(timeline), 10) << "of the lanes that are there then";
  timeline.seek(5);
  EXPECT_EQ(lab::settled_since(timeline), 0);
}

}  // namespace
