#pragma once

#include <array>
#include <optional>

#include "lab/plot/heat_map.h"
#include "ui/kit/theme.h"

namespace ui {

/// Position of the pointer or of the keyboard's cell on a map, in cells and in the units of its
/// axes.
struct MapReading {
  int column, row;
  double x, y;
  bool held;  ///< the button was pressed on the map and is still down, or Enter takes the cell
};

/// Adds the item "##map" that covers the cells of a map.
/// \param present point in the units of the axes from which arrows start, clamped to the map
/// \param help    hint of the title: what is shown, and its source
/// \returns the position of the pointer while it is over the map or dragged from it; else the cell
/// of the keyboard, see cell_by_keys()
std::optional<MapReading> map_item(const Theme& theme, const char* id, const lab::HeatMap& map,
                                   const lab::MapLayout& layout,
                                   const std::array<double, 2>& present, const char* help);

/// Index of the column or row at a share of a map's width or height, which is clamped to the map.
int map_index(double share, int count);

/// A cell of a map: its column, and its row from the bottom.
struct MapCell {
  int column, row;
  bool taken = false;  ///< Enter or Space pressed the map
};
/// The cell that arrows move while the map has the keyboard's focus: by a cell, on a fine map by a
/// thirty-second of it, with Shift by a cell. None without the focus.
/// Call it after the map's item.
/// \param size  number of columns and rows
/// \param begin where the cell is when the focus comes
std::optional<MapCell> cell_by_keys(const MapCell& size, const MapCell& begin);

/// Draws a knob at a point in the units of the axes, clamped to the map. An infinite value gets a
/// label: "Clamp D_max off".
void draw_knob(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells,
               const std::array<double, 2>& at);

/// Draws a frame around a cell.
void frame_cell(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells, int column,
                int row);

}  // namespace ui
