#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "lab/claims/claims.h"
#include "ui/panels/experiments_panel.h"
#include "work/pool.h"

namespace app {

/// The guided experiments of a session, measured one at a time in the background.
class Experiments {
 public:
  /// \param pool measures, outlives this
  /// \param scenes, clock are called on the pool's thread
  Experiments(work::Pool& pool, lab::SceneSource scenes, lab::Clock clock)
      : pool_(&pool), scenes_(std::move(scenes)), clock_(std::move(clock)) {}

  /// Begins a measurement and stops the present one; if others wait, that one waits with them.
  void start(const lab::Claim& claim);
  /// Measures all claims that have no finding yet, one after the other.
  void start_all();
  /// Stops the present measurement and those that wait for it.
  void stop();
  /// Takes a finished measurement into findings(), and begins the next one that waits.
  /// \throws what it threw, such as a missing scene; none waits then
  void collect();

  const std::vector<lab::Finding>& findings() const { return findings_; }
  ui::ExperimentsShown shown() const;

 private:
  void begin_next();

  work::Pool* pool_;
  lab::SceneSource scenes_;
  lab::Clock clock_;
  std::shared_ptr<lab::Measurement> measurement_;
  work::Job job_;
  std::deque<const lab::Claim*> waiting_;
  std::vector<lab::Finding> findings_;  // the latest for each claim
};

}  // namespace app
