// The built-in linkages: bodies with closed loops.

#include <gtest/gtest.h>

#include <cmath>

#include "ik/body/loops.h"
#include "io/scene/scene_file.h"
#include "lab/track/tracker.h"

namespace {

class EveryLinkage : public testing::TestWithParam<std::string> {
 protected:
  const lab::Scene scene = io::find_scene(GetParam());
};

TEST_P(EveryLinkage, BeginsWithClosedLoopsWhereItsFileSays) {
  const ik::Multibody& body = scene.multibody;
  ASSERT_FALSE(body.loops().empty());
  EXPECT_LT(ik::largest_loop_gap(body, ik::pose_at(body, body.initial_theta())), 1e-10);
}

TEST_P(EveryLinkage, KeepsItsLoopsClosedInEveryStepOfEveryMethodThatClaimsTo) {
  for (const ik::MethodInfo& method : ik::methods()) {
    const bool claims = !method.create().traits().opens_loops;
    lab::Tracker tracker(scene, method);
    const ik::VectorX start = tracker.pose().theta;
    double way = 0.0;
    for (int step = 0; step < (claims ? 150 : 3); ++step) {
      tracker.step();
      for (int i = 0; i < static_cast<int>(scene.multibody.loops().size()); ++i) {
        ASSERT_LT(tracker.loop_gap(i), 1e-9) << method.id << ", step " << step;
      }
      way += tracker.last_step().norm();
    }
    if (claims) {
      EXPECT_GT(way, 0.05) << method.id;
    } else {
      EXPECT_EQ(tracker.outcome(), ik::Outcome::kOpensLoops) << method.id;
      EXPECT_EQ(tracker.pose().theta, start) << method.id;
    }
  }
}

TEST_P(EveryLinkage, FollowsItsTargetsBetterThanABodyThatStands) {
  lab::Tracker tracker(scene, ik::known_method("dls"));
  const Eigen::Vector3d stands = tracker.pose().effector.col(0);
  double error = 0.0, standing = 0.0;
  for (int step = 0; step < 629; ++step) {
    tracker.step();
    error += tracker.errors()[0];
    standing += (tracker.targets()[0] - stands).norm();
  }
  EXPECT_LT(error, 0.8 * standing);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EveryLinkage, testing::ValuesIn(io::built_in_linkages()),
                         [](const testing::TestParamInfo<std::string>& scene) {
                           std::string name = scene.param;
                           for (char& letter : name) {
                             if (letter == '-') letter = '_';
                           }
                           return name;
                         });

TEST(Linkages, HaveTheFreedomOfTheirTextbooks) {
  const auto freedom = [](const char* name) {
    const ik::Multibody& body = io::find_scene(name).multibody;
    return ik::freedom_of(body, ik::pose_at(body, body.initial_theta())).by_rank;
  };
  EXPECT_EQ(freedom("four-bar"), 1);
  EXPECT_EQ(freedom("jansen-leg"), 1);
  EXPECT_EQ(freedom("delta"), 3);
  EXPECT_EQ(freedom("stewart-platform"), 6);
}

TEST(Linkages, JansensLegHasHisRatios) {
  const lab::Scene scene = io::find_scene("jansen-leg");
  const ik::Multibody& body = scene.multibody;
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const auto end = [&](int loop) -> Eigen::Vector3d {
    const ik::Loop& tie = body.loops()[static_cast<std::size_t>(loop)];
    return pose.world_from_joint(tie.joint_a) * tie.a_from_end.translation();
  };
  const auto place = [&](const char* joint) -> Eigen::Vector3d {
    for (int j = 0; j < body.joint_count(); ++j) {
      if (body.joint(j).name == joint) return pose.world_from_joint(j).translation();
    }
    return Eigen::Vector3d::Constant(std::nan(""));
  };
  // Theo Jansen's numbers, in centimetres: the lengths of bars between the points where they meet
  const Eigen::Vector3d crank = place("crank"), pivot = place("b"), pin = place("j");
  const Eigen::Vector3d upper = end(0), lower = end(1), knee = end(2), hip = place("f");
  const Eigen::Vector3d foot = pose.effector.col(0);
  EXPECT_NEAR(100.0 * (crank - pivot).x(), 38.0, 1e-9);     // a
  EXPECT_NEAR(100.0 * (pivot - upper).norm(), 41.5, 1e-7);  // b
  EXPECT_NEAR(100.0 * (pivot - lower).norm(), 39.3, 1e-7);  // c
  EXPECT_NEAR(100.0 * (pivot - hip).norm(), 40.1, 1e-7);    // d
  EXPECT_NEAR(100.0 * (upper - hip).norm(), 55.8, 1e-7);    // e
  EXPECT_NEAR(100.0 * (hip - knee).norm(), 39.4, 1e-7);     // f
  EXPECT_NEAR(100.0 * (lower - knee).norm(), 36.7, 1e-7);   // g
  EXPECT_NEAR(100.0 * (knee - foot).norm(), 65.7, 1e-7);    // h
  EXPECT_NEAR(100.0 * (lower - foot).norm(), 49.0, 1e-7);   // i
  EXPECT_NEAR(100.0 * (pin - upper).norm(), 50.0, 1e-7);    // j
  EXPECT_NEAR(100.0 * (pin - lower).norm(), 61.9, 1e-7);    // k
  EXPECT_NEAR(100.0 * (crank - pivot).y(), 7.8, 1e-9);      // l
  EXPECT_NEAR(100.0 * (crank - pin).norm(), 15.0, 1e-7);    // m
}

}  // namespace
