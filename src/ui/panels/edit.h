#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "iklab/method.h"
#include "lab/plot/plot.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"
#include "ui/panels/shown.h"

namespace ui {

enum class Command {
  kPlayOrPause,
  kStep,
  kStepBack,
  kRestart,  ///< from the initial pose, at time 0
  kUndo,
  kRedo,
  kLoop,  ///< repeats the whole run, or ends the repetition
  kRecordOrStop,
  kDropRecording,  ///< discards the recording that waits for another folder
  kSaveSession,
  kNewBody,      ///< lab::new_body, as a new run
  kSaveScene,    ///< the body with its present targets and settings, as a scene file
  kStopOpening,  ///< cancels the file that is being opened
  kCopySetup,    ///< to the clipboard, as text
  kPasteSetup,
  kCopyLink,   ///< to the clipboard: the address of a page with the set-up in it
  kCopyView,   ///< the same with the run up to here, camera, open page and plots
  kCopyFrame,  ///< a line of HTML that shows that view in a frame of another page
  kOpenFile,   ///< asks for a file: by the platform's dialog, or by its path
  kScreenshot,
  kFilmOrStop,   ///< a video of the window
  kFrameCamera,  ///< on the body, from the first angle
  kFrameCrowd,   ///< on the whole crowd
  kMeasureAll,   ///< all claims that are not measured yet
  kTakeBack,     ///< ends a drag in the picture and restores what was dragged
  kStopMeasuring,
  kStartSweep,   ///< now, or continue after a cancel
  kCancelSweep,  ///< stop, and do not start automatically until something changes
  kSaveSweep,
  kSaveBasins,  ///< the map of start poses
  kKeepMap,     ///< keeps a second one with the present method and settings beside it
  kDropMap,     ///< drops the second one
  kSavePath,    ///< the joints along the path, with figures
  kStopPath,    ///< ends the search for a way and its branches with what is known
  kSolve,       ///< searches for a pose that reaches the standing targets, from many starts
  kSaveReport,  ///< with all finished measurements
  kStopAdvising,
  kSaveAdvice,  ///< with its figure and page
  kQuit,
};

struct LoadScene {
  std::size_t scene;  ///< index in the list of scenes
};
/// Opens the scene's file anew with another of its recordings.
struct FollowRecording {
  std::string recording;  ///< one of Scene::recordings
};
struct OpenFile {
  std::string path;  ///< may begin with "~/"
};
/// Opens what a link to a page's window holds.
struct OpenLink {
  std::string link;
};
struct Seek {
  long step;  ///< at most the last step of the run
};
struct LoopOver {
  StepSpan span;
};
/// What to do with a branch of the timeline.
struct BranchWish {
  enum class Kind {
    kGoTo,     ///< make it the present course, at its fork
    kCompare,  ///< go to its fork, and add its front lane to the present course
    kRemove,
  };
  Kind kind;
  int branch;  ///< lab::Branch::id
};
/// What to do with a run that was left: for another scene or file, or to start anew.
struct LeftRunWish {
  enum class Kind { kGoTo, kRemove };
  Kind kind;
  int run;  ///< LeftRun::number
};
/// Turns the camera about the body.
struct LookFrom {
  enum class Side { kFront, kBack, kRight, kLeft, kTop };
  Side side;
};
struct SetSpeed {
  double speed;  ///< simulated seconds per second
};
struct SetFolder {
  std::string folder;  ///< where recordings are saved
};
/// Shows a folder in the desktop's file manager.
struct OpenFolder {
  std::string path;  ///< absolute
};
struct SavePlots {
  std::vector<lab::Plot> plots;  ///< as shown, all in one figure
};
/// Puts plots on the clipboard, as shown.
struct CopyPlots {
  enum class As {
    kPicture,
    kData,  ///< a table with tabs, for spreadsheets
  };
  std::vector<lab::Plot> plots;
  As as;
};
/// A picture of the body without the panels.
struct TakePicture {
  int scale = 1;             ///< pixels per pixel of the window: 1, 2 or 4
  bool transparent = false;  ///< without floor and background
  bool copies = false;       ///< to the clipboard instead of the folder of recordings
};
struct Measure {
  const lab::Claim* claim;  ///< replaces the running measurement
};
/// Shows a claim's runs on one of its scenes side by side.
struct ShowClaim {
  const lab::Claim* claim;
  std::string scene;
};
/// Tries all methods with many settings on the session's scene, see lab::plan_advice().
struct Advise {
  long steps;
};
/// Copies a candidate of the advice to the clipboard.
struct CopyCandidate {
  enum class As {
    kSetup,  ///< the present set-up with it as the front lane
    kCode,   ///< a function in C++
  };
  std::size_t candidate;
  As as;
};

/// Shows a message, such as why a change has no effect.
struct Tell {
  std::string text;
};

/// What a user can ask for besides changes of the set-up, by buttons, keys and commands.
using Action =
    std::variant<Command, LoadScene, FollowRecording, OpenFile, OpenLink, Seek, LoopOver,
                 BranchWish, LeftRunWish, LookFrom, SetSpeed, SetFolder, OpenFolder, SavePlots,
                 CopyPlots, TakePicture, Measure, ShowClaim, Advise, CopyCandidate, Tell>;

/// What the user did in one frame. Panels change `setup`. The application gives it to the timeline,
/// which updates the trackers; so undo, replay and sessions contain every change. Everything that
/// is not part of a set-up is an action.
struct Edit {
  explicit Edit(const lab::Setup& present) : setup(present) {}

  lab::Setup setup;                     ///< the set-up that the user wants
  std::string what = {};                ///< short name of the change, for undo
  std::vector<Action> actions;          ///< in order
  long gesture = 0;                     ///< number of the pointer gesture; 0: none
  std::optional<SweepWish> sweep = {};  ///< none: the page is closed, or its ranges are impossible
  std::optional<ReachWish> reach = {};  ///< none: the page is closed
  std::optional<PathWish> path = {};    ///< none: the page is closed
  bool gallery = false;                 ///< the gallery of scenes is open

  /// The set-up, for a change of that name.
  lab::Setup& change(std::string name) {
    what = std::move(name);
    return setup;
  }
  template <class Kind>
  void send(Kind action) {
    actions.emplace_back(std::move(action));
  }
  void send_if(bool pressed, Command command) {
    if (pressed) send(command);
  }
};

/// Sets a knob of the front lane; the time step of all lanes. A value that the knob does not accept
/// changes nothing. \param value empty: the default
inline void set(const lab::Knob& knob, std::optional<double> value, Edit& edit) {
  lab::set_knob(edit.change(knob.label), knob, value);
}
inline void choose_method(const ik::MethodInfo& method, Edit& edit) {
  if (&method == edit.setup.front_lane().method) return;
  lab::set_method(edit.change(method.label).front_lane(), method);
}
inline void bring_to_front(std::size_t lane, Edit& edit) {
  if (lane != edit.setup.front) edit.change("bring to the front").front = lane;
}
/// Adds a copy of the front lane with that method.
inline void add_lane(const ik::MethodInfo& method, Edit& edit) {
  lab::Setup& setup = edit.change(std::string("add ") + method.label);
  lab::set_method(setup.lanes[lab::add_lane(setup)], method);
}
/// Adds lanes for the methods of a group that have none, see lab::methods_of_group().
inline void compare_group(std::string_view group, Edit& edit) {
  lab::Setup wanted = edit.setup;
  if (!lab::add_lanes(wanted, lab::methods_of_group(group))) return;
  edit.change("add lanes") = std::move(wanted);
}
/// Removes all lanes but the front one.
inline void remove_other_lanes(Edit& edit) {
  if (edit.setup.lanes.size() < 2) return;
  lab::Setup& setup = edit.change("remove other lanes");
  setup.lanes = {setup.front_lane()};
  setup.front = 0;
}
/// Lets a group of joints move alone. \param group its index; none: every joint moves
inline void choose_group(std::optional<std::size_t> group, Edit& edit) {
  edit.change("group of joints").group = group;
}
inline void set_target(int i, const lab::TargetSetup& target, Edit& edit) {
  edit.change("target").targets[static_cast<std::size_t>(i)] = target;
}
inline constexpr const char* kHoldLink = "hold a link";
inline void set_pull(const std::optional<lab::Pull>& pull, Edit& edit) {
  edit.change(pull ? kHoldLink : "release a link").pull = pull;
}
inline void set_frozen(bool frozen, Edit& edit) {
  edit.change(frozen ? "freeze the targets" : "unfreeze the targets").frozen = frozen;
}

}  // namespace ui
