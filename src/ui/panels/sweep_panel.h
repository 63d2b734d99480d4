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

/// A number of steps, of which the first are left out.
struct SweepLength {
  const char* name;
  long steps, warmup;
};
std::span<const SweepLength> sweep_lengths();

/// The names of all that can be varied on this body with this method.
std::vector<std::string> sweep_names(const lab::Tracker& tracker);

/// The two axes that the page wants, as far as the method has them, over the ranges and with the
/// number of values that it asks for.
std::vector<lab::SweepAxis> sweep_axes(const SweepPanel& panel, const lab::Tracker& tracker);

/// Puts a setting or parameter on an axis; one that is on the other one changes places with it.
void choose_axis(SweepPanel& panel, std::span<const lab::SweepAxis> axes, std::size_t which,
                 const std::string& name);

/// Why these axes cannot be swept; empty if they can.
std::string sweep_fault(std::span<const lab::SweepAxis> axes);

/// Ranges, number of cells, steps and whether it begins by itself: what opens over the page.
void sweep_settings(const Theme& theme, std::span<const lab::SweepAxis> axes, SweepPanel& panel);

/// Error and jitter of the front lane's method over two of its settings or parameters. A point on
/// both maps stands where the sliders are; to press or drag moves it, and the sliders, as one
/// change.
/// \param tracker the front lane's
/// \param folder  where a sweep is saved, as a whole path
void sweep_panel(const Theme& theme, const SweepShown& sweep, const lab::Tracker& tracker,
                 const std::string& folder, ImVec2 size, SweepPanel& panel, Edit& edit);

}  // namespace ui
