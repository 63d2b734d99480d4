#pragma once

#include <array>
#include <optional>

#include "lab/plot/heat_map.h"
#include "ui/kit/theme.h"

namespace ui {

/// Position of the pointer on a map, in cells and in the units of its axes.
struct MapReading {
  int column, row;
  double x, y;
  bool held;  ///< the button was pressed on the map and is still down
};

/// Adds the item "##map" that covers the cells of a map.
/// \param help hint of the title: what is shown, and its source
/// \returns the position of the pointer while it is over the map or dragged from it
std::optional<MapReading> map_item(const Theme& theme, const char* id, const lab::HeatMap& map,
                                   const lab::MapLayout& layout, const char* help);

/// Draws a knob at a point in the units of the axes, clamped to the map. An infinite value gets a
/// label: "Clamp D_max off".
void draw_knob(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells,
               const std::array<double, 2>& at);

/// Draws a frame around a cell.
void frame_cell(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells, int column,
                int row);

}  // namespace ui
