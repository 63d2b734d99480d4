#include <algorithm>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "support/shaky.h"

// The diagnosis on the scenes that come with the program.
namespace {

class EverySceneWatched : public testing::TestWithParam<std::string> {
 protected:
  static constexpr int kSteps = 900;

  static shaky::Watched watch(lab::Tracker tracker) {
    shaky::Watched watched{std::move(tracker), {}};
    lab::DiagnosisObserver observer(lab::kOff);
    for (int k = 0; k < kSteps; ++k) {
      watched.tracker.step();
      observer.add(watched.tracker);
    }
    watched.diagnosis = diagnose(watched.tracker, observer);
    return watched;
  }

  /// \returns whether there was one, or no need of it
  static bool expect_help(const shaky::Watched& watched) {
    if (!watched.diagnosis.shakes) return true;
    const lab::Cause& cause = watched.diagnosis.causes.front();
    if (cause.remedies.empty()) return false;  // of what was tried nothing calms it
    lab::Tracker left_alone = watched.tracker;
    lab::DiagnosisObserver observer(lab::kOff);
    lab::run(left_alone, 100);
    lab::run(left_alone, {.steps = 600, .on_measured = [&observer](const lab::Tracker& tracker) {
                            observer.add(tracker);
                          }});
    if (!diagnose(left_alone, observer).shakes) return true;  // it came to rest by itself
    const double without = observer.jitter_deg();
    const double with = shaky::jitter_after(watched.tracker, &cause.remedies.front());
    // after a jump the body has to get there whatever is done
    const auto& targets = watched.tracker.scene().targets;
    const bool jumps = std::any_of(targets.begin(), targets.end(), [](const auto& target) {
      return target.jumps_between(0.0, 60.0);
    });
    EXPECT_LT(with, (jumps ? 0.65 : 0.5) * without)
        << watched.tracker.method_info().id << ", " << name(cause.id) << ": "
        << cause.remedies.front().label;
    return true;
  }
};

TEST_P(EverySceneWatched, IsCalledCalmUnderItsOwnDls) {
  const lab::Scene scene = io::find_scene(GetParam());
  const shaky::Watched watched = watch(lab::Tracker(scene, *ik::find_method("dls")));
  EXPECT_FALSE(watched.diagnosis.shakes) << watched.diagnosis.causes.front().sentence;
  EXPECT_EQ(watched.diagnosis.causes.front().id, lab::CauseId::kCalm);
}

TEST_P(EverySceneWatched, IsCalmedToLessThanHalfByTheFirstRemedy) {
  const lab::Scene scene = io::find_scene(GetParam());
  int without = 0;
  for (const ik::MethodInfo& info : ik::methods()) {
    if (!expect_help(watch(lab::Tracker(scene, info)))) ++without;
  }
  EXPECT_LE(without, 1);
}

TEST_P(EverySceneWatched, IsCalmedWhereLambdaIsTooSmall) {
  const lab::Scene scene = io::find_scene(GetParam());
  for (const ik::MethodInfo& info : ik::methods()) {
    if (!ik::get_param(info.create(), "lambda")) continue;
    for (const double share : {0.2, 0.5}) {
      lab::Settings settings = scene.settings;
      settings.params["lambda"] = share * settings.param("lambda").value_or(1.1);
      EXPECT_TRUE(expect_help(watch(lab::Tracker(scene, info, settings)))) << info.id;
    }
  }
}

std::string watched_test_name(const testing::TestParamInfo<std::string>& scene) {
  std::string name = scene.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EverySceneWatched, testing::ValuesIn(io::built_in_scenes()),
                         watched_test_name);

}  // namespace
