#include "lab/plot/plot.h"

#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"

namespace lab {
namespace {

/// The text of a tick: with an exponent from 1e5 on, unless digits would be lost.
std::string tick_text(double value) {
  std::string brief = number_text(value, 5);
  return rounded_to_digits(value, 5) == value ? brief : short_number(value);
}

std::vector<Tick> decades(const Axis& axis, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(axis.min) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(axis.max) + 1e-9));
  const int stride = std::max(1, (last - first + most) / std::max(most, 1));
  std::vector<Tick> result;
  for (int power = first; power <= last; power += stride) {
    const double value = std::pow(10.0, power);
    result.push_back({value, tick_text(value)});
  }
  return result;
}

/// 1, 2 and 5 times powers of ten, for a range of few decades.
std::vector<Tick> one_two_five_ticks(const Axis& axis) {
  std::vector<Tick> result;
  for (int power = static_cast<int>(std::floor(std::log10(axis.min)));
       power <= static_cast<int>(std::floor(std::log10(axis.max))); ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = digit * std::pow(10.0, power);
      const double room = 1e-9 * value;
      if (value >= axis.min - room && value <= axis.max + room) {
        result.push_back({value, tick_text(value)});
      }
    }
  }
  return result;
}

/// Adds finer ticks if powers of ten alone are too few to read the axis.
std::vector<Tick> logarithmic_ticks(const Axis& axis, int most) {
  constexpr std::size_t kEnough = 3;
  std::vector<Tick> result = decades(axis, most);
  if (result.size() >= kEnough || !(axis.max > axis.min)) return result;
  const std::vector<Tick> finer = one_two_five_ticks(axis);
  const bool fits = static_cast<int>(finer.size()) <= most + 1;
  if (fits && finer.size() > result.size()) result = finer;
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

/// Calls `take` for each visible point in the range of the x axis.
template <class Take>
void for_visible_points(const Plot& plot, const Take& take) {
  for (const Series& series : plot.series) {
    if (!series.visible) continue;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const double x = series.x[i], y = series.y[i];
      if (x < plot.x.min || x > plot.x.max || !has_place(plot.y, y)) continue;
      take(x, y);
    }
  }
}

bool has_visible_transient(const Plot& plot) {
  return std::ranges::any_of(plot.transients, [&plot](const Span& span) {
    return span.from < plot.x.max && span.to >= plot.x.min;
  });
}

/// Whether the part of a range of x outside the transients is at least as long as the longest one.
bool shows_rest(const std::vector<Span>& transients, const Range& x) {
  double rest = x.most - x.least, longest = 0.0, end = x.least;
  for (const Span& span : transients) {
    const double from = std::max(span.from, x.least), to = std::min(span.to, x.most);
    longest = std::max(longest, span.to - span.from);
    if (to > std::max(from, end)) rest -= to - std::max(from, end);
    end = std::max(end, to);
  }
  return rest >= longest;
}

/// The upper end of the visible values, without the peaks of transients that fit_y() leaves out.
double top_of(Plot& plot, const Range& all) {
  constexpr double kFarAbove = 2.0, kAboveRounding = 1e6;
  Range x, rest;
  std::vector<Peak> peaks(plot.transients.size(), {0.0, -kOff});
  for_visible_points(plot, [&](double at, double value) {
    x.add(at);
    // the last transient that begins before `at`; overlapping ones count as one
    const auto next = std::ranges::lower_bound(plot.transients, at, {}, &Span::from);
    const auto i = next - plot.transients.begin() - 1;
    if (i < 0 || at > plot.transients[static_cast<std::size_t>(i)].to) return rest.add(value);
    Peak& peak = peaks[static_cast<std::size_t>(i)];
    if (value > peak.y) peak = {at, value};
  });
  if (rest.empty() || !shows_rest(plot.transients, x)) return all.most;
  double top = rest.most;
  const auto far = [&rest](const Peak& peak) {
    return peak.y > kFarAbove * rest.most && peak.y <= kAboveRounding * rest.most;
  };
  for (const Peak& peak : peaks) {
    if (far(peak)) {
      plot.peaks.push_back(peak);
    } else {
      top = std::max(top, peak.y);
    }
  }
  // a peak that stays visible makes room for lower ones
  std::erase_if(plot.peaks, [top](const Peak& peak) { return peak.y <= top; });
  return top;
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
    const double value = (first + i) * step + 0.0;  // avoids minus zero
    if (value > axis.max + 1e-9 * range) break;
    result.push_back({value, tick_text(value)});
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

Range range_of(std::span<const double> values) {
  Range range;
  for (const double value : values) {
    if (std::isfinite(value)) range.add(value);
  }
  return range;
}

double finest_range(const Axis& axis) {
  constexpr double kFinest = 1e-9;
  if (axis.unit == "°" || axis.unit == "deg") return kDegrees * kFinest;
  return axis.unit == "m" || axis.unit == "rad" || axis.unit == "m/rad" ? kFinest : 0.0;
}

bool suits_logarithm(const Axis& axis, const Range& values) {
  return values.least > 0.0 && values.most > 10.0 * values.least &&
         values.most > finest_range(axis);
}

const Stretch& stretch_at(std::span<const Stretch> stretches, double x) {
  const auto found =
      std::ranges::find_if(stretches, [x](const Stretch& stretch) { return x <= stretch.to; });
  return found == stretches.end() ? stretches.back() : *found;
}

void fit_y(Plot& plot) {
  constexpr double kRoom = 1.05;
  Axis& axis = plot.y;
  plot.peaks.clear();
  if (!axis.levels.empty()) {
    axis.min = -0.25;
    axis.max = static_cast<double>(axis.levels.size()) - 0.75;
    return;
  }
  Range y;
  for_visible_points(plot, [&y](double, double value) { y.add(value); });
  const bool limited = plot.limit && has_place(axis, *plot.limit);
  const double finest = finest_range(axis);
  if (axis.logarithmic) {
    if (limited) y.add(*plot.limit);
    axis.min = y.empty() ? 1e-3 : std::pow(10.0, std::floor(std::log10(y.least)));
    axis.max = y.empty() ? 1.0 : std::max({10.0 * axis.min, kRoom * y.most, finest});
    return;
  }
  if (!y.empty() && has_visible_transient(plot)) y.most = top_of(plot, y);
  if (limited) y.add(*plot.limit);
  axis.min = y.empty() || y.least >= 0.0 ? 0.0 : kRoom * y.least;
  axis.max = y.empty() || y.most <= 0.0 ? 1.0 : std::max(kRoom * y.most, axis.min + finest);
}

void zoom(Axis& axis, double at, double factor) {
  constexpr double kMinRatio = 1e-9, kMaxDecades = 30.0;
  Axis next = axis;
  next.min = value_at(axis, at - at * factor);
  next.max = value_at(axis, at + (1.0 - at) * factor);
  const double size = std::max(std::abs(next.min), std::abs(next.max));
  const bool fine = axis.logarithmic ? next.min > 0.0 && next.max > (1.0 + kMinRatio) * next.min &&
                                           std::log10(next.max / next.min) < kMaxDecades
                                     : next.max - next.min > kMinRatio * size &&
                                           next.max - next.min >= finest_range(axis);
  if (axis.levels.empty() && fine && std::isfinite(size)) axis = next;
}

void pan(Axis& axis, double share) {
  Axis next = axis;
  next.min = value_at(axis, share);
  next.max = value_at(axis, 1.0 + share);
  const bool fine = next.max > next.min && std::isfinite(next.max) && std::isfinite(next.min);
  if (axis.levels.empty() && fine) axis = next;
}

void fit(Plot& plot) {
  Range x;
  plot.x.min = -kOff;
  plot.x.max = kOff;
  for_visible_points(plot, [&x](double at, double) { x.add(at); });
  plot.x.min = x.empty() ? 0.0 : x.least;
  plot.x.max = x.most > x.least ? x.most : plot.x.min + 1.0;
  fit_y(plot);
}

}  // namespace lab
