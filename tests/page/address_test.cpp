#include "app/window/address.h"

#include <gtest/gtest.h>

namespace {

/// Message about faults of an address; empty if there are none.
std::string trouble_of(const app::Query& query) { return app::options_from_address(query).trouble; }

app::WindowOptions options_of(const app::Query& query) {
  return app::options_from_address(query).options;
}

TEST(Address, NamesSceneMethodAndSettings) {
  const auto options = options_of(
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
  const auto alone = options_of({{"embed", ""}});
  EXPECT_TRUE(alone.no_panels);
  EXPECT_FALSE(alone.keep_preferences);
  EXPECT_EQ(alone.kept.controls.count(), 0U);
  EXPECT_FALSE(alone.kept.time || alone.kept.plots);

  const auto some = options_of({{"embed", "d-max,method,lambda,plots"}});
  EXPECT_TRUE(some.kept.controls.method);
  ASSERT_EQ(some.kept.controls.knobs.size(), 2U);
  EXPECT_STREQ(some.kept.controls.knobs[0]->name, "d-max");
  EXPECT_STREQ(some.kept.controls.knobs[1]->name, "lambda");
  EXPECT_TRUE(some.kept.plots);
  EXPECT_FALSE(some.kept.time);
}

TEST(Address, NamesThePartThatIsWrong) {
  EXPECT_EQ(trouble_of({{"method", "dls"}}), "");
  for (const app::Query& query : {app::Query{{"method", "nonsense"}},
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

TEST(Address, UsesAllOtherPartsAndNamesEachWrongOne) {
  const app::Asked asked = app::options_from_address({{"scene", "double-y"},
                                                      {"one", "1"},
                                                      {"methods", "sdls,two,dls"},
                                                      {"lambda", "three"},
                                                      {"embed", "four,time"},
                                                      {"d-max", "0.2"}});
  ASSERT_TRUE(asked.options.scene);
  EXPECT_EQ(asked.options.scene->id, "double-y");
  EXPECT_EQ(asked.options.method, "sdls");
  EXPECT_EQ(asked.options.further_lanes.size(), 1U);
  EXPECT_TRUE(asked.options.kept.time);
  ASSERT_EQ(asked.options.settings.size(), 1U);
  EXPECT_EQ(asked.options.settings[0].second, 0.2);
  for (const char* wrong : {"one", "two", "three", "four"}) {
    EXPECT_NE(asked.trouble.find(wrong), std::string::npos) << asked.trouble;
  }
  EXPECT_EQ(asked.trouble.find('\n'), std::string::npos);
}

TEST(Address, TakesASwitchByOnAndOffAndByItsNameAlone) {
  for (const auto& [text, value] :
       {std::pair("on", 1.0), {"", 1.0}, {"true", 1.0}, {"off", 0.0}, {"false", 0.0}}) {
    const app::Asked asked = app::options_from_address({{"adaptive-d-max", text}});
    EXPECT_EQ(asked.trouble, "") << text;
    ASSERT_EQ(asked.options.settings.size(), 1U) << text;
    EXPECT_EQ(asked.options.settings[0].second, value) << text;
  }
}

TEST(Address, LeavesTheReadersOwnRunAlone) {
  EXPECT_TRUE(options_of({{"dark", ""}, {"paused", ""}}).keep_run);
  for (const app::Query& link :
       {app::Query{{"scene", "y"}}, {{"method", "dls"}}, {{"lambda", "0.7"}}, {{"crowd", "10"}}}) {
    EXPECT_FALSE(options_of(link).keep_run) << link.front().first;
  }
}

TEST(Address, TakesGroupsOfMethods) {
  EXPECT_EQ(options_of({{"methods", "all"}}).further_lanes.size(), ik::methods().size() - 1);
  EXPECT_EQ(options_of({{"methods", "report"}}).further_lanes.size(), 3U);
  EXPECT_EQ(trouble_of({{"methods", "all"}}), "");
}

}  // namespace
