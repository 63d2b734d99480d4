#include "lab/sweep/landmarks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lab/diagnosis/diagnosis.h"
#include "lab/scene/knob_text.h"

namespace lab {
namespace {

/// Lower bound of jitter in ratios, degrees: smaller values are invisible.
constexpr double kMinJitter = 1e-6;

/// The eligible cell with the smallest finite value; the first of equals.
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

/// All pairs of computed neighbours on the line through a cell along cliff_axis(), by ascending
/// value.
std::vector<std::array<int, 2>> neighbours(const Sweep& sweep, const SweepResults& results,
                                           int through) {
  const std::size_t axis = cliff_axis(sweep);
  const int stride = axis == 0 ? sweep.columns() : 1;
  const int first = through - stride * sweep.index(through, axis);
  std::vector<std::array<int, 2>> pairs;
  for (int i = 1; i < sweep.axes()[axis].count; ++i) {
    const int after = first + i * stride, before = after - stride;
    if (results.at(before) != nullptr && results.at(after) != nullptr)
      pairs.push_back({before, after});
  }
  return pairs;
}

std::optional<Cliff> find_cliff(const Sweep& sweep, const SweepResults& results, int through) {
  std::optional<Cliff> steepest;
  double factor = Landmarks::kCliff;
  for (const auto& [before, after] : neighbours(sweep, results, through)) {
    const double a = std::max(results.at(before)->mean_jitter_deg, kMinJitter);
    const double b = std::max(results.at(after)->mean_jitter_deg, kMinJitter);
    const double ratio = std::max(a, b) / std::min(a, b);
    if (ratio < factor) continue;
    factor = ratio;
    steepest = a > b ? Cliff{after, before} : Cliff{before, after};
  }
  return steepest;
}

}  // namespace

std::size_t cliff_axis(const Sweep& sweep) {
  return sweep.axes().back().is_named(knob::kDamping.name) ? sweep.axes().size() - 1 : 0;
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

std::optional<Cliff> shaking_onset(const Sweep& sweep, const SweepResults& results, int through) {
  std::optional<Cliff> last;
  for (const auto& [before, after] : neighbours(sweep, results, through)) {
    const bool shaky = is_shaking(*results.at(before));
    if (shaky == is_shaking(*results.at(after))) continue;
    last = shaky ? Cliff{after, before} : Cliff{before, after};
  }
  return last;
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
  // the axes describe the varied settings
  for (const SweepAxis& axis : sweep.axes()) axis.set(settings, std::nullopt);
  return describe(*experiment.method, settings);
}

}  // namespace lab
