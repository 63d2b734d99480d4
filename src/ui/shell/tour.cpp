#include "ui/shell/tour.h"

#include <algorithm>
#include <array>

#include "ui/kit/widgets.h"
#include "ui/shell/bars.h"
#include "ui/shell/laboratory.h"

namespace ui {
namespace {

constexpr float kCardButton = 112.0F;  // design points, width

struct TourCard {
  const char* title;
  const char* text;
  Area Layout::*about;
};

const std::array kCards = {
    TourCard{
        "A race that cannot be won",
        "The red targets move on curves, in and out of reach. In each time step the solver turns "
        "the joints a little, so the effectors can only follow. Some methods follow well, others "
        "shake: this is the experiment of Buss's report.",
        &Layout::view},
    TourCard{
        "Drag a target",
        "Drag a target with the left button: parallel to the screen, along an axis while X, Y or "
        "Z is held, or horizontally while Shift is held. Drag the background to rotate the view, "
        "with the right button to move it.",
        &Layout::view},
    TourCard{
        "Choose a method",
        "Each method in the left column has its equation and live numbers; keys 1 to 9 choose the "
        "first nine. Below are damping, clamps and limits. Try Jacobian transpose, then damped "
        "least squares with a smaller λ.",
        &Layout::column},
    TourCard{
        "Go back in time",
        "Every step of the run can be shown again: drag on the line, step back and forward, undo "
        "and redo. A change made in the past begins another course, and the former one is kept.",
        &Layout::time},
    TourCard{"See and compare",
             "Below the picture are plots of error and jitter. The pages at the right edge show "
             "singular values, run methods side by side and rank them, and more.",
             &Layout::rail},
    TourCard{
        "Find everything by name",
        "P opens a list of all commands, ? the list of keys. Tab goes through the controls, and no "
        "key loses a run: undo brings it back. Have a good time.",
        &Layout::status},
};

}  // namespace

void begin_card(const Theme& theme, const char* name, const Area& area, const char* title,
                const char* text) {
  begin_window(name, area, {theme.px(14), theme.px(8)},
               kWindowBehind & ~ImGuiWindowFlags_NoScrollbar);
  border(theme, area.corner, {area.end().x, area.corner.y});
  const float top = ImGui::GetCursorPosY();
  const float words = ImGui::GetContentRegionAvail().x - theme.px(kCardButton + 14.0F);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + std::max(words, theme.px(80)));
  colored(theme.color.text, title, theme.font.bold);
  colored(theme.color.text, text);
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPosY(top);
}

bool card_button(const Theme& theme, const char* group, const char* name, const char* label,
                 CardButton look) {
  const float line = theme.px(kCardButton), gap = theme.px(4);
  const float half = 0.5F * (line - gap);
  float width = line;
  if (look.part == CardButton::Part::kRight) {
    ImGui::SameLine(0.0F, gap);
    width = half;
  } else {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - line);
    if (look.part == CardButton::Part::kLeft) width = half;
  }
  push_button_colors(theme, look.main);
  const bool pressed = ImGui::Button(label, {width, 0.0F});
  ImGui::PopStyleColor(4);
  mark(group, name);
  return pressed;
}

void tour(const Theme& theme, const Layout& layout, Panels& panels) {
  Tour& state = panels.tour;
  if (!state.open || layout.card.size.y <= 0.0F) return;
  state.card = std::min(state.card, kCards.size() - 1);
  const TourCard& card = kCards[state.card];
  const Area& about = layout.*card.about;
  const bool covered =
      panels.help || panels.palette.open || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  if (about.size.x > 0.0F && !covered) {
    const float inset = theme.px(2);
    ImGui::GetForegroundDrawList()->AddRect({about.corner.x + inset, about.corner.y + inset},
                                            {about.end().x - inset, about.end().y - inset},
                                            packed(theme.color.accent), theme.px(6), 0,
                                            theme.px(2));
  }
  const std::string title = format("%s  (%zu of %zu)", card.title, state.card + 1, kCards.size());
  begin_card(theme, "tour", layout.card, title.c_str(), card.text);
  // the second line is the same on every card: "Next" stays under the pointer
  const std::size_t at = state.card;
  const bool last = at + 1 == kCards.size();
  using Part = CardButton::Part;
  if (at == 0) {
    if (card_button(theme, "tour", "demonstration", "Watch it shake", {.main = true})) {
      watch_it_shake(panels);
    }
  } else if (card_button(theme, "tour", "back", "Back")) {
    state.card = at - 1;
  }
  if (card_button(theme, "tour", "next", last ? "Begin" : "Next", {.part = Part::kLeft})) {
    state = last ? Tour{} : Tour{.open = true, .card = at + 1};
  }
  if (!last && card_button(theme, "tour", "skip", "Skip", {.part = Part::kRight})) state = {};
  ImGui::End();
}

}  // namespace ui
