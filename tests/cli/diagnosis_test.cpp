#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"

namespace {

using nlohmann::json;

TEST(RunDiagnose, PrintsTheCausesBelowTheTable) {
  const Finished run =
      iklab("run --scene y --method pseudoinverse --steps 600 --warmup 100 --diagnose");
  EXPECT_EQ(run.status, 0);
  const std::size_t table = run.out.find("ns/update");
  const std::size_t cause = run.out.find("out-of-reach (");
  ASSERT_NE(cause, std::string::npos) << run.out;
  EXPECT_LT(table, cause);
  EXPECT_NE(run.out.find("Switch to Damped least squares with λ 0.6 (", cause), std::string::npos);
  EXPECT_NE(run.out.find(" error at rest, its target alone: ", cause), std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("try, the calmest first:", cause), std::string::npos);
  EXPECT_NE(run.out.find("(jitter ", cause), std::string::npos);
}

TEST(RunDiagnose, AddsAnArrayToTheJsonThatOnlyItHas) {
  const std::string command = "run --scene y --method pseudoinverse --steps 600 --json -";
  EXPECT_FALSE(json::parse(iklab(command).out).contains("diagnosis"));
  const json diagnosis = json::parse(iklab(command + " --diagnose").out).at("diagnosis");
  ASSERT_GE(diagnosis.size(), 1U);
  const json& cause = diagnosis.front();
  EXPECT_EQ(cause.at("cause"), "out-of-reach");
  EXPECT_GT(cause.at("strength"), 0.5);
  EXPECT_EQ(cause.at("motion").size(), 7U);
  ASSERT_FALSE(cause.at("symptoms").empty());
  for (const json& symptom : cause.at("symptoms")) {
    EXPECT_GT(symptom.at("value"), symptom.at("threshold")) << symptom;
    EXPECT_EQ(symptom.at("unit"), "m");
  }
  EXPECT_EQ(cause.at("above").get<std::string>().empty(), diagnosis.size() == 1);
  EXPECT_EQ(cause.at("direction").size(), 6U);
  const json damped = json::parse(R"([{"method": "dls"}, {"setting": "lambda", "value": 0.6}])");
  bool offered = false;
  double before = 0.0;
  for (const json& remedy : cause.at("remedies")) {
    const double with = remedy.at("with").at("jitter_deg");
    EXPECT_LT(with, 0.9 * remedy.at("without").at("jitter_deg").get<double>());
    EXPECT_GE(with, before);
    before = with;
    offered = offered || remedy.at("changes") == damped;
  }
  EXPECT_TRUE(offered);
}

// between the two values the rate of reversals alone calls shaking what the motion does not
TEST(RunDiagnose, AgreesWithTheSweepAndTheTable) {
  const std::string common = " --scene double-y --method dls --d-max 0.2 --steps 2400 --warmup 400";
  const json cells =
      json::parse(iklab("sweep" + common + " --vary lambda=0.15:0.3:4:lin --json -").out)
          .at("cells");
  int shaking = 0;
  for (int i = 0; i < 4; ++i) {
    const std::string lambda = std::to_string(0.15 + 0.05 * i);
    const Finished run = iklab("run" + common + " --diagnose --lambda " + lambda);
    const bool shakes = cells.at(static_cast<std::size_t>(i)).at("shakes");
    shaking += shakes ? 1 : 0;
    EXPECT_EQ(run.out.find("\n  calm") == std::string::npos, shakes) << lambda << run.out;
    EXPECT_EQ(run.out.find("  yes  ") != std::string::npos, shakes) << lambda << run.out;
  }
  EXPECT_GT(shaking, 0);
  EXPECT_LT(shaking, 4);
}

TEST(RunDiagnose, CallsACalmRunCalm) {
  const std::string out = iklab("run --scene y --method dls --steps 600 --diagnose").out;
  EXPECT_NE(out.find("\nit does not shake:\n  calm"), std::string::npos) << out;
  EXPECT_EQ(out.find("why it shakes"), std::string::npos);
  const json summary =
      json::parse(iklab("run --scene y --method dls --steps 600 --diagnose --json -").out);
  ASSERT_EQ(summary.at("diagnosis").size(), 1U);
  EXPECT_EQ(summary.at("diagnosis").at(0).at("cause"), "calm");
}

}  // namespace
