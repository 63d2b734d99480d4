#include <filesystem>

#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

namespace {

/// A file of poses from an independent implementation, and the options for the same run.
struct Reference {
  std::filesystem::path path;
  std::string scene, method;
  bool clamped;

  std::string options() const {
    std::string text = "--scene " + scene + " --method " + method;
    // the damping of Buss (2009), section 8; another value where the error is clamped
    if (method == "dls") {
      text += scene == "y" ? " --lambda 0.6" : clamped ? " --lambda 0.7" : " --lambda 1.1";
    }
    return clamped ? text + " --d-max 0.4" : text;
  }

  /// Number of steps to compare. Transpose and pseudoinverse are chaotic: rounding separates them.
  long comparable_steps() const {
    return method == "jacobian-transpose" || method == "pseudoinverse" ? 10 : 400;
  }
};

std::vector<Reference> references() {
  std::vector<Reference> result;
  for (const auto& file : std::filesystem::directory_iterator(IKLAB_TEST_DATA "/reference")) {
    std::string name = file.path().stem().string();
    if (name.rfind("track-", 0) != 0) continue;
    name = name.substr(6);
    const std::string clamped = "-clamped";
    const bool is_clamped =
        name.size() > clamped.size() &&
        name.compare(name.size() - clamped.size(), clamped.size(), clamped) == 0;
    if (is_clamped) name.resize(name.size() - clamped.size());
    for (const std::string scene : {"double-y-25", "double-y", "y"}) {
      if (name.rfind(scene + "-", 0) != 0) continue;
      result.push_back({file.path(), scene, name.substr(scene.size() + 1), is_clamped});
      break;
    }
  }
  return result;
}

TEST(Reference, IsThereForThreeScenesAndSixCases) { EXPECT_EQ(references().size(), 18U); }

TEST(Reference, AgreesWithTheProgramsCsv) {
  for (const Reference& reference : references()) {
    SCOPED_TRACE(reference.path.filename().string());
    const Finished run = iklab("run --steps 400 --csv - " + reference.options());
    ASSERT_EQ(run.status, 0) << run.err;
    const support::CsvTable expected(support::text_of(reference.path)), table(run.out);
    ASSERT_EQ(table.rows.size(), 401U);

    long compared = 0;
    double worst = 0.0;
    for (std::size_t row = 0; row < expected.rows.size(); ++row) {
      const auto step = static_cast<std::size_t>(expected.number(row, "step"));
      if (static_cast<long>(step) > reference.comparable_steps()) break;
      ++compared;
      for (std::size_t c = 0; c < expected.names.size(); ++c) {
        worst = std::max(worst,
                         std::abs(expected.number(row, c) - table.number(step, expected.names[c])));
      }
    }
    EXPECT_EQ(compared, reference.comparable_steps());
    EXPECT_LT(worst, 1e-8);
  }
}

}  // namespace
