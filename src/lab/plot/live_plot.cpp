#include "lab/plot/live_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "lab/scene/settings.h"

namespace lab {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kFarthest = 200;  // rows from one with singular values to the next

const std::array kSignals = {
    SignalInfo{Signal::kErrors,
               "error",
               "Error |tᵢ − sᵢ|",
               "m",
               "The tracking error: how far every effector sᵢ is from its target tᵢ after each "
               "time step, in metres (Buss 2009, section 8). Of the lane in front.",
               false,
               false,
               {[](const History& h, std::size_t row, int i) { return h.error(row, i); }}},
    SignalInfo{Signal::kTotalError,
               "total-error",
               "Total error Σ|tᵢ − sᵢ|",
               "m",
               "The errors of all effectors added up, in metres: a line for every lane.",
               true,
               false,
               {[](const History& h, std::size_t row, int) { return h.total_error(row); }}},
    SignalInfo{Signal::kMeanError,
               "mean-error",
               "Mean error",
               "m",
               "The mean of the effectors' errors |tᵢ − sᵢ|, in metres: a line for every lane.",
               true,
               false,
               {[](const History& h, std::size_t row, int) { return h.mean_error(row); }}},
    SignalInfo{Signal::kJitter,
               "jitter",
               "Jitter |Δ²θ|",
               "°",
               "The jitter |Δ²θ|: by how much the step of all joints differs from the step before, "
               "in degrees. High where a method shakes, near singularities and out of reach (Buss "
               "2009, section 8). A line for every lane.",
               true,
               false,
               {[](const History& h, std::size_t row, int) { return h.jitter_deg(row); }}},
    SignalInfo{Signal::kLargestStep,
               "largest-step",
               "Largest step max|Δθ|",
               "°",
               "The largest change of an angle in each time step, in degrees: a line for every "
               "lane.",
               true,
               false,
               {[](const History& h, std::size_t row, int) { return h.largest_step_deg(row); }}},
    SignalInfo{Signal::kSigmas,
               "sigma",
               "Singular values σᵢ",
               "m/rad",
               "The singular values of the Jacobian, in m/rad: how far the effectors move along "
               "each direction for a joint motion of length 1 (Buss 2009, section 4). Of the lane "
               "in front, once a frame.",
               false,
               false,
               {[](const History& h, std::size_t row, int i) { return h.sigma(row, i); }, 0, true}},
    SignalInfo{Signal::kLambda,
               "lambda",
               "Damping λ",
               "m/rad",
               "The damping λ in use, in m/rad (Buss 2009, eq. 11), of every lane whose method has "
               "one.",
               true,
               false,
               {[](const History& h, std::size_t row, int) { return h.lambda(row); }}},
    SignalInfo{
        Signal::kAimErrors,
        "aim-error",
        "Aim errors",
        "°",
        "The angle by which every aim misses its direction or orientation, in degrees. Of "
        "the lane in front.",
        false,
        false,
        {[](const History& h, std::size_t row, int i) { return kDegrees * h.aim_error(row, i); }}},
    SignalInfo{Signal::kStatus,
               "status",
               "Status",
               "",
               "How each time step ended: moved, reached, stalled with an error left, or not "
               "finite. A line for every lane.",
               true,
               true,
               {[](const History& h, std::size_t row, int) {
                 return static_cast<double>(h.outcome(row));
               }}},
    SignalInfo{Signal::kUpdateTime,
               "update-time",
               "Time of an update",
               "µs",
               "What an update of the pose took on this machine, in microseconds: a line for every "
               "lane.",
               true,
               false,
               {[](const History& h, std::size_t row, int) {
                  const double ns = h.update_ns(row);
                  return ns > 0.0 ? 1e-3 * ns : kGap;
                },
                0, true}},
};

int count_of(const Runs& runs, const SignalInfo& signal) {
  const History& history = runs.front();
  if (signal.signal == Signal::kErrors) return history.effector_count();
  if (signal.signal == Signal::kAimErrors) return history.aim_count();
  if (signal.signal == Signal::kSigmas) return history.sigma_count();
  return static_cast<int>(runs.histories.size());
}

std::string subscript(int number) {
  static constexpr const char* kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string text = number >= 10 ? subscript(number / 10) : std::string();
  return text + kDigits[number % 10];
}

std::string label_of(const Runs& runs, Signal signal, int i) {
  const ik::Multibody& body = runs.setup.scene->multibody;
  if (signal == Signal::kErrors) return body.effector(i).name;
  if (signal == Signal::kAimErrors) return body.goal_effector(body.effector_count() + i).name;
  return std::string("σ").append(subscript(i + 1));
}

}  // namespace

std::span<const SignalInfo> signals() { return kSignals; }

const SignalInfo& info(Signal signal) { return kSignals[static_cast<std::size_t>(signal)]; }

bool has(const Runs& runs, Signal signal) { return count_of(runs, info(signal)) > 0; }

void LivePlot::set_lines(const Runs& runs, const SignalInfo& signal) {
  const auto count = static_cast<std::size_t>(count_of(runs, signal));
  if (signal_ != signal.signal) lines_.clear();
  signal_ = signal.signal;
  lines_.resize(count);
  plot.series.resize(count);
  const std::vector<std::string> lanes =
      signal.by_lane ? lane_labels(runs.setup) : std::vector<std::string>();
  for (std::size_t i = 0; i < count; ++i) {
    const int number = static_cast<int>(i);
    Line& line = lines_[i];
    Series& series = plot.series[i];
    line.lane = signal.by_lane ? i : runs.setup.front;
    const int lane_id = runs.setup.lanes[line.lane].id;
    if (std::exchange(line.lane_id, lane_id) != lane_id) line.peaks = {};
    line.key = signal.by_lane ? lane_id : number;
    line.channel = signal.channel;
    line.channel.i = number;
    series.label = signal.by_lane ? lanes[i] : label_of(runs, signal.signal, number);
    series.color = signal.by_lane ? lane_color(runs.setup, i) : series_color(number);
    series.stepped = signal.stepped;
    series.x.clear();
    series.y.clear();
  }
}

void LivePlot::refill(const Runs& runs, const LiveChoice& choice, TimeRange range,
                      std::size_t columns) {
  const SignalInfo& signal = info(choice.signal);
  set_lines(runs, signal);
  plot.title = signal.label;
  plot.id = signal.id;
  plot.x = {.label = "t", .unit = "s", .min = range.begin, .max = range.end};
  plot.y = {.label = signal.label, .unit = signal.unit};
  if (signal.signal == Signal::kStatus) {
    for (int i = 0; i <= static_cast<int>(ik::Outcome::kNotFinite); ++i) {
      plot.y.levels.emplace_back(ik::name(static_cast<ik::Outcome>(i)));
    }
  }
  plot.y.logarithmic = choice.logarithmic && plot.y.levels.empty();
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    Line& line = lines_[i];
    const History& history = *runs.histories[line.lane];
    plot.series[i].visible = !choice.off.contains({choice.signal, line.key});
    if (!plot.series[i].visible || history.size() == 0) continue;
    // a row more at either end, so that lines run through the edges
    const std::size_t inside = history.row_at(range.begin), beyond = history.row_at(range.end);
    const std::size_t first = inside > 0 ? inside - 1 : 0;
    const std::size_t last = std::min(beyond + 1, history.size());
    const double rows = columns > 0 ? static_cast<double>(beyond - inside) : 0.0;
    if (columns > 0) line.peaks.follow(history, line.channel);
    line.peaks.append(history, line.channel, first, last,
                      rows / static_cast<double>(std::max<std::size_t>(columns, 1)),
                      plot.series[i]);
  }
  fit_y(plot);
}

std::vector<double> LivePlot::values(const Runs& runs, long step) const {
  std::vector<double> result;
  for (const Line& line : lines_) {
    result.push_back(kGap);
    const History& history = *runs.histories[line.lane];
    if (history.size() == 0 || step < history.step(0)) continue;
    if (step > history.step(history.size() - 1)) continue;
    const std::size_t row = history.row_of(step);
    const std::size_t farthest = line.channel.skips ? kFarthest : 0;
    for (std::size_t away = 0; away <= farthest && std::isnan(result.back()); ++away) {
      if (away <= row) result.back() = line.channel(history, row - away);
      if (!std::isnan(result.back()) || row + away >= history.size()) continue;
      result.back() = line.channel(history, row + away);
    }
  }
  return result;
}

Plot whole_plot(const Runs& runs, const LiveChoice& choice, TimeRange range) {
  LivePlot live;
  live.refill(runs, choice, range, 0);
  const Lane& front = runs.setup.front_lane();
  live.plot.subtitle = runs.setup.scene->id;
  if (!info(choice.signal).by_lane || runs.setup.lanes.size() == 1) {
    live.plot.subtitle += " · " + describe(*front.method, front.settings);
  }
  return std::move(live.plot);
}

}  // namespace lab
