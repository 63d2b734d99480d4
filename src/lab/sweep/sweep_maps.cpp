#include "lab/sweep/sweep_maps.h"

#include <algorithm>
#include <cmath>

#include "lab/sweep/landmarks.h"

namespace lab {
namespace {

constexpr int kTicksAcross = 6, kTicksUp = 7;  // at most

/// The axis of a map, half a step longer than the sweep's at both ends.
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
  const bool is_number = axis.kind == SettingKind::kNumber || axis.kind == SettingKind::kCount;
  if (is_number) {
    // no number before the first value, where the edge of its cell may be below what is allowed
    std::vector<Tick> result;
    for (Tick& tick : ticks(axis_of(axis), most)) {
      const double room = 1e-9 * (axis.high - axis.low);
      if (tick.value >= axis.low - room && tick.value <= axis.high + room) {
        result.push_back(std::move(tick));
      }
    }
    return result;
  }
  std::vector<Tick> words;
  for (int i = 0; i < axis.count; ++i) {
    const double value = value_of(axis, i);
    words.push_back({value, text_of(axis, value)});
  }
  return words;
}

/// The edges between the cells that are inside and those that are not.
template <class Inside>
std::vector<HeatMap::Edge> outline_of(int columns, int rows, Inside inside) {
  const auto is_in = [&](int column, int row) {
    return column >= 0 && column < columns && row >= 0 && row < rows && inside(column, row);
  };
  std::vector<HeatMap::Edge> edges;
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      const bool here = is_in(column, row);
      if (here != is_in(column - 1, row)) edges.push_back({column, row, column, row + 1});
      if (here != is_in(column, row - 1)) edges.push_back({column, row, column + 1, row});
    }
  }
  return edges;
}

void point_out(HeatMap& map, const Sweep& sweep, const SweepResults& results) {
  const Landmarks landmarks = find(sweep, results);
  if (!landmarks.least_error) return;
  const auto add = [&](int cell, HeatMap::MarkShape shape, const std::string& words) {
    map.marks.push_back(
        {sweep.index(cell, 0), sweep.index(cell, 1), shape, words + describe(sweep, cell)});
  };
  add(*landmarks.least_error, HeatMap::MarkShape::kRing, "least mean error: ");
  add(*landmarks.calmest, HeatMap::MarkShape::kDiamond, "least jitter within the line: ");

  // around single cells of a coarser grid it would be a scatter of boxes
  if (results.done() != results.cell_count()) return;
  const double most = (1.0 + Landmarks::kSlack) * results.at(*landmarks.least_error)->mean_error;
  map.outline = outline_of(map.columns, map.rows, [&](int column, int row) {
    const Summary* summary = results.at(column * sweep.columns() + row);
    return summary != nullptr && summary->mean_error <= most;
  });
  map.outline_text = "mean error within 5 % of the least";
}

}  // namespace

HeatMap heat_map(const Sweep& sweep, const SweepResults& results, const MeasureInfo& measure,
                 Holes holes) {
  HeatMap map;
  map.title = measure.label;
  map.subtitle = sweep.experiment().scene.name + " · " + describe(sweep);
  map.x = axis_of(sweep.axes()[0]);
  map.y = axis_of(sweep.axes()[1]);
  map.x_ticks = ticks_of(sweep.axes()[0], kTicksAcross);
  map.y_ticks = ticks_of(sweep.axes()[1], kTicksUp);
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
  point_out(map, sweep, results);
  return map;
}

std::vector<HeatMap> sweep_maps(const Sweep& sweep, const SweepResults& results, Holes holes) {
  std::vector<HeatMap> maps = {heat_map(sweep, results, find_measure("mean_error"), holes),
                               heat_map(sweep, results, find_measure("mean_jitter_deg"), holes)};
  maps[0].title = "Mean tracking error";
  maps[1].title = "Jitter";
  return maps;
}

}  // namespace lab
