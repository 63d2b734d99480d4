#include "ui/panels/maths_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"
#include "ui/panels/matrix_table.h"

namespace ui {
namespace {

constexpr float kControls = 188.0F;  ///< design points, the column of switches
constexpr float kLeastWidth = 160.0F, kLeastHeight = 90.0F;  ///< design points, of the content
constexpr double kMostTravel = 3.14159265358979323846;

constexpr const char* kViews[] = {"J", "U", "Σ", "V", "τ(σ)", "F(θ)"};
constexpr const char* kViewHelp[] = {
    "The Jacobian of the last update, as the method saw it: how the effectors move with the "
    "joints, "
    "J = ∂s/∂θ, in m/rad (m/m for slides). Rows: effectors, then aims; columns: joints, parents "
    "before children (Buss 2009, section 2).",
    "Left singular vectors of J = U Σ Vᵀ: the directions of the effectors, a column each, for "
    "falling σ. Pure numbers (Buss 2009, section 4).",
    "Singular values of J = U Σ Vᵀ on the diagonal, in m/rad: how far the effectors go along uᵢ "
    "for "
    "a motion along vᵢ.",
    "Right singular vectors of J = U Σ Vᵀ: the joint motions, a column each, for falling σ. Pure "
    "numbers. Rows: joints, parents before children.",
    "Filters: how each method answers an error along a singular direction, τ in rad/m over σ in "
    "m/rad (Buss 2009, eq. 13 and 14).",
    "The landscape of a body of two joints: F = ½ Σ w |e|², m², over both joints, with the way of "
    "every lane.",
};

bool switch_row(const Theme& theme, const char* label, const char* help, bool on) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool pressed = switch_button(theme, label, on);
  mark("maths", label);
  ImGui::SameLine(0.0F, theme.px(6));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  hint_in(theme, corner, {corner.x + width, corner.y + ImGui::GetFrameHeight()}, help);
  return pressed;
}

void picture_switches(const Theme& theme, const lab::Spectrum& spectrum, MathsPanel& panel) {
  if (switch_row(theme, "Ellipsoids",
                 "In the picture: where every effector can go how fast, all J θ̇ with |θ̇| ≤ 1, "
                 "half-axes σ u in m/rad of its three rows; the longest is drawn four fifths of a "
                 "link long (Yoshikawa 1985). Key E.",
                 panel.ellipsoids)) {
    panel.ellipsoids = !panel.ellipsoids;
  }
  char label[48] = "Directions";
  const auto& components = spectrum.components;
  if (panel.directions && !components.empty()) {
    const std::size_t i =
        std::min(panel.hovered.value_or(components.size() - 1), components.size() - 1);
    std::snprintf(label, sizeof label, "of σ%zu = %.3g m/rad", i + 1, components[i].sigma);
  }
  if (switch_row(
          theme, "Directions",
          "In the picture: for the σ under the pointer, else the smallest, its direction u as "
          "arrows at the effectors and its joint motion v as arrows along the joints' axes, "
          "as long as their shares (Buss 2009, section 4). Key V.",
          panel.directions)) {
    panel.directions = !panel.directions;
  }
  if (!panel.directions) return;
  ImGui::SameLine(0.0F, theme.px(6));
  ImGui::TextColored(theme.color.muted, "%s", label);
}

/// The joint that leads the motion: the chosen one, if it can, else one whose motion shows.
int leader_of(const MathsPanel& panel, const lab::Leaders& leaders, const lab::Lane& lane,
              const Eigen::MatrixXd& J) {
  const auto count = static_cast<int>(leaders.share.size());
  const auto can = [&](int j) {
    return j >= 0 && j < count &&
           (leaders.share[static_cast<std::size_t>(j)] > 0.0 || lab::travel_of(lane, j) != 0.0);
  };
  if (can(panel.leader)) return panel.leader;
  for (const lab::Push& push : lane.pushes) {
    if (push.travel != 0.0 && can(push.leader)) return push.leader;
  }
  // by how far it would take an effector alone: a wrist that turns about its hand shows nothing
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
  ImGui::SetNextItemWidth(-1.0F);
  const bool open = ImGui::BeginCombo("##leader", body.joint(leader).name.c_str());
  mark("maths", "leader");
  hint(theme,
       "Which joint leads: the body moves along as much of that joint's own motion as leaves the "
       "effectors where they are, (I − J⁺J) φ with φ its unit vector.");
  if (!open) return;
  for (int j = 0; j < body.joint_count(); ++j) {
    const double share = leaders.share[static_cast<std::size_t>(j)];
    if (share == 0.0 && j != leader) continue;
    char text[96];
    std::snprintf(text, sizeof text, "%s  %.2f", body.joint(j).name.c_str(), share);
    if (ImGui::Selectable(text, j == leader)) panel.leader = j;
    mark("maths/leader", body.joint(j).name);
    hint(theme, "The number: which share of its unit vector lies in the nullspace, 0 to 1.");
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
  const int leader = leader_of(panel, leaders, lane, spectrum.J);
  const double travel = lab::travel_of(lane, leader);
  const bool empty = leaders.dimension == 0 && travel == 0.0;
  ImGui::TextColored(theme.color.muted, "Nullspace of dimension %d", leaders.dimension);
  hint(theme,
       "So many independent motions leave every effector, and every aim, where it is: the joints "
       "that may move, less the rank of J.");
  if (empty) ImGui::BeginDisabled();
  ImGui::BeginGroup();
  leader_list(theme, tracker.multibody(), leaders, leader, panel);
  const NumberRow row{
      .id = "nullspace", .unit = "rad", .min = -kMostTravel, .max = kMostTravel, .word = {}};
  std::optional<double> moved = number_slider(theme, row, travel);
  mark("maths", "nullspace");
  if (!empty) {
    hint(theme,
         "Moves the body and leaves the effectors, to 1e-6 m: |Δθ| along the way, rad. Goes "
         "straight on in the nullspace and is brought back onto it by Newton's method; joints that "
         "come to a limit stay there until the way back. Undo and replay have it.");
  }
  if (reset_button(theme, "nullspace-reset", travel != 0.0, "Back to where the way began")) {
    moved = 0.0;
  }
  ImGui::EndGroup();
  if (empty) {
    ImGui::EndDisabled();
    hint(theme,
         "Nothing to spare: every motion of this body's joints moves an effector here. Scenes with "
         "more joints than their goals take, such as Y or planar arm, have a nullspace.");
    return;
  }
  if (moved) {
    lab::set_push(edit.change("nullspace motion").front_lane(), leader, *moved);
    panel.leader = leader;
  }
  const double gone = tracker.pushed(leader);
  if (std::abs(gone - travel) > 1e-9) {
    ImGui::TextColored(theme.color.record, "ends at %.3g rad", gone);
    hint(theme, "From here no motion leads on that leaves the effectors and keeps the limits.");
  }
}

void content(const Theme& theme, const lab::Timeline& timeline, const lab::Spectrum& spectrum,
             ImVec2 size, MathsPanel& panel) {
  const auto view = static_cast<MathsView>(panel.view);
  if (view == MathsView::kFilters) {
    return draw_filters(theme, timeline.bench(), spectrum, size, panel.hovered, panel.filters);
  }
  if (view == MathsView::kLandscape) return draw_landscape(theme, timeline, size, panel);
  lab::view_matrix(timeline.bench().front(), spectrum, static_cast<lab::MatrixKind>(panel.view),
                   panel.matrix);
  const auto cell = draw_matrix(theme, panel.matrix, size);
  if (cell && view != MathsView::kJacobian) panel.hovered = static_cast<std::size_t>(cell->column);
}

}  // namespace

void maths_panel(const Theme& theme, const lab::Timeline& timeline, const lab::Spectrum& spectrum,
                 ImVec2 size, MathsPanel& panel, Edit& edit) {
  const ImVec2 corner = ImGui::GetCursorPos();
  ImGui::PushFont(theme.font.small);
  const float gap = theme.px(12);
  const float controls = std::min(theme.px(kControls), std::floor(0.4F * size.x));
  const float left = size.x - controls - gap;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float buttons = std::min(left, theme.px(264));
  if (const auto chosen = segments(theme, "maths-view", kViews, panel.view, buttons)) {
    panel.view = *chosen;
  }
  hint_in(theme, at, {at.x + buttons, at.y + ImGui::GetFrameHeight()}, kViewHelp[panel.view]);
  const float row = ImGui::GetFrameHeight() + theme.px(4);
  ImGui::SetCursorPos({corner.x, corner.y + row});
  // where the strip is too low or too narrow, the page scrolls
  content(theme, timeline, spectrum,
          {std::max(left, theme.px(kLeastWidth)), std::max(size.y - row, theme.px(kLeastHeight))},
          panel);

  ImGui::SetCursorPos({corner.x + left + gap, corner.y});
  ImGui::BeginChild("controls", {controls, size.y});
  picture_switches(theme, spectrum, panel);
  nullspace(theme, timeline.bench(), spectrum, panel, edit);
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace ui
