#include "lab/plot/time_view.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A number that the test stores in the history.
double given(const lab::History& history, std::size_t row, int) { return history.update_ns(row); }
constexpr lab::Channel kGiven{given};
constexpr lab::Channel kSkipping{given, 0, true};

/// A history with rows of given values.
struct Rows {
  lab::Tracker tracker{scenes::hinge(scenes::standing(Eigen::Vector3d::UnitY())),
                       *ik::find_method("jacobian-transpose")};
  lab::History history;

  explicit Rows(std::size_t capacity = lab::History::kRows) : history(capacity) {}
  void add(double value) {
    history.add(tracker, value);
    tracker.step();
  }
};

double noise(long i) {
  return std::sin(12.9898 * static_cast<double>(i)) *
         std::cos(0.37 * static_cast<double>(i * i % 997));
}

lab::Series thinned(const lab::Peaks& peaks, const lab::History& history, std::size_t first,
                    std::size_t last, double rows, const lab::Channel& channel = kGiven) {
  lab::Series series;
  peaks.append(history, channel, first, last, rows, series);
  return series;
}

void expect_same(const lab::Series& a, const lab::Series& b) {
  ASSERT_EQ(a.x.size(), b.x.size());
  for (std::size_t i = 0; i < a.x.size(); ++i) {
    EXPECT_EQ(a.x[i], b.x[i]);
    EXPECT_TRUE(a.y[i] == b.y[i] || (std::isnan(a.y[i]) && std::isnan(b.y[i]))) << i;
  }
}

TEST(Peaks, AreTheRowsThemselvesWhereAColumnHoldsOne) {
  Rows rows;
  for (long i = 0; i < 50; ++i) rows.add(noise(i));
  lab::Peaks peaks;
  peaks.follow(rows.history, kGiven);
  const lab::Series series = thinned(peaks, rows.history, 7, 31, 1.0);
  ASSERT_EQ(series.x.size(), 24U);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(series.x[i], rows.history.time(7 + i));
    EXPECT_EQ(series.y[i], noise(7 + static_cast<long>(i)));
  }
}

TEST(Peaks, LoseNoPeakAtAnyScaleAndInventNone) {
  Rows rows;
  constexpr long kCount = 5000;
  for (long i = 0; i < kCount; ++i) rows.add(noise(i));
  lab::Peaks peaks;
  peaks.follow(rows.history, kGiven);
  for (const double column : {1.5, 2.0, 3.0, 7.9, 16.0, 100.0, 1000.0, 1e6}) {
    const auto block =
        static_cast<std::size_t>(std::exp2(std::ceil(std::log2(std::min(column, 65536.0)))));
    for (const auto& [first, last] :
         {std::pair(0UL, 5000UL), std::pair(1UL, 4999UL), std::pair(1234UL, 4321UL),
          std::pair(4096UL, 4100UL), std::pair(4999UL, 5000UL)}) {
      const lab::Series series = thinned(peaks, rows.history, first, last, column);
      EXPECT_TRUE(std::is_sorted(series.x.begin(), series.x.end()));
      EXPECT_LE(series.x.size(), 2 * ((last - first) / block + 2) + 1);
      // every point is a row, at most slightly beyond the ends
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        const std::size_t row = rows.history.row_at(series.x[i]);
        ASSERT_LT(row, rows.history.size());
        EXPECT_EQ(series.x[i], rows.history.time(row));
        EXPECT_EQ(series.y[i], noise(static_cast<long>(row)));
        EXPECT_GE(row + block, first);
        EXPECT_LT(row, last + block);
      }
      // every row lies between points at most one block away
      for (std::size_t row = first; row < last; row += 1 + (last - first) / 200) {
        double least = 1e9, largest = -1e9;
        for (std::size_t i = 0; i < series.x.size(); ++i) {
          const std::size_t at = rows.history.row_at(series.x[i]);
          if (at / block != row / block) continue;
          least = std::min(least, series.y[i]);
          largest = std::max(largest, series.y[i]);
        }
        EXPECT_LE(least, noise(static_cast<long>(row))) << row << " of " << column;
        EXPECT_GE(largest, noise(static_cast<long>(row))) << row << " of " << column;
      }
    }
  }
}

TEST(Peaks, LoseNoPeakOfAHistoryThatForgets) {
  Rows rows(700);
  lab::Peaks growing;
  for (long i = 0; i < 2600; ++i) {
    rows.add(noise(i));
    growing.follow(rows.history, kGiven);
    if (i % 337 != 0) continue;
    lab::Peaks fresh;
    fresh.follow(rows.history, kGiven);
    for (const lab::Peaks* peaks : {&growing, &fresh}) {
      for (const long block : {2L, 8L, 64L, 512L}) {
        const std::size_t last = rows.history.size();
        const lab::Series series =
            thinned(*peaks, rows.history, 0, last, static_cast<double>(block));
        // the extremes of every block are the extremes of its rows
        std::map<long, std::pair<double, double>> seen;
        for (std::size_t p = 0; p < series.x.size(); ++p) {
          const long step = std::lround(series.x[p] / rows.tracker.settings().time_step);
          EXPECT_EQ(series.y[p], noise(step));
          auto& [least, largest] = seen.try_emplace(step / block, 1e9, -1e9).first->second;
          least = std::min(least, series.y[p]);
          largest = std::max(largest, series.y[p]);
        }
        for (std::size_t row = 0; row < last; ++row) {
          const long step = rows.history.step(row);
          ASSERT_TRUE(seen.contains(step / block)) << step << " of " << i << " by " << block;
          EXPECT_LE(seen[step / block].first, noise(step));
          EXPECT_GE(seen[step / block].second, noise(step));
        }
      }
    }
  }
}

TEST(Peaks, GrowAsIfTheyWereMadeAtOnce) {
  Rows rows(700);  // old rows are forgotten
  lab::Peaks growing;
  for (long i = 0; i < 2500; ++i) {
    rows.add(i % 91 == 0 ? kNaN : noise(i));
    if (i % 3 == 0 || i > 2400) growing.follow(rows.history, kGiven);
    if (i % 250 != 249) continue;
    growing.follow(rows.history, kGiven);
    lab::Peaks fresh;
    fresh.follow(rows.history, kGiven);
    for (const double column : {2.0, 8.0, 64.0}) {
      // skips blocks with forgotten rows: only the growing one still knows their extremes
      const auto from = 2 * static_cast<std::size_t>(column);
      const std::size_t last = rows.history.size();
      expect_same(thinned(growing, rows.history, from, last, column),
                  thinned(fresh, rows.history, from, last, column));
      const lab::Series all = thinned(growing, rows.history, 0, last, column);
      EXPECT_GE(all.x.front(), rows.history.time(0) - column * 0.005 - 1e-9) << "no older block";
    }
  }
}

TEST(Peaks, ForgetWhatTheHistoryTookBack) {
  Rows rows;
  for (long i = 0; i < 300; ++i) rows.add(noise(i));
  lab::Peaks peaks;
  peaks.follow(rows.history, kGiven);
  rows.history.cut(99);
  lab::Tracker tracker(scenes::hinge(scenes::standing(Eigen::Vector3d::UnitY())),
                       *ik::find_method("jacobian-transpose"));
  for (long i = 0; i < 400; ++i, tracker.step()) rows.history.add(tracker, 3.0 + noise(i));
  peaks.follow(rows.history, kGiven);
  lab::Peaks fresh;
  fresh.follow(rows.history, kGiven);
  expect_same(thinned(peaks, rows.history, 0, 400, 4.0), thinned(fresh, rows.history, 0, 400, 4.0));
  EXPECT_GT(thinned(peaks, rows.history, 120, 400, 4.0).y.front(), 1.9);
}

TEST(Peaks, SeeThatItIsAnotherHistory) {
  Rows one, other;
  for (long i = 0; i < 300; ++i) one.add(noise(i)), other.add(5.0 + noise(i));
  lab::Peaks peaks;
  peaks.follow(one.history, kGiven);
  peaks.follow(other.history, kGiven);
  const lab::Series series = thinned(peaks, other.history, 0, 300, 8.0);
  EXPECT_GT(*std::min_element(series.y.begin(), series.y.end()), 3.9);
}

TEST(Peaks, BreakALineWhereThereIsNoNumberUnlessItIsToBeSkipped) {
  Rows rows;
  for (long i = 0; i < 64; ++i) rows.add(i >= 20 && i < 40 ? kNaN : noise(i));
  for (const lab::Channel& channel : {kGiven, kSkipping}) {
    lab::Peaks peaks;
    peaks.follow(rows.history, channel);
    for (const double column : {1.0, 4.0, 64.0}) {
      const lab::Series series = thinned(peaks, rows.history, 0, 64, column, channel);
      const bool broken =
          std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isnan(y); });
      EXPECT_EQ(broken, !channel.skips) << column;
      EXPECT_TRUE(std::is_sorted(series.x.begin(), series.x.end()));
    }
  }
}

TEST(Peaks, ReadTheLastRowAsItIsNow) {
  Rows rows;
  for (long i = 0; i < 33; ++i) rows.add(noise(i));
  static double last = 0.0;  // a value that arrives later, as singular values do
  const lab::Channel late{[](const lab::History& history, std::size_t row, int) {
    return row + 1 == history.size() ? last : history.update_ns(row);
  }};
  lab::Peaks peaks;
  peaks.follow(rows.history, late);
  last = 9.0;
  EXPECT_EQ(thinned(peaks, rows.history, 0, 33, 8.0, late).y.back(), 9.0);
}

TEST(Peaks, OfNothingAreNothing) {
  const lab::History history;
  lab::Peaks peaks;
  peaks.follow(history, kGiven);
  EXPECT_TRUE(thinned(peaks, history, 0, 0, 5.0).x.empty());
}

}  // namespace
