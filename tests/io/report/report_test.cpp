#include "io/report/report.h"

#include <cstdio>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/files/text.h"
#include "io/scene/scene_file.h"
#include "io/setup/provenance.h"
#include "support/claims.h"
#include "support/temporary_folder.h"

namespace {

std::vector<lab::ClaimRun> two_runs() {
  return {{"a", "y", "dls", {}, 0.0, 60, 10},
          {"b", "y", "sdls", {{&lab::knob::kDMax, 0.4}}, 0.0, 60, 10}};
}
lab::Judgement judge(std::span<const lab::ClaimResult>) {
  return {lab::Verdict::kInPart, "Measured: 1 < 2 & \"3\" | 4.", 1};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

std::string fmt_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.5g", value);
  return text;
}

class Report : public testing::Test {
 protected:
  Report() {
    for (const lab::Claim& claim : claims_) {
      findings_.push_back(
          support::conduct(claim, [](const std::string& id) { return io::find_scene(id); }));
    }
  }
  std::vector<lab::Claim> claims_ = {{.id = "first",
                                      .sentence = "<b>Bold</b> & |barred|",
                                      .source = "Nobody's *notes*",
                                      .question = "What?",
                                      .answers = {"no", "<yes>"},
                                      .plan = two_runs,
                                      .judge = judge},
                                     {.id = "second",
                                      .sentence = "Plain",
                                      .source = "source",
                                      .question = "Which?",
                                      .answers = {"this", "that"},
                                      .plan = two_runs,
                                      .judge = judge}};
  std::vector<lab::Finding> findings_;
};

TEST_F(Report, EscapesWhatHtmlWouldReadAsMarkup) {
  EXPECT_EQ(io::html_escaped("<a href=\"x\">'&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  const std::string html = io::html_report(findings_);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_NE(html.find("&lt;b&gt;Bold&lt;/b&gt; &amp; |barred|"), std::string::npos);
  EXPECT_NE(html.find(io::program_name()), std::string::npos);
  EXPECT_NE(html.find("1 &lt; 2 &amp; &quot;3&quot;"), std::string::npos);
  EXPECT_NE(html.find("&lt;yes&gt;"), std::string::npos);
}

TEST_F(Report, TellsOfMapsOfBasinsWhereAClaimIsAboutThem) {
  for (lab::ClaimResult& result : findings_[1].results) {
    result.run.basin_side = 20;
    result.basins = {.reached_share = 0.75, .mean_updates = 12.5};
  }
  const std::string html = io::html_report(findings_);
  EXPECT_EQ(count(html, "<th>reached [%]</th>"), 1U);
  EXPECT_EQ(count(html, "<th>mean error [m]</th>"), 1U) << "of the other claim";
  // 20 times 20 starts
  EXPECT_EQ(count(html, "<td>400</td><td>75.00</td><td>12.5</td>"), 2U);
}

TEST_F(Report, IsOnePageThatAsksTheNetworkForNothing) {
  const std::string html = io::html_report(findings_);
  EXPECT_EQ(html.rfind("<!DOCTYPE html>", 0), 0U);
  EXPECT_EQ(count(html, "<svg"), 2U);
  EXPECT_EQ(count(html, "<?xml"), 0U);
  for (const char* way : {"src=", "@import", "<link", "<script", "href=\"http"}) {
    EXPECT_EQ(count(html, way), 0U) << way;
  }
  EXPECT_NE(html.find("prefers-color-scheme: dark"), std::string::npos);
}

TEST_F(Report, GivesEveryFigureNamesOfItsOwn) {
  const std::string html = io::html_report(findings_);
  std::set<std::string> ids;
  std::size_t named = 0;
  for (std::size_t at = html.find(" id=\""); at != std::string::npos;
       at = html.find(" id=\"", at + 1)) {
    ids.insert(html.substr(at + 5, html.find('"', at + 5) - at - 5));
    ++named;
  }
  EXPECT_EQ(ids.size(), named);
  // every reference has a target
  for (std::size_t at = html.find("href=\"#"); at != std::string::npos;
       at = html.find("href=\"#", at + 1)) {
    EXPECT_EQ(ids.count(html.substr(at + 7, html.find('"', at + 7) - at - 7)), 1U);
  }
}

TEST_F(Report, HoldsVerdictsNumbersAndSettings) {
  const std::string html = io::html_report(findings_);
  EXPECT_NE(html.find("This holds in part."), std::string::npos);
  EXPECT_NE(html.find("sdls, Clamp D_max 0.4 m"), std::string::npos);
  EXPECT_NE(html.find(fmt_of(findings_[0].results[0].summary.mean_error)), std::string::npos);
}

TEST_F(Report, InMarkdownHasItsFiguresBesideIt) {
  const support::TemporaryFolder folder;
  std::ostringstream out;
  io::write_report(out, folder / "out.md", findings_);
  const std::string text = out.str();
  EXPECT_NE(text.find("![first](<out.md_files/first.svg>)"), std::string::npos);
  EXPECT_NE(text.find("\\<b\\>Bold\\</b\\> & \\|barred\\|"), std::string::npos);
  EXPECT_EQ(support::text_of(folder / "out.md_files/second.svg").rfind("<?xml", 0), 0U);
}

TEST_F(Report, IsSavedUnderANameThatNothingHas) {
  const support::TemporaryFolder folder;
  const std::filesystem::path inner = folder / "not-there-yet";
  const std::filesystem::path first = io::save_report(inner, findings_);
  support::put(inner / "experiments-002.html", "mine");
  const std::filesystem::path third = io::save_report(inner, findings_);
  EXPECT_EQ(first, inner / "experiments-001.html");
  EXPECT_EQ(third, inner / "experiments-003.html");
  EXPECT_EQ(support::text_of(inner / "experiments-002.html"), "mine");
  EXPECT_NE(support::text_of(first).find("This holds in part."), std::string::npos);
  EXPECT_NE(support::text_of(third).find("This holds in part."), std::string::npos);
  // a file in place of the folder
  EXPECT_THROW(io::save_report(first, findings_), io::Error);
}

TEST_F(Report, WantsASuffixItKnows) {
  std::ostringstream out;
  EXPECT_THROW(io::write_report(out, "report.pdf", findings_), io::Error);
  EXPECT_EQ(out.str(), "");
  EXPECT_THROW(io::expect_report_path("report"), io::Error);
  EXPECT_NO_THROW(io::expect_report_path("report.html"));
}

TEST_F(Report, InJsonHasEveryRun) {
  const auto found = nlohmann::json::parse(io::findings_json(findings_));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].at("verdict"), "holds in part");
  EXPECT_EQ(found[0].at("runs").size(), 2U);
  EXPECT_EQ(found[0].at("runs")[1].at("mean_error"), findings_[0].results[1].summary.mean_error);
  EXPECT_TRUE(found[0].at("runs")[0].at("ns_per_update").is_null());
}

}  // namespace
