#pragma once

#include <string>
#include <vector>

#include "lab/body/body_model.h"

namespace lab {

/// A frame that may become an effector.
struct EffectorChoice {
  std::string name;
  std::size_t link;
  Eigen::Vector3d place;  ///< origin in the link's frame, m
  int rank;               ///< 3 tools, 2 hands and feet, 1 others, 0 wheels and sensors
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< link_from_effector
  bool is_site = false;
};

/// All frames that may be effectors: links that a joint moves, and their sites.
std::vector<EffectorChoice> effector_candidates(const BodyModel& model, const PlacedModel& placed);

/// The likely hands and feet of a model, by kind:
///
///   1. sites and links with names of tools ("tool0", "tcp", "grasp", "end_effector", "gripper")
///   2. links with names of hands and feet ("hand", "palm", "foot", "sole", "ankle_roll")
///   3. links with several short branches, as a palm holds fingers, and the ends of other branches.
///      Necks do not count: branches with at most half as many own joints as the longest one.
///
/// The effector of an end link is the farthest of its sites and its shapes' ends. In a body with a
/// recording, heads are of kind 2 ("Head", "rig:Head"). In each branch only the best kind counts,
/// and in that kind the name nearest to the root. Wheels and sensors do not count. Kind 3 does not
/// count if kinds 1 and 2 are found, except with a recording.
std::vector<EffectorChoice> proposed_choices(const BodyModel& model, const PlacedModel& placed);

/// The candidates that wish.effectors names. A link is placed at its own frame, or with
/// wish.at_tips as in proposed_choices(); a tool is placed relative to that. Several tools on one
/// link are numbered: "hand", "hand 2".
/// \throws std::invalid_argument for an unknown name, a name that is both a link and a site if the
/// wish does not say which, and a frame that is named twice
std::vector<EffectorChoice> choices_named(const BodyModel& model, const PlacedModel& placed,
                                          const BodyRequest& wish);

}  // namespace lab
