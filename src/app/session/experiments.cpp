#include "app/session/experiments.h"

#include <algorithm>
#include <utility>

namespace app {

void Experiments::start(const lab::Claim& claim, lab::SceneSource scenes, lab::Clock clock) {
  stop();
  measurement_ = std::make_shared<lab::Measurement>(claim, std::move(scenes), std::move(clock));
  job_ = pool_->start(1, [measurement = measurement_](int, int) {
    return [measurement] { return measurement->advance(work::kPortion); };
  });
}

void Experiments::collect() {
  pool_->work_for(work::kSlice);
  if (!job_ || !job_.done()) return;
  work::Job measured = std::move(job_);
  measured.check();
  lab::Finding finding = measurement_->finding();
  const auto known =
      std::find_if(findings_.begin(), findings_.end(),
                   [&finding](const lab::Finding& other) { return other.claim == finding.claim; });
  if (known == findings_.end()) {
    findings_.push_back(std::move(finding));
  } else {
    *known = std::move(finding);
  }
}

ui::ExperimentsShown Experiments::shown() const {
  ui::ExperimentsShown shown{.findings = findings_};
  if (job_) {
    shown.measuring = &measurement_->claim();
    shown.progress = job_.progress();
  }
  return shown;
}

}  // namespace app
