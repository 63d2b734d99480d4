#include "lab/sweep/landmarks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lab/run/shaking.h"
#include "lab/scene/knob_effects.h"
#include "lab/scene/knob_text.h"

namespace lab {
namespace {

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
  landmarks.cliff = shaking_onset(sweep, results, *landmarks.least_error);
  return landmarks;
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
  const KnobUse use{*experiment.method, settings, &experiment.scene.multibody};
  return describe(*experiment.method, settings_with_effect(use));
}

}  // namespace lab
