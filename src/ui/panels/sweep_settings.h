#pragma once

#include <span>

#include "ui/panels/sweep_panel.h"

namespace ui {

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

}  // namespace ui
