#include <iomanip>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"
#include "support/xml.h"

namespace {

const std::string kY = "advise --scene y --steps 120 --warmup 20 ";
const std::string kFew = kY + "--methods dls,ccd,newton --no-times ";

std::string brief(double number) {
  std::ostringstream text;
  text << std::setprecision(3) << number;
  return text.str();
}

TEST(WrongAdvise, IsOneLineThatNamesTheCulpritAndExitTwo) {
  const struct {
    std::string arguments, names;
  } table[] = {
      {"advise", "--scene is required"},
      {"advise --scene nowhere", "'nowhere'"},
      {kY + "--methods magic", "--methods: no method 'magic'"},
      {kY + "--methods dls,dls", "--methods: 'dls' appears twice"},
      {kY + "--methods ''", "--methods"},
      {kY + "--threads 0", "--threads: expected a whole number of at least 1"},
      {kY + "--threads 5000", "--threads: at most 1024"},
      {kY + "--report page.pdf", "--report: page.pdf: the report must be a .html file"},
      {kY + "--plot a.bmp", "--plot: a.bmp: a plot ends in .svg, .png or .pdf"},
      {kY + "--csv - --json -", "--csv and --json"},
      {kY + "--report /nowhere/a.html", "/nowhere/a.html: cannot be written"},
      {kY + "--d-max x", "--d-max"},
      {kY + "--methods dls --param gain=1", "--param gain"},
      {"advise --scene y --steps 20 --warmup 20", "--warmup"},
      {"advise --scene y --steps 0", "--steps"},
  };
  for (const auto& wrong : table) expect_mistake(wrong.arguments, wrong.names);
}

TEST(AdviseCommand, WritesWhatRunMeasures) {
  const support::CsvTable table(iklab(kFew + "--csv -").out);
  ASSERT_GT(table.rows.size(), 60U);
  for (std::size_t row = 0; row < table.rows.size(); row += 17) {
    const std::string options = table.rows[row][table.column("options")];
    const Finished run = iklab("run --scene y --steps 120 --warmup 20 --json - " + options);
    ASSERT_EQ(run.status, 0) << run.err;
    const auto found = nlohmann::json::parse(run.out);
    for (const char* name : {"mean_error", "rms_error", "max_error", "total_error",
                             "mean_jitter_deg", "reversal_rate", "max_step_deg", "roughness"}) {
      EXPECT_EQ(table.number(row, name), found.at(name).get<double>()) << options << ' ' << name;
    }
  }
}

TEST(AdviseCommand, WritesTheSameBytesWithAnyThreads) {
  const Finished one = iklab(kFew + "--threads 1 --csv -"),
                 two = iklab(kFew + "--threads 2 --csv -");
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, two.out);
  EXPECT_EQ(iklab(kFew + "--threads 1").out, iklab(kFew + "--threads 3").out);
}

TEST(AdviseCommand, KeepsWhatIsGiven) {
  const support::CsvTable table(iklab(kFew + "--d-max 0.3 --lambda 0.7 --csv -").out);
  for (const auto& row : table.rows) {
    const std::string& options = row[table.column("options")];
    EXPECT_NE(options.find("--d-max 0.3"), std::string::npos) << options;
    EXPECT_EQ(options.find("--d-max 0.3"), options.rfind("--d-max")) << options;
  }
  const Finished all = iklab(kY + "--methods dls --lambda 0.7 --d-max 0.3 --no-times --csv -");
  EXPECT_EQ(support::CsvTable(all.out).rows.size(), 1U) << "nothing is left to vary";
}

TEST(AdviseCommand, WritesJsonPagesAndFigures) {
  const support::TemporaryFolder folder;
  const auto path = [&folder](const char* name) { return (folder / name).string(); };
  const Finished run = iklab(kY + "--methods dls,ccd --json - --plot " + path("a.svg") +
                             " --report " + path("a.html"));
  ASSERT_EQ(run.status, 0) << run.err;
  const auto found = nlohmann::json::parse(run.out);
  ASSERT_EQ(found.at("recommendations").size(), 3U);
  EXPECT_EQ(found.at("recommendations")[2].at("purpose"), "quickest");
  std::size_t front = 0;
  for (const auto& candidate : found.at("candidates")) {
    front += candidate.at("front").get<bool>() ? 1 : 0;
    EXPECT_GT(candidate.at("ns_per_update").get<double>(), 0.0);
  }
  EXPECT_GE(front, 1U);
  const std::string page = support::text_of(path("a.html"));
  for (const auto& recommendation : found.at("recommendations")) {
    const std::string id = recommendation.at("purpose");
    EXPECT_NE(page.find("<h2 id=\"" + id + "\">"), std::string::npos) << id;
  }
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_EQ(page.find("http"), page.find("http://www.w3.org")) << "loads nothing";
  EXPECT_NE(support::text_of(path("a.svg")).find("Error against jitter"), std::string::npos);
}

TEST(AdviseCommand, PrintsTheCommandThatViewsEachRecommendation) {
  const auto found = nlohmann::json::parse(iklab(kFew + "--json -").out);
  const std::string text = iklab(kFew).out;
  const support::CsvTable table(iklab(kFew + "--csv -").out);
  for (const auto& recommendation : found.at("recommendations")) {
    const auto row = recommendation.at("candidate").get<std::size_t>();
    const std::string command =
        "\n  iklab view y " + table.rows[row][table.column("options")] + "\n";
    EXPECT_NE(text.find(command), std::string::npos) << command << text;
  }
}

TEST(AdviseCommand, TellsTheErrorOfRunBesideTheOneWithAims) {
  const std::string arm = std::string(IKLAB_TEST_DATA) + "/bodies/gripper.urdf";
  const std::string options = " --scene " + arm + " --aim orientation --steps 120 --warmup 20 ";
  const std::string advise = "advise" + options + "--methods dls --no-times ";
  const std::string text = iklab(advise).out;
  const auto found = nlohmann::json::parse(iklab(advise + "--json -").out);
  const auto& candidate =
      found.at("candidates").at(found.at("recommendations").at(0).at("candidate").get<int>());
  const std::string both = found.at("recommendations").at(0).at("sentence");
  EXPECT_NE(both.find("mean error with aims " + brief(candidate.at("error"))), std::string::npos)
      << both;
  EXPECT_NE(both.find("(mean error " + brief(candidate.at("mean_error"))), std::string::npos)
      << both;
  EXPECT_NE(candidate.at("error"), candidate.at("mean_error")) << "the test needs aims that miss";
  EXPECT_NE(text.find("Close is a mean error with aims of at most"), std::string::npos) << text;
  EXPECT_NE(text.find("error with aims [m]  mean error [m]"), std::string::npos) << text;
}

TEST(AdviseCommand, PrintsCodeWithCommandsThatMeasureTheSame) {
  const auto found = nlohmann::json::parse(iklab(kFew + "--json -").out);
  std::istringstream code(iklab(kFew + "--code").out);
  std::string line;
  ASSERT_TRUE(std::getline(code, line));
  EXPECT_EQ(line, "#include <iklab/iklab.h>");
  std::size_t functions = 0;
  while (std::getline(code, line)) {
    const std::size_t at = line.find("iklab run");
    if (at == std::string::npos) continue;
    const auto measured = nlohmann::json::parse(iklab(line.substr(at + 6) + " --json -").out);
    const std::size_t own = found.at("recommendations").at(functions).at("candidate");
    const auto& candidate = found.at("candidates").at(own);
    EXPECT_EQ(measured.at("mean_error"), candidate.at("mean_error"));
    EXPECT_EQ(measured.at("mean_jitter_deg"), candidate.at("mean_jitter_deg"));
    ++functions;
  }
  EXPECT_EQ(functions, found.at("recommendations").size());
}

}  // namespace
