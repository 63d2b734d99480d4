#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/files/text.h"
#include "lab/scene/settings.h"

namespace io {

/// Contents of a live plot.
struct PlotPreference {
  std::string signal;  ///< an id of lab::signals()
  bool logarithmic = false;

  bool operator==(const PlotPreference&) const = default;
};

/// In the order of ui::CrowdKind and lab::CrowdTone.
inline constexpr const char* kCrowdKinds[] = {"scene", "y", "double-y", "both"};
inline constexpr const char* kCrowdTones[] = {"method", "error", "status"};

/// The crowd around the body, also while it is hidden.
struct CrowdPreference {
  std::size_t kind = 0;  ///< index in kCrowdKinds
  std::size_t tone = 0;  ///< index in kCrowdTones
  int count = 0;         ///< number of bodies; 0: default
  double spacing = 0.0;  ///< between neighbours, in body lengths; 0: default
  std::string method;    ///< an id of ik::methods(); empty: the front lane's method

  bool operator==(const CrowdPreference&) const = default;
};

/// Limits of the scales, as in the window.
inline constexpr double kMinScale = 0.25, kMaxScale = 8.0;  ///< bounds of Preferences::ui_scale
inline constexpr double kMinTextSize = 0.5,
                        kMaxTextSize = 3.0;  ///< bounds of Preferences::text_size

inline constexpr std::size_t kMaxRecent = 12;  ///< most files in Preferences::recent

/// The window's preferences, kept between sessions.
struct Preferences {
  int window_width = 0;               ///< screen coordinates; 0: from the display's size
  int window_height = 0;              ///< screen coordinates; 0: from the display's size
  double ui_scale = 0.0;              ///< pixels per point; 0: from the display
  double text_size = 1.0;             ///< factor of the scale, as chosen in the window
  std::string page;                   ///< name of the page on the right; empty: the first one
  bool page_open = true;              ///< false: folded
  bool column_open = true;            ///< false: the left column is folded
  double page_width = 0.0;            ///< points; 0: default
  double column_width = 0.0;          ///< points; 0: default
  double plots_height = 0.0;          ///< points; 0: default
  std::vector<PlotPreference> plots;  ///< empty: default
  CrowdPreference crowd;
  double speed = 1.0;            ///< simulated seconds per second
  std::optional<bool> dark;      ///< the dark theme, or the light one; empty: as the system
  std::optional<bool> contrast;  ///< more of it; empty: as the system
  std::optional<bool> calm;      ///< 30 frames a second; empty: on battery
  bool side_by_side = false;     ///< lanes in separate pictures instead of overlaid
  std::string scene = "y";       ///< a built-in name or a path
  std::string method = "dls";    ///< an id of ik::methods()
  /// Empty: the scene's own settings.
  std::optional<lab::Settings> settings;
  std::map<std::string, double> params;  ///< the method's, by name; a switch is 0 or 1
  /// The whole set-up of `scene` as the JSON of setup_json(), which names the scene only; empty:
  /// the values above say it all.
  std::string setup;
  std::string web_page;  ///< address that links of a desktop begin with; empty: not known
  std::filesystem::path recordings = "recordings";  ///< folder of save_recording
  std::vector<std::string> recent = {};             ///< paths of opened files, the last one first

  bool operator==(const Preferences&) const = default;
};

/// The home folder; empty if there is none.
std::filesystem::path home_folder();
/// The program's folder "iklab" under the absolute path in an environment variable, or else under
/// the given folder of the home folder (XDG Base Directory Specification). Empty if there is no
/// home folder.
std::filesystem::path program_folder(const char* variable, const char* under_home);

/// The preferences file: $XDG_CONFIG_HOME/iklab/settings.json, or else under ~/.config. Empty if
/// there is no home folder.
std::filesystem::path preferences_path();

struct ReadPreferences {
  Preferences preferences;
  std::string warning;  ///< one line, or empty
};

/// Never throws. A missing file gives the defaults, a file that is not JSON the defaults and a
/// warning that names the error's place. A field that cannot be used keeps its default; the warning
/// names the first one and counts the others. Missing and unknown fields are ignored, so that older
/// and newer programs can share the file.
ReadPreferences read_preferences(const std::filesystem::path& path);

/// Writes the file, and makes its folder if it does not exist.
/// \throws Error, WriteError naming the path
void write_preferences(const std::filesystem::path& path, const Preferences& preferences);

}  // namespace io
