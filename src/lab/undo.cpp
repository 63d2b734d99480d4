#include "lab/undo.h"

#include <algorithm>
#include <iterator>

namespace lab {
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
