#pragma once

#include <memory>
#include <vector>

#include "lab/claims/claims.h"
#include "ui/panels/experiments_panel.h"
#include "work/pool.h"

namespace app {

/// The guided experiments of a session, measured one at a time in the background.
class Experiments {
 public:
  /// \param threads 0 measures within collect()
  explicit Experiments(int threads = 1) : pool_(std::make_unique<work::Pool>(threads)) {}

  /// Begins a measurement and stops the present one.
  /// \param scenes, clock are called on the pool's thread
  void start(const lab::Claim& claim, lab::SceneSource scenes, lab::Clock clock);
  void stop() { job_ = {}; }
  /// Takes a finished measurement into findings(). \throws what it threw, such as a missing scene
  void collect();

  const std::vector<lab::Finding>& findings() const { return findings_; }
  ui::ExperimentsShown shown() const;

 private:
  std::unique_ptr<work::Pool> pool_;
  std::shared_ptr<lab::Measurement> measurement_;
  work::Job job_;
  std::vector<lab::Finding> findings_;  // the latest for each claim
};

}  // namespace app
