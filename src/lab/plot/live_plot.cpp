#include "lab/plot/live_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lab/scene/knobs.h"

namespace lab {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMaxRowsApart = 200;  // largest distance between rows with singular values

std::string subscript(int number) {
  static constexpr const char* kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string text = number >= 10 ? subscript(number / 10) : std::string();
  return text + kDigits[number % 10];
}

const std::array kSignals = {
    SignalInfo{
        .signal = Signal::kErrors,
        .id = "error",
        .label = "Error |tᵢ − sᵢ|",
        .unit = "m",
        .help = "The tracking error: how far every effector sᵢ is from its target tᵢ after each "
                "time step, in metres (Buss 2009, section 8). Of the lane in front.",
        .channel = {[](const History& h, std::size_t row, int i) { return h.error(row, i); }},
        .count = [](const History& front) { return front.effector_count(); },
        .line_name = [](const ik::Multibody& body, int i) { return body.effector(i).name; },
        .synonyms = "tracking error, distance",
    },
    SignalInfo{
        .signal = Signal::kTotalError,
        .id = "total-error",
        .label = "Total error Σ|tᵢ − sᵢ|",
        .unit = "m",
        .help = "The errors of all effectors added up, in metres: a line for every lane.",
        .channel = {[](const History& h, std::size_t row, int) { return h.total_error(row); }},
        .synonyms = "tracking error, sum of errors",
    },
    SignalInfo{
        .signal = Signal::kMeanError,
        .id = "mean-error",
        .label = "Mean error",
        .unit = "m",
        .help = "The mean of the effectors' errors |tᵢ − sᵢ|, in metres: a line for every lane.",
        .channel = {[](const History& h, std::size_t row, int) { return h.mean_error(row); }},
        .synonyms = "tracking error, average error",
    },
    SignalInfo{
        .signal = Signal::kJitter,
        .id = "jitter",
        .label = "Jitter |Δ²θ|",
        .unit = "°",
        .help = "The jitter |Δ²θ|: by how much the step of all joints differs from the step "
                "before, in degrees, as the mean over about the last 240 steps. High where a "
                "method shakes, near singularities and out of reach (Buss 2009, section 8). A line "
                "for every lane. From the dashed line on, 0.2°, it is visible. A lane shakes if "
                "besides 10 % or more of its motion turns back.",
        .channel = {[](const History& h, std::size_t row, int) {
          return h.recent(row).plotted_jitter();
        }},
        .limit = kShakingJitter,
        .synonyms = "shaking, shakes, wobble, oscillation, trembling, vibration",
    },
    SignalInfo{
        .signal = Signal::kTurningBack,
        .id = "turning-back",
        .label = "Motion that turns back",
        .unit = "%",
        .help = "The share of the motion that the next step reverses, over about the last 240 "
                "steps: 0 for a smooth motion, 50 % for random steps, 100 % if each step undoes "
                "the last. A line for every lane. From the dashed line on, 10 %, a motion with "
                "visible jitter shakes.",
        .channel = {[](const History& h, std::size_t row, int) {
          const RecentShaking recent = h.recent(row);
          return recent.weight > 0.0 ? 100.0 * recent.roughness() : kNoValue;
        }},
        .limit = 100.0 * kShakingRoughness,
        .synonyms = "shaking, roughness, reversals, oscillation",
    },
    SignalInfo{
        .signal = Signal::kStepJitter,
        .id = "step-jitter",
        .label = "Jitter |Δ²θ| of a step",
        .unit = "°",
        .help = "By how much the step of all joints differs from the step before, in degrees: a "
                "line for every lane. Single steps do not decide whether a lane shakes.",
        .channel = {[](const History& h, std::size_t row, int) { return h.jitter_deg(row); }},
        .synonyms = "shaking, spikes, second difference",
    },
    SignalInfo{
        .signal = Signal::kLargestStep,
        .id = "largest-step",
        .label = "Largest step max|Δθ|",
        .unit = "°",
        .help = "The largest change of an angle in each time step, in degrees: a line for every "
                "lane.",
        .channel = {[](const History& h, std::size_t row, int) { return h.largest_step_deg(row); }},
        .synonyms = "joint speed, joint velocity",
    },
    SignalInfo{
        .signal = Signal::kSigmas,
        .id = "sigma",
        .label = "Singular values σᵢ",
        .unit = "m/rad",
        .help = "The singular values of the Jacobian, in m/rad: how far the effectors move along "
                "each direction for a joint motion of length 1 (Buss 2009, section 4). Of the "
                "lane in front, once a frame.",
        .channel = {[](const History& h, std::size_t row, int i) { return h.sigma(row, i); }, 0,
                    true},
        .count = [](const History& front) { return front.sigma_count(); },
        .line_name = [](const ik::Multibody&,
                        int i) { return std::string("σ").append(subscript(i + 1)); },
        .synonyms = "SVD, rank, condition, manipulability",
    },
    SignalInfo{
        .signal = Signal::kLambda,
        .id = knob::kDamping.name,
        .label = knob::kDamping.label,
        .unit = knob::kDamping.unit,
        .help = "The damping λ in use, in m/rad (Buss 2009, eq. 11), of every lane whose method "
                "has one.",
        .channel = {[](const History& h, std::size_t row, int) { return h.lambda(row); }},
        .synonyms = "damping factor, adaptive damping",
    },
    SignalInfo{
        .signal = Signal::kAimErrors,
        .id = "aim-error",
        .label = "Aim errors",
        .unit = "°",
        .help = "The angle by which every aim misses its direction or orientation, in degrees. Of "
                "the lane in front.",
        .channel = {[](const History& h, std::size_t row, int i) {
          return kDegrees * h.aim_error(row, i);
        }},
        .count = [](const History& front) { return front.aim_count(); },
        .line_name = [](const ik::Multibody& body,
                        int i) { return body.goal_effector(body.effector_count() + i).name; },
        .synonyms = "orientation error, angle error",
    },
    SignalInfo{
        .signal = Signal::kLoopGaps,
        .id = "loop-gap",
        .label = "Gaps of loops",
        .unit = "m",
        .help = "How far every loop of the body is open after a step: the distance of its ends, in "
                "metres. Of the lane in front.",
        .channel = {[](const History& h, std::size_t row, int i) { return h.loop_gap(row, i); }},
        .count = [](const History& front) { return front.loop_count(); },
        .line_name = [](const ik::Multibody& body,
                        int i) { return body.loops()[static_cast<std::size_t>(i)].name; },
        .synonyms = "closed loop, residual, closure, constraint",
    },
    SignalInfo{
        .signal = Signal::kStatus,
        .id = "status",
        .label = "Status",
        .unit = "",
        .help = "How each time step ended: moved, reached, stalled with an error left, or not "
                "finite. A line for every lane.",
        .channel = {[](const History& h, std::size_t row, int) {
          return static_cast<double>(h.outcome(row));
        }},
        .stepped = true,
        .synonyms = "outcome, convergence",
    },
    SignalInfo{
        .signal = Signal::kUpdateTime,
        .id = "update-time",
        .label = "Time of an update",
        .unit = "µs",
        .help = "What an update of the pose took on this machine, in microseconds: a line for "
                "every lane.",
        .channel = {[](const History& h, std::size_t row, int) {
                      const double ns = h.update_ns(row);
                      return ns > 0.0 ? 1e-3 * ns : kNoValue;
                    },
                    0, true},
        .synonyms = "performance, speed of the method, microseconds, benchmark",
    },
};

int count_of(const Runs& runs, const SignalInfo& signal) {
  return signal.by_lane() ? static_cast<int>(runs.histories.size()) : signal.count(runs.front());
}

bool has_step(const History& history, long step) {
  return history.size() > 0 && history.step(0) <= step && step <= history.step(history.size() - 1);
}

/// The time of the last step before `step`, the start of a stretch, s.
double begin_of(const History& history, long step) {
  if (history.size() == 0 || step <= history.step(0)) return -kOff;
  return history.time(history.row_of(step - 1));
}

bool same_look(const Stretch& a, const Stretch& b) {
  return a.name == b.name && a.color.r == b.color.r && a.color.g == b.color.g &&
         a.color.b == b.color.b;
}

/// The lane's methods over the visible time, in the lane's colours at that time.
std::vector<Stretch> stretches_of(const Runs& runs, std::size_t lane, const std::string& label,
                                  TimeRange range) {
  const History& own = *runs.histories[lane];
  if (own.size() == 0) return {};
  // a change of method in any lane may also change the shades of other lanes with the same method
  std::vector<long> begins = {own.step(0)};
  for (std::size_t j = 0; j <= lane; ++j) {
    for (const History::MethodStretch& stretch : runs.histories[j]->methods()) {
      if (has_step(own, stretch.first)) begins.push_back(stretch.first);
    }
  }
  std::ranges::sort(begins);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  std::vector<Stretch> result;
  for (std::size_t b = 0; b < begins.size(); ++b) {
    const bool last = b + 1 == begins.size();
    const double to = last ? own.time(own.size() - 1) : begin_of(own, begins[b + 1]);
    const double from = begin_of(own, begins[b]);
    if ((!last && to < range.begin) || from > range.end) continue;
    const ik::MethodInfo& method = own.method_at(begins[b]);
    std::size_t namesakes = 0;
    for (std::size_t j = 0; j < lane; ++j) {
      const History& other = *runs.histories[j];
      namesakes += has_step(other, begins[b]) && &other.method_at(begins[b]) == &method;
    }
    const bool present = &method == runs.setup.lanes[lane].method;
    Stretch stretch{from, to, lane_color(method, namesakes), present ? label : method.label};
    if (!result.empty() && same_look(result.back(), stretch)) {
      result.back().to = to;
    } else {
      result.push_back(std::move(stretch));
    }
  }
  return result;
}

/// The changes of the setup in the visible time, and the transients after them.
void set_marks(const Runs& runs, TimeRange range, Plot& plot) {
  plot.marks.clear();
  plot.transients.clear();
  const History& front = runs.front();
  if (front.size() == 0) return;
  const long oldest = front.step(0), latest = front.step(front.size() - 1);
  const auto time = [&front](long step) { return front.time(front.row_of(step)); };
  if (oldest == 0) {
    plot.transients.push_back(
        {time(0) - runs.setup.front_lane().settings.time_step, time(kTransient)});
  }
  const long first = front.step(std::min(front.row_at(range.begin), front.size() - 1));
  const auto from =
      std::ranges::lower_bound(runs.marks, first - kTransient, {}, &ChangeMark::first);
  for (auto mark = from; mark != runs.marks.end() && mark->first <= latest; ++mark) {
    if (mark->first < oldest || time(mark->first) > range.end) continue;
    const double at = time(mark->first);
    plot.transients.push_back({at, time(mark->first + kTransient)});
    if (at >= range.begin) plot.marks.push_back({at, mark->text()});
  }
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
      signal.by_lane() ? lane_labels(runs.setup) : std::vector<std::string>();
  for (std::size_t i = 0; i < count; ++i) {
    const int number = static_cast<int>(i);
    Line& line = lines_[i];
    Series& series = plot.series[i];
    line.lane = signal.by_lane() ? i : runs.setup.front;
    const int lane_id = runs.setup.lanes[line.lane].id;
    if (std::exchange(line.lane_id, lane_id) != lane_id) line.peaks = {};
    line.channel = signal.channel;
    line.channel.i = number;
    series.label =
        signal.by_lane() ? lanes[i] : signal.line_name(runs.setup.scene->multibody, number);
    line.key = signal.by_lane() ? std::to_string(lane_id) : series.label;
    series.color = signal.by_lane() ? lane_color(runs.setup, i) : series_color(number);
    series.stepped = signal.stepped;
    series.x.clear();
    series.y.clear();
    series.stretches.clear();
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
    for (int i = 0; i <= static_cast<int>(ik::Outcome::kOpensLoops); ++i) {
      plot.y.levels.emplace_back(ik::name(static_cast<ik::Outcome>(i)));
    }
  }
  plot.y.logarithmic = choice.logarithmic && plot.y.levels.empty();
  plot.band.clear();
  if (!signal.by_lane()) {
    const char* method = runs.setup.front_lane().method->label;
    plot.band = stretches_of(runs, runs.setup.front, method, range);
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    Line& line = lines_[i];
    const History& history = *runs.histories[line.lane];
    Series& series = plot.series[i];
    if (signal.by_lane()) series.stretches = stretches_of(runs, i, series.label, range);
    series.visible = !choice.off.contains({choice.signal, line.key});
    if (!series.visible || history.size() == 0) continue;
    // one more row at either end, so that lines cross the edges
    const std::size_t inside = history.row_at(range.begin), beyond = history.row_at(range.end);
    const std::size_t first = inside > 0 ? inside - 1 : 0;
    const std::size_t last = std::min(beyond + 1, history.size());
    const double rows = columns > 0 ? static_cast<double>(beyond - inside) : 0.0;
    if (columns > 0) line.peaks.follow(history, line.channel);
    line.peaks.append(history, line.channel, first, last,
                      rows / static_cast<double>(std::max<std::size_t>(columns, 1)), series);
  }
  set_marks(runs, range, plot);
  fit_y(plot);
}

std::vector<double> LivePlot::values(const Runs& runs, long step) const {
  std::vector<double> result;
  for (const Line& line : lines_) {
    result.push_back(kNoValue);
    const History& history = *runs.histories[line.lane];
    if (!has_step(history, step)) continue;
    const std::size_t row = history.row_of(step);
    const std::size_t farthest = line.channel.skips ? kMaxRowsApart : 0;
    for (std::size_t away = 0; away <= farthest && std::isnan(result.back()); ++away) {
      if (away <= row) result.back() = line.channel(history, row - away);
      if (!std::isnan(result.back()) || row + away >= history.size()) continue;
      result.back() = line.channel(history, row + away);
    }
  }
  return result;
}

Statistics LivePlot::statistics(const Runs& runs, TimeRange range, std::size_t series) const {
  Statistics result{0, kNoValue, kNoValue, kNoValue, kNoValue};
  const Line& line = lines_[series];
  const History& history = *runs.histories[line.lane];
  Range values;
  double mean = 0.0, squares = 0.0;
  for (std::size_t row = history.row_at(range.begin); row < history.size(); ++row) {
    if (history.time(row) > range.end) break;
    const double value = line.channel(history, row);
    if (!std::isfinite(value)) continue;
    ++result.count;
    values.add(value);
    const double before = value - mean;
    mean += before / static_cast<double>(result.count);
    squares += before * (value - mean);
  }
  if (result.count == 0) return result;
  result.mean = mean;
  result.deviation = std::sqrt(squares / static_cast<double>(result.count));
  result.least = values.least;
  result.most = values.most;
  return result;
}

Plot whole_plot(const Runs& runs, const LiveChoice& choice, TimeRange range,
                const Setup* at_begin) {
  LivePlot live;
  live.refill(runs, choice, range, 0);
  const std::vector<Lane>& lanes = (at_begin != nullptr ? *at_begin : runs.setup).lanes;
  const auto lane = std::ranges::find(lanes, runs.setup.front_lane().id, &Lane::id);
  const Lane& front = lane != lanes.end() ? *lane : runs.setup.front_lane();
  live.plot.subtitle = runs.setup.scene->id;
  if (!info(choice.signal).by_lane() || runs.setup.lanes.size() == 1) {
    live.plot.subtitle += " · " + describe(*front.method, front.settings);
  }
  return std::move(live.plot);
}

}  // namespace lab
