#pragma once

#include <span>
#include <string>
#include <vector>

#include "ui/panels/sweep_panel.h"

namespace ui {

/// Names of the settings and parameters that can be varied for this body and method.
std::vector<std::string> sweep_names(const lab::Tracker& tracker);

/// The sweep of the page, with its two axes, ranges and presets. Replaces names that the method
/// does not have.
SweepWish sweep_wish(const SweepPanel& panel, const lab::Tracker& tracker);

/// Why these axes cannot be swept; empty if they can.
std::string sweep_fault(std::span<const lab::SweepAxis> axes);

/// The contents of the popup: ranges, number of cells, steps, and whether sweeps start
/// automatically.
void sweep_settings(const Theme& theme, std::span<const lab::SweepAxis> axes, SweepPanel& panel);

}  // namespace ui
