#pragma once

#include <string>
#include <vector>

#include "lab/body/placed_model.h"

namespace lab {

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
