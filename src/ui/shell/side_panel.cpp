#include "ui/shell/side_panel.h"

#include <algorithm>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

/// The share of a wide page's width that another one leaves to the plots.
constexpr float kWider = 1.0F - (1.0F - kNarrowStrip) / (1.0F - kWideStrip);

const SidePage kPages[] = {
    {"Spectrum", "The singular values of J and what the method makes of each.", false,
     [](const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit&) {
       spectrum_panel(theme, shown.seen.spectrum, shown.tracker(), size, panels.spectrum);
       panels.maths.hovered = panels.spectrum.hovered;
     }},
    {"Compare", "Methods side by side on the same targets, and how each does.", false,
     [](const Theme& theme, const LabView& shown, ImVec2, Panels& panels, Edit& edit) {
       lanes_panel(theme, shown.timeline, shown.seen.histories, shown.playback.playing,
                   panels.lanes, edit);
     }},
    {"Mathematics", "J, U, Σ and V, filters, the error's landscape, ellipsoids and the nullspace.",
     true,
     [](const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit) {
       maths_panel(theme, shown.timeline, shown.seen.spectrum, size, panels.maths, edit);
     }},
    {"Sweep", "Maps of error and jitter over two settings; the sliders stand as a point on them.",
     true,
     [](const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit) {
       sweep_panel(theme, shown.sweep, shown.tracker(), shown.saving.path, size, panels.sweep,
                   edit);
     }},
    {"Why?", "Why the body shakes, and what would help.", true,
     [](const Theme& theme, const LabView& shown, ImVec2, Panels& panels, Edit& edit) {
       diagnosis_panel(theme, shown.seen.diagnosis, shown.tracker().multibody(), panels.diagnosis,
                       edit);
     }},
    {"Crowd", "Thousands of bodies around this one, and what they take.", true,
     [](const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit) {
       crowd_panel(theme, shown.crowd, size, panels.crowd, edit);
     }},
    {"Experiments", "What is said of the methods: guess, and see it measured.", true,
     [](const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit) {
       experiments_panel(theme, shown.experiments, shown.saving.path, size, panels.experiments,
                         edit);
     }},
};

bool tab(const Theme& theme, const SidePage& page, bool chosen) {
  const Colors& c = theme.color;
  const ImVec2 text = ImGui::CalcTextSize(page.name);
  const ImVec2 size{text.x + theme.px(12), ImGui::GetFrameHeight()};
  const bool pressed = ImGui::InvisibleButton(page.name, size);
  mark("page", page.name);
  hint(theme, page.help);
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool lit = chosen || ImGui::IsItemHovered();
  list.AddText({a.x + theme.px(6), 0.5F * (a.y + b.y - text.y)}, packed(lit ? c.text : c.muted),
               page.name);
  if (chosen) {
    list.AddRectFilled({a.x + theme.px(4), b.y - theme.px(2)}, {b.x - theme.px(4), b.y},
                       packed(c.accent), theme.px(1));
  }
  return pressed;
}

}  // namespace

std::span<const SidePage> side_pages() { return kPages; }

std::size_t page_named(std::string_view name) {
  const auto pages = side_pages();
  const auto page = std::find_if(pages.begin(), pages.end(),
                                 [name](const SidePage& other) { return name == other.name; });
  return static_cast<std::size_t>(page - pages.begin());
}

void side_panel(const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit) {
  const ImVec2 corner = ImGui::GetCursorPos();
  const float right = ImGui::GetCursorScreenPos().x + size.x;
  // a wide page begins farther left, but the tabs stay where they are
  const float first = corner.x + (side_pages()[panels.page].wide ? kWider * size.x : 0.0F);
  ImGui::PushFont(theme.font.small);
  for (std::size_t i = 0; i < side_pages().size(); ++i) {
    // tabs that find no room go on in the next line
    const float width = ImGui::CalcTextSize(side_pages()[i].name).x + theme.px(14);
    if (i > 0 && ImGui::GetItemRectMax().x + width <= right) {
      ImGui::SameLine(0.0F, theme.px(2));
    } else {
      ImGui::SetCursorPosX(first);
    }
    if (tab(theme, side_pages()[i], panels.page == i)) panels.page = i;
  }
  const float row =
      ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y - corner.y + theme.px(6);
  ImGui::PopFont();
  ImGui::SetCursorPos({corner.x, corner.y + row});
  const ImVec2 rest{size.x, size.y - row};
  ImGui::BeginChild("page", rest);
  side_pages()[panels.page].draw(theme, shown, rest, panels, edit);
  ImGui::EndChild();
}

}  // namespace ui
