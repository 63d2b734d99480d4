#include "ui/shell/demonstration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "ui/kit/widgets.h"
#include "ui/shell/laboratory.h"
#include "ui/shell/tour.h"

namespace ui {
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

/// Whether the user has changed something that the demonstration needs.
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
