#include "ui/shell/tour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

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
        "The red targets move on curves, in and out of reach, or wait to be dragged. In each time "
        "step the solver turns the joints a little, so the effectors can only follow. Some methods "
        "follow well, others shake: this is the experiment of Buss's report.",
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

float room_for_words(const Theme& theme, float width) {
  return std::max(width - theme.px(2.0F * kCardSide + kCardButton + 14.0F), theme.px(kMinWords));
}

float buttons_height() { return 2.0F * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y; }

struct CardWords {
  std::string title;
  const char* text;
};

/// display coordinates
float card_height(const Theme& theme, float width, const CardWords& words) {
  const float room = room_for_words(theme, width);
  const auto height = [room](ImFont* font, const char* text) {
    ImGui::PushFont(font);
    const float all = ImGui::CalcTextSize(lines_within(text, room).c_str()).y;
    ImGui::PopFont();
    return all;
  };
  const float lines = height(theme.font.bold, words.title.c_str()) +
                      ImGui::GetStyle().ItemSpacing.y + height(theme.font.text, words.text);
  return std::ceil(std::max(lines, buttons_height())) + theme.px(2.0F * kCardPadding) + 1.0F;
}

/// Begins a card with a title and a text, until ImGui::End(). Its buttons follow in two lines at
/// the lower right, equally wide, so that the next one stays under the pointer.
void begin_card(const Theme& theme, const char* name, const Area& area, const CardWords& words) {
  begin_window(name, area, {theme.px(kCardSide), theme.px(kCardPadding)},
               kWindowBehind & ~ImGuiWindowFlags_NoScrollbar);
  border(theme, area.corner, {area.end().x, area.corner.y});
  const float top = ImGui::GetCursorPosY();
  const float room = room_for_words(theme, area.size.x);
  {
    const auto font = in_font(theme.font.bold);
    colored(theme.color.text, lines_within(words.title, room));
  }
  colored(theme.color.text, lines_within(words.text, room));
  ImGui::SetCursorPosY(std::max(top, area.size.y - theme.px(kCardPadding) - buttons_height()));
}

enum class LinePart { kWhole, kLeft, kRight };

bool card_button(const Theme& theme, const char* group, const char* name, const char* label,
                 LinePart part = LinePart::kWhole, bool main = false) {
  const float line = theme.px(kCardButton), gap = theme.px(4);
  const float half = 0.5F * (line - gap);
  float width = line;
  if (part == LinePart::kRight) {
    ImGui::SameLine(0.0F, gap);
    width = half;
  } else {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - line);
    if (part == LinePart::kLeft) width = half;
  }
  push_button_colors(theme, main);
  const bool pressed = ImGui::Button(label, {width, 0.0F});
  ImGui::PopStyleColor(4);
  mark(group, name);
  return pressed;
}

CardWords card_words(const Tour& state) {
  const TourCard& card = kCards[std::min(state.card, kCards.size() - 1)];
  return {format("%s  (%zu of %zu)", card.title, state.card + 1, kCards.size()), card.text};
}

}  // namespace

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
  if (at == 0) {
    if (card_button(theme, "tour", "demonstration", "Watch it shake", LinePart::kWhole, true)) {
      watch_it_shake(panels);
    }
  } else if (card_button(theme, "tour", "back", "Back")) {
    state.card = at - 1;
  }
  if (card_button(theme, "tour", "next", last ? "Begin" : "Next", LinePart::kLeft)) {
    state = last ? Tour{} : Tour{.open = true, .card = at + 1};
  }
  if (!last && card_button(theme, "tour", "skip", "Skip", LinePart::kRight)) state = {};
  ImGui::End();
}

float tour_height(const Theme& theme, float width, const Tour& state) {
  return state.open ? card_height(theme, width, card_words(state)) : 0.0F;
}

namespace {

constexpr long kSteps = 1400;        // steps of an act: seven seconds of the Y's steps
constexpr long kDrawnSteps = 20;     // steps between two values of a falling λ
constexpr double kDrawnShare = 0.6;  // share of an act in which λ falls; then λ is constant
constexpr long kGesture = -1;        // undo merges all values of λ; a drag's gesture is positive
// m/rad: the scene's value, one far below the cliff, and one that D_max calms
constexpr double kOwnLambda = 0.6, kSmallLambda = 0.2, kClampedLambda = 0.35;
constexpr double kDMax = 0.1;  // m

struct Act {
  const char* title;
  const char* text;
  const char* method;
  double lambda_from, lambda_to;  // m/rad
  double d_max = lab::kOff;       // m
};

constexpr std::array kActs = {
    Act{.title = "Pseudoinverse",
        .text = "Where a target is out of reach, the arms are stretched, J loses rank, and the "
                "least-squares step becomes huge: the arms shake.",
        .method = "pseudoinverse",
        .lambda_from = kOwnLambda,
        .lambda_to = kOwnLambda},
    Act{.title = "Damped least squares (DLS), λ 0.6",
        .text = "Damping bounds the step: the arms are calm, and on average closer to the same "
                "targets.",
        .method = "dls",
        .lambda_from = kOwnLambda,
        .lambda_to = kOwnLambda},
    Act{.title = "λ is drawn down",
        .text = "With less damping the effectors follow more closely, until at the cliff, near λ "
                "0.4, the arms begin to shake again.",
        .method = "dls",
        .lambda_from = kOwnLambda,
        .lambda_to = kSmallLambda},
    Act{.title = "λ 0.35, below the cliff, with D_max 0.1 m",
        .text = "Now a far target pulls no harder than a near one, so the arms are calm, and "
                "closer to the targets than with λ 0.6: the sliders are on the left.",
        .method = "dls",
        .lambda_from = kClampedLambda,
        .lambda_to = kClampedLambda,
        .d_max = kDMax},
};

/// λ after `steps` steps of the act.
double lambda_at(const Act& act, long steps) {
  const long whole = steps / kDrawnSteps * kDrawnSteps;
  const double share = std::clamp(static_cast<double>(whole) / (kDrawnShare * kSteps), 0.0, 1.0);
  return act.lambda_from * std::pow(act.lambda_to / act.lambda_from, share);
}

bool is_on_y(const LabView& shown) { return shown.tracker().scene().id == "y"; }

void set_lambda(double lambda, Demonstration& state, lab::Setup& setup) {
  lab::knob::kDamping.set(setup.front_lane().settings, lambda);
  state.lambda = lambda;
}

/// Begins an act; the first one restarts the run.
void begin_act(const Context& context, std::size_t index) {
  Demonstration& state = context.panels.demonstration;
  const Act& act = kActs[index];
  lab::Setup& setup = context.edit.change("watch it shake");
  setup = lab::setup_of(setup.scene, *ik::find_method(act.method));
  set_lambda(act.lambda_from, state, setup);
  setup.front_lane().settings.d_max = act.d_max;
  state.act = index;
  if (index == 0) context.edit.send(Command::kRestart);
  state.began = index == 0 ? 0 : context.shown.timeline.now();
  context.edit.send_if(!context.shown.playback.playing, Command::kPlayOrPause);
}

bool is_disturbed(const LabView& shown, const Demonstration& state) {
  const Act& act = kActs[state.act];
  const lab::Lane& lane = shown.timeline.setup().front_lane();
  return !is_on_y(shown) || std::string_view(lane.method->id) != act.method ||
         lane.settings.d_max != act.d_max ||
         lab::knob::kDamping.given(lane.settings) != state.lambda ||
         shown.timeline.now() < state.began;
}

/// Loads the Y and begins the first act. \returns whether the demonstration runs
bool has_begun(const Context& context) {
  Demonstration& state = context.panels.demonstration;
  if (state.began >= 0) return true;
  const auto& scenes = context.shown.scenes.items;
  const auto y = std::ranges::find(scenes, "y", &SceneItem::id);
  if (is_on_y(context.shown)) {
    begin_act(context, 0);
  } else if (!state.asked && y != scenes.end()) {
    context.edit.send(LoadScene{static_cast<std::size_t>(y - scenes.begin())});
    state.asked = true;
  } else {
    state = {};  // there is no Y
  }
  return false;
}

CardWords act_words(const Demonstration& state) {
  const Act& act = kActs[state.act];
  return {format("%s  (%zu of %zu)", act.title, state.act + 1, kActs.size()), act.text};
}

void card(const Theme& theme, const Area& area, const Context& context, double share) {
  Demonstration& state = context.panels.demonstration;
  if (area.size.y <= 0.0F) return;
  const bool last = state.act + 1 == kActs.size();
  begin_card(theme, "demonstration", area, act_words(state));
  share_bar(theme, {area.corner, {area.end().x, area.corner.y + theme.px(3)}}, share);
  // at the end of its time the next act begins by itself
  if (!last && card_button(theme, "demonstration", "next", "Next") && share < 1.0) {
    begin_act(context, state.act + 1);
  }
  if (card_button(theme, "demonstration", "stop", last ? "Done" : "Stop")) state = {};
  ImGui::End();
}

}  // namespace

void demonstration(const Theme& theme, const Area& area, const Context& context) {
  Demonstration& state = context.panels.demonstration;
  if (!state.open || !has_begun(context)) return;
  const LabView& shown = context.shown;
  if (is_disturbed(shown, state)) {
    state = {};
    return;
  }
  const Act& act = kActs[state.act];
  const long steps = shown.timeline.now() - state.began;
  if (steps >= kSteps && state.act + 1 < kActs.size()) {
    begin_act(context, state.act + 1);
  } else if (const double lambda = lambda_at(act, steps); lambda != state.lambda) {
    set_lambda(lambda, state, context.edit.change(lab::knob::kDamping.symbol));
    context.edit.gesture = kGesture;
  }
  card(theme, area, context, std::min(1.0, static_cast<double>(steps) / kSteps));
}

float demonstration_height(const Theme& theme, float width, const Demonstration& state) {
  return state.open ? card_height(theme, width, act_words(state)) : 0.0F;
}

}  // namespace ui
