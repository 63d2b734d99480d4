#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "lab/claims/claims.h"
#include "support/temporary_folder.h"

namespace {

TEST(Experiment, PrintsItsVerdict) {
  const Finished run = iklab("experiment best-lambda-of-the-y");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("This holds."), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("83.09"), std::string::npos);
}

TEST(Experiment, ListsAllOfThem) {
  const Finished list = iklab("experiment --list");
  EXPECT_EQ(list.status, 0);
  for (const lab::Claim& claim : lab::claims()) {
    EXPECT_NE(list.out.find(claim.id), std::string::npos) << claim.id;
  }
}

TEST(Experiment, OfNoKnownNameIsAnsweredByOneLineWithTheKnown) {
  for (const char* name : {"nothing", ""}) {
    const Finished run = iklab(std::string("experiment ") + name);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.complaints(), 1);
    EXPECT_NE(run.err.find("runtimes"), std::string::npos) << run.err;
    EXPECT_TRUE(run.out.empty());
  }
}

TEST(Experiment, WritesPagesAndJson) {
  const support::TemporaryFolder folder;
  const std::string page = (folder / "page.html").string();
  const Finished run = iklab("experiment published-double-y-25 --json - --report '" + page + "'");
  EXPECT_EQ(run.status, 0) << run.err;
  const auto found = nlohmann::json::parse(run.out);
  EXPECT_EQ(found.at(0).at("verdict"), "holds");
  EXPECT_NE(support::text_of(page).find("<svg"), std::string::npos);
  const Finished wrong = iklab("experiment runtimes --report page.pdf");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.complaints(), 1);
}

}  // namespace
