#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "iklab/method.h"
#include "io/saved/session_file.h"
#include "lab/plot/live_plot.h"
#include "ui/shell/layout.h"

namespace app {

/// A camera as a link holds it: relative to the distance that shows the whole body, which depends
/// on the reader's window.
struct CameraView {
  float yaw = 0.0F, pitch = 0.0F;   ///< rad, see gfx::Camera
  float zoom = 1.0F;                ///< that distance divided by the camera's, above 0
  std::array<float, 3> focus = {};  ///< m

  bool operator==(const CameraView&) const = default;
};

/// Options of the window. Empty ones come from the preferences, or from the built-in defaults.
struct WindowOptions {
  std::optional<lab::Scene> scene;  ///< a built-in one or one from a file
  /// Index of the group of joints that moves, in the present scene, where a message names it; none
  /// in it: all joints.
  std::optional<std::optional<std::size_t>> group = {};
  std::string method;  ///< an id of ik::methods()
  /// Lanes beside that method, on the same targets; all are side by side then.
  std::vector<const ik::MethodInfo*> further_lanes;
  /// Shared knobs given on the command line; they override the scene's.
  std::vector<std::pair<const lab::Knob*, double>> settings;
  /// Parameters of the methods given on the command line, by name.
  lab::Params params;

  /// A run to replay, or a setup, instead of the options above.
  std::optional<io::SavedSession> run;
  std::string run_name;  ///< the name of the run's file
  std::optional<lab::Setup> setup;

  /// Goes to a step of the run that the options above give, by repeating it. Empty: row 0.
  std::optional<long> step = {};

  std::optional<bool> dark = {};  ///< the dark theme, or the light one; overrides the preferences
  bool calm = false;              ///< 30 frames a second; overrides the preferences
  bool no_panels = false;         ///< begin with the picture alone
  /// Index in page_names() of the page that is open at first; empty leaves it as it was.
  std::optional<std::size_t> page = {};
  bool fold_page = false;  ///< begin without an open page
  /// What the live plots show at first; the others stay as they were.
  std::vector<lab::Signal> signals = {};
  std::optional<bool> apart = {};         ///< lanes side by side; overrides the preferences
  std::optional<CameraView> camera = {};  ///< empty: the first view
  ui::Kept kept;                          ///< what stays with the picture alone
  bool keep_preferences = true;           ///< read them at the start and save changes
  /// Whether what runs and how it is shown is among the changes to save. It is not for a link: a
  /// heavy one begins paused.
  bool keep_run = true;

  bool paused = false;  ///< stay at row 0 instead of playing
  /// Folder of io::PreparationFiles; empty keeps none.
  std::filesystem::path cache = {};
  double content_scale = 0.0;  ///< pixels per point; 0 asks the display
  std::optional<int> crowd;    ///< number of bodies of a crowd from the start; 0: none
  long frames = 0;             ///< quit after this number of frames; 0 runs until closed
  std::string screenshot;      ///< path of a PNG of the last frame; empty writes none
};

/// Opens the laboratory's window and runs it until the user closes it.
/// Writes the line "iklab: ready" to standard output once the first frame is on screen.
/// \throws std::runtime_error with one sentence if there is no display or no OpenGL 3.3
void run_window(const WindowOptions& options);

}  // namespace app
