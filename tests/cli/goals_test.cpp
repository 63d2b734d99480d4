#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

// Aims and groups in the program's output.
namespace {

using nlohmann::json;

TEST(Run, WritesTheAnglesOfAimsAndTheirMean) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder / "run.csv").string();
  const Finished run =
      iklab("run --scene searchlights --method dls --steps 50 --csv " + csv + " --json -");
  ASSERT_EQ(run.status, 0) << run.err;
  const support::CsvTable table(support::text_of(csv));
  EXPECT_EQ(table.names.at(table.names.size() - 2), "aim_error_left_lamp");
  EXPECT_EQ(table.names.back(), "aim_error_right_lamp");
  double sum = 0.0;
  for (std::size_t row = 1; row < table.rows.size(); ++row) {
    sum += table.number(row, "aim_error_left_lamp") + table.number(row, "aim_error_right_lamp");
  }
  EXPECT_NEAR(json::parse(run.out)["mean_aim_error_deg"], sum / 100.0 * 180.0 / M_PI, 1e-9);
}

TEST(Run, SaysNothingOfAimsWhereNothingAims) {
  const Finished run = iklab("run --scene y --method dls --steps 5 --json -");
  EXPECT_FALSE(json::parse(run.out).contains("mean_aim_error_deg"));
  const Finished table = iklab("run --scene y --method dls --steps 5 --csv -");
  EXPECT_EQ(table.out.find("aim_error"), std::string::npos);
}

TEST(Run, WithoutAimWeightAimsWorse) {
  const auto error = [](const std::string& weight) {
    const Finished run =
        iklab("run --scene six-axis-arm --method dls --steps 300 --json - --aim-weight " + weight);
    return json::parse(run.out)["mean_aim_error_deg"].get<double>();
  };
  EXPECT_LT(5.0 * error("1"), error("0"));
}

TEST(Run, MovesTheNamedGroupAlone) {
  const Finished run =
      iklab("run --scene humanoid --method dls --steps 40 --csv - --group \"arms only\"");
  ASSERT_EQ(run.status, 0) << run.err;
  const support::CsvTable table(run.out);
  for (const char* trunk : {"theta_waist_turn", "theta_waist_bend", "theta_chest_turn"}) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      EXPECT_EQ(table.number(row, trunk), table.number(0, trunk));
    }
  }
  EXPECT_NE(table.number(40, "theta_left_elbow"), table.number(0, "theta_left_elbow"));
}

}  // namespace
