#include "lab/diagnosis/diagnosis.h"

#include <algorithm>

#include "lab/track/reach.h"

namespace lab {

RemedyTrials::RemedyTrials(const Tracker& tracker, Diagnosis diagnosis)
    : start_(tracker), copy_(tracker), diagnosis_(std::move(diagnosis)), metrics_(0) {
  for (std::size_t cause = 0; cause < diagnosis_.causes.size(); ++cause) {
    for (Remedy& remedy : diagnosis_.causes[cause].remedies) {
      const bool known = std::ranges::any_of(candidates_, [&remedy](const Candidate& other) {
        return other.remedy.changes == remedy.changes;
      });
      if (!known) candidates_.push_back({cause, std::move(remedy)});
    }
    diagnosis_.causes[cause].remedies.clear();
  }
  if (candidates_.empty()) next_ = 1;
  diagnosis_.trying = !done();
}

bool RemedyTrials::advance(int steps) {
  for (; !done() && steps > 0; --steps) {
    copy_.step();
    if (++steps_ > kSettle) metrics_.add(copy_);
    if (steps_ < kSettle + kMeasured) continue;
    const Summary summary = metrics_.summary();
    const Behaviour measured{summary.mean_jitter_deg, summary.mean_error};
    if (next_ == 0) {
      without_ = measured;
    } else {
      Candidate& candidate = candidates_[next_ - 1];
      candidate.remedy.with = measured;
      candidate.shakes = is_shaking(summary);
    }
    ++next_;
    done() ? finish() : begin();
  }
  return done();
}

/// Begins the run with candidate next_ - 1.
void RemedyTrials::begin() {
  steps_ = 0;
  metrics_ = Metrics(0);
  copy_ = start_;
  apply(candidates_[next_ - 1].remedy, copy_);
}

void RemedyTrials::finish() {
  double near = 0.0;
  const int k = start_.multibody().effector_count();
  for (int i = 0; i < k; ++i) near += reached_tolerance(start_, i) / k;
  const double most = std::max(kWorse * without_.error, near);
  std::erase_if(candidates_, [this, most](const Candidate& candidate) {
    const Behaviour& with = candidate.remedy.with;
    return !(with.jitter_deg < kCalmer * without_.jitter_deg) || !(with.error <= most);
  });
  if (!std::ranges::all_of(candidates_, &Candidate::shakes)) {
    std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.shakes; });
  }
  std::ranges::stable_sort(
      candidates_, {}, [](const Candidate& candidate) { return candidate.remedy.with.jitter_deg; });
  if (!candidates_.empty()) candidates_.front().cause = 0;
  for (Candidate& candidate : candidates_) {
    candidate.remedy.without = without_;
    diagnosis_.causes[candidate.cause].remedies.push_back(std::move(candidate.remedy));
  }
  candidates_.clear();
  next_ = 1;
  diagnosis_.trying = false;
}

}  // namespace lab
