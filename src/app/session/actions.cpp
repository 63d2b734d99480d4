// A session's response to each kind of action.
#include <algorithm>

#include "app/session/session.h"
#include "io/body/body_file.h"
#include "io/body/effector_list.h"
#include "io/report/advice_output.h"
#include "io/setup/setup_json.h"
#include "lab/body/build.h"
#include "lab/body/goals.h"
#include "lab/claims/claims.h"
#include "work/platform.h"

namespace app {

void Session::apply(const ui::Edit& edit) {
  // plots first: they show the setup before the change
  for (const ui::Action& action : edit.actions) {
    if (const auto* folder = std::get_if<ui::SetFolder>(&action)) folder_ = folder->folder;
  }
  if (const auto* save = ui::sent<ui::SavePlots>(edit)) save_plots(save->plots);
  if (!(edit.setup == setup())) change(edit.setup, edit.what, edit.gesture);
  for (const ui::Action& action : edit.actions) {
    attempt([&] { std::visit([this](const auto& each) { act(each); }, action); });
  }
  if (ui::sent<ui::SweepWish>(edit) == nullptr) sweep_.rest();
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
      return say(save(folder_, timeline_));
    case ui::Command::kNewBody:
      return set_scene(lab::new_body());
    case ui::Command::kSaveScene:
      return say(save(folder_, lab::scene_of(setup())));
    case ui::Command::kStopOpening:
      if (!opener_.busy()) return;
      opener_.stop();
      return say("Stopped opening " + opener_.name());
    case ui::Command::kMeasureAll:
      return experiments_.start_all();
    case ui::Command::kStopMeasuring:
      return experiments_.stop();
    case ui::Command::kSaveReport:
      return say(save(folder_, experiments_.findings()));
    case ui::Command::kStopAdvising:
      return advice_.stop();
    case ui::Command::kSaveAdvice:
      if (const lab::Advised* advised = advice_.advised()) say(save(folder_, *advised));
      return;
    // handled by the window
    case ui::Command::kCopySetup:
    case ui::Command::kPasteSetup:
    case ui::Command::kCopyLink:
    case ui::Command::kOpenFile:
    case ui::Command::kScreenshot:
    case ui::Command::kFilmOrStop:
    case ui::Command::kFrameCamera:
    case ui::Command::kFrameCrowd:
    case ui::Command::kTakeBack:
    case ui::Command::kQuit:
      return;
  }
}

void Session::act(const ui::LoadScene& load) {
  if (load.scene < scenes_.items.size()) set_scene(scenes_.scene(scenes_.items[load.scene].id));
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

void Session::act(const ui::ShowClaim& show) {
  auto scene = std::make_shared<const lab::Scene>(scenes_.load(show.scene));
  change(lab::setup_of(*show.claim, show.scene, std::move(scene)), "experiment");
  set_playing(true);
}

void Session::act(const ui::SweepWish& wish) {
  sweep_.want(wish, setup());
  const ui::SweepShown known = sweep_.shown();
  if (wish.save && known.sweep != nullptr) say(save(folder_, *known.sweep, *known.results));
}

void Session::act(const ui::Advise& wish) {
  const std::string why = lab::no_advice_on(tracker().multibody());
  if (!why.empty()) return warn(why);
  lab::AdviceClocks clocks;
  if (clock_) clocks = {work::nanoseconds, work::thread_nanoseconds};
  advice_.start(setup(), wish.steps, std::move(clocks));
}

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
