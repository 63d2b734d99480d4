#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/metrics.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"

namespace lab {

/// A knob that a sweep varies, and its values, in the knob's unit. `logarithmic`: even ratios
/// between values, otherwise even differences.
struct SweepAxis : Knob {
  double low = 0.0, high = 1.0;  ///< first and last value
  int count = 2;                 ///< number of values

  bool operator==(const SweepAxis& other) const;
};

/// The most cells of a sweep: a larger number is a typing error.
inline constexpr long kMaxCells = 1000000;

/// The axis of the method's knob of that name over the range of its slider; a choice or a switch
/// takes each of its values once.
/// \returns nothing if the method has no such knob
std::optional<SweepAxis> find_axis(const ik::MethodInfo& method, std::string_view name);
std::vector<std::string> axis_names(const ik::MethodInfo& method);

/// Why the axis cannot be swept: "LO must be below HI". Empty if it can.
std::string fault(const SweepAxis& axis);

/// Value i of the axis, 0 <= i < count:
///   equal differences  low + (high - low) i / (count - 1)
///   equal ratios       low (high / low)^(i / (count - 1))
/// Between the ends it is rounded to a thousandth of a step, so that it is short to read (0.2046)
/// and does not depend on the system's pow.
double value_of(const SweepAxis& axis, int i);

/// A value in the window's words, a number with three digits and its unit: "0.316 m/rad", "on".
std::string shown_text(const SweepAxis& axis, double value);
/// The value of a text as option_text() writes it. Nothing for other texts, "off" among them.
std::optional<double> parse_axis_value(const SweepAxis& axis, std::string_view text);

/// A tracking experiment at every point of a grid of one or two axes. It generalises the search for
/// lambda of Buss (2009), section 8, to any setting and any parameter.
///
/// A cell is a point of the grid. Cells are numbered row by row, the last axis fastest:
///   cell = i_0                    one axis
///   cell = i_0 count_1 + i_1      two axes
/// Immutable: any number of threads may compute cells of one sweep at the same time.
class Sweep {
 public:
  /// \throws std::invalid_argument that names the faulty axis; also without a method, for fewer
  /// than one axis or more than two, two axes with the same name, more than kMaxCells cells, or no
  /// step to measure
  Sweep(Experiment experiment, std::vector<SweepAxis> axes);

  const Experiment& experiment() const { return experiment_; }
  const std::vector<SweepAxis>& axes() const { return axes_; }
  int rows() const { return axes_.front().count; }
  int columns() const { return axes_.size() > 1 ? axes_.back().count : 1; }
  int cell_count() const { return rows() * columns(); }

  /// The index of a cell along an axis, and its value there, in the axis' unit.
  int index(int cell, std::size_t axis) const {
    return axis == 0 ? cell / columns() : cell % columns();
  }
  double value(int cell, std::size_t axis) const {
    return value_of(axes_[axis], index(cell, axis));
  }

  /// Every cell once, from coarse to fine: first a few cells across the grid, then in each pass the
  /// cells halfway between, so that a picture of the whole grid appears early.
  std::vector<int> order() const;

  /// The settings of a cell, and a tracker with these settings before its first step.
  Settings settings(int cell) const;
  Tracker tracker(int cell) const;

  /// The settings at the ends of the axes: a knob without effect there has none in any cell.
  std::vector<Settings> corners() const;

  /// Runs the experiment of a cell, bit for bit as a tracker in the window with these settings.
  /// Uses no clock: ns_per_update is empty.
  Summary compute(int cell) const;

 private:
  Experiment experiment_;
  std::vector<SweepAxis> axes_;
};

/// The results of a sweep so far: a summary for each computed cell, nothing for the others.
class SweepResults {
 public:
  explicit SweepResults(const Sweep& sweep);

  int cell_count() const { return rows_ * columns_; }
  int done() const { return done_; }  ///< number of computed cells

  void set(int cell, const Summary& summary);
  /// The summary of a cell; null if it is not computed yet.
  const Summary* at(int cell) const {
    const auto& summary = summaries_[static_cast<std::size_t>(cell)];
    return summary ? &*summary : nullptr;
  }

  /// The nearest computed cell on the grid: the cell itself once it is computed, nothing before the
  /// first result. O(1): set() keeps it up to date.
  std::optional<int> stand_in(int cell) const {
    const int nearest = nearest_[static_cast<std::size_t>(cell)];
    return nearest < 0 ? std::nullopt : std::optional(nearest);
  }

 private:
  long distance(int a, int b) const;

  int rows_, columns_, done_ = 0;
  std::vector<std::optional<Summary>> summaries_;
  std::vector<int> nearest_;  // -1 before the first result
  // upper bound of the distance between a cell and its stand-in; tightened when done_ has doubled
  int farthest_;
};

/// The passes over an axis of a grid. Pass p visits the multiples of stride(p) that no earlier pass
/// has visited; the last pass has stride 1.
class Passes {
 public:
  explicit Passes(int count);
  int count() const { return count_; }  ///< how many passes there are
  int stride(int pass) const;
  int of(int i) const;

 private:
  int top_ = 1, count_ = 1;
};

/// Every cell of a grid once, row by row within a pass, from coarse to fine: first a few cells
/// across the grid, then in each pass the cells halfway between, so that a picture of the whole
/// grid appears early. cell = row columns + column.
std::vector<int> coarse_to_fine(int rows, int columns);

}  // namespace lab
