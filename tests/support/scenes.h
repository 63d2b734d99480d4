#pragma once

#include "iklab/method.h"
#include "lab/scene/scene.h"
#include "support/bodies.h"

/// Scenes for tests, made without files.
namespace scenes {

/// A fixed target.
inline lab::TargetCurve standing(const Eigen::Vector3d& point) {
  return lab::TargetCurve(lab::WaveCurve{point, {}});
}

/// A body with targets that circle near its effectors.
inline lab::Scene circling(const ik::Multibody& body) {
  lab::Scene scene{"circling", "Circling", "", body, {}, {}};
  for (const Eigen::Vector3d& point : bodies::effectors_at(body, body.initial_theta())) {
    lab::WaveCurve curve{point, {}};
    curve.waves.push_back({Eigen::Vector3d(0.5, 0.0, 0.1), 5.0, 0.0});
    curve.waves.push_back({Eigen::Vector3d(0.0, 0.4, 0.0), 4.0, 1.0});
    scene.targets.emplace_back(curve);
  }
  return scene;
}

/// One hinge about z with its hand at distance 1, and one target.
inline lab::Scene hinge(const lab::TargetCurve& target) {
  return {"hinge", "Hinge", "", bodies::planar_arm(1), {target}, {}};
}

inline const ik::MethodInfo& dls() { return *ik::find_method("dls"); }

}  // namespace scenes
