#pragma once

#include <array>
#include <optional>

#include "lab/sweep/heat_map.h"
#include "ui/kit/theme.h"

namespace ui {

/// What a map has besides its data.
struct MapExtras {
  const char* help = "";  ///< on hover of the title: what is shown, and where it comes from
  bool numbers = true;    ///< at the left; a map beside another one need not repeat them
  bool outline = true;
  /// Where something stands on both axes, in their units; off the map it is at its edge.
  std::optional<std::array<double, 2>> point = {};
};

/// Where the pointer is on a map, in cells and in the units of its axes.
struct MapReading {
  int column, row;
  double x, y;
  bool held;  ///< pressed, or dragged from there to wherever it is
};

/// How much of a map's width its numbers take on the left, and its scale on the right.
float map_numbers_width(const Theme& theme);
float map_scale_width(const Theme& theme, const lab::HeatMap& map);

/// Draws a map with ticks, marks, outline and the scale of its colours. Leaves the item "##id"
/// behind, of the cells alone.
/// \param size in the display's coordinates, of all of it
/// \returns what the pointer reads, where it is over the map or was pressed there
std::optional<MapReading> draw_heat_map(const Theme& theme, const char* id, const lab::HeatMap& map,
                                        ImVec2 size, const MapExtras& extras = {});

/// Draws a mark's sign.
void draw_mark(const Theme& theme, ImDrawList& list, lab::HeatMap::MarkShape shape, ImVec2 at);

/// A frame about a cell of the last map that was drawn, whose cells are in [min, max].
void frame_cell(const Theme& theme, const lab::HeatMap& map, ImVec2 min, ImVec2 max, int column,
                int row);

}  // namespace ui
