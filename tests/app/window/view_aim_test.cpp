// The aim of a target that is turned by handles in the picture.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "app/picture/grasp.h"
#include "app/window/pointed_view.h"
#include "lab/body/build.h"

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

class ViewAim : public PointedView {
 protected:
  ViewAim() {
    session.set_playing(false);
    edits::edit(session, [this](ui::Edit& edit) {
      edit.change("aim") = lab::with_body(
          edit.setup,
          lab::with_aim_kind(scene(), 0, ik::AimKind::kOrientation, session.tracker().pose()));
    });
    first = scene();
    frame();  // a new scene has no selected target
    panels.targets.selected = 0;
    frame();
  }

  Vector3d target() const { return session.tracker().targets()[0]; }
  eye::Eye eye() const { return {camera(), kWindowWidth, kWindowHeight}; }
  gfx::Camera camera() const { return app::camera_for(first, kArea.size.x / kArea.size.y); }
  Vector2d handle(int axis) const {
    const auto at = app::place_of_aim(scene(), session.tracker().targets(), 0);
    const gfx::Camera seen_by = camera();
    for (const app::AimHandle& seen :
         app::aim_handles(*at, {seen_by, {kWindowWidth, kWindowHeight}, theme.scale})) {
      if (seen.axis == axis) return {seen.pixel.x, seen.pixel.y};
    }
    ADD_FAILURE() << "no such handle";
    return Vector2d::Zero();
  }
  /// Pixel of the point of the arc about z that is that far from the axis x.
  Vector2d on_arc(double angle) const {
    const double unit = eye().depth(target()) * eye().tangent() * 2.0 / kWindowHeight;
    return eye().pixel(target() + 48.0 * unit * Vector3d(std::cos(angle), std::sin(angle), 0.0));
  }
  Matrix3d wanted() const { return session.tracker().aims()[0].orientation; }

  static constexpr double kEighth = 0.25 * std::numbers::pi;
  lab::Scene first = scene();
};

TEST_F(ViewAim, TurnsWithThePointerAboutItsTargetAndTheBodyFollows) {
  const lab::Setup before = session.setup();
  const ik::VectorX theta = session.tracker().pose().theta;
  const Matrix3d was = wanted();
  const std::size_t marks = session.timeline().marks().size();
  const Vector2d from = handle(2);
  EXPECT_LT((from - on_arc(kEighth)).norm(), 1.0);
  press(from);
  EXPECT_EQ(session.setup(), before) << "a click";
  EXPECT_EQ(cursor, ImGuiMouseCursor_ResizeAll);
  for (const double share : {1.3, 1.7, 2.0}) point_at(on_arc(share * kEighth));
  const ik::VectorX left = session.tracker().pose().theta;
  frame();
  EXPECT_EQ(session.tracker().pose().theta, left) << "a pointer that rests";
  release();
  // the pointer is on whole pixels, 48 of which are the handle's radius
  const Matrix3d expected = Eigen::AngleAxisd(kEighth, Vector3d::UnitZ()) * was;
  EXPECT_LT((wanted() - expected).norm(), 3.0 / 48.0);
  EXPECT_GT((wanted() - was).norm(), 0.5);
  EXPECT_NE(left, theta);
  EXPECT_EQ(session.timeline().now(), 0);
  EXPECT_LE(session.timeline().marks().size(), marks + 1);
  EXPECT_EQ(session.shown().undo.undo_name(),
            "turn the aim of " + scene().multibody.effector(0).name);
  session.undo();
  EXPECT_EQ(session.setup(), before);
  EXPECT_EQ(session.tracker().pose().theta, theta);
  session.redo();
  EXPECT_EQ(session.tracker().pose().theta, left);
}

TEST_F(ViewAim, IsTakenBackByEscape) {
  const lab::Setup before = session.setup();
  const ik::VectorX theta = session.tracker().pose().theta;
  press(handle(2));
  point_at(on_arc(2.0 * kEighth));
  ASSERT_NE(session.setup(), before);
  frame(true);
  EXPECT_EQ(session.setup(), before);
  EXPECT_EQ(session.tracker().pose().theta, theta);
  release();
}

TEST_F(ViewAim, StaysWhereThePointerRestsWhileTheTargetMovesOn) {
  session.set_playing(true);
  press(handle(2));
  point_at(on_arc(2.0 * kEighth));
  const Matrix3d turned = wanted();
  for (int i = 0; i < 5; ++i) {
    session.advance(0.03);
    frame();
  }
  EXPECT_EQ(wanted(), turned);
  release();
}

TEST_F(ViewAim, HasHandlesOnlyWhereTheSelectedTargetsEffectorAims) {
  EXPECT_TRUE(app::place_of_aim(scene(), session.tracker().targets(), 0));
  edits::edit(session, [this](ui::Edit& edit) {
    edit.change("aim") = lab::with_body(
        edit.setup, lab::with_aim_kind(scene(), 0, ik::AimKind::kNone, session.tracker().pose()));
  });
  frame();
  EXPECT_FALSE(app::place_of_aim(scene(), session.tracker().targets(), 0));
}

}  // namespace
