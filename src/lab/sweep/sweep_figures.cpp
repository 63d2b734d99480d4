#include "lab/sweep/sweep_figures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

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

/// All pairs of computed neighbours on the line through a cell along cliff_axis(), ascending.
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

constexpr int kMaxTicksAcross = 6, kMaxTicksUp = 7;  // at most
// neither a method nor an effector
constexpr Color kBestLine{0.35F, 0.37F, 0.40F}, kCliffLine{0.78F, 0.10F, 0.12F};

std::string sweep_subtitle(const Sweep& sweep) {
  return sweep.experiment().scene.name + " · " + describe(sweep);
}

Plot plot_of(const Sweep& sweep, const SweepResults& results, const MeasureInfo& measure) {
  const SweepAxis& axis = sweep.axes().front();
  Plot plot;
  plot.subtitle = sweep_subtitle(sweep);
  plot.x = {.label = axis.label, .unit = axis.unit, .logarithmic = axis.logarithmic};
  plot.y = {.label = measure.label, .unit = measure.unit};
  plot.limit = measure.limit;
  Series& line = plot.series.emplace_back(
      Series{.label = measure.label, .color = method_color(*sweep.experiment().method)});
  for (int cell = 0; cell < results.cell_count(); ++cell) {
    const Summary* summary = results.at(cell);
    line.x.push_back(sweep.value(cell, 0));
    line.y.push_back(summary != nullptr ? measure.get(*summary) : std::nan(""));
  }
  plot.y.logarithmic = suits_logarithm(plot.y, range_of(line.y));
  fit(plot);
  // with room for cells that are not computed yet
  plot.x.min = axis.low;
  plot.x.max = axis.high;
  const Landmarks landmarks = find(sweep, results);
  const auto add_upright = [&plot](const std::string& label, Color color, double x) {
    plot.series.push_back({.label = label,
                           .color = color,
                           .dashed = true,
                           .x = {x, x},
                           .y = {plot.y.min, plot.y.max}});
  };
  if (landmarks.least_error) {
    add_upright("least error: " + describe(sweep, *landmarks.least_error), kBestLine,
                sweep.value(*landmarks.least_error, 0));
  }
  if (landmarks.cliff) {
    const double calm = sweep.value(landmarks.cliff->calm, 0);
    const double shaky = sweep.value(landmarks.cliff->shaky, 0);
    const double between = axis.logarithmic ? std::sqrt(calm * shaky) : 0.5 * (calm + shaky);
    add_upright("shaking sets in between " + option_text(axis, calm, 3) + " and " +
                    option_text(axis, shaky, 3),
                kCliffLine, between);
  }
  return plot;
}

/// The axis of a map: the sweep's axis, extended by half a cell at both ends.
Axis axis_of(const SweepAxis& axis) {
  Axis result{.label = axis.label, .unit = axis.unit, .logarithmic = axis.logarithmic};
  const double half = 0.5 / (axis.count - 1);
  if (axis.logarithmic) {
    const double margin = std::pow(axis.high / axis.low, half);
    result.min = axis.low / margin;
    result.max = axis.high * margin;
  } else {
    const double margin = (axis.high - axis.low) * half;
    result.min = axis.low - margin;
    result.max = axis.high + margin;
  }
  return result;
}

std::vector<Tick> ticks_of(const SweepAxis& axis, int most) {
  if (axis.kind == ik::KnobKind::kNumber || axis.kind == ik::KnobKind::kCount) {
    // no ticks outside the sweep's range: the outer half of an edge cell may hold invalid values
    std::vector<Tick> result = ticks(axis_of(axis), most);
    const double room = 1e-9 * (axis.high - axis.low);
    std::erase_if(result, [&](const Tick& tick) {
      return tick.value < axis.low - room || tick.value > axis.high + room;
    });
    return result;
  }
  std::vector<Tick> words;
  for (int i = 0; i < axis.count; ++i) {
    const double value = value_of(axis, i);
    words.push_back({value, shown_text(axis, value)});
  }
  return words;
}

/// Outlines the cells with a mean error of at most `most`.
/// \pre all cells are computed
void add_outline(HeatMap& map, const SweepResults& results, double most) {
  const auto is_in = [&](int column, int row) {
    return column >= 0 && column < map.columns && row >= 0 && row < map.rows &&
           results.at(column * map.rows + row)->mean_error <= most;
  };
  for (int row = 0; row <= map.rows; ++row) {
    for (int column = 0; column <= map.columns; ++column) {
      const bool here = is_in(column, row);
      if (here != is_in(column - 1, row)) map.outline.push_back({column, row, column, row + 1});
      if (here != is_in(column, row - 1)) map.outline.push_back({column, row, column + 1, row});
    }
  }
  map.outline_text = "mean error within 5 % of the least";
}

void add_marks(HeatMap& map, const Sweep& sweep, const SweepResults& results) {
  const Landmarks landmarks = find(sweep, results);
  if (!landmarks.least_error) return;
  const auto add = [&](int cell, HeatMap::MarkShape shape, const std::string& words) {
    map.marks.push_back(
        {sweep.index(cell, 0), sweep.index(cell, 1), shape, words + describe(sweep, cell)});
  };
  add(*landmarks.least_error, HeatMap::MarkShape::kRing, "least mean error: ");
  add(*landmarks.calmest, HeatMap::MarkShape::kDiamond, "least jitter within the line: ");

  // an earlier outline would be scattered boxes around single cells
  if (results.done() != results.cell_count()) return;
  add_outline(map, results,
              (1.0 + Landmarks::kSlack) * results.at(*landmarks.least_error)->mean_error);
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
  Settings settings = settings_in_force(sweep.settings(0), *experiment.method);
  // the axes describe the varied settings
  for (const SweepAxis& axis : sweep.axes()) axis.set(settings, std::nullopt);
  const KnobUse use{*experiment.method, settings, &experiment.scene.multibody};
  return describe(*experiment.method, settings_with_effect(use));
}

std::vector<Plot> sweep_plots(const Sweep& sweep, const SweepResults& results) {
  std::vector<Plot> plots = {plot_of(sweep, results, find_measure("mean_error")),
                             plot_of(sweep, results, find_measure("mean_jitter_deg"))};
  plots[0].title = "Tracking error over " + within_sentence(sweep.axes().front().label);
  plots[1].title = "Jitter";
  return plots;
}

HeatMap heat_map(const Sweep& sweep, const SweepResults& results, const MeasureInfo& measure,
                 Holes holes) {
  HeatMap map;
  map.title = measure.label;
  map.subtitle = sweep_subtitle(sweep);
  map.x = axis_of(sweep.axes()[0]);
  map.y = axis_of(sweep.axes()[1]);
  map.x_ticks = ticks_of(sweep.axes()[0], kMaxTicksAcross);
  map.y_ticks = ticks_of(sweep.axes()[1], kMaxTicksUp);
  map.columns = sweep.rows();
  map.rows = sweep.columns();
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const int cell = column * sweep.columns() + row;
      const std::optional<int> shown =
          holes == Holes::kFilled ? results.stand_in(cell) : std::optional(cell);
      const Summary* summary = shown ? results.at(*shown) : nullptr;
      map.values.push_back(summary != nullptr ? measure.get(*summary) : std::nan(""));
    }
  }
  map.scale.label = measure.label;
  map.scale.unit = measure.unit;
  fit_scale(map);
  add_marks(map, sweep, results);
  return map;
}

std::vector<HeatMap> sweep_maps(const Sweep& sweep, const SweepResults& results, Holes holes) {
  std::vector<HeatMap> maps = {heat_map(sweep, results, find_measure("mean_error"), holes),
                               heat_map(sweep, results, find_measure("mean_jitter_deg"), holes)};
  maps[0].title = "Mean tracking error";
  maps[1].title = "Jitter";
  if (results.done() != results.cell_count()) return maps;
  HeatMap shaking = maps[1];  // 1 if a cell shakes
  shaking.values.clear();
  for (int row = 0; row < shaking.rows; ++row) {
    for (int column = 0; column < shaking.columns; ++column) {
      const bool shakes = is_shaking(*results.at(column * sweep.columns() + row));
      shaking.values.push_back(shakes ? 1.0 : 0.0);
    }
  }
  maps[1].limit = edges_at(shaking, 0.5);
  if (maps[1].limit.empty()) return maps;
  // the figure shows the first map's legend
  maps[0].limit_text = maps[1].limit_text =
      "shaking begins: jitter from " + brief_number(kShakingJitter) + "° on, with " +
      percent(kShakingRoughness) + " of the motion or more turning back";
  return maps;
}

}  // namespace lab
