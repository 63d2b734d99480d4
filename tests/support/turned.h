#pragma once

#include <utility>
#include <variant>

#include "lab/body/goals.h"
#include "lab/scene/scene.h"

namespace scenes {

/// The rotation that puts z where y was: -90 degrees about x.
inline Eigen::Matrix3d z_to_y() {
  return Eigen::AngleAxisd(-0.5 * 3.14159265358979323846, Eigen::Vector3d::UnitX())
      .toRotationMatrix();
}

inline lab::Scene with_z_up(lab::Scene scene) {
  scene.z_up = true;
  return scene;
}

/// A scene with all its vectors rotated in the world: roots, targets, aims and obstacles.
inline lab::Scene turned(const lab::Scene& scene, const Eigen::Matrix3d& R) {
  lab::Scene result = scene;
  std::vector<ik::Joint> joints = lab::given_joints(scene.multibody);
  for (ik::Joint& joint : joints) {
    if (joint.parent >= 0) continue;
    joint.parent_from_joint = ik::Isometry(R) * joint.parent_from_joint;
  }
  result.multibody = ik::Multibody(std::move(joints), lab::given_effectors(scene.multibody));
  for (lab::TargetCurve& target : result.targets) {
    if (const auto* spline = std::get_if<lab::SplineCurve>(&target.shape())) {
      lab::SplineCurve curve = *spline;
      for (Eigen::Vector3d& point : curve.points) point = R * point;
      target = lab::TargetCurve(curve);
      continue;
    }
    lab::WaveCurve curve = std::get<lab::WaveCurve>(target.shape());
    curve.center = R * curve.center;
    for (lab::Wave& wave : curve.waves) wave.amplitude = R * wave.amplitude;
    target = lab::TargetCurve(curve);
  }
  for (lab::AimCurve& aim : result.aims) {
    aim.base.direction = R * aim.base.direction;
    aim.base.orientation = R * aim.base.orientation;
    aim.axis = R * aim.axis;
  }
  for (ik::Obstacle& obstacle : result.obstacles) {
    obstacle.a = R * obstacle.a;
    obstacle.b = R * obstacle.b;
  }
  return result;
}

}  // namespace scenes
