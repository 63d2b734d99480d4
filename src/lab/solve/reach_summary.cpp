#include "lab/solve/reach_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "lab/run/run.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// A joint by name, or by number if it has none.
std::string joint_in_words(const ik::Joint& joint, int given) {
  return joint.name.empty() ? "joint " + std::to_string(given) : "joint \"" + joint.name + "\"";
}

/// The limit of a joint, the nearer one if it stands there, and what it is worth.
std::string limit_in_words(const ik::Solver& solver, int given, double gain) {
  const ik::Multibody& body = solver.multibody();
  const ik::Joint& joint = body.joint(body.solver_index(given));
  const double at = solver.theta()[given];
  const double limit =
      std::abs(joint.upper - at) < std::abs(at - joint.lower) ? joint.upper : joint.lower;
  constexpr double kAtLimit = 1e-9;  // rad or m
  const bool stands = std::abs(at - limit) <= kAtLimit;
  const std::string which = stands ? "limit of " + joint_in_words(joint, given) + ", " +
                                         brief_number(limit) +
                                         (ik::is_angular(joint.type) ? " rad" : " m") + ","
                                   : "limits of " + joint_in_words(joint, given);
  if (gain >= 1.0) return "without the " + which + " a pose reaches";
  return "without the " + which + " the error is " + brief_number(std::floor(100.0 * gain)) +
         " % smaller";
}

std::string proof_in_words(ik::Proof proof) {
  switch (proof) {
    case ik::Proof::kDistance:
      return "a goal is out of reach: farther from the root than the links are long, or nearer to "
             "it than they can fold";
    case ik::Proof::kPlace:
      return "a goal is out of reach: no joint ever moves its effector in a direction in which the "
             "goal is away";
    case ik::Proof::kTurn:
      return "a goal is out of reach: all joints of its effector turn about one axis, and the "
             "wanted aim needs another one";
    case ik::Proof::kPoses:
      return "a goal is out of reach: the equations of the arm have no solution within the limits";
    case ik::Proof::kNone:
      break;
  }
  return {};
}

std::string starts_in_words(int count) {
  return std::to_string(count) + (count == 1 ? " start" : " starts");
}

/// "0.0123 m and 0.4 rad are left".
std::string left_in_words(const ik::Report& report, const ik::Solver& solver) {
  std::string text = brief_number(report.error) + " m";
  if (solver.multibody().aim_count() > 0) {
    text += " and " + brief_number(report.aim_error) + " rad";
  }
  return text + " are left";
}

double mean_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// Calls `take` for each result of a method.
template <class Take>
void for_results(const ReachStudy& study, const ReachResults& results, std::size_t method,
                 const Take& take) {
  for (int pose = 0; pose < study.plan().pose_count(); ++pose) {
    if (const ReachResult* result = results.at(pose, method)) take(*result);
  }
}

ReachSummary summary_of_method(const ReachStudy& study, const ReachResults& results,
                               std::size_t method) {
  ReachSummary summary;
  summary.method = study.plan().methods[method];
  summary.restarts = study.plan().restarts_of(summary.method);
  std::vector<double> updates, us;
  double attempts = 0.0;
  for_results(study, results, method, [&](const ReachResult& result) {
    ++summary.poses;
    summary.reached += result.reached ? 1 : 0;
    summary.max_updates = std::max(summary.max_updates, result.updates);
    updates.push_back(result.updates);
    attempts += result.attempts;
    if (result.ns) us.push_back(1e-3 * *result.ns);
  });
  if (summary.poses == 0) return summary;
  std::ranges::sort(us);
  summary.mean_updates = mean_of(updates);
  summary.median_updates = median_of(updates);
  summary.mean_attempts = attempts / summary.poses;
  if (us.empty()) return summary;
  summary.mean_us = mean_of(us);
  summary.median_us = median_of(us);
  summary.p99_us = percentile(us, 0.99);
  return summary;
}

/// The distribution function of numbers, in percent of `all`, as a stepped line.
Series distribution(std::vector<double> numbers, int all) {
  Series line{.stepped = true};
  std::ranges::sort(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double share = 100.0 * static_cast<double>(i + 1) / all;
    if (i > 0 && numbers[i] == numbers[i - 1]) {
      line.y.back() = share;
    } else {
      line.x.push_back(numbers[i]);
      line.y.push_back(share);
    }
  }
  return line;
}

/// \param x     has a label and a unit
/// \param value the number of a result on the x axis; empty: no point
template <class Value>
Plot profile(const ReachStudy& study, const ReachResults& results, const Axis& x,
             const Value& value) {
  const ReachPlan& plan = study.plan();
  Plot plot;
  plot.title = "Poses reached within a " + x.label;
  plot.x = x;
  plot.x.logarithmic = true;
  plot.y = {.label = "reached", .unit = "%"};
  plot.subtitle = (plan.scene.name.empty() ? plan.scene.id : plan.scene.name) + " · " +
                  std::to_string(plan.pose_count()) + " poses, start " + name(plan.start);
  Range range;
  for (std::size_t method = 0; method < plan.methods.size(); ++method) {
    int all = 0;
    std::vector<double> numbers;
    for_results(study, results, method, [&](const ReachResult& result) {
      ++all;
      const std::optional<double> number = value(result);
      if (number) range.add(*number);
      if (number && result.reached) numbers.push_back(*number);
    });
    Series& line = plot.series.emplace_back(distribution(std::move(numbers), all));
    line.label = plan.methods[method].label();
    line.color = plan.methods[method].color();
  }
  if (range.empty()) return plot;
  for (Series& line : plot.series) {  // from 0 at the left end to the right end
    line.x.insert(line.x.begin(), range.least);
    line.y.insert(line.y.begin(), 0.0);
    line.x.push_back(range.most);
    line.y.push_back(line.y.back());
  }
  fit(plot);
  plot.y.min = 0.0;
  plot.y.max = 100.0;
  return plot;
}

}  // namespace

std::string why_not_reached(const ik::Report& report) {
  if (report.outcome == ik::Outcome::kReached) return {};
  if (report.outcome == ik::Outcome::kNotFinite) return "a goal is not finite";
  if (report.outcome == ik::Outcome::kInvalidAim) return "a wanted orientation is no rotation";
  switch (report.verdict) {
    case ik::Verdict::kProven:
      return proof_in_words(report.proof);
    case ik::Verdict::kSearched:
      if (report.starts == 1) return "the one start does not reach";
      return "none of " + starts_in_words(report.starts) + " reaches";
    case ik::Verdict::kReached:
    case ik::Verdict::kUnfinished:
      break;
  }
  return std::string(report.given_up ? "it was stopped" : "the updates ended") + " after " +
         std::to_string(report.attempts) + " of " + starts_in_words(report.starts);
}

std::string why_not_reached(const ik::Report& report, const ik::Solver& solver) {
  std::string text = why_not_reached(report);
  const bool ended = !text.empty() && report.verdict != ik::Verdict::kUnfinished;
  if (ended && report.joint >= 0) {
    text += "; " + limit_in_words(solver, report.joint, report.gain);
  }
  return text;
}

std::string not_reached_in_words(const ik::Report& report, const ik::Solver& solver) {
  const std::string why = why_not_reached(report, solver);
  return why.empty() ? why : "not reached: " + why + "; " + left_in_words(report, solver);
}

double percentile(const std::vector<double>& sorted, double share) {
  const auto count = static_cast<double>(sorted.size());
  const auto rank = static_cast<std::size_t>(std::max(1.0, std::ceil(share * count - 1e-9)));
  return sorted[std::min(rank, sorted.size()) - 1];
}

std::vector<ReachSummary> summaries(const ReachStudy& study, const ReachResults& results) {
  std::vector<ReachSummary> all;
  for (std::size_t i = 0; i < study.plan().methods.size(); ++i) {
    all.push_back(summary_of_method(study, results, i));
  }
  return all;
}

std::vector<Plot> reach_profiles(const ReachStudy& study, const ReachResults& results) {
  std::vector<Plot> plots;
  plots.push_back(profile(study, results, {.label = "time", .unit = "µs"},
                          [](const ReachResult& result) -> std::optional<double> {
                            if (!result.ns) return std::nullopt;
                            constexpr double kMinTime = 1e-3;  // µs; a logarithmic axis has no 0
                            return std::max(kMinTime, 1e-3 * *result.ns);
                          }));
  if (plots.back().series.front().x.empty()) plots.pop_back();
  // a pose that its start reaches has 0 updates, which a logarithmic axis lacks, too
  plots.push_back(profile(study, results, {.label = "number of updates", .unit = ""},
                          [](const ReachResult& result) {
                            return std::optional<double>(std::max(1, result.updates));
                          }));
  return plots;
}

std::string singularity_in_words(const ik::Solutions& solutions, const ik::Multibody& body) {
  if (solutions.singularity == ik::Singularity::kNone) return {};
  std::string text = std::string("singular: ") + ik::name(solutions.singularity);
  if (solutions.singularity != ik::Singularity::kMeeting) text += ", where two poses meet";
  for (const int given : solutions.singular_joints) {
    text += ", " + body.joint(body.solver_index(given)).name;
  }
  text += solutions.singular_joints.size() == 1 ? " moves" : " move";
  return text + " without moving the effector";
}

}  // namespace lab
