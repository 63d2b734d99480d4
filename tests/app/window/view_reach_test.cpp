// Solutions in the picture: ghosts and names that can be taken.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/window/pointed_view.h"

namespace {

class ViewReach : public PointedView {
 protected:
  ViewReach() {
    session.set_playing(false);
    session.set_scene(scenes::circling(bodies::planar_arm(2)));
    edits::edit(session, [](ui::Edit& edit) {
      edit.change("hold").targets[0].held = Eigen::Vector3d(0.9, 1.1, 0.0);
      ui::set_frozen(true, edit);
    });
    reach = ui::ReachWish{.side = 32};
    panels.reach.open = true;
  }

  /// \returns false if there are no solutions after 30 s
  bool finish() {
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (std::chrono::steady_clock::now() < late) {
      frame();
      session.advance(0.02);
      if (session.reach().shown().solutions.size() == 2 && !session.reach().busy()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  eye::Eye eye() const {
    return {app::camera_for(scene(), kArea.size.x / kArea.size.y),
            static_cast<double>(kArea.size.x), static_cast<double>(kArea.size.y)};
  }
  void click(const Eigen::Vector2d& place) {
    press(place);
    release();
  }
};

TEST_F(ViewReach, AClickOnAGhostTakesTheSolution) {
  ASSERT_TRUE(finish());
  const auto solutions = session.reach().shown().solutions;
  for (std::size_t i = 0; i < 2; ++i) {
    const ui::ShownSolution solution = solutions[i];
    // away from the body, whose links come first
    if ((solution.theta - session.tracker().pose().theta).norm() < 0.2) continue;
    const ik::Pose& pose = solution.pose;
    click(eye().pixel(0.5 * (pose.origin.col(0) + pose.origin.col(1))));
    EXPECT_EQ(session.tracker().pose().theta, solution.theta);
    EXPECT_EQ(session.setup().start,
              std::vector<double>(solution.theta.begin(), solution.theta.end()));
    return;
  }
  FAIL() << "both solutions are the present pose";
}

TEST_F(ViewReach, AClickOnAGhostDoesNothingWhileTheyAreHidden) {
  ASSERT_TRUE(finish());
  panels.reach.ghosts = false;
  const lab::Setup before = session.setup();
  for (const ui::ShownSolution& solution : session.reach().shown().solutions) {
    const Eigen::Vector3d middle =
        0.5 * (solution.pose.origin.col(0) + solution.pose.origin.col(1));
    if ((solution.theta - session.tracker().pose().theta).norm() < 0.2) continue;
    click(eye().pixel(middle));
  }
  EXPECT_EQ(session.setup(), before);
}

TEST_F(ViewReach, DrawsTheGhostsOnlyWhileThePageIsOpenAndTargetsStand) {
  ASSERT_TRUE(finish());
  const auto bytes = [this] { return picture().rgba; };
  const auto shown = bytes();
  panels.reach.ghosts = false;
  const auto hidden = bytes();
  EXPECT_NE(shown, hidden);
  panels.reach.ghosts = true;
  panels.reach.open = false;
  EXPECT_NE(bytes(), shown);
}

}  // namespace
