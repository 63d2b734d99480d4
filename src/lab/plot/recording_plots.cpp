#include "lab/plot/recording_plots.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

std::string scene_and_settings(const Recording& recording) {
  return recording.scene() + " · " + describe(recording.method(), recording.settings());
}

Plot plot_over_time(std::string title, std::string subtitle, Axis y) {
  return {.title = std::move(title),
          .subtitle = std::move(subtitle),
          .x = {.label = "time", .unit = "s"},
          .y = std::move(y)};
}

/// \param value of a recording and a row: a function or a member of Recording
template <class Value>
Series series_over_time(const Recording& recording, std::string label, Color color,
                        const Value& value) {
  Series series{.label = std::move(label), .color = color};
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    series.x.push_back(recording.time(row));
    series.y.push_back(std::invoke(value, recording, row));
  }
  return series;
}

/// Fits both axes; the time axis holds all rows, also the first ones, which have no recent jitter.
void fit_over_time(Plot& plot) {
  fit(plot);
  Range time;
  for (const Series& series : plot.series) {
    if (!series.x.empty()) time.add(series.x.front()), time.add(series.x.back());
  }
  if (!(time.least < time.most)) return;
  plot.x.min = time.least;
  plot.x.max = time.most;
}

/// Adds a line for each recording, with its method's settings as label.
template <class Value>
void add_described(const std::vector<Recording>& recordings, const Value& value, Plot& plot) {
  for (const Recording& recording : recordings) {
    plot.series.push_back(series_over_time(recording,
                                           describe(recording.method(), recording.settings()),
                                           method_color(recording.method()), value));
  }
  fit_over_time(plot);
}

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

/// The names and colours of a lane's methods over time.
std::vector<Stretch> looks_of(const RunRecording& recording, std::size_t number) {
  const std::span<const LaneRecording> lanes = recording.lanes();
  const LaneRecording& lane = lanes[number];
  const auto first_method = [](const LaneRecording& one) { return one.methods.front().method; };
  const auto namesakes = [&](std::span<const LaneRecording> among) {
    return std::ranges::count(among, first_method(lane), first_method);
  };
  const auto before = static_cast<std::size_t>(namesakes(lanes.first(number)));
  std::vector<Lane> first;
  for (const LaneRecording& one : lanes) {
    first.push_back({.method = first_method(one), .settings = one.rows.settings()});
  }
  const std::string name = lane_labels(first)[number];
  std::vector<Stretch> looks;
  for (std::size_t i = 0; i < lane.methods.size(); ++i) {
    const ik::MethodInfo& method = *lane.methods[i].method;
    const double from = i == 0 ? -kOff : looks.back().to;
    const double to = i + 1 == lane.methods.size() || lane.end_of(i) == 0
                          ? kOff
                          : lane.rows.time(lane.end_of(i) - 1);
    looks.push_back({from, to, lane_color(method, before), i == 0 ? name : method.label});
  }
  return looks;
}

std::vector<PlotMark> marks_of(const std::vector<ChangeNote>& notes) {
  std::vector<PlotMark> marks;
  for (const ChangeNote& note : notes) {
    if (marks.empty() || marks.back().x != note.time) marks.push_back({note.time, {}});
    std::string& text = marks.back().text;
    if (!text.empty()) text += '\n';
    text += note.words.text();
  }
  return marks;
}

/// Replaces a plot's lines by one for each lane.
template <class Value>
void set_lane_lines(const RunRecording& recording, const Value& value, Plot& plot) {
  plot.series.clear();
  for (std::size_t i = 0; i < recording.lanes().size(); ++i) {
    std::vector<Stretch> looks = looks_of(recording, i);
    plot.series.push_back(series_over_time(recording.lanes()[i].rows, looks.front().name,
                                           looks.front().color, value));
    plot.series.back().stretches = std::move(looks);
  }
}

}  // namespace

Plot error_plot(const Recording& recording) {
  Plot plot = plot_over_time("Tracking error of each effector", scene_and_settings(recording),
                             {.label = "error", .unit = "m"});
  for (int i = 0; i < recording.effector_count(); ++i) {
    plot.series.push_back(series_over_time(
        recording, recording.effectors()[static_cast<std::size_t>(i)], series_color(i),
        [i](const Recording& rows, std::size_t row) { return rows.error(row, i); }));
  }
  fit_over_time(plot);
  return plot;
}

void show_recent_jitter(Plot& plot) {
  plot.y = {.label = "jitter |Δ²θ|, mean over " + short_number(kRecentSteps) + " steps",
            .unit = "deg"};
  plot.limit = kShakingJitter;
}

Plot jitter_plot(const Recording& recording) {
  Plot plot =
      plot_over_time("Jitter: visible from the dashed line on", scene_and_settings(recording), {});
  show_recent_jitter(plot);
  plot.series = {series_over_time(recording, recording.method().label,
                                  method_color(recording.method()), &Recording::recent_jitter)};
  fit_over_time(plot);
  return plot;
}

Plot comparison_plot(const std::vector<Recording>& recordings) {
  Plot plot = plot_over_time("Tracking error by method, mean over the effectors",
                             recordings.empty() ? "" : recordings.front().scene(),
                             {.label = "mean error", .unit = "m"});
  for (const Recording& recording : recordings) {
    plot.series.push_back(series_over_time(recording, recording.method().label,
                                           method_color(recording.method()),
                                           &Recording::mean_error));
  }
  fit_over_time(plot);
  return plot;
}

std::vector<Plot> shaking_plots(const std::vector<Recording>& recordings) {
  const Recording& first = recordings.front();
  const int joint = shakiest_joint(first);
  Plot angle = plot_over_time("Angle of " + first.joints()[static_cast<std::size_t>(joint)],
                              first.scene(), {.label = "θ", .unit = "rad"});
  add_described(
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
  add_described(recordings, &Recording::recent_jitter, jitter);
  return {std::move(angle), std::move(jitter)};
}

std::vector<Plot> plots_of(const RunRecording& recording) {
  const LaneRecording& first = recording.lanes().front();
  std::vector<Plot> plots = {error_plot(first.rows), jitter_plot(first.rows)};
  if (recording.lanes().size() > 1) {
    plots[0].title = "Mean tracking error of the effectors";
    set_lane_lines(recording, &Recording::mean_error, plots[0]);
    for (Plot& plot : plots) plot.subtitle = first.rows.scene();
  } else if (first.methods.size() > 1) {
    plots[0].band = looks_of(recording, 0);
  }
  set_lane_lines(recording, &Recording::recent_jitter, plots[1]);

  const std::vector<ChangeNote> notes = recording.notes();
  for (Plot& plot : plots) {
    plot.subtitle += count_text(notes);
    plot.marks = marks_of(notes);
    fit_over_time(plot);
  }
  return plots;
}

}  // namespace lab
