// A session's response to the user: a changed set-up, and each kind of action.
#include <algorithm>

#include "app/session/session.h"
#include "io/body/body_file.h"
#include "io/report/advice_output.h"
#include "io/saved/result_files.h"
#include "io/setup/setup_json.h"
#include "lab/body/build.h"
#include "lab/body/goals.h"
#include "lab/claims/claims.h"
#include "work/platform.h"

namespace app {
namespace {

constexpr const char* kSetupCopied =
    "The set-up is on the clipboard: paste it into another window, or keep it";

}  // namespace

void Session::apply(ui::Edit edit) {
  // a trouble is over with the next command, unless it waits for an answer
  if (message_.trouble && !question_ && (!edit.actions.empty() || !(edit.setup == setup()))) {
    message_ = {};
  }
  for (const ui::Action& action : edit.actions) {
    if (const auto* folder = std::get_if<ui::SetFolder>(&action)) folder_ = folder->folder;
  }
  std::erase_if(edit.actions,
                [&](const ui::Action& action) { return act_before_change(action, edit); });
  if (!(edit.setup == setup())) change(edit.setup, edit.what, edit.gesture);
  sweep_.want(edit.sweep, setup());
  reach_.want(edit.reach, timeline_.bench());
  path_.want(edit.path, timeline_.bench());
  for (const ui::Action& action : edit.actions) {
    attempt([&] { std::visit([this](const auto& each) { act(each); }, action); });
  }
}

/// Does what must come before the change of the set-up: plots show the set-up before it, and a drag
/// that is taken back is no change. \returns whether the action is done
bool Session::act_before_change(const ui::Action& action, ui::Edit& edit) {
  if (const auto* save = std::get_if<ui::SavePlots>(&action)) {
    act(*save);
    return true;
  }
  const auto* command = std::get_if<ui::Command>(&action);
  if (command != nullptr && *command == ui::Command::kTakeBack) {
    window_.take_back(edit);
    return true;
  }
  return false;
}

void Session::change(lab::Setup next, const std::string& what, long gesture) {
  const lab::Lane before = setup().front_lane();
  lab::Lane& lane = next.front_lane();
  const bool other_method = lane.id == before.id && lane.method != before.method;
  // the method's last parameters
  if (other_method && lab::own_params(lane.settings).empty()) {
    lane.settings.set_params(params_[lane.method]);
  }
  params_[lane.method] = lab::own_params(lane.settings);
  restore(next, gesture);
  run_ == undo_.run() ? undo_.record(setup(), what, gesture)
                      : undo_.change_run(setup(), what, run_);
}

void Session::restore(const lab::Setup& setup, long gesture) {
  forget_orders();
  if (setup.opened != timeline_.setup().opened) return start_run(lab::Timeline(setup));
  const bool another = setup.front_lane().id != timeline_.setup().front_lane().id;
  if (another || setup.front_lane().method != timeline_.setup().front_lane().method) {
    timing_.update_ns.clear();
  }
  const bool other_body = setup.scene != timeline_.setup().scene;
  if (!lab::shake_alike(setup, timeline_.setup())) watch_.forget();
  statuses_.forget();
  timeline_.apply(setup, gesture);
  follow_body();
  if (recorder_.running()) recorder_.follow(timeline_);
  histories_.cut(timeline_.now());
  if (other_body) histories_.drop(timeline_.now());
  match_trails();
  histories_.add(timeline_);
  if (other_body) analyse();
}

/// Restores a setup of the run, or shows the other run that it belongs to, as it was left.
void Session::return_to(const lab::Setup& setup) {
  if (undo_.run() == run_) return restore(setup);
  auto run = take_left_run(undo_.run());
  // a run that is not kept begins again
  show_run(run ? std::move(*run) : Run{undo_.run(), lab::Timeline(setup)});
}

void Session::undo() {
  if (undo_.can_undo()) return_to(undo_.undo());
}

void Session::redo() {
  if (undo_.can_redo()) return_to(undo_.redo());
}

void Session::act(ui::Command command) {
  switch (command) {
    case ui::Command::kPlayOrPause:
      return set_playing(!playback_.playing);
    case ui::Command::kStep:
      return step();
    case ui::Command::kStepBack:
      playback_.playing = false;
      return seek(timeline_.now() - 1);
    case ui::Command::kRestart:
      return reset();
    case ui::Command::kUndo:
      return undo();
    case ui::Command::kRedo:
      return redo();
    case ui::Command::kLoop:
      playback_.loop =
          playback_.loop ? std::nullopt : std::optional(ui::StepSpan{0, timeline_.last()});
      return;
    case ui::Command::kRecordOrStop:
      return recorder_.running() ? stop_recording() : start_recording();
    case ui::Command::kDropRecording:
      recorder_.drop();
      recording_pending_ = false;
      if (question_) message_ = {};
      question_.reset();
      return;
    case ui::Command::kSaveSession:
      return say_saved(save(folder_, timeline_));
    case ui::Command::kNewBody:
      return set_scene(lab::new_body());
    case ui::Command::kSaveScene:
      return say_saved(save(folder_, lab::scene_of(setup())));
    case ui::Command::kStopOpening:
      if (!opener_.busy()) return;
      opener_.stop();
      return say("Stopped opening " + opener_.name());
    case ui::Command::kMeasureAll:
      return claims_.start_all();
    case ui::Command::kStopMeasuring:
      return claims_.stop();
    case ui::Command::kSaveReport:
      return say_saved(save(folder_, claims_.findings()));
    case ui::Command::kStopAdvising:
      return advice_.stop();
    case ui::Command::kSaveAdvice:
      if (const lab::Advised* advised = advice_.advised()) say_saved(save(folder_, *advised));
      return;
    case ui::Command::kStartSweep:
      return sweep_.start();
    case ui::Command::kCancelSweep:
      return sweep_.cancel();
    case ui::Command::kSaveSweep: {
      const ui::SweepShown known = sweep_.shown();
      if (known.sweep != nullptr) say_saved(save(folder_, *known.sweep, *known.results));
      return;
    }
    case ui::Command::kSaveBasins:
      if (const auto map = reach_.figure()) say_saved(save(folder_, *map, setup()));
      return;
    case ui::Command::kKeepMap:
      return reach_.keep_map();
    case ui::Command::kDropMap:
      return reach_.drop_kept();
    case ui::Command::kSavePath:
      return save_path();
    case ui::Command::kStopPath:
      return path_.stop();
    case ui::Command::kSolve:
      return reach_.solve();
    case ui::Command::kCopySetup:
      return window_.copy(io::setup_text(setup()), kSetupCopied);
    case ui::Command::kCopyLink:
    case ui::Command::kCopyView:
    case ui::Command::kCopyFrame:
    case ui::Command::kPasteSetup:
    case ui::Command::kOpenFile:
    case ui::Command::kScreenshot:
    case ui::Command::kFilmOrStop:
    case ui::Command::kFrameCamera:
    case ui::Command::kFrameCrowd:
    case ui::Command::kQuit:
      return window_.obey(command);
    case ui::Command::kTakeBack:
      return;  // see act_before_change()
  }
}

void Session::save_path() {
  const ui::PathShown path = path_.shown();
  if (path.way == nullptr) return;
  std::vector<lab::Plot> plots(path.plots.begin(), path.plots.end());
  if (path.ladder != nullptr) {
    plots.insert(plots.begin(), lab::ladder_plot(*path.ladder, path.lines));
  }
  say_saved(save(folder_, {*path.question, *path.way, plots, path.trials}, setup()));
}

void Session::act(const ui::LoadScene& load) {
  if (load.scene >= scenes_.items.size()) return;
  const ui::SceneItem item = scenes_.items[load.scene];
  if (!item.is_file) return set_scene(scenes_.scene(item.id));
  std::error_code ignored;
  if (std::filesystem::exists(io::split_body_name(item.id).file, ignored)) {
    return open_file(item.id);
  }
  std::erase(recent_, item.id);
  scenes_.items.erase(scenes_.items.begin() + static_cast<std::ptrdiff_t>(load.scene));
  say(item.name + " is no longer there");
}

void Session::act(const ui::OpenFile& wish) {
  const std::string path = at_home(wish.path);
  given_ && given_->has(path) ? open_file(path) : open_files({path});
}

void Session::act(const ui::FollowRecording& follow) {
  const lab::Scene& scene = *setup().scene;
  const auto effectors = scene.multibody.effectors();
  // the same effectors: by name, or at the tips if none has a name
  lab::BodyRequest wish = io::named_effectors(scene);
  std::erase_if(wish.effectors, [effectors](const lab::EffectorRequest& named) {
    return std::ranges::count(effectors, named.name, &ik::Effector::name) == 0;
  });
  const bool unnamed = wish.effectors.empty();
  wish.at_tips |= unnamed;
  for (const ik::Effector& effector : effectors) {
    if (unnamed) wish.effectors.emplace_back(effector.name);
    wish.aim = effector.aim;
  }
  open_file(io::split_body_name(tracker().scene().id).file.string() + "#" + follow.recording, wish);
}

void Session::act(const ui::CopyPlots& copy) {
  if (copy.plots.empty()) return;
  if (copy.as == ui::CopyPlots::As::kPicture) {
    return window_.copy_picture(io::plots_picture(copy.plots, timeline_));
  }
  window_.copy(io::plot_table(copy.plots.front()),
               "The data of the plot are on the clipboard, for a spreadsheet");
}

void Session::act(const ui::LoopOver& loop) {
  playback_.loop = loop.span;
  seek(loop.span.from);
}

void Session::act(const ui::BranchWish& wish) {
  const auto& branches = timeline_.branches();
  const auto branch = std::ranges::find(branches, wish.branch, &lab::Branch::id);
  if (branch == branches.end()) return;
  switch (wish.kind) {
    case ui::BranchWish::Kind::kGoTo:
      forget_orders();
      stop_recording();
      timeline_.go_to_branch(wish.branch);
      histories_.cut(timeline_.now());
      histories_.drop(timeline_.now());
      undo_.follow(timeline_.setup());
      return look();
    case ui::BranchWish::Kind::kCompare: {
      const lab::Lane other = timeline_.setup_after_fork(wish.branch).front_lane();
      seek(branch->fork);
      lab::Setup next = setup();
      lab::Lane& lane = next.lanes[lab::add_lane(next)];
      lane.method = other.method;
      lane.settings = other.settings;
      return change(next, "compare with a branch");
    }
    case ui::BranchWish::Kind::kRemove:
      return timeline_.remove_branch(wish.branch);
  }
}

void Session::act(const ui::LeftRunWish& wish) {
  auto run = take_left_run(wish.run);
  if (wish.kind == ui::LeftRunWish::Kind::kRemove) return list_left_runs();
  if (!run) return;
  show_run(std::move(*run));
  undo_.change_run(setup(), "go to an earlier run", run_);
}

void Session::act(const ui::ShowClaim& show) {
  auto scene = std::make_shared<const lab::Scene>(scenes_.load(show.scene));
  change(lab::setup_of(*show.claim, show.scene, std::move(scene)), "experiment");
  set_playing(true);
}

void Session::act(const ui::Advise& wish) {
  const std::string why = lab::no_advice_on(tracker().multibody());
  if (!why.empty()) return warn(why);
  lab::AdviceClocks clocks;
  if (clock_) clocks = {work::nanoseconds, work::thread_nanoseconds};
  advice_.start(setup(), wish.steps, std::move(clocks));
}

void Session::act(const ui::CopyCandidate& wish) {
  const bool code = wish.as == ui::CopyCandidate::As::kCode;
  window_.copy(text_of(wish), code ? "The function is on the clipboard" : kSetupCopied);
}

/// The clipboard text of a candidate of the advice; empty without an advice.
std::string Session::text_of(const ui::CopyCandidate& wish) const {
  const lab::Advised* advised = advice_.advised();
  if (advised == nullptr || wish.candidate >= advised->plan.candidates.size()) return {};
  if (wish.as == ui::CopyCandidate::As::kCode) {
    return io::candidate_code(*advised, wish.candidate);
  }
  ui::Edit edit(setup());
  ui::use_candidate(advised->plan.candidates[wish.candidate], edit);
  return io::setup_text(edit.setup);
}

}  // namespace app
