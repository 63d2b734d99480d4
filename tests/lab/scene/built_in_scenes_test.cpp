#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "io/scene/scene_file.h"
#include "lab/run/run.h"
#include "support/difference_jacobian.h"

// What holds for every method on every scene that comes with the program.
namespace {

class EveryScene : public testing::TestWithParam<std::string> {
 protected:
  lab::Scene scene_ = io::find_scene(GetParam());
};

TEST_P(EveryScene, IsTrackedByEveryMethodWithinItsCaps) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scene_, info);
    for (int k = 0; k < 600; ++k) {
      tracker.step();
      ASSERT_TRUE(tracker.pose().theta.allFinite()) << info.id << " in step " << k;
      ASSERT_NE(tracker.outcome(), ik::Outcome::kNotFinite) << info.id << " in step " << k;
      ASSERT_LE(lab::kDegrees * lab::motion_of(tracker).largest,
                tracker.max_angle() * 180.0 / M_PI + 1e-9);
    }
  }
}

TEST_P(EveryScene, RepeatsToTheBit) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker once(scene_, info), again(scene_, info);
    lab::run(once, 200);
    lab::run(again, 200);
    EXPECT_EQ(once.pose().theta, again.pose().theta) << info.id;
  }
}

TEST_P(EveryScene, HasTheJacobianThatDifferencesShow) {
  lab::Tracker tracker(scene_, *ik::find_method("dls"));
  for (int k = 0; k < 20; ++k) {
    for (int i = 0; i < 25; ++i) tracker.step();
    ik::MatrixX J;
    ik::task_jacobian({tracker.multibody(), tracker.pose(), tracker.targets()}, J);
    EXPECT_LT((J - difference_jacobian(tracker.multibody(), tracker.pose().theta)).norm(), 1e-7);
  }
}

TEST_P(EveryScene, IsFollowedBetterThanByStandingStill) {
  const auto mean_error = [this](double max_angle) {
    lab::Settings settings = scene_.settings;
    settings.params["max-angle"] = max_angle;
    settings.max_slide = max_angle;
    lab::Tracker tracker(scene_, *ik::find_method("dls"), settings);
    return lab::run(tracker, 800, 100).mean_error;
  };
  EXPECT_LT(mean_error(M_PI / 4.0), 0.8 * mean_error(1e-9));
}

std::string built_in_test_name(const testing::TestParamInfo<std::string>& scene) {
  std::string name = scene.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EveryScene, testing::ValuesIn(io::built_in_scenes()),
                         built_in_test_name);

}  // namespace
