#include "page/address.h"

#include <gtest/gtest.h>

#include "io/files/text.h"

namespace {

/// What the reader of a wrong address is told; empty: it is not wrong.
std::string trouble_of(const page::Query& query) {
  try {
    page::options_of(query);
  } catch (const io::Error& problem) {
    return problem.what();
  }
  return {};
}

TEST(Address, NamesSceneMethodAndSettings) {
  const auto options = page::options_of(
      {{"scene", "double-y"}, {"methods", "dls,sdls"}, {"lambda", "0.7"}, {"d-max", "off"}});
  ASSERT_TRUE(options.scene);
  EXPECT_EQ(options.scene->id, "double-y");
  EXPECT_EQ(options.method, "dls");
  ASSERT_EQ(options.further_lanes.size(), 1U);
  EXPECT_STREQ(options.further_lanes[0]->id, "sdls");
  ASSERT_EQ(options.settings.size(), 2U);
  EXPECT_STREQ(options.settings[0].first->name, "lambda");
  EXPECT_EQ(options.settings[0].second, 0.7);
  EXPECT_EQ(options.settings[1].second, lab::kOff);
  EXPECT_TRUE(options.keep_preferences);
  EXPECT_FALSE(options.no_panels);
}

TEST(Address, SaysWhatAFrameOfAnotherPageKeeps) {
  const auto alone = page::options_of({{"embed", ""}});
  EXPECT_TRUE(alone.no_panels);
  EXPECT_FALSE(alone.keep_preferences);
  EXPECT_EQ(alone.kept.controls.count(), 0U);
  EXPECT_FALSE(alone.kept.time || alone.kept.plots);

  const auto some = page::options_of({{"embed", "d-max,method,lambda,plots"}});
  EXPECT_TRUE(some.kept.controls.method);
  ASSERT_EQ(some.kept.controls.settings.size(), 2U);
  EXPECT_STREQ(some.kept.controls.settings[0]->name, "d-max");
  EXPECT_STREQ(some.kept.controls.settings[1]->name, "lambda");
  EXPECT_TRUE(some.kept.plots);
  EXPECT_FALSE(some.kept.time);
}

TEST(Address, NamesThePartThatIsWrong) {
  EXPECT_EQ(trouble_of({{"method", "dls"}}), "");
  for (const page::Query& query : {page::Query{{"method", "nonsense"}},
                                   {{"methods", "dls,nonsense"}},
                                   {{"scene", "nonsense"}},
                                   {{"embed", "method,nonsense"}},
                                   {{"nonsense", "1"}},
                                   {{"lambda", "nonsense"}},
                                   {{"crowd", "nonsense"}},
                                   {{"setup", "nonsense"}}}) {
    const bool about_setup = query.front().first == "setup";
    EXPECT_NE(trouble_of(query).find(about_setup ? "set-up" : "nonsense"), std::string::npos)
        << query.front().first << ": " << trouble_of(query);
  }
  EXPECT_NE(trouble_of({{"method", ""}}), "");
}

}  // namespace
