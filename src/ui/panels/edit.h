#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "iklab/method.h"
#include "lab/plot/plot.h"
#include "lab/sweep/axis.h"
#include "lab/track/setup.h"

namespace lab {
struct Claim;
}

namespace ui {

/// From a step to a later one.
struct StepSpan {
  long from, to;

  bool operator==(const StepSpan&) const = default;
};

/// Actions that need no more than their name.
enum class Command {
  kPlayOrPause,
  kStep,
  kStepBack,
  kRestart,  ///< from row 0
  kUndo,
  kRedo,
  kLoop,  ///< all that is there, or no longer
  kRecordOrStop,
  kSaveSession,
  kStopOpening,  ///< the file that is being opened
  kCopySetup,    ///< to the clipboard, as text
  kPasteSetup,
  kScreenshot,
  kFilmOrStop,   ///< the window as a video
  kFrameCamera,  ///< on the body
  kFrameCrowd,   ///< on all of it
  kStopMeasuring,
  kSaveReport,  ///< of all that was measured
  kQuit,
};

struct LoadScene {
  std::size_t scene;  ///< of the list
};
struct Seek {
  long step;  ///< that was made before
};
struct LoopOver {
  StepSpan span;
};
struct SetSpeed {
  double speed;  ///< simulated seconds a second
};
struct SetFolder {
  std::string folder;  ///< of recordings
};
struct SavePlots {
  std::vector<lab::Plot> plots;  ///< as they are seen, all in one figure
};
struct Measure {
  const lab::Claim* claim;  ///< instead of what is being measured
};
/// A claim's runs on one of its scenes, to be seen side by side.
struct ShowClaim {
  const lab::Claim* claim;
  std::string scene;
};
/// The sweep that is wanted, sent in every frame in which its page is open.
struct SweepWish {
  std::vector<lab::SweepAxis> axes;  ///< two; the first runs across
  long steps = 0, warmup = 0;
  bool live = true;     ///< begins by itself, whenever what is shown is of something else
  bool start = false;   ///< now; goes on where it was cancelled
  bool cancel = false;  ///< and does not begin by itself until something changes
  bool save = false;    ///< what is shown
};

/// Which bodies stand in the field.
enum class CrowdKind { kScene, kY, kDoubleY, kBoth };

/// The crowd that is wanted, sent in every frame in which there is to be one.
struct CrowdWish {
  CrowdKind kind = CrowdKind::kScene;
  int count = 1000;
  double spacing = 1.3;                    ///< from body to body, in lengths of a body
  const ik::MethodInfo* method = nullptr;  ///< null: the front lane's

  bool operator==(const CrowdWish&) const = default;
};

/// What a user can ask for besides another set-up: buttons, keys, the list of commands and tests
/// all send these.
using Action = std::variant<Command, LoadScene, Seek, LoopOver, SetSpeed, SetFolder, SavePlots,
                            Measure, ShowClaim, SweepWish, CrowdWish>;

/// What the user did in one frame.
///
/// There is one way for a change: panels edit `setup`, the application hands it to the timeline,
/// which tells the trackers, and undo, replay and sessions have it. What is no part of a set-up is
/// an action.
struct Edit {
  explicit Edit(const lab::Setup& present) : setup(present) {}

  lab::Setup setup;             ///< as it is to be
  std::string what = {};        ///< the change in a few words, for the menu of undo
  std::vector<Action> actions;  ///< in their order
  long gesture = 0;             ///< of the pointer that all this belongs to; 0 is none

  /// The set-up, to be changed. \param name of the change
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

/// The front lane's, or all lanes' where it is the time step. A value that the setting does not
/// accept changes nothing; NaN gives it back to the method.
inline void set(const lab::SettingInfo& setting, double value, Edit& edit) {
  lab::set_setting(edit.change(setting.label), setting, value);
}
/// A parameter of the front lane's method.
inline void set_param(const std::string& name, double value, Edit& edit) {
  edit.change(name).front_lane().settings.set_param(name, value);
}
/// The front lane's.
inline void choose_method(const ik::MethodInfo& method, Edit& edit) {
  if (&method == edit.setup.front_lane().method) return;
  lab::set_method(edit.change(method.label).front_lane(), method);
}
/// Another lane like the front one, by that method.
inline void add_lane(const ik::MethodInfo& method, Edit& edit) {
  lab::Setup& setup = edit.change(std::string("add ") + method.label);
  lab::set_method(setup.lanes[lab::add_lane(setup)], method);
}
inline void set_target(int i, const lab::TargetSetup& target, Edit& edit) {
  edit.change("target").targets[static_cast<std::size_t>(i)] = target;
}
/// A link that is held from here on, or none.
inline void set_pull(const std::optional<lab::Pull>& pull, Edit& edit) {
  edit.change(pull ? "hold a link" : "let a link go").pull = pull;
}
/// Whether the targets' time stands still.
inline void set_frozen(bool frozen, Edit& edit) {
  edit.change(frozen ? "freeze the targets" : "let the targets go").frozen = frozen;
}

/// The action of that kind that was sent last, or null.
template <class Kind>
const Kind* sent(const Edit& edit) {
  for (auto action = edit.actions.rbegin(); action != edit.actions.rend(); ++action) {
    if (const Kind* found = std::get_if<Kind>(&*action)) return found;
  }
  return nullptr;
}

/// Whether that command was sent.
inline bool sends(const Edit& edit, Command command) {
  return std::any_of(edit.actions.begin(), edit.actions.end(), [command](const Action& action) {
    const Command* found = std::get_if<Command>(&action);
    return found != nullptr && *found == command;
  });
}

}  // namespace ui
