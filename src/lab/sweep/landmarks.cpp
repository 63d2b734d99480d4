#include "lab/sweep/landmarks.h"

#include <algorithm>
#include <cmath>

#include "lab/diagnosis/diagnosis.h"

namespace lab {
namespace {

/// Jitter that nobody sees, degrees: ratios of smaller values mean nothing.
constexpr double kAtRest = 1e-6;

/// The cell of the smallest finite value among the eligible ones; the first of equals.
template <class Measure, class Eligible>
std::optional<int> least(const SweepResults& results, Measure measure, Eligible eligible) {
  std::optional<int> best;
  for (int cell = 0; cell < results.cell_count(); ++cell) {
    const Summary* summary = results.at(cell);
    if (summary == nullptr || !std::isfinite(measure(*summary)) || !eligible(*summary)) continue;
    if (!best || measure(*summary) < measure(*results.at(*best))) best = cell;
  }
  return best;
}

std::optional<Cliff> find_cliff(const Sweep& sweep, const SweepResults& results, int through) {
  const std::size_t axis = cliff_axis(sweep);
  const int stride = axis == 0 ? sweep.columns() : 1;
  const int first = through - stride * sweep.index(through, axis);
  std::optional<Cliff> steepest;
  double factor = Landmarks::kCliff;
  for (int i = 1; i < sweep.axes()[axis].count; ++i) {
    const int before = first + (i - 1) * stride, after = first + i * stride;
    const Summary *a = results.at(before), *b = results.at(after);
    if (a == nullptr || b == nullptr) continue;
    const double jitter_a = std::max(a->mean_jitter_deg, kAtRest);
    const double jitter_b = std::max(b->mean_jitter_deg, kAtRest);
    const double ratio = std::max(jitter_a, jitter_b) / std::min(jitter_a, jitter_b);
    if (ratio < factor) continue;
    factor = ratio;
    steepest = jitter_a > jitter_b ? Cliff{after, before} : Cliff{before, after};
  }
  return steepest;
}

}  // namespace

std::size_t cliff_axis(const Sweep& sweep) {
  for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis) {
    if (sweep.axes()[axis].name == "lambda") return axis;
  }
  return 0;
}

Landmarks find(const Sweep& sweep, const SweepResults& results) {
  const auto error = [](const Summary& s) { return s.mean_error; };
  const auto jitter = [](const Summary& s) { return s.mean_jitter_deg; };
  const auto any = [](const Summary&) { return true; };
  Landmarks landmarks;
  landmarks.least_error = least(results, error, any);
  landmarks.least_jitter = least(results, jitter, any);
  if (!landmarks.least_error) return landmarks;
  const double most = (1.0 + Landmarks::kSlack) * results.at(*landmarks.least_error)->mean_error;
  landmarks.calmest = least(results, jitter, [&](const Summary& s) { return error(s) <= most; });
  landmarks.cliff = find_cliff(sweep, results, *landmarks.least_error);
  return landmarks;
}

bool is_shaking(const Summary& summary) {
  return is_shaking(summary.mean_jitter_deg, summary.reversal_rate);
}

std::optional<Cliff> begin_of_shaking(const Sweep& sweep, const SweepResults& results,
                                      int through) {
  const std::size_t axis = cliff_axis(sweep);
  const int stride = axis == 0 ? sweep.columns() : 1;
  const int first = through - stride * sweep.index(through, axis);
  for (int i = sweep.axes()[axis].count - 1; i > 0; --i) {
    const int before = first + (i - 1) * stride, after = first + i * stride;
    const Summary *a = results.at(before), *b = results.at(after);
    if (a == nullptr || b == nullptr) continue;
    const bool shaky_a = is_shaking(*a);
    const bool shaky_b = is_shaking(*b);
    if (shaky_a != shaky_b) return shaky_a ? Cliff{after, before} : Cliff{before, after};
  }
  return std::nullopt;
}

std::string describe(const Sweep& sweep, int cell) {
  std::string text;
  for (std::size_t i = 0; i < sweep.axes().size(); ++i) {
    const SweepAxis& axis = sweep.axes()[i];
    text += (i > 0 ? ", " : "") + within_sentence(axis.label) + " " +
            shown_text(axis, sweep.value(cell, i));
  }
  return text;
}

std::string describe(const Sweep& sweep) {
  const Experiment& experiment = sweep.experiment();
  const Tracker tracker = sweep.tracker(0);
  Settings settings = settings_in_force(tracker.settings(), *experiment.method, tracker.method());
  // what is varied is told by the axes
  for (const SweepAxis& axis : sweep.axes()) {
    reset(axis, settings);
  }
  return describe(*experiment.method, settings);
}

}  // namespace lab
