#pragma once

#include "lab/body/goals.h"
#include "lab/scene/scene.h"
#include "lab/track/setup.h"

// Editing of bodies: each function returns a scene with one change. Joint indices follow the scene
// file (Multibody::given_index). Remaining effectors keep their targets, aims and weights;
// remaining joints keep their initial and rest values, shapes and groups.
//
// A change that is not possible throws std::invalid_argument with one sentence for the user.

namespace lab {

/// Id of new_body() for the functions that load scenes by id.
inline constexpr const char* kNewBody = "new body";

/// A body to begin with: a hinge about z at the origin, a link of 0.5 m with an effector at its
/// end, and a target that swings along the circle of the effector's reach.
Scene new_body();

/// A joint to add.
struct AddedJoint {
  int parent = -1;  ///< the joint that carries the new one; -1: the world
  ik::JointType type = ik::JointType::kRevolute;
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< in the frame that the parent moves, m
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();   ///< in the same frame, any length but 0
  /// The parent's effectors move to the new joint and keep their offsets.
  bool takes_effectors = false;
};

/// A default for the next joint after `joint`: at the end of its link, with its type and axis. If
/// the end has effectors and no joints, the new joint takes the effectors, so that the chain grows
/// by a link as long as the last. If the end has joints, the new joint is half-way along the link.
AddedJoint next_joint(const ik::Multibody& multibody, int joint);

/// The end of a joint's link in the frame that the joint moves, m: the first child joint, otherwise
/// the first effector, otherwise the joint's own offset. An offset shorter than half a typical link
/// is scaled to a typical link.
Eigen::Vector3d link_end(const ik::Multibody& multibody, int joint);

/// Initial angle of an added hinge, rad: a straight arm is singular.
inline constexpr double kAddedBend = 0.2;

/// The scene with one more joint, as the last one, under a new name. A hinge starts slightly bent.
/// If links have shapes, the new link gets a bone.
Scene with_joint(const Scene& scene, const AddedJoint& added);

/// The scene with a new name, type, placement, axis, pitch, limits, initial, rest and weight for a
/// joint. What the joint carries moves with it. Its parent and leader do not change.
Scene with_changed_joint(const Scene& scene, int joint, const ik::Joint& values);

/// The joint with another type. A change between radians and metres resets limits, initial and
/// rest.
ik::Joint retyped(ik::Joint joint, ik::JointType type);

/// The joint and all that it carries, rotated in its parent's axes.
ik::Joint turned(ik::Joint joint, const Eigen::Matrix3d& rotation);

/// The scene without a joint. The joint's children and effectors move to its parent, placed for the
/// joint at `theta` [rad or m], so that nothing moves. Without a parent, the children are placed in
/// the world and the effectors are removed. Joints that followed it have no leader.
Scene without_joint(const Scene& scene, int joint, double theta);

/// The scene without a joint and all that it carries.
Scene without_branch(const Scene& scene, int joint);

/// The scene with another name, offset and rotation of effector i. Its aim stays.
Scene with_changed_effector(const Scene& scene, int i, const ik::Effector& values);

/// The scene with one more obstacle, a ball, as the last one under a new name.
Scene with_obstacle(const Scene& scene, const Eigen::Vector3d& center, double radius);
Scene with_changed_obstacle(const Scene& scene, std::size_t i, const ik::Obstacle& values);
Scene without_obstacle(const Scene& scene, std::size_t i);
/// The obstacle, turned about its middle.
ik::Obstacle turned(ik::Obstacle obstacle, const Eigen::Matrix3d& rotation);

/// The setup with another body. Targets, weights and the joint group of what remains are kept by
/// name. A pulled link is released, and the lanes' nullspace motions are removed.
Setup with_body(const Setup& setup, Scene scene);

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
/// The scene with the target of effector i's aim, and its swing, turned in world axes. \pre it aims
Scene with_turned_aim(const Scene& scene, int i, const Eigen::Matrix3d& rotation);

}  // namespace lab
