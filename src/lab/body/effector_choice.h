#pragma once

#include <string>
#include <vector>

#include "lab/body/body_model.h"

namespace lab {

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

/// The joints of a model, and where its links are on them.
PlacedModel place(const BodyModel& model, Base base);

/// A place that may become an effector.
struct EffectorChoice {
  std::string name;
  std::size_t link;
  Eigen::Vector3d place;  ///< link's frame, m
  int rank;               ///< 3 tools, 2 hands and feet, 1 others, 0 wheels and sensors
};

/// All places that may be effectors: links that a joint moves, and sites on them.
std::vector<EffectorChoice> effector_candidates(const BodyModel& model, const PlacedModel& placed);

/// The candidates that proposed_effectors() names.
std::vector<EffectorChoice> proposed_choices(const BodyModel& model, const PlacedModel& placed);

/// The candidates of these names.
/// \throws std::invalid_argument for an unknown name, or one that is named twice
std::vector<EffectorChoice> choices_named(const BodyModel& model, const PlacedModel& placed,
                                          const std::vector<std::string>& names);

}  // namespace lab
