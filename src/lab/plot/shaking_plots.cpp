#include "lab/plot/shaking_plots.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/knob_text.h"

namespace lab {
namespace {

/// The joint with the largest sum of |second difference| over the rows.
int shakiest_joint(const Recording& recording) {
  int shakiest = 0;
  double most = -1.0;
  for (int j = 0; j < recording.joint_count(); ++j) {
    double sum = 0.0;
    for (std::size_t row = 2; row < recording.rows(); ++row) {
      sum += std::abs(recording.theta(row, j) - 2.0 * recording.theta(row - 1, j) +
                      recording.theta(row - 2, j));
    }
    if (sum > most) {
      most = sum;
      shakiest = j;
    }
  }
  return shakiest;
}

template <class Value>
void add_series(const std::vector<Recording>& recordings, const Value& value, Plot& plot) {
  for (const Recording& recording : recordings) {
    Series series{.label = describe(recording.method(), recording.settings()),
                  .color = method_color(recording.method())};
    for (std::size_t row = 0; row < recording.rows(); ++row) {
      series.x.push_back(recording.time(row));
      series.y.push_back(value(recording, row));
    }
    plot.series.push_back(std::move(series));
  }
  fit(plot);
}

}  // namespace

std::vector<Plot> shaking_plots(const std::vector<Recording>& recordings) {
  const Recording& first = recordings.front();
  const int joint = shakiest_joint(first);
  const std::string name = first.joints()[static_cast<std::size_t>(joint)];
  Plot angle{.title = "Angle of " + name,
             .subtitle = first.scene(),
             .x = {.label = "time", .unit = "s"},
             .y = {.label = "θ", .unit = "rad"}};
  add_series(
      recordings, [joint](const Recording& r, std::size_t row) { return r.theta(row, joint); },
      angle);
  Range range;
  for (const Series& series : angle.series) {
    for (const double value : series.y) range.add(value);
  }
  // not from 0: what counts is how the angle changes
  const double margin = 0.05 * std::max(range.most - range.least, 1e-6);
  angle.y.min = range.least - margin;
  angle.y.max = range.most + margin;

  Plot jitter = jitter_plot(first);
  jitter.subtitle = first.scene();
  jitter.series.clear();
  add_series(
      recordings, [](const Recording& r, std::size_t row) { return r.jitter_deg(row); }, jitter);
  return {std::move(angle), std::move(jitter)};
}

}  // namespace lab
