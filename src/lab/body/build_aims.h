#pragma once

#include "lab/scene/scene.h"

namespace lab {

/// The aim curve of effector i, or null without an aim.
const AimCurve* aim_curve(const Scene& scene, int i);

/// Sets the kind of effector i's aim; kNone removes the aim. The target of the aim is the aim in
/// `pose`, so that nothing moves. The swing of an earlier aim stays. The pointer of a first aim
/// leads from the joint to the effector.
/// \param pose of the scene's body
Scene with_aim_kind(const Scene& scene, int i, ik::AimKind kind, const ik::Pose& pose);

/// The scene with another pointer, lever (see ik::Effector) and target curve of effector i's aim.
Scene with_changed_aim(const Scene& scene, int i, const Eigen::Vector3d& pointer, double lever,
                       const AimCurve& curve);

}  // namespace lab
