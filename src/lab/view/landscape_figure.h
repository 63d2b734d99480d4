#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/plot/heat_map.h"
#include "lab/track/tracker.h"

namespace lab {

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

/// The height of the legend below the map.
double legend_height(const LandscapeFigure& figure, const PlotStyle& style);

/// Draws the map, the paths with a dot at their ends, the solutions as squares, and below `room`
/// the legend.
/// \param room without the legend
void draw(const LandscapeFigure& figure, const Box& room, const PlotStyle& style, Painter& painter);

}  // namespace lab
