#include "app/window/preferences.h"

#include <exception>

namespace app {
namespace {

constexpr double kStillFor = 1.0;  ///< s without a change before a save
constexpr const char* kFirstScene = "y";
constexpr const char* kFirstMethod = "dls";

const ik::MethodInfo& method_for(const std::string& asked, const std::string& kept) {
  for (const std::string& id : {asked, kept}) {
    if (const ik::MethodInfo* method = ik::find_method(id)) return *method;
  }
  const ik::MethodInfo* first = ik::find_method(kFirstMethod);
  return first != nullptr ? *first : ik::methods().front();
}

}  // namespace

io::Preferences preferences_of(const Session& session, const ui::Panels& panels,
                               const io::Preferences& before) {
  const lab::Tracker& tracker = session.tracker();
  io::Preferences result = before;
  result.dark = panels.dark;
  result.speed = session.speed();
  result.scene = tracker.scene().id;
  result.method = tracker.method_info().id;
  result.settings.reset();
  if (const lab::Settings shared = lab::shared_settings(tracker.settings());
      !(shared == tracker.scene().settings)) {
    result.settings = shared;
  } else if (session.standing_in()) {
    // the missing scene file may be back at the next start
    result.scene = before.scene;
    result.settings = before.settings;
  }
  result.params.clear();
  ik::AnyMethod method = tracker.method();
  method.visit([&](const ik::ParamInfo& info, ik::ParamValue) {
    if (lab::find_setting(info.name) != nullptr) return;
    const double value = ik::get_param(tracker.method(), info.name).value_or(0.0);
    if (ik::get_param(tracker.method_info().make(), info.name) != value) {
      result.params[info.name] = value;
    }
  });
  result.recordings = session.folder();
  return result;
}

Session make_session(lab::Clock clock, SceneLibrary scenes, const io::Preferences& preferences,
                     const WindowOptions& options) {
  const ik::MethodInfo& method = method_for(options.method, preferences.method);
  std::string trouble;
  std::optional<lab::Scene> scene = options.scene;
  if (!scene) {
    try {
      scene = scenes.load(preferences.scene);
    } catch (const std::exception& problem) {
      trouble = problem.what();
      scene = scenes.load(kFirstScene);
    }
  }
  const bool as_before = !options.scene && trouble.empty();

  Session session(std::move(clock), std::move(scenes), std::move(*scene), method);
  ui::Edit edit(session.setup());
  if (as_before && preferences.settings) {
    for (const lab::SettingInfo& setting : lab::settings()) {
      ui::set(setting, setting.get(*preferences.settings), edit);
    }
  }
  if (preferences.method == method.id) {
    for (const auto& [name, value] : preferences.params) ui::set_param(name, value, edit);
  }
  for (const auto& [setting, value] : options.settings) ui::set(*setting, value, edit);
  for (const auto& [name, value] : options.params) ui::set_param(name, value, edit);
  session.apply(edit);
  // the settings are part of row 0, not changes after it
  session.reset();
  session.forget_changes();
  session.set_folder(preferences.recordings.string());
  session.set_speed(preferences.speed);
  session.set_playing(!options.paused);
  session.warn(trouble);
  if (!trouble.empty()) session.stand_in();
  return session;
}

void PreferencesKeeper::look(const io::Preferences& now, double seconds) {
  if (now == seen_) {
    still_for_ += seconds;
  } else {
    seen_ = now;
    still_for_ = 0.0;
  }
  if (still_for_ >= kStillFor) save(now);
}

void PreferencesKeeper::save(const io::Preferences& now) {
  if (path_.empty() || now == saved_ || !problem_.empty()) return;
  try {
    io::write_preferences(path_, now);
    saved_ = now;
  } catch (const std::exception& problem) {
    problem_ = problem.what();
  }
}

}  // namespace app
