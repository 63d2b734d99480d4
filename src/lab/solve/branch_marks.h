#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lab/solve/solution_search.h"

namespace lab {

/// What a picture says where branches of solutions meet, or where one leaves the limits.
struct BranchMark {
  Eigen::Vector3d place;  ///< m, world axes: the joint that is straight, or at its limit
  std::string text;       ///< "elbow: two poses meet here", "joint A3 at its limit"
  std::vector<std::string> names = {};  ///< the solutions: a line for each pair, or for one
};

/// The pose (n) halfway between two that meet, hinges by the shorter way.
ik::VectorX middle_of(const ik::Multibody& body, const BranchEvent& event);

/// The marks of events. Pairs that meet in one way at one place share a mark. The way is the part
/// on whose two sides the poses are, see Postures; without words it is det J = 0, at the joint in
/// which the poses differ most.
/// \param name_of the solution of a number
std::vector<BranchMark> branch_marks(const ik::Multibody& body, const Postures& postures,
                                     std::span<const BranchEvent> events,
                                     const std::function<std::string(int)>& name_of);

}  // namespace lab
