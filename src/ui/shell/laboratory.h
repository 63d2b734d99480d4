#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "lab/view/spectrum.h"
#include "ui/kit/items.h"
#include "ui/kit/timing.h"
#include "ui/panels/body_panel.h"
#include "ui/panels/crowd_panel.h"
#include "ui/panels/diagnosis_panel.h"
#include "ui/panels/edit.h"
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

/// What was measured of the run.
struct Observations {
  std::span<const lab::History* const> histories;  ///< by lane
  const lab::Spectrum& spectrum;                   ///< of the front lane, as is all below
  const Timing& timing;
  const lab::Diagnosis* diagnosis = nullptr;  ///< null while little was seen
  /// How the effectors are doing; none where that is not known yet.
  std::span<const std::optional<lab::EffectorStatus>> statuses = {};
};

/// The laboratory as the window shows it in one frame: each panel gets of it what it shows. Refers
/// to what the application owns.
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

  /// The front lane's.
  const lab::Tracker& tracker() const { return timeline.bench().front(); }
};

/// What the list of commands remembers.
struct CommandPalette {
  bool open = false;
  std::string text;  ///< that was typed
  int chosen = 0;    ///< of the commands that match
  bool refocus = false;
};

/// The last message, over the picture for a while.
struct Notice {
  std::string text;
  double since = 0.0;  ///< s, of Dear ImGui's clock
};

/// A first look around: some cards, one after the other.
struct Tour {
  bool open = false;
  std::size_t card = 0;
};

/// What the panels remember between frames.
struct Panels {
  bool dark = false;    ///< which theme the user wants
  bool hidden = false;  ///< the picture alone
  bool help = false;    ///< the overlay of shortcuts
  CommandPalette palette;
  Notice notice;
  Tour tour;
  bool closed_form = true;  ///< both answers of a two-link arm's closed form, as ghosts
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
  std::size_t page = 0;       ///< of side_pages()
  float strip_height = 0.0F;  ///< design points, of plots and page; 0 is the usual
  std::string folder_text;    ///< while it is being typed
  long presses = 0;           ///< of the pointer, so far: each may begin a gesture
};

/// A page of the panel beside the plots.
struct SidePage {
  const char* name;  ///< on its tab
  const char* help;
  bool wide;  ///< wants the larger part of the strip
  void (*draw)(const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit);
};

/// All pages, in the order of their tabs. A new page is a row of them.
std::span<const SidePage> side_pages();

/// The number of the page of that name. \pre there is one
std::size_t page_named(std::string_view name);

/// Where everything is in a window of some size.
struct Layout {
  Area column;  ///< scene, method, settings, run
  Area strip;   ///< plots and singular values
  Area time;    ///< the timeline, above them
  Area status;  ///< one line at the bottom
  Area view;    ///< what is left, for the picture
};

/// Nothing overlaps, and together the areas fill the window. Hidden panels have no size.
/// \param strip_height design points that the plots are wanted to have; 0 is the usual
Layout arrange(const Theme& theme, ImVec2 window, bool hidden, float strip_height = 0.0F);

/// Draws all panels and handles the keyboard shortcuts. Between ImGui::NewFrame and Render.
Edit draw(const Theme& theme, const Layout& layout, const LabView& shown, Panels& panels);

}  // namespace ui
