#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lab/body/body_model.h"
#include "lab/track/setup.h"

// Bodies built by hand: each function makes a scene with one change. Joints count in the order of
// the scene file (Multibody::given_index). Effectors that stay keep their targets, aims and
// weights; joints that stay keep their initial and rest values, shapes and groups.
//
// What cannot be done throws std::invalid_argument with one sentence for the user.
namespace lab {

/// Id of new_body() where scenes are loaded by id.
inline constexpr const char* kNewBody = "new body";

/// A body to begin with: a hinge about z at the origin, a link of 0.5 m with an effector at its
/// end, and a target that swings along the circle that the effector can reach.
Scene new_body();

/// A joint to add.
struct AddedJoint {
  int parent = -1;  ///< the joint that carries it; -1: the world
  ik::JointType type = ik::JointType::kRevolute;
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< in the frame that the parent moves, m
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();   ///< in the same axes, any length but 0
  /// The parent's effectors move to the new joint and keep their offsets.
  bool takes_effectors = false;
};

/// The joint that a user expects to add to `joint`: at the end of its link, with its type and axis.
/// Where effectors are at the end and no joints, it takes them, so that the chain grows by a link
/// as long as the last. Where other joints are there, it is half-way along the link.
AddedJoint next_joint(const ik::Multibody& multibody, int joint);

/// The end of a joint's link in the frame that the joint moves, m: its first child joint, or else
/// its first effector, or else as far along its own offset again, at least half a typical link.
Eigen::Vector3d link_end(const ik::Multibody& multibody, int joint);

/// Where a hinge that is added starts, rad: a straight arm is singular.
inline constexpr double kAddedBend = 0.2;

/// The scene with one more joint, the last one. Its name is new; a hinge starts slightly bent.
/// Where links have shapes, the new one gets a bone.
Scene with_joint(const Scene& scene, const AddedJoint& added);

/// The scene with another name, type, placement, axis, pitch, limits, initial, rest and weight of a
/// joint. What the joint carries moves with it. Parent and leader stay.
Scene with_changed_joint(const Scene& scene, int joint, const ik::Joint& values);

/// The joint as one of another type. Between radians and metres, limits, initial and rest are
/// reset.
ik::Joint retyped(ik::Joint joint, ik::JointType type);

/// The joint, turned with all that it carries by a rotation in its parent's axes.
ik::Joint turned(ik::Joint joint, const Eigen::Matrix3d& rotation);

/// The scene without a joint. What it carried becomes part of its parent, placed as if the joint
/// stood still at `theta` [rad or m], so that nothing moves; without a parent, the joints that it
/// carried stand in the world, and its effectors go with it. Its followers follow none.
Scene without_joint(const Scene& scene, int joint, double theta);

/// The scene without a joint and all that it carries.
Scene without_branch(const Scene& scene, int joint);

/// The scene with another name, offset and rotation of effector i. Its aim stays.
Scene with_changed_effector(const Scene& scene, int i, const ik::Effector& values);

/// The curve of the effector's aim, or null if it does not aim.
const AimCurve* aim_curve(const Scene& scene, int i);

/// Gives effector i an aim of that kind, or none. The wanted aim is that of the pose, so that
/// nothing moves; it keeps the swing of the former aim. The pointer of a first aim leads from the
/// joint to the effector. \param pose of the scene's body
Scene with_aim_kind(const Scene& scene, int i, ik::AimKind kind, const ik::Pose& pose);

/// The scene with another pointer and lever of an effector that aims, see ik::Effector, and another
/// wanted aim.
Scene with_changed_aim(const Scene& scene, int i, const Eigen::Vector3d& pointer, double lever,
                       const AimCurve& curve);

/// The scene with one more obstacle, the last one, under a new name: a ball.
Scene with_obstacle(const Scene& scene, const Eigen::Vector3d& center, double radius);
Scene with_changed_obstacle(const Scene& scene, std::size_t i, const ik::Obstacle& values);
Scene without_obstacle(const Scene& scene, std::size_t i);
/// The obstacle, turned about its middle.
ik::Obstacle turned(ik::Obstacle obstacle, const Eigen::Matrix3d& rotation);

/// The set-up with another body in the place of its own. Targets, weights and the group of what
/// stays are kept, by name; a held link is released, and lanes forget motions in the nullspace.
Setup with_body(const Setup& setup, Scene scene);

/// The joints of a multibody as they were given, to make another multibody of.
std::vector<ik::Joint> given_joints(const ik::Multibody& multibody);
/// Its effectors, whose `joint` counts in that order.
std::vector<ik::Effector> given_effectors(const ik::Multibody& multibody);

/// `stem`, or with a number behind it, so that no entry of the list has that name: "point 2".
template <class List>
std::string new_name(const std::string& stem, const List& list) {
  std::string name = stem;
  for (int number = 2; std::ranges::count(list, name, &List::value_type::name) > 0; ++number) {
    name = stem + " " + std::to_string(number);
  }
  return name;
}

/// The set-up with one more effector, behind the others: the pulled point of a link. Its target
/// gets a curve made to measure. Lanes, weights and the other targets stay; the link is released.
Setup with_effector(const Setup& setup, const Pull& pull);

/// The set-up without effector i, its target and its aim. \pre at least two effectors
Setup without_effector(const Setup& setup, int i);

/// A scene of its own with the targets, weights and settings that a set-up has now: those of the
/// front lane. Held targets stand still.
Scene scene_of(const Setup& setup);

}  // namespace lab
