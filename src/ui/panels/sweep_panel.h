#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/heat_map.h"
#include "lab/sweep/sweep.h"
#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

struct SweepShown {
  const lab::Sweep* sweep = nullptr;  ///< null: nothing yet
  const lab::SweepResults* results = nullptr;
  const std::vector<lab::HeatMap>* maps = nullptr;  ///< error and jitter
  bool stale = false;                               ///< the page asks for another sweep
  bool running = false;                  ///< the sweep that the page asks for is being computed
  double done = 0.0;                     ///< its progress, 0 to 1
  const std::string* trouble = nullptr;  ///< why the sweep is impossible; null: it is possible
};

struct SweepRange {
  double low, high;
  bool logarithmic;
};

struct SweepPanel {
  std::array<std::string, 2> names{
      lab::knob::kDamping.name,
      lab::knob::kDMax.name};  ///< what the axes show, if the method has them
  std::map<std::string, SweepRange, std::less<>> ranges;  ///< by the axis's name
  std::size_t length = 1, grid = 1;                       ///< indices of presets
  bool live = true;
};

struct SweepData {
  const SweepShown& sweep;
  const lab::Tracker& tracker;  ///< the front lane's
  const std::string& folder;    ///< where recordings are saved, as an absolute path
};

/// Maps of error and jitter of the front lane's method over two settings or parameters. A point
/// shows the present values; a press or a drag moves it and changes the settings, as one change.
void sweep_panel(const Theme& theme, const SweepData& data, ImVec2 size, SweepPanel& panel,
                 Edit& edit);

/// The sweep of the page, with its two axes, ranges and presets. Replaces names that the method
/// does not have.
SweepWish sweep_wish(const SweepPanel& panel, const lab::Tracker& tracker);

/// Why these axes cannot be swept; empty if they can.
std::string sweep_fault(std::span<const lab::SweepAxis> axes);

}  // namespace ui
