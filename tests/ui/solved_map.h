#pragma once

#include <array>
#include <string>
#include <vector>

#include "lab/solve/basin_figure.h"
#include "lab/solve/solution_names.h"
#include "ui/panels/pages.h"

/// A complete map of start poses of a tracker's lane, with its solutions, as the page "Reach" shows
/// it.
struct SolvedMap {
  /// \pre two joints move
  SolvedMap(const lab::Tracker& tracker, int side)
      : basins(lab::StandingLane(tracker), usual_plane(lab::StandingLane(tracker), side)),
        map(basins) {
    map.compute(basins, basins.count());
    figure = lab::basin_figure(basins, map, false);
    // the page says these in its own words
    figure.legend.clear();
    figure.title.clear();
    figure.subtitle.clear();
    const std::vector<std::string> names = lab::names_of(basins, map);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const lab::BasinSolution& known = map.solutions()[i];
      solutions.push_back({.theta = known.theta,
                           .pose = ik::pose_at(tracker.multibody(), known.theta),
                           .name = names[i],
                           .hue = known.hue,
                           .share = 0.5});
    }
  }

  static lab::BasinPlane usual_plane(const lab::StandingLane& lane, int side) {
    const std::array<int, 2> joints = lab::plane_joints(lane).value();
    return lab::plane_of(lane, joints[0], joints[1], side);
  }

  ui::ReachShown shown() const {
    return {.basins = &basins, .map = &map, .figure = &figure, .solutions = solutions};
  }

  lab::Basins basins;
  lab::BasinMap map;
  lab::BasinFigure figure;
  std::vector<ui::ShownSolution> solutions;
};
