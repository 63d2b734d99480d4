#pragma once

#include <string>
#include <vector>

#include "lab/setup.h"

namespace lab {

/// The setups that a user went through, to go back and forth between.
class Undo {
 public:
  explicit Undo(Setup setup) { states_.push_back({std::move(setup), "", 0}); }

  /// The user changed something. What was undone before cannot be redone any more.
  /// \param what    in a few words, for the menu: "λ"
  /// \param gesture changes of the same one, such as all of one drag, are undone together; 0 is
  /// none
  void record(const Setup& setup, const std::string& what, long gesture = 0);

  /// The run came to another setup without a change by the user: the timeline went to where that
  /// one was in force. Undo and redo go on from there.
  void follow(const Setup& setup);

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < states_.size(); }
  /// What would be undone or redone. \pre it can be
  const std::string& undo_name() const { return states_[at_].what; }
  const std::string& redo_name() const { return states_[at_ + 1].what; }

  /// The setup to go back or on to. \pre it can be
  const Setup& undo() { return states_[--at_].setup; }
  const Setup& redo() { return states_[++at_].setup; }

 private:
  struct State {
    Setup setup;
    std::string what;  // led here
    long gesture;
  };
  std::vector<State> states_;
  std::size_t at_ = 0;
};

}  // namespace lab
