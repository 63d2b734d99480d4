#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "lab/claims/claims.h"
#include "support/temporary_folder.h"

namespace {

TEST(ClaimsCommand, PrintsItsVerdict) {
  const Finished run = iklab("claims best-lambda-of-the-y");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("This holds."), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("83.09"), std::string::npos);
}

TEST(ClaimsCommand, ListsAllOfThem) {
  const Finished list = iklab("claims --list");
  EXPECT_EQ(list.status, 0);
  for (const lab::Claim& claim : lab::claims()) {
    EXPECT_NE(list.out.find(claim.id), std::string::npos) << claim.id;
  }
}

TEST(ClaimsCommand, OfNoKnownNameIsAnsweredByOneLineWithTheKnown) {
  for (const char* name : {"nothing", ""}) {
    const Finished run = iklab(std::string("claims ") + name);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.complaints(), 1);
    EXPECT_NE(run.err.find("runtimes"), std::string::npos) << run.err;
    EXPECT_TRUE(run.out.empty());
  }
}

TEST(ClaimsCommand, WritesPagesAndJson) {
  const support::TemporaryFolder folder;
  const std::string page = (folder / "page.html").string();
  const Finished run = iklab("claims published-double-y-25 --json - --report '" + page + "'");
  EXPECT_EQ(run.status, 0) << run.err;
  const auto found = nlohmann::json::parse(run.out);
  EXPECT_EQ(found.at(0).at("verdict"), "holds");
  EXPECT_NE(support::text_of(page).find("<svg"), std::string::npos);
  const Finished wrong = iklab("claims runtimes --report page.pdf");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.complaints(), 1);
}

TEST(ClaimsCommand, HasTheFormerNameExperiment) {
  for (const char* rest : {" --list", " best-lambda-of-the-y", " --help", " nothing",
                           " clamping-the-step-helps --no-times --json -"}) {
    const Finished now = iklab(std::string("claims") + rest);
    const Finished former = iklab(std::string("experiment") + rest);
    EXPECT_EQ(former.status, now.status) << rest;
    EXPECT_EQ(former.out, now.out) << rest;
    EXPECT_EQ(former.err, now.err) << rest;
  }
  EXPECT_EQ(iklab("help experiment").out, iklab("claims --help").out);
  EXPECT_EQ(iklab("-q experiment --list").out, iklab("claims --list").out);
  EXPECT_EQ(iklab("--help").out.find("experiment "), std::string::npos);
}

}  // namespace
