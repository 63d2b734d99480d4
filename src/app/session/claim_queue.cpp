#include "app/session/claim_queue.h"

#include <algorithm>

namespace app {

void ClaimQueue::start(const lab::Claim& claim) {
  if (!waiting_.empty() && job_) waiting_.push_front(&measurement_->claim());
  job_ = {};
  std::erase(waiting_, &claim);
  waiting_.push_front(&claim);
  begin_next();
}

void ClaimQueue::start_all() {
  stop();
  for (const lab::Claim& claim : lab::claims()) {
    const auto known = std::ranges::find(findings_, &claim, &lab::Finding::claim);
    if (known == findings_.end()) waiting_.push_back(&claim);
  }
  begin_next();
}

void ClaimQueue::stop() {
  job_ = {};
  waiting_.clear();
}

void ClaimQueue::begin_next() {
  if (waiting_.empty()) return;
  const lab::Claim& claim = *waiting_.front();
  waiting_.pop_front();
  measurement_ = std::make_shared<lab::Measurement>(claim, scenes_, clock_);
  job_ =
      pool_->start([measurement = measurement_] { return measurement->advance(work::kPortion); });
}

void ClaimQueue::collect() {
  if (!job_ || !job_.done()) return;
  work::Job measured = std::move(job_);
  const std::deque<const lab::Claim*> waiting = std::exchange(waiting_, {});
  measured.check();
  lab::Finding finding = measurement_->finding();
  const auto known = std::ranges::find(findings_, finding.claim, &lab::Finding::claim);
  if (known == findings_.end()) {
    findings_.push_back(std::move(finding));
  } else {
    *known = std::move(finding);
  }
  waiting_ = waiting;
  begin_next();
}

ui::ClaimsShown ClaimQueue::shown() const {
  ui::ClaimsShown shown{.findings = findings_};
  if (job_) {
    shown.measuring = &measurement_->claim();
    shown.progress = job_.progress();
    shown.waiting = waiting_.size();
  }
  return shown;
}

}  // namespace app
