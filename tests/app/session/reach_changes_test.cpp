// What the page "Reach" forgets and what it keeps when the set-up changes.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/session/reach_page.h"
#include "support/bodies.h"

namespace {

class ReachChanges : public reach::TwoLinkPage {};

/// The distances of points from the shoulder of the two-link arm.
std::pair<float, float> ring_of(const lab::ReachCloud& cloud) {
  float least = 1e3F, most = 0.0F;
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    const float away = (point.place - Eigen::Vector3f::UnitY()).norm();
    least = std::min(least, away);
    most = std::max(most, away);
  }
  return {least, most};
}

TEST_F(ReachChanges, DrawsAnotherShapeOfTheReachForAFrozenJointAndItsPlace) {
  ui::ReachWish with_cloud = wish();
  with_cloud.cloud = true;
  ASSERT_TRUE(finish(with_cloud));
  EXPECT_LT(ring_of(*session.reach().cloud()).first, 0.3F) << "from 0.2 to 1.8 m";
  edits::edit(session, [](ui::Edit& edit) { edit.change("freeze").joint_weights[1] = 0.0; });
  for (const double elbow : {session.tracker().multibody().initial_theta()[1], 0.9, 2.0}) {
    if (elbow != session.tracker().first_theta()[1]) {
      edits::edit(session, [&](ui::Edit& edit) { edit.change("start").start = {0.3, elbow}; });
    }
    ASSERT_TRUE(finish_cloud(with_cloud));
    const auto [least, most] = ring_of(*session.reach().cloud());
    // the law of cosines: a stiff elbow keeps the hand on a circle
    const double radius = std::sqrt(1.64 + 1.6 * std::cos(elbow));
    EXPECT_NEAR(least, radius, 1e-5) << elbow;
    EXPECT_NEAR(most, radius, 1e-5) << elbow;
  }
}

TEST_F(ReachChanges, ShowsNoErrorsOfTargetsThatWereThereBefore) {
  const auto first_error = [this] { return shown().convergence->series[0].y[0]; };
  const auto expected_error = [this] {
    const ik::Multibody& body = session.tracker().multibody();
    const ik::Pose start = ik::pose_at(body, body.initial_theta());
    return (session.tracker().targets()[0] - start.effector.col(0)).norm();
  };
  ASSERT_TRUE(finish(wish()));
  EXPECT_NEAR(first_error(), expected_error(), 1e-12);
  // the target is let go and stands at another place
  edits::edit(session, [](ui::Edit& edit) { ui::set_frozen(false, edit); });
  frame(wish());
  EXPECT_EQ(shown().convergence, nullptr);
  hold({0.2, 2.1, 0.0});
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    ui::set_frozen(true, edit);
  });
  EXPECT_EQ(shown().convergence, nullptr) << "before any computation";
  ASSERT_TRUE(finish(wish()));
  EXPECT_NEAR(first_error(), expected_error(), 1e-12);
  hold({-0.4, 1.7, 0.0});
  ASSERT_TRUE(finish(wish()));
  EXPECT_NEAR(first_error(), expected_error(), 1e-12);
}

TEST_F(ReachChanges, SolutionsKeepTheirHuesWhileTheTargetIsDragged) {
  ASSERT_TRUE(finish(wish()));
  std::map<bool, int> hues;  // by the side of the elbow
  for (const ui::ShownSolution& solution : shown().solutions) {
    hues[std::sin(solution.theta[1]) > 0.0] = solution.hue;
  }
  ASSERT_EQ(hues.size(), 2U);
  for (int i = 1; i <= 40; ++i) {
    edits::edit(session, [&](ui::Edit& edit) {
      edit.reach = wish();
      edit.change("drag").targets[0].held = Eigen::Vector3d(0.9 - 0.03 * i, 1.9, 0.0);
    });
    // on some frames the map of an earlier place is still there, on others a new one
    if (i % 8 == 0) {
      ASSERT_TRUE(finish(wish()));
    } else {
      session.advance(0.02);
    }
    ASSERT_EQ(shown().solutions.size(), 2U) << i;
    for (const ui::ShownSolution& solution : shown().solutions) {
      EXPECT_EQ(solution.hue, hues[std::sin(solution.theta[1]) > 0.0]) << i;
    }
  }
}

/// An arm of six hinges, of whose solutions the plane of a map shows only some.
class SixAxisReach : public reach::ReachPage {
 protected:
  SixAxisReach() : ReachPage("six-axis-arm") {
    edits::edit(session, [](ui::Edit& edit) {
      edit.change("limits").front_lane().settings.limits = lab::LimitRule::kIgnore;
    });
  }

  /// Expects every solution to have a hue of its own, and a map to name the solution that it shows.
  void expect_own_hues() const {
    std::set<int> hues;
    for (const ui::ShownSolution& solution : shown().solutions) {
      EXPECT_TRUE(hues.insert(solution.hue).second) << solution.name << ' ' << solution.hue;
    }
    if (shown().map == nullptr || shown().stale) return;
    const ik::Multibody& body = session.tracker().multibody();
    for (const lab::BasinSolution& known : shown().map->solutions()) {
      for (const ui::ShownSolution& solution : shown().solutions) {
        EXPECT_EQ(solution.hue == known.hue, lab::same_pose(body, solution.theta, known.theta));
      }
    }
  }
};

TEST_F(SixAxisReach, EverySolutionHasAHueOfItsOwn) {
  ui::ReachWish small = wish();
  small.side = 16;
  ASSERT_TRUE(finish(small));
  ASSERT_GE(shown().solutions.size(), 3U);
  EXPECT_LT(shown().map->solutions().size(), shown().solutions.size());
  expect_own_hues();
  const Eigen::Vector3d place = session.tracker().targets()[0];
  for (int i = 1; i <= 12; ++i) {
    hold(place + 0.01 * i * Eigen::Vector3d(-1.0, 1.0, 0.5));
    for (int k = 0; k < 3; ++k) {
      frame(small);
      expect_own_hues();
    }
    if (i % 4 != 0) continue;
    ASSERT_TRUE(finish(small));
    expect_own_hues();
  }
}

class CrookedReach : public reach::ReachPage {
 protected:
  CrookedReach() : ReachPage(IKLAB_TEST_DATA "/crooked.json") {}
};

TEST_F(CrookedReach, DrawsTheShapeOfTheReachOfTheChosenEffectorAlone) {
  ui::ReachWish small = wish();
  small.side = 16;
  small.cloud = true;
  for (const int effector : {0, 1, 0}) {
    small.effector = effector;
    frame(small, 0.0);
    const lab::ReachCloud* cloud = session.reach().cloud();
    EXPECT_TRUE(cloud == nullptr || cloud->plan().effector == effector);
    ASSERT_TRUE(finish_cloud(small));
    cloud = session.reach().cloud();
    EXPECT_EQ(cloud->plan().effector, effector);
    // a box of poses drawn one by one
    const ik::Multibody& body = session.tracker().multibody();
    Eigen::AlignedBox3f box;
    bodies::Numbers numbers(3);
    for (int i = 0; i < 3000; ++i) {
      ik::VectorX theta = body.initial_theta();
      for (int j = 0; j < body.joint_count(); ++j) {
        const ik::Joint& joint = body.joint(j);
        if (joint.weight == 0.0) continue;
        theta[j] = joint.lower + (joint.upper - joint.lower) * 0.5 * (1.0 + numbers.next());
      }
      box.extend(ik::pose_at(body, theta).effector.col(effector).cast<float>());
    }
    EXPECT_LT((cloud->box().sizes() - box.sizes()).cwiseAbs().maxCoeff(),
              0.15F * box.sizes().norm());
    EXPECT_TRUE(cloud->box().exteriorDistance(box.center()) == 0.0F);
  }
}

}  // namespace
