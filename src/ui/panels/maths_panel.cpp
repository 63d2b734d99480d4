#include "ui/panels/maths_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"
#include "ui/panels/landscape_view.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/rows.h"
#include "ui/panels/scope.h"
#include "ui/panels/spectrum_panel.h"

namespace ui {
namespace {

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

/// The leading joint of the nullspace motion: the chosen one if it can move, else one with a
/// visible motion.
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
  ImGui::SetNextItemWidth(to_reset_column(theme));
  const bool open =
      ImGui::BeginCombo("##leader", body.joint(leader).name.c_str(), ImGuiComboFlags_NoArrowButton);
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
  const float tall = std::min(size.y, matrix_height(theme, panel.matrix, size.x));
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
  // below: two switches, list and slider, each a row, and two lines of text
  const float below = 4.0F * ImGui::GetFrameHeightWithSpacing() +
                      2.0F * ImGui::GetTextLineHeightWithSpacing() + gap;
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
  if (beside) ImGui::EndChild();
}

}  // namespace ui
