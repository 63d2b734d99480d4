#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/session/session.h"
#include "app/window/window.h"
#include "io/saved/preferences.h"

namespace app {

/// The preferences to remember for the next start. In a browser these are of built-in scenes alone:
/// a file that was opened is not there by then.
io::Preferences preferences_of(const Session& session, const ui::Panels& panels,
                               const io::Preferences& before);

/// Sets the panels by these preferences. \returns what is not possible, or an empty text
std::string set_panels(const io::Preferences& preferences, ui::Panels& panels);

/// The preferences to save, where options have set theme, page or lanes for this run only:
/// unchanged values keep their saved ones.
io::Preferences without_options(io::Preferences now, const io::Preferences& at_start,
                                const io::Preferences& remembered);

/// The preferences with scene, method and settings of others.
io::Preferences with_run_of(const io::Preferences& other, io::Preferences now);

/// The body that no file has as it is: changed by hand, or read from a robot's file with options.
/// Null if there is none, or if files are not there at the next start.
std::shared_ptr<const lab::Scene> own_body(const Session& session);

/// The session for these preferences; options override them. Where something is no longer
/// available, such as a deleted scene file, the built-in default replaces it and the session shows
/// a warning.
Session make_session(lab::Clock clock, SceneLibrary scenes, const io::Preferences& preferences,
                     const WindowOptions& options, ik::PreparationStore* store = nullptr);

/// Keeps the preferences file up to date, and beside it the scene file of a body that no other
/// file has.
class PreferencesKeeper {
 public:
  /// \param path empty saves nothing
  PreferencesKeeper(std::filesystem::path path, io::Preferences saved)
      : path_(std::move(path)), saved_{std::move(saved), nullptr}, seen_(saved_) {}

  /// Saves changes after a second without further ones, not with every move of a slider.
  /// \param body own_body(); where there is one, the next start opens its file
  void look(const io::Preferences& now, const std::shared_ptr<const lab::Scene>& body,
            double seconds);
  /// Saves unsaved changes. Never throws; see problem().
  void save(const io::Preferences& now, const std::shared_ptr<const lab::Scene>& body);

  /// Why saving failed, or empty. After a failure nothing is saved any more.
  const std::string& problem() const { return problem_; }

 private:
  struct Kept {
    io::Preferences preferences;
    std::shared_ptr<const lab::Scene> body;

    bool operator==(const Kept&) const = default;
  };

  std::filesystem::path path_;
  Kept saved_, seen_;
  double still_for_ = 0.0;  // s
  std::string problem_;
};

}  // namespace app
