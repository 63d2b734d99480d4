#include "app/session.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "ui/run_panel.h"

namespace app {
namespace {

/// Longer recordings are saved by themselves: a million rows of a large body are a gigabyte.
constexpr std::size_t kMostRows = 1'000'000;

Trails make_trails(const lab::Tracker& tracker) {
  constexpr std::size_t kSteps = 600;  // three seconds of the report's steps
  return Trails(static_cast<std::size_t>(tracker.multibody().effector_count()), kSteps);
}

}  // namespace

Session::Session(World world, std::vector<ui::SceneItem> scenes, lab::Scene scene,
                 const ik::MethodInfo& method)
    : world_(std::move(world)),
      scenes_(std::move(scenes)),
      tracker_(std::move(scene), method),
      trails_(make_trails(tracker_)) {
  list_scene();
  look();
}

void Session::list_scene() {
  const lab::Scene& scene = tracker_.scene();
  if (scene_index() < scenes_.size()) return;
  scenes_.push_back({scene.id, scene.name.empty() ? scene.id : scene.name, scene.description});
}

void Session::prepare_some() {
  constexpr int kPortions = 4;
  constexpr double kAFrame = 8e6;  // ns, half of a frame: the window stays alive
  const double start = world_.clock ? world_.clock() : 0.0;
  while (tracker_.prepare(kPortions) < 1.0) {
    if (!world_.clock || world_.clock() - start > kAFrame) return;
  }
  timing_.start_pace();
}

int Session::advance(double wall_seconds) {
  if (tracker_.prepared() < 1.0) {
    prepare_some();
    lab::analyse(tracker_, spectrum_);
    return 0;
  }
  if (!playing_ || !(wall_seconds > 0.0)) {
    lab::analyse(tracker_, spectrum_);
    return 0;
  }
  const double most = kMostSteps * std::max(1.0, speed_);
  const double time_step = tracker_.settings().time_step;
  const double before = pending_steps_;
  pending_steps_ = std::min(most, before + speed_ * wall_seconds / time_step);
  timing_.real_s.add(wall_seconds);
  timing_.simulated_s.add((pending_steps_ - before) * time_step);
  const int steps = static_cast<int>(pending_steps_);
  pending_steps_ -= steps;
  for (int i = 0; i < steps; ++i) make_step();
  lab::analyse(tracker_, spectrum_);
  return steps;
}

void Session::make_step() {
  tracker_.advance();
  const double start = world_.clock ? world_.clock() : 0.0;
  tracker_.update();
  if (world_.clock) {
    timing_.update_ns.add((world_.clock() - start) / tracker_.settings().iterations);
  }
  history_.add(tracker_);
  trails_.append(tracker_.targets(), tracker_.pose().effector);
  if (!recording_) return;
  recording_->add(tracker_);
  if (recording_->rows() >= kMostRows) stop_recording();
}

void Session::look() {
  history_.clear();
  history_.add(tracker_);
  trails_.clear();
  trails_.append(tracker_.targets(), tracker_.pose().effector);
  lab::analyse(tracker_, spectrum_);
  pending_steps_ = 0.0;
}

void Session::step() {
  playing_ = false;
  tracker_.prepare(ik::kAllPortions);
  make_step();
  lab::analyse(tracker_, spectrum_);
}

void Session::reset() {
  stop_recording();
  tracker_.reset();
  look();
}

void Session::set_scene(lab::Scene scene) {
  stop_recording();
  const ik::MethodInfo& method = tracker_.method_info();
  tracker_ = lab::Tracker(std::move(scene), method);
  for (const auto& [name, value] : params_[&method]) tracker_.set_method_param(name, value);
  trails_ = make_trails(tracker_);
  timing_.update_ns.clear();
  ++scene_changes_;
  standing_in_ = false;
  list_scene();
  look();
}

void Session::set_method(const ik::MethodInfo& method) {
  // a recording is of one method
  const bool recorded = recording_.has_value();
  stop_recording();
  tracker_.set_method(method);
  for (const auto& [name, value] : params_[&method]) tracker_.set_method_param(name, value);
  timing_.update_ns.clear();
  if (recorded) {
    recording_.emplace(tracker_);
    recording_->add(tracker_);
    message_ +=
        std::string(message_.empty() ? "" : ". ") + "A new recording goes on with " + method.label;
  }
}

void Session::set_setting(const lab::SettingInfo& setting, double value) {
  if (!std::isnan(value) && !lab::accepts(setting, value)) return;
  lab::Settings settings = tracker_.settings();
  setting.set(settings, value);
  tracker_.set_settings(settings);
}

void Session::set_param(const std::string& name, double value) {
  tracker_.set_method_param(name, value);
  // a setting of the same name is remembered there
  if (lab::find_setting(name) != nullptr) return;
  auto& params = params_[&tracker_.method_info()];
  const auto known = std::find_if(params.begin(), params.end(),
                                  [&name](const auto& param) { return param.first == name; });
  if (known == params.end()) {
    params.emplace_back(name, value);
  } else {
    known->second = value;
  }
}

void Session::set_playing(bool playing) {
  playing_ = playing;
  timing_.start_pace();
}

void Session::set_speed(double speed) {
  if (std::isfinite(speed)) {
    speed_ = std::clamp(speed, ui::kMinSpeed, ui::kMaxSpeed);
    timing_.start_pace();
  }
}

void Session::start_recording() {
  recording_.emplace(tracker_);
  recording_->add(tracker_);
  say({});
}

void Session::stop_recording() {
  if (!recording_) return;
  const lab::Recording recording = std::move(*recording_);
  recording_.reset();
  try {
    say(world_.save ? world_.save(recording, folder_) : std::string());
  } catch (const std::exception& problem) {
    warn(problem.what());
  }
}

void Session::apply(const ui::Asked& asked) {
  if (asked.scene && *asked.scene < scenes_.size() && world_.load_scene) {
    try {
      set_scene(world_.load_scene(scenes_[*asked.scene].id));
    } catch (const std::exception& problem) {
      warn(problem.what());
    }
  }
  if (asked.method != nullptr && asked.method != &tracker_.method_info()) {
    set_method(*asked.method);
  }
  if (asked.setting) set_setting(*asked.setting->setting, asked.setting->value);
  if (asked.param) set_param(asked.param->name, asked.param->value);
  if (asked.goal_weight)
    tracker_.set_goal_weight(asked.goal_weight->which, asked.goal_weight->weight);
  if (asked.joint_weight) {
    tracker_.set_joint_weight(asked.joint_weight->which, asked.joint_weight->weight);
  }
  if (asked.group) tracker_.set_group(asked.group->group);
  if (asked.speed) set_speed(*asked.speed);
  if (asked.folder) folder_ = *asked.folder;
  if (asked.play_or_pause) set_playing(!playing_);
  if (asked.reset) reset();
  if (asked.step) step();
  if (asked.record_or_stop) recording_ ? stop_recording() : start_recording();
}

std::size_t Session::scene_index() const {
  const auto here = std::find_if(scenes_.begin(), scenes_.end(), [this](const ui::SceneItem& item) {
    return item.id == tracker_.scene().id;
  });
  return static_cast<std::size_t>(here - scenes_.begin());
}

ui::Shown Session::shown() const {
  return {.tracker = tracker_,
          .history = history_,
          .spectrum = spectrum_,
          .timing = timing_,
          .scenes = scenes_,
          .scene = scene_index(),
          .playing = playing_,
          .speed = speed_,
          .recorded = recording_ ? std::optional(recording_->rows()) : std::nullopt,
          .folder = folder_,
          .folder_path = world_.absolute ? world_.absolute(folder_) : folder_,
          .message = message_,
          .trouble = trouble_};
}

}  // namespace app
