#pragma once

#include <memory>
#include <vector>

#include "lab/claims/claims.h"
#include "ui/panels/experiments_panel.h"
#include "work/pool.h"

namespace app {

/// The guided experiments of a session: one at a time is measured, in the background.
class Experiments {
 public:
  /// \param threads 0: none, it is measured within collect()
  explicit Experiments(int threads = 1) : pool_(std::make_unique<work::Pool>(threads)) {}

  /// Gives up what is being measured. \param scenes, clock are called on a thread
  void start(const lab::Claim& claim, lab::SceneSource scenes, lab::Clock clock);
  void stop() { job_ = {}; }
  /// Takes in what is ready. \throws what the measurement threw, such as a scene that cannot be had
  void collect();

  const std::vector<lab::Finding>& findings() const { return findings_; }
  ui::ExperimentsShown shown() const;

 private:
  std::unique_ptr<work::Pool> pool_;
  std::shared_ptr<lab::Measurement> measurement_;
  work::Job job_;
  std::vector<lab::Finding> findings_;  // the latest of each claim
};

}  // namespace app
