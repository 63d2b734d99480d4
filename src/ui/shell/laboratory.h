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
#include "ui/panels/experiments_panel.h"
#include "ui/panels/maths.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/settings_panel.h"
#include "ui/panels/sweep.h"
#include "ui/panels/why_panel.h"

namespace ui {

/// From a step to a later one.
struct StepSpan {
  long from, to;

  bool operator==(const StepSpan&) const = default;
};

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

/// A number of a method's own.
struct ParamChange {
  std::string name;
  double value;
};

/// Another weight of a goal, or of a joint in the solver's order; 0 gives it up, or freezes it.
struct WeightChange {
  int which;
  double weight;
};

/// The group of joints that moves alone from here on; none: every joint may.
struct GroupChoice {
  std::optional<std::size_t> group;
};

/// A target's curve and hold from here on.
struct TargetChange {
  int which;
  lab::TargetSetup target;
};

/// A link that is held from here on, or none.
struct PullChange {
  std::optional<lab::Pull> pull;
};

/// What becomes of a lane.
struct LaneChange {
  enum class Kind { kAdd, kRemove, kFront } kind;
  std::size_t lane = 0;                    ///< of those that are there; nothing for kAdd
  const ik::MethodInfo* method = nullptr;  ///< of the one to add; null takes the front one's
};

/// A claim's runs on one of its scenes, to be seen side by side.
struct ClaimScene {
  const lab::Claim* claim;
  std::string scene;
};

/// Another setup altogether, and what to call the change.
struct SetupChange {
  lab::Setup setup;
  std::string what;
};

/// What the user asked for in one frame; the application does it.
struct Asked {
  std::optional<std::size_t> scene;
  const ik::MethodInfo* method = nullptr;
  std::optional<SettingChange> setting;
  std::optional<ParamChange> param;
  std::optional<WeightChange> goal_weight, joint_weight;
  std::optional<GroupChoice> group;
  std::optional<TargetChange> target;
  std::optional<PullChange> pull;
  std::optional<LaneChange> lane;
  std::optional<bool> freeze;
  std::optional<SetupChange> setup;
  std::optional<SweepWish> sweep;
  std::optional<CrowdWish> crowd;       ///< as long as there is to be one
  bool frame_crowd = false;             ///< the camera on all of it
  const lab::Claim* measure = nullptr;  ///< instead of what is being measured
  std::optional<ClaimScene> claim_scene;
  bool stop_measuring = false;
  bool save_report = false;  ///< of all that was measured
  long gesture = 0;          ///< of the pointer that all this belongs to; 0 is none
  std::optional<long> seek;  ///< a step to go to
  std::optional<double> speed;
  std::optional<std::string> folder;
  std::vector<lab::Plot> save_plots;  ///< to be saved as they are seen, all in one figure
  bool play_or_pause = false;
  bool step = false;
  bool step_back = false;
  bool undo = false, redo = false;
  bool loop = false;                  ///< all that is there, or no longer
  std::optional<StepSpan> loop_over;  ///< this part of it
  bool reset = false;
  bool record_or_stop = false;
  bool save_session = false;
  bool stop_opening = false;                     ///< the file that is being opened
  bool copy_setup = false, paste_setup = false;  ///< to and from the clipboard, as text
  bool screenshot = false;
  bool film_or_stop = false;  ///< the window as a video
  bool frame_camera = false;
  bool quit = false;
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
Asked draw(const Theme& theme, const Layout& layout, const Shown& shown, Panels& panels);

}  // namespace ui
