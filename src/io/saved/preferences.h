#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "io/files/text.h"
#include "lab/scene/settings.h"

namespace io {

/// What the window remembers from one start to the next.
struct Preferences {
  int window_width = 1280;     ///< points
  int window_height = 720;     ///< points
  double ui_scale = 0.0;       ///< pixels a point; 0 asks the display
  double speed = 1.0;          ///< of the experiment beside real time
  bool dark = false;           ///< the dark theme
  std::string scene = "y";     ///< a built-in name or a path
  std::string method = "dls";  ///< an id of ik::methods()
  /// Empty where the scene's own are to be used.
  std::optional<lab::Settings> settings;
  std::map<std::string, double> params;             ///< of the method, by name; a switch is 0 or 1
  std::filesystem::path recordings = "recordings";  ///< folder of save_recording

  bool operator==(const Preferences&) const = default;
};

/// The folder that an environment variable names by a whole path, else that one under the home; XDG
/// Base Directory Specification. Empty if there is no home.
std::filesystem::path folder_from_environment(const char* variable, const char* under_home);

/// Where preferences are kept: $XDG_CONFIG_HOME/iklab/settings.json, else under ~/.config. Empty if
/// there is no home.
std::filesystem::path preferences_path();

struct ReadPreferences {
  Preferences preferences;
  std::string warning;  ///< one line, or empty if all is well
};

/// Never fails: a file that is not there gives the defaults, and one that is broken the defaults
/// with a warning that names the place. Fields that are missing or not known are passed over, so
/// that older and newer programs share a file.
ReadPreferences read_preferences(const std::filesystem::path& path);

/// Writes them as a whole, and makes the folder if it is not there.
/// \throws Error, WriteError naming the path
void write_preferences(const std::filesystem::path& path, const Preferences& preferences);

}  // namespace io
