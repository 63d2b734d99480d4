#include "lab/plot/plot.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"

namespace lab {
namespace {

std::vector<Tick> decades(const Axis& axis, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(axis.min) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(axis.max) + 1e-9));
  const int stride = std::max(1, (last - first + most) / std::max(most, 1));
  std::vector<Tick> result;
  for (int power = first; power <= last; power += stride) {
    const double value = std::pow(10.0, power);
    result.push_back({value, short_number(value)});
  }
  return result;
}

/// 1, 2 and 5 times powers of ten, for a range of few decades.
std::vector<Tick> halves_of_decades(const Axis& axis) {
  std::vector<Tick> result;
  for (int power = static_cast<int>(std::floor(std::log10(axis.min)));
       power <= static_cast<int>(std::floor(std::log10(axis.max))); ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = digit * std::pow(10.0, power);
      const double room = 1e-9 * value;
      if (value >= axis.min - room && value <= axis.max + room) {
        result.push_back({value, short_number(value)});
      }
    }
  }
  return result;
}

/// Few decades, or none, would leave an axis without numbers to read it by.
std::vector<Tick> logarithmic_ticks(const Axis& axis, int most) {
  constexpr std::size_t kEnough = 3;
  const auto fits = [most](const std::vector<Tick>& ticks) {
    return static_cast<int>(ticks.size()) <= most + 1;
  };
  std::vector<Tick> result = decades(axis, most);
  if (result.size() >= kEnough || !(axis.max > axis.min)) return result;
  const std::vector<Tick> finer = halves_of_decades(axis);
  if (finer.size() > result.size() && fits(finer)) result = finer;
  if (result.size() >= kEnough) return result;
  Axis even = axis;
  even.logarithmic = false;
  const std::vector<Tick> finest = ticks(even, most);
  return finest.size() > result.size() ? finest : result;
}

std::vector<Tick> named_ticks(const Axis& axis) {
  std::vector<Tick> result;
  for (std::size_t i = 0; i < axis.levels.size(); ++i) {
    const auto value = static_cast<double>(i);
    if (value >= axis.min && value <= axis.max) result.push_back({value, axis.levels[i]});
  }
  return result;
}

void set_time_axis(Plot& plot, const Recording& recording) {
  plot.subtitle = recording.scene() + " · " + describe(recording.method(), recording.settings());
  plot.x = {.label = "time", .unit = "s"};
}

}  // namespace

std::vector<Tick> ticks(const Axis& axis, int most) {
  if (!axis.levels.empty()) return named_ticks(axis);
  if (axis.logarithmic) return logarithmic_ticks(axis, most);
  const double range = axis.max - axis.min;
  if (!(range > 0.0) || !std::isfinite(range) || most < 1) return {};
  double step = std::pow(10.0, std::floor(std::log10(range / most)));
  for (const double factor : {2.0, 2.5, 2.0}) {  // 1, 2, 5, 10
    if (range / step <= most) break;
    step *= factor;
  }
  std::vector<Tick> result;
  const double first = std::ceil(axis.min / step - 1e-9);
  for (int i = 0; i <= most; ++i) {
    const double value = (first + i) * step + 0.0;  // no minus before a zero
    if (value > axis.max + 1e-9 * range) break;
    result.push_back({value, short_number(value)});
  }
  return result;
}

double place(const Axis& axis, double value) {
  if (axis.logarithmic) {
    return std::log(value / axis.min) / std::log(axis.max / axis.min);
  }
  return (value - axis.min) / (axis.max - axis.min);
}

double value_at(const Axis& axis, double place) {
  if (axis.logarithmic) return axis.min * std::pow(axis.max / axis.min, place);
  return axis.min + place * (axis.max - axis.min);
}

void fit(Plot& plot) {
  constexpr double kRoom = 1.05;
  double x_min = kOff, x_max = -kOff, y_min = kOff, y_max = -kOff;
  for (const Series& series : plot.series) {
    if (!series.visible) continue;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const double y = series.y[i];
      if (!std::isfinite(y) || (plot.y.logarithmic && y <= 0.0)) continue;
      x_min = std::min(x_min, series.x[i]);
      x_max = std::max(x_max, series.x[i]);
      y_min = std::min(y_min, y);
      y_max = std::max(y_max, y);
    }
  }
  if (!(x_min <= x_max)) x_min = y_min = 0.0, x_max = y_max = 1.0;

  plot.x.min = x_min;
  plot.x.max = x_max > x_min ? x_max : x_min + 1.0;
  if (plot.y.logarithmic) {
    plot.y.min = y_min > 0.0 ? std::pow(10.0, std::floor(std::log10(y_min))) : 1e-3;
    plot.y.max = std::max(10.0 * plot.y.min, y_max * kRoom);
    return;
  }
  plot.y.min = y_min < 0.0 ? y_min * kRoom : 0.0;
  plot.y.max = y_max > 0.0 ? y_max * kRoom : 1.0;
}

Plot error_plot(const Recording& recording) {
  Plot plot{.title = "Tracking error of each effector"};
  set_time_axis(plot, recording);
  plot.y = {.label = "error", .unit = "m"};
  for (int i = 0; i < recording.effector_count(); ++i) {
    Series series{.label = recording.effectors()[static_cast<std::size_t>(i)],
                  .color = series_color(i)};
    for (std::size_t row = 0; row < recording.rows(); ++row) {
      series.x.push_back(recording.time(row));
      series.y.push_back(recording.error(row, i));
    }
    plot.series.push_back(std::move(series));
  }
  fit(plot);
  return plot;
}

Plot jitter_plot(const Recording& recording) {
  Plot plot{.title = "Jitter"};
  set_time_axis(plot, recording);
  plot.y = {.label = "jitter |Δ²θ|", .unit = "deg"};
  Series series{.label = recording.method().label, .color = method_color(recording.method())};
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    series.x.push_back(recording.time(row));
    series.y.push_back(recording.jitter_deg(row));
  }
  plot.series.push_back(std::move(series));
  fit(plot);
  return plot;
}

Plot comparison_plot(const std::vector<Recording>& recordings) {
  Plot plot{.title = "Tracking error by method, mean over the effectors"};
  if (!recordings.empty()) plot.subtitle = recordings.front().scene();
  plot.x = {.label = "time", .unit = "s"};
  plot.y = {.label = "mean error", .unit = "m"};
  for (const Recording& recording : recordings) {
    Series series{.label = recording.method().label, .color = method_color(recording.method())};
    for (std::size_t row = 0; row < recording.rows(); ++row) {
      double sum = 0.0;
      for (int i = 0; i < recording.effector_count(); ++i) sum += recording.error(row, i);
      series.x.push_back(recording.time(row));
      series.y.push_back(sum / recording.effector_count());
    }
    plot.series.push_back(std::move(series));
  }
  fit(plot);
  return plot;
}

}  // namespace lab
