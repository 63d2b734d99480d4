#include "app/session/experiments.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace app {

Measurement::Measurement(const lab::Claim& claim, lab::SceneSource scenes, lab::Clock clock)
    : claim_(claim),
      finding_(std::async(std::launch::async,
                          [this, scenes = std::move(scenes), clock = std::move(clock)] {
                            return lab::conduct(claim_, scenes, clock, [this](double done) {
                              progress_ = done;
                              return !given_up_;
                            });
                          })) {}

bool Measurement::ready() const {
  return finding_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void Experiments::start(const lab::Claim& claim, lab::SceneSource scenes, lab::Clock clock) {
  stop();
  measurement_ = std::make_unique<Measurement>(claim, std::move(scenes), std::move(clock));
}

void Experiments::collect() {
  if (!measurement_ || !measurement_->ready()) return;
  const std::unique_ptr<Measurement> measured = std::move(measurement_);
  lab::Finding finding = measured->take();
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
  if (measurement_) {
    shown.measuring = &measurement_->claim();
    shown.progress = measurement_->progress();
  }
  return shown;
}

}  // namespace app
