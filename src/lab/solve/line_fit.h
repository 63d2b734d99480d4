#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace lab {

/// A line through points by least squares.
struct LineFit {
  double slope = 0.0, offset = 0.0;
  double slope_error = 0.0;  ///< standard error; 0 for two points
  double scatter = 0.0;      ///< root mean square of the distances in y
};

/// \pre at least two points with different x
inline LineFit fit_line(std::span<const double> x, std::span<const double> y) {
  const auto count = static_cast<double>(x.size());
  double mean_x = 0.0, mean_y = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i] / count, mean_y += y[i] / count;
  double xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  LineFit fit{.slope = xy / xx};
  fit.offset = mean_y - fit.slope * mean_x;
  double rest = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double away = y[i] - fit.offset - fit.slope * x[i];
    rest += away * away;
  }
  fit.scatter = std::sqrt(rest / count);
  if (x.size() > 2) fit.slope_error = std::sqrt(rest / (count - 2.0) / xx);
  return fit;
}

}  // namespace lab
