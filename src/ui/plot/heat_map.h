#pragma once

#include <array>
#include <optional>

#include "lab/plot/heat_map.h"
#include "ui/kit/theme.h"

namespace ui {

/// Where the pointer is on a map, in cells and in the units of its axes.
struct MapReading {
  int column, row;
  double x, y;
  bool held;  ///< pressed, or dragged from there to wherever it is
};

/// The item "##id" of a map that is drawn, of its cells alone.
/// \param help on hover of the title: what is shown, and where it comes from
/// \returns what the pointer reads, where it is over the map or was pressed there
std::optional<MapReading> map_item(const Theme& theme, const char* id, const lab::HeatMap& map,
                                   const lab::MapLayout& layout, const char* help);

/// Draws a knob where something stands on both axes, in their units; off the map it is at its edge.
void draw_knob(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells,
               const std::array<double, 2>& at);

/// Draws a frame about a cell.
void frame_cell(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells, int column,
                int row);

}  // namespace ui
