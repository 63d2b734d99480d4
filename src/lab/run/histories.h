#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "lab/run/history.h"
#include "lab/run/timeline.h"

namespace lab {

/// The histories of a timeline's lanes. If the body's number of effectors, aims or singular values
/// changes, each lane starts a new history. The lane returns to its earlier history if the timeline
/// goes back.
class Histories {
 public:
  Histories() = default;
  Histories(Histories&&) = default;
  Histories& operator=(Histories&&) = default;

  /// Adds the present row of every lane, see History::add().
  void add(const Timeline& timeline);
  /// The histories of the present lanes and the present body, by lane.
  std::span<const History* const> shown() const { return shown_; }
  /// Sets the singular values of the last row of a lane, see History::set_sigmas().
  void set_sigmas(std::size_t lane, std::span<const double> sigmas);
  /// Removes the rows after a step, of all lanes and bodies.
  void cut(long step);
  /// Removes the histories that begin at a step or later, because the body changes there. add()
  /// must follow.
  void drop(long step);
  void clear();

 private:
  std::map<std::pair<long, int>, History> histories_;  // by body_begin() and the lane's id
  std::vector<History*> shown_;
  const Scene* scene_ = nullptr;  // the last row's, with its step, and where its body began
  long step_ = 0, begin_ = 0;
};

}  // namespace lab
