#include "cli/output/output.h"

#include <sstream>

#include <gtest/gtest.h>

#include "io/files/text.h"

namespace {

TEST(Words, CountColumnsAndNotBytes) { EXPECT_EQ(cli::columns_of("λ = σ²"), 6U); }

TEST(Words, WrapBetweenWordsWithoutExceedingTheWidth) {
  EXPECT_EQ(cli::wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(cli::wrapped("one two three", 8), "one two\nthree");
  EXPECT_EQ(cli::wrapped("unbreakable is", 3), "unbreakable\nis");
  EXPECT_EQ(cli::wrapped("λλλ λλλ", 7), "λλλ λλλ");
  EXPECT_EQ(cli::wrapped("", 7), "");
}

TEST(Words, ReadCountsAndNameTheOptionOtherwise) {
  EXPECT_EQ(cli::count_option("--steps", "12", 1), 12);
  for (const char* text : {"", "0", "-3", "1.5", "ten", "12 "}) {
    try {
      cli::count_option("--steps", text, 1);
      ADD_FAILURE() << "took " << text;
    } catch (const io::Error& error) {
      EXPECT_STREQ(error.what(), "--steps: expected a whole number of at least 1");
    }
  }
}

TEST(Table, LinesUpColumnsOfAnyLetters) {
  cli::Table table;
  table.add_column("name", cli::Table::Align::kLeft);
  table.add_column("n", cli::Table::Align::kRight);
  table.add_row({"λ", "10"});
  table.add_row({"sigma", "5"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "name    n\n"
            "λ      10\n"
            "sigma   5\n");
}

}  // namespace
