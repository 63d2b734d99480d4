#include <cmath>

#include <gtest/gtest.h>

#include "lab/track/bench.h"

namespace {

TEST(TickedTime, IsTheLastOneOfAClockThatTellsUpdatesApart) {
  lab::TickedTime time;
  for (const double ns : {900.0, 70000.0, 1100.0}) {
    time.add(ns);
    EXPECT_EQ(time.ns(), ns);
  }
}

TEST(TickedTime, IsRightInTheMeanByAClockOfLongTicks) {
  constexpr double kTick = 1e5, kUpdate = 5e3, kStep = 16.7e6 / 3.0;  // ns
  const auto shown = [](double ns) { return kTick * std::floor(ns / kTick); };
  lab::TickedTime time;
  double now = 0.0;
  for (int step = 0; step < 6000; ++step) {
    time.add(shown(now + kUpdate) - shown(now));
    now += kStep + 137.0 * (step % 11);  // frames vary
  }
  EXPECT_NEAR(time.ns(), kUpdate, 0.2 * kUpdate);
}

}  // namespace
