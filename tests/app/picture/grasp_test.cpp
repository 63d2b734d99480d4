#include "app/picture/grasp.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "app/session/trails.h"
#include "support/scenes.h"
#include "ui/kit/imgui_versions.h"

namespace {

constexpr float kRadius = 0.1F;  // m, of the targets
constexpr float kLink = 0.05F;
const ui::Area kView{{200.0F, 0.0F}, {600.0F, 600.0F}};

lab::Setup three_targets() {
  std::vector<ik::Joint> joints(1);
  joints[0].type = ik::JointType::kPrismatic;  // hinges in a plane would keep the targets there
  const ik::Multibody body(joints, {{"a", 0, Eigen::Vector3d::UnitX()},
                                    {"b", 0, Eigen::Vector3d::UnitY()},
                                    {"c", 0, Eigen::Vector3d::UnitZ()}});
  lab::Scene scene{"three", "Three", "", body, {}, {}};
  for (const Eigen::Vector3d& at :
       {Eigen::Vector3d(-0.8, 0.3, 0.2), Eigen::Vector3d(0.7, -0.4, 0.0),
        Eigen::Vector3d(0.1, 0.6, -0.9)}) {
    scene.targets.push_back(scenes::standing(at));
  }
  const lab::Settings settings = scene.settings;
  return lab::setup_of(std::make_shared<const lab::Scene>(scene), *ik::find_method("dls"),
                       settings);
}

/// A window of 800 x 600 with the view in its right part, and a pointer.
class GraspTest : public testing::Test {
 protected:
  GraspTest() : context(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800, 600};
    io.Fonts->Build();
    ui::take_all_input(true);
    for (const lab::TargetSetup& target : setup.targets) targets.push_back(target.curve.at(0.0));
    frame();
  }
  ~GraspTest() override { ImGui::DestroyContext(context); }

  void frame() {
    ImGui::NewFrame();
    ui::Edit edit(setup);
    grasp.update(camera, kView, setup, {targets, kRadius, body(), pose, kLink}, snap_back, edit);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const lab::TargetSetup& target = edit.setup.targets[i];
      if (target == setup.targets[i]) continue;
      targets[i] = target.held ? *target.held : target.curve.at(0.0);
    }
    setup = edit.setup;
    ImGui::Render();
  }
  void point_at(glm::vec2 pixel) {
    ImGui::GetIO().MousePos = {pixel.x + kView.corner.x, pixel.y + kView.corner.y};
    frame();
    frame();
  }
  void hold(bool down) {
    ImGui::GetIO().MouseDown[0] = down;
    frame();
    frame();
  }
  void key(ui::Key which, bool down) {
    ui::set_key(which, down);
    frame();
  }
  glm::vec2 pixel_of(const Eigen::Vector3d& point) const {
    const auto seen = camera.project(app::to_gpu(point), {kView.size.x, kView.size.y});
    return {seen->x, seen->y};
  }
  const ik::Multibody& body() const { return setup.scene->multibody; }
  /// Drags target i by a number of pixels.
  void drag(std::size_t i, glm::vec2 by) { drag(pixel_of(targets[i]), by); }
  void drag(glm::vec2 from, glm::vec2 by) {
    point_at(from);
    hold(true);
    for (int k = 1; k <= 10; ++k) point_at(from + by * (static_cast<float>(k) / 10.0F));
    hold(false);
  }

  ImGuiContext* context;
  gfx::Camera camera;
  lab::Setup setup = three_targets();
  std::vector<Eigen::Vector3d> targets;
  app::Grasp grasp;
  ik::Pose pose = ik::pose_at(body(), body().initial_theta());
  bool snap_back = false;
};

TEST_F(GraspTest, TakesTheTargetUnderThePointerFromEveryView) {
  const lab::Setup setup_before = setup;
  const std::vector<Eigen::Vector3d> before = targets;
  int taken = 0;
  for (const float yaw : {0.0F, 0.8F, 2.2F, -1.9F}) {
    for (const float pitch : {-0.6F, 0.1F, 0.9F}) {
      camera.yaw = yaw;
      camera.pitch = pitch;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        setup = setup_before;
        targets = before;
        const glm::vec2 from = pixel_of(before[i]);
        // the pointer takes the nearer of two targets
        const bool hidden =
            std::any_of(before.begin(), before.end(), [&](const Eigen::Vector3d& p) {
              return p != before[i] && glm::distance(pixel_of(p), from) < 40.0F;
            });
        if (hidden) continue;
        ++taken;
        drag(i, {30.0F, -20.0F});
        // the target is where the pointer let go, to a pixel, at the same depth
        const glm::vec2 to = from + glm::vec2(30.0F, -20.0F);
        EXPECT_NEAR(glm::distance(pixel_of(targets[i]), to), 0.0F, 2.1F);
        const Eigen::Vector3d moved = targets[i] - before[i];
        EXPECT_NEAR(glm::dot(app::to_gpu(moved), camera.forward()), 0.0F, 1e-4F);
        EXPECT_GT(moved.norm(), 0.01);
        for (std::size_t other = 0; other < targets.size(); ++other) {
          EXPECT_TRUE(other == i || targets[other] == before[other]);
        }
      }
    }
  }
  EXPECT_GT(taken, 25);
}

TEST_F(GraspTest, MovesAlongAnAxisWhileItsKeyIsHeld) {
  camera.yaw = 0.7F;
  camera.pitch = 0.5F;
  const std::pair<ui::Key, int> axes[] = {{ui::Key{'X'}, 0}, {ui::Key{'Y'}, 1}, {ui::Key{'Z'}, 2}};
  for (const auto& [which, axis] : axes) {
    const Eigen::Vector3d before = targets[0];
    key(which, true);
    drag(0, {25.0F, -35.0F});
    key(which, false);
    const Eigen::Vector3d moved = targets[0] - before;
    for (int other = 0; other < 3; ++other) {
      if (other == axis) {
        EXPECT_GT(std::abs(moved[other]), 0.01);
      } else {
        EXPECT_NEAR(moved[other], 0.0, 1e-5);
      }
    }
  }
}

TEST_F(GraspTest, StaysLevelWhileShiftIsHeld) {
  camera.pitch = 0.5F;
  const Eigen::Vector3d before = targets[1];
  ui::set_modifiers({.shift = true});
  drag(1, {40.0F, 25.0F});
  EXPECT_NEAR(targets[1].y(), before.y(), 1e-5);
  EXPECT_GT((targets[1] - before).norm(), 0.05);
}

TEST_F(GraspTest, SnapsBackIfItIsTold) {
  const Eigen::Vector3d before = targets[0];
  snap_back = true;
  drag(0, {60.0F, 0.0F});
  EXPECT_FALSE(setup.targets[0].held);
  EXPECT_EQ(targets[0], before);
  snap_back = false;
  drag(0, {60.0F, 0.0F});
  EXPECT_TRUE(setup.targets[0].held);
}

TEST_F(GraspTest, TakesTheNearerOfTwoBehindEachOther) {
  targets[1] = targets[0];
  targets[1].z() -= 0.5;
  // exactly behind it, seen from the eye
  const glm::vec3 eye = camera.eye();
  const glm::vec3 away = app::to_gpu(targets[0]) - eye;
  const glm::vec3 behind = eye + 1.3F * away;
  targets[1] = {behind.x, behind.y, behind.z};
  EXPECT_EQ(app::pick_target(camera, pixel_of(targets[0]), {600.0F, 600.0F}, targets, kRadius), 0);
}

TEST_F(GraspTest, DrawsTheLinkUnderThePointerFromEveryView) {
  // halfway along the links to effectors a, b and c, with no target in the way
  for (Eigen::Vector3d& target : targets) target = {0.0, 90.0, 0.0};
  for (int i = 0; i < 3; ++i) {
    for (const float yaw : {0.5F, 2.2F, -1.0F}) {
      for (const float pitch : {-0.5F, 0.6F}) {
        camera.yaw = yaw;
        camera.pitch = pitch;
        setup.pull.reset();
        const Eigen::Vector3d middle = 0.5 * pose.effector.col(i);
        const glm::vec2 from = pixel_of(middle);
        drag(from, {40.0F, 25.0F});
        ASSERT_TRUE(setup.pull) << i << " " << yaw << " " << pitch;
        EXPECT_EQ(setup.pull->joint, 0);
        // taken at the pressed point, to a pixel or two along the link ...
        EXPECT_LT(glm::distance(pixel_of(lab::pulled_point(pose, *setup.pull)), from), 8.0F);
        // ... which is a point of one of the links
        const Eigen::Vector3d point = setup.pull->point;
        EXPECT_NEAR(point.cwiseAbs().maxCoeff(), point.norm(), 1e-6);
        // and pulled to where the pointer let go
        EXPECT_LT(glm::distance(pixel_of(setup.pull->to), from + glm::vec2(40.0F, 25.0F)), 9.0F);
      }
    }
  }
}

TEST_F(GraspTest, LetsALinkGoByAClickOrIfItIsTold) {
  camera.yaw = 0.5F;
  camera.pitch = 0.6F;
  const glm::vec2 middle = pixel_of(0.5 * pose.effector.col(1));
  point_at(middle);
  hold(true);
  hold(false);
  EXPECT_FALSE(setup.pull);  // a click is no drag
  drag(middle, {30.0F, 0.0F});
  EXPECT_TRUE(setup.pull);
  point_at(middle);
  hold(true);
  hold(false);
  EXPECT_FALSE(setup.pull);
  snap_back = true;
  drag(middle, {30.0F, 0.0F});
  EXPECT_FALSE(setup.pull);
}

TEST_F(GraspTest, TakesATargetRatherThanTheLinkBehindIt) {
  targets[0] = 0.5 * pose.effector.col(0);
  const lab::TargetSetup before = setup.targets[0];
  drag(0, {30.0F, 10.0F});
  EXPECT_FALSE(setup.pull);
  EXPECT_NE(setup.targets[0], before);
}

TEST_F(GraspTest, LeavesTheBackgroundToTheCamera) {
  point_at({5.0F, 5.0F});
  hold(true);
  EXPECT_FALSE(grasp.holds());
  EXPECT_FALSE(grasp.target());
  // a press that began beside a target does not pick one up later
  point_at(pixel_of(targets[0]));
  EXPECT_FALSE(grasp.holds());
  hold(false);
}

/// An arm of two hinges about z, with a target beside its plane z = 0 as files may have it.
class GraspInAPlane : public GraspTest {
 protected:
  GraspInAPlane() {
    std::vector<ik::Joint> joints(2);
    joints[1].parent = 0;
    joints[1].parent_from_joint.translation() = Eigen::Vector3d::UnitX();
    const ik::Multibody arm(joints, {{"hand", 1, Eigen::Vector3d(0.0, 0.8, 0.0)}});
    lab::Scene scene{"arm", "Arm", "", arm, {scenes::standing({0.5, 0.4, 0.02})}, {}};
    setup = lab::setup_of(std::make_shared<const lab::Scene>(scene), *ik::find_method("dls"));
    pose = ik::pose_at(body(), body().initial_theta());
    targets = {setup.targets[0].curve.at(0.0)};
  }
};

TEST_F(GraspInAPlane, KeepsATargetInTheBodysPlaneFromEveryView) {
  for (const float yaw : {0.0F, 0.8F, 2.6F}) {
    for (const float pitch : {-0.6F, 0.1F, 0.9F}) {
      camera.yaw = yaw;
      camera.pitch = pitch;
      targets = {{0.5, 0.4, 0.02}};
      setup.targets[0].held.reset();
      const glm::vec2 from = pixel_of(targets[0]);
      drag(0, {30.0F, -20.0F});
      EXPECT_LT(std::abs(targets[0].z()), 1e-12) << yaw << ' ' << pitch;
      // under the pointer, but for the step into the plane
      EXPECT_LT(glm::distance(pixel_of(targets[0]), from + glm::vec2(30.0F, -20.0F)), 8.0F);
    }
  }
}

TEST_F(GraspInAPlane, MovesAlongThePlaneThatIsSeenFromTheSide) {
  camera.yaw = 0.5F * std::numbers::pi_v<float>;
  camera.pitch = 0.0F;
  const Eigen::Vector3d before = targets[0];
  drag(0, {5.0F, -40.0F});
  EXPECT_LT(std::abs(targets[0].z()), 1e-12);
  EXPECT_GT(targets[0].y() - before.y(), 0.05);
  EXPECT_LT((targets[0] - before).norm(), 2.0);
}

TEST_F(GraspInAPlane, LeavesThePlaneWhereAKeyAsksForIt) {
  camera.yaw = 0.8F;
  key(ui::Key{'Z'}, true);
  drag(0, {40.0F, 0.0F});
  key(ui::Key{'Z'}, false);
  EXPECT_GT(std::abs(targets[0].z()), 0.03);
}

TEST_F(GraspInAPlane, PullsALinkAlongThePlane) {
  camera.yaw = 0.7F;
  camera.pitch = 0.4F;
  targets = {{0.0, 90.0, 0.0}};
  drag(pixel_of({0.5, 0.0, 0.0}), {20.0F, -30.0F});
  ASSERT_TRUE(setup.pull);
  EXPECT_LT(std::abs(setup.pull->to.z()), 1e-3);
}

}  // namespace
