#include "lab/plot/recording_plots.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "lab/scene/knobs.h"

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

/// Label and colours of a lane's lines.
struct LaneLook {
  std::string label;
  std::vector<Stretch> stretches;
};

std::size_t namesakes_before(const RunRecording& recording, std::size_t lane) {
  const auto first = [](const LaneRecording& one) { return one.methods.front().method; };
  const auto lanes = std::span(recording.lanes()).first(lane);
  return static_cast<std::size_t>(std::ranges::count(lanes, first(recording.lanes()[lane]), first));
}

LaneLook look_of(const RunRecording& recording, std::size_t number) {
  const LaneRecording& lane = recording.lanes()[number];
  const std::size_t before = namesakes_before(recording, number);
  const bool alone = std::ranges::count_if(recording.lanes(), [&lane](const LaneRecording& other) {
                       return other.methods.front().method == lane.methods.front().method;
                     }) == 1;
  LaneLook look;
  for (std::size_t i = 0; i < lane.methods.size(); ++i) {
    const ik::MethodInfo& method = *lane.methods[i].method;
    std::string name =
        i == 0 && !alone ? describe(method, lane.rows.settings()) : std::string(method.label);
    const double from = i == 0 ? -kOff : look.stretches.back().to;
    const double to = i + 1 == lane.methods.size() || lane.end_of(i) == 0
                          ? kOff
                          : lane.rows.time(lane.end_of(i) - 1);
    if (i == 0) look.label = name;
    look.stretches.push_back({from, to, lane_color(method, before), std::move(name)});
  }
  return look;
}

/// A mark for each step with changes.
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

/// A line for each lane.
template <class Value>
void add_lanes(const RunRecording& recording, const Value& value, Plot& plot) {
  for (std::size_t i = 0; i < recording.lanes().size(); ++i) {
    const Recording& rows = recording.lanes()[i].rows;
    LaneLook look = look_of(recording, i);
    Series series{.label = std::move(look.label), .color = look.stretches.front().color};
    series.stretches = std::move(look.stretches);
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      series.x.push_back(rows.time(row));
      series.y.push_back(std::invoke(value, rows, row));
    }
    plot.series.push_back(std::move(series));
  }
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

std::vector<Plot> plots_of(const RunRecording& recording) {
  const LaneRecording& first = recording.lanes().front();
  std::vector<Plot> plots = {error_plot(first.rows), jitter_plot(first.rows)};
  const bool compares = recording.lanes().size() > 1;
  if (compares) {
    plots[0].title = "Mean tracking error of the effectors";
    plots[0].series.clear();
    add_lanes(recording, &Recording::mean_error, plots[0]);
    for (Plot& plot : plots) plot.subtitle = first.rows.scene();
  } else if (first.methods.size() > 1) {
    plots[0].band = look_of(recording, 0).stretches;
  }
  plots[1].series.clear();
  add_lanes(
      recording, [](const Recording& rows, std::size_t row) { return rows.jitter_deg(row); },
      plots[1]);
  const std::vector<ChangeNote> notes = recording.notes();
  for (Plot& plot : plots) {
    plot.subtitle += count_text(notes);
    plot.marks = marks_of(notes);
    fit(plot);
  }
  return plots;
}

}  // namespace lab
