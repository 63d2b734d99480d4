#include <gtest/gtest.h>

#include "io/saved/preferences.h"
#include "ui/shell/laboratory.h"

namespace {

TEST(TextSize, GoesInStepsAndStopsAtItsEnds) {
  double size = 1.0;
  for (int i = 0; i < 30; ++i) {
    const double next = ui::next_text_size(size, true);
    EXPECT_NEAR(ui::next_text_size(next, false), i < 7 ? size : ui::next_text_size(next, false),
                0.0);
    size = next;
  }
  EXPECT_EQ(size, io::kMaxTextSize);
  for (int i = 0; i < 30; ++i) size = ui::next_text_size(size, false);
  EXPECT_EQ(size, io::kMinTextSize);
}

}  // namespace
