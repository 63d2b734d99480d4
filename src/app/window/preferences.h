#pragma once

#include <filesystem>
#include <string>

#include "app/session/session.h"
#include "app/window/window.h"
#include "io/saved/preferences.h"

namespace app {

/// What the window would want to find again at its next start.
io::Preferences preferences_of(const Session& session, const ui::Panels& panels,
                               const io::Preferences& before);

/// The session that preferences and the caller's options ask for; the options go first. What
/// cannot be had any more, such as a scene file that is gone, falls back to the built-in
/// defaults, and the session says so.
Session make_session(lab::Clock clock, SceneLibrary scenes, const io::Preferences& preferences,
                     const WindowOptions& options);

/// Keeps a file up to date with preferences that change.
class PreferencesKeeper {
 public:
  /// \param path empty keeps nothing
  PreferencesKeeper(std::filesystem::path path, io::Preferences saved)
      : path_(std::move(path)), saved_(std::move(saved)), seen_(saved_) {}

  /// Saves once the preferences have stood still for a second, not with every move of a slider.
  void look(const io::Preferences& now, double seconds);
  /// Saves what is not yet saved. Never fails; see problem().
  void save(const io::Preferences& now);

  /// Why the last save did not succeed, or empty. It is not tried again.
  const std::string& problem() const { return problem_; }

 private:
  std::filesystem::path path_;
  io::Preferences saved_, seen_;
  double still_for_ = 0.0;  // s
  std::string problem_;
};

}  // namespace app
