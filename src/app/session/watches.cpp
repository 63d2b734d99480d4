#include "app/session/watches.h"

#include <algorithm>

namespace app {

void DiagnosisWatch::forget() {
  observer_.clear();
  diagnosis_.reset();
  trials_.reset();
  fresh_ = false;
}

void DiagnosisWatch::set_rate(double rate) {
  observer_.set_horizon(std::clamp(kNow * rate, kLeastSteps, lab::kRecentSteps));
}

void DiagnosisWatch::look(const lab::Tracker& tracker, double wall_seconds,
                          const lab::Clock& clock) {
  if (wall_seconds > 0.0) waited_ = std::min(waited_ + wall_seconds, pause_);
  if (trials_) return try_remedies(wall_seconds, clock);
  if (tracker.settings().iterations > lab::kMaxDiagnosedUpdates) return;
  if (!fresh_ || waited_ < pause_ || observer_.observed() < kMinSteps) return;
  const double start = clock ? clock() : 0.0;
  trials_.emplace(tracker, lab::name_causes(tracker, observer_));
  const double took = clock ? 1e-9 * (clock() - start) : 0.0;
  ++namings_;
  pause_ = std::max(kBetween, took / kMaxShare);
  waited_ = 0.0;
  fresh_ = false;
  if (!diagnosis_) diagnosis_ = trials_->diagnosis();
  try_remedies(wall_seconds, clock);
}

void DiagnosisWatch::try_remedies(double wall_seconds, const lab::Clock& clock) {
  constexpr int kPortion = 4;  // steps between two readings of the clock
  const double most = 1e9 * kTrialShare * wall_seconds;
  const double start = clock ? clock() : 0.0;
  while (!trials_->advance(kPortion)) {
    if (clock && clock() - start > most) return;
  }
  diagnosis_ = trials_->diagnosis();
  trials_.reset();
}

bool StatusWatch::Begin::is_of(const lab::Tracker& tracker) const {
  return step == tracker.step_count() && theta == tracker.pose().theta &&
         std::ranges::equal(targets, tracker.targets());
}

void StatusWatch::Begin::take(const lab::Tracker& tracker) {
  step = tracker.step_count();
  theta = tracker.pose().theta;
  targets.assign(tracker.targets().begin(), tracker.targets().end());
}

/// Starts a trial if none runs and the state is new. Continues it for half of the frame's time.
template <class Trial>
void StatusWatch::continue_trial(const lab::Tracker& tracker, std::optional<Trial>& trial,
                                 Begin& begin, const lab::Clock& clock) {
  if ((!trial || trial->done()) && !begin.is_of(tracker)) {
    if (trial) {
      trial->begin(tracker);
    } else {
      trial.emplace(tracker);
    }
    begin.take(tracker);
  }
  if (trial->done()) return;
  const double start = clock ? clock() : 0.0;
  int made = 0;
  while (!trial->advance(kPortion)) {
    made += kPortion;
    if (clock ? clock() - start > 0.5 * kTrialBudgetNs : made >= kUpdates) break;
  }
}

void StatusWatch::look(const lab::Tracker& tracker, const lab::Clock& clock) {
  const auto k = static_cast<std::size_t>(tracker.multibody().effector_count());
  if (tried_.size() != k) {
    forget();
    tried_.resize(k);
    statuses_.resize(k);
  }
  continue_trial(tracker, reach_, reach_begin_, clock);
  // a copy of an unprepared method would prepare itself, which takes seconds
  if (tracker.prepared() >= 1.0) {
    continue_trial(tracker, trial_, trial_begin_, clock);
    take_in();
  }
  for (std::size_t i = 0; i < k; ++i) statuses_[i] = status_now(tracker, static_cast<int>(i));
}

/// The present status: by position, else by reach, by the last trial, or by the error.
lab::EffectorStatus StatusWatch::status_now(const lab::Tracker& tracker, int effector) const {
  using lab::EffectorStatus;
  if (const auto place = lab::status_by_place(tracker, effector)) return *place;
  const std::optional<EffectorStatus> tried = tried_[static_cast<std::size_t>(effector)];
  const auto obstruction = reach_->obstruction(effector);
  if (obstruction && *obstruction != lab::Obstruction::kNone) {
    const bool has_reason = tried == EffectorStatus::kAtLimit || tried == EffectorStatus::kHeld;
    return has_reason && *obstruction != lab::Obstruction::kLinks ? *tried
                                                                  : EffectorStatus::kOutOfReach;
  }
  if (tried == EffectorStatus::kAtLimit || tried == EffectorStatus::kStalled) return *tried;
  // the error is known for this frame, even before a trial ends
  return lab::error_share(tracker, effector) > lab::kFarShare ? EffectorStatus::kBehind
                                                              : EffectorStatus::kFollowing;
}

/// Takes the trial's results so far; effectors without one keep the last trial's result.
void StatusWatch::take_in() {
  if (!trial_) return;
  for (std::size_t i = 0; i < tried_.size(); ++i) {
    const auto status = trial_->status(static_cast<int>(i));
    if (!status) continue;
    const bool of_place = *status == lab::EffectorStatus::kReached ||
                          *status == lab::EffectorStatus::kOutOfReach ||
                          *status == lab::EffectorStatus::kNotFinite;
    // a status by position holds for its frame only
    tried_[i] = of_place ? std::nullopt : status;
  }
}

void PreparationWatch::take(lab::Tracker& tracker) {
  const bool ended = job_.done();
  try {
    job_.check();
  } catch (...) {
    job_ = {};
    refused_ = tracker.lane();
    throw;
  }
  const std::vector<ik::AnyMethod> news = news_->take();
  if (!news.empty()) tracker.take_preparation(news.back());
  // a changed parameter needs another preparation
  if (ended || (!news.empty() && tracker.prepared() == 0.0)) job_ = {};
}

void PreparationWatch::look(lab::Bench& bench, ik::PreparationStore* store) {
  lab::Tracker* const tracker = bench.unprepared();
  const bool is_same =
      tracker != nullptr && scene_ == tracker->setup().scene && lane_ == tracker->lane().id;
  if (!is_same) job_ = {};
  if (job_) take(*tracker);
  if (tracker == nullptr || job_ || tracker->prepared() >= 1.0) return;
  if (refused_ == tracker->lane()) return;
  scene_ = tracker->setup().scene;
  lane_ = tracker->lane().id;
  news_ = std::make_shared<work::Mailbox<ik::AnyMethod>>();
  const auto prepare = [body = tracker->multibody(), news = news_, store,
                        method = std::make_shared<ik::AnyMethod>(tracker->method())] {
    const double share = method->prepare(body, 1, store);
    news->take();  // only the newest counts: it may stay unread for a long time
    news->put(*method);
    return share;
  };
  job_ = pool_->start(prepare);
}

}  // namespace app
