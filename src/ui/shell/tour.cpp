#include "ui/shell/tour.h"

#include <array>
#include <cstdio>

#include "ui/kit/items.h"

namespace ui {
namespace {

struct Card {
  const char* title;
  const char* text;
  Area Layout::*about;
};

const std::array kCards = {
    Card{"A race that cannot be won",
         "Red targets move on curves, in and out of reach. Once a step the solver turns the joints "
         "a "
         "little, so the effectors only follow. Some methods follow well, some shake: that is the "
         "experiment of Buss's report.",
         &Layout::view},
    Card{"Take hold of it",
         "Drag a target with the left button: along the view, along an axis with X, Y or Z held, "
         "level "
         "with Shift. Drag the background to turn the view, with the right button to move it.",
         &Layout::view},
    Card{"Choose a method",
         "Here are 22 of them with their equations and live numbers; keys 1 to 9 take the first "
         "nine. "
         "Below are damping, clamps and limits. Try Jacobian transpose, then damped least squares "
         "with a smaller λ.",
         &Layout::column},
    Card{"Go through time",
         "Everything that ran can be gone through: drag on the line, step back and on, undo and "
         "redo. "
         "Going back and changing something starts another future.",
         &Layout::time},
    Card{"See and compare",
         "Plots of error and jitter at the left. The pages at the right show singular values, run "
         "methods side by side and rank them, and more.",
         &Layout::strip},
    Card{"Everything by name",
         "Ctrl K opens a list of all commands, F1 the keys. Have a good time.", &Layout::status},
};

}  // namespace

void tour(const Theme& theme, const Layout& layout, Panels& panels) {
  Tour& state = panels.tour;
  if (!state.open) return;
  state.card = std::min(state.card, kCards.size() - 1);
  const Card& card = kCards[state.card];
  const Area& about = layout.*card.about;
  const float inset = theme.px(2);
  ImGui::GetForegroundDrawList()->AddRect(
      {about.corner.x + inset, about.corner.y + inset},
      {about.corner.x + about.size.x - inset, about.corner.y + about.size.y - inset},
      packed(theme.color.accent), theme.px(6), 0, theme.px(2));

  const float gap = theme.px(14), width = theme.px(330);
  ImGui::SetNextWindowPos({layout.view.corner.x + gap, layout.view.corner.y + gap});
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(16), theme.px(14)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, theme.px(1));
  ImGui::Begin("tour", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleVar(3);
  ImGui::PushFont(theme.font.bold);
  ImGui::TextUnformatted(card.title);
  ImGui::PopFont();
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextUnformatted(card.text);
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  const bool last = state.card + 1 == kCards.size();
  if (ImGui::Button(last ? "Begin" : "Next", {theme.px(84), 0.0F})) {
    if (last) {
      state = {};
    } else {
      ++state.card;
    }
  }
  mark("tour", "next");
  if (!last) {
    ImGui::SameLine();
    if (ImGui::Button("Skip", {theme.px(64), 0.0F})) state = {};
    mark("tour", "skip");
  }
  char place[16];
  std::snprintf(place, sizeof place, "%zu of %zu", std::min(state.card + 1, kCards.size()),
                kCards.size());
  ImGui::SameLine(width - theme.px(16) - ImGui::CalcTextSize(place).x);
  ImGui::TextDisabled("%s", place);
  ImGui::End();
}

}  // namespace ui
