#pragma once

#include <array>
#include <optional>

#include "lab/plot/heat_map.h"
#include "lab/track/tracker.h"

namespace lab {

/// The map of what a body of two joints wants to make small, over all its poses:
///
///   F(theta_1, theta_2) = 1/2 sum_g w_g |e_g|^2,  m^2
///
/// with the plain errors, no D_max and no lead, of the tracker's present targets, aims and weights:
/// theta_1 across and theta_2 up, in rad or m, each over its limits, or half a turn
/// to either side (1 m for a slide) where it has none.
class Landscape {
 public:
  static constexpr int kCells = 56;  ///< a side
  /// How far a target goes before the map is made anew, as a share of the body's reach.
  static constexpr double kStale = 2e-3;

  /// Makes the map anew where the scene, a weight or an aim is another one, or a target moved
  /// enough. \returns whether it did \pre two joints
  bool refresh(const Tracker& tracker);

  const HeatMap& map() const { return map_; }
  /// Where a pose stands on the map, x and y from 0 to 1; turned by whole turns into a joint's
  /// range where it has no limits.
  std::array<double, 2> place(const Tracker& tracker, double theta_1, double theta_2) const;

 private:
  HeatMap map_;
  std::vector<double> of_;  // all that the map depends on
  double reach_ = 1.0;      // m
};

/// Both ways of a two-link arm to reach its target (ik::TwoLink), if the body is one.
std::optional<std::array<Eigen::Vector2d, 2>> closed_form(const Tracker& tracker);

}  // namespace lab
