#pragma once

#include <string>
#include <vector>

#include "lab/body/effector_choice.h"

/// Names of a model's effectors, with the base as in its file.
namespace effector_names {

inline std::vector<std::string> of(const std::vector<lab::EffectorChoice>& choices) {
  std::vector<std::string> names;
  for (const lab::EffectorChoice& choice : choices) names.push_back(choice.name);
  return names;
}

inline std::vector<std::string> proposed(const lab::BodyModel& model) {
  return of(lab::proposed_choices(model, lab::place(model, lab::Base::kAsFile)));
}

inline std::vector<std::string> possible(const lab::BodyModel& model) {
  return of(lab::effector_candidates(model, lab::place(model, lab::Base::kAsFile)));
}

}  // namespace effector_names
