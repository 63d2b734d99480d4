#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "lab/track/setup.h"

namespace lab {

/// The joints of a multibody in the given order, as input for another multibody.
std::vector<ik::Joint> given_joints(const ik::Multibody& multibody);
/// The effectors, with `joint` as an index in that order.
std::vector<ik::Effector> given_effectors(const ik::Multibody& multibody);

/// The loops, with their joints as indices in that order.
std::vector<ik::Loop> given_loops(const ik::Multibody& multibody);

/// The body with weight 0 for some joints. \param held by joint in the solver's order
ik::Multibody with_held_joints(const ik::Multibody& multibody,
                               const std::function<bool(int joint)>& held);
/// The scene's body with weight 0 for all joints outside the group that moves alone.
ik::Multibody moving_body(const Scene& scene);

/// A name that no entry of the list has: `stem`, or `stem` with a number: "point 2".
template <class List>
std::string new_name(const std::string& stem, const List& list) {
  std::string name = stem;
  for (int number = 2; std::ranges::count(list, name, &List::value_type::name) > 0; ++number) {
    name = stem + " " + std::to_string(number);
  }
  return name;
}

/// The setup with one more effector, as the last one, at the pulled point of a link. Its target
/// gets a fitted curve. Lanes, weights and the other targets stay; the link is released.
Setup with_effector(const Setup& setup, const Pull& pull);

/// The setup without effector i, its target and its aim. \pre at least two effectors
Setup without_effector(const Setup& setup, int i);

/// A new scene with the present targets and weights of a setup and the settings of its front lane.
/// Held targets stand still.
Scene scene_of(const Setup& setup);

}  // namespace lab
