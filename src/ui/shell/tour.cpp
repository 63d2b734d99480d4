#include "ui/shell/tour.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/kit/widgets.h"
#include "ui/shell/bars.h"
#include "ui/shell/laboratory.h"

namespace ui {
namespace {

// design points
constexpr float kCardButton = 112.0F;                    // width
constexpr float kCardSide = 14.0F, kCardPadding = 8.0F;  // margins
constexpr float kMinWords = 80.0F;                       // width of the text

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
    TourCard{"Keep what you see",
             "S records every step from now on, with all changes; S again saves the recording as a "
             "table and figures. E saves the plots as they are shown, Ctrl S the whole run, to be "
             "opened or repeated later.",
             &Layout::column},
    TourCard{"Solve to the end",
             "On the page Reach the targets stand, and the body is solved until nothing changes: "
             "a map of which start leads to which solution, the solutions as ghosts, and how fast "
             "each method arrives.",
             &Layout::rail},
    TourCard{
        "Find everything by name",
        "P opens a list of all commands, ? the list of keys. Tab goes through the controls, and no "
        "key loses a run: undo brings it back. Have a good time.",
        &Layout::status},
};

/// Width of a card's text beside its buttons.
float room_for_words(const Theme& theme, float width) {
  return std::max(width - theme.px(2.0F * kCardSide + kCardButton + 14.0F), theme.px(kMinWords));
}

/// Height of two lines of buttons.
float buttons_height() { return 2.0F * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y; }

CardWords card_words(const Tour& state) {
  const TourCard& card = kCards[std::min(state.card, kCards.size() - 1)];
  return {format("%s  (%zu of %zu)", card.title, state.card + 1, kCards.size()), card.text};
}

}  // namespace

float card_height(const Theme& theme, float width, const CardWords& words) {
  const float room = room_for_words(theme, width);
  const auto height = [room](ImFont* font, const char* text) {
    ImGui::PushFont(font);
    const float all = ImGui::CalcTextSize(text, nullptr, false, room).y;
    ImGui::PopFont();
    return all;
  };
  const float lines = height(theme.font.bold, words.title.c_str()) +
                      ImGui::GetStyle().ItemSpacing.y + height(theme.font.text, words.text);
  return std::ceil(std::max(lines, buttons_height())) + theme.px(2.0F * kCardPadding) + 1.0F;
}

void begin_card(const Theme& theme, const char* name, const Area& area, const CardWords& words) {
  begin_window(name, area, {theme.px(kCardSide), theme.px(kCardPadding)},
               kWindowBehind & ~ImGuiWindowFlags_NoScrollbar);
  border(theme, area.corner, {area.end().x, area.corner.y});
  const float top = ImGui::GetCursorPosY();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room_for_words(theme, area.size.x));
  colored(theme.color.text, words.title, theme.font.bold);
  colored(theme.color.text, words.text);
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPosY(std::max(top, area.size.y - theme.px(kCardPadding) - buttons_height()));
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
  // the frame lies over everything, so it goes around a panel that covers a part of the picture
  const Area about = card.about == &Layout::view ? layout.clear() : layout.*card.about;
  const bool covered =
      panels.help || panels.palette.open || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  if (about.size.x > 0.0F && !covered) {
    const float inset = theme.px(2);
    ImGui::GetForegroundDrawList()->AddRect({about.corner.x + inset, about.corner.y + inset},
                                            {about.end().x - inset, about.end().y - inset},
                                            packed(theme.color.accent), theme.px(6), 0,
                                            theme.px(2));
  }
  begin_card(theme, "tour", layout.card, card_words(state));
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

float tour_height(const Theme& theme, float width, const Tour& state) {
  return state.open ? card_height(theme, width, card_words(state)) : 0.0F;
}

}  // namespace ui
