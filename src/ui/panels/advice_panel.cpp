#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>

#include "lab/advise/conclusion.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

// design points
constexpr float kMinFigure = 190.0F, kMaxFigure = 420.0F;
constexpr float kFigureShare = 0.8F;         ///< its height by its width
constexpr float kWordsBeside = 640.0F;       ///< width from which the words are beside the figure
constexpr float kCandidateTooltip = 260.0F;  ///< width
constexpr double kNearDot = 4.0;

constexpr const char* kFigureHelp =
    "Every dot is a candidate: a method with settings, run on this scene, in the method's colour. "
    "Left is closer, down is calmer, a larger dot takes longer. The line joins the front: no other "
    "candidate is closer and calmer. Dashed: the bounds of close and calm. Press a dot to use it.";

void controls_of_advice(const Theme& theme, const AdviceShown& shown, const std::string& folder,
                        Edit& edit) {
  if (shown.running) {
    edit.send_if(progress_row(theme, "advice", "Trying", shown.progress,
                              "Stop. What is known so far stays.", shown.left),
                 Command::kStopAdvising);
    return;
  }
  if (ImGui::Button("Try again")) edit.send(Advise{kAdviceSteps});
  describe(theme, "advice", "again",
           "Runs every method with many settings on the present scene and targets, in the "
           "background on all processors.");
  edit.send_if(flowing_button(theme, "Save"), Command::kSaveAdvice);
  describe(theme, "advice", "save",
           "Save the candidates as a table (CSV, JSON), the figure and a page in " + folder);
}

void candidate_tooltip(const Theme& theme, const lab::Advised& advised, std::size_t i,
                       bool in_use) {
  const lab::Advice& advice = advised.advice;
  const lab::Cost& cost = advice.costs[i];
  const auto tooltip = in_tooltip();
  const auto font = in_font(theme.font.small);
  const float room = theme.px(kCandidateTooltip);
  colored(theme.color.text, lines_within(lab::describe(advised.plan.candidates[i]), room));
  std::string numbers =
      format("%s %.4g m, jitter %.4g°", lab::error_name(advised.plan.experiment.scene.multibody),
             cost.error, cost.jitter);
  if (advised.results[i]) {
    numbers += format(", largest error %.4g m", advised.results[i]->max_error);
  }
  if (std::isfinite(cost.ns)) {
    numbers += cost.ns < 1e6 ? format(", %.3g µs an update", 1e-3 * cost.ns)
                             : format(", %.3g ms an update", 1e-6 * cost.ns);
  }
  const std::string purposes = lab::purposes_of(advice, i);
  if (!purposes.empty()) numbers += "\nRecommended: " + purposes;
  if (advice.on_front(i)) numbers += "\nOn the front";
  numbers += in_use ? "\nIn use" : "\nPress to use it";
  colored(theme.color.muted, lines_within(numbers, room));
}

void cloud(const Theme& theme, const AdviceShown& shown, const lab::Lane& front, ImVec2 size,
           Edit& edit) {
  const auto [frame, dot] =
      scatter_item(theme, "advice", *shown.figure, size, kNearDot, kFigureHelp);
  const auto& candidates = shown.advised->plan.candidates;
  for (std::size_t i = 0; i < shown.figure->dots.size(); ++i) {
    const auto at = lab::place_of(*shown.figure, frame, i);
    if (!at || !is_in_use(candidates[i], front)) continue;
    ImGui::GetWindowDrawList()->AddCircle(vec(*at),
                                          theme.px(static_cast<float>(lab::kLargestDot) + 3.0F),
                                          packed(theme.color.accent), 24, theme.px(2));
  }
  if (!dot) return;
  const bool in_use = is_in_use(candidates[*dot], front);
  ImGui::GetWindowDrawList()->AddCircle(
      vec(*lab::place_of(*shown.figure, frame, *dot)),
      static_cast<float>((lab::dot_radius(shown.figure->dots[*dot]) + 2.0) *
                         plot_style(theme).unit),
      packed(theme.color.text), 24, theme.px(1.5F));
  candidate_tooltip(theme, *shown.advised, *dot, in_use);
  if (ImGui::IsItemClicked() && !in_use) use_candidate(candidates[*dot], edit);
}

void recommendation(const Theme& theme, const lab::Advised& advised, const lab::Recommendation& r,
                    const lab::Lane& front, Edit& edit) {
  const std::string name = lab::name(r.choice.purpose);
  const std::size_t i = r.choice.candidate;
  const auto id = in_id(name.c_str());
  ImGui::Dummy({0.0F, theme.px(4)});
  paragraph(theme.color.text, r.sentence, theme.font.bold);
  mark("advice", name);
  paragraph(theme.color.muted, r.reason);
  const bool in_use = is_in_use(advised.plan.candidates[i], front);
  ImGui::BeginDisabled(in_use);
  if (flowing_button(theme, in_use ? "In use###use" : "Use###use", true)) {
    use_candidate(advised.plan.candidates[i], edit);
  }
  ImGui::EndDisabled();
  describe(theme, "advice/use", name,
           "Makes it the front lane, as one change that undo takes back.");
  if (flowing_button(theme, "Copy set-up")) {
    edit.send(CopyCandidate{i, CopyCandidate::As::kSetup});
  }
  describe(
      theme, "advice/set-up", name,
      "Copies the present set-up with this candidate as its front lane, as text: paste it into "
      "another window, or keep it.");
  if (flowing_button(theme, "Copy C++")) {
    edit.send(CopyCandidate{i, CopyCandidate::As::kCode});
  }
  describe(theme, "advice/code", name,
           "Copies a function for the library that makes a solver with this method and these "
           "settings, and the command that measures it.");
}

void words_of_advice(const Theme& theme, const AdviceShown& shown, const lab::Lane& front,
                     Edit& edit) {
  const lab::Advice& advice = shown.advised->advice;
  for (const lab::Recommendation& r : advice.recommendations) {
    if (!r.repeated) recommendation(theme, *shown.advised, r, front, edit);
  }
  if (advice.recommendations.empty()) {
    paragraph(theme.color.muted, shown.running
                                     ? "The recommendations come when all candidates are tried."
                                     : "No recommendations: not all candidates were tried.");
  }
  if (advice.bounds) {
    ImGui::Dummy({0.0F, theme.px(4)});
    paragraph(theme.color.muted, lab::bounds_in_words(*shown.advised));
  }
  for (const std::string& sentence : shown.advised->plan.left_out) {
    paragraph(theme.color.muted, "Not tried: " + sentence);
  }
}

void nothing_tried(const Theme& theme, float width, Edit& edit) {
  const bool pressed = empty_state(
      theme,
      {.name = "Advice",
       .text = "Which method suits this body, with which settings? Every method is tried here with "
               "many settings on the present scene and targets. A picture shows their error "
               "against their jitter, and three of them are recommended.",
       .button = "Try all methods",
       .help = "In the background on all processors, for some seconds to a minute, while the "
               "simulation continues."},
      width);
  if (pressed) edit.send(Advise{kAdviceSteps});
}

}  // namespace

bool is_in_use(const lab::Candidate& candidate, const lab::Lane& lane) {
  if (candidate.method != lane.method) return false;
  lab::Settings a = candidate.settings, b = lane.settings;
  if (lab::angle_cap(a, *lane.method) != lab::angle_cap(b, *lane.method)) return false;
  ik::AnyMethod first = lab::make_method(*candidate.method, a);
  const ik::AnyMethod second = lab::make_method(*lane.method, b);
  bool same = true;
  first.visit([&](const ik::Knob& knob, ik::KnobValue value) {
    same = same && ik::get_param(second, knob.name) == ik::number_of(value);
  });
  a.params.clear();
  b.params.clear();
  return same && a == b;
}

void use_candidate(const lab::Candidate& candidate, Edit& edit) {
  lab::Lane& lane = edit.change(std::string("advice: ") + candidate.method->label).front_lane();
  const double time_step = lane.settings.time_step;
  lane.method = candidate.method;
  lane.settings = candidate.settings;
  lane.settings.time_step = time_step;
  // all own parameters, or the session would restore those last used with the method
  for (const lab::Knob& knob : lab::knobs(*candidate.method)) {
    if (knob.is_own) knob.set(lane.settings, knob.in_force(candidate.settings));
  }
}

void advice_panel(const Theme& theme, const AdviceShown& shown, const lab::Lane& front,
                  const std::string& folder, ImVec2 size, Edit& edit) {
  const auto font = in_font(theme.font.small);
  if (shown.advised == nullptr || shown.figure == nullptr) {
    return nothing_tried(theme, size.x, edit);
  }
  controls_of_advice(theme, shown, folder, edit);
  if (shown.stale) {
    paragraph(theme.color.record,
              "This is the advice for another scene, or for other targets, weights or settings.");
  }
  const float room = ImGui::GetContentRegionAvail().x, gap = theme.px(14);
  const bool beside = room >= theme.px(kWordsBeside);
  const float width = beside ? std::floor(0.5F * (room - gap)) : room;
  const float height = std::clamp(kFigureShare * width, theme.px(kMinFigure), theme.px(kMaxFigure));
  const ImVec2 corner = ImGui::GetCursorPos();
  cloud(theme, shown, front, {width, height}, edit);
  if (beside) ImGui::SetCursorPos({corner.x + width + gap, corner.y});
  ImGui::BeginGroup();
  words_of_advice(theme, shown, front, edit);
  ImGui::EndGroup();
}

}  // namespace ui
