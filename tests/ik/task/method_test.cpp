#include "iklab/method.h"

#include <cmath>

#include <gtest/gtest.h>

namespace {

using ik::Knob;
using ik::KnobKind;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr const char* kColours[] = {"red", "green"};

TEST(Knob, AcceptsItsRangeAndSaysWhichThatIs) {
  const Knob plain{.name = "a", .label = "A"};
  EXPECT_TRUE(plain.accepts(0.0));
  EXPECT_TRUE(plain.accepts(1e300));
  EXPECT_FALSE(plain.accepts(-1e-300));
  EXPECT_FALSE(plain.accepts(kInfinite));
  EXPECT_FALSE(plain.accepts(-kInfinite));
  EXPECT_FALSE(plain.accepts(std::nan("")));
  EXPECT_EQ(plain.expectation(), "a number of at least 0");

  const Knob ranged{.name = "a", .label = "A", .least = -1.5, .most = 2.0};
  EXPECT_TRUE(ranged.accepts(-1.5));
  EXPECT_TRUE(ranged.accepts(2.0));
  EXPECT_FALSE(ranged.accepts(std::nextafter(2.0, 3.0)));
  EXPECT_EQ(ranged.expectation(), "a number from -1.5 to 2");

  const Knob cap{.name = "a", .label = "A", .above_least = true, .can_be_off = true};
  EXPECT_FALSE(cap.accepts(0.0));
  EXPECT_TRUE(cap.accepts(5e-324));
  EXPECT_TRUE(cap.accepts(kInfinite));
  EXPECT_FALSE(cap.accepts(-kInfinite));
  EXPECT_EQ(cap.expectation(), "a number above 0, or off");

  const Knob share{.name = "a", .label = "A", .most = 1.0, .above_least = true};
  EXPECT_EQ(share.expectation(), "a number above 0 and at most 1");
}

TEST(Knob, CountsSwitchesAndChoicesAcceptWholeNumbersAlone) {
  const Knob count{.name = "a", .label = "A", .kind = KnobKind::kCount, .least = 1, .most = 1e6};
  EXPECT_TRUE(count.accepts(1.0));
  EXPECT_TRUE(count.accepts(1e6));
  EXPECT_FALSE(count.accepts(1.5));
  EXPECT_FALSE(count.accepts(0.0));
  EXPECT_EQ(count.expectation(), "a whole number from 1 to 1000000");

  const Knob on{.name = "a", .label = "A", .kind = KnobKind::kSwitch, .most = 1.0};
  EXPECT_TRUE(on.accepts(0.0));
  EXPECT_TRUE(on.accepts(1.0));
  EXPECT_FALSE(on.accepts(0.5));
  EXPECT_FALSE(on.accepts(2.0));
  EXPECT_EQ(on.expectation(), "true or false");

  const Knob colour{
      .name = "a", .label = "A", .kind = KnobKind::kChoice, .most = 1.0, .choices = kColours};
  EXPECT_TRUE(colour.accepts(1.0));
  EXPECT_FALSE(colour.accepts(2.0));
  EXPECT_EQ(colour.expectation(), "red or green");
}

}  // namespace
