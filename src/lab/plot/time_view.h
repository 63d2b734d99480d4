#pragma once

#include <array>
#include <deque>
#include <limits>

#include "lab/plot/plot.h"
#include "lab/run/history.h"

namespace lab {

/// The time range of the live plots: it follows the present, or stays where the user moved it.
class TimeView {
 public:
  /// The recorded times, s.
  struct Known {
    double first = 0.0;
    double now = 0.0;  ///< the playhead
    double last = 0.0;
  };

  /// Updates the view as time goes on. While following, the playhead is at the right end if it is
  /// at known.last; otherwise it moves through the view.
  /// \param usual length of the view unless the user zoomed, s
  void update(const Known& known, double usual);

  /// Multiplies the length of the view by `factor`; the time `at` keeps its position in the view.
  void zoom(double at, double factor);
  /// Moves the view by `seconds`, to earlier times if negative.
  void pan(double seconds);
  /// Returns to the present and the usual length.
  void follow();

  double begin() const { return begin_; }
  double end() const { return begin_ + span_; }
  bool following() const { return following_; }

 private:
  static constexpr double kMin = 0.005;  // shortest view, as a share of the usual length

  void settle();  // clamps the view to the recorded times; at the present it follows again

  Known known_;
  double usual_ = 1.0;
  double begin_ = 0.0, span_ = 0.0;
  bool following_ = true;
};

/// A number from every row of a history.
struct Channel {
  double (*value)(const History&, std::size_t row, int i) = nullptr;
  int i = 0;           ///< index, such as the effector
  bool skips = false;  ///< a value that is not finite is left out instead of breaking the line

  double operator()(const History& history, std::size_t row) const {
    return value(history, row, i);
  }
};

/// A pyramid of a channel's smallest and largest values in blocks of 2, 4, 8, … consecutive rows,
/// updated as the history grows. Drawing all rows takes time in proportion to the columns, and
/// shows every peak.
class Peaks {
 public:
  /// Adds the new rows except the last one, which gets its singular values later.
  void follow(const History& history, const Channel& channel);

  /// Adds the rows [first, last) to a series: each row if a column holds at most one, otherwise the
  /// smallest and the largest value of the smallest blocks that fill a column.
  /// \pre follow() was called since the history changed
  void append(const History& history, const Channel& channel, std::size_t first, std::size_t last,
              double rows_per_column, Series& series) const;

 private:
  struct Block {
    double least = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    double least_at = 0.0, largest_at = 0.0;  // s
    bool gap = false;
  };
  using Blocks = std::deque<Block>;
  struct Level {
    long first = 0;  // number of the oldest block: its first step / 2^(l + 1)
    Blocks blocks;
  };
  static constexpr std::size_t kLevels = 16;

  bool knows(const History& history, const Channel& channel) const;
  void take(long step, double time, double value, bool skips);
  static void append(Blocks::const_iterator block, const Blocks::const_iterator& last,
                     Series& series);

  std::array<Level, kLevels> levels_;  // levels_[l] has blocks of 2^(l + 1) steps
  long next_ = 0;                      // the first step that is not added yet
  long cuts_ = -1;                     // History::cuts() at the last follow()
  double last_time_ = 0.0, last_value_ = 0.0;
};

}  // namespace lab
