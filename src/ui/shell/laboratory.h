#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/kit/timing.h"
#include "ui/panels/body_panel.h"
#include "ui/panels/crowd_panel.h"
#include "ui/panels/diagnosis_panel.h"
#include "ui/panels/experiments_panel.h"
#include "ui/panels/lanes_panel.h"
#include "ui/panels/maths_panel.h"
#include "ui/panels/method_panel.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/run_panel.h"
#include "ui/panels/settings_panel.h"
#include "ui/panels/spectrum_panel.h"
#include "ui/panels/sweep_panel.h"

namespace ui {

/// Measurements of the run, and views of the front lane's mathematics.
struct Observations {
  std::span<const lab::History* const> histories;  ///< by lane
  const lab::Spectrum& spectrum;                   ///< of the front lane, as are the members below
  const Timing& timing;
  const lab::Diagnosis* diagnosis = nullptr;  ///< null: not enough steps yet
  /// By effector; none where it is not known yet.
  std::span<const std::optional<lab::EffectorStatus>> statuses = {};
};

/// What the window shows in one frame: a view of data that the application owns.
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
  ExperimentsShown experiments = {};
  CrowdShown crowd = {};

  const lab::Tracker& tracker() const { return timeline.bench().front(); }  ///< of the front lane
};

/// State of the command palette.
struct CommandPalette {
  bool open = false;
  std::string text;  ///< the typed text
  int chosen = 0;    ///< index among the matching commands
  bool refocus = false;
  bool written = false;  ///< the text is not typed but written by a row
};

/// The message that is shown over the picture.
struct Notice {
  std::string text;
  double since = 0.0;  ///< s, on Dear ImGui's clock
};

/// State of the introductory tour, a sequence of cards.
struct Tour {
  bool open = false;
  std::size_t card = 0;
};

/// State of the panels that is kept between frames.
struct Panels {
  bool dark = false;    ///< dark theme
  bool hidden = false;  ///< only the picture is shown
  bool help = false;    ///< the list of shortcuts is open
  CommandPalette palette;
  Notice notice;
  Tour tour;
  bool closed_form = true;  ///< show both closed-form poses of a two-link arm
  SettingsPanel settings;
  LanesPanel lanes;
  TargetsPanel targets;
  SweepPanel sweep;
  CrowdPanel crowd;
  PlotsPanel plots;
  SpectrumPanel spectrum;
  MathsPanel maths;
  DiagnosisPanel diagnosis;
  ExperimentsPanel experiments;
  std::size_t page = 0;       ///< index in side_pages()
  float strip_height = 0.0F;  ///< design points, of plots and page; 0: default
  RunPanel run;
  long presses = 0;  ///< number of presses of the pointer; each may begin a gesture
};

/// What a command reads and changes.
struct Context {
  const LabView& shown;
  Panels& panels;
  Edit& edit;
};

/// A page of the panel beside the plots.
struct SidePage {
  const char* name;  ///< on its tab
  const char* help;
  bool wide;  ///< takes the larger part of the strip
  void (*draw)(const Theme& theme, ImVec2 size, const Context& context);
};

/// All pages, in the order of their tabs. A new page is a new row of this table.
std::span<const SidePage> side_pages();

/// Index of the page of that name. \pre it exists
std::size_t page_named(std::string_view name);

/// The areas of the window.
struct Layout {
  Area column;  ///< scene, method, settings, run
  Area strip;   ///< plots and side page
  Area time;    ///< the timeline, above the strip
  Area status;  ///< the line at the bottom
  Area view;    ///< the rest, for the picture
};

/// Divides the window into areas. Hidden panels have size 0.
/// \param strip_height wanted height of the strip, design points; 0: default
Layout arrange(const Theme& theme, ImVec2 window, bool hidden, float strip_height = 0.0F);

/// Draws all panels and handles the keyboard shortcuts. Call it between ImGui::NewFrame and Render.
Edit draw(const Theme& theme, const Layout& layout, const LabView& shown, Panels& panels);

}  // namespace ui
