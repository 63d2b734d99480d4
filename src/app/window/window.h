#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/saved/session_file.h"
#include "lab/run/timeline.h"

namespace app {

/// How the window is set up. What is left empty comes from the last session's preferences, and
/// from the built-in defaults where there are none.
struct WindowOptions {
  std::optional<lab::Scene> scene;  ///< a built-in one or one from a file
  std::string method;               ///< an id of ik::methods()
  /// Settings given on the command line, in the outside's unit, on top of the scene's.
  std::vector<std::pair<const lab::SettingInfo*, double>> settings;
  /// Parameters of the method given on the command line, by name.
  std::vector<std::pair<std::string, double>> params;

  /// A run to go through, or a setup, instead of all these.
  std::optional<io::SavedSession> run;
  std::string run_name;  ///< of its file
  std::optional<lab::Setup> setup;

  bool dark = false;             ///< the dark theme, whatever the preferences say
  int width = 1280;              ///< points, where no preferences are read
  int height = 720;              ///< points, likewise
  bool keep_preferences = true;  ///< read them at the start and save what changed

  bool paused = false;         ///< stand at row 0 instead of playing
  double content_scale = 0.0;  ///< pixels a point; 0 asks the display
  std::optional<int> crowd;    ///< so many bodies around the single one, from the start
  long frames = 0;             ///< quit after so many frames; 0 runs until closed
  std::string screenshot;      ///< a PNG of the last frame; empty writes none
};

/// Opens the laboratory's window and runs it until the user closes it.
/// Writes the line "iklab: ready" to standard output once the first frame is on screen.
/// \returns the exit status, 0
/// \throws std::runtime_error with one sentence where there is no display or no OpenGL 3.3
int run_window(const WindowOptions& options);

}  // namespace app
