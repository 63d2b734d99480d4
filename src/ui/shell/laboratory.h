#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "ui/kit/focus.h"
#include "ui/panels/cells.h"
#include "ui/panels/pages.h"
#include "ui/shell/gizmo.h"
#include "ui/shell/layout.h"
#include "ui/shell/tour.h"

namespace ui {

/// Measurements of the run, and views of the front lane's mathematics.
struct Observations {
  std::span<const lab::History* const> histories;  ///< by lane
  const lab::Spectrum& spectrum;                   ///< the front lane's, like the members below
  const Timing& timing;
  std::optional<double> pace = {};            ///< updates a second; empty: as fast as asked for
  const lab::Diagnosis* diagnosis = nullptr;  ///< null: not enough steps yet
  /// By effector; none if not known yet.
  std::span<const std::optional<lab::EffectorStatus>> statuses = {};
};

struct Platform {
  bool quits = true;     ///< the program can close its window
  bool browser = false;  ///< some keys are the browser's own
};

/// A run that the user left: for another scene or file, or to start anew.
struct LeftRun {
  int number;
  const lab::Timeline* timeline;
};

/// Contents of the window in one frame: a view of data that the application owns.
struct LabView {
  const lab::Timeline& timeline;
  Observations seen;
  const lab::Undo& undo;
  SceneMenu scenes = {};
  Playback playback = {};
  Saving saving = {};
  Message message = {};
  std::optional<Opening> opening = {};
  SweepShown sweep = {};
  AdviceShown advice = {};
  ClaimsShown experiments = {};
  ReachShown reach = {};
  PathShown path = {};
  CrowdShown crowd = {};
  std::array<SeenAxis, 3> axes = {};
  std::span<const Cell> cells = {};  ///< the grid's pictures; empty without one
  Platform platform = {};
  /// Completions of the path in the palette: folders, with a slash at the end, and files.
  std::span<const std::string> paths = {};
  std::span<const LeftRun> left_runs = {};  ///< the oldest first

  const lab::Tracker& tracker() const { return timeline.bench().front(); }  ///< the front lane's
};

struct CommandPalette {
  bool open = false;
  bool path = false;  ///< the text is the path of a file to open
  std::string text;
  std::vector<std::string> offered = {};  ///< the files to choose from, with `path`; empty: any
  int chosen = 0;                         ///< index among the matching commands
  bool written = false;  ///< the field is about to get the focus: no selection, cursor at the end
};

struct Notice {
  std::string text;
  double since = 0.0;  ///< s, on Dear ImGui's clock
};

/// The hint how to show the hidden panels again.
struct WayBack {
  bool hidden = true;  ///< the panels, in the last frame; a window may begin without them
  double until = 0.0;  ///< when the hint goes, s on Dear ImGui's clock; 0: the user hid no panels
};

/// A switch that is as the system asks until the user sets it.
struct SystemSwitch {
  std::optional<bool> chosen = {};  ///< by the user; none: as the system asks
  bool system = false;

  bool on() const { return chosen.value_or(system); }
  void toggle() { chosen = !on(); }
};

/// State of the panels that is kept between frames.
struct Panels {
  SystemSwitch dark;
  SystemSwitch contrast;   ///< more contrast
  SystemSwitch calm;       ///< 30 frames a second; the system asks for it on battery
  bool still = false;      ///< the system asks for no motion beside the run's
  bool touch = false;      ///< fingers are the main pointer
  double text_size = 1.0;  ///< factor of the scale
  std::string web_page;    ///< address that a desktop's links begin with; empty: not known
  bool hidden = false;     ///< only the picture is shown, and the map of a page "Reach"
  bool help = false;       ///< the list of shortcuts is open
  Focus focus;
  CommandPalette palette;
  Notice notice;
  WayBack way_back;
  Tour tour;
  Demonstration demonstration;
  std::optional<Followed> followed;  ///< the camera follows it
  bool closed_form = true;           ///< show both closed-form poses of a two-link arm
  SettingsPanel settings;
  LanesPanel lanes;
  TargetsPanel targets;
  SweepPanel sweep;
  CrowdPanel crowd;
  PlotsPanel plots;
  SpectrumPanel spectrum;
  MathsPanel maths;
  DiagnosisPanel diagnosis;
  ClaimsPanel claims;
  BuildPanel build;
  ReachPanel reach;
  PathPanel path;
  Arrangement arrangement;
  std::size_t page = 0;  ///< index in side_pages()
  RunPanel run;
  long presses = 0;  ///< number of presses of the pointer; each may begin a gesture
};

struct Context {
  const LabView& shown;
  Panels& panels;
  Edit& edit;
};

/// A page of the column at the right.
struct SidePage {
  const char* name;  ///< at most ten letters, for the rail
  Icon icon;
  const char* help;
  void (*draw)(const Theme& theme, ImVec2 size, const Context& context);
  const char* synonyms;  ///< words for the list of commands, separated by commas
};

/// All pages, in the order of the rail. A new page is a new row of this table.
std::span<const SidePage> side_pages();

/// Index of the page with a name; the number of pages if there is none.
std::size_t page_named(std::string_view name);

void open_page(Panels& panels, std::size_t page);

/// The next larger or smaller size of the text, of the usual steps from 0.5 to 3.
/// \param larger else smaller
double next_text_size(double size, bool larger);

/// Opens the demonstration, which replaces the tour.
inline void watch_it_shake(Panels& panels) {
  panels.tour = {};
  panels.demonstration = {.open = true};
}

/// Draws all panels and handles the keyboard shortcuts. Call it between ImGui::NewFrame and Render.
Edit draw(const Theme& theme, const Layout& layout, const LabView& shown, Panels& panels);

/// Collects the signs beyond the window's own that its texts contain, such as names and paths.
class ShownSigns {
 public:
  /// Call it between ImGui::NewFrame() and Render(). Another scene begins a new collection.
  void look(const LabView& shown, const Panels& panels);
  /// At most kMaxSigns.
  const std::set<ImWchar>& signs() const { return signs_; }

  /// The texture of more signs would be too large.
  static constexpr std::size_t kMaxSigns = 1000;

 private:
  void add(std::string_view text);

  std::shared_ptr<const lab::Scene> scene_;
  std::set<ImWchar> signs_;
};

}  // namespace ui
