#include "lab/body/body_model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <string_view>

#include "ik/math/elementary.h"
#include "iklab/solver.h"

#include "lab/scene/number_text.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

/// Where a link ended up: on a joint of the multibody, counted as given.
struct PlacedLink {
  int joint = -1;  // -1: fixed to the world
  Eigen::Isometry3d joint_from_link = Eigen::Isometry3d::Identity();
  int joints_above = 0;
};

struct PlacedModel {
  std::vector<ik::Joint> joints;
  std::vector<PlacedLink> links;
};

Eigen::Isometry3d moved_by(const Eigen::Vector3d& way) {
  return Eigen::Isometry3d(Eigen::Translation3d(way));
}

constexpr std::size_t kFreeJoints = 6;

/// The joints of a body that is free in space: slides along x, y, z, then turns about x, y, z.
std::vector<ModelJoint> free_joints() {
  std::vector<ModelJoint> joints;
  constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
  for (const bool turns : {false, true}) {
    for (std::size_t i = 0; i < kAxes.size(); ++i) {
      ModelJoint& joint = joints.emplace_back();
      joint.name = std::string("base ") + (turns ? "turn " : "") + kAxes[i];
      joint.type = turns ? ik::JointType::kRevolute : ik::JointType::kPrismatic;
      joint.axis = Eigen::Vector3d::Unit(static_cast<Eigen::Index>(i));
    }
  }
  return joints;
}

/// Appends a joint; `frame` is where it is placed, and afterwards where the link's frame is.
int add_model_joint(const ModelJoint& from, int parent, const Eigen::Isometry3d& frame,
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
  joint.shift = from.shift;
  // a start within the limits; 0 where they allow it
  joint.initial = std::clamp(from.initial, from.lower, from.upper);
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

PlacedModel place(const BodyModel& model, Base base) {
  PlacedModel placed;
  placed.links.resize(model.links.size());
  PlacedLink world;
  if (model.z_up) {  // exact: y becomes -z, z becomes y
    world.joint_from_link.linear() << 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0;
  }
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const ModelLink& link = model.links[i];
    const PlacedLink above =
        link.parent < 0 ? world : placed.links[static_cast<std::size_t>(link.parent)];
    PlacedLink& own = placed.links[i];
    own = above;
    own.joint_from_link = above.joint_from_link * link.parent_from_link;
    std::vector<ModelJoint> joints = link.joints;
    const bool is_free = joints.size() == kFreeJoints;
    if (link.is_root && (is_free || link.ball) && base == Base::kFixed) joints.clear();
    if (link.is_root && !is_free && base == Base::kFree) {
      std::vector<ModelJoint> free = free_joints();
      if (link.ball) free.resize(kFreeJoints / 2);
      joints.insert(joints.begin(), free.begin(), free.end());
    }
    for (const ModelJoint& joint : joints) {
      own.joint = add_model_joint(joint, own.joint, own.joint_from_link, placed.joints);
      own.joint_from_link = moved_by(-joint.anchor);
      ++own.joints_above;
    }
  }
  name_leaders(model, placed.joints);
  return placed;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

template <std::size_t N>
bool has_word(const std::string& name, const std::array<std::string_view, N>& words) {
  const std::string lower = lower_case(name);
  return std::any_of(words.begin(), words.end(), [&lower](std::string_view word) {
    return lower.find(word) != std::string::npos;
  });
}

/// 3 for tools, 2 for hands and feet, 1 for other links, 0 for wheels and sensors.
int effector_rank(const std::string& name) {
  constexpr std::array<std::string_view, 6> kTools = {"tool", "tcp",          "grasp",
                                                      "grip", "end_effector", "endeffector"};
  constexpr std::array<std::string_view, 6> kHands = {"hand", "palm", "foot",
                                                      "feet", "sole", "ankle_roll"};
  constexpr std::array<std::string_view, 10> kOthers = {"wheel",  "caster", "laser", "camera",
                                                        "sensor", "hokuyo", "imu",   "optical",
                                                        "kinect", "lidar"};
  if (has_word(name, kOthers)) return 0;
  if (has_word(name, kTools)) return 3;
  return has_word(name, kHands) ? 2 : 1;
}

/// True for "head", and for names whose last word it is: "rig:Head", "Bip01 Head".
bool is_head(const std::string& name) {
  constexpr std::string_view kHead = "head";
  const std::string lower = lower_case(name);
  if (!lower.ends_with(kHead)) return false;
  return lower.size() == kHead.size() ||
         !std::isalnum(static_cast<unsigned char>(lower[lower.size() - kHead.size() - 1]));
}

/// A place that may become an effector.
struct EffectorChoice {
  std::string name;
  std::size_t link;
  Eigen::Vector3d place;  // link's frame
  int rank;
};

/// The point of a link that is to move: a place inside it, or its origin.
Eigen::Vector3d point_of(const BodyModel& model, std::size_t link) {
  const ModelLink& own = model.links[link];
  if (own.middle) return *own.middle;
  for (const Visual& visual : own.visuals) return visual.joint_from_shape.translation();
  return Eigen::Vector3d::Zero();
}

std::vector<EffectorChoice> candidates(const BodyModel& model, const PlacedModel& placed) {
  std::vector<EffectorChoice> result;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const ModelLink& link = model.links[i];
    if (placed.links[i].joint < 0) continue;
    // a fixed link is a frame of its own only where it is a tool's
    int rank = effector_rank(link.name);
    if (rank == 1 && model.recording && is_head(link.name)) rank = 2;
    const bool frame = rank == 3 && link.visuals.empty();
    result.push_back({link.name, i, frame ? Eigen::Vector3d::Zero() : point_of(model, i), rank});
    for (const ModelSite& site : link.sites) {
      result.push_back({site.name, i, site.place, std::max(1, effector_rank(site.name))});
    }
  }
  return result;
}

/// True if link a is link b or above it.
bool is_ancestor(const BodyModel& model, std::size_t a, std::size_t b) {
  for (int link = static_cast<int>(b); link >= 0;
       link = model.links[static_cast<std::size_t>(link)].parent) {
    if (link == static_cast<int>(a)) return true;
  }
  return false;
}

/// The best candidates, none above another; of a recorded skeleton also the ends of other branches.
std::vector<EffectorChoice> proposed(const BodyModel& model, const PlacedModel& placed) {
  constexpr int kFewJoints = 3;  // fewer move a neck or a finger, not an arm
  std::vector<EffectorChoice> all = candidates(model, placed);
  std::erase_if(all, [](const EffectorChoice& c) { return c.rank == 0; });
  const bool named = std::any_of(all.begin(), all.end(), [&](const EffectorChoice& c) {
    return c.rank >= 2 && placed.links[c.link].joints_above >= kFewJoints;
  });
  std::vector<EffectorChoice> chosen;
  const int least = named && !model.recording ? 2 : 1;
  for (int rank = 3; rank >= least; --rank) {
    for (const EffectorChoice& one : all) {
      if (one.rank != rank) continue;
      if (named && placed.links[one.link].joints_above < kFewJoints) continue;
      const bool leaf = std::none_of(all.begin(), all.end(), [&](const EffectorChoice& other) {
        return placed.links[other.link].joint != placed.links[one.link].joint &&
               is_ancestor(model, one.link, other.link);
      });
      if (rank == 1 && !leaf) continue;
      const bool taken =
          std::any_of(chosen.begin(), chosen.end(), [&](const EffectorChoice& other) {
            return is_ancestor(model, one.link, other.link) ||
                   is_ancestor(model, other.link, one.link) ||
                   placed.links[other.link].joint == placed.links[one.link].joint;
          });
      if (!taken) chosen.push_back(one);
    }
  }
  std::sort(chosen.begin(), chosen.end(),
            [](const EffectorChoice& a, const EffectorChoice& b) { return a.link < b.link; });
  return chosen;
}

std::vector<EffectorChoice> wished(const BodyModel& model, const PlacedModel& placed,
                                   const std::vector<std::string>& names) {
  const std::vector<EffectorChoice> all = candidates(model, placed);
  std::vector<EffectorChoice> chosen;
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&name](const EffectorChoice& c) { return c.name == name; });
    if (found == all.end()) {
      std::string known;
      for (const EffectorChoice& c : all) known.append(known.empty() ? "" : ", ").append(c.name);
      throw std::invalid_argument(std::string("no moving link or site '")
                                      .append(name)
                                      .append("'; there are ")
                                      .append(known));
    }
    if (std::any_of(chosen.begin(), chosen.end(),
                    [&name](const EffectorChoice& c) { return c.name == name; })) {
      throw std::invalid_argument("the effector '" + name + "' is named twice");
    }
    chosen.push_back(*found);
  }
  return chosen;
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

/// Makes the effectors' recorded places the targets of a scene.
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
  scene.description = "Recorded: " + std::to_string(frames) + " frames, mean jitter " +
                      short_number(mean * 180.0 / std::numbers::pi) + " deg a frame.";
}

std::vector<std::string> names_of(const std::vector<EffectorChoice>& candidates) {
  std::vector<std::string> names;
  names.reserve(candidates.size());
  for (const EffectorChoice& candidate : candidates) names.push_back(candidate.name);
  return names;
}

}  // namespace

std::vector<std::string> proposed_effectors(const BodyModel& model) {
  return names_of(proposed(model, place(model, Base::kAsFile)));
}

Eigen::Matrix3d z_to(const Eigen::Vector3d& direction) {
  const Eigen::Vector3d to = direction.normalized();
  // 1 + cos of the angle, without a difference of almost equal numbers
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

std::vector<std::string> possible_effectors(const BodyModel& model) {
  return names_of(candidates(model, place(model, Base::kAsFile)));
}

Scene scene_of(const BodyModel& model, const BodyWish& wish) {
  PlacedModel placed = place(model, wish.base);
  const bool recorded = model.recording && wish.base == Base::kAsFile;
  if (recorded) {
    for (std::size_t j = 0; j < placed.joints.size(); ++j) {
      placed.joints[j].initial = model.recording->theta(static_cast<Eigen::Index>(j), 0);
    }
  }
  if (placed.joints.empty()) throw std::invalid_argument("no joint moves anything");
  expect_size(placed.joints.size(), wish.effectors.size());
  const std::vector<EffectorChoice> chosen =
      wish.effectors.empty() ? proposed(model, placed) : wished(model, placed, wish.effectors);
  if (chosen.empty()) throw std::invalid_argument("no link that could be an effector");
  expect_size(placed.joints.size(), chosen.size());
  std::vector<ik::Effector> effectors;
  for (const EffectorChoice& one : chosen) {
    const PlacedLink& link = placed.links[one.link];
    effectors.push_back({one.name, link.joint, link.joint_from_link * one.place, wish.aim});
  }
  Scene scene{.id = model.source.empty() ? model.name : model.source,
              .name = model.name,
              .description = {},
              .multibody = ik::Multibody(std::move(placed.joints), std::move(effectors)),
              .targets = {},
              .settings = {}};
  scene.source = model.source;
  scene.recordings = model.recordings;
  if (recorded) scene.recording = model.recording->name;
  scene.visuals = placed_visuals(model, placed, scene.multibody);
  const double link = link_length(scene.multibody);
  if (link > 0.0) scene.settings.set_param("lambda", rounded_to_digits(0.5 * link, 2));
  if (recorded) follow_recording(*model.recording, scene);
  const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
  for (int i = 0; i < scene.multibody.effector_count(); ++i) {
    if (!recorded) scene.targets.push_back(fitted_curve(scene.multibody, i, wish.fit, i));
    if (wish.aim == ik::AimKind::kNone) continue;
    const Eigen::Matrix3d axes = pose.world_from_joint(scene.multibody.effector(i).joint).linear();
    AimCurve aim;
    aim.base = {axes.col(0), axes};
    scene.aims.push_back(aim);
  }
  return scene;
}

}  // namespace lab
