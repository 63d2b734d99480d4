#include <chrono>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/picture/marks.h"
#include "app/window/pointed_view.h"

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

class ViewHandles : public PointedView {
 protected:
  ViewHandles() {
    session.advance(0.03);
    frame();
    frame();
  }

  eye::Eye eye_in(const ui::Area& area) const {
    return {app::camera_for(scene(), area.size.x / area.size.y), static_cast<double>(area.size.x),
            static_cast<double>(area.size.y)};
  }
  static Vector2d corner(const ui::Area& area) {
    return {static_cast<double>(area.corner.x), static_cast<double>(area.corner.y)};
  }
  const lab::WaveCurve& curve() const {
    return std::get<lab::WaveCurve>(session.setup().targets[0].curve.shape());
  }
  Vector3d end_of_y() const {
    return curve().center + curve().waves[1].amplitude.y() * Vector3d::UnitY();
  }
  std::size_t marks() const { return session.timeline().marks().size(); }
};

TEST_F(ViewHandles, ComeByAPressOnTheTargetWhichMovesNothing) {
  const lab::Setup before = session.setup();
  const Vector2d at = eye_in(kArea).pixel(session.tracker().targets()[0]);
  press(at);
  EXPECT_EQ(panels.targets.selected, 0);
  EXPECT_TRUE(panels.targets.dragged);
  release();
  EXPECT_EQ(panels.targets.selected, 0);
  EXPECT_FALSE(panels.targets.dragged);
  EXPECT_EQ(session.setup(), before);
}

TEST_F(ViewHandles, LeaveRoomForAHintOfTheTargetUnderThePointer) {
  const Vector2d at = eye_in(kArea).pixel(session.tracker().targets()[0]);
  const auto hinted = [this](const Vector2d& place) {
    point_at(place);
    for (int i = 0; i < 40; ++i) frame();
    const ImGuiWindow* hint = ImGui::FindWindowByName("##Tooltip_00");
    return hint != nullptr && hint->Active;
  };
  EXPECT_TRUE(hinted(at));
  EXPECT_FALSE(hinted({5.0, 5.0}));
}

TEST_F(ViewHandles, ComeByAPressOnALabel) {
  ASSERT_FALSE(view.labels().empty());
  const ui::PlacedLabel label = view.labels().front();
  ASSERT_EQ(label.kind, ui::LabelKind::kEffector);
  const ImVec2 at = label.rect.middle();
  const lab::Setup before = session.setup();
  press({at.x, at.y});
  EXPECT_EQ(panels.targets.selected, label.index);
  EXPECT_EQ(cursor, ImGuiMouseCursor_Hand);
  EXPECT_FALSE(panels.targets.dragged) << "not what is under the label";
  release();
  EXPECT_EQ(session.setup(), before);
}

TEST_F(ViewHandles, GoWithTheScene) {
  panels.targets.selected = 0;
  session.set_scene(scenes::circling(bodies::planar_arm(4)));
  frame();
  EXPECT_FALSE(panels.targets.selected);
}

TEST_F(ViewHandles, MakeOneMarkAndOneChangeOfADragWhileTheRunGoesOn) {
  panels.targets.selected = 0;
  const lab::Setup before = session.setup();
  const eye::Eye eye = eye_in(kArea);
  const Vector2d from = eye.pixel(end_of_y()).array().floor(), by(6.0, -48.0);
  press(from);
  EXPECT_EQ(cursor, ImGuiMouseCursor_ResizeAll);
  for (int k = 1; k <= 8; ++k) {
    point_at(from + by * (k / 8.0));
    session.advance(0.02);
  }
  release();
  const double wanted =
      0.4 + eye.along(from + by, curve().center, 1) - eye.along(from, curve().center, 1);
  EXPECT_NEAR(curve().waves[1].amplitude.y(), wanted, 1e-5);
  ASSERT_EQ(marks(), 1U);
  const lab::ChangeMark& mark = session.timeline().marks()[0];
  EXPECT_LT(mark.first, mark.last);
  ASSERT_EQ(mark.changes.size(), 1U);
  EXPECT_EQ(mark.changes[0].what, "target " + scene().multibody.effector(0).name + ": amplitude y");
  EXPECT_EQ(mark.changes[0].before, "0.4");
  EXPECT_EQ(session.shown().undo.undo_name(), "amplitude y");
  session.undo();
  EXPECT_EQ(session.setup(), before);
}

TEST_F(ViewHandles, LeaveNothingBehindThatIsTakenBack) {
  panels.targets.selected = 0;
  const lab::Setup before = session.setup();
  const Vector2d from = eye_in(kArea).pixel(curve().center);
  press(from);
  for (int k = 1; k <= 4; ++k) point_at(from + Vector2d(9.0 * k, 5.0 * k));
  ASSERT_NE(session.setup(), before);
  ASSERT_EQ(marks(), 1U);
  frame(true);
  EXPECT_EQ(session.setup(), before);
  EXPECT_EQ(marks(), 0U);
  EXPECT_FALSE(session.shown().undo.can_undo());
  point_at(from + Vector2d(80.0, -50.0));
  release();
  EXPECT_EQ(session.setup(), before);
  EXPECT_EQ(panels.targets.selected, 0);
}

TEST_F(ViewHandles, AreDraggedInEveryCellByItsOwnPicture) {
  panels.lanes.apart = true;
  panels.targets.selected = 0;
  for (const char* id : {"sdls", "jacobian-transpose"}) {
    edits::edit(session, [id](ui::Edit& edit) { ui::add_lane(*ik::find_method(id), edit); });
  }
  frame();
  frame();
  const auto cells = ui::cells_of(3, kArea, ui::cell_style(theme, app::measure(scene()).shape));
  for (std::size_t i = 0; i < 3; ++i) {
    const ui::Area& cell = cells[i].picture;
    const eye::Eye eye = eye_in(cell);
    const double is = curve().waves[1].amplitude.y();
    // short, so that the amplitude stays long enough for a handle at its end
    const Vector2d from = eye.pixel(end_of_y()).array().floor(), by(3.0, 6.0);
    press(corner(cell) + from);
    point_at(corner(cell) + from + 0.5 * by);
    point_at(corner(cell) + from + by);
    release();
    const double wanted =
        is + eye.along(from + by, curve().center, 1) - eye.along(from, curve().center, 1);
    EXPECT_NEAR(curve().waves[1].amplitude.y(), wanted, 1e-4) << i;
    EXPECT_EQ(session.setup().front, 0U) << "the press was for the handle";
  }
}

TEST_F(ViewHandles, StandOnTheCurveOfWhichASecondOrAllIsDrawnInTheTargetsColour) {
  const gfx::Image before = picture();
  panels.targets.selected = 0;
  frame();
  const gfx::Image second = picture();
  panels.targets.whole = true;
  frame();
  const gfx::Image whole = picture();
  const lab::Color c = lab::on_ground(lab::series_color(0), false);
  const eye::Eye eye = eye_in(kArea);
  // the share of a stretch of time in which the target's place has its colour: the body hides some
  const auto share = [&](const gfx::Image& image, double from, double to) {
    int colored = 0, places = 0;
    for (double time = from; time < to; time += 0.05) {
      const Vector2d at = eye.pixel(session.setup().targets[0].curve.at(time));
      if (at.x() < 2 || at.y() < 2 || at.x() > kWindowWidth - 3 || at.y() > kWindowHeight - 3)
        continue;
      ++places;
      bool has_color = false;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const auto* p = image.at(static_cast<int>(at.x()) + dx, static_cast<int>(at.y()) + dy);
          has_color |= std::abs(p[0] / 255.0F - c.r) + std::abs(p[1] / 255.0F - c.g) +
                           std::abs(p[2] / 255.0F - c.b) <
                       0.35F;
        }
      }
      colored += has_color;
    }
    EXPECT_GT(places, 10);
    return static_cast<double>(colored) / places;
  };
  const double now = session.tracker().target_time();
  EXPECT_LT(share(before, 0.0, 6.3), 0.2);
  EXPECT_GT(share(whole, 0.0, 6.3), 0.6);
  EXPECT_GT(share(second, now - 0.45, now + 0.45), 0.5);
  EXPECT_LT(share(second, now + 1.0, now + 5.0), 0.3);
}

/// Two lanes of a run that stands, and the poses in which drags of its target leave them.
class ViewStandingRun : public ViewHandles {
 protected:
  using Poses = std::vector<ik::VectorX>;

  ViewStandingRun() {
    edits::edit(session, [](ui::Edit& edit) { ui::add_lane(*ik::find_method("sdls"), edit); });
    for (int i = 0; i < 5; ++i) session.step();
    frame();
  }
  static Poses poses_of(const lab::Bench& bench) {
    Poses poses;
    for (std::size_t i = 0; i < bench.size(); ++i) poses.push_back(bench.tracker(i).pose().theta);
    return poses;
  }
  Poses poses() const { return poses_of(session.timeline().bench()); }
  Vector2d target() const { return eye_in(kArea).pixel(session.tracker().targets()[0]); }
  /// The middle of the first link.
  Vector2d link() const {
    const ik::Pose& pose = session.tracker().pose();
    return eye_in(kArea).pixel(
        0.5 * (pose.world_from_joint(0).translation() + pose.world_from_joint(1).translation()));
  }
  void drag(const Vector2d& by) { drag(target(), by); }
  /// Drags what is there by that many pixels in each of three movements.
  void drag(const Vector2d& from, const Vector2d& by) {
    press(from);
    for (int k = 1; k <= 3; ++k) point_at(from + k * by);
    release();
  }
};

TEST_F(ViewStandingRun, MakesAnUpdateOfEveryLaneForEachMovementOfADraggedTarget) {
  std::vector<lab::Tracker> expected;
  for (std::size_t i = 0; i < 2; ++i) {
    expected.push_back(session.timeline().bench().tracker(i));
  }
  const Poses before = poses();
  const long step = session.timeline().now();
  const Vector2d from = target();
  press(from);
  EXPECT_EQ(poses(), before) << "a click";
  for (int k = 1; k <= 3; ++k) {
    point_at(from + k * Vector2d(20.0, 9.0));
    for (lab::Tracker& tracker : expected) {
      tracker.change([this](lab::Setup& setup) { setup.targets = session.setup().targets; });
      tracker.update(1);
    }
    const Poses wanted{expected[0].pose().theta, expected[1].pose().theta};
    EXPECT_EQ(poses(), wanted) << k;
    frame();
    EXPECT_EQ(poses(), wanted) << "a pointer that rests";
  }
  release();
  EXPECT_NE(poses()[0], before[0]);
  EXPECT_NE(poses()[1], before[1]);
  EXPECT_EQ(session.timeline().now(), step);
  EXPECT_EQ(session.timeline().last(), step);
}

TEST_F(ViewStandingRun, UndoesAndRepeatsEachDragOfATargetAsOneChange) {
  std::vector<lab::Setup> setups{session.setup()};
  std::vector<Poses> left{poses()};
  for (const Vector2d& by : {Vector2d(20.0, 9.0), Vector2d(-4.0, 15.0)}) {
    drag(by);
    setups.push_back(session.setup());
    left.push_back(poses());
    EXPECT_NE(left.back(), left[left.size() - 2]);
  }
  for (const std::size_t i : {1U, 0U}) {
    session.undo();
    EXPECT_EQ(session.setup(), setups[i]);
    EXPECT_EQ(poses(), left[i]);
  }
  for (const std::size_t i : {1U, 2U}) {
    session.redo();
    EXPECT_EQ(session.setup(), setups[i]);
    EXPECT_EQ(poses(), left[i]);
  }
  session.undo();
  drag({7.0, 7.0});
  EXPECT_NE(poses(), left[2]) << "another drag in its place";
}

TEST_F(ViewStandingRun, UndoesAPullOfALinkAsOneWithTheBody) {
  for (const bool snap_back : {false, true}) {
    panels.targets.snap_back = snap_back;
    const lab::Setup setup = session.setup();
    const Poses before = poses();
    drag(link(), {3.0, 12.0});
    const Poses pulled = poses();
    EXPECT_NE(pulled, before);
    EXPECT_EQ(session.setup().pull.has_value(), !snap_back);
    session.undo();
    EXPECT_EQ(session.setup(), setup);
    EXPECT_EQ(poses(), before);
    session.redo();
    EXPECT_EQ(poses(), pulled);
    session.undo();
  }
}

TEST_F(ViewStandingRun, TakesADragBackByEscape) {
  const Poses before = poses();
  const Vector2d from = target();
  press(from);
  point_at(from + Vector2d(30.0, 9.0));
  ASSERT_NE(poses(), before);
  frame(true);
  EXPECT_EQ(poses(), before);
  EXPECT_FALSE(session.setup().nudge);
  release();
  EXPECT_EQ(poses(), before);
}

TEST_F(ViewStandingRun, RepeatsADragOfATargetToTheBit) {
  drag({20.0, 9.0});
  drag({-9.0, 8.0});
  session.undo();
  for (int i = 0; i < 3; ++i) session.step();
  const Poses last = poses();
  const long end = session.timeline().now();
  session.seek(0);
  session.seek(end);
  EXPECT_EQ(poses(), last);

  const io::SavedSession saved =
      io::parse_session(io::write_session(io::session_of(session.timeline())), "saved");
  app::Replay replay(saved);
  while (replay.advance(100) < 1.0) {
  }
  EXPECT_EQ(poses_of(replay.take().timeline.bench()), last);
  EXPECT_EQ(marks(), 2U) << "the lane, and the drags of one step";
}

TEST_F(ViewStandingRun, MovesNoBodyAgainByAnUndoAtALaterStep) {
  drag({20.0, 9.0});
  session.step();
  const Poses now = poses();
  session.undo();
  EXPECT_FALSE(session.setup().targets[0].held);
  EXPECT_EQ(poses(), now);
}

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

TEST_F(ViewReach, NamesSolutionsAndLanesWithoutACollision) {
  ASSERT_TRUE(finish());
  edits::edit(session,
              [](ui::Edit& edit) { ui::add_lane(*ik::find_method("jacobian-transpose"), edit); });
  int solutions = 0, lanes = 0;
  for (int i = 0; i < 40; ++i) {
    session.advance(0.05);
    frame();
    const std::span<const ui::PlacedLabel> labels = view.labels();
    solutions = lanes = 0;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      solutions += labels[k].kind == ui::LabelKind::kSolution;
      lanes += labels[k].kind == ui::LabelKind::kLane;
      for (std::size_t m = 0; m < k; ++m) {
        const ui::ItemRect &a = labels[k].rect, &b = labels[m].rect;
        EXPECT_TRUE(a.min.x >= b.max.x || b.min.x >= a.max.x || a.min.y >= b.max.y ||
                    b.min.y >= a.max.y);
      }
    }
    EXPECT_EQ(lanes, 1);
  }
  EXPECT_EQ(solutions, 2);
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
