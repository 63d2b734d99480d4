#include "lab/scene/number_text.h"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

namespace {

TEST(Counted, HasAPluralUnlessThereIsOne) {
  EXPECT_EQ(lab::counted(0, "step"), "0 steps");
  EXPECT_EQ(lab::counted(1, "step"), "1 step");
  EXPECT_EQ(lab::counted(2, "candidate"), "2 candidates");
  EXPECT_EQ(lab::counted(2, "branch"), "2 branches");
}

TEST(ReadingNumber, HasFixedDecimalsOrSignificantDigits) {
  EXPECT_EQ(lab::reading_number(0.12345, 4), "0.1235");
  EXPECT_EQ(lab::reading_number(-12.5, 3), "-12.500");
  EXPECT_EQ(lab::reading_number(1.234e-6, 4), "1.23e-06");
  EXPECT_EQ(lab::reading_number(0.0, 4), "0.0000");
  EXPECT_EQ(lab::reading_number(3e-17, 4), "0.0000") << "round-off";
  EXPECT_EQ(lab::reading_number(1234567.0, 4), "1.23e+06");
}

TEST(ReadingNumber, IsNeverZeroForANumberThatIsNot) {
  for (double value = 1e-12; value < 1e12; value *= 1.7) {
    for (const int decimals : {2, 3, 4}) {
      const double read = std::atof(lab::reading_number(value, decimals).c_str());
      // half a unit of the last decimal, or of three digits
      EXPECT_NEAR(read, value, std::max(0.5 * std::pow(10.0, -decimals), 5e-3 * value) * 1.0001);
      EXPECT_GT(read, 0.0) << value;
    }
  }
}

}  // namespace
