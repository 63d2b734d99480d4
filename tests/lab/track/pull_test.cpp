#include "lab/track/hand.h"

#include <numbers>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/run/timeline.h"

namespace {

using Eigen::Vector3d;

/// Two links of length 1 in the plane of x and y, with the effector at the tip.
ik::Multibody two_rods() {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "shoulder";
  joints[0].initial = 0.3;
  joints[1].name = "elbow";
  joints[1].parent = 0;
  joints[1].initial = 0.8;
  joints[1].parent_from_joint.translation() = Vector3d::UnitX();
  return {joints, {{"tip", 1, Vector3d::UnitX()}}};
}

ik::Pose start(const ik::Multibody& body) { return ik::pose_at(body, body.initial_theta()); }

TEST(Pull, BringsThePointToTheHand) {
  const ik::Multibody body = two_rods();
  ik::Pose pose = start(body);
  // by the law of cosines the forearm's middle can reach any point nearer than 1.5
  const lab::Pull pull{1, {0.5, 0.0, 0.0}, {0.3, 1.1, 0.0}};
  ASSERT_TRUE(lab::Hand(body, pull).draw(body, pose, {}, true));
  EXPECT_LT((lab::pulled_point(pose, pull) - pull.to).norm(), 1e-5);
  const double bend = (0.25 + 1.0 - pull.to.squaredNorm()) / (2.0 * 0.5);
  EXPECT_NEAR(std::cos(std::numbers::pi - pose.theta[1]), bend, 1e-4);
  // the rest of the pose is updated
  const ik::Pose anew = ik::pose_at(body, pose.theta);
  EXPECT_EQ(anew.effector, pose.effector);
}

TEST(Pull, DrawsNearWhatIsOutOfReach) {
  const ik::Multibody body = two_rods();
  ik::Pose pose = start(body);
  const lab::Pull pull{0, {0.5, 0.0, 0.0}, {-3.0, 4.0, 0.0}};
  ASSERT_TRUE(lab::Hand(body, pull).draw(body, pose, {}, true));
  // the upper arm points at the pulled point
  EXPECT_NEAR(pose.theta[0], std::atan2(4.0, -3.0), 0.02);
  EXPECT_EQ(pose.theta[1], 0.8);  // and the elbow is unchanged
}

TEST(Pull, LeavesFrozenJointsAndLimitsAlone) {
  std::vector<ik::Joint> joints;
  const ik::Multibody free = two_rods();
  for (const ik::Joint& joint : free.joints()) joints.push_back(joint);
  joints[0].upper = 0.5;
  const ik::Multibody body(joints, {{"tip", 1, Vector3d::UnitX()}});
  const lab::Pull pull{1, {1.0, 0.0, 0.0}, {-0.5, 1.2, 0.0}};
  ik::Pose limited = start(body);
  lab::Hand(body, pull).draw(body, limited, {}, true);
  EXPECT_LE(limited.theta[0], 0.5);
  EXPECT_GT(limited.theta[0], 0.3);
  ik::Pose unlimited = start(body);
  lab::Hand(body, pull).draw(body, unlimited, {}, false);
  EXPECT_GT(unlimited.theta[0], 0.5);
  ik::Pose frozen = start(body);
  const double mobility[] = {0.0, 1.0};
  EXPECT_TRUE(lab::Hand(body, pull).draw(body, frozen, mobility, true));
  EXPECT_EQ(frozen.theta[0], 0.3);
}

TEST(Pull, StandsStillWhereItIsAndWhereThereIsNoPlace) {
  const ik::Multibody body = two_rods();
  ik::Pose pose = start(body);
  lab::Pull pull{1, {0.5, 0.0, 0.0}, {}};
  pull.to = lab::pulled_point(pose, pull);
  EXPECT_FALSE(lab::Hand(body, pull).draw(body, pose, {}, true));
  pull.to.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(lab::Hand(body, pull).draw(body, pose, {}, true));
  pull.to = {1e300, 1e300, 0.0};
  lab::Hand(body, pull).draw(body, pose, {}, true);
  EXPECT_TRUE(pose.theta.allFinite());
}

TEST(Pull, HoldsTheLinkOfEveryLaneWhileTheMethodsGoOn) {
  const auto scene = std::make_shared<const lab::Scene>(io::find_scene("double-y"));
  lab::Setup setup = lab::setup_of(scene, *ik::find_method("dls"), scene->settings);
  lab::add_lane(setup);
  setup.lanes[1].method = ik::find_method("jacobian-transpose");
  lab::Timeline timeline(setup);
  for (int i = 0; i < 20; ++i) timeline.step();
  lab::Setup held = setup;
  const lab::Pull pull{3, {0.0, 0.1, 0.0}, Vector3d::Zero()};
  held.pull = pull;
  const ik::Pose& pose = timeline.bench().front().pose();
  // a reachable place: the point's position in another pose
  const ik::VectorX other = pose.theta.array() + 0.15;
  held.pull->to = lab::pulled_point(ik::pose_at(scene->multibody, other), pull);
  timeline.apply(held);
  const auto off = [&](std::size_t lane) {
    const ik::Pose& now = timeline.bench().tracker(lane).pose();
    return (lab::pulled_point(now, pull) - held.pull->to).norm();
  };
  EXPECT_LT(off(0), 1e-4);  // at once, without a step
  for (int i = 0; i < 50; ++i) {
    timeline.step();
    for (std::size_t lane = 0; lane < 2; ++lane) EXPECT_LT(off(lane), 1e-3);
  }
  timeline.apply(setup);
  for (int i = 0; i < 50; ++i) timeline.step();
  EXPECT_GT(off(0), 0.01);  // released, it moves with the rest
}

TEST(Pull, RepeatsToTheBit) {
  const auto scene = std::make_shared<const lab::Scene>(io::find_scene("y"));
  lab::Setup setup = lab::setup_of(scene, *ik::find_method("sdls"), scene->settings);
  lab::Timeline timeline(setup);
  std::vector<ik::VectorX> way;
  for (int i = 0; i < 300; ++i) {
    if (i >= 100 && i < 200) {
      setup.pull = {2, {0.0, 0.2, 0.0}, {0.002 * i, 0.5, 0.1}};
      timeline.apply(setup);
    } else if (i == 200) {
      setup.pull.reset();
      timeline.apply(setup);
    }
    way.push_back(timeline.bench().front().pose().theta);
    timeline.step();
  }
  for (const long step : {150L, 299L, 101L, 202L, 7L}) {
    timeline.seek(step);
    EXPECT_EQ(timeline.bench().front().pose().theta, way[static_cast<std::size_t>(step)]) << step;
  }
}

}  // namespace
