#include "ui/panels/matrix_view.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"
#include "ui/panels/scope.h"
#include "ui/plot/plot.h"

namespace ui {
namespace {

constexpr float kMinCell = 5.0F, kMaxWide = 110.0F, kMaxTall = 72.0F;  ///< design points
constexpr float kSlim = 48.0F;       ///< design points, height that also narrow cells may have
constexpr float kMaxUpright = 1.4F;  ///< height / width of other cells
constexpr float kMaxNames = 0.28F;   ///< share of the width for the names of rows
constexpr float kColorBar = 44.0F;   ///< design points, width with its numbers
constexpr float kBarGap = 8.0F;      ///< design points

/// Black or white: the one with the better contrast.
ImU32 ink_on(lab::Color ground) {
  const float light = 0.299F * ground.r + 0.587F * ground.g + 0.114F * ground.b;
  return light > 0.5F ? IM_COL32(20, 22, 26, 255) : IM_COL32(240, 242, 245, 255);
}

struct MatrixGrid {
  ImVec2 corner;  // the first cell's
  float wide, tall;
  float names;  // width of the rows' names; 0: no room
  float head;   // height of the columns' names

  float x(double column) const { return corner.x + wide * static_cast<float>(column); }
  float y(double row) const { return corner.y + tall * static_cast<float>(row); }
};

MatrixGrid measure(const Theme& theme, const lab::MatrixView& view, ImVec2 size) {
  const ImFont* font = theme.font.small;
  MatrixGrid grid{};
  grid.head = line_height(font) + theme.px(2);
  const auto rows = static_cast<float>(view.row_count());
  const auto columns = static_cast<float>(view.column_count());
  const float fair = (size.y - grid.head) / rows;
  if (fair >= line_height(font) - theme.px(2)) {
    for (const std::string& name : view.rows) {
      grid.names = std::max(grid.names, text_width(font, name.c_str()) + theme.px(6));
    }
    grid.names = std::min(grid.names, kMaxNames * size.x);
  }
  grid.wide = std::clamp((size.x - grid.names) / columns, theme.px(kMinCell), theme.px(kMaxWide));
  const float most =
      std::max(theme.px(kSlim), std::min(theme.px(kMaxTall), kMaxUpright * grid.wide));
  grid.tall = std::clamp(fair, theme.px(kMinCell), most);
  return grid;
}

/// The room beside the colour bar.
ImVec2 room_of_cells(const Theme& theme, ImVec2 size) {
  return {std::max(size.x - theme.px(kColorBar) - theme.px(kBarGap), theme.px(40)), size.y};
}

void draw_names(const Theme& theme, const lab::MatrixView& view, const MatrixGrid& grid,
                const std::optional<MatrixCell>& hovered) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImFont* font = theme.font.small;
  const auto ink = [&theme](bool lit) {
    return packed(lit ? theme.color.text : theme.color.muted);
  };
  if (grid.names > 0.0F) {
    for (int r = 0; r < view.row_count(); ++r) {
      const ImVec2 at{grid.corner.x - grid.names, grid.y(r + 0.5) - 0.5F * line_height(font)};
      list.PushClipRect(at, {grid.corner.x - theme.px(3), at.y + 2.0F * line_height(font)}, true);
      list.AddText(font, line_height(font), at, ink(hovered && hovered->row == r),
                   view.rows[static_cast<std::size_t>(r)].c_str());
      list.PopClipRect();
    }
  }
  // leave out names that would overlap; the first and the last stay beside the cells
  const float end = grid.x(view.column_count());
  float free_from = grid.corner.x - 1.0F;
  for (int c = 0; c < view.column_count(); ++c) {
    const char* name = view.columns[static_cast<std::size_t>(c)].c_str();
    const float width = text_width(font, name);
    const float left = grid.x(c + 0.5) - 0.5F * width;
    const float at = std::max(std::min(left, end - width), grid.corner.x);
    if (at < free_from && c > 0) continue;
    list.AddText(font, line_height(font), {at, grid.corner.y - grid.head},
                 ink(hovered && hovered->column == c), name);
    free_from = at + width + theme.px(6);
  }
}

/// Font and decimals of a matrix's entries.
struct Digits {
  const ImFont* font;  // null: the cells are too small for numbers
  int decimals;
};

/// The most digits that fit in every cell, with the same decimals for all.
Digits digits_for(const Theme& theme, const lab::MatrixView& view, const MatrixGrid& grid) {
  const int before = view.most >= 1.0 ? static_cast<int>(std::log10(view.most)) : 0;
  const auto fits = [&](const Digits& digits, float pad, float height) {
    const std::string widest = format("-%.*f", digits.decimals, view.most);
    return grid.wide >= text_width(digits.font, widest.c_str()) + theme.px(pad) &&
           grid.tall >= height * line_height(digits.font);
  };
  const Digits large{theme.font.numbers, std::max(3 - before, 0)};
  if (fits(large, 8, 1.6F)) return large;
  const Digits small{theme.font.small_numbers, std::max(2 - before, 0)};
  return fits(small, 8, 1.0F) ? small : Digits{nullptr, 0};
}

/// The entry as text; what rounds to 0 has no sign.
std::string entry_text(double value, int decimals) {
  std::string text = format("%.*f", decimals, value);
  if (text.find_first_of("123456789") == std::string::npos && value < 0.0) text.erase(0, 1);
  return text;
}

void draw_cells(const Theme& theme, const lab::MatrixView& view, const MatrixGrid& grid,
                double scale) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Digits digits = digits_for(theme, view, grid);
  const ImFont* font = digits.font;
  const float gap = grid.tall > theme.px(8) && grid.wide > theme.px(8) ? 1.0F : 0.0F;
  for (int r = 0; r < view.row_count(); ++r) {
    for (int c = 0; c < view.column_count(); ++c) {
      const double value = view.values(r, c);
      const lab::Color color = lab::signed_color_at(value / scale, theme.dark);
      const ImVec2 at{grid.x(c), grid.y(r)};
      list.AddRectFilled(at, {at.x + grid.wide - gap, at.y + grid.tall - gap},
                         packed(to_imgui(color)));
      // structural zeros stay blank, to show the tree
      if (font == nullptr || value == 0.0) continue;
      const std::string text = entry_text(value, digits.decimals);
      const float width = text_width(font, text.c_str());
      list.AddText(font, line_height(font),
                   {at.x + 0.5F * (grid.wide - gap - width),
                    at.y + 0.5F * (grid.tall - gap - line_height(font))},
                   ink_on(color), text.c_str());
    }
  }
}

void show_entry(const Theme& theme, const lab::MatrixView& view, const MatrixGrid& grid,
                const MatrixCell& cell) {
  const auto row = static_cast<std::size_t>(cell.row),
             column = static_cast<std::size_t>(cell.column);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = packed(faded(theme.color.text, 0.85F));
  list.AddRect({grid.x(0), grid.y(cell.row)}, {grid.x(view.column_count()), grid.y(cell.row + 1)},
               ink);
  list.AddRect({grid.x(cell.column), grid.y(0)},
               {grid.x(cell.column + 1), grid.y(view.row_count())}, ink);
  const char* unit = view.units[column].c_str();
  const auto tooltip = in_tooltip();
  const auto font = in_font(theme.font.small_numbers);
  ImGui::Text("%s, %s", view.rows[row].c_str(), view.columns[column].c_str());
  ImGui::Text("%.6g%s%s", view.values(cell.row, cell.column), *unit == '\0' ? "" : " ", unit);
}

/// A colour bar from -most at the foot to most.
void draw_color_bar(const Theme& theme, ImVec2 corner, ImVec2 size, double most) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr int kPieces = 32;
  const float wide = theme.px(8), each = size.y / kPieces;
  for (int i = 0; i < kPieces; ++i) {
    const float top = corner.y + each * static_cast<float>(kPieces - 1 - i);
    list.AddRectFilled(
        {corner.x, top}, {corner.x + wide, top + each + 1.0F},
        packed(to_imgui(lab::signed_color_at(2.0 * ((i + 0.5) / kPieces) - 1.0, theme.dark))));
  }
  const ImFont* font = theme.font.small_numbers;
  const float left = corner.x + wide + theme.px(4);
  list.AddText(font, line_height(font), {left, corner.y}, packed(theme.color.muted),
               format("%.3g", most).c_str());
  list.AddText(font, line_height(font), {left, corner.y + size.y - line_height(font)},
               packed(theme.color.muted), format("-%.3g", most).c_str());
}

}  // namespace

float matrix_height(const Theme& theme, const lab::MatrixView& view, float width) {
  const MatrixGrid grid = measure(theme, view, room_of_cells(theme, {width, 1e6F}));
  return grid.head + grid.tall * static_cast<float>(view.row_count());
}

std::optional<MatrixCell> draw_matrix(const Theme& theme, const lab::MatrixView& view,
                                      ImVec2 size) {
  if (view.row_count() == 0 || view.column_count() == 0) return std::nullopt;
  // rounded, so that the scale seldom changes
  lab::Axis scale{.label = {}, .unit = {}, .min = 0.0, .max = std::max(view.most, 1e-12)};
  calm(scale);
  const float bar = theme.px(kColorBar), pad = theme.px(kBarGap);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = room_of_cells(theme, size);
  MatrixGrid grid = measure(theme, view, room);
  const ImVec2 need{grid.names + grid.wide * static_cast<float>(view.column_count()),
                    grid.head + grid.tall * static_cast<float>(view.row_count())};
  draw_color_bar(theme, {corner.x + std::min(need.x, room.x) + pad, corner.y + grid.head},
                 {bar, std::max(std::min(need.y, size.y) - grid.head, theme.px(20))}, scale.max);

  const bool scrolls = need.x > room.x + 1.0F || need.y > room.y + 1.0F;
  ImGui::BeginChild("matrix", room, false,
                    scrolls ? ImGuiWindowFlags_HorizontalScrollbar : ImGuiWindowFlags_NoScrollbar);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  grid.corner = {at.x + grid.names, at.y + grid.head};
  press_area("##cells", need);
  mark("maths", "cells", Access::kPointer);
  const bool over = ImGui::IsItemHovered();
  std::optional<MatrixCell> cell;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (over && mouse.x >= grid.corner.x && mouse.y >= grid.corner.y) {
    cell = MatrixCell{
        std::min(static_cast<int>((mouse.y - grid.corner.y) / grid.tall), view.row_count() - 1),
        std::min(static_cast<int>((mouse.x - grid.corner.x) / grid.wide), view.column_count() - 1)};
  }
  draw_cells(theme, view, grid, scale.max);
  draw_names(theme, view, grid, cell);
  if (cell) show_entry(theme, view, grid, *cell);
  // an item over the cells only, without the names
  ImGui::SetCursorScreenPos(grid.corner);
  ImGui::Dummy({need.x - grid.names, need.y - grid.head});
  mark("maths", "matrix", Access::kPointer);
  ImGui::EndChild();
  return cell;
}

}  // namespace ui
