#include "io/files/csv.h"

#include <cstdlib>
#include <locale>
#include <sstream>

#include <gtest/gtest.h>

#include "io/files/text.h"
#include "io/recordings.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/scene/number_text.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

namespace {

std::string csv_of(const lab::Recording& recording) {
  std::ostringstream out;
  io::write_csv(out, recording);
  return out.str();
}

struct CommaDecimal : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Csv, HasTheContractsHeaderInTheOrderOfTheSceneFile) {
  const std::string text = csv_of(record("y", "dls", 1));
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "step,time,theta_base,theta_right_1,theta_left_1,theta_right_2,theta_left_2,"
            "theta_right_3,theta_left_3,s_right_x,s_right_y,s_right_z,s_left_x,s_left_y,s_left_z,"
            "t_right_x,t_right_y,t_right_z,t_left_x,t_left_y,t_left_z,error_right,error_left");
}

TEST(Csv, HasRowZeroAndARowAStep) {
  const support::CsvTable table(csv_of(record("y", "dls", 5)));
  ASSERT_EQ(table.rows.size(), 6U);
  for (std::size_t row = 0; row < 6; ++row) {
    EXPECT_EQ(table.rows[row].size(), table.names.size());
    EXPECT_EQ(table.rows[row][0], std::to_string(row));
  }
  EXPECT_EQ(table.rows[0][1], "0");
}

TEST(Csv, GivesEveryNumberBackBitForBit) {
  const lab::Recording recording = record("double-y", "sdls", 50);
  const support::CsvTable table(csv_of(recording));
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    EXPECT_EQ(table.number(row, 1), recording.time(row));
    for (int j = 0; j < recording.joint_count(); ++j) {
      const std::string& name = recording.joints()[static_cast<std::size_t>(j)];
      EXPECT_EQ(table.number(row, "theta_" + name), recording.theta(row, j));
    }
    for (int i = 0; i < recording.effector_count(); ++i) {
      const std::string& name = recording.effectors()[static_cast<std::size_t>(i)];
      const char* axes[] = {"_x", "_y", "_z"};
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(table.number(row, "s_" + name + axes[axis]), recording.effector(row, i, axis));
        EXPECT_EQ(table.number(row, "t_" + name + axes[axis]), recording.target(row, i, axis));
      }
      EXPECT_EQ(table.number(row, "error_" + name), recording.error(row, i));
    }
  }
}

TEST(Csv, ComesOutTheSameInALocaleWithDecimalCommas) {
  const lab::Recording recording = record("y", "dls", 1200);
  const std::string expected = csv_of(recording);
  const std::locale before =
      std::locale::global(std::locale(std::locale::classic(), new CommaDecimal));
  const std::string text = csv_of(recording);
  const lab::Scene scene = io::find_scene("y");
  std::locale::global(before);
  EXPECT_EQ(text, expected);
  EXPECT_EQ(scene.settings.param("lambda"), 0.6);
}

TEST(Csv, ComesOutTheSameInTheCLibrarysGermanToo) {
  const support::TemporaryFolder folder;
  const std::string locale = (folder / "de_DE.UTF-8").string();
  ASSERT_EQ(std::system(("localedef -i de_DE -f UTF-8 " + locale).c_str()), 0)
      << "the package locales describes it";
  const lab::Recording recording = record("y", "dls", 20);
  const std::string expected = csv_of(recording);
  setenv("LOCPATH", folder.path().c_str(), 1);
  const char* german = std::setlocale(LC_ALL, "de_DE.UTF-8");
  ASSERT_NE(german, nullptr);
  const std::string comma = std::localeconv()->decimal_point;
  const std::string text = csv_of(recording);
  const std::string scene = io::write_scene(io::find_scene("y"));
  const lab::Scene read = io::parse_scene(scene, "y");
  std::setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  EXPECT_EQ(comma, ",");
  EXPECT_EQ(text, expected);
  EXPECT_EQ(read.settings.param("lambda"), 0.6);
}

TEST(Csv, PutsTheMethodFirstWhereThereAreSeveral) {
  std::ostringstream out;
  io::CsvStream csv(out, io::CsvStream::Columns::kMethod);
  for (const char* method : {"dls", "sdls"}) {
    lab::Tracker tracker(io::find_scene("y"), *ik::find_method(method));
    csv.add(tracker);
    const int steps = method == std::string("dls") ? 2 : 3;
    for (int k = 0; k < steps; ++k) {
      tracker.step();
      csv.add(tracker);
    }
  }
  csv.flush();
  const support::CsvTable table(out.str());
  EXPECT_EQ(table.names[0], "method");
  EXPECT_EQ(table.names[1], "step");
  ASSERT_EQ(table.rows.size(), 7U);
  for (std::size_t row = 0; row < 7; ++row) {
    EXPECT_EQ(table.rows[row][0], row < 3 ? "dls" : "sdls");
    EXPECT_EQ(table.rows[row].size(), table.names.size());
  }
  EXPECT_EQ(table.number(6, "error_left"), record("y", "sdls", 3).error(3, 1));
}

TEST(Csv, HasAColumnForEachLoop) {
  for (const std::string& id : io::built_in_linkages()) {
    lab::Tracker tracker(io::find_scene(id), ik::known_method("dls"));
    lab::Recording recording(tracker);
    tracker.step();
    recording.add(tracker);
    std::ostringstream out;
    io::write_csv(out, recording);
    std::istringstream lines(out.str());
    std::string head, row;
    std::getline(lines, head);
    std::getline(lines, row);
    const std::vector<std::string> names = io::csv_fields(head), numbers = io::csv_fields(row);
    ASSERT_EQ(names.size(), numbers.size());
    const auto loops = tracker.multibody().loops();
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const std::size_t column = names.size() - loops.size() + i;
      EXPECT_EQ(names[column], "loop_" + loops[i].name);
      EXPECT_EQ(io::csv_number(numbers[column]), tracker.loop_gap(static_cast<int>(i)));
    }
  }
}

TEST(Csv, QuotesANameThatHoldsAComma) {
  std::string text = io::write_scene(io::find_scene("slider-arm"));
  for (std::size_t at; (at = text.find("\"tip\"")) != std::string::npos;) {
    text.replace(at, 5, "\"a,\\\"b\"");
  }
  lab::Tracker tracker(io::parse_scene(text, "odd"), *ik::find_method("dls"));
  lab::Recording recording(tracker);
  recording.add(tracker);
  EXPECT_NE(csv_of(recording).find(",\"error_a,\"\"b\"\n"), std::string::npos);
}

TEST(Number, IsReadOnlyWhereTheWholeTextIsOne) {
  EXPECT_EQ(lab::parse_number("1e-3"), 1e-3);
  EXPECT_EQ(lab::parse_number("-0.25"), -0.25);
  for (const char* text : {"", "x", "1x", " 1", "1 ", "0,5", "inf", "nan", "1e999", "--1"}) {
    EXPECT_FALSE(lab::parse_number(text)) << text;
  }
  EXPECT_EQ(io::parse_count("-12"), -12);
  for (const char* text : {"", "1.5", "1e3", "99999999999999999999"}) {
    EXPECT_FALSE(io::parse_count(text)) << text;
  }
}

TEST(Number, KeepsAsManyDigitsAsAsked) {
  EXPECT_EQ(lab::rounded_to_digits(29.999999999999996, 15), 30.0);
  EXPECT_EQ(lab::rounded_to_digits(0.1 + 0.2, 17), 0.1 + 0.2);
  EXPECT_EQ(lab::rounded_to_digits(-1234.0, 2), -1200.0);
}

}  // namespace
