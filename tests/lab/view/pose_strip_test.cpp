#include "lab/view/pose_strip.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "iklab/solver.h"
#include "support/difference_jacobian.h"
#include "support/recording_painter.h"
#include "support/scenes.h"
#include "support/turned.h"

namespace {

using support::RecordingPainter;

const lab::PlotStyle kStripStyle = support::style_of(false);

lab::Scene arm_scene() { return scenes::circling(bodies::planar_arm(3)); }

std::vector<lab::Tracker> trackers_of(const lab::Scene& scene, std::vector<const char*> methods) {
  std::vector<lab::Tracker> trackers;
  for (const char* method : methods) trackers.emplace_back(scene, *ik::find_method(method));
  return trackers;
}

/// The points of a planar arm: its links are laid end to end at the sums of its angles.
std::vector<lab::Point> points_of(const ik::Multibody& arm, const ik::VectorX& theta) {
  std::vector<lab::Point> points;
  lab::Point at{arm.joint(0).parent_from_joint.translation().x(),
                arm.joint(0).parent_from_joint.translation().y()};
  double angle = 0.0;
  points.push_back(at);
  for (int j = 0; j < arm.joint_count(); ++j) {
    angle += theta[j];
    const double length = j + 1 < arm.joint_count()
                              ? arm.joint(j + 1).parent_from_joint.translation().x()
                              : arm.effector(0).offset.x();
    at = {at.x + length * std::cos(angle), at.y + length * std::sin(angle)};
    points.push_back(at);
  }
  return points;
}

TEST(PoseStrip, ShowsASceneWithZUpAsTheRotatedScene) {
  const lab::Scene scene = arm_scene();
  const lab::Scene pairs[] = {scenes::with_z_up(scene), scenes::turned(scene, scenes::z_to_y())};
  std::vector<lab::PoseStrip> strips;
  for (const lab::Scene& one : pairs) {
    std::vector<lab::Tracker> trackers = trackers_of(one, {"jacobian-transpose"});
    strips.push_back(lab::pose_strip(trackers, {.steps = {3}}));
    strips.push_back(lab::pose_strip(trackers, {.steps = {3}, .ellipses = 0.2}));
  }
  for (const std::size_t i : {0U, 1U}) {
    const lab::PoseStrip::Panel& a = strips[i].rows[0].panels[0];
    const lab::PoseStrip::Panel& b = strips[i + 2].rows[0].panels[0];
    const auto expect_near = [](const std::vector<lab::Point>& x,
                                const std::vector<lab::Point>& y) {
      ASSERT_EQ(x.size(), y.size());
      for (std::size_t k = 0; k < x.size(); ++k) {
        EXPECT_NEAR(x[k].x, y[k].x, 1e-9);
        EXPECT_NEAR(x[k].y, y[k].y, 1e-9);
      }
    };
    expect_near(a.targets, b.targets);
    expect_near(a.poses.back().chains[0], b.poses.back().chains[0]);
    ASSERT_EQ(a.ellipses.size(), b.ellipses.size());
    // a level ellipse is a line from the front: its two turning points may be any of its ends
    for (std::size_t k = 0; k < a.ellipses.size(); ++k) {
      for (double lab::Point::*const axis : {&lab::Point::x, &lab::Point::y}) {
        const auto [low, high] = std::ranges::minmax(a.ellipses[k], {}, axis);
        const auto [least, most] = std::ranges::minmax(b.ellipses[k], {}, axis);
        EXPECT_NEAR(low.*axis, least.*axis, 1e-9);
        EXPECT_NEAR(high.*axis, most.*axis, 1e-9);
      }
    }
  }
}

TEST(PoseStrip, HasThePosesOfTheSolver) {
  const lab::Scene scene = arm_scene();
  for (const char* method : {"dls", "ccd", "pseudoinverse"}) {
    std::vector<lab::Tracker> trackers = trackers_of(scene, {method});
    const lab::PoseStrip strip = lab::pose_strip(trackers, {.steps = {0, 2, 7}, .before = 3});

    ik::Solver solver(scene.multibody, method);
    std::vector<std::vector<lab::Point>> poses = {points_of(scene.multibody, solver.theta())};
    const Eigen::Vector3d middle =
        bodies::effectors_at(scene.multibody, scene.multibody.initial_theta())[0];
    for (int step = 1; step <= 7; ++step) {
      const double time = step * scene.settings.time_step;
      solver.target(0) = middle + std::sin(5.0 * time) * Eigen::Vector3d(0.5, 0.0, 0.1) +
                         std::sin(4.0 * time + 1.0) * Eigen::Vector3d(0.0, 0.4, 0.0);
      solver.step();
      poses.push_back(points_of(scene.multibody, solver.theta()));
    }

    ASSERT_EQ(strip.rows.size(), 1U);
    ASSERT_EQ(strip.rows[0].panels.size(), 3U);
    for (const lab::PoseStrip::Panel& panel : strip.rows[0].panels) {
      const std::size_t earlier = std::min<std::size_t>(3, static_cast<std::size_t>(panel.step));
      ASSERT_EQ(panel.poses.size(), earlier + 1);
      for (std::size_t back = 0; back <= earlier; ++back) {
        const lab::PoseStrip::Pose& pose = panel.poses[earlier - back];
        const auto& expected = poses[static_cast<std::size_t>(panel.step) - back];
        ASSERT_EQ(pose.chains.size(), 1U) << "an arm is one chain";
        ASSERT_EQ(pose.chains[0].size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          EXPECT_NEAR(pose.chains[0][i].x, expected[i].x, 1e-12) << method << ' ' << panel.step;
          EXPECT_NEAR(pose.chains[0][i].y, expected[i].y, 1e-12) << method << ' ' << panel.step;
        }
      }
    }
    const lab::PoseStrip::Panel& last = strip.rows[0].panels.back();
    EXPECT_NEAR(last.targets.at(0).x, solver.target(0).x(), 1e-12);
    EXPECT_NEAR(last.targets.at(0).y, solver.target(0).y(), 1e-12);
  }
}

TEST(PoseStrip, HasAChainForEveryBranch) {
  std::vector<lab::Tracker> trackers =
      trackers_of(scenes::circling(bodies::forked_tree()), {"dls"});
  const lab::PoseStrip strip = lab::pose_strip(trackers, {.steps = {0}});
  const ik::Multibody& tree = trackers[0].multibody();
  const lab::PoseStrip::Pose& pose = strip.rows[0].panels[0].poses[0];
  EXPECT_EQ(pose.chains.size(), static_cast<std::size_t>(tree.effector_count()));
  for (int i = 0; i < tree.effector_count(); ++i) {
    const Eigen::Vector3d hand =
        bodies::effectors_at(tree, tree.initial_theta())[static_cast<std::size_t>(i)];
    const bool ends_there = std::ranges::any_of(pose.chains, [&](const auto& chain) {
      return std::hypot(chain.back().x - hand.x(), chain.back().y - hand.y()) < 1e-12;
    });
    EXPECT_TRUE(ends_there) << i;
  }
}

TEST(PoseStrip, EllipsesHoldTheVelocitiesOfAllMotionsOfLengthOne) {
  // a point c + f v is on the ellipse of J if v' (J J')^-1 v = 1
  std::vector<lab::Tracker> trackers =
      trackers_of(scenes::circling(bodies::planar_arm(2)), {"dls"});
  constexpr double kFactor = 0.3;
  const lab::PoseStrip strip =
      lab::pose_strip(trackers, {.steps = {9}, .before = 0, .ellipses = kFactor});
  const lab::PoseStrip::Panel& panel = strip.rows[0].panels[0];
  EXPECT_TRUE(panel.targets.empty());
  ASSERT_EQ(panel.ellipses.size(), 1U);
  const ik::MatrixX J =
      difference_jacobian(trackers[0].multibody(), trackers[0].pose().theta).topRows(2);
  const Eigen::Matrix2d inverse = (J * J.transpose()).inverse();
  const Eigen::Vector3d hand = trackers[0].pose().effector.col(0);
  EXPECT_GT(panel.ellipses[0].size(), 20U);
  for (const lab::Point& point : panel.ellipses[0]) {
    const Eigen::Vector2d v = Eigen::Vector2d(point.x - hand.x(), point.y - hand.y()) / kFactor;
    EXPECT_NEAR(v.dot(inverse * v), 1.0, 1e-6);
  }
}

TEST(PoseStrip, DrawsAPanelForEachStepInTheColourOfItsMethod) {
  lab::Scene scene = arm_scene();
  scene.obstacles.push_back({"post", {2.5, 0.5, 0.0}, {2.5, 0.9, 0.0}, 0.2});
  std::vector<lab::Tracker> trackers = trackers_of(scene, {"dls", "ccd"});
  const lab::PoseStrip strip = lab::pose_strip(trackers, {.steps = {0, 3}, .before = 2});
  EXPECT_EQ(strip.title, scene.name);
  const double height = lab::height_of(strip, 600.0, kStripStyle);
  const lab::Box box{20.0, 30.0, 600.0, height};
  RecordingPainter painter;
  lab::draw(strip, box, kStripStyle, painter);
  EXPECT_EQ(painter.depth, 0);
  for (const char* method : {"dls", "ccd"}) {
    const ik::MethodInfo& info = *ik::find_method(method);
    // one pose in the first panel, three in the second
    EXPECT_EQ(painter.count(lab::method_color(info)), 4) << method;
    EXPECT_NE(painter.find(info.label), nullptr) << method;
  }
  ASSERT_EQ(painter.clips.size(), 4U);
  for (const lab::Box& panel : painter.clips) {
    EXPECT_GE(panel.left, box.left);
    EXPECT_LE(panel.right(), box.right() + 1e-9);
    EXPECT_GE(panel.top, box.top);
    EXPECT_LE(panel.bottom(), box.bottom());
  }
  for (const RecordingPainter::Text& text : painter.texts) {
    EXPECT_GE(text.box.top, box.top - 1e-9) << text.words;
    EXPECT_LE(text.box.bottom(), box.bottom() + 1e-9) << text.words;
  }
  // a capsule as a line as wide as it is thick, in the scale of the panel
  const double scale = painter.clips[0].width / (strip.high.x - strip.low.x);
  const auto capsule = std::ranges::find_if(painter.lines, [&](const RecordingPainter::Line& line) {
    return std::abs(line.pen.width - 0.4 * scale) < 1e-9;
  });
  ASSERT_NE(capsule, painter.lines.end());
  EXPECT_NEAR(std::abs(capsule->points[0].y - capsule->points[1].y), 0.4 * scale, 1e-9);
}

TEST(PoseStrip, FadesTheEarlierPoses) {
  std::vector<lab::Tracker> trackers = trackers_of(arm_scene(), {"dls"});
  const lab::PoseStrip strip = lab::pose_strip(trackers, {.steps = {5}, .before = 2});
  EXPECT_EQ(strip.title, "Damped least squares");
  RecordingPainter painter;
  lab::draw(strip, {0.0, 0.0, 300.0, 300.0}, kStripStyle, painter);
  std::vector<float> opacities;
  const lab::Color color = lab::method_color(scenes::dls());
  for (const RecordingPainter::Line& line : painter.lines) {
    if (line.pen.color.r == color.r && line.pen.color.b == color.b) {
      opacities.push_back(line.pen.color.a);
    }
  }
  ASSERT_EQ(opacities.size(), 3U);
  EXPECT_LT(opacities[0], 0.4F);
  EXPECT_LT(opacities[1], 0.4F);
  EXPECT_EQ(opacities[2], 1.0F) << "the present pose is drawn last";
}

}  // namespace
