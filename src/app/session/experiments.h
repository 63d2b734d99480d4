#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "lab/claims/claims.h"
#include "ui/panels/experiments_panel.h"

namespace app {

/// Measures a claim on a thread of its own, which starts at once.
class Measurement {
 public:
  /// Both functions are called on that thread.
  /// \throws std::system_error where no thread can be had
  Measurement(const lab::Claim& claim, lab::SceneSource scenes, lab::Clock clock);
  Measurement(const Measurement&) = delete;
  Measurement& operator=(const Measurement&) = delete;
  /// Gives it up, and waits for the step that is being made.
  ~Measurement() { given_up_ = true; }

  const lab::Claim& claim() const { return claim_; }
  double progress() const { return progress_; }
  bool ready() const;
  /// \pre ready. \throws what the measurement threw, such as a scene that cannot be had
  lab::Finding take() { return finding_.get(); }

 private:
  const lab::Claim& claim_;
  std::atomic<bool> given_up_ = false;
  std::atomic<double> progress_ = 0.0;
  std::future<lab::Finding> finding_;  // the last member: goes first, and waits for the thread
};

/// The guided experiments of a session: one at a time is measured, in the background.
class Experiments {
 public:
  /// Gives up what is being measured.
  void start(const lab::Claim& claim, lab::SceneSource scenes, lab::Clock clock);
  void stop() { measurement_.reset(); }
  /// Takes in what is ready. \throws what the measurement threw
  void collect();

  const std::vector<lab::Finding>& findings() const { return findings_; }
  ui::ExperimentsShown shown() const;

 private:
  std::unique_ptr<Measurement> measurement_;
  std::vector<lab::Finding> findings_;  // the latest of each claim
};

}  // namespace app
