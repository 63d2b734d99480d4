#include "lab/body/build.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "ik/math/elementary.h"
#include "ik/simd/check.h"
#include "ik/task/jacobian.h"
#include "lab/body/body_model.h"
#include "lab/body/goals.h"
#include "lab/scene/knobs.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

void require_effector(const Scene& scene, int i) {
  ik::require(i >= 0 && i < scene.multibody.effector_count(), "there is no such effector");
}

/// The parts of a scene, joints in the order of the scene file.
struct BodyPieces {
  std::vector<ik::Joint> joints;
  std::vector<int> joints_before;  ///< by joint: its index before the change; -1: new
  std::vector<ik::Effector> effectors;
  std::vector<int> effectors_before;
  std::vector<ik::Loop> loops;
  std::vector<Visual> visuals;
};

BodyPieces pieces_of(const Scene& scene) {
  BodyPieces pieces{.joints = given_joints(scene.multibody),
                    .effectors = given_effectors(scene.multibody),
                    .loops = given_loops(scene.multibody),
                    .visuals = scene.visuals};
  for (int j = 0; j < scene.multibody.joint_count(); ++j) pieces.joints_before.push_back(j);
  for (int i = 0; i < scene.multibody.effector_count(); ++i) pieces.effectors_before.push_back(i);
  for (Visual& visual : pieces.visuals) {
    if (visual.joint >= 0) visual.joint = scene.multibody.given_index(visual.joint);
  }
  return pieces;
}

/// Copies the groups with their remaining joints. Empty groups are left out.
void take_groups(const Scene& scene, const BodyPieces& pieces, Scene& next) {
  next.groups.clear();
  next.group.reset();
  for (std::size_t g = 0; g < scene.groups.size(); ++g) {
    JointGroup group{scene.groups[g].name, {}};
    for (const int joint : scene.groups[g].joints) {
      const int before = scene.multibody.given_index(joint);
      const auto now = std::ranges::find(pieces.joints_before, before);
      if (now == pieces.joints_before.end()) continue;
      group.joints.push_back(
          next.multibody.solver_index(static_cast<int>(now - pieces.joints_before.begin())));
    }
    if (group.joints.empty()) continue;
    if (scene.group == g) next.group = next.groups.size();
    next.groups.push_back(std::move(group));
  }
}

/// Gives `next` targets, aims and weights for its effectors. A new aim has weight 1.
/// \param effectors_before by effector of `next`: its index in the scene
void copy_goals(const Scene& scene, const std::vector<int>& effectors_before, Scene& next) {
  next.targets.clear();
  next.aims.clear();
  next.weights.clear();
  const ik::Multibody& old = scene.multibody;
  const auto keep_weight = [&scene](int goal, std::vector<double>& weights) {
    if (!scene.weights.empty()) weights.push_back(scene.weights[static_cast<std::size_t>(goal)]);
  };
  std::vector<double> aim_weights;
  for (int i = 0; const int before : effectors_before) {
    next.targets.push_back(scene.targets[static_cast<std::size_t>(before)]);
    keep_weight(before, next.weights);
    if (next.multibody.effector(i++).aim == ik::AimKind::kNone) continue;
    const int aim = aim_of(old, before);
    next.aims.push_back(aim < 0 ? AimCurve() : scene.aims[static_cast<std::size_t>(aim)]);
    if (aim >= 0) keep_weight(old.effector_count() + aim, aim_weights);
    if (aim < 0 && !scene.weights.empty()) aim_weights.push_back(1.0);
  }
  next.weights.insert(next.weights.end(), aim_weights.begin(), aim_weights.end());
}

Scene assembled(const Scene& scene, BodyPieces pieces) {
  expect_size(pieces.joints.size(), pieces.effectors.size());
  Scene next = scene;
  next.multibody = ik::Multibody(pieces.joints, pieces.effectors, pieces.loops);
  copy_goals(scene, pieces.effectors_before, next);
  take_groups(scene, pieces, next);
  next.visuals = std::move(pieces.visuals);
  for (Visual& visual : next.visuals) {
    if (visual.joint >= 0) visual.joint = next.multibody.solver_index(visual.joint);
  }
  return next;
}

/// Removes a joint that carries nothing.
void erase_joint(BodyPieces& pieces, int joint) {
  pieces.joints.erase(pieces.joints.begin() + joint);
  pieces.joints_before.erase(pieces.joints_before.begin() + joint);
  const auto shift = [joint](int& index) {
    if (index > joint) --index;
  };
  for (ik::Joint& other : pieces.joints) {
    if (other.leader == joint) other.leader = -1;
    shift(other.parent);
    shift(other.leader);
  }
  for (ik::Effector& effector : pieces.effectors) shift(effector.joint);
  // a loop goes with the joint that carries an end
  std::erase_if(pieces.loops, [joint](const ik::Loop& loop) {
    return loop.joint_a == joint || loop.joint_b == joint;
  });
  for (ik::Loop& loop : pieces.loops) {
    shift(loop.joint_a);
    shift(loop.joint_b);
  }
  for (Visual& visual : pieces.visuals) shift(visual.joint);
}

void erase_effectors(BodyPieces& pieces, int joint) {
  for (std::size_t i = pieces.effectors.size(); i-- > 0;) {
    if (pieces.effectors[i].joint != joint) continue;
    pieces.effectors.erase(pieces.effectors.begin() + static_cast<std::ptrdiff_t>(i));
    pieces.effectors_before.erase(pieces.effectors_before.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void require_the_rest(const BodyPieces& pieces, const std::string& removed) {
  ik::require(!pieces.joints.empty(), "'" + removed + "' is the only joint, and a body needs one");
  ik::require(!pieces.effectors.empty(), "without '" + removed +
                                             "' the body would have no effector, and it needs "
                                             "one: add an effector to another link first");
}

/// The frame that the joint moves, in the parent's frame, at theta.
ik::Isometry moved_by(const ik::Joint& joint, double theta) {
  ik::Isometry moved = joint.parent_from_joint;
  const Eigen::Vector3d axis = joint.axis.stableNormalized();
  if (joint.type == ik::JointType::kPrismatic) {
    moved.translate(Eigen::Vector3d(theta * axis));
    return moved;
  }
  if (joint.type == ik::JointType::kScrew) {
    moved.translate(Eigen::Vector3d(joint.pitch * theta * axis));
  }
  moved.rotate(ik::rotation_about(axis, theta));
  return moved;
}

template <class List>
void require_free_name(const std::string& name, const List& list, std::size_t own) {
  ik::require(!name.empty(), "a name is needed");
  for (std::size_t i = 0; i < list.size(); ++i) {
    ik::require(i == own || list[i].name != name, "another one is called '" + name + "'");
  }
}

int checked_joint(const Scene& scene, int joint) {
  ik::require(joint >= 0 && joint < scene.multibody.joint_count(), "there is no such joint");
  return joint;
}

void check_obstacle(const ik::Obstacle& obstacle) {
  ik::require(obstacle.a.allFinite() && obstacle.b.allFinite() && std::isfinite(obstacle.radius),
              "the place and radius of an obstacle must be finite");
  ik::require(obstacle.radius > 0.0, "the radius of an obstacle must be above 0");
}

/// Removes the rounding errors of repeated rotations.
Eigen::Matrix3d clean_rotation(const Eigen::Matrix3d& rotation) {
  return Eigen::Quaterniond(rotation).normalized().toRotationMatrix();
}

}  // namespace

const AimCurve* aim_curve(const Scene& scene, int i) {
  require_effector(scene, i);
  const int aim = aim_of(scene.multibody, i);
  return aim < 0 ? nullptr : &scene.aims[static_cast<std::size_t>(aim)];
}

Scene with_aim_kind(const Scene& scene, int i, ik::AimKind kind, const ik::Pose& pose) {
  BodyPieces pieces = pieces_of(scene);
  require_effector(scene, i);
  ik::Effector& effector = pieces.effectors[static_cast<std::size_t>(i)];
  if (effector.aim == ik::AimKind::kNone && !effector.offset.isZero(0.0)) {
    const bool turned = !effector.rotation.isIdentity(0.0);
    effector.pointer = turned ? effector.rotation.transpose() * effector.offset : effector.offset;
  }
  effector.aim = kind;
  Scene next = assembled(scene, std::move(pieces));
  if (kind != ik::AimKind::kNone) {
    const ik::Effector& pointing = next.multibody.effector(i);
    const Eigen::Matrix3d axes = ik::effector_axes(pose, pointing);
    const int aim = aim_of(next.multibody, i);
    next.aims[static_cast<std::size_t>(aim)].base = {axes * pointing.pointer, axes};
  }
  return next;
}

Scene with_changed_aim(const Scene& scene, int i, const Eigen::Vector3d& pointer, double lever,
                       const AimCurve& curve) {
  BodyPieces pieces = pieces_of(scene);
  require_effector(scene, i);
  ik::Effector& effector = pieces.effectors[static_cast<std::size_t>(i)];
  const std::string who = "effector '" + effector.name + "': ";
  ik::require(effector.aim != ik::AimKind::kNone, who + "it has no aim");
  const Eigen::Vector3d& direction = curve.base.direction;
  ik::require(direction.allFinite() && direction.stableNorm() > 0.0,
              who + "the direction that it aims at must be finite and not zero");
  effector.pointer = pointer;
  effector.lever = lever;
  Scene next = assembled(scene, std::move(pieces));
  next.aims[static_cast<std::size_t>(aim_of(next.multibody, i))] = curve;
  return next;
}

Scene with_turned_aim(const Scene& scene, int i, const Eigen::Matrix3d& rotation) {
  const ik::Effector& effector = scene.multibody.effector(i);
  AimCurve curve = *aim_curve(scene, i);
  curve.base.direction = rotation * curve.base.direction;
  curve.base.orientation = clean_rotation(rotation * curve.base.orientation);
  curve.axis = rotation * curve.axis;
  return with_changed_aim(scene, i, effector.pointer, effector.lever, curve);
}

Scene new_body() {
  ik::Joint hinge{.name = "joint", .initial = 0.3};
  ik::Effector tip{.name = "tip", .joint = 0, .offset = {0.5, 0.0, 0.0}};
  // at the middle of the circle, and along it
  const Wave swing{.amplitude = {-0.15, 0.2, 0.0}, .frequency = 1.0};
  Scene scene{.id = kNewBody,
              .name = "New body",
              .description = "A hinge and a link, to build a body from.",
              .multibody = ik::Multibody({hinge}, {tip}),
              .targets = {TargetCurve(WaveCurve{.center = {0.4, 0.3, 0.0}, .waves = {swing}})},
              .settings = {}};
  knob::kDamping.set(scene.settings, half_link(scene.multibody));
  return scene;
}

Eigen::Vector3d link_end(const ik::Multibody& multibody, int joint) {
  const int j = multibody.solver_index(joint);
  for (const ik::Joint& child : multibody.joints()) {
    Eigen::Vector3d at = child.parent_from_joint.translation();
    if (child.parent == j && !at.isZero(0.0)) return at;
  }
  for (const ik::Effector& effector : multibody.effectors()) {
    if (effector.joint == j && !effector.offset.isZero(0.0)) return effector.offset;
  }
  const ik::Isometry& placement = multibody.joint(j).parent_from_joint;
  Eigen::Vector3d along = placement.linear().transpose() * placement.translation();
  const double least = half_link(multibody);
  if (along.norm() >= least && least > 0.0) return along;
  return (least > 0.0 ? 2.0 * least : 0.5) *
         (along.isZero(0.0) ? Eigen::Vector3d(Eigen::Vector3d::UnitX()) : along.normalized());
}

AddedJoint next_joint(const ik::Multibody& multibody, int joint) {
  const int j = multibody.solver_index(joint);
  const ik::Joint& present = multibody.joint(j);
  AddedJoint next{.parent = joint,
                  .type = present.type == ik::JointType::kPrismatic ? ik::JointType::kPrismatic
                                                                    : ik::JointType::kRevolute,
                  .offset = link_end(multibody, joint),
                  .axis = present.axis};
  const bool has_children = std::ranges::count(multibody.joints(), j, &ik::Joint::parent) > 0;
  const bool has_effectors = std::ranges::count(multibody.effectors(), j, &ik::Effector::joint) > 0;
  if (has_children) next.offset *= 0.5;
  next.takes_effectors = has_effectors && !has_children;
  return next;
}

Scene with_joint(const Scene& scene, const AddedJoint& added) {
  BodyPieces pieces = pieces_of(scene);
  const int count = static_cast<int>(pieces.joints.size());
  ik::require(added.parent >= -1 && added.parent < count, "there is no such joint");
  ik::Joint joint{.name = new_name("joint", pieces.joints),
                  .parent = added.parent,
                  .type = added.type,
                  .axis = added.axis};
  joint.parent_from_joint.translation() = added.offset;
  if (ik::is_angular(joint.type)) joint.initial = kAddedBend;
  if (added.takes_effectors) {
    for (ik::Effector& effector : pieces.effectors) {
      if (effector.joint == added.parent) effector.joint = count;
    }
  }
  pieces.joints.push_back(std::move(joint));
  pieces.joints_before.push_back(-1);
  Scene next = assembled(scene, std::move(pieces));
  if (!scene.visuals.empty()) {
    // links without shapes are not drawn if others have shapes
    const Eigen::Vector3d end = link_end(next.multibody, count);
    Visual& link = next.visuals.emplace_back(bone(end, kSlender * end.norm()));
    link.joint = next.multibody.solver_index(count);
  }
  return next;
}

Scene with_changed_joint(const Scene& scene, int joint, const ik::Joint& values) {
  BodyPieces pieces = pieces_of(scene);
  const auto at = static_cast<std::size_t>(checked_joint(scene, joint));
  require_free_name(values.name, pieces.joints, at);
  ik::Joint& changed = pieces.joints[at];
  const int parent = changed.parent, leader = changed.leader;
  changed = values;
  changed.parent = parent;
  changed.leader = leader;
  if (leader < 0) {
    // the start is within the limits; the multibody rejects wrong limits
    changed.initial = std::min(std::max(changed.initial, changed.lower), changed.upper);
  }
  return assembled(scene, std::move(pieces));
}

ik::Joint retyped(ik::Joint joint, ik::JointType type) {
  const bool was_slide = joint.type == ik::JointType::kPrismatic;
  joint.type = type;
  if (was_slide == (type == ik::JointType::kPrismatic)) return joint;
  joint.lower = -ik::kUnlimited;
  joint.upper = ik::kUnlimited;
  joint.initial = joint.rest = 0.0;
  joint.max_velocity = joint.max_acceleration = ik::kUnlimited;
  return joint;
}

ik::Joint turned(ik::Joint joint, const Eigen::Matrix3d& rotation) {
  joint.parent_from_joint.linear() = clean_rotation(rotation * joint.parent_from_joint.linear());
  return joint;
}

Scene without_joint(const Scene& scene, int joint, double theta) {
  BodyPieces pieces = pieces_of(scene);
  const ik::Joint gone = pieces.joints[static_cast<std::size_t>(checked_joint(scene, joint))];
  const ik::Isometry parent_from_link = moved_by(gone, theta);
  for (ik::Joint& child : pieces.joints) {
    if (child.parent != joint) continue;
    child.parent = gone.parent;
    child.parent_from_joint = parent_from_link * child.parent_from_joint;
    child.parent_from_joint.linear() = clean_rotation(child.parent_from_joint.linear());
  }
  if (gone.parent < 0) erase_effectors(pieces, joint);
  for (ik::Effector& effector : pieces.effectors) {
    if (effector.joint != joint) continue;
    effector.joint = gone.parent;
    effector.offset = parent_from_link * effector.offset;
    effector.rotation = clean_rotation(parent_from_link.linear() * effector.rotation);
  }
  for (Visual& visual : pieces.visuals) {
    if (visual.joint != joint) continue;
    visual.joint = gone.parent;
    visual.joint_from_shape = parent_from_link * visual.joint_from_shape;
    visual.joint_from_shape.linear() = clean_rotation(visual.joint_from_shape.linear());
  }
  erase_joint(pieces, joint);
  require_the_rest(pieces, gone.name);
  return assembled(scene, std::move(pieces));
}

Scene without_branch(const Scene& scene, int joint) {
  BodyPieces pieces = pieces_of(scene);
  const std::string name =
      pieces.joints[static_cast<std::size_t>(checked_joint(scene, joint))].name;
  const auto carries = [&pieces, joint](int other) {
    while (other >= 0 && other != joint)
      other = pieces.joints[static_cast<std::size_t>(other)].parent;
    return other == joint;
  };
  std::vector<int> gone;
  for (int j = 0; j < static_cast<int>(pieces.joints.size()); ++j) {
    if (carries(j)) gone.push_back(j);
  }
  for (auto j = gone.rbegin(); j != gone.rend(); ++j) {
    erase_effectors(pieces, *j);
    std::erase_if(pieces.visuals, [j](const Visual& visual) { return visual.joint == *j; });
    // children that are removed later
    for (ik::Joint& other : pieces.joints) {
      if (other.parent == *j) other.parent = -1;
    }
    erase_joint(pieces, *j);
  }
  require_the_rest(pieces, name);
  return assembled(scene, std::move(pieces));
}

Scene with_changed_effector(const Scene& scene, int i, const ik::Effector& values) {
  BodyPieces pieces = pieces_of(scene);
  require_effector(scene, i);
  const auto at = static_cast<std::size_t>(i);
  require_free_name(values.name, pieces.effectors, at);
  pieces.effectors[at].name = values.name;
  pieces.effectors[at].offset = values.offset;
  pieces.effectors[at].rotation = values.rotation;
  return assembled(scene, std::move(pieces));
}

Scene with_obstacle(const Scene& scene, const Eigen::Vector3d& center, double radius) {
  Scene next = scene;
  next.obstacles.push_back({new_name("obstacle", scene.obstacles), center, center, radius});
  check_obstacle(next.obstacles.back());
  return next;
}

Scene with_changed_obstacle(const Scene& scene, std::size_t i, const ik::Obstacle& values) {
  ik::require(i < scene.obstacles.size(), "there is no such obstacle");
  require_free_name(values.name, scene.obstacles, i);
  check_obstacle(values);
  Scene next = scene;
  next.obstacles[i] = values;
  return next;
}

Scene without_obstacle(const Scene& scene, std::size_t i) {
  ik::require(i < scene.obstacles.size(), "there is no such obstacle");
  Scene next = scene;
  next.obstacles.erase(next.obstacles.begin() + static_cast<std::ptrdiff_t>(i));
  return next;
}

ik::Obstacle turned(ik::Obstacle obstacle, const Eigen::Matrix3d& rotation) {
  const Eigen::Vector3d middle = 0.5 * (obstacle.a + obstacle.b);
  const Eigen::Vector3d half = 0.5 * (rotation * (obstacle.b - obstacle.a));
  obstacle.a = middle - half;
  obstacle.b = middle + half;
  return obstacle;
}

namespace {

/// The index in `before` of the effector that becomes effector i; -1: none.
int effector_before(const ik::Multibody& before, const ik::Multibody& after, int i) {
  const auto list = before.effectors();
  const auto same = std::ranges::find(list, after.effector(i).name, &ik::Effector::name);
  if (same != list.end()) return static_cast<int>(same - list.begin());
  return before.effector_count() == after.effector_count() ? i : -1;
}

}  // namespace

Setup with_body(const Setup& setup, Scene changed) {
  const auto scene = std::make_shared<const Scene>(std::move(changed));
  const ik::Multibody& old = setup.scene->multibody;
  const ik::Multibody& body = scene->multibody;
  const Setup plain = setup_of(scene, *setup.front_lane().method, scene->settings);
  Setup next = setup;
  next.scene = scene;
  next.targets = plain.targets;
  next.goal_weights = plain.goal_weights;
  next.joint_weights = plain.joint_weights;
  next.pull.reset();
  for (Lane& lane : next.lanes) lane.pushes.clear();

  for (int i = 0; i < body.effector_count(); ++i) {
    const int before = effector_before(old, body, i);
    if (before < 0) continue;
    const auto keep_weight = [&](int goal, int goal_before) {
      next.goal_weights[static_cast<std::size_t>(goal)] =
          setup.goal_weights[static_cast<std::size_t>(goal_before)];
    };
    next.targets[static_cast<std::size_t>(i)] = setup.targets[static_cast<std::size_t>(before)];
    keep_weight(i, before);
    const int aim = aim_of(body, i), aim_before = aim_of(old, before);
    if (aim < 0 || aim_before < 0) continue;
    keep_weight(body.effector_count() + aim, old.effector_count() + aim_before);
  }
  const std::vector<int> joints = joints_before(old, body);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j] < 0) continue;
    next.joint_weights[j] = setup.joint_weights[static_cast<std::size_t>(joints[j])];
  }
  next.group.reset();
  if (setup.group) {
    const auto group =
        std::ranges::find(scene->groups, setup.scene->groups[*setup.group].name, &JointGroup::name);
    if (group != scene->groups.end()) {
      next.group = static_cast<std::size_t>(group - scene->groups.begin());
    }
  }
  return next;
}

}  // namespace lab
