#include "lab/sweep/sweep.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "ik/simd/check.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

using ik::KnobKind;

/// How many significant digits round every value by a thousandth of a step at most.
int digits_of(const SweepAxis& axis) {
  constexpr int kOfAStep = 4, kMaxDigits = 17;
  const double steps = axis.count - 1;
  const double relative_step = axis.logarithmic ? std::expm1(std::log(axis.high / axis.low) / steps)
                                                : (axis.high - axis.low) / axis.high / steps;
  const double digits = kOfAStep + std::ceil(-std::log10(relative_step) - 1e-9);
  return static_cast<int>(std::clamp(digits, 1.0 * kOfAStep, static_cast<double>(kMaxDigits)));
}

/// The number of values of a switch or a choice; 0 for numbers.
int word_count(const SweepAxis& axis) {
  if (axis.kind == KnobKind::kSwitch) return 2;
  return axis.kind == KnobKind::kChoice ? static_cast<int>(axis.choices.size()) : 0;
}

constexpr int kUsualCount = 11;

}  // namespace

bool SweepAxis::operator==(const SweepAxis& other) const {
  return std::string_view(name) == other.name && low == other.low && high == other.high &&
         count == other.count && logarithmic == other.logarithmic;
}

std::optional<SweepAxis> find_axis(const ik::MethodInfo& method, std::string_view name) {
  const std::optional<Knob> knob = find_knob(method, name);
  if (!knob || !knob->usual) return std::nullopt;
  SweepAxis axis{*knob, knob->min, knob->max, kUsualCount};
  axis.can_be_off = false;  // infinity is no value of an axis
  if (const int words = word_count(axis)) {
    axis.low = 0.0;
    axis.high = words - 1.0;
    axis.count = words;
  }
  return axis;
}

std::vector<std::string> axis_names(const ik::MethodInfo& method) {
  std::vector<std::string> names;
  for (const Knob& knob : knobs(method)) {
    if (knob.usual) names.emplace_back(knob.name);
  }
  return names;
}

std::string fault(const SweepAxis& axis) {
  if (axis.count < 2) return "COUNT is a whole number of at least 2";
  if (axis.count > kMaxCells) return "at most " + std::to_string(kMaxCells) + " values";
  for (const double end : {axis.low, axis.high}) {
    if (!axis.accepts(end)) return "LO and HI are each " + axis.expectation();
  }
  if (!(axis.low < axis.high)) return "LO must be below HI";
  if (axis.logarithmic && !(axis.low > 0.0)) {
    return "even ratios need LO above 0; with :lin the steps are even";
  }
  double before = axis.low;
  for (int i = 1; i < axis.count; ++i) {
    const double value = value_of(axis, i);
    if (!(value > std::exchange(before, value))) return "too many values between LO and HI";
    if (axis.kind != KnobKind::kNumber && value != std::floor(value)) {
      return "COUNT must step by whole numbers";
    }
  }
  return "";
}

double value_of(const SweepAxis& axis, int i) {
  if (i <= 0) return axis.low;
  if (i >= axis.count - 1) return axis.high;
  const double share = static_cast<double>(i) / (axis.count - 1);
  return rounded_to_digits(axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                            : axis.low + (axis.high - axis.low) * share,
                           digits_of(axis));
}

std::string shown_text(const SweepAxis& axis, double value) {
  if (word_count(axis) > 0) return control_text(axis, value);
  const bool whole = axis.kind == KnobKind::kCount;
  return with_unit_behind(whole ? exact_number(value) : brief_number(value), axis.unit);
}

std::optional<double> parse_axis_value(const SweepAxis& axis, std::string_view text) {
  for (int word = 0; word < word_count(axis); ++word) {
    if (text == option_text(axis, word)) return word;
  }
  return word_count(axis) > 0 ? std::nullopt : parse_number(text);
}

/// top_ is the largest power of two below the count.
Passes::Passes(int count) {
  for (; 2 * top_ < count; top_ *= 2) ++count_;
}

int Passes::stride(int pass) const { return std::max(1, top_ >> std::min(pass, count_)); }

int Passes::of(int i) const {
  int pass = 0;
  for (int stride = top_; i % stride != 0; stride /= 2) ++pass;
  return pass;
}

std::vector<int> coarse_to_fine(int rows, int columns) {
  const Passes down(rows), across(columns);
  const auto passes = static_cast<std::size_t>(std::max(down.count(), across.count()));
  std::vector<int> of_column;
  of_column.reserve(static_cast<std::size_t>(columns));
  for (int column = 0; column < columns; ++column) of_column.push_back(across.of(column));
  // a counting sort by pass
  std::vector<std::size_t> next(passes + 1, 0);
  const auto pass_at = [&](int row_pass, int column) {
    return static_cast<std::size_t>(
        std::max(row_pass, of_column[static_cast<std::size_t>(column)]));
  };
  for (int row = 0; row < rows; ++row) {
    const int row_pass = down.of(row);
    for (int column = 0; column < columns; ++column) ++next[pass_at(row_pass, column) + 1];
  }
  for (std::size_t pass = 1; pass < next.size(); ++pass) next[pass] += next[pass - 1];
  std::vector<int> cells(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int row = 0; row < rows; ++row) {
    const int row_pass = down.of(row);
    for (int column = 0; column < columns; ++column) {
      cells[next[pass_at(row_pass, column)]++] = row * columns + column;
    }
  }
  return cells;
}

Sweep::Sweep(Experiment experiment, std::vector<SweepAxis> axes)
    : experiment_(std::move(experiment)), axes_(std::move(axes)) {
  ik::require(experiment_.method != nullptr, "sweep: no method");
  ik::require(axes_.size() == 1 || axes_.size() == 2, "sweep: expected one axis or two");
  ik::require(axes_.size() == 1 || !axes_[0].is_named(axes_[1].name),
              std::string("sweep: ") + axes_[0].name + " is given twice");
  for (const SweepAxis& axis : axes_) {
    const std::string trouble = fault(axis);
    ik::require(trouble.empty(), std::string("sweep: ") + axis.name + ": " + trouble);
  }
  ik::require(static_cast<long>(rows()) * columns() <= kMaxCells,
              "sweep: at most " + std::to_string(kMaxCells) + " cells");
  ik::require(experiment_.warmup >= 0 && experiment_.warmup < experiment_.steps,
              "sweep: no step to measure");
}

std::vector<int> Sweep::order() const { return coarse_to_fine(rows(), columns()); }

std::vector<Settings> Sweep::corners() const {
  const int last = cell_count() - 1, right = columns() - 1;
  std::vector<Settings> corners;
  for (const int cell : {0, right, last - right, last}) corners.push_back(settings(cell));
  return corners;
}

Settings Sweep::settings(int cell) const {
  Settings settings = experiment_.settings;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    axes_[axis].set(settings, value(cell, axis));
  }
  return settings;
}

Tracker Sweep::tracker(int cell) const {
  return Tracker(experiment_.scene, *experiment_.method, settings(cell));
}

Summary Sweep::compute(int cell) const {
  Tracker fresh = tracker(cell);
  return run(fresh, experiment_.steps, experiment_.warmup);
}

SweepResults::SweepResults(const Sweep& sweep)
    : rows_(sweep.rows()),
      columns_(sweep.columns()),
      summaries_(static_cast<std::size_t>(cell_count())),
      nearest_(static_cast<std::size_t>(cell_count()), -1),
      farthest_(std::max(rows_, columns_)) {}

long SweepResults::distance(int a, int b) const {
  const long down = a / columns_ - b / columns_, across = a % columns_ - b % columns_;
  return down * down + across * across;  // squared distance of indices
}

void SweepResults::set(int cell, const Summary& summary) {
  auto& place = summaries_[static_cast<std::size_t>(cell)];
  const bool is_new = !place;
  place = summary;
  if (!is_new) return;
  ++done_;

  const int row = cell / columns_, column = cell % columns_;
  const int last_row = std::min(rows_ - 1, row + farthest_);
  const int last_column = std::min(columns_ - 1, column + farthest_);
  for (int i = std::max(0, row - farthest_); i <= last_row; ++i) {
    for (int j = std::max(0, column - farthest_); j <= last_column; ++j) {
      const int other = i * columns_ + j;
      int& nearest = nearest_[static_cast<std::size_t>(other)];
      if (nearest < 0 || distance(other, cell) < distance(other, nearest)) nearest = cell;
    }
  }
  if ((done_ & (done_ - 1)) != 0) return;
  long farthest = 0;
  for (int other = 0; other < cell_count(); ++other) {
    farthest = std::max(farthest, distance(other, nearest_[static_cast<std::size_t>(other)]));
  }
  farthest_ = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(farthest))));
}

}  // namespace lab
