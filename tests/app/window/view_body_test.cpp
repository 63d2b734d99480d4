// Parts of a body that are moved and turned by handles in the picture.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "app/picture/grasp.h"
#include "app/window/pointed_view.h"
#include "lab/body/build.h"

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

class ViewBody : public PointedView {
 protected:
  ViewBody() {
    panels.build.open = true;
    frame();
    frame();
  }

  void drag(const Vector2d& from, const Vector2d& by, bool while_it_runs = false) {
    press(from);
    for (int k = 1; k <= 6; ++k) {
      point_at(from + by * (k / 6.0));
      if (while_it_runs) session.advance(0.02);
    }
    release();
  }
  gfx::Camera camera() const { return app::camera_for(first, kArea.size.x / kArea.size.y); }
  /// Pixel of a handle of the chosen part.
  Vector2d handle(app::PartHandle::Kind kind, int axis = 0) const {
    const auto at = app::place_of(scene(), session.tracker().pose(), *panels.build.chosen);
    const gfx::Camera eye = camera();
    for (const app::PartHandle& seen :
         app::part_handles(*at, {eye, {kWindowWidth, kWindowHeight}, theme.scale})) {
      if (seen.same({kind, axis})) return Vector2d(seen.pixel.x, seen.pixel.y);
    }
    ADD_FAILURE() << "no such handle";
    return Vector2d::Zero();
  }
  /// Position of joint 1 in the first scene at the current theta.
  Vector3d first_place() const {
    return ik::pose_at(first.multibody, session.tracker().pose().theta).origin.col(1);
  }
  Vector3d offset(int joint) const {
    const ik::Multibody& body = scene().multibody;
    return body.joint(body.solver_index(joint)).parent_from_joint.translation();
  }

  const lab::Scene first = scene();
};

TEST_F(ViewBody, HousingsComeAndGoWithTheRobot) {
  panels.build.open = false;
  const auto shown = [this](bool housed) {
    edits::edit(session, [&](ui::Edit& edit) {
      auto scene = std::make_shared<lab::Scene>(first);
      scene->housed = housed;
      lab::Setup& setup = edit.change("robot");
      setup.scene = setup.opened = scene;
    });
    frame();
    frame();
    return picture().rgba;
  };
  const auto plain = shown(false);
  EXPECT_NE(shown(true), plain);
  EXPECT_EQ(shown(false), plain);
}

TEST_F(ViewBody, APressOnALinkChoosesItsJoint) {
  const ik::Pose& pose = session.tracker().pose();
  const eye::Eye eye(camera(), kWindowWidth, kWindowHeight);
  const Vector3d middle = 0.5 * (pose.origin.col(1) + pose.origin.col(2));
  const lab::Setup before = session.setup();
  press(eye.pixel(middle));
  release();
  EXPECT_EQ(panels.build.chosen, (ui::BodyPart{ui::BodyPart::Kind::kJoint, 1}));
  EXPECT_EQ(session.setup(), before);
  panels.build = {};
  press(eye.pixel(middle));
  release();
  EXPECT_FALSE(panels.build.chosen) << "the page is folded";
}

TEST_F(ViewBody, AnArrowMovesTheJointAlongItsAxisByAsMuchAsThePointer) {
  panels.build.chosen = {ui::BodyPart::Kind::kJoint, 1};
  frame();
  const eye::Eye eye(camera(), kWindowWidth, kWindowHeight);
  const Vector3d place = session.tracker().pose().origin.col(1);
  const double turn = session.tracker().pose().theta[0];
  const Vector3d old = offset(1);
  const Vector2d from = handle(app::PartHandle::Kind::kArrow, 1).array().floor(), by(3.0, -60.0);
  drag(from, by);
  const double up = eye.along(from + by, place, 1) - eye.along(from, place, 1);
  ASSERT_GT(up, 0.05);
  // in the parent's frame, which is turned about z
  const Vector3d wanted = old + up * Vector3d(std::sin(turn), std::cos(turn), 0.0);
  EXPECT_LT((offset(1) - wanted).norm(), 1e-5);
  EXPECT_EQ(session.tracker().pose().theta[0], turn);
}

TEST_F(ViewBody, ADragIsOneMarkAndOneChangeWhileTheRunGoesOn) {
  panels.build.chosen = {ui::BodyPart::Kind::kJoint, 1};
  session.set_playing(true);
  frame();
  const lab::Setup before = session.setup();
  drag(handle(app::PartHandle::Kind::kMove), {30.0, -40.0}, true);
  EXPECT_NE(session.setup(), before);
  ASSERT_EQ(session.timeline().marks().size(), 1U);
  EXPECT_LT(session.timeline().marks()[0].first, session.timeline().marks()[0].last);
  const std::string& name = scene().multibody.joint(1).name;
  EXPECT_EQ(session.shown().undo.undo_name(), "move " + name);
  session.undo();
  EXPECT_EQ(session.setup(), before);
}

TEST_F(ViewBody, EscTakesADragBack) {
  panels.build.chosen = {ui::BodyPart::Kind::kJoint, 1};
  frame();
  const lab::Setup before = session.setup();
  const Vector2d from = handle(app::PartHandle::Kind::kArrow, 0);
  press(from);
  point_at(from + Vector2d(40.0, 10.0));
  EXPECT_NE(session.setup(), before);
  frame(true);
  EXPECT_EQ(session.setup(), before);
  point_at(from + Vector2d(80.0, 10.0));
  release();
  EXPECT_EQ(session.setup(), before);
  EXPECT_FALSE(session.shown().undo.can_undo());
}

TEST_F(ViewBody, ATurnFollowsThePointerAroundTheJoint) {
  panels.build.chosen = {ui::BodyPart::Kind::kJoint, 1};
  frame();
  const eye::Eye eye(camera(), kWindowWidth, kWindowHeight);
  const Vector3d place = session.tracker().pose().origin.col(1);
  const Vector3d hand = session.tracker().pose().effector.col(0);
  const Vector2d from = handle(app::PartHandle::Kind::kTurn, 2);
  // an eighth of a turn about z; this is the pixel of the handle's arm after it
  const double unit = eye.depth(place) * eye.tangent() * 2.0 / kWindowHeight;
  const double angle = 0.25 * std::numbers::pi;
  const Vector3d arm = 48.0 * unit * Vector3d(0.0, 1.0, 0.0);
  drag(from, eye.pixel(place + arm) - from);
  // the arm turns from 45 to 90 degrees
  const Vector3d wanted = place + Eigen::AngleAxisd(angle, Vector3d::UnitZ()) * (hand - place);
  // the pointer is on whole pixels, 48 of which are the handle's radius
  const double pixel = (hand - place).norm() / 48.0;
  EXPECT_LT((Vector3d(session.tracker().pose().effector.col(0)) - wanted).norm(), 0.5 * pixel);
  EXPECT_EQ(session.shown().undo.undo_name(), "turn " + scene().multibody.joint(1).name);
}

TEST_F(ViewBody, ObstaclesAndEffectorsMoveToo) {
  edits::edit(session, [&](ui::Edit& edit) {
    ui::build(ui::BuildStep::kAddObstacle, session.tracker(), panels.build, edit);
  });
  frame();
  const Vector3d before = scene().obstacles[0].a;
  drag(handle(app::PartHandle::Kind::kArrow, 0), {50.0, 0.0});
  EXPECT_GT(scene().obstacles[0].a.x(), before.x() + 0.02);
  EXPECT_EQ(scene().obstacles[0].a, scene().obstacles[0].b);
  EXPECT_EQ(scene().obstacles[0].a.y(), before.y());
  panels.build.chosen = {ui::BodyPart::Kind::kEffector, 0};
  frame();
  const Vector3d hand = session.tracker().pose().effector.col(0);
  drag(handle(app::PartHandle::Kind::kArrow, 1), {0.0, -50.0});
  const Vector3d moved = session.tracker().pose().effector.col(0);
  EXPECT_GT(moved.y(), hand.y() + 0.02);
  EXPECT_NEAR(moved.x(), hand.x(), 1e-6);
}

TEST_F(ViewBody, TheChosenPartIsMarkedWhileThePageIsOpen) {
  const gfx::Image plain = picture();
  panels.build.chosen = {ui::BodyPart::Kind::kJoint, 1};
  frame();
  const gfx::Image marked = picture();
  EXPECT_NE(plain.rgba, marked.rgba);
  panels.build.open = false;
  frame();
  EXPECT_EQ(plain.rgba, picture().rgba);
}

TEST_F(ViewBody, ABodyThatOutgrowsThePictureIsFramedAgain) {
  for (int k = 0; k < 6; ++k) {
    panels.build.chosen = {ui::BodyPart::Kind::kJoint, scene().multibody.joint_count() - 1};
    edits::edit(session, [&](ui::Edit& edit) {
      ui::build(ui::BuildStep::kAddJoint, session.tracker(), panels.build, edit);
    });
    frame();
  }
  ASSERT_EQ(scene().multibody.joint_count(), 9);
  const ik::Pose& pose = session.tracker().pose();
  const eye::Eye before(camera(), kWindowWidth, kWindowHeight);
  const Vector2d outside = before.pixel(pose.effector.col(0));
  EXPECT_TRUE(outside.x() < 0.0 || outside.x() > kWindowWidth || outside.y() < 0.0 ||
              outside.y() > kWindowHeight);
  // the camera follows: the last link is visible and its handle lies inside the picture
  panels.build.chosen = {ui::BodyPart::Kind::kEffector, 0};
  const gfx::Image marked = (frame(), picture());
  panels.build.chosen.reset();
  const gfx::Image plain = (frame(), picture());
  EXPECT_NE(marked.rgba, plain.rgba);
}

TEST_F(ViewBody, TheCameraStaysDuringADrag) {
  panels.build.chosen = {ui::BodyPart::Kind::kJoint, 1};
  frame();
  const Vector2d from = handle(app::PartHandle::Kind::kArrow, 0).array().floor();
  press(from);
  for (int k = 1; k <= 6; ++k) point_at(from + Vector2d(400.0 * k / 6.0, 0.0));
  const eye::Eye eye(camera(), kWindowWidth, kWindowHeight);
  const Vector3d place = session.tracker().pose().origin.col(1);
  release();
  // the drag is measured with the camera at its start
  const Vector3d again = session.tracker().pose().origin.col(1);
  EXPECT_EQ(again, place);
  const double moved = eye.along(from + Vector2d(400.0, 0.0), place, 0) - eye.along(from, place, 0);
  EXPECT_NEAR(place.x() - first_place().x(), moved, 1e-4);
}

}  // namespace
