#pragma once

#include <array>
#include <deque>
#include <limits>

#include "lab/plot/plot.h"
#include "lab/run/history.h"

namespace lab {

/// Which part of time the live plots show: it follows the present, or stands where it was put.
class TimeView {
 public:
  /// What there is to be seen, s.
  struct Known {
    double first = 0.0;  ///< that is remembered
    double now = 0.0;    ///< the playhead
    double last = 0.0;
  };

  /// Moves on with the time. At the end of what is known the playhead stands at the right, once
  /// there is enough to fill the view; within it, it wanders through the view.
  /// \param usual seconds that are shown unless the user wants others
  void update(const Known& known, double usual);

  /// Shows `factor` times as many seconds; the one `at` stays where it is.
  void zoom(double at, double factor);
  /// Looks so many seconds earlier or later.
  void pan(double seconds);
  /// Back to the present, and the usual length.
  void follow();

  double begin() const { return begin_; }
  double end() const { return begin_ + span_; }
  bool following() const { return following_; }

 private:
  static constexpr double kLeast = 0.005;  // of the usual length

  void settle();  // follows again where the user reached the present

  Known known_;
  double usual_ = 1.0;
  double begin_ = 0.0, span_ = 0.0;
  bool following_ = true;
};

/// A number that a history has of every row.
struct Channel {
  double (*value)(const History&, std::size_t row, int i) = nullptr;
  int i = 0;
  bool skips = false;  ///< a row without a number is passed over, instead of breaking the line

  double operator()(const History& history, std::size_t row) const {
    return value(history, row, i);
  }
};

/// The least and the largest of every 2, 4, 8, … successive rows of a channel, kept as its history
/// grows. A picture of all rows then costs what its columns cost, and no peak is lost.
class Peaks {
 public:
  /// Takes in what is new. The last row is left to the next time: its singular values come later.
  void follow(const History& history, const Channel& channel);

  /// Adds the rows [first, last) to a series: as they are where a column holds at most one, else
  /// the least and the largest of every 2^l rows, with the least 2^l that fills a column.
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
  struct Level {
    long first = 0;  // number of the oldest block: its steps by 2^l
    std::deque<Block> blocks;
  };
  static constexpr std::size_t kLevels = 16;

  bool knows(const History& history, const Channel& channel) const;
  void take(long step, double time, double value, bool skips);
  static void append(const Block& block, Series& series);

  std::array<Level, kLevels> levels_;  // levels_[l] has blocks of 2^(l + 1) steps
  long next_ = 0;                      // the first step that is not taken in
  long cuts_ = -1;                     // of the history, as it was
  double last_time_ = 0.0, last_value_ = 0.0;
};

}  // namespace lab
