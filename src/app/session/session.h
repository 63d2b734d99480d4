#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/session/experiments.h"
#include "app/session/files.h"
#include "app/session/sweep_runner.h"
#include "app/session/trails.h"
#include "app/session/watches.h"
#include "lab/run/experiment.h"
#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "lab/view/spectrum.h"
#include "ui/shell/laboratory.h"

namespace app {

/// The scenes to choose from.
struct SceneLibrary {
  std::vector<ui::SceneItem> items;
  /// Makes the scene of an id, on the thread of an experiment, too. May throw; the session goes on
  /// with the scene it has.
  lab::SceneSource load;
};

/// The laboratory without its window: everything that runs, and what the panels show of it.
///
/// Knows no OpenGL, no window and no clock of its own, so that it runs the same in a test.
class Session {
 public:
  /// At most so many steps are made in one frame at real time, and in proportion at higher speeds;
  /// a machine that cannot keep up then runs slower instead of spiralling.
  static constexpr int kMostSteps = 8;

  /// \param clock ns, for timing updates; may be empty. Experiments ask it on their thread
  Session(lab::Clock clock, SceneLibrary scenes, lab::Scene scene, const ik::MethodInfo& method);

  /// Lets real time pass: while playing, makes the steps that fall into it at the present speed.
  /// A method that needs preparation, such as training, gets a few milliseconds of it in each frame
  /// first, and the body stands still. \returns how many steps were made
  int advance(double wall_seconds);

  /// Does what the user asked for, but for the camera and the end of the program.
  void apply(const ui::Edit& edit);

  void set_scene(lab::Scene scene);
  /// Another setup from here on. One of another scene starts a run of its own.
  /// \param what    the change in a few words, for the menu of what can be undone
  /// \param gesture see lab::Undo::record
  void change(lab::Setup next, const std::string& what, long gesture = 0);
  void undo();
  void redo();
  /// What came so far cannot be undone.
  void forget_changes() { undo_ = lab::Undo(timeline_.setup()); }
  void seek(long step);  ///< to a step that was made before
  void set_speed(double speed);
  void set_folder(std::string folder) { folder_ = std::move(folder); }
  /// Where recordings leave their notes, see io::RecordingLog; nowhere at first.
  void set_notes(std::filesystem::path notes) { notes_ = std::move(notes); }
  void set_playing(bool playing);
  void say(std::string message) { message_ = {std::move(message)}; }
  /// Says what did not succeed.
  void warn(std::string message) { message_ = {message, !message.empty()}; }

  void step();   ///< one time step, then stand still
  void reset();  ///< a new run from row 0, with the present setup
  /// A run that was made before, from its row 0: gone through in the background first.
  void open_run(io::SavedSession run, const std::string& name);
  void open_file(const std::string& path);  ///< of a run or a scene, likewise
  bool opening() const { return opener_.busy(); }
  void paste_setup(const std::string& text);
  void start_recording();
  void stop_recording();  ///< and save it
  void save_plots(std::span<const lab::Plot> plots);

  const lab::Timeline& timeline() const { return timeline_; }
  const lab::Setup& setup() const { return timeline_.setup(); }
  /// The front lane's.
  const lab::Tracker& tracker() const { return timeline_.bench().front(); }
  const lab::Spectrum& spectrum() const { return spectrum_; }
  const Trails& trails() const { return trails_; }
  /// Why the front lane shakes; null while too little was seen.
  const lab::Diagnosis* diagnosis() const { return watch_.diagnosis(); }
  /// How the front lane's effectors are doing; none where that is not known yet.
  std::span<const std::optional<lab::EffectorStatus>> statuses() const {
    return statuses_.statuses();
  }
  ui::Timing& timing() { return timing_; }
  double speed() const { return playback_.speed; }
  const std::string& folder() const { return folder_; }
  const std::string& message() const { return message_.text; }
  /// Rises with every change of the scene: a camera then looks anew.
  int scene_changes() const { return scene_changes_; }
  /// Whether a video is being made, for the panels to show.
  void set_filming(bool filming) { filming_ = filming; }

  /// The scene stands in for one that cannot be had, until another one is chosen.
  void stand_in() { standing_in_ = true; }
  bool standing_in() const { return standing_in_; }

  ui::LabView shown() const;

 private:
  void attempt(const std::function<void()>& action);  // and say why it did not succeed
  void take_in_opened();
  int advance_run(double wall_seconds);
  void prepare_some();
  void make_step();
  std::size_t scene_index() const;  // of the list, or its size
  void list_scene();                // where the list lacks it
  void start_run(lab::Timeline timeline);
  void look();  // at a place of the timeline that steps did not lead to
  void remember_row();
  void analyse();
  void restore(const lab::Setup& setup);  // what was undone
  void record_on();
  void act(ui::Command command);
  void act(const ui::LoadScene& load);
  void act(const ui::Seek& where) { seek(where.step); }
  void act(const ui::LoopOver& loop);
  void act(const ui::SetSpeed& wanted) { set_speed(wanted.speed); }
  void act(const ui::SetFolder&) {}  // before all others
  void act(const ui::SavePlots&) {}  // likewise
  void act(const ui::Measure& measure);
  void act(const ui::ShowClaim& show);
  void act(const ui::SweepWish& wish);
  void act(const ui::CrowdWish&) {}  // the window's
  lab::Tracker& front() { return timeline_.bench().front(); }

  lab::Clock clock_;
  SceneLibrary scenes_;
  lab::Timeline timeline_;
  lab::Undo undo_;
  std::map<int, lab::History> histories_;             // by the lane's id
  std::vector<const lab::History*> shown_histories_;  // by lane
  lab::Spectrum spectrum_;
  std::vector<double> sigmas_;  // of the spectrum, as the history takes them
  Trails trails_;
  SweepRunner sweep_;
  ui::Timing timing_;
  DiagnosisWatch watch_;
  StatusWatch statuses_;
  Experiments experiments_;
  Recorder recorder_;
  Opener opener_;
  // what the user set on a method, for when it comes back
  std::map<const ik::MethodInfo*, lab::Params> params_;

  ui::Playback playback_;
  bool filming_ = false;
  double pending_steps_ = 0.0;  // a part of a step that has not fallen due
  int scene_changes_ = 0;
  bool standing_in_ = false;
  std::string folder_ = "recordings";
  std::filesystem::path notes_;
  ui::Message message_;
};

}  // namespace app
