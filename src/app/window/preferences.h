#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/session/session.h"
#include "app/window/window.h"
#include "io/saved/preferences.h"

namespace app {

/// The preferences to remember for the next start. In a browser they name built-in scenes only: an
/// opened file is gone by then.
io::Preferences preferences_of(const Session& session, const ui::Panels& panels,
                               const io::Preferences& before);

/// Sets the panels by these preferences. \returns a message about what is not possible, or empty
std::string set_panels(const io::Preferences& preferences, ui::Panels& panels);

/// The preferences to save, if options have set theme, page or lanes for this run only: values
/// unchanged since the start keep their saved values.
io::Preferences without_options(io::Preferences now, const io::Preferences& at_start,
                                const io::Preferences& remembered);

/// `now` with scene, method and settings of `other`.
io::Preferences with_run_of(const io::Preferences& other, io::Preferences now);

/// The preferences to save after a link: theme, text size and columns as now, all else as
/// remembered.
io::Preferences without_link(io::Preferences now, const io::Preferences& remembered);

/// Gives the edit's set-up the settings, parameters and further lanes of options.
void take_settings(const WindowOptions& options, ui::Edit& edit);

/// The set-up that options ask for, beginning with a present one; where they name a scene, with
/// that scene. A run in them is at its start.
lab::Setup setup_of(const WindowOptions& options, const lab::Setup& present);

/// The run that options ask for: a saved one, or the first steps of a set-up. None: neither.
/// \param setup see setup_of()
std::optional<io::SavedSession> run_of(const WindowOptions& options, const lab::Setup& setup);

/// Shows what options ask for: theme, page, plots, crowd.
void set_view(const WindowOptions& options, ui::Panels& panels);

/// The body if no file holds it as it is: edited by hand, or read from a robot file with options.
/// Null otherwise, and if files are lost before the next start.
std::shared_ptr<const lab::Scene> own_body(const Session& session);

/// The session for these preferences; options override them. The built-in default replaces anything
/// that is no longer available, such as a deleted scene file, and the session shows a warning.
Session make_session(lab::Clock clock, SceneLibrary scenes, const io::Preferences& preferences,
                     const WindowOptions& options, ik::PreparationStore* store = nullptr);

/// Keeps the preferences file up to date, and beside it the scene file of own_body().
class PreferencesKeeper {
 public:
  /// \param path  empty saves nothing
  /// \param saved in the file; none: the file is to be replaced
  PreferencesKeeper(std::filesystem::path path, std::optional<io::Preferences> saved)
      : path_(std::move(path)) {
    if (saved) seen_ = saved_ = Kept{std::move(*saved), nullptr};
  }

  /// Saves changes after a second without further ones, not with every move of a slider.
  /// \param body own_body(); if there is one, the next start opens its file
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
  std::optional<Kept> saved_, seen_;
  double still_for_ = 0.0;  // s
  std::string problem_;
};

}  // namespace app
