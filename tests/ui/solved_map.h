#pragma once

#include <array>
#include <vector>

#include "lab/solve/basin_figure.h"
#include "lab/solve/solution_names.h"
#include "ui/panels/reach_panel.h"

/// A complete map of start poses of a tracker's lane, with its solutions, as the page "Reach" shows
/// it.
struct SolvedMap {
  /// \param joints of the axes, in the solver's order
  SolvedMap(const lab::Tracker& tracker, const std::array<int, 2>& joints, int side)
      : basins(lab::StandingLane(tracker),
               lab::plane_of(lab::StandingLane(tracker), joints[0], joints[1], side)),
        map(basins) {
    map.compute(basins, basins.count());
    figure = lab::basin_figure(basins, map, false);
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

  ui::ReachShown shown() const {
    return {.basins = &basins, .map = &map, .figure = &figure, .done = 1.0, .solutions = solutions};
  }

  lab::Basins basins;
  lab::BasinMap map;
  lab::BasinFigure figure;
  std::vector<ui::ShownSolution> solutions;
};
