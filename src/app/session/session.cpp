#include "app/session/session.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "io/body/body_file.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/saved/preferences.h"
#include "io/saved/reach_files.h"
#include "io/setup/setup_json.h"
#include "lab/body/build.h"
#include "lab/track/reach.h"

namespace app {
namespace {

/// A recording of this length is saved automatically: a million rows of a large body are a
/// gigabyte.
constexpr std::size_t kMaxRows = 1'000'000;

// Left runs keep their plot data, up to some ten megabytes a lane of a large body.
constexpr std::size_t kMaxLeftRuns = 8, kMaxLeftLanes = 16;

Trails make_trails(const lab::Tracker& tracker) {
  constexpr std::size_t kSteps = 600;  // three seconds of the report's steps
  constexpr double kJump = 0.1;        // share of the longest reach, in one step
  const ik::Multibody& body = tracker.multibody();
  double reach = 0.0;
  for (int i = 0; i < body.effector_count(); ++i) {
    reach = std::max(reach, lab::reach_of(body, i).most);
  }
  if (!std::isfinite(reach) || reach == 0.0) reach = 1.0;
  return Trails(static_cast<std::size_t>(body.effector_count()), kSteps,
                static_cast<float>(kJump * reach));
}

constexpr const char* kRecent = "Recent";  // group of what is not built in

/// Whether a scene's id is the path of a file that is there.
bool is_file(const std::string& id) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(io::split_body_name(id).file, ignored);
}

bool is_waypoint_file(const std::string& path) { return io::extension_of(path) == ".csv"; }

lab::Setup first_setup(lab::Scene scene, const ik::MethodInfo& method) {
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)), method);
}

}  // namespace

Session::Session(lab::Clock clock, SceneLibrary scenes, lab::Scene scene,
                 const ik::MethodInfo& method, ik::PreparationStore* store)
    : clock_(std::move(clock)),
      scenes_(std::move(scenes)),
      timeline_(first_setup(std::move(scene), method)),
      undo_(timeline_.setup()),
      store_(store) {
  list_scene();
  look();
}

void Session::attempt(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& problem) {
    warn(io::reason_of(problem));
  }
}

void Session::list_scene() {
  const lab::Scene& scene = tracker().scene();
  const std::string name = scene.name.empty() ? scene.id : scene.name;
  const std::size_t index = scene_index();
  if (index == scenes_.items.size()) {
    scenes_.items.push_back({scene.id, name, scene.description, kRecent, is_file(scene.id)});
  } else if (ui::SceneItem& item = scenes_.items[index]; item.is_file) {
    item.name = name, item.description = scene.description;
  }
}

/// Adds a file to the list unless it is there.
void Session::list_file(const std::string& path) {
  auto& items = scenes_.items;
  if (std::ranges::find(items, path, &ui::SceneItem::id) != items.end()) return;
  const std::string name = std::filesystem::path(path).filename().string();
  items.push_back({path, io::printable(name), io::printable(path), kRecent, true});
}

void Session::set_recent(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (recent_.size() == io::kMaxRecent || !is_file(path)) continue;
    recent_.push_back(path);
    list_file(path);
  }
}

void Session::add_recent(const std::string& path) {
  if (!is_file(path)) return;  // such as standard input
  std::erase(recent_, path);
  recent_.insert(recent_.begin(), path);
  recent_.resize(std::min(recent_.size(), io::kMaxRecent));
  list_file(path);
}

int Session::advance(double wall_seconds) {
  pool_->work_for(work::kSlice);
  sweep_.advance(wall_seconds);
  const int steps = advance_run(wall_seconds);
  analyse();
  watch_.look(tracker(), wall_seconds, clock_);
  statuses_.look(tracker(), clock_);
  attempt([&] { claims_.collect(); });
  attempt([&] { advice_.advance(); });
  attempt([&] { reach_.advance(wall_seconds); });
  attempt([&] { follow_solve(); });
  attempt([&] { path_.advance(); });
  if (const std::string trouble = recorder_.pass(wall_seconds); !trouble.empty()) warn(trouble);
  attempt([&] { apply_opened(); });
  bring_back_left();
  return steps;
}

/// Puts the body into the pose to which a search of the page "Reach" has led.
void Session::follow_solve() {
  const auto theta = reach_.take_solved();
  if (!theta) return;
  ui::Edit edit(setup());
  ui::start_at(*theta, "solve", edit);
  change(std::move(edit.setup), edit.what, edit.gesture);
}

int Session::advance_run(double wall_seconds) {
  const bool prepared = timeline_.bench().prepared() >= 1.0;
  attempt([&] { preparation_.look(timeline_.bench(), store_); });
  if (!prepared) timing_.start_pace();
  if (!prepared || make_ordered_steps()) return 0;
  // the body plays along the path of the open page, and the run rests
  if (!playback_.playing || !(wall_seconds > 0.0) || path_.plays()) return 0;
  const double most = kMaxSteps * std::max(1.0, playback_.speed);
  const double time_step = tracker().settings().time_step;
  const double before = pending_steps_;
  const std::optional<double> pace = reach_.pace();  // updates a second
  const double rate = pace ? *pace / tracker().settings().iterations
                           : playback_.speed / time_step;  // steps a second
  watch_.set_rate(rate);
  pending_steps_ = std::min(most, before + rate * wall_seconds);
  const double end = end_of_budget();
  int steps = 0;
  bool late = false;
  while (pending_steps_ >= 1.0 && !late) {
    const bool made = make_step(end);
    steps += made ? 1 : 0;
    pending_steps_ -= made ? 1.0 : 0.0;
    late = !made || is_over(end);
  }
  // no backlog: the run is slower
  if (late) pending_steps_ = std::min(pending_steps_, 1.0);
  timing_.real_s.add(wall_seconds);
  timing_.simulated_s.add((steps + pending_steps_ - before) * time_step);
  return steps;
}

int Session::updates_in_part() const {
  return std::min(kUpdates, timeline_.bench().updates_in(kPartNs));
}

double Session::end_of_budget() const { return clock_ ? clock_() + kStepBudgetNs : 0.0; }

/// Continues what seek(), step() and go_to() have begun. \returns whether there was something to do
bool Session::make_ordered_steps() {
  if (!seeking_ && ordered_steps_ == 0) return false;
  const double end = end_of_budget();
  if (seeking_) {
    while (timeline_.now() < *seeking_ && !is_over(end)) {
      timeline_.step_part(updates_in_part(), clock_);
    }
    // what is shown on the way belongs to the step on the way: its lanes, its body
    look();
    if (timeline_.now() < *seeking_) return true;
    seeking_.reset();
    undo_.follow(timeline_.setup());
    return true;
  }
  while (ordered_steps_ > 0 && make_step(end)) {
    --ordered_steps_;
    if (is_over(end)) break;
  }
  analyse();
  return true;
}

/// Ends what seek(), step() and go_to() have begun, at the present step.
void Session::forget_orders() {
  ordered_steps_ = 0;
  if (std::exchange(seeking_, std::nullopt)) undo_.follow(timeline_.setup());
}

/// \param end of the budget, on the clock
/// \returns false if the step needs more time: call it again
bool Session::make_step(double end) {
  if (playback_.loop && timeline_.now() >= playback_.loop->to) seek(playback_.loop->from);
  if (seeking_) return false;
  const bool known = timeline_.now() < timeline_.last();
  while (!timeline_.step_part(updates_in_part(), clock_)) {
    if (is_over(end)) return false;
  }
  if (known) {
    undo_.follow(timeline_.setup());
    follow_body();
  }
  histories_.add(timeline_);
  watch_.add(tracker());
  if (clock_) timing_.update_ns.add(timeline_.bench().update_ns(setup().front));
  leave_trails();
  if (!recorder_.running()) return true;
  recorder_.add(timeline_);
  if (recorder_.rows() >= kMaxRows) stop_recording();
  return true;
}

void Session::leave_trails() {
  match_trails();
  const lab::Bench& bench = timeline_.bench();
  for (std::size_t i = 0; i < bench.size(); ++i) {
    const lab::Tracker& lane = bench.tracker(i);
    trails_.at(setup().lanes[i].id).append(lane.targets(), lane.pose().effector);
  }
}

/// Forgets all that belongs to the former body, if the body has changed.
void Session::follow_body() {
  if (body_ == setup().scene) return;
  body_ = setup().scene;
  ++body_changes_;
  stop_recording();
  watch_.forget();
  statuses_.forget();
}

void Session::match_trails() {
  const auto& lanes = setup().lanes;
  const auto count = static_cast<std::size_t>(tracker().multibody().effector_count());
  std::erase_if(trails_, [&](const auto& trails) {
    return trails.second.effector_count() != count ||
           std::ranges::find(lanes, trails.first, &lab::Lane::id) == lanes.end();
  });
  for (const lab::Lane& lane : lanes) {
    if (!trails_.contains(lane.id)) trails_.emplace(lane.id, make_trails(tracker()));
  }
}

void Session::analyse() {
  lab::analyse(front(), spectrum_);
  sigmas_.clear();
  for (const lab::SingularComponent& component : spectrum_.components) {
    sigmas_.push_back(component.sigma);
  }
  if (timeline_.now() == timeline_.last()) histories_.set_sigmas(setup().front, sigmas_);
}

void Session::look() {
  follow_body();
  histories_.add(timeline_);
  watch_.forget();
  statuses_.forget();
  for (auto& [id, trails] : trails_) trails.clear();
  leave_trails();
  analyse();
  pending_steps_ = 0.0;
}

void Session::step(long count) {
  playback_.playing = false;
  forget_orders();
  timeline_.bench().prepare(ik::kAllPortions, store_);
  ordered_steps_ = count;
  make_ordered_steps();
}

void Session::go_to(long step) {
  playback_.loop.reset();
  seek(step);
  ordered_steps_ = std::max(0L, step - timeline_.last());
}

void Session::seek(long step) {
  if (step == seeking_.value_or(timeline_.now())) return;
  stop_recording();
  ordered_steps_ = 0;
  seeking_ = std::clamp(step, 0L, timeline_.last());
  timeline_.approach(*seeking_);
  make_ordered_steps();
}

void Session::reset() {
  forget_orders();
  start_run(timeline_.anew());
  undo_.change_run(setup(), "start anew", run_);
}

void Session::begin_here() {
  forget_orders();
  stop_recording();
  timeline_.restart();
  histories_.clear();
  forget_before();
  look();
}

void Session::forget_before() {
  left_.clear();
  list_left_runs();
  undo_ = lab::Undo(setup(), run_);
}

/// Keeps the run. Neither a run without steps nor changes, nor more than some runs or lanes.
void Session::leave_run() {
  const bool made = timeline_.last() > 0 || !timeline_.changes().empty();
  if (!made && timeline_.branches().empty()) return;
  keep_left({run_, std::move(timeline_), std::move(histories_)});
}

void Session::keep_left(Run run) {
  run.timeline.thin_out();
  left_.push_back(std::move(run));
  std::size_t lanes = 0;
  for (const Run& left : left_) lanes += left.timeline.setup().lanes.size();
  while (left_.size() > kMaxLeftRuns || (lanes > kMaxLeftLanes && left_.size() > 1)) {
    lanes -= left_.front().timeline.setup().lanes.size();
    left_.erase(left_.begin());
  }
}

void Session::list_left_runs() {
  left_runs_.clear();
  for (const Run& run : left_) left_runs_.push_back({run.number, &run.timeline});
}

std::optional<Session::Run> Session::take_left_run(int number) {
  const auto found = std::ranges::find(left_, number, &Run::number);
  if (found == left_.end()) return std::nullopt;
  Run run = std::move(*found);
  left_.erase(found);
  return run;
}

void Session::show_run(Run next) {
  forget_orders();
  stop_recording();
  const auto before = setup().opened;
  leave_run();
  run_ = next.number;
  timeline_ = std::move(next.timeline);
  histories_ = std::move(next.histories);
  list_left_runs();
  trails_.clear();  // they belong to another run
  timing_.update_ns.clear();
  if (setup().opened != before) {
    ++scene_changes_;
    standing_in_ = false;
  }
  list_scene();
  look();
}

void Session::open_run(io::SavedSession run, const std::string& name, Before before) {
  open(name, [run = std::move(run)]() -> RunOrScene { return run; });
  opening_replaces_ = before == Before::kForgotten;
}

void Session::open_file(const std::string& path, const lab::BodyRequest& wish) {
  const bool given = given_ && given_->has(io::split_body_name(path).file);
  open(path, [path, wish, others = given ? given_ : nullptr] {
    return read_run_or_scene(path, wish, others);
  });
  opened_path_ = absolute(path);
}

void Session::open_files(const std::vector<std::string>& paths) {
  if (paths.size() == 1 && is_waypoint_file(paths.front())) return open_waypoints(paths.front());
  attempt([&] {
    auto given = std::make_shared<const io::FileSet>(paths);
    std::vector<std::string> files;
    for (const std::filesystem::path& file : given->to_open()) files.push_back(file.string());
    given_ = std::move(given);
    files.size() > 1 ? window_.choose_file(std::move(files)) : open_file(files.front());
  });
}

void Session::open_waypoints(const std::string& path) {
  attempt([&] {
    const io::GoalFile file = io::read_goals(path, setup().scene->multibody, false);
    auto rows = std::make_shared<lab::PathRows>();
    rows->name = io::printable(std::filesystem::path(path).filename().string());
    rows->kinds = file.aims;
    for (const lab::ReachGoal& goal : file.rows) {
      rows->waypoints.push_back({goal.targets, goal.aims, goal.time.value_or(0.0)});
    }
    const std::size_t count = rows->waypoints.size();
    if (count < lab::kMinWaypoints || count > lab::kMaxWaypoints) {
      throw io::Error(io::concat(rows->name, ": ", count, " waypoints, expected ",
                                 lab::kMinWaypoints, " to ", lab::kMaxWaypoints));
    }
    lab::Setup next = setup();
    next.path = lab::PathShape{.form = lab::PathForm::kRows, .rows = std::move(rows)};
    change(std::move(next), "open a path");
    say(io::concat("The page Path has ", count, " waypoints of ",
                   std::filesystem::path(path).filename().string()));
  });
}

void Session::open(const std::string& name, Opener::Read read) {
  attempt([&] {
    message_after_opening_.clear();
    opened_path_.clear();
    opening_replaces_ = opening_left_ = false;
    opener_.start(name, std::move(read), store_);
  });
}

void Session::bring_back(const std::string& path, std::string news, std::vector<std::string> left) {
  open_file(path);
  opening_replaces_ = true;
  message_after_opening_ = std::move(news);
  lost_ = std::move(left);
  std::reverse(lost_.begin(), lost_.end());
}

/// Opens the next of the lost runs for the list, unless a file is being opened.
void Session::bring_back_left() {
  if (lost_.empty() || opener_.busy()) return;
  const std::string path = std::move(lost_.back());
  lost_.pop_back();
  open_file(path);
  opening_left_ = true;
}

void Session::apply_opened() {
  auto opened = opener_.collect();
  if (auto* run = std::get_if<OpenedRun>(&opened); run && std::exchange(opening_left_, false)) {
    run->timeline.seek(run->now);
    keep_left({++last_run_, std::move(run->timeline), std::move(run->histories)});
    list_left_runs();
    return;
  }
  if (auto* scene = std::get_if<lab::Scene>(&opened)) {
    opened_path_ = scene->id;  // of an archive, the file in it
    set_scene(std::move(*scene));
  } else if (auto* run = std::get_if<OpenedRun>(&opened)) {
    show_run({++last_run_, std::move(run->timeline), std::move(run->histories)});
    undo_.change_run(setup(), "open " + opener_.name(), run_);
    seek(run->now);
  } else {
    return;
  }
  if (std::exchange(opening_replaces_, false)) {
    forget_before();
  } else if (!opened_path_.empty()) {
    add_recent(opened_path_);
  }
  if (message_after_opening_.empty()) return say("Opened " + opener_.name());
  set_playing(false);
  say(std::exchange(message_after_opening_, {}));
}

void Session::paste_setup(const std::string& text) {
  attempt([&] {
    // an identical scene continues the run; any other starts a new one
    lab::Setup pasted = io::parse_setup(text, "clipboard", setup().scene);
    if (pasted.scene == setup().scene) pasted.opened = setup().opened;
    change(std::move(pasted), "paste a set-up");
    say("Pasted a set-up");
  });
}

void Session::set_scene(lab::Scene scene) {
  lab::Setup setup = first_setup(std::move(scene), tracker().method_info());
  // the lanes take the new scene's settings. Where a method runs twice, its lanes keep their
  // settings, which tell them apart
  const lab::Setup& before = timeline_.setup();
  const lab::Settings settings = setup.front_lane().settings;
  setup.lanes = before.lanes;
  setup.front = before.front;
  for (lab::Lane& lane : setup.lanes) {
    if (std::ranges::count(before.lanes, lane.method, &lab::Lane::method) == 1) {
      const lab::Params own = lab::own_params(lane.settings);
      lane.settings = settings;
      lane.settings.set_params(own);
    }
    lane.settings.time_step = settings.time_step;
    lane.pushes.clear();  // they belong to another body
  }
  change(setup, "scene");
}

void Session::set_playing(bool playing) {
  if (playing) ordered_steps_ = 0;
  playback_.playing = playing;
  timing_.start_pace();
}

void Session::set_speed(double speed) {
  if (std::isfinite(speed)) {
    playback_.speed = std::clamp(speed, ui::kSpeed.least, ui::kSpeed.most);
    timing_.start_pace();
  }
}

void Session::save_plots(std::span<const lab::Plot> plots) {
  if (plots.empty()) return;
  attempt([&] { say_saved(save(folder_, plots, timeline_)); });
}

void Session::say_saved(std::string message) {
  message_ = {.text = std::move(message), .folder = absolute(folder_)};
}

void Session::start_recording() {
  recording_pending_ = true;
  message_ = {};
  use_folder();
}

void Session::stop_recording() {
  if (!recorder_.running()) return;
  recorder_.stop();
  use_folder();
}

/// Saves and starts the recordings that wait for a folder.
void Session::use_folder() {
  question_.reset();
  const std::string folder = absolute(folder_);  // as in messages
  if (recorder_.unsaved_rows() > 0) {
    message_ = recorder_.save(folder);
    if (recorder_.unsaved_rows() > 0) return ask_for_folder(message_.text);
    message_.folder = folder;
  }
  if (!recording_pending_) return;
  try {
    recorder_.start(timeline_, folder, notes_);
    recording_pending_ = false;
    if (message_.trouble) message_ = {};  // about the former folder
  } catch (const std::exception& problem) {
    ask_for_folder(std::string("Not recording: ") + problem.what());
  }
}

void Session::ask_for_folder(const std::string& problem) {
  message_ = {problem, true};
  question_ = {problem, recorder_.unsaved_rows(), spare_folder(), ++questions_};
}

/// The first spare folder that can be written; empty if there is none.
std::string Session::spare_folder() const {
  for (const std::string& folder : spare_folders_) {
    try {
      if (folder == folder_) continue;
      io::expect_writable(folder);
      return folder;
    } catch (const std::exception&) {
      // try the next one
    }
  }
  return {};
}

std::string Session::end_recordings() {
  stop_recording();
  if (recorder_.unsaved_rows() == 0) return {};
  for (const std::string& folder : spare_folders_) {
    message_ = recorder_.save(folder);
    if (recorder_.unsaved_rows() == 0) return message_.text;
  }
  return message_.text + "; they are " + recorder_.leave();
}

std::size_t Session::scene_index() const {
  const auto& items = scenes_.items;
  const auto here = std::ranges::find(items, tracker().scene().id, &ui::SceneItem::id);
  return static_cast<std::size_t>(here - items.begin());
}

bool Session::busy() const {
  return playback_.playing || has_orders() || opening() || timeline_.bench().prepared() < 1.0 ||
         watch_.busy() || statuses_.busy() || sweep_.shown().running ||
         advice_.shown(setup()).running || reach_.busy() || path_.busy() ||
         claims_.shown().measuring != nullptr;
}

ui::LabView Session::shown() const {
  return {
      .timeline = timeline_,
      .seen = {.histories = histories_.shown(),
               .spectrum = spectrum_,
               .timing = timing_,
               .pace = reach_.pace(),
               .diagnosis = watch_.diagnosis(),
               .statuses = statuses_.statuses()},
      .undo = undo_,
      .scenes = {scenes_.items, scene_index(), io::body_format_names()},
      .playback = playback_,
      .saving = {.folder = folder_,
                 .path = absolute(folder_),
                 .recorded = recorder_.running() ? std::optional(recorder_.rows()) : std::nullopt,
                 .filmed = filmed_,
                 .question = question_},
      .message = message_,
      .opening = opener_.shown(),
      .sweep = sweep_.shown(),
      .advice = advice_.shown(setup()),
      .experiments = claims_.shown(),
      .reach = reach_.shown(),
      .path = path_.shown(),
      .left_runs = left_runs_};
}

}  // namespace app
