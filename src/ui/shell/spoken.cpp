#include "ui/shell/spoken.h"

#include <algorithm>
#include <numeric>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"

namespace ui {
namespace {

SpokenSetting spoken_setting(const lab::Knob& row, const lab::Tracker& tracker) {
  const lab::Knob knob = lab::find_knob(tracker.method_info(), row.name).value();
  const std::string why = why_unused(knob, tracker);
  return {.name = knob.name,
          .label = std::string(knob.label) + ", " + knob.unit,
          .value = lab::option_text(knob, knob.in_force(tracker.settings()), 4),
          .help = why.empty() ? knob.help : why,
          .used = why.empty()};
}

/// Whether an error is so different that a listener wants to know. Errors below `least` are equal.
bool differs(double now, double before, double least) {
  constexpr double kMinRatio = 1.5;
  const double a = std::max(now, least), b = std::max(before, least);
  return std::max(a, b) >= kMinRatio * std::min(a, b) && a != b;
}

}  // namespace

Spoken spoken(const LabView& shown, const Panels& panels) {
  const lab::Tracker& tracker = shown.tracker();
  const lab::Scene& scene = tracker.scene();
  const ik::MethodInfo& method = tracker.method_info();
  Spoken words{.title = (scene.name.empty() ? scene.id : scene.name) + ", " + method.label,
               .scene = scene.id,
               .method = method.id,
               .playing = shown.playback.playing};
  for (const SceneItem& item : shown.scenes.items) words.scenes.push_back({item.id, item.name});
  for (const ik::MethodInfo& each : ik::methods()) words.methods.push_back({each.id, each.label});
  for (const lab::Knob* knob : {&lab::knob::kDamping, &lab::knob::kDMax}) {
    words.settings.push_back(spoken_setting(*knob, tracker));
  }
  if (!panels.hidden && panels.arrangement.page.shown()) {
    words.page = side_pages()[panels.page].name;
    words.page_help = side_pages()[panels.page].help;
  }
  return words;
}

void fulfil(std::string_view name, std::string_view value, const Context& context) {
  Edit& edit = context.edit;
  if (name == "play") {
    edit.send(Command::kPlayOrPause);
  } else if (name == "step") {
    edit.send(Command::kStep);
  } else if (name == "restart") {
    edit.send(Command::kRestart);
  } else if (name == "scene") {
    const std::span<const SceneItem> items = context.shown.scenes.items;
    const auto item = std::ranges::find(items, value, &SceneItem::id);
    if (item != items.end()) edit.send(LoadScene{static_cast<std::size_t>(item - items.begin())});
  } else if (name == "method") {
    if (const ik::MethodInfo* method = ik::find_method(std::string(value))) {
      choose_method(*method, edit);
    }
  } else if (const auto knob = lab::find_knob(context.shown.tracker().method_info(), name)) {
    if (const auto number = lab::parse_value(*knob, value)) return set(*knob, *number, edit);
    edit.send(Tell{std::string(knob->label) + ": expected " + knob->expectation()});
  }
}

Report report(const LabView& shown) {
  const lab::Tracker& tracker = shown.tracker();
  Report now{.message = shown.message.text};
  if (tracker.updates() > 0) now.outcome = ik::name(tracker.outcome());
  if (const lab::Diagnosis* known = shown.seen.diagnosis; known != nullptr) {
    const lab::CauseId cause = known->causes.front().id;
    now.shaking = lab::is_still(cause) ? "calm" : std::string("shaking now: ") + lab::words(cause);
  }
  const auto& errors = tracker.errors();
  const double sum = std::accumulate(errors.begin(), errors.end(), 0.0);
  now.error = sum / std::max(1.0, static_cast<double>(errors.size()));
  if (shown.reach.verdict != nullptr) now.verdict = shown.reach.verdict->sentence;
  if (!errors.empty()) now.least = lab::reached_tolerance(tracker, 0);
  return now;
}

std::string Narrator::say(const Report& now, double seconds) {
  constexpr double kPause = 1.0;  // s
  if (said_ && seconds - said_at_ < kPause) return {};
  const bool first = !said_.has_value();
  if (first) said_ = Report{};
  std::vector<std::string> words;
  if (now.message != said_->message) words.push_back(now.message);
  said_->message = now.message;
  if (now.verdict != said_->verdict) words.push_back(now.verdict);
  said_->verdict = now.verdict;
  if (first || now.outcome != said_->outcome || now.shaking != said_->shaking ||
      differs(now.error, said_->error, now.least)) {
    words.insert(words.end(),
                 {now.outcome, "mean error " + lab::number_text(now.error, 2) + " m", now.shaking});
    said_ = now;
  }
  std::string text;
  for (const std::string& each : words) {
    if (!each.empty()) text += (text.empty() ? "" : "; ") + each;
  }
  if (!text.empty()) said_at_ = seconds;
  return text;
}

}  // namespace ui
