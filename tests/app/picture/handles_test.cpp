#include "app/picture/grasp.h"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "app/session/trails.h"
#include "support/eye.h"
#include "support/scenes.h"
#include "ui/kit/imgui_versions.h"

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

const ui::Area kHandlesView{{200.0F, 0.0F}, {600.0F, 500.0F}};

lab::Setup two_targets() {
  std::vector<ik::Joint> joints(1);
  joints[0].type = ik::JointType::kPrismatic;  // a hinge would keep the handles in its plane
  const ik::Multibody body(joints,
                           {{"a", 0, Vector3d(0.4, 0.0, 0.0)}, {"b", 0, Vector3d(0, 0.4, 0)}});
  lab::Scene scene{"two", "Two", "", body, {}, {}};
  scene.targets.emplace_back(lab::WaveCurve{
      {-0.3, 0.2, 0.1}, {{{0.5, 0.0, -0.6}, 3.0, 0.2}, {{0.0, 0.45, 0.0}, 2.0, 1.0}}});
  scene.targets.emplace_back(lab::SplineCurve{{{0, 0, 0}, {0.7, 0.1, 0}, {0.5, 0.6, 0.4}}, 3.0});
  return lab::setup_of(std::make_shared<const lab::Scene>(scene), *ik::find_method("dls"),
                       scene.settings);
}

/// A window with the view in its right part, and a pointer.
class HandlesTest : public testing::Test {
 protected:
  HandlesTest() : context(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800, 500};
    io.Fonts->Build();
    ui::take_all_input(true);
    camera.yaw = 0.5F;
    camera.pitch = 0.4F;
    frame();
  }
  ~HandlesTest() override { ImGui::DestroyContext(context); }

  void frame(bool escape = false) {
    ImGui::NewFrame();
    ui::Edit edit(setup);
    const std::vector<Vector3d> targets{place_of_target(0), place_of_target(1)};
    grasp.update(camera, kHandlesView, setup,
                 {.targets = targets,
                  .target_radius = 0.03F,
                  .multibody = setup.scene->multibody,
                  .pose = pose,
                  .link_radius = 0.02F,
                  .selected = selected},
                 false, edit);
    if (escape) grasp.take_back(edit);
    if (!(edit.setup == setup)) changes.push_back(edit.what);
    setup = edit.setup;
    ImGui::Render();
  }
  Vector3d place_of_target(std::size_t i) const {
    const lab::TargetSetup& target = setup.targets[i];
    return target.held ? *target.held : target.curve.at(time);
  }
  void point_at(const Vector2d& pixel) {
    ImGui::GetIO().MousePos = {kHandlesView.corner.x + static_cast<float>(pixel.x()),
                               kHandlesView.corner.y + static_cast<float>(pixel.y())};
    frame();
  }
  void hold(bool down) {
    ImGui::GetIO().MouseDown[0] = down;
    frame();
  }
  void press(const Vector2d& pixel) {
    point_at(pixel);
    point_at(pixel);
    hold(true);
  }
  void drag(const Vector2d& from, const Vector2d& by) {
    press(from);
    for (int k = 1; k <= 7; ++k) point_at(from + by * (k / 7.0));
    hold(false);
  }
  /// The pixel that shows a point; the pointer moves in whole pixels.
  Vector2d seen(const Vector3d& point) const { return eye().pixel(point).array().floor(); }
  /// Motion of the pointer between two pixels, measured along an axis through `point`.
  double way(const Vector2d& from, const Vector2d& to, const Vector3d& point, int axis) const {
    return eye().along(to, point, axis) - eye().along(from, point, axis);
  }
  eye::Eye eye() const { return eye::Eye(camera, kHandlesView.size.x, kHandlesView.size.y); }
  const lab::WaveCurve& waves() const {
    return std::get<lab::WaveCurve>(setup.targets[0].curve.shape());
  }
  const lab::SplineCurve& spline() const {
    return std::get<lab::SplineCurve>(setup.targets[1].curve.shape());
  }
  double amplitude(int axis) const { return waves().waves[axis == 1 ? 1 : 0].amplitude[axis]; }
  /// World position of an amplitude's handle: the amplitude's end.
  Vector3d end_of(int axis) const {
    return waves().center + amplitude(axis) * Vector3d::Unit(axis);
  }

  ImGuiContext* context;
  gfx::Camera camera;
  lab::Setup setup = two_targets();
  std::optional<int> selected = 0;
  double time = 0.9;
  app::Grasp grasp;
  ik::Pose pose = ik::pose_at(setup.scene->multibody, setup.scene->multibody.initial_theta());
  std::vector<std::string> changes;
};

TEST_F(HandlesTest, OfAnAmplitudeFollowThePointerAlongTheirAxisAlone) {
  const lab::Setup before = setup;
  const Vector2d by(23.0, -31.0);
  for (const float yaw : {0.5F, -0.7F, 2.3F}) {
    for (const float pitch : {0.35F, 0.9F}) {
      for (int axis = 0; axis < 3; ++axis) {
        camera.yaw = yaw;
        camera.pitch = pitch;
        setup = before;
        const Vector2d from = seen(end_of(axis));
        if ((from - eye().pixel(waves().center)).norm() < 18.0) continue;  // it points at the eye
        const double is = amplitude(axis);
        const Vector3d center = waves().center;
        drag(from, by);
        const double wanted = is + way(from, from + by, center, axis);
        EXPECT_NEAR(amplitude(axis), wanted, 1e-5) << yaw << " " << pitch << " " << axis;
        EXPECT_GT(std::abs(wanted - is), 1e-3);
        // everything else is unchanged to the bit
        lab::Setup same = setup;
        lab::WaveCurve curve = waves();
        curve.waves[axis == 1 ? 1 : 0].amplitude[axis] = is;
        same.targets[0].curve = lab::TargetCurve(curve);
        EXPECT_EQ(same, before);
      }
    }
  }
  EXPECT_EQ(changes.front(), "amplitude x");
}

TEST_F(HandlesTest, OfTheCentreMoveTheCurveInThePlaneOfThePicture) {
  const Vector3d center = waves().center;
  const lab::TargetCurve before = setup.targets[0].curve;
  const Vector2d from = seen(center), by(40.0, 25.0);
  drag(from, by);
  const Vector3d moved = waves().center - center;
  const double depth = eye().depth(center);
  const Vector3d wanted = eye().at_depth(from + by, depth) - eye().at_depth(from, depth);
  EXPECT_LT((moved - wanted).norm(), 1e-5);
  EXPECT_GT(moved.norm(), 0.05);
  for (const double t : {0.0, 0.4, 1.3}) {
    EXPECT_LT((setup.targets[0].curve.at(t) - before.at(t) - moved).norm(), 1e-12);
  }
  EXPECT_FALSE(setup.targets[0].held);
}

TEST_F(HandlesTest, OfTheCentreMoveAlongAnAxisWhileItsKeyIsHeld) {
  const Vector3d center = waves().center;
  ui::set_key(ui::Key{'Y'}, true);
  const Vector2d from = seen(center), by(5.0, -30.0);
  drag(from, by);
  EXPECT_EQ(waves().center.x(), center.x()) << "to the bit";
  EXPECT_NEAR(waves().center.y(), center.y() + way(from, from + by, center, 1), 1e-5);
}

TEST_F(HandlesTest, OfAPointMoveThatPoint) {
  selected = 1;
  const lab::SplineCurve before = spline();
  const Vector2d from = seen(before.points[2]), by(-20.0, 15.0);
  drag(from, by);
  const double depth = eye().depth(before.points[2]);
  const Vector3d wanted =
      before.points[2] + eye().at_depth(from + by, depth) - eye().at_depth(from, depth);
  EXPECT_LT((spline().points[2] - wanted).norm(), 1e-5);
  EXPECT_EQ(spline().points[0], before.points[0]);
  EXPECT_EQ(spline().points[1], before.points[1]);
}

TEST_F(HandlesTest, AreThereOnlyForTheSelectedTarget) {
  const lab::Setup before = setup;
  selected.reset();
  drag(eye().pixel(end_of(0)), {20.0, 10.0});
  selected = 1;
  drag(eye().pixel(end_of(0)), {20.0, 10.0});
  EXPECT_EQ(setup, before);
}

TEST_F(HandlesTest, ComeBeforeTheTargetBehindThem) {
  // the target is at the end of its amplitude
  lab::WaveCurve curve{waves().center, {{{0.5, 0.0, 0.0}, 1.0, 1.5707963267948966 - time}}};
  setup.targets[0].curve = lab::TargetCurve(curve);
  drag(eye().pixel(end_of(0)), {20.0, 10.0});
  EXPECT_FALSE(setup.targets[0].held);
  EXPECT_NE(waves().waves[0].amplitude.x(), 0.5);
}

TEST_F(HandlesTest, ChangeNothingByAClick) {
  const lab::Setup before = setup;
  const Vector2d at = eye().pixel(end_of(1));
  press(at);
  EXPECT_TRUE(grasp.holds());
  point_at(at + Vector2d(1.5, 1.0));
  hold(false);
  EXPECT_EQ(setup, before);
}

TEST_F(HandlesTest, GiveTheSameBitsBackByEscape) {
  const lab::Setup before = setup;
  const Vector2d points[] = {
      eye().pixel(end_of(0)),          eye().pixel(end_of(1)),
      eye().pixel(end_of(2)),          eye().pixel(waves().center),
      eye().pixel(place_of_target(1)), eye().pixel(0.5 * pose.effector.col(1))};
  for (const Vector2d& from : points) {
    press(from);
    point_at(from + Vector2d(17.0, 9.0));
    ASSERT_FALSE(setup == before);
    const std::string what = changes.back();
    frame(true);
    EXPECT_EQ(setup, before) << what;
    EXPECT_EQ(changes.back(), what) << "under the same name, for undo";
    // the button is still down: nothing moves, and the camera does not turn
    point_at(from + Vector2d(40.0, 30.0));
    EXPECT_TRUE(grasp.holds());
    hold(false);
    EXPECT_EQ(setup, before);
    EXPECT_FALSE(grasp.holds());
  }
}

TEST_F(HandlesTest, OfAShortAmplitudeAreClearOfTheCentre) {
  lab::WaveCurve curve = waves();
  curve.waves[1].amplitude.y() = 0.0;
  setup.targets[0].curve = lab::TargetCurve(curve);
  // 44 points away if the axis were parallel to the picture
  const double length =
      44.0 * 2.0 * eye().depth(curve.center) * eye().tangent() / kHandlesView.size.y;
  const Vector3d end = curve.center + length * Vector3d::UnitY();
  const Vector2d from = seen(end), by(0.0, -25.0);
  EXPECT_GT((from - eye().pixel(curve.center)).norm(), 18.0);
  drag(from, by);
  // the amplitude grows from 0 by the pointer's motion
  EXPECT_NEAR(waves().waves[0].amplitude.y(), way(from, from + by, end, 1), 1e-5);
  EXPECT_GT(waves().waves[0].amplitude.y(), 0.02);
}

TEST_F(HandlesTest, CrossTheCentreUnderThePointer) {
  const Vector3d center = waves().center;
  const double is = amplitude(0);
  const Vector2d from = seen(end_of(0)), to_center = eye().pixel(center) - from;
  press(from);
  for (int k = 1; k <= 30; ++k) {
    const Vector2d at = (from + to_center * (k / 15.0)).array().floor();  // to the opposite end
    point_at(at);
    EXPECT_NEAR(amplitude(0), is + way(from, at, center, 0), 1e-5);
  }
  EXPECT_LT(amplitude(0), -0.3);
}

TEST_F(HandlesTest, AreAtTheOtherEndWhereTheirOwnIsOutOfThePicture) {
  lab::WaveCurve curve = waves();
  curve.waves[0].amplitude.x() = 0.6;
  curve.center.x() = 0.5;
  setup.targets[0].curve = lab::TargetCurve(curve);
  camera.yaw = 0.1F;
  camera.distance = 2.6F;
  const Vector2d end = eye().pixel(end_of(0));
  ASSERT_GT(end.x(), kHandlesView.size.x);
  const Vector3d opposite = curve.center - 0.6 * Vector3d::UnitX();
  const Vector2d from = seen(opposite), by(-20.0, 0.0);
  ASSERT_GT(from.x(), 20.0);
  drag(from, by);
  EXPECT_NEAR(amplitude(0), 0.6 - way(from, from + by, curve.center, 0), 1e-5);
  EXPECT_GT(amplitude(0), 0.61) << "outwards is longer";
}

TEST_F(HandlesTest, AreLeftOutWhereTheirAxisPointsAtTheEye) {
  camera.yaw = 0.0F;
  camera.pitch = 0.0F;
  camera.focus = app::to_gpu(waves().center);
  const glm::vec2 size{kHandlesView.size.x, kHandlesView.size.y};
  for (const app::SeenHandle& seen :
       app::seen_handles(setup.targets[0].curve, {camera, size, 1.0F})) {
    EXPECT_FALSE(seen.handle.kind == lab::CurveHandle::Kind::kAmplitude && seen.handle.axis == 2);
  }
}

TEST_F(HandlesTest, AreAtTheSamePlacesWhateverTheScaleOfTheScreen) {
  const auto once = app::seen_handles(setup.targets[0].curve, {camera, {600.0F, 500.0F}, 1.0F});
  const auto twice = app::seen_handles(setup.targets[0].curve, {camera, {1200.0F, 1000.0F}, 2.0F});
  ASSERT_EQ(once.size(), 4U);
  ASSERT_EQ(once.size(), twice.size());
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_NEAR(once[i].pixel.x * 2.0F, twice[i].pixel.x, 1e-2F);
    EXPECT_NEAR(once[i].pixel.y * 2.0F, twice[i].pixel.y, 1e-2F);
  }
}

}  // namespace
