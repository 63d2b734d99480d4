#include "lab/run/timeline.h"

#include <algorithm>
#include <iterator>

namespace lab {
namespace {

constexpr long kSpacing = 200;                // steps: a second of the report's steps
constexpr std::size_t kMaxCheckpoints = 256;  // above this, every other one is removed
constexpr std::size_t kThinCheckpoints = 16;  // for a run that nobody sees

constexpr std::size_t kMaxStates = 1000;  // a few kilobytes each

}  // namespace

Timeline::Timeline(Setup setup) : Timeline(Bench(std::move(setup))) {}

Timeline::Timeline(Bench bench)
    : initial_(bench.setup()), bench_(std::move(bench)), spacing_(kSpacing) {
  bench_.reset();
  keep_checkpoint();
}

void Timeline::keep_checkpoint() {
  checkpoints_.push_back({now_, bench_});
  if (checkpoints_.size() < kMaxCheckpoints) return;
  spacing_ *= 2;
  std::erase_if(checkpoints_,
                [this](const Checkpoint& point) { return point.step % spacing_ != 0; });
}

void Timeline::apply_changes_of_now() {
  auto change = std::ranges::lower_bound(changes_, now_, {}, &SetupChange::step);
  for (; change != changes_.end() && change->step == now_; ++change) bench_.apply(change->setup);
}

void Timeline::step(const Clock& clock) {
  bench_.step(clock);
  finish_step();
}

bool Timeline::step_part(int updates, const Clock& clock) {
  if (!next_ && updates_in_step(bench_.setup()) <= updates) {
    step(clock);
    return true;
  }
  if (!next_) next_ = bench_;
  if (!next_->step_part(updates, clock)) return false;
  bench_ = std::move(*next_);
  finish_step();
  return true;
}

void Timeline::finish_step() {
  next_.reset();
  ++now_;
  last_ = std::max(last_, now_);
  if (now_ % spacing_ == 0 && now_ > checkpoints_.back().step) keep_checkpoint();
  apply_changes_of_now();
}

void Timeline::apply(const Setup& setup, long gesture) {
  next_.reset();
  const bool past = last_ > now_;
  if (past) keep_branch();
  last_ = now_;
  std::erase_if(changes_, [this](const SetupChange& change) { return change.step > now_; });
  cut_checkpoints();
  if (!marks_.empty() && marks_.back().last > now_) remake_marks();
  changes_.push_back({now_, setup, gesture});
  ++revision_;
  add_mark(bench_.setup(), changes_.back(), marks_);
  bench_.apply(setup);
  if (past) update_branches();
}

void Timeline::remake_marks() {
  marks_.clear();
  const Setup* before = &initial_;
  for (const SetupChange& change : changes_) {
    add_mark(*before, change, marks_);
    before = &change.setup;
  }
}

void Timeline::seek(long step) {
  step = std::clamp(step, 0L, last_);
  approach(step);
  while (now_ < step) this->step();
}

void Timeline::approach(long step) {
  step = std::clamp(step, 0L, last_);
  if (step < now_ || checkpoint_before(step).step > now_) load(step);
}

const Timeline::Checkpoint& Timeline::checkpoint_before(long step) const {
  return *std::prev(std::ranges::upper_bound(checkpoints_, step, {}, &Checkpoint::step));
}

void Timeline::load(long step) {
  next_.reset();
  const Checkpoint& nearest = checkpoint_before(step);
  bench_ = nearest.bench;
  now_ = nearest.step;
  apply_changes_of_now();
}

void Timeline::cut_checkpoints() {
  std::erase_if(checkpoints_, [this](const Checkpoint& point) { return point.step > now_; });
}

void Timeline::keep_branch() { branches_.push_back({next_branch_++, now_, last_, changes_}); }

/// Recomputes the forks. Removes branches that the current course contains, and excess ones.
void Timeline::update_branches() {
  std::size_t changes = 0;
  for (Branch& branch : branches_) {
    const auto [theirs, ours] = std::ranges::mismatch(branch.changes, changes_);
    branch.fork = std::min(branch.last, last_);
    if (theirs != branch.changes.end()) branch.fork = std::min(branch.fork, theirs->step);
    if (ours != changes_.end()) branch.fork = std::min(branch.fork, ours->step);
    changes += branch.changes.size();
  }
  std::erase_if(branches_, [](const Branch& branch) { return branch.fork == branch.last; });
  while (branches_.size() > kMaxBranches || (changes > kMaxBranchChanges && !branches_.empty())) {
    changes -= branches_.front().changes.size();
    branches_.erase(branches_.begin());
  }
}

std::vector<Branch>::const_iterator Timeline::branch(int id) const {
  return std::ranges::find(branches_, id, &Branch::id);
}

const Setup& Timeline::setup_after(long step, const std::vector<SetupChange>& changes) const {
  const auto later = std::ranges::find_if(
      changes, [step](const SetupChange& change) { return change.step > step; });
  return later == changes.begin() ? initial_ : std::prev(later)->setup;
}

const Setup& Timeline::setup_after(long step) const { return setup_after(step, changes_); }

const Setup& Timeline::setup_after_fork(int id) const {
  return setup_after(branch(id)->fork, branch(id)->changes);
}

void Timeline::remove_branch(int id) {
  branches_.erase(branch(id));
  ++revision_;
}

void Timeline::add_branches(std::vector<Branch> branches) {
  for (Branch& branch : branches) {
    branch.id = next_branch_++;
    branches_.push_back(std::move(branch));
  }
  ++revision_;
  update_branches();
}

void Timeline::go_to_branch(int id) {
  Branch next = *branch(id);
  remove_branch(id);
  seek(next.fork);
  keep_branch();
  last_ = next.last;
  changes_ = std::move(next.changes);
  remake_marks();
  cut_checkpoints();
  load(next.fork);
  while (now_ < next.fork) step();
  update_branches();
}

Timeline Timeline::anew() const { return Timeline(bench_); }

void Timeline::restart() {
  const long revision = revision_;
  *this = anew();
  revision_ = revision + 1;
}

void Timeline::thin_out() {
  next_.reset();
  const std::size_t apart = (checkpoints_.size() + kThinCheckpoints - 1) / kThinCheckpoints;
  std::size_t i = 0;
  std::erase_if(checkpoints_, [&](const Checkpoint&) { return i++ % apart != 0; });
}

Nudge next_nudge(const Timeline& timeline, long gesture) {
  const auto& changes = timeline.changes();
  const std::optional<Nudge>& last = timeline.setup().nudge;
  const long now = timeline.now();
  const bool goes_on = gesture != 0 && last && last->step == now && !changes.empty() &&
                       changes.back().step == now && changes.back().gesture == gesture;
  if (goes_on) return {now, last->number, last->updates + 1};
  // there are no more numbers than changes, unless the run began with a nudge
  return {now, std::max(last ? last->number : 0, static_cast<long>(changes.size())) + 1};
}

void Undo::record(const Setup& setup, const std::string& what, long gesture) {
  if (setup == states_[at_].setup) return;
  State& present = states_[at_];
  if (at_ > 0 && gesture != 0 && gesture == present.gesture && what == present.what) {
    states_.resize(at_ + 1, present);
    if (setup == states_[at_ - 1].setup) {
      // the gesture has returned to its start
      states_.pop_back();
      --at_;
    } else {
      states_[at_].setup = setup;
    }
    return;
  }
  add({setup, what, gesture, present.run});
}

void Undo::change_run(const Setup& setup, const std::string& what, int run) {
  add({setup, what, 0, run});
}

void Undo::add(State state) {
  states_.resize(at_ + 1, state);
  states_.push_back(std::move(state));
  if (states_.size() > kMaxStates) states_.erase(states_.begin());
  at_ = states_.size() - 1;
}

void Undo::follow(const Setup& setup) {
  if (setup == states_[at_].setup) return;
  const auto is_it = [&setup, run = run()](const State& state) {
    return state.run == run && state.setup == setup;
  };
  const auto present = states_.begin() + static_cast<std::ptrdiff_t>(at_);
  const auto earlier = std::find_if(std::reverse_iterator(present), states_.rend(), is_it);
  const auto found = earlier != states_.rend() ? std::prev(earlier.base())
                                               : std::find_if(present, states_.end(), is_it);
  if (found == states_.end()) return record(setup, "go to another time");
  at_ = static_cast<std::size_t>(found - states_.begin());
}

std::vector<ChangeNote> change_notes(const Timeline& timeline) {
  return change_notes(timeline.initial(), timeline.changes());
}

RunPart part_of(const Timeline& timeline, double from, double to) {
  RunPart part{&timeline.initial(), {}};
  RunBegin begin, at;
  const std::vector<SetupChange>& changes = timeline.changes();
  std::size_t first = 0, last = 0;
  const Setup* before = part.initial;
  for (; last < changes.size(); ++last) {
    const SetupChange& change = changes[last];
    at.time += static_cast<double>(change.step - at.step) * before->front_lane().settings.time_step;
    at.step = change.step;
    if (at.time > to) break;
    before = &change.setup;
    // the last setup before the first visible step is the initial one
    if (at.time > std::max(from, 0.0)) continue;
    part.initial = before;
    begin = at;
    first = last + 1;
  }
  part.notes = change_notes(*part.initial, std::span(changes).subspan(first, last - first), begin);
  return part;
}

long comparable_since(const Timeline& timeline) {
  const std::vector<Lane>& lanes = timeline.setup().lanes;
  const auto as_now = [&lanes](const Setup& setup) {
    return std::ranges::all_of(lanes, [&setup](const Lane& lane) {
      return std::ranges::find(setup.lanes, lane) != setup.lanes.end();
    });
  };
  const auto& changes = timeline.changes();
  for (std::size_t i = changes.size(); i-- > 0;) {
    if (changes[i].step > timeline.now()) continue;
    const Setup& before = i > 0 ? changes[i - 1].setup : timeline.initial();
    if (!as_now(before)) return changes[i].step;
  }
  return 0;
}

}  // namespace lab
