#include "lab/body/body_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "ik/math/elementary.h"
#include "ik/task/jacobian.h"
#include "lab/body/effector_choice.h"
#include "lab/body/goals.h"
#include "lab/body/reach_trial.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

ik::Isometry moved_by(const Eigen::Vector3d& way) {
  return ik::Isometry(Eigen::Translation3d(way));
}

/// Appends a joint.
/// \param[in,out] frame where the joint is placed, then the link's frame
int add_model_joint(const ModelJoint& from, int parent, const ik::Isometry& frame,
                    std::vector<ik::Joint>& joints) {
  ik::Joint& joint = joints.emplace_back();
  joint.name = from.name;
  joint.parent = parent;
  joint.type = from.type;
  joint.parent_from_joint = frame * moved_by(from.anchor);
  if (from.reference != 0.0) {
    const Eigen::Vector3d axis = from.axis.stableNormalized();
    if (from.type == ik::JointType::kPrismatic) {
      joint.parent_from_joint.translate(-from.reference * axis);
    } else {
      joint.parent_from_joint.rotate(ik::rotation_about(axis, -from.reference));
    }
  }
  joint.axis = from.axis;
  joint.lower = from.lower;
  joint.upper = from.upper;
  joint.ratio = from.ratio;
  joint.pitch = from.pitch;
  joint.shift = from.shift;
  joint.initial = from.initial;
  joint.max_velocity = from.max_velocity;
  return static_cast<int>(joints.size()) - 1;
}

void name_leaders(const BodyModel& model, std::vector<ik::Joint>& joints) {
  std::map<std::string, int> index;
  for (std::size_t j = 0; j < joints.size(); ++j)
    index.emplace(joints[j].name, static_cast<int>(j));
  for (const ModelLink& link : model.links) {
    for (const ModelJoint& from : link.joints) {
      if (from.leader.empty() || !index.contains(from.name)) continue;
      const auto leader = index.find(from.leader);
      if (leader == index.end()) {
        throw std::invalid_argument("joint '" + from.name + "': no joint '" + from.leader +
                                    "' that it could follow");
      }
      joints[static_cast<std::size_t>(index.at(from.name))].leader = leader->second;
    }
  }
  // a follower of a follower follows the first leader: r1 (r2 x + s2) + s1
  for (ik::Joint& joint : joints) {
    for (std::size_t i = 0; joint.leader >= 0; ++i) {
      const ik::Joint& leader = joints[static_cast<std::size_t>(joint.leader)];
      if (leader.leader < 0) break;
      if (i > joints.size()) {
        throw std::invalid_argument("joint '" + joint.name + "': the joints follow each other");
      }
      joint.shift += joint.ratio * leader.shift;
      joint.ratio *= leader.ratio;
      joint.leader = leader.leader;
    }
  }
}

/// True for base links, see Base: a separate body in the world, or the free or planar link below a
/// link that is fixed to the world.
std::vector<bool> base_links(const BodyModel& model) {
  const std::size_t count = model.links.size();
  std::vector<bool> is_base(count, false), fixed(count, false);
  std::vector<int> root(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    const ModelLink& link = model.links[i];
    const auto parent = static_cast<std::size_t>(std::max(link.parent, 0));
    const bool stands = link.parent < 0 || fixed[parent];
    fixed[i] = stands && link.joints.empty();
    root[i] = link.is_root ? static_cast<int>(i) : link.parent < 0 ? -1 : root[parent];
    if (link.is_root) is_base[i] = true;
    if (!stands || root[i] < 0) continue;
    if (link.motion != LinkMotion::kFree && link.motion != LinkMotion::kPlanar) continue;
    is_base[static_cast<std::size_t>(root[i])] = false;
    is_base[i] = true;
  }
  return is_base;
}

/// The joints of a base link.
std::vector<ModelJoint> base_joints_of(const ModelLink& link, Base base) {
  std::vector<ModelJoint> joints = link.joints;
  const bool is_free = link.motion == LinkMotion::kFree;
  if (base == Base::kFixed && link.motion != LinkMotion::kOther) return {};
  if (base != Base::kFree || is_free) return joints;
  if (link.motion == LinkMotion::kPlanar) joints.clear();
  std::vector<ModelJoint> free = floating_joints("base");
  if (link.motion == LinkMotion::kBall) free.resize(3);  // the slides alone: it has the hinges
  joints.insert(joints.begin(), free.begin(), free.end());
  return joints;
}

std::vector<Visual> placed_visuals(const BodyModel& model, const PlacedModel& placed,
                                   const ik::Multibody& multibody) {
  std::vector<Visual> visuals;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const PlacedLink& link = placed.links[i];
    for (Visual visual : model.links[i].visuals) {
      visual.joint = link.joint < 0 ? -1 : multibody.solver_index(link.joint);
      visual.joint_from_shape = link.joint_from_link * visual.joint_from_shape;
      visuals.push_back(std::move(visual));
    }
  }
  return visuals;
}

/// Sets the recorded positions of the effectors as the scene's targets.
void follow_recording(const RecordedMotion& recording, Scene& scene) {
  const ik::Multibody& body = scene.multibody;
  const Eigen::Index frames = recording.theta.cols();
  std::vector<std::vector<Eigen::Vector3d>> places(body.effectors().size());
  ik::Pose pose;
  pose.theta = body.initial_theta();
  double jitter = 0.0;  // rad, summed
  for (Eigen::Index frame = 0; frame < frames; ++frame) {
    double square = 0.0;
    for (int given = 0; given < body.joint_count(); ++given) {
      const int j = body.solver_index(given);
      const auto at = [&](Eigen::Index f) { return recording.theta(given, f); };
      pose.theta[j] = at(frame);
      if (frame < 2 || !ik::is_angular(body.joint(j).type)) continue;
      const double bend = at(frame) - 2.0 * at(frame - 1) + at(frame - 2);
      square += bend * bend;
    }
    jitter += std::sqrt(square);
    ik::forward_kinematics(body, pose);
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i].emplace_back(pose.effector.col(static_cast<Eigen::Index>(i)));
    }
  }
  const double period = recording.frame_time * static_cast<double>(frames);
  for (auto& points : places) {
    scene.targets.emplace_back(SplineCurve{.points = std::move(points), .period = period});
  }
  scene.settings.time_step = recording.frame_time;
  const double mean = frames > 2 ? jitter / static_cast<double>(frames - 2) : 0.0;
  scene.recorded_jitter_deg = mean * 180.0 / std::numbers::pi;
  scene.description = "Recorded: " + std::to_string(frames) + " frames, mean jitter " +
                      short_number(*scene.recorded_jitter_deg) + " deg a frame.";
}

/// Sets λ [m/rad] to two digits; 0 leaves the settings as they are.
void set_damping(double lambda, Settings& settings) {
  if (lambda > 0.0) knob::kDamping.set(settings, rounded_to_digits(lambda, 2));
}

ik::Multibody starting_at(const ik::Multibody& body, const ik::VectorX& theta) {
  std::vector<ik::Joint> joints = given_joints(body);
  for (auto value = theta.begin(); ik::Joint & joint : joints) joint.initial = *value++;
  return {std::move(joints), given_effectors(body), given_loops(body)};
}

/// The loops of a model, placed on its joints. A loop between parts that do not move against each
/// other, or of joints that are left out, is left out.
std::vector<ik::Loop> placed_loops(const BodyModel& model, const PlacedModel& placed) {
  const auto joint_named = [&placed](const std::string& name) {
    const auto at = std::ranges::find(placed.joints, name, &ik::Joint::name);
    return at == placed.joints.end() ? -1 : static_cast<int>(at - placed.joints.begin());
  };
  std::vector<ik::Loop> loops;
  for (const ModelLoop& from : model.loops) {
    ik::Loop loop{.name = new_name(from.name, loops), .kind = from.kind};
    if (from.kind == ik::LoopKind::kJoint) {
      loop.joint_a = joint_named(from.joint_a);
      loop.joint_b = joint_named(from.joint_b);
      loop.coefficients = from.coefficients;
      if (loop.joint_a < 0 || (loop.joint_b < 0 && !from.joint_b.empty())) continue;
    } else {
      const PlacedLink& a = placed.links[static_cast<std::size_t>(from.link_a)];
      const PlacedLink& b = placed.links[static_cast<std::size_t>(from.link_b)];
      loop.joint_a = a.joint;
      loop.joint_b = b.joint;
      loop.a_from_end = a.joint_from_link * from.a_from_end;
      loop.b_from_end = b.joint_from_link * from.b_from_end;
      if (loop.joint_a == loop.joint_b) continue;
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

/// The body with its loops. Loops that do not close from the start are left out, with a note.
ik::Multibody body_with_loops(const std::vector<ik::Joint>& joints,
                              const std::vector<ik::Effector>& effectors,
                              const std::vector<ik::Loop>& loops, std::vector<std::string>& notes) {
  if (!loops.empty()) {
    try {
      return {joints, effectors, loops};
    } catch (const std::invalid_argument& error) {
      const std::string reason = error.what();
      if (!reason.starts_with("loop ")) throw;
      notes.push_back("loops are not held: " + reason);
    }
  }
  return {joints, effectors};
}

/// Gives a scene fitted target curves. The body starts at their middle.
void add_curves(CurveFit fit, Scene& scene) {
  FittedCurves fitted = fitted_curves(scene.multibody, fit);
  scene.targets = std::move(fitted.curves);
  if (fit != CurveFit::kStanding) scene.multibody = starting_at(scene.multibody, fitted.theta);
  bool endless = true;
  for (int i = 0; i < scene.multibody.effector_count(); ++i) {
    endless &= !std::isfinite(reach_of(scene.multibody, i).most);
  }
  if (endless) scene.description = "The base has no slide limits: nothing is out of reach.";
}

void expect_lengths(const ik::Multibody& body) {
  const auto expect = [](const std::string& what, const Eigen::Vector3d& offset) {
    if (offset.stableNorm() <= kMaxPlace) return;
    throw std::invalid_argument(what + " is " + short_number(offset.stableNorm()) +
                                " m from its parent; at most " + short_number(kMaxPlace));
  };
  for (const ik::Joint& joint : body.joints()) {
    expect("joint \"" + joint.name + "\"", joint.parent_from_joint.translation());
  }
  for (const ik::Effector& effector : body.effectors()) {
    expect("effector \"" + effector.name + "\"", effector.offset);
  }
}

}  // namespace

ModelJoint axis_joint(const std::string& begin, ik::JointType type, Eigen::Index axis) {
  return {.name = begin + "xyz"[axis], .type = type, .axis = Eigen::Vector3d::Unit(axis)};
}

std::vector<ModelJoint> ball_joints(const std::string& name, const Eigen::Vector3d& anchor) {
  std::vector<ModelJoint> joints;
  for (Eigen::Index i = 0; i < 3; ++i) {
    joints.push_back(axis_joint(name + " ", ik::JointType::kRevolute, i));
    joints.back().anchor = anchor;
  }
  return joints;
}

std::vector<ModelJoint> floating_joints(const std::string& name) {
  std::vector<ModelJoint> joints;
  for (Eigen::Index i = 0; i < 3; ++i) {
    joints.push_back(axis_joint(name + " ", ik::JointType::kPrismatic, i));
  }
  for (ModelJoint& turn : ball_joints(name + " turn")) joints.push_back(std::move(turn));
  return joints;
}

PlacedModel place(const BodyModel& model, Base base) {
  PlacedModel placed;
  placed.links.resize(model.links.size());
  PlacedLink world;
  if (model.z_up) {  // exact: y becomes -z, z becomes y
    world.joint_from_link.linear() << 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0;
  }
  const std::vector<bool> is_base = base_links(model);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const ModelLink& link = model.links[i];
    const PlacedLink above =
        link.parent < 0 ? world : placed.links[static_cast<std::size_t>(link.parent)];
    PlacedLink& own = placed.links[i];
    own = above;
    own.joint_from_link = above.joint_from_link * link.parent_from_link;
    const std::vector<ModelJoint> joints = is_base[i] ? base_joints_of(link, base) : link.joints;
    for (const ModelJoint& joint : joints) {
      own.joint = add_model_joint(joint, own.joint, own.joint_from_link, placed.joints);
      own.joint_from_link = moved_by(-joint.anchor);
      ++own.joints_above;
    }
  }
  name_leaders(model, placed.joints);
  return placed;
}

Eigen::Matrix3d z_to(const Eigen::Vector3d& direction) {
  const Eigen::Vector3d to = direction.normalized();
  // 1 + cos of the angle, without cancellation
  const double aside = to.x() * to.x() + to.y() * to.y();
  const double near = to.z() < 0.0 ? aside / (1.0 - to.z()) : 1.0 + to.z();
  if (near == 0.0) return Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  const double sum = std::sqrt(2.0 * near);  // length of the sum of both unit vectors
  const double scale = 1.0 / sum;
  return Eigen::Quaterniond(0.5 * sum, -to.y() * scale, to.x() * scale, 0.0).toRotationMatrix();
}

Visual bone(const Eigen::Vector3d& to, double radius) {
  Visual visual;
  visual.shape = CapsuleShape{radius, to.norm()};
  visual.joint_from_shape.translation() = 0.5 * to;
  visual.joint_from_shape.linear() = z_to(to);
  return visual;
}

void damp_by_size(Scene& scene) {
  constexpr double kShare = 0.3;  // a share of the mean length of the effectors' chains
  const ik::Multibody& body = scene.multibody;
  double mean = 0.0;
  for (int i = 0; i < body.effector_count(); ++i) {
    mean += chain_length(body, i) / body.effector_count();
  }
  set_damping(kShare * mean, scene.settings);
}

Scene scene_of(const BodyModel& model, const BodyRequest& wish) {
  PlacedModel placed = place(model, wish.base);
  const bool recorded = model.recording && wish.base == Base::kAsFile;
  if (recorded) {
    for (std::size_t j = 0; j < placed.joints.size(); ++j) {
      placed.joints[j].initial = model.recording->theta(static_cast<Eigen::Index>(j), 0);
    }
  }
  if (placed.joints.empty()) throw NothingMoves("no joint moves anything");
  expect_size(placed.joints.size(), wish.effectors.size());
  const std::vector<EffectorChoice> chosen =
      wish.effectors.empty() ? proposed_choices(model, placed) : choices_named(model, placed, wish);
  if (chosen.empty()) {
    const std::vector<EffectorChoice> all = effector_candidates(model, placed);
    throw std::invalid_argument(
        all.empty() ? "no link that could be an effector"
                    : "no link is an effector of itself, as wheels and sensors are none: name one, "
                      "such as " +
                          std::string(wish.words->effectors) + " " + all.front().name);
  }
  expect_size(placed.joints.size(), chosen.size());
  std::vector<ik::Effector> effectors;
  for (const EffectorChoice& one : chosen) {
    const PlacedLink& link = placed.links[one.link];
    ik::Effector& effector = effectors.emplace_back();
    effector.name = one.name;
    effector.joint = link.joint;
    effector.offset = link.joint_from_link * one.place;
    effector.rotation = link.joint_from_link.linear() * one.rotation;
    effector.aim = wish.aim;
    if (wish.aim == ik::AimKind::kDirection && model.z_up) {
      effector.pointer = Eigen::Vector3d::UnitZ();
    }
  }
  const std::vector<ik::Joint> given = placed.joints;
  std::vector<std::string> notes;
  Scene scene{.id = model.source.empty() ? model.name : model.source,
              .name = model.name,
              .description = {},
              .multibody = body_with_loops(given, effectors, placed_loops(model, placed), notes),
              .targets = {},
              .settings = {}};
  scene.notes = std::move(notes);
  expect_lengths(scene.multibody);
  scene.source = model.source;
  scene.recordings = model.recordings;
  if (recorded) scene.recording = model.recording->name;
  scene.visuals = placed_visuals(model, placed, scene.multibody);
  scene.housed = model.z_up && scene.visuals.empty();  // a robot
  if (recorded) set_damping(half_link(scene.multibody), scene.settings);
  if (!recorded) damp_by_size(scene);
  const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
  if (recorded) follow_recording(*model.recording, scene);
  if (!recorded) add_curves(wish.fit, scene);
  // fitted curves change the initial pose
  const std::string note =
      recorded || wish.fit == CurveFit::kStanding ? start_note(given, scene.multibody) : "";
  if (!note.empty()) scene.notes.push_back(note);
  if (wish.aim == ik::AimKind::kNone) return scene;
  for (const ik::Effector& effector : scene.multibody.effectors()) {
    const Eigen::Matrix3d axes = ik::effector_axes(pose, effector);
    scene.aims.emplace_back().base = {axes * effector.pointer, axes};
  }
  return scene;
}

}  // namespace lab
