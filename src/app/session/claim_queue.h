#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "lab/claims/measurement.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// The claims of a session, measured one at a time in the background.
class ClaimQueue {
 public:
  /// \param pool measures, outlives this
  /// \param scenes, clock called on the pool's thread
  ClaimQueue(work::Pool& pool, lab::SceneSource scenes, lab::Clock clock)
      : pool_(&pool), scenes_(std::move(scenes)), clock_(std::move(clock)) {}

  /// Starts a measurement and stops the running one, which then waits if others wait.
  void start(const lab::Claim& claim);
  /// Queues all claims without a finding, and starts.
  void start_all();
  /// Stops the running measurement and clears the queue.
  void stop();
  /// Takes a finished measurement into findings(), and starts the next one of the queue.
  /// \throws its exception, such as a missing scene; the queue is empty then
  void collect();

  const std::vector<lab::Finding>& findings() const { return findings_; }
  ui::ClaimsShown shown() const;

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
