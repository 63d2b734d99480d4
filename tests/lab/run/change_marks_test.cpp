#include <gtest/gtest.h>

#include "lab/run/timeline.h"
#include "support/scenes.h"

namespace {

class ChangeMarks : public testing::Test {
 protected:
  static lab::Setup start() {
    lab::Scene scene = scenes::circling(bodies::forked_tree());
    return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                         *ik::find_method("dls"));
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
  void set_lambda(double value, long gesture = 0) {
    change([value](lab::Setup& s) { s.front_lane().settings.set_param("lambda", value); }, gesture);
  }
  std::vector<std::pair<long, std::string>> marks() const {
    std::vector<std::pair<long, std::string>> result;
    for (const lab::ChangeMark& mark : timeline.marks()) {
      result.emplace_back(mark.first, mark.text());
    }
    return result;
  }
  using Expected = std::vector<std::pair<long, std::string>>;

  lab::Timeline timeline{start()};
};

TEST_F(ChangeMarks, TakeADragAsOneHoweverLongItLasts) {
  EXPECT_TRUE(marks().empty());
  run(10);
  for (int i = 1; i <= 6; ++i) {
    set_lambda(0.1 + 0.05 * i, 7);
    run(60);  // too slow to be merged without a gesture
  }
  EXPECT_EQ(marks(), (Expected{{10, "Damping λ 1.1 → 0.4 m/rad"}}));
  EXPECT_EQ(timeline.marks()[0].last, 310);
  set_lambda(0.2, 8);
  EXPECT_EQ(marks(),
            (Expected{{10, "Damping λ 1.1 → 0.4 m/rad"}, {370, "Damping λ 0.4 → 0.2 m/rad"}}))
      << "another drag of the same slider is another mark";
}

TEST_F(ChangeMarks, TakeChangesOfUnknownGesturesTogetherWhereTheyAreCloseAndOfOneThing) {
  for (int i = 1; i <= 5; ++i) {
    run(4);
    set_lambda(0.1 + 0.1 * i);
  }
  run(5);
  change([](lab::Setup& s) { s.front_lane().settings.d_max = 0.5; });
  run(100);
  change([](lab::Setup& s) { s.front_lane().settings.d_max = 0.25; });
  EXPECT_EQ(marks(), (Expected{{4, "Damping λ 1.1 → 0.6 m/rad"},
                               {25, "Clamp D_max off → 0.5 m"},
                               {125, "Clamp D_max 0.5 → 0.25 m"}}));
}

TEST_F(ChangeMarks, ShareTheStepWhileTheRunStands) {
  run(3);
  set_lambda(0.5, 1);
  change([](lab::Setup& s) { lab::set_method(s.front_lane(), *ik::find_method("sdls")); }, 2);
  set_lambda(0.8, 3);
  EXPECT_EQ(marks(), (Expected{{3, "Damping λ 1.1 → 0.8 m/rad\nMethod: " +
                                       std::string(ik::find_method("sdls")->label)}}));
}

TEST_F(ChangeMarks, LeaveOutWhatReturnedAtTheSameStep) {
  run(3);
  set_lambda(0.5, 1);
  set_lambda(1.1, 2);
  EXPECT_TRUE(marks().empty());
}

TEST_F(ChangeMarks, SayWhichNumberOfACurveWasDragged) {
  const std::string target = "target " + timeline.setup().scene->multibody.effector(1).name;
  const auto stretch = [&](double amplitude, long gesture) {
    change(
        [amplitude](lab::Setup& s) {
          auto curve = std::get<lab::WaveCurve>(s.targets[1].curve.shape());
          curve.waves[0].amplitude.x() = amplitude;
          s.targets[1].curve = lab::TargetCurve(curve);
        },
        gesture);
  };
  run(3);
  stretch(0.6, 1);
  EXPECT_EQ(marks(), (Expected{{3, target + ": amplitude x 0.5 → 0.6 m"}}));
  stretch(0.5, 1);
  EXPECT_TRUE(marks().empty()) << "taken back";
  for (int k = 1; k <= 4; ++k) {
    stretch(0.5 - 0.02 * k, 2);
    run(10);
  }
  EXPECT_EQ(marks(), (Expected{{3, target + ": amplitude x 0.5 → 0.42 m"}}));
  run(100);
  change([](lab::Setup& s) { s.targets[1].curve = s.targets[0].curve; }, 3);
  ASSERT_EQ(marks().size(), 2U);
  EXPECT_EQ(marks()[1].second, target + " on another curve") << "more than one number";
}

TEST_F(ChangeMarks, UseTheWordsOfTheWindow) {
  change([](lab::Setup& s) { s.front_lane().settings.jacobian = ik::JacobianKind::kTarget; });
  run(30);
  change([](lab::Setup& s) { s.front_lane().settings.adaptive_d_max = true; });
  run(30);
  change([](lab::Setup& s) { s.targets[0].held = Eigen::Vector3d::Zero(); });
  run(30);
  change(
      [](lab::Setup& s) { s.lanes[lab::add_lane(s)].method = ik::find_method("pseudoinverse"); });
  run(30);
  change([](lab::Setup& s) { s.front = 1; });  // changes only the view
  change([](lab::Setup& s) { s.lanes[1].settings.set_param("cutoff", 0.05); });
  const std::string pseudoinverse = ik::find_method("pseudoinverse")->label;
  const Expected expected = marks();
  ASSERT_EQ(expected.size(), 5U);
  EXPECT_EQ(expected[0].second, "Jacobian at effector → target");
  EXPECT_EQ(expected[1].second.substr(0, 8), "Adaptive");
  EXPECT_NE(expected[1].second.find("off → on"), std::string::npos);
  EXPECT_EQ(expected[2].second.substr(0, 7), "target ");
  EXPECT_EQ(expected[3].second, "lane added: " + pseudoinverse);
  EXPECT_EQ(expected[4].second.substr(0, pseudoinverse.size() + 9), pseudoinverse + ": Cutoff ");
  EXPECT_NE(expected[4].second.find("→ 0.05"), std::string::npos);
}

TEST_F(ChangeMarks, EndWhereTheRunIsChangedInThePast) {
  run(10);
  for (int i = 1; i <= 10; ++i) {
    set_lambda(0.1 * (1 + i), 5);
    run(10);
  }
  run(100);
  change([](lab::Setup& s) { s.frozen = true; }, 6);
  timeline.seek(45);
  EXPECT_EQ(marks().size(), 2U) << "a seek removes none";
  change([](lab::Setup& s) { s.front_lane().settings.d_max = 0.5; }, 7);
  EXPECT_EQ(marks(),
            (Expected{{10, "Damping λ 1.1 → 0.5 m/rad"}, {45, "Clamp D_max off → 0.5 m"}}));
  timeline.restart();
  EXPECT_TRUE(marks().empty());
}

}  // namespace
