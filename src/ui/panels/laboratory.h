#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"
#include "ui/kit/timing.h"
#include "ui/panels/crowd.h"
#include "ui/panels/edit.h"
#include "ui/panels/experiments_panel.h"
#include "ui/panels/maths.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/settings_panel.h"
#include "ui/panels/sweep.h"
#include "ui/panels/why_panel.h"

namespace ui {

/// A file that is being opened in the background.
struct Opening {
  std::string name;
  double share = 0.0;  ///< that is done
};

/// A scene as the menu knows it.
struct SceneItem {
  std::string id;
  std::string name;
  std::string description;
};

/// What the panels show in one frame. Refers to what the application owns.
struct Shown {
  const lab::Timeline& timeline;
  const lab::Tracker& tracker;                     ///< of the front lane
  std::span<const lab::History* const> histories;  ///< by lane
  const lab::History& history;                     ///< of the front lane
  const lab::Undo& undo;
  const lab::Spectrum& spectrum;
  const Timing& timing;
  std::span<const SceneItem> scenes;
  std::size_t scene = 0;  ///< of the list; its size where the scene is none of these
  bool playing = false;
  std::optional<StepSpan> loop = {};    ///< that is repeated
  double speed = 1.0;                   ///< simulated seconds a second, wished for
  std::optional<std::size_t> recorded;  ///< rows so far, while recording
  bool filming = false;                 ///< a video
  const std::string& folder;            ///< where recordings go
  std::string folder_path = {};         ///< the same from the root on
  const std::string& message;           ///< the last thing worth saying, such as where a file went
  bool trouble = false;                 ///< whether that did not succeed
  std::optional<Opening> opening = {};
  SweepShown sweep = {};
  const lab::Diagnosis* diagnosis = nullptr;  ///< of the front lane; null while little was seen
  /// How the front lane's effectors are doing; none where that is not known yet.
  std::span<const std::optional<lab::EffectorStatus>> statuses = {};
  ExperimentsShown experiments = {};
  CrowdShown crowd = {};
};

/// How the lanes behind the front one are drawn.
enum class LaneLook { kGhosts, kSolid, kHidden };

/// What the panel of lanes remembers.
struct LanesPanel {
  std::size_t sorted_by = 0;  ///< a column
  LaneLook look = LaneLook::kGhosts;
  bool apart = false;  ///< side by side instead of over each other
  // the table as it was made last
  long at = -1;
  long steps = 0;  ///< that are compared
  std::vector<lab::Lane> lanes;
  std::vector<lab::Standing> standings;
};

/// What the panel of targets remembers; the pointer in the picture goes by it.
struct TargetsPanel {
  bool snap_back = false;  ///< what is let go returns: a target to its curve, a link to the method
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
  MathsPanel maths;
  WhyPanel why;
  ExperimentsPanel experiments;
  std::size_t page = 0;       ///< of side_pages()
  float strip_height = 0.0F;  ///< design points, of plots and page; 0 is the usual
  std::string folder_text;    ///< while it is being typed
  long presses = 0;           ///< of the pointer, so far: each may begin a gesture
};

/// A part of the window in the display's coordinates.
struct Area {
  ImVec2 corner, size;
};

}  // namespace ui
