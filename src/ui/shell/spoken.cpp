#include "ui/shell/spoken.h"

#include <algorithm>
#include <numeric>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"
#include "lab/track/setup.h"

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

constexpr std::string_view kTarget = "target ";
constexpr const char* kFree = "off";

SpokenSetting spoken_target(const lab::Setup& setup, std::size_t i) {
  const std::string& name = setup.scene->multibody.effector(static_cast<int>(i)).name;
  const auto& held = setup.targets[i].held;
  std::string value = kFree;
  for (int axis = 0; held && axis < 3; ++axis) {
    value = (axis == 0 ? "" : value + ", ") + lab::number_text((*held)[axis], 4);
  }
  return {.name = std::string(kTarget) + name,
          .label = "Target of " + name + ": x, y, z, m",
          .value = value,
          .help = "Three numbers hold the target there; off returns it to its curve."};
}

/// The three numbers of "0.5, 1, 0".
std::optional<Eigen::Vector3d> place_in(std::string text) {
  std::erase(text, ' ');
  std::string_view rest = text;
  Eigen::Vector3d place;
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t end = std::min(axis < 2 ? rest.find(',') : rest.size(), rest.size());
    const auto number = lab::parse_number(rest.substr(0, end));
    if (!number) return std::nullopt;
    place[axis] = *number;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return place;
}

/// Holds a target at a place, or returns it to its curve.
void place_target(std::string_view effector, std::string_view text, Edit& edit) {
  const ik::Multibody& body = edit.setup.scene->multibody;
  for (int i = 0; i < body.effector_count(); ++i) {
    if (body.effector(i).name != effector) continue;
    lab::TargetSetup target = edit.setup.targets[static_cast<std::size_t>(i)];
    target.held = text == kFree ? std::nullopt : place_in(std::string(text));
    if (target.held || text == kFree) return set_target(i, target, edit);
    return edit.send(
        Tell{"Target of " + std::string(effector) + ": expected x, y and z in metres, or off"});
  }
}

/// Whether an error is so different that a listener wants to know. Errors below `least` are equal.
bool differs(double now, double before, double least) {
  constexpr double kMinRatio = 1.5;
  const double a = std::max(now, least), b = std::max(before, least);
  return std::max(a, b) >= kMinRatio * std::min(a, b) && a != b;
}

/// \returns whether it was about the lanes or a target
bool fulfil_lanes(std::string_view name, std::string_view value, Edit& edit) {
  const std::size_t count = edit.setup.lanes.size();
  if (name == "add-lane") {
    const ik::MethodInfo* method = ik::find_method(std::string(value));
    if (method != nullptr && count < lab::kMaxLanes) add_lane(*method, edit);
  } else if (name == "remove-lane") {
    if (count > 1) lab::remove_lane(edit.change("remove a lane"), edit.setup.front);
  } else if (name == "lane") {
    const auto lane = lab::parse_number(value);
    if (lane && *lane >= 0.0 && *lane < static_cast<double>(count)) {
      bring_to_front(static_cast<std::size_t>(*lane), edit);
    }
  } else if (name.starts_with(kTarget)) {
    place_target(name.substr(kTarget.size()), value, edit);
  } else {
    return false;
  }
  return true;
}

/// \returns whether it was about a page
bool fulfil_page(std::string_view name, std::string_view value, const Context& context) {
  if (name == "page") {
    const std::size_t page = page_named(value);
    if (page < side_pages().size()) open_page(context.panels, page);
    if (value.empty()) show_page(context.panels.arrangement, false);
  } else if (name == "do") {
    const SpokenPage page = spoken_page(context.shown, context.panels);
    const auto action = std::ranges::find(page.actions, value, &SpokenAction::label);
    if (action != page.actions.end()) action->act(context);
  } else {
    return false;
  }
  return true;
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
  const lab::Setup& setup = shown.timeline.setup();
  words.lanes = lab::lane_labels(setup);
  words.lane = setup.front;
  for (std::size_t i = 0; i < setup.targets.size(); ++i) {
    words.settings.push_back(spoken_target(setup, i));
  }
  for (const SidePage& page : side_pages()) words.pages.emplace_back(page.name);
  SpokenPage page = spoken_page(shown, panels);
  words.page = std::move(page.name);
  words.page_help = std::move(page.help);
  words.page_lines = std::move(page.lines);
  for (SpokenAction& action : page.actions) words.page_actions.push_back(std::move(action.label));
  return words;
}

void fulfil(std::string_view name, std::string_view value, const Context& context) {
  Edit& edit = context.edit;
  if (fulfil_lanes(name, value, edit) || fulfil_page(name, value, context)) return;
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
