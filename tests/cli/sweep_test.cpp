#include <future>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

namespace {

const std::string kSweep = "sweep --scene y --method dls --steps 220 --warmup 20 ";
const std::string kGrid =
    "sweep --scene double-y --method dls --steps 60 --vary lambda=0.1:3:6 "
    "--vary d-max=0.05:2:5 ";

TEST(WrongSweep, IsOneLineThatNamesTheCulpritAndExitTwo) {
  const std::string vary = "--vary lambda=0.1:1:5 ";
  const struct {
    std::string arguments, names;
  } table[] = {
      {"sweep", "--scene is required"},
      {"sweep --scene y", "--method is required"},
      {kSweep, "--vary is required"},
      {"sweep --scene nowhere --method dls " + vary, "'nowhere'"},
      {"sweep --scene y --method magic " + vary, "--method: no method 'magic'"},
      {kSweep + vary + "--vary d-max=1:2:2 --vary lead=0:1:2", "--vary: at most two"},
      {kSweep + vary + vary, "--vary lambda: appears twice"},
      {kSweep + "--vary lambda", "--vary lambda: expected NAME=LO:HI:COUNT"},
      {kSweep + "--vary lambda=1:2", "--vary lambda=1:2: expected NAME=LO:HI:COUNT"},
      {kSweep + "--vary lambda=1:2:3:4:5", "expected NAME=LO:HI:COUNT"},
      {kSweep + "--vary lambda=1:2:3:cubic", "expected NAME=LO:HI:COUNT"},
      {kSweep + "--vary magic=1:2:3",
       "--vary magic: no such setting or parameter; dls has lambda,"},
      {kSweep + "--vary scene=1:2:3", "--vary scene"},
      {kSweep + "--vary lambda=1:2:1", "COUNT is a whole number of at least 2"},
      {kSweep + "--vary lambda=1:2:-5", "COUNT is a whole number of at least 2"},
      {kSweep + "--vary lambda=1:2:2.5", "COUNT is a whole number of at least 2"},
      {kSweep + "--vary lambda=1:2:99999999999999999999", "COUNT"},
      {kSweep + "--vary lambda=1:2:4294967298", "at most 1000000 values"},
      {kSweep + "--vary lambda=0.1:2:5000 --vary d-max=1:2:5000",
       "--vary: 25000000 cells; at most"},
      {kSweep + "--vary lambda=2:1:5", "LO must be below HI"},
      {kSweep + "--vary lambda=1:1:5", "LO must be below HI"},
      {kSweep + "--vary lambda=nan:1:5", "'nan' is not a number"},
      {kSweep + "--vary lambda=1:inf:5", "'inf' is not a number"},
      {kSweep + "--vary lambda=1:x:5", "'x' is not a number"},
      {kSweep + "--vary lambda=:1:5", "'' is not a number"},
      {kSweep + "--vary lambda=0:1:5", "even ratios need LO above 0; with :lin"},
      {kSweep + "--vary lambda=-1:1:5:lin", "LO and HI are each a number of at least 0"},
      {kSweep + "--vary lead=0:1:5:log", "even ratios need LO above 0"},
      {kSweep + "--vary d-max=1:off:5", "off cannot be an end of a range"},
      {kSweep + "--vary d-max=0:1:5:lin", "LO and HI are each a number above 0"},
      {kSweep + "--vary iterations=1:4:3", "COUNT must step by whole numbers"},
      {kSweep + "--vary iterations=1.5:4:2", "LO and HI are each a whole number"},
      {kSweep + "--vary jacobian=1:2:2", "LO and HI are each effector or target"},
      {kSweep + "--vary jacobian=target:effector:2", "LO must be below HI"},
      {kSweep + vary + "--lambda 1", "--vary lambda: not together with --lambda"},
      {kSweep + vary + "--param lambda=1", "--vary lambda: not together with --param lambda"},
      {"sweep --scene y --method sdls " + vary, "--vary lambda: no such setting or parameter"},
      {"sweep --scene y --method sdls --vary hard-clamp=0:1:2", "LO and HI are each true or false"},
      {kSweep + vary + "--shard 0/4", "--shard 0/4: expected I/N with I from 1 to N"},
      {kSweep + vary + "--shard 5/4", "--shard 5/4"},
      {kSweep + vary + "--shard 1", "--shard 1:"},
      {kSweep + vary + "--shard 1/2/3", "--shard 1/2/3"},
      {kSweep + vary + "--shard a/b", "--shard a/b"},
      {kSweep + vary + "--threads 0", "--threads: expected a whole number of at least 1"},
      {kSweep + vary + "--threads 5000", "--threads: at most 1024"},
      {kSweep + vary + "--steps 0", "--steps"},
      {kSweep + vary + "--warmup 220", "--warmup"},
      {kSweep + vary + "--d-max x", "--d-max"},
      {kSweep + vary + "--param gain=1", "--param gain"},
      {kSweep + vary + "--plot a.bmp", "--plot: a.bmp: a plot ends in .svg, .png or .pdf"},
      {kSweep + vary + "--csv /nowhere/a.csv", "/nowhere/a.csv: cannot be written"},
      {kSweep + vary + "--csv - --json -", "--csv and --json"},
      {"sweep --merge", "--merge"},
      {"sweep --merge /nowhere/a.csv", "/nowhere/a.csv: cannot be read"},
      {"sweep --merge a.csv --scene y", "--scene: with --merge give only --csv, or all options"},
      {"sweep --merge a.csv --lambda 1", "--lambda: with --merge give only --csv, or all options"},
  };
  for (const auto& wrong : table) {
    SCOPED_TRACE(wrong.arguments);
    // giving an option twice would be another mistake
    std::string arguments = wrong.arguments;
    if (arguments.find("--steps 0") != std::string::npos)
      arguments.erase(arguments.find("--steps 220 "), 12);
    if (arguments.find("--warmup 220") != std::string::npos)
      arguments.erase(arguments.find("--warmup 20 "), 12);
    const Finished finished = iklab(arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.complaints(), 1) << finished.err;
    EXPECT_EQ(finished.err.rfind("iklab: ", 0), 0U) << finished.err;
    EXPECT_NE(finished.err.find(wrong.names), std::string::npos) << finished.err;
  }
}

TEST(SweepCommand, FindsThePublishedLambda) {
  const Finished finished = iklab(kSweep + "--vary lambda=0.1:1:10:lin");
  EXPECT_EQ(finished.status, 0) << finished.err;
  const std::size_t best = finished.out.find("\nleast error");
  ASSERT_NE(best, std::string::npos);
  const std::string row = finished.out.substr(best + 1, finished.out.find('\n', best + 1) - best);
  EXPECT_NE(row.find(" 0.4 "), std::string::npos) << row;
  EXPECT_NE(row.find(" 83.0872 "), std::string::npos) << row;
  EXPECT_NE(finished.out.find("shaking sets in between lambda 0.4 and 0.3"), std::string::npos);
}

TEST(SweepCommand, WritesWhatRunMeasures) {
  const support::CsvTable table(iklab(kGrid + "--csv -").out);
  ASSERT_EQ(table.rows.size(), 30U);
  for (const std::size_t row : {std::size_t{0}, std::size_t{13}, std::size_t{29}}) {
    const Finished run = iklab("run --scene double-y --method dls --steps 60 --json - --lambda " +
                               table.rows[row][table.column("lambda")] + " --d-max " +
                               table.rows[row][table.column("d-max")]);
    const auto found = nlohmann::json::parse(run.out);
    for (const char* name : {"mean_error", "rms_error", "max_error", "total_error",
                             "mean_jitter_deg", "reversal_rate", "max_step_deg", "roughness"}) {
      EXPECT_EQ(table.number(row, name), found.at(name).get<double>()) << name;
    }
  }
}

TEST(SweepCommand, WritesTheSameBytesInPartsSideBySide) {
  const support::TemporaryFolder folder;
  const auto path = [&folder](const std::string& name) { return (folder / name).string(); };
  ASSERT_EQ(iklab(kGrid + "--threads 1 --csv " + path("whole")).status, 0);
  const std::string whole = support::text_of(path("whole"));
  ASSERT_EQ(iklab(kGrid + "--threads 4 --csv " + path("threads"), "LC_ALL=de_DE.UTF-8").status, 0);
  EXPECT_EQ(support::text_of(path("threads")), whole);

  std::vector<std::future<Finished>> shards;
  std::string parts;
  for (int i = 1; i <= 4; ++i) {
    const std::string part = path(std::to_string(i) + ".csv");
    parts = part + " " + parts;
    shards.push_back(std::async(std::launch::async, [=] {
      return iklab(kGrid + "--threads 1 --shard " + std::to_string(i) + "/4 --csv " + part);
    }));
  }
  for (auto& shard : shards) EXPECT_EQ(shard.get().status, 0);
  EXPECT_EQ(support::CsvTable(support::text_of(path("3.csv"))).rows.size(), 7U);  // 2, 6, ... 26
  const Finished merged = iklab("sweep --merge " + parts + "--csv " + path("merged"));
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(support::text_of(path("merged")), whole);
  EXPECT_EQ(iklab("sweep --merge " + parts).out, whole);

  // with the sweep's options the merged parts give the same table and figures
  const std::string files = " --plot " + path("a.svg") + " --json " + path("a.json");
  const Finished again = iklab(kGrid + "--merge " + parts + files);
  EXPECT_EQ(again.status, 0) << again.err;
  const Finished once =
      iklab(kGrid + "--threads 2 --plot " + path("b.svg") + " --json " + path("b.json"));
  EXPECT_EQ(again.out, once.out);
  EXPECT_EQ(support::text_of(path("a.svg")), support::text_of(path("b.svg")));
  EXPECT_EQ(support::text_of(path("a.json")), support::text_of(path("b.json")));
  // a setting without effect makes no other sweep: this body has no limits
  EXPECT_EQ(iklab(kGrid + "--limits off --merge " + parts).out, once.out);
  const Finished other = iklab(kGrid + "--max-angle 9 --merge " + parts);
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("of another sweep"), std::string::npos) << other.err;
  const Finished both = iklab(kGrid + "--shard 1/4 --merge " + parts);
  EXPECT_EQ(both.status, 2);
  EXPECT_NE(both.err.find("--shard"), std::string::npos) << both.err;
}

TEST(SweepCommand, WritesJsonWithAxesCellsAndFindings) {
  const auto found = nlohmann::json::parse(iklab(kGrid + "--shard 2/3 --json -").out);
  EXPECT_EQ(found.at("scene"), "double-y");
  EXPECT_EQ(found.at("axes").size(), 2U);
  EXPECT_EQ(found.at("axes")[0].at("name"), "lambda");
  EXPECT_EQ(found.at("axes")[0].at("spacing"), "log");
  EXPECT_EQ(found.at("axes")[1].at("values").size(), 5U);
  EXPECT_EQ(found.at("cells").size(), 10U);
  EXPECT_EQ(found.at("cells")[0].at("cell"), 1);
  EXPECT_FALSE(found.at("settings").contains("lambda"));
  double least = 1e9;
  int best = -1;
  for (const auto& cell : found.at("cells")) {
    if (cell.at("mean_error") < least) best = cell.at("cell");
    least = std::min(least, cell.at("mean_error").get<double>());
  }
  EXPECT_EQ(found.at("findings").at("least_error"), best);
}

TEST(SweepCommand, NamesTheTimeStepInItsHeadUnlessItVaries) {
  const std::string sweep = "sweep --scene y --method dls --steps 20 --vary ";
  const std::string varied = iklab(sweep + "time-step=0.001:0.01:3").out;
  EXPECT_TRUE(varied.starts_with("y (Y), 20 steps\n")) << varied;
  const std::string fixed = iklab(sweep + "lambda=0.1:1:3 --time-step 0.01").out;
  EXPECT_TRUE(fixed.starts_with("y (Y), 20 steps of 0.01 s\n")) << fixed;
}

TEST(SweepCommand, SweepsParametersSwitchesAndWords) {
  const Finished finished = iklab(
      "sweep --scene y --method sdls --steps 5 --vary hard-clamp=false:true:2 --vary "
      "jacobian=effector:target:2 --csv -");
  EXPECT_EQ(finished.status, 0) << finished.err;
  const support::CsvTable table(finished.out);
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[1][table.column("hard-clamp")], "false");
  EXPECT_EQ(table.rows[1][table.column("jacobian")], "target");
  EXPECT_EQ(table.rows[2][table.column("hard-clamp")], "true");
}

}  // namespace
