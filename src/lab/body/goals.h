#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lab/body/body_model.h"
#include "lab/track/setup.h"

namespace lab {

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
Setup with_effector(const Setup& setup, const Pull& pull, CurveFit fit = CurveFit::kInAndOut);

/// The set-up without effector i, its target and its aim. \pre at least two effectors
Setup without_effector(const Setup& setup, int i);

/// A scene of its own with the targets, weights and settings that a set-up has now: those of the
/// front lane. Held targets stand still.
Scene scene_of(const Setup& setup);

}  // namespace lab
