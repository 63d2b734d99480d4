#pragma once

#include <array>
#include <deque>
#include <limits>

#include "lab/plot/plot.h"
#include "lab/run/history.h"

namespace lab {

/// The part of time that the live plots show. It follows the present, or stays where the user put
/// it.
class TimeView {
 public:
  /// The recorded times, s.
  struct Known {
    double first = 0.0;
    double now = 0.0;  ///< the playhead
    double last = 0.0;
  };

  /// Moves on with the time. While it follows, the playhead is at the right end if it is at
  /// known.last, and else moves through the view.
  /// \param usual length of the view unless the user zoomed, s
  void update(const Known& known, double usual);

  /// Shows `factor` times as many seconds; the time `at` keeps its place in the view.
  void zoom(double at, double factor);
  /// Moves the view by `seconds`, to earlier times if negative.
  void pan(double seconds);
  /// Returns to the present and the usual length.
  void follow();

  double begin() const { return begin_; }
  double end() const { return begin_ + span_; }
  bool following() const { return following_; }

 private:
  static constexpr double kLeast = 0.005;  // shortest view, as a share of the usual length

  void settle();  // keeps the view in the recorded times, and follows again at the present

  Known known_;
  double usual_ = 1.0;
  double begin_ = 0.0, span_ = 0.0;
  bool following_ = true;
};

/// A number of every row of a history.
struct Channel {
  double (*value)(const History&, std::size_t row, int i) = nullptr;
  int i = 0;           ///< which of several, such as effectors
  bool skips = false;  ///< a value that is not finite is left out instead of breaking the line

  double operator()(const History& history, std::size_t row) const {
    return value(history, row, i);
  }
};

/// A pyramid of a channel's least and largest values in blocks of 2, 4, 8, … successive rows,
/// updated as the history grows. To draw all rows costs time in proportion to the columns, and
/// shows every peak.
class Peaks {
 public:
  /// Takes in the new rows but the last one, whose singular values come later.
  void follow(const History& history, const Channel& channel);

  /// Adds the rows [first, last) to a series: each row if a column holds at most one, else the
  /// least and the largest value of every block of the smallest size that fills a column. \pre
  /// follow() was called since the history changed
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
  long next_ = 0;                      // the first step that is not taken in
  long cuts_ = -1;                     // History::cuts() at the last follow()
  double last_time_ = 0.0, last_value_ = 0.0;
};

}  // namespace lab
