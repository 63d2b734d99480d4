#include "lab/run/timeline.h"

#include <algorithm>
#include <iterator>

namespace lab {
namespace {

constexpr long kSpacing = 200;                 // steps: a second of the report's
constexpr std::size_t kMostCheckpoints = 256;  // then every other one goes

}  // namespace

Timeline::Timeline(Setup setup) : initial_(std::move(setup)), bench_(initial_), spacing_(kSpacing) {
  keep_checkpoint();
}

void Timeline::keep_checkpoint() {
  checkpoints_.push_back({now_, bench_});
  if (checkpoints_.size() < kMostCheckpoints) return;
  spacing_ *= 2;
  std::erase_if(checkpoints_,
                [this](const Checkpoint& point) { return point.step % spacing_ != 0; });
}

void Timeline::apply_changes_of_now() {
  auto change = std::lower_bound(changes_.begin(), changes_.end(), now_,
                                 [](const SetupChange& c, long step) { return c.step < step; });
  for (; change != changes_.end() && change->step == now_; ++change) bench_.apply(change->setup);
}

void Timeline::step(const Clock& clock) {
  bench_.step(clock);
  ++now_;
  if (now_ > last_) {
    last_ = now_;
    if (now_ % spacing_ == 0) keep_checkpoint();
  } else {
    apply_changes_of_now();
  }
}

void Timeline::apply(const Setup& setup) {
  last_ = now_;
  std::erase_if(changes_, [this](const SetupChange& change) { return change.step > now_; });
  std::erase_if(checkpoints_, [this](const Checkpoint& point) { return point.step > now_; });
  changes_.push_back({now_, setup});
  bench_.apply(setup);
}

void Timeline::seek(long step) {
  step = std::clamp(step, 0L, last_);
  const auto after =
      std::upper_bound(checkpoints_.begin(), checkpoints_.end(), step,
                       [](long s, const Checkpoint& point) { return s < point.step; });
  const Checkpoint& nearest = *std::prev(after);
  if (step < now_ || nearest.step > now_) {
    bench_ = nearest.bench;
    now_ = nearest.step;
    apply_changes_of_now();
  }
  while (now_ < step) this->step();
}

void Timeline::restart() {
  initial_ = bench_.setup();
  bench_.reset();
  now_ = last_ = 0;
  spacing_ = kSpacing;
  changes_.clear();
  checkpoints_.clear();
  keep_checkpoint();
}

namespace {

constexpr std::size_t kMostStates = 1000;  // a few kilobytes each

}  // namespace

void Undo::record(const Setup& setup, const std::string& what, long gesture) {
  if (setup == states_[at_].setup) return;
  states_.resize(at_ + 1, states_[at_]);
  State& present = states_[at_];
  if (at_ > 0 && gesture != 0 && gesture == present.gesture && what == present.what) {
    present.setup = setup;
    return;
  }
  states_.push_back({setup, what, gesture});
  if (states_.size() > kMostStates) states_.erase(states_.begin());
  at_ = states_.size() - 1;
}

void Undo::follow(const Setup& setup) {
  if (setup == states_[at_].setup) return;
  const auto is_it = [&setup](const State& state) { return state.setup == setup; };
  const auto present = states_.begin() + static_cast<std::ptrdiff_t>(at_);
  const auto earlier = std::find_if(std::reverse_iterator(present), states_.rend(), is_it);
  if (earlier != states_.rend()) {
    at_ = static_cast<std::size_t>(std::prev(earlier.base()) - states_.begin());
    return;
  }
  const auto later = std::find_if(present, states_.end(), is_it);
  if (later != states_.end()) {
    at_ = static_cast<std::size_t>(later - states_.begin());
    return;
  }
  record(setup, "go to another time");
}

}  // namespace lab
