#include <gtest/gtest.h>

#include "ik/methods.h"
#include "io/built_in_scenes.h"
#include "lab/experiment.h"

namespace {

lab::Summary track(const lab::Scene& scene, const char* method) {
  lab::Tracker tracker(scene, *ik::find_method(method));
  return lab::run(tracker, 2400, 400);
}

TEST(NewtonOnTheReportsScenes, IsAsCloseAsConvergedUpdatesAndCalmerThanDampedLeastSquares) {
  // mean errors of Newton's updates iterated until they converge in each step, m
  const std::pair<const char*, double> optima[] = {
      {"y", 0.2010}, {"double-y", 0.4530}, {"double-y-25", 0.4077}};
  for (const auto& [id, optimum] : optima) {
    const lab::Scene scene = io::find_scene(id);
    const lab::Summary newton = track(scene, "newton");
    EXPECT_LT(newton.mean_error, 1.05 * optimum) << id;
    EXPECT_LT(newton.mean_jitter_deg, track(scene, "dls").mean_jitter_deg) << id;
  }
}

TEST(NewtonOnEasyScenes, StaysNearTargetsInReachWithoutShaking) {
  for (const char* id : {"among-posts", "folded-arm", "humanoid", "planar-arm", "scara",
                         "six-axis-arm", "slider-arm"}) {
    const lab::Summary newton = track(io::find_scene(id), "newton");
    EXPECT_LT(newton.mean_error, 0.01) << id;
    EXPECT_LT(newton.mean_jitter_deg, 0.1) << id;
  }
}

}  // namespace
