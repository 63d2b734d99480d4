#pragma once

#include <string>
#include <vector>

#include "lab/body/body_model.h"

namespace lab {

/// Where a link ended up: on a joint of the multibody, counted as given.
struct PlacedLink {
  int joint = -1;  // -1: fixed to the world
  ik::Isometry joint_from_link = ik::Isometry::Identity();
  int joints_above = 0;
};

struct PlacedModel {
  std::vector<ik::Joint> joints;
  std::vector<PlacedLink> links;
};

/// The joints of a model, and where its links are on them.
PlacedModel place(const BodyModel& model, Base base);

/// A frame that may become an effector.
struct EffectorChoice {
  std::string name;
  std::size_t link;
  Eigen::Vector3d place;  ///< link's frame, m
  int rank;               ///< 3 tools, 2 hands and feet, 1 others, 0 wheels and sensors
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< link_from_effector
  bool is_site = false;
};

/// All places that may be effectors: links that a joint moves, and sites on them.
std::vector<EffectorChoice> effector_candidates(const BodyModel& model, const PlacedModel& placed);

/// The candidates that look like the hands and feet of a model:
///
///   1. sites and links with names of tools ("tool0", "tcp", "grasp", "end_effector", "gripper")
///   2. links with names of hands and feet ("hand", "palm", "foot", "sole", "ankle_roll")
///   3. links that hold several short branches, as a palm holds fingers, and the ends of other
///      branches but necks: those with at most half as many joints of their own as the longest
///
/// At the end of a branch, it is the farthest of its sites and the ends of its shapes. In a body
/// with a recording, heads are of the second kind ("Head", "rig:Head"). In each branch only the
/// best kind counts, and of that kind the name nearest to the root. Wheels and sensors do not
/// count. Where names of the first two kinds are found, the third does not count.
std::vector<EffectorChoice> proposed_choices(const BodyModel& model, const PlacedModel& placed);

/// The candidates that wish.effectors names. A link has its own frame there, or with wish.at_tips
/// the place that proposed_choices() would give it; a tool stands in that frame. Several tools on
/// one link are numbered: "hand", "hand 2".
/// \throws std::invalid_argument for an unknown name, for one that a link and a site share where
///   the wish does not say which, and for a frame that is named twice
std::vector<EffectorChoice> choices_named(const BodyModel& model, const PlacedModel& placed,
                                          const BodyWish& wish);

}  // namespace lab
