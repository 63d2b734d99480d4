#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"

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

struct MatrixCell {
  int row, column;
};

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
      const std::string& name = view.rows[static_cast<std::size_t>(r)];
      list.AddText(font, line_height(font), at, ink(hovered && hovered->row == r),
                   shortened(name, grid.names - theme.px(3), font).c_str());
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
      fill_rect(list, {at, {at.x + grid.wide - gap, at.y + grid.tall - gap}}, to_imgui(color));
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
  const auto tooltip = in_tooltip();
  const auto font = in_font(theme.font.small_numbers);
  ImGui::Text("%s, %s", view.rows[row].c_str(), view.columns[column].c_str());
  const std::string value = format("%.6g", view.values(cell.row, cell.column));
  ImGui::TextUnformatted(lab::with_unit_behind(value, view.units[column].c_str()).c_str());
}

/// A colour bar from -most at the foot to most.
void draw_color_bar(const Theme& theme, ImVec2 corner, ImVec2 size, double most) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr int kPieces = 32;
  const float wide = theme.px(8), each = size.y / kPieces;
  for (int i = 0; i < kPieces; ++i) {
    const float top = corner.y + each * static_cast<float>(kPieces - 1 - i);
    fill_rect(list, {{corner.x, top}, {corner.x + wide, top + each + 1.0F}},
              to_imgui(lab::signed_color_at(2.0 * ((i + 0.5) / kPieces) - 1.0, theme.dark)));
  }
  const ImFont* font = theme.font.small_numbers;
  const float left = corner.x + wide + theme.px(4);
  write(list, font, {left, corner.y}, theme.color.muted, format("%.3g", most));
  write(list, font, {left, corner.y + size.y - line_height(font)}, theme.color.muted,
        format("-%.3g", most));
}

/// Draws a matrix as coloured cells, with numbers and names where they fit. The cells fill the room
/// until they hold their numbers in large digits with some space around. Scrolls if there are
/// more cells than fit. The hint shows the entry under the pointer with its names and unit.
/// \returns the entry under the pointer
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

constexpr float kControls = 188.0F;        ///< design points, the column of switches
constexpr float kControlsBeside = 480.0F;  ///< design points; in higher pages they are below
constexpr float kMaxStretched = 1.25F;     ///< height / width of the error landscape
constexpr float kMinWidth = 160.0F, kMinHeight = 90.0F;  ///< design points, of the content
constexpr double kMaxTravel = 3.14159265358979323846;

constexpr const char* kViews[] = {"J", "U", "Σ", "V", "τ(σ)", "F(θ)"};
constexpr const char* kViewHelp[] = {
    "The Jacobian of the last update, as the method used it: how the effectors move with the "
    "joints, J = ∂s/∂θ, in m/rad (m/m for slides). Rows: effectors, then aims; columns: joints, "
    "parents before children (Buss 2009, section 2).",
    "Left singular vectors of J = U Σ Vᵀ: directions of the effectors, one per column, by falling "
    "σ. Pure numbers (Buss 2009, section 4).",
    "Singular values of J = U Σ Vᵀ on the diagonal, in m/rad: how far the effectors move along uᵢ "
    "for a motion along vᵢ.",
    "Right singular vectors of J = U Σ Vᵀ: joint motions, one per column, by falling σ. Pure "
    "numbers. Rows: joints, parents before children.",
    "Filters: a method's gain for an error along a singular direction, τ in rad/m over σ in m/rad "
    "(Buss 2009, eq. 13 and 14).",
    "The error landscape of a body of two joints: F = ½ Σ w |e|² in m² over both joints, with the "
    "path of every lane.",
};

void labelled_switch(const Theme& theme, const char* label, const char* help, bool& on) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (switch_button(theme, label, on)) on = !on;
  mark("maths", label);
  ImGui::SameLine(0.0F, theme.px(6));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  hint_in(theme, corner, {corner.x + width, corner.y + ImGui::GetFrameHeight()}, help);
}

void picture_switches(const Theme& theme, const lab::Spectrum& spectrum, MathsPanel& panel) {
  labelled_switch(
      theme, "Ellipsoids",
      "In the picture: the velocity ellipsoid of every effector, all J Δθ with |Δθ| ≤ 1 "
      "rad. Its half-axes are σ u of the effector's three rows of J, in m/rad; the "
      "longest is drawn as four fifths of a link (Yoshikawa 1985). Key O.",
      panel.ellipsoids);
  const auto& components = spectrum.components;
  const std::size_t i = std::min(panel.hovered.value_or(components.size()), components.size() - 1);
  labelled_switch(theme, "Directions",
                  "In the picture: u and v of the σ under the pointer, else of the smallest. The "
                  "direction u is drawn as arrows at the effectors, the joint motion v as arrows "
                  "along the joints' axes (Buss 2009, section 4). Key V.",
                  panel.directions);
  if (!panel.directions || components.empty()) return;
  ImGui::SameLine(0.0F, theme.px(6));
  colored(theme.color.muted, format("of σ%zu = %.3g m/rad", i + 1, components[i].sigma));
}

/// The chosen joint if it can move, else one with a visible nullspace motion.
int leader_of(const MathsPanel& panel, const lab::Leaders& leaders, const lab::Lane& lane,
              const ik::MatrixX& J) {
  const auto count = static_cast<int>(leaders.share.size());
  const auto can = [&](int j) {
    return j >= 0 && j < count &&
           (leaders.share[static_cast<std::size_t>(j)] > 0.0 || lab::travel_of(lane, j) != 0.0);
  };
  if (can(panel.leader)) return panel.leader;
  for (const lab::Push& push : lane.pushes) {
    if (push.travel != 0.0 && can(push.leader)) return push.leader;
  }
  // by how far the joint alone would move an effector: a wrist's rotation is hardly visible
  int best = 0;
  double most = -1.0;
  for (int j = 0; j < count && j < J.cols(); ++j) {
    const double seen = leaders.share[static_cast<std::size_t>(j)] * (1e-3 + J.col(j).norm());
    if (seen > most) best = j;
    most = std::max(most, seen);
  }
  return best;
}

void leader_list(const Theme& theme, const ik::Multibody& body, const lab::Leaders& leaders,
                 int leader, MathsPanel& panel) {
  row_label(theme, "Leading joint", "");
  const bool open = begin_combo("##leader", body.joint(leader).name, to_reset_column(theme));
  describe(theme, "maths", "leader",
           "The leading joint. The body moves along the part of this joint's motion that does not "
           "move the effectors, (I − J⁺J) φ with φ the joint's unit vector.");
  if (!open) return;
  for (int j = 0; j < body.joint_count(); ++j) {
    const double share = leaders.share[static_cast<std::size_t>(j)];
    if (share == 0.0 && j != leader) continue;
    const std::string text = format("%s  %.2f", body.joint(j).name.c_str(), share);
    if (list_row(theme, text.c_str(), j == leader)) panel.leader = j;
    describe(theme, "maths/leader", body.joint(j).name,
             "The number is the share of the joint's unit vector in the nullspace, 0 to 1.");
  }
  ImGui::EndCombo();
}

void nullspace(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
               MathsPanel& panel, Edit& edit) {
  const lab::Tracker& tracker = bench.front();
  std::vector<double> mobility;
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    mobility.push_back(tracker.may_move(j) ? 1.0 : 0.0);
  }
  const lab::Leaders leaders = lab::find_leaders(tracker.multibody(), tracker.pose(), mobility);
  const lab::Lane& lane = bench.setup().front_lane();
  const ik::Multibody& body = tracker.multibody();
  // the chosen joint stays, even in poses where it cannot move
  const bool stays = panel.leader >= 0 && panel.leader < body.joint_count() &&
                     tracker.may_move(panel.leader) &&
                     body.joint(panel.leader).name == panel.leader_name;
  const int leader = stays ? panel.leader : leader_of(panel, leaders, lane, spectrum.J);
  const double travel = lab::travel_of(lane, leader);
  const bool empty = leaders.dimension == 0 && travel == 0.0;
  if (!empty) {
    panel.leader = leader;
    panel.leader_name = body.joint(leader).name;
  }
  ImGui::TextColored(theme.color.muted, "Nullspace of dimension %d", leaders.dimension);
  hint(theme,
       "The number of independent motions that move no effector and no aim: the number of joints "
       "that may move, minus the rank of J.");
  ImGui::BeginDisabled(empty);
  ImGui::BeginGroup();
  leader_list(theme, body, leaders, leader, panel);
  const NumberRow row{
      .id = "nullspace", .unit = "rad", .min = -kMaxTravel, .max = kMaxTravel, .word = {}};
  row_label(theme, "Motion", "");
  std::optional<double> moved = number_slider(theme, row, travel);
  mark("maths", "nullspace");
  if (!empty) {
    hint(theme,
         "Moves the body while the effectors stay in place to 1e-6 m; the number is |Δθ| along "
         "the path, rad. Each step follows the nullspace and is corrected by Newton's method. A "
         "joint that reaches its limit stays there until the way back.");
  }
  if (reset_button(theme, "reset", "nullspace", travel != 0.0,
                   "Back to the start of the motion.")) {
    moved = 0.0;
  }
  ImGui::EndGroup();
  ImGui::EndDisabled();
  if (empty) {
    return hint(theme,
                "No nullspace: here every joint motion moves an effector. Scenes with more joints "
                "than their goals need, such as Y or planar arm, have a nullspace.");
  }
  if (moved) {
    lab::set_push(edit.change("nullspace motion").front_lane(), leader, *moved);
  }
  const double gone = tracker.pushed(leader);
  if (std::abs(gone - travel) > 1e-9) {
    ImGui::TextColored(theme.color.record, "ends at %.3g rad", gone);
    hint(theme, "No further motion keeps the effectors in place and the joints within limits.");
  }
}

/// How many poses reach the front lane's goals, where equations tell.
void pose_count(const Theme& theme, const lab::PoseCount& poses) {
  if (poses.words().empty()) return;
  paragraph(theme.color.muted, poses.words());
  mark("maths", "poses");
  hint(theme,
       "All poses of an arm of six hinges for its goal, by its equations: at most 8 where three "
       "axes meet in a point (Pieper 1968) or are parallel and two others meet, else at most 16 "
       "(Lee and Liang 1988; Raghavan and Roth 1990). docs/all-poses.md");
}

void content(const Theme& theme, const MathsData& data, ImVec2 size, MathsPanel& panel,
             Edit& edit) {
  const auto& [timeline, spectrum, scenes] = data;
  const auto view = static_cast<MathsView>(panel.view);
  if (view == MathsView::kFilters) {
    return draw_filters(theme, timeline.bench(), spectrum, size, panel.hovered, panel.filters);
  }
  if (view == MathsView::kLandscape) {
    const float tall = std::min(size.y, kMaxStretched * size.x);
    return draw_landscape(theme, timeline, scenes, {size.x, tall}, panel, edit);
  }
  lab::view_matrix(timeline.bench().front(), spectrum, static_cast<lab::MatrixKind>(panel.view),
                   panel.matrix);
  // the cells' full size at this width
  const MatrixGrid grid = measure(theme, panel.matrix, room_of_cells(theme, {size.x, 1e6F}));
  const float tall =
      std::min(size.y, grid.head + grid.tall * static_cast<float>(panel.matrix.row_count()));
  const auto cell = draw_matrix(theme, panel.matrix, {size.x, tall});
  if (cell && view != MathsView::kJacobian) panel.hovered = static_cast<std::size_t>(cell->column);
}

}  // namespace

void maths_panel(const Theme& theme, const MathsData& data, ImVec2 size, MathsPanel& panel,
                 Edit& edit) {
  const ImVec2 corner = ImGui::GetCursorPos();
  const auto font = in_font(theme.font.small);
  const bool beside = fit_beside(size, theme.px(kControlsBeside));
  const float gap = theme.px(12), controls = theme.px(kControls);
  const float left = beside ? size.x - controls - gap : size.x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float buttons = std::min(left, theme.px(300));
  choose(theme, "maths-view", kViews, panel.view, buttons);
  hint_in(theme, at, {at.x + buttons, at.y + ImGui::GetFrameHeight()}, kViewHelp[panel.view]);
  const float row = ImGui::GetFrameHeight() + theme.px(4);
  ImGui::SetCursorPos({corner.x, corner.y + row});
  panel.poses.update(data.timeline.bench().front());
  // below: two switches, list and slider, each a row, and two lines of text, or four
  const float lines = panel.poses.words().empty() ? 2.0F : 4.0F;
  const float below = 4.0F * ImGui::GetFrameHeightWithSpacing() +
                      lines * ImGui::GetTextLineHeightWithSpacing() + gap;
  const float room = size.y - row - (beside ? 0.0F : below);
  // the page scrolls if it is too small
  content(theme, data, {std::max(left, theme.px(kMinWidth)), std::max(room, theme.px(kMinHeight))},
          panel, edit);

  if (beside) {
    ImGui::SetCursorPos({corner.x + left + gap, corner.y});
    ImGui::BeginChild("controls", {controls, size.y});
  } else {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5F * gap);
  }
  picture_switches(theme, data.spectrum, panel);
  nullspace(theme, data.timeline.bench(), data.spectrum, panel, edit);
  pose_count(theme, panel.poses);
  if (beside) ImGui::EndChild();
}

}  // namespace ui
