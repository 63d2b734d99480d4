#include "io/files/text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

TEST(Edits, AreLettersMoreLessOtherOrExchanged) {
  const struct {
    const char *a, *b;
    int edits;
  } table[] = {{"", "", 0},
               {"dls", "dls", 0},
               {"DLS", "dls", 0},
               {"dsl", "dls", 1},
               {"lamda", "lambda", 1},
               {"lambdaa", "lambda", 1},
               {"lembda", "lambda", 1},
               {"", "abc", 3},
               {"abc", "", 3},
               {"kitten", "sitting", 3}};
  for (const auto& row : table) {
    EXPECT_EQ(io::edits_between(row.a, row.b), row.edits) << row.a << " " << row.b;
    EXPECT_EQ(io::edits_between(row.b, row.a), row.edits) << row.b << " " << row.a;
  }
}

TEST(Suggestion, IsTheClosestKnownWordOrNothing) {
  const std::vector<std::string> known = {"dls", "sdls", "jacobian-transpose", "newton"};
  EXPECT_EQ(io::did_you_mean("dsl", known), "; did you mean 'dls'?");
  EXPECT_EQ(io::did_you_mean("DLS", known), "; did you mean 'dls'?");
  EXPECT_EQ(io::did_you_mean("jacobian-transpos", known), "; did you mean 'jacobian-transpose'?");
  for (const char* far : {"", "magic", "x", "qqq"})
    EXPECT_EQ(io::did_you_mean(far, known), "") << far;
  EXPECT_EQ(io::did_you_mean(std::string(1000, 'd'), known), "");
  EXPECT_EQ(io::did_you_mean("dls", {}), "");
}

}  // namespace
