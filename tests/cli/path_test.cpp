#include <cmath>
#include <regex>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

// `iklab path`: its columns, fields, status and errors.
namespace {

const std::string kArc = " --waypoints " IKLAB_SOURCE_DIR "/tests/data/arc.csv ";

/// A line that the PUMA 560 follows from elbow down alone.
std::string long_line() {
  std::string text = "x,y,z,qw,qx,qy,qz\n";
  for (int i = 0; i < 100; ++i) {
    text += "0.4," + std::to_string(-0.35 + 0.7 * i / 99.0) +
            ",0.3,0.7071067811865476,0,"
            "0.7071067811865476,0\n";
  }
  return text;
}

TEST(PathCommand, WritesTheColumnsOfTheContract) {
  const Finished finished = iklab_here("path --scene two-link-arm --csv -" + kArc);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out.substr(0, finished.out.find('\n')),
            "waypoint,time,theta_shoulder,theta_elbow,error_hand,branch,reconfigured");
  const support::CsvTable table(finished.out);
  ASSERT_EQ(table.rows.size(), 21U);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    EXPECT_EQ(table.number(row, "waypoint"), static_cast<double>(row));
    EXPECT_LT(table.number(row, "error_hand"), 1e-6);
    EXPECT_EQ(table.number(row, "reconfigured"), 0.0);
  }
}

TEST(PathCommand, SummarisesAsTheContractSays) {
  const Finished finished = iklab_here("path --scene two-link-arm --json -" + kArc);
  const auto summary = nlohmann::json::parse(finished.out);
  for (const char* field :
       {"scene", "waypoints", "followed", "reconfigurations", "least_reconfigurations", "travel",
        "max_step", "breaks_at", "verdict", "reason", "ms"}) {
    EXPECT_TRUE(summary.contains(field)) << field;
  }
  EXPECT_EQ(summary["followed"], 21);
  EXPECT_EQ(summary["least_reconfigurations"], true);
  EXPECT_TRUE(summary["breaks_at"].is_null());
  // the arc is about the shoulder, which turns by 1 rad
  EXPECT_NEAR(summary["travel"].get<double>(), 1.0, 1e-5);
  EXPECT_NEAR(summary["max_step"].get<double>(), 0.05, 1e-5);
}

TEST(PathCommand, TellsUnitsAndHowFarTheHandStrays) {
  const Finished finished = iklab_here("path --scene two-link-arm" + kArc);
  // the arc is about the shoulder, which turns by 1 rad in 20 steps
  EXPECT_TRUE(std::regex_search(finished.out, std::regex("\ntravel +1 rad\n"))) << finished.out;
  EXPECT_TRUE(std::regex_search(finished.out, std::regex("\nlargest step +0.05 rad\n")));
  // at the middle of a leg the hand is on the arc about the shoulder, which is at a height of 1 m,
  // and the goal on its chord: the sagitta
  std::smatch stray;
  ASSERT_TRUE(
      std::regex_search(finished.out, stray, std::regex("\nstrays between +([-+.e0-9]+) m\n")));
  EXPECT_NEAR(std::stod(stray[1]), std::hypot(1.176080, 0.238403) * (1.0 - std::cos(0.025)), 1e-5);
}

TEST(PathCommand, SaysWhyALineNeedsAReconfiguration) {
  const support::TemporaryFolder folder;
  support::put(folder / "line.csv", long_line());
  const std::string line = "path --scene puma560 --waypoints " + (folder / "line.csv").string();
  EXPECT_EQ(iklab_here(line).status, 0);
  const Finished solved =
      iklab_here("solve --scene puma560 --goal tool=0.4,-0.35,0.3,0,90deg,0 --all --json -");
  const auto solution = nlohmann::json::parse(solved.out);
  bool fails = false;
  for (const auto& theta : solution["solutions"]) {
    std::string start;
    for (const auto& angle : theta) start += (start.empty() ? "" : ",") + angle.dump();
    const Finished finished = iklab_here(line + " --start=" + start);
    if (finished.status == 0) continue;
    EXPECT_EQ(finished.status, 3);
    EXPECT_NE(finished.err.find("needs 1 reconfiguration: upper limit of j1 at 5"),
              std::string::npos)
        << finished.err;
    fails = true;
  }
  EXPECT_TRUE(fails);
}

TEST(PathCommand, RefusesWrongInput) {
  const support::TemporaryFolder folder;
  const auto refusal = [&](const std::string& text, const std::string& options = "") {
    support::put(folder / "path.csv", text);
    const Finished finished = iklab_here("path --scene two-link-arm --waypoints " +
                                         (folder / "path.csv").string() + options);
    EXPECT_EQ(finished.status, 2) << text << options << finished.err;
    return finished.err;
  };
  refusal("");
  refusal("x,y,z\n");
  refusal("x,y\n1,1\n");
  refusal("x,y,z,qw,qx,qy,qz\n1,1,0,nan,0,0,0\n");
  EXPECT_NE(refusal("x,y,z\n1,1,0\n0.9,1,0\n", " --closed").find("--closed"), std::string::npos);
  EXPECT_NE(refusal("x,y,z\n1,1,0\n", " --at 1,2").find("--at 1,2"), std::string::npos);
  EXPECT_NE(refusal("x,y,z\n1,1,0\n", " --velocity 1").find("--velocity"), std::string::npos);
  EXPECT_NE(refusal("x,y,z\n1,1,0\n", " --start 1").find("--start"), std::string::npos);
}

}  // namespace
