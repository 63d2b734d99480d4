#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/heat_map.h"
#include "lab/track/tracker.h"

namespace lab {

/// A heat map of the objective over all poses of a body with two joints:
///
///   F(theta_1, theta_2) = 1/2 sum_g w_g |e_g|^2,  m^2
///
/// It uses the tracker's present targets, aims and weights, without D_max and lead. theta_1 is
/// across and theta_2 up, in rad or m, between the joint limits. Without limits the range is -pi to
/// pi, for a slide -1 m to 1 m.
class Landscape {
 public:
  static constexpr int kCells = 56;  ///< per side
  /// The map is recomputed after this motion of a target, as a share of the body's reach.
  static constexpr double kStale = 2e-3;

  /// Recomputes the map if scene, weights or aims have changed, or a target has moved by kStale.
  /// \returns true if it recomputed the map
  /// \pre two joints
  bool refresh(const Tracker& tracker);

  const HeatMap& map() const { return map_; }
  /// The position of a pose on the map, x and y from 0 to 1; angles without limits modulo 2 pi.
  std::array<double, 2> place(const Tracker& tracker, double theta_1, double theta_2) const;

 private:
  HeatMap map_;
  std::vector<double> of_;  // all numbers that the map depends on
  double reach_ = 1.0;      // m
};

/// Both poses in which a two-link arm reaches its target (ik::TwoLink); nothing for other bodies.
std::optional<std::array<Eigen::Vector2d, 2>> closed_form(const Tracker& tracker);

/// The landscape of a body of two joints with the ways of methods on it. Points are shares of the
/// map's sides, from its lower left corner, y upwards.
struct LandscapeFigure {
  struct Path {
    std::string label;
    Color color;
    std::vector<Point> points;  ///< after every update; the first is the start
  };
  HeatMap map;
  std::vector<Path> paths;
  std::vector<Point> solutions;  ///< closed_form()
};

/// The landscape of the trackers' present targets, which stand, and the way of every method from
/// the tracker's present pose. The trackers' further steps do not change.
/// \pre at least one tracker; the body has two joints
LandscapeFigure landscape_figure(std::span<const Tracker> trackers, int updates);

double legend_height(const LandscapeFigure& figure, const PlotStyle& style);

/// Draws the map, paths that end in a dot, solutions as squares, and below `room` the legend.
/// \param room without the legend
void draw(const LandscapeFigure& figure, const Box& room, const PlotStyle& style, Painter& painter);

}  // namespace lab
