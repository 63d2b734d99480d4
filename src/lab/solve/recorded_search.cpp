#include "lab/solve/recorded_search.h"

#include <cmath>
#include <limits>
#include <utility>

#include "ik/solve/reach.h"
#include "lab/scene/number_text.h"
#include "lab/solve/convergence.h"

namespace lab {
namespace {

constexpr Color kSearchColor = hex(0x6b7280);

/// Goals of a lane in the form of the search.
std::vector<double> weights_of(const StandingLane& lane) {
  const auto goals = static_cast<std::size_t>(lane.multibody->goal_count());
  return lane.weights.empty() ? std::vector<double>(goals, 1.0) : lane.weights;
}

}  // namespace

RecordedSearch record_search(const StandingLane& lane, std::function<bool()> give_up) {
  const ik::Multibody limited = lane.weighted_body();
  const ik::Multibody body = lane.keeps_limits() ? limited : limited.without_limits();
  const std::vector<double> weights = weights_of(lane);
  const ik::Pose start = ik::pose_at(body, lane.theta);
  RecordedSearch search;
  ik::Reach reach;
  reach.reserve(body);
  const auto note = [&](std::size_t attempt, const ik::VectorX& theta) {
    if (search.attempts.size() <= attempt) search.attempts.resize(attempt + 1);
    search.attempts[attempt].path.push_back(theta);
    search.attempts[attempt].errors.push_back(error_in(lane, ik::pose_at(body, theta)));
  };
  ik::Stop stop;
  stop.give_up = [&] {
    if (reach.attempt_number() >= 0) {
      note(static_cast<std::size_t>(reach.attempt_number()), reach.theta_before_step());
    }
    return give_up && give_up();
  };
  const ik::Report report = reach.run({body, lane.targets, lane.aims, weights, lane.mobility, stop},
                                      start, lane.theta, 0);
  search.theta = reach.pose().theta;
  search.error = error_in(lane, ik::pose_at(body, search.theta));
  search.reached = report.outcome == ik::Outcome::kReached;
  search.updates = report.updates;
  if (search.reached) {
    note(search.attempts.empty() ? 0 : search.attempts.size() - 1, search.theta);
  }
  return search;
}

Plot search_plot(const StandingLane& lane, const RecordedSearch& search) {
  Plot plot{.title = "Error by update"};
  plot.id = "search";
  plot.x = {.label = "update"};
  plot.y = {.label = "error |e|", .unit = "m", .logarithmic = true};
  const std::size_t count = search.attempts.size();
  Series series{
      .label = "Solve, " + std::to_string(count) + (count == 1 ? " attempt" : " attempts"),
      .color = kSearchColor};
  for (const SearchAttempt& attempt : search.attempts) {
    for (const double error : attempt.errors) {
      series.x.push_back(static_cast<double>(series.x.size()));
      series.y.push_back(error);
    }
    series.x.push_back(static_cast<double>(series.x.size()));
    series.y.push_back(std::numeric_limits<double>::quiet_NaN());
  }
  if (search.reached && count > 0) {
    const std::string order = in_words(fit_order(search.attempts.back().errors, rounding_of(lane)));
    if (!order.empty()) series.label += ": " + order;
  }
  plot.series.push_back(std::move(series));
  fit(plot);
  return plot;
}

std::string in_words(const RecordedSearch& search) {
  const std::string attempts = std::to_string(search.attempts.size());
  if (!search.reached) {
    return "Closest of " + attempts + " attempts: |e| = " + brief_number(search.error) + " m";
  }
  return "Reached in attempt " + attempts + ", " + std::to_string(search.updates) +
         (search.updates == 1 ? " update" : " updates");
}

}  // namespace lab
