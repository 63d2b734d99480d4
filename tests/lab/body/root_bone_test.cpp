// Characters with a root bone at the floor: their curves fit the limbs.
#include <cmath>

#include <gtest/gtest.h>

#include "lab/body/body_model.h"
#include "lab/body/reach_trial.h"
#include "lab/run/metrics.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"

namespace {

/// A skeleton of ball joints without limits.
class Skeleton {
 public:
  Skeleton() {
    model.name = "skeleton";
    model.z_up = false;
  }
  int bone(const std::string& name, int parent, const Eigen::Vector3d& from_parent) {
    lab::ModelLink& link = model.links.emplace_back();
    link.name = name;
    link.parent = parent;
    link.is_root = parent < 0;
    link.parent_from_link.translation() = from_parent;
    link.motion = lab::LinkMotion::kBall;
    for (int axis = 0; axis < 3; ++axis) {
      link.joints.push_back(
          {.name = name + " " + "xyz"[axis], .axis = Eigen::Vector3d::Unit(axis)});
    }
    return static_cast<int>(model.links.size()) - 1;
  }
  lab::Scene scene() const { return lab::scene_of(model); }

  lab::BodyModel model;
};

/// Arms of 0.54 m and legs of 0.84 m times `size`. \param bones_below between floor and hips
Skeleton human(double size, int bones_below) {
  Skeleton made;
  int parent = -1;
  for (int i = 0; i < bones_below; ++i) {
    const double rise = i == 0 ? 0.0 : 0.1 * size;
    parent = made.bone("Root" + std::to_string(i), parent, {0.0, rise, 0.0});
  }
  const double left = bones_below > 0 ? 0.95 - 0.1 * (bones_below - 1) : 0.95;
  const int hips = made.bone("Hips", parent, {0.0, left * size, 0.0});
  const int chest = made.bone("Chest", hips, {0.0, 0.25 * size, 0.0});
  for (const double side : {1.0, -1.0}) {
    const std::string end = side > 0.0 ? ".L" : ".R";
    const int arm = made.bone("Arm" + end, chest, {0.18 * side * size, 0.2 * size, 0.0});
    const int fore = made.bone("ForeArm" + end, arm, {0.28 * side * size, 0.0, 0.0});
    made.bone("Hand" + end, fore, {0.26 * side * size, 0.0, 0.0});
    const int up = made.bone("UpLeg" + end, hips, {0.1 * side * size, -0.05 * size, 0.0});
    const int leg = made.bone("Leg" + end, up, {0.0, -0.42 * size, 0.0});
    made.bone("Foot" + end, leg, {0.0, -0.42 * size, 0.0});
  }
  return made;
}

lab::Summary measured(const lab::Scene& scene) {
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  return lab::run(tracker, 1657, 400);
}

TEST(RootBone, IsHeldWithTheHipsWhileCurvesAreChosen) {
  EXPECT_EQ(lab::base_joints(human(1.0, 0).scene().multibody), 3) << "the hips";
  EXPECT_EQ(lab::base_joints(human(1.0, 1).scene().multibody), 6);
  EXPECT_EQ(lab::base_joints(human(1.0, 3).scene().multibody), 12);
}

TEST(RootBone, DoesNotMakeACharacterShake) {
  for (const double size : {0.3, 1.0, 1.8}) {
    for (const int below : {0, 1, 3}) {
      const lab::Scene scene = human(size, below).scene();
      ASSERT_EQ(scene.multibody.effector_count(), 4);
      const lab::Summary summary = measured(scene);
      EXPECT_FALSE(lab::is_shaking(summary))
          << size << ' ' << below << ": " << summary.mean_jitter_deg;
      EXPECT_EQ(lab::shaking_note(scene), "");
      for (int i = 0; i < 4; ++i) {
        // a leg of 0.84 m; an arm of 0.54 m on a chest whose ball carries 0.27 m more
        const bool foot = scene.multibody.effector(i).name.starts_with("Foot");
        const double limb = size * (foot ? 0.84 : 0.81);
        const auto& curve =
            std::get<lab::WaveCurve>(scene.targets[static_cast<std::size_t>(i)].shape());
        for (const lab::Wave& wave : curve.waves) {
          EXPECT_LE(wave.amplitude.norm(), 1.6 * limb) << scene.multibody.effector(i).name;
        }
      }
    }
  }
}

TEST(RootBone, OfASingleLimbIsAPartOfIt) {
  Skeleton arm;
  const int root = arm.bone("Root", -1, {0.0, 0.0, 0.0});
  arm.bone("Hand", arm.bone("Elbow", root, {0.5, 0.0, 0.0}), {0.5, 0.0, 0.0});
  EXPECT_EQ(lab::base_joints(arm.scene().multibody), 0);
}

TEST(RootBone, ThatCarriesALongTrunkIsAPartOfItsLimbs) {
  Skeleton snake;
  int at = snake.bone("Root", -1, {0.0, 0.0, 0.0});
  for (int i = 0; i < 8; ++i) at = snake.bone("B" + std::to_string(i), at, {0.2, 0.0, 0.0});
  for (const char* end : {"A", "B"}) {
    const int tip =
        snake.bone(std::string("Tip") + end, at, {0.1, end[0] == 'A' ? 0.1 : -0.1, 0.0});
    snake.bone(std::string("End") + end, tip, {0.1, 0.0, 0.0});
  }
  const lab::Scene scene = lab::scene_of(snake.model, {.effectors = {"EndA", "EndB"}});
  ASSERT_EQ(scene.multibody.effector_count(), 2);
  // a quarter of the way stays free
  const int held = lab::base_joints(scene.multibody);
  EXPECT_LT(held, 3 * 9);
  for (int i = 0; i < 2; ++i) {
    EXPECT_GE(lab::limb_length(scene.multibody, i), 0.25 * lab::chain_length(scene.multibody, i));
  }
}

TEST(ShakingNote, NamesTheJitterOfABodyThatShakes) {
  lab::Scene scene = human(1.0, 1).scene();
  for (lab::TargetCurve& target : scene.targets) {
    auto curve = std::get<lab::WaveCurve>(target.shape());
    for (lab::Wave& wave : curve.waves) wave.amplitude *= 4.0;
    target = lab::TargetCurve(curve);
  }
  lab::knob::kDamping.set(scene.settings, 0.01);
  const std::string note = lab::shaking_note(scene);
  EXPECT_EQ(note.rfind("with dls it shakes by ", 0), 0U) << note;
}

}  // namespace
