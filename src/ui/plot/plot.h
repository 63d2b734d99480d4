#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lab/plot/draw_plot.h"
#include "lab/plot/heat_map.h"
#include "lab/plot/painter.h"
#include "lab/plot/scatter.h"
#include "ui/kit/theme.h"

namespace ui {

/// A painter on a draw list of Dear ImGui, in the display's coordinates.
class ImGuiPainter final : public lab::Painter {
 public:
  /// \param picture cells() draws this picture of them, its upper row first; null: every cell
  ImGuiPainter(const Theme& theme, ImDrawList& list, ImTextureID picture = nullptr)
      : theme_(theme), list_(list), picture_(picture) {}

  void line(std::span<const lab::Point> points, const lab::Pen& pen) override;
  void rectangle(const lab::Box& box, lab::Color color) override;
  void disc(lab::Point center, double radius, lab::Color color) override;
  void cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) override;
  void text(lab::Point at, const std::string& words, const lab::Letters& letters,
            lab::Align align) override;
  double text_width(const std::string& words, const lab::Letters& letters) const override;
  void clip(const lab::Box& box) override;
  void unclip() override { list_.PopClipRect(); }

 private:
  const ImFont* font(const lab::Letters& letters) const;

  const Theme& theme_;
  ImDrawList& list_;
  ImTextureID picture_;
  std::vector<ImVec2> path_;  // scratch of line()
};

/// The style of plots in the window.
lab::PlotStyle plot_style(const Theme& theme);

inline ImVec2 vec(lab::Point point) {
  return {static_cast<float>(point.x), static_cast<float>(point.y)};
}
lab::Box box_of(ImVec2 corner, ImVec2 size);

/// Draws a plot as an item. Under the pointer it has a cursor with the values there.
void draw_plot(const Theme& theme, const char* id, const lab::Plot& plot, ImVec2 size,
               const char* help);

/// Draws a vertical line with a handle at a value of the x axis, if it is in the frame.
void draw_playhead(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x);

/// The values of all series at an x; NaN is left out.
struct CursorValues {
  double x = 0.0;
  std::vector<double> values;
};

/// The box beside a cursor.
struct CursorBox {
  /// The second cursor: the box also shows the differences to its values. Null: none.
  const CursorValues* from = nullptr;
  std::string note = {};  ///< further lines of the box
  /// Where the box ends if curves fill the frame, display coordinates; none: at its upper edge.
  std::optional<double> above = {};
};

/// Draws a vertical line with a dot on every visible series, and a box with their values and with
/// the name of the band's stretch: beside the line where no curve is, else above the plot.
void draw_cursor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at, const CursorBox& box = {});

/// Draws the vertical line of the second cursor, if it is in the frame.
void draw_anchor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at);

/// Rounds the upper end of a y axis: live plots seldom change their scale. At most six decades.
void calm(lab::Axis& axis);

/// The pointer or the keyboard's cell on a map, in cells and in the units of its axes.
struct MapReading {
  int column, row;
  double x, y;
  bool held;  ///< the button was pressed on the map and is still down, or Enter takes the cell
};

/// Adds the item "##map" that covers the cells of a map.
/// \param present point in the units of the axes from which arrows start, clamped to the map
/// \param help    hint of the title: what is shown, and its source
/// \returns the position of the pointer while it is over the map or dragged from it; else the
/// cell of the keyboard, see cell_by_keys()
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

void frame_cell(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells, int column,
                int row);

struct ScatterItem {
  lab::Box frame;
  std::optional<std::size_t> dot;  ///< index of the dot under the pointer
};
/// Draws a figure of dots as an item, marked as "group/figure"; `help` is the hint of its heading.
/// \param near largest distance of the pointer from a dot, design points
ScatterItem scatter_item(const Theme& theme, const char* group, const lab::Scatter& figure,
                         ImVec2 size, double near, std::string_view help);

}  // namespace ui
