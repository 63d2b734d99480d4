#include "lab/undo.h"

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

}  // namespace lab
