#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/session/advice_runner.h"
#include "app/session/claim_queue.h"
#include "app/session/files.h"
#include "app/session/path_runner.h"
#include "app/session/reach_runner.h"
#include "app/session/scene_library.h"
#include "app/session/sweep_runner.h"
#include "app/session/trails.h"
#include "app/session/watches.h"
#include "lab/body/body_model.h"
#include "lab/run/history.h"
#include "lab/run/run.h"
#include "lab/run/timeline.h"
#include "lab/view/spectrum.h"
#include "ui/shell/laboratory.h"
#include "work/platform.h"
#include "work/pool.h"

namespace app {

/// The window's part in the user's actions. Session::apply calls these functions; without a window
/// they do nothing.
struct WindowActions {
  /// Ends a drag in the picture and restores what was dragged, in the frame's edit.
  std::function<void(ui::Edit&)> take_back = [](ui::Edit&) {};
  /// Does a command that only the window can do, such as kQuit or kFrameCamera.
  std::function<void(ui::Command)> obey = [](ui::Command) {};
  /// Shows a folder in the desktop's file manager; throws if it cannot.
  std::function<void(const std::string& path)> open_folder = [](const std::string&) {};
  /// Puts a text on the clipboard and shows a message.
  std::function<void(const std::string& text, const char* message)> copy = [](const std::string&,
                                                                              const char*) {};
  std::function<void(const std::string&)> open_link = [](const std::string&) {};
  /// Lets the user choose one of these files to open.
  std::function<void(std::vector<std::string> paths)> choose_file = [](std::vector<std::string>) {};
  std::function<void(const ui::TakePicture&)> take_picture = [](const ui::TakePicture&) {};
  /// Puts a picture on the clipboard, or else into a file, and shows a message. \param png its
  /// bytes
  std::function<void(const std::string& png)> copy_picture = [](const std::string&) {};
  std::function<void(ui::LookFrom::Side)> look_from = [](ui::LookFrom::Side) {};
};

/// The laboratory without its window: the run, the background work, and the panels' data.
///
/// Uses no OpenGL, no window and no clock of its own: tests drive it headless.
class Session {
 public:
  /// Most steps of one frame at real time; proportional at higher speeds. A machine that cannot
  /// keep up runs slower, without a growing backlog.
  static constexpr int kMaxSteps = 8;
  /// Time for the steps of one frame, ns; a step that takes longer goes on in the next frame. A
  /// session without a clock makes all steps that are due.
  static constexpr double kStepBudgetNs = 1e7;
  /// Most updates between two readings of the clock, and the time for which there are fewer, ns.
  static constexpr int kUpdates = 64;
  static constexpr double kPartNs = 5e6;

  /// \param clock ns, times updates; may be empty. claims call it on their thread
  /// \param store cache of the methods' preparations, outlives the session; null: no cache
  Session(lab::Clock clock, SceneLibrary scenes, lab::Scene scene, const ik::MethodInfo& method,
          ik::PreparationStore* store = nullptr);
  Session(Session&&) = default;
  Session& operator=(Session&&) = delete;  // would destroy the old pool before its jobs

  /// Lets real time pass: while playing, makes the steps that are due at the present speed. If a
  /// method needs preparation, such as training, it is first prepared in the background, and no
  /// step is made meanwhile. \returns number of steps made
  int advance(double wall_seconds);

  /// Does something; an exception becomes a message.
  void attempt(const std::function<void()>& action);
  /// Applies the user's edit: the only receiver of actions.
  void apply(ui::Edit edit);
  void set_window(WindowActions window) { window_ = std::move(window); }

  void set_scene(lab::Scene scene);
  /// Sets another setup from the present step on. If its opened scene differs, a new run starts.
  /// \param what    the change in a few words, for the undo menu
  /// \param gesture see lab::Undo::record
  void change(lab::Setup next, const std::string& what, long gesture = 0);
  void undo();
  void redo();
  /// Makes the present setup the start of the run, and forgets changes and runs before it.
  void begin_here();
  /// Goes to an earlier step of the run, or forward again. Where the steps to repeat take longer
  /// than a frame, the rest follows in later frames.
  void seek(long step);
  void set_speed(double speed);
  void set_folder(std::string folder) { folder_ = std::move(folder); }
  /// Folder for the notes of recordings, see io::RecordingLog; none by default.
  void set_notes(std::filesystem::path notes) { notes_ = std::move(notes); }
  /// Folders to offer if the folder of recordings cannot be written; none by default.
  void set_spare_folders(std::vector<std::string> folders) { spare_folders_ = std::move(folders); }
  void set_playing(bool playing);
  void say(std::string message) { message_ = {std::move(message)}; }
  /// Shows a message about files that were saved in the folder of recordings.
  void say_saved(std::string message);
  void warn(std::string message) { message_ = {message, !message.empty()}; }

  /// Time steps, then a pause; those that take longer than a frame follow in later frames.
  void step(long count = 1);
  /// Goes to a step of the run, as seek(), and makes the steps that the run does not have yet.
  void go_to(long step);
  /// Whether steps of step(), seek() and go_to() remain to be made.
  bool has_orders() const { return seeking_ || ordered_steps_ > 0; }
  void reset();  ///< a new run from row 0, with the present setup
  /// Whether the list of left runs keeps the present run.
  enum class Before { kKept, kForgotten };
  /// Opens a saved run, at its row 0 or where it says, after replaying it in the background. It
  /// takes the place of the present run.
  void open_run(io::SavedSession run, const std::string& name, Before before = Before::kForgotten);
  /// Opens a run or a scene in the background. \param wish see read_run_or_scene()
  void open_file(const std::string& path, const lab::BodyRequest& wish = {});
  /// Opens the file among those given together, folders included, that is a run or a scene. If
  /// there are several, the user chooses. What the file names is also searched among the others.
  void open_files(const std::vector<std::string>& paths);
  /// Takes the rows of a CSV file as the path of the page "Path", see io::read_goals.
  void open_waypoints(const std::string& path);
  /// Opens the run of a crashed window at the step that it showed, and pauses. It takes the
  /// place of the present run, which is not kept. \param news message to show then
  /// \param left files of the runs in that window's list, which get into this one's then
  void bring_back(const std::string& path, std::string news, std::vector<std::string> left = {});
  /// Whether the run plays, or anything is computed.
  bool busy() const;
  bool opening() const { return opener_.busy(); }
  void paste_setup(const std::string& text);
  /// A recording and its rows wait for another folder if the present one cannot be written, see
  /// ui::FolderQuestion.
  void start_recording();
  void stop_recording();
  /// At the end of the program: stops the recording. Rows that cannot be saved go into a spare
  /// folder, or stay in the file of the recording.
  /// \returns where the rows are, unless they were saved in the folder
  std::string end_recordings();
  void save_plots(std::span<const lab::Plot> plots);

  const lab::Timeline& timeline() const { return timeline_; }
  const lab::Setup& setup() const { return timeline_.setup(); }
  /// The front lane's tracker.
  const lab::Tracker& tracker() const { return timeline_.bench().front(); }
  const lab::Spectrum& spectrum() const { return spectrum_; }
  const Trails& trails(std::size_t lane) const { return trails_.at(setup().lanes[lane].id); }
  /// Why the front lane shakes; null before enough steps were observed.
  const lab::Diagnosis* diagnosis() const { return watch_.diagnosis(); }
  /// Status of each effector of the front lane; empty if not known yet.
  std::span<const std::optional<lab::EffectorStatus>> statuses() const {
    return statuses_.statuses();
  }
  /// Poses solved to the end, for the page "Reach" and its picture.
  const ReachRunner& reach() const { return reach_; }
  /// Joints along a path, for the page "Path" and its picture.
  const PathRunner& path() const { return path_; }
  ui::Timing& timing() { return timing_; }
  /// Threads for all background work.
  work::Pool& pool() { return *pool_; }
  bool playing() const { return playback_.playing; }
  double speed() const { return playback_.speed; }
  const std::string& folder() const { return folder_; }
  const std::string& message() const { return message_.text; }
  /// The runs that can be gone back to, in the order in which they were left.
  std::span<const ui::LeftRun> left_runs() const { return left_runs_; }
  /// Number of the run, different from the numbers of all others.
  int run_number() const { return run_; }
  /// Counts changes of the scene, for the camera.
  int scene_changes() const { return scene_changes_; }
  /// Counts changes of the body, manual ones included, for the picture.
  int body_changes() const { return body_changes_; }
  /// Length of the video being made, s, for the panels; none: no video.
  void set_filmed(std::optional<double> seconds) { filmed_ = seconds; }

  /// Adds files of earlier sessions to the scenes, the last one first. Leaves out missing ones.
  void set_recent(const std::vector<std::string>& paths);
  /// The files that were opened, the last one first; at most io::kMaxRecent.
  const std::vector<std::string>& recent() const { return recent_; }
  /// Adds an opened file to them.
  void add_recent(const std::string& path);

  /// Marks the present scene as a replacement for a remembered one that could not be loaded. The
  /// mark lasts until the user chooses another scene.
  void stand_in() { standing_in_ = true; }
  bool standing_in() const { return standing_in_; }

  ui::LabView shown() const;

 private:
  void open(const std::string& name, Opener::Read read);
  void apply_opened();
  void follow_solve();
  int advance_run(double wall_seconds);
  bool make_step(double end);
  int updates_in_part() const;
  double end_of_budget() const;
  bool is_over(double end) const { return clock_ && clock_() >= end; }
  bool make_ordered_steps();
  void forget_orders();
  std::size_t scene_index() const;  // in the list; the list's size if it is not there
  void list_scene();                // adds the scene to the list unless it is there
  void list_file(const std::string& path);
  /// A run with its plot data. Tagged by a number for undo and the list of left runs.
  struct Run {
    int number;
    lab::Timeline timeline;
    lab::Histories histories = {};
  };
  void show_run(Run next);  // keeps the present one among the left runs
  void start_run(lab::Timeline timeline) { show_run({++last_run_, std::move(timeline)}); }
  void leave_run();
  void keep_left(Run run);
  void bring_back_left();
  void list_left_runs();
  void forget_before();  // changes and left runs
  std::optional<Run> take_left_run(int number);
  void return_to(const lab::Setup& setup);  // a setup that undo_ holds
  void look();                              // after a jump to another place of the timeline
  void follow_body();
  void leave_trails();  // adds the present positions
  void match_trails();  // has trails of the present lanes, and of no others
  void analyse();
  void restore(const lab::Setup& setup, long gesture = 0);  // without a record for undo
  std::string text_of(const ui::CopyCandidate& wish) const;
  void use_folder();
  void ask_for_folder(const std::string& problem);
  std::string spare_folder() const;
  bool act_before_change(const ui::Action& action, ui::Edit& edit);
  void act(ui::Command command);
  void save_path();
  void act(const ui::LoadScene& load);
  void act(const ui::FollowRecording& follow);
  void act(const ui::OpenFile& wish);
  void act(const ui::OpenLink& wish) { window_.open_link(wish.link); }
  void act(const ui::Seek& where) { seek(where.step); }
  void act(const ui::LoopOver& loop);
  void act(const ui::BranchWish& wish);
  void act(const ui::LeftRunWish& wish);
  void act(const ui::SetSpeed& wanted) { set_speed(wanted.speed); }
  void act(const ui::SetFolder&) {  // the folder is set before all other actions
    if (question_) use_folder();
  }
  void act(const ui::OpenFolder& wish) { window_.open_folder(wish.path); }
  void act(const ui::SavePlots& save) { save_plots(save.plots); }
  void act(const ui::CopyPlots& copy);
  void act(const ui::TakePicture& wish) { window_.take_picture(wish); }
  void act(const ui::Measure& measure) { claims_.start(*measure.claim); }
  void act(const ui::ShowClaim& show);
  void act(const ui::Advise& wish);
  void act(const ui::CopyCandidate& wish);
  void act(const ui::Tell& news) { say(news.text); }
  void act(const ui::LookFrom& wish) { window_.look_from(wish.side); }
  lab::Tracker& front() { return timeline_.bench().front(); }

  lab::Clock clock_;
  WindowActions window_;
  SceneLibrary scenes_;
  lab::Timeline timeline_;
  lab::Undo undo_;
  lab::Histories histories_;
  int run_ = 0, last_run_ = 0;          // numbers of this run and of the newest run
  std::vector<Run> left_;               // in the order in which they were left
  std::vector<ui::LeftRun> left_runs_;  // left_ for the panels
  lab::Spectrum spectrum_;
  std::vector<double> sigmas_;    // singular values of the spectrum, for the history
  std::map<int, Trails> trails_;  // by the lane's id
  // declared before its users; at least two threads, as one may wait for a slow disk
  std::unique_ptr<work::Pool> pool_ =
      std::make_unique<work::Pool>(std::max(2, work::machine_threads()));
  ik::PreparationStore* store_;
  SweepRunner sweep_{*pool_, store_};
  AdviceRunner advice_{*pool_, store_};
  ReachRunner reach_{*pool_};
  PathRunner path_{*pool_};
  ui::Timing timing_;
  DiagnosisWatch watch_;
  StatusWatch statuses_;
  PreparationWatch preparation_{*pool_};
  ClaimQueue claims_{*pool_, scenes_.load, clock_};
  Recorder recorder_;
  Opener opener_{*pool_};
  std::string opened_path_;  // of the file that the opener reads; empty: it reads none
  std::vector<std::string> recent_;
  std::shared_ptr<const io::FileSet> given_;  // by the last open_files(); null: nothing
  std::string message_after_opening_;         // message after opening; empty: the usual one
  bool opening_replaces_ = false;             // the run before is not kept
  bool opening_left_ = false;      // what is being opened gets into the list of left runs
  std::vector<std::string> lost_;  // files of left runs still to open, the next one last
  // each method's last parameters, restored when the user chooses it again
  std::map<const ik::MethodInfo*, lab::Params> params_;

  ui::Playback playback_;
  std::optional<double> filmed_;  // s
  double pending_steps_ = 0.0;    // fraction of a step that is not yet due
  long ordered_steps_ = 0;        // by step() and go_to(), unfinished
  std::optional<long> seeking_;   // the step that seek() leads to, not reached yet
  int scene_changes_ = 0;
  std::shared_ptr<const lab::Scene> body_;  // in the last frame
  int body_changes_ = 0;
  bool standing_in_ = false;
  std::string folder_ = "recordings";
  std::filesystem::path notes_;
  std::vector<std::string> spare_folders_;
  bool recording_pending_ = false;  // waits for another folder
  std::optional<ui::FolderQuestion> question_;
  int questions_ = 0;
  ui::Message message_;
};

}  // namespace app
