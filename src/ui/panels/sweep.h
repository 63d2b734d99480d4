#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "lab/plot/heat_map.h"
#include "lab/sweep/sweep.h"

namespace ui {

/// The sweep that the page of the map wants, in every frame in which it is open.
struct SweepWish {
  std::vector<lab::SweepAxis> axes;  ///< two; the first runs across
  long steps = 0, warmup = 0;
  bool live = true;     ///< begins by itself, whenever what is shown is of something else
  bool start = false;   ///< now; goes on where it was cancelled
  bool cancel = false;  ///< and does not begin by itself until something changes
  bool save = false;    ///< what is shown
};

/// What is known of a sweep. Refers to what the application owns.
struct SweepShown {
  const lab::Sweep* sweep = nullptr;  ///< null: nothing yet
  const lab::SweepResults* results = nullptr;
  const std::vector<lab::HeatMap>* maps = nullptr;  ///< error and jitter
  bool stale = false;                               ///< it is not the one that is wanted
  bool running = false;                             ///< the one that is wanted
  double done = 0.0;                                ///< its share that is computed
  const std::string* trouble = nullptr;             ///< why it cannot be had
};

/// The ends of an axis that the user wants instead of its slider's.
struct SweepRange {
  double low, high;
  bool logarithmic;
};

/// What the page remembers.
struct SweepPanel {
  std::array<std::string, 2> names{"lambda", "d-max"};  ///< of the axes, where the method has them
  std::map<std::string, SweepRange, std::less<>> ranges;  ///< by the axis's name
  std::size_t length = 1, grid = 1;                       ///< presets
  bool live = true;
};

}  // namespace ui
