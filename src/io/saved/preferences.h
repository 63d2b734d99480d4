#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/files/text.h"
#include "lab/scene/settings.h"

namespace io {

/// What a live plot shows.
struct PlotPreference {
  std::string signal;  ///< an id of lab::signals()
  bool logarithmic = false;

  bool operator==(const PlotPreference&) const = default;
};

/// In the order of ui::CrowdKind and lab::CrowdTone.
inline constexpr const char* kCrowdKinds[] = {"scene", "y", "double-y", "both"};
inline constexpr const char* kCrowdTones[] = {"method", "error", "status"};

/// The crowd around the body, whether it is shown or not.
struct CrowdPreference {
  std::size_t kind = 0;  ///< index in kCrowdKinds
  std::size_t tone = 0;  ///< index in kCrowdTones
  int count = 0;         ///< bodies; 0: default
  double spacing = 0.0;  ///< between neighbours, in lengths of a body; 0: default
  std::string method;    ///< an id of ik::methods(); empty: the front lane's

  bool operator==(const CrowdPreference&) const = default;
};

/// The window's preferences, saved from one start to the next.
struct Preferences {
  int window_width = 0;               ///< coordinates of the display; 0: by the display's size
  int window_height = 0;              ///< likewise
  double ui_scale = 0.0;              ///< pixels per point; 0 asks the display
  std::string page;                   ///< the name of the page at the right; empty: the first one
  bool page_open = true;              ///< it is not folded
  bool column_open = true;            ///< the left column is not folded
  double page_width = 0.0;            ///< points; 0: default, as below
  double column_width = 0.0;          ///< points
  double plots_height = 0.0;          ///< points
  std::vector<PlotPreference> plots;  ///< empty: default
  CrowdPreference crowd;
  double speed = 1.0;          ///< simulated seconds per second
  bool dark = false;           ///< the dark theme
  bool side_by_side = false;   ///< lanes in pictures of their own instead of overlaid
  std::string scene = "y";     ///< a built-in name or a path
  std::string method = "dls";  ///< an id of ik::methods()
  /// Empty: the scene's own.
  std::optional<lab::Settings> settings;
  std::map<std::string, double> params;             ///< of the method, by name; a switch is 0 or 1
  std::filesystem::path recordings = "recordings";  ///< folder of save_recording

  bool operator==(const Preferences&) const = default;
};

/// The absolute path in an environment variable, else the given folder under the home folder, by
/// the XDG Base Directory Specification. Empty if there is no home folder.
std::filesystem::path folder_from_environment(const char* variable, const char* under_home);

/// The file of the preferences: $XDG_CONFIG_HOME/iklab/settings.json, else under ~/.config. Empty
/// if there is no home folder.
std::filesystem::path preferences_path();

struct ReadPreferences {
  Preferences preferences;
  std::string warning;  ///< one line, or empty
};

/// Never throws: a missing file gives the defaults, a broken file the defaults and a warning that
/// names the place. Missing and unknown fields are ignored: older and newer programs can share the
/// file.
ReadPreferences read_preferences(const std::filesystem::path& path);

/// Writes the file, and makes its folder if it does not exist.
/// \throws Error, WriteError naming the path
void write_preferences(const std::filesystem::path& path, const Preferences& preferences);

}  // namespace io
