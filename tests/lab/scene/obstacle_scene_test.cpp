#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/track/tracker.h"
#include "support/clearance.h"

namespace {

/// Measures of a run over the report's 2400 steps.
struct Course {
  double least_clearance = 1e300;  // m
  double beyond_limits = 0.0;      // largest violation, rad
  double mean_error = 0.0;         // m
};

Course course_of(const char* method, lab::Settings settings) {
  const lab::Scene scene = io::find_scene("among-posts");
  lab::Tracker tracker(scene, *ik::find_method(method), settings);
  Course course;
  constexpr int kSteps = 2400;
  for (int k = 0; k < kSteps; ++k) {
    tracker.step();
    const double clearance =
        bodies::least_clearance(tracker.multibody(), tracker.pose(), scene.obstacles);
    course.least_clearance = std::min(course.least_clearance, clearance);
    for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
      const ik::Joint& joint = tracker.multibody().joint(j);
      const double theta = tracker.pose().theta[j];
      course.beyond_limits =
          std::max({course.beyond_limits, joint.lower - theta, theta - joint.upper});
    }
    course.mean_error += tracker.errors()[0] / kSteps;
  }
  return course;
}

TEST(AmongPosts, DlsCutsThroughWhatConstrainedGoesAround) {
  const lab::Settings settings = io::find_scene("among-posts").settings;
  EXPECT_LT(course_of("dls", settings).least_clearance, -0.05);
  const Course course = course_of("constrained", settings);
  EXPECT_GE(course.least_clearance, -1e-6);
  EXPECT_LE(course.beyond_limits, 1e-15);
  EXPECT_LT(course.mean_error, 0.1);
}

TEST(AmongPosts, ConstrainedKeepsClearUnderAllCapsAndLimitRules) {
  for (const double max_angle : {lab::kOff, 0.8, 0.1, 0.01}) {
    for (const lab::LimitRule limits : {lab::LimitRule::kIgnore, lab::LimitRule::kClamp,
                                        lab::LimitRule::kActiveSet, lab::LimitRule::kProject}) {
      for (const double d_max : {lab::kOff, 0.05}) {
        lab::Settings settings = io::find_scene("among-posts").settings;
        settings.params["max-angle"] = max_angle;
        settings.limits = limits;
        settings.d_max = d_max;
        const Course course = course_of("constrained", settings);
        EXPECT_GE(course.least_clearance, -1e-6) << max_angle << " " << d_max;
        EXPECT_LE(course.beyond_limits, 1e-15) << max_angle << " " << d_max;
      }
    }
  }
}

}  // namespace
