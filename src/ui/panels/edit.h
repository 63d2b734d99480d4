#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lab/claims/claims.h"
#include "ui/panels/crowd.h"
#include "ui/panels/sweep.h"

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

/// What a user can ask for besides another set-up: buttons, keys, the list of commands and tests
/// all send these. The wishes are sent in every frame in which they hold.
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
void set(const lab::SettingInfo& setting, double value, Edit& edit);
/// A parameter of the front lane's method.
void set_param(const std::string& name, double value, Edit& edit);
/// The front lane's.
void choose_method(const ik::MethodInfo& method, Edit& edit);
/// Another lane like the front one, by that method.
void add_lane(const ik::MethodInfo& method, Edit& edit);
void set_target(int i, const lab::TargetSetup& target, Edit& edit);
/// A link that is held from here on, or none.
void set_pull(const std::optional<lab::Pull>& pull, Edit& edit);
/// Whether the targets' time stands still.
void set_frozen(bool frozen, Edit& edit);

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
