#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/claims/claims.h"
#include "lab/run/run.h"

namespace lab {

/// The measurement of a claim, in portions. Without a clock, runs that BatchRuns can take share a
/// batch. The results have the same bits as the results of single runs, times excepted.
class Measurement {
 public:
  /// \param clock for ns_per_update; may be empty
  Measurement(const Claim& claim, SceneSource scenes, Clock clock = {});
  Measurement(Measurement&&) noexcept;
  ~Measurement();

  const Claim& claim() const { return claim_; }
  /// Makes `steps` more steps of the present run, or fewer where it ends before.
  /// \returns the share of the whole plan that is done; 1 at the end
  double advance(long steps);
  /// The results, judged and plotted. \pre advance() has returned 1
  Finding finding();

 private:
  struct Running;

  const Claim& claim_;
  SceneSource scenes_;
  Clock clock_;
  std::vector<ClaimRun> plan_;
  std::vector<std::optional<ClaimResult>> results_;
  std::unique_ptr<Running> running_;  // null between runs
  std::size_t done_ = 0;
};

}  // namespace lab
