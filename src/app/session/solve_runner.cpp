#include "app/session/solve_runner.h"

#include <algorithm>
#include <numbers>

#include "work/platform.h"

namespace app {
namespace {

constexpr double kPosesShown = 20.0;                   // a second
constexpr double kLeastShown = 0.6, kMostShown = 4.0;  // s, all attempts
constexpr std::size_t kMaxGhosts = 12;                 // ends of earlier attempts

}  // namespace

std::function<bool()> give_up(const std::atomic<bool>& dropped) {
  const bool alone = !work::threads_available();
  const double end = work::nanoseconds() + 1e9 * kMaxSearch;
  return [&dropped, alone, end] { return dropped.load() || (alone && work::nanoseconds() > end); };
}

void SolveRunner::drop() {
  if (dropped_) dropped_->store(true);
  job_ = {};
  news_.reset();
  search_.reset();
  solved_.reset();
  ghosts_.clear();
  wanted_ = showing_ = false;
  attempt_ = 0;
  update_ = 0.0;
}

void SolveRunner::begin(lab::StandingLane lane) {
  drop();
  lane.theta = lab::unsolved_start(lane);
  news_ = std::make_shared<work::Mailbox<lab::RecordedSearch>>();
  dropped_ = std::make_shared<std::atomic<bool>>(false);
  job_ = pool_->start([lane = std::move(lane), news = news_, dropped = dropped_] {
    news->put(lab::record_search(lane, give_up(*dropped)));
    return 1.0;
  });
}

void SolveRunner::advance(const lab::StandingLane& lane, double wall_seconds) {
  if (wanted_) begin(lane);
  if (job_.take_end()) {
    for (lab::RecordedSearch& search : news_->take()) {
      plot_ = lab::search_plot(lane, search);
      search_ = std::move(search);
      showing_ = true;
      shown_for_ = 0.0;
    }
  }
  if (!showing_) return;
  if (wall_seconds > 0.0) shown_for_ += wall_seconds;
  show_attempts(*lane.multibody);
  if (showing_) return;
  ghosts_.clear();
  solved_ = search_->theta;
}

/// Makes the ghosts at the present time; ends showing_ after the last attempt.
void SolveRunner::show_attempts(const ik::Multibody& multibody) {
  std::size_t poses = 0;
  for (const lab::SearchAttempt& attempt : search_->attempts) poses += attempt.path.size();
  const auto all = static_cast<double>(poses);
  const double seconds = std::clamp(all / kPosesShown, kLeastShown, kMostShown);
  double at = all * shown_for_ / seconds;
  showing_ = at < all;
  if (!showing_) return;
  update_ = at;
  attempt_ = 0;
  const auto size_of = [this](std::size_t attempt) {
    return static_cast<double>(search_->attempts[attempt].path.size());
  };
  for (; at >= size_of(attempt_); ++attempt_) at -= size_of(attempt_);
  update_ += static_cast<double>(attempt_);  // the plot has a gap between two attempts
  ghosts_.clear();
  const auto add = [&](const ik::VectorX& theta) {
    ghosts_.push_back(ik::pose_at(multibody, theta));
  };
  for (std::size_t i = attempt_ - std::min(attempt_, kMaxGhosts); i < attempt_; ++i) {
    add(search_->attempts[i].path.back());
  }
  const std::vector<ik::VectorX>& path = search_->attempts[attempt_].path;
  const auto before = static_cast<std::size_t>(at);
  const ik::VectorX& from = path[before];
  const ik::VectorX way = path[std::min(before + 1, path.size() - 1)] - from;
  // a whole turn at the end looks like none
  const bool turns = way.lpNorm<Eigen::Infinity>() > std::numbers::pi;
  add(turns ? from : ik::VectorX(from + (at - static_cast<double>(before)) * way));
}

std::optional<ui::SolveShown> SolveRunner::shown() const {
  if (!wanted_ && !job_ && !search_) return std::nullopt;
  return ui::SolveShown{.running = busy(),
                        .search = search(),
                        .attempt = attempt_,
                        .update = update_,
                        .ghosts = ghosts_};
}

}  // namespace app
