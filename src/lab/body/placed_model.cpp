#include "lab/body/placed_model.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "ik/math/elementary.h"

namespace lab {
namespace {

ik::Isometry moved_by(const Eigen::Vector3d& way) {
  return ik::Isometry(Eigen::Translation3d(way));
}

constexpr std::size_t kFreeJoints = 6;

/// The joints of a body that is free in space: slides along x, y, z, then hinges about x, y, z.
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
  std::vector<ModelJoint> free = free_joints();
  if (link.motion == LinkMotion::kBall) free.resize(kFreeJoints / 2);
  joints.insert(joints.begin(), free.begin(), free.end());
  return joints;
}

}  // namespace

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

}  // namespace lab
