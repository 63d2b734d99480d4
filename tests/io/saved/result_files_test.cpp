#include "io/saved/result_files.h"

#include <algorithm>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "io/files/csv.h"
#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "lab/run/experiment.h"
#include "support/csv_table.h"
#include "support/sweeps.h"
#include "support/temporary_folder.h"

namespace {

using support::sweep_of;

lab::SweepResults run(const lab::Sweep& sweep) {
  lab::SweepResults results(sweep);
  for (int cell = 0; cell < sweep.cell_count(); ++cell) results.set(cell, sweep.compute(cell));
  return results;
}

std::string csv_of(const lab::Sweep& sweep, const lab::SweepResults& results) {
  std::ostringstream out;
  io::write_csv(out, sweep, results);
  return out.str();
}

std::string message_of(const std::vector<std::filesystem::path>& parts) {
  try {
    io::merged_csv(parts);
  } catch (const io::Error& error) {
    return error.what();
  }
  return "merged";
}

/// Cairo numbers all surfaces of a process.
std::string without_serials(const std::string& figure) {
  return std::regex_replace(figure, std::regex("surface[0-9]+"), "surface");
}

TEST(SweepFiles, AreATableAndAFigureUnderANameOfTheirOwn) {
  const support::TemporaryFolder folder;
  const lab::Sweep sweep = sweep_of(20, 3);
  const lab::SweepResults results = run(sweep);
  for (const char* number : {"001", "002"}) {
    const auto files = io::save_sweep(folder / "new", sweep, results);
    ASSERT_EQ(files.size(), 4U);
    EXPECT_EQ(files[0].filename(), std::string("y-dls-sweep-") + number + ".csv");
    EXPECT_EQ(io::read_file(files[0]), csv_of(sweep, results));
    const auto figure = [&](io::PlotFormat format) {
      return without_serials(io::draw_sweep(sweep, results, format));
    };
    EXPECT_EQ(without_serials(io::read_file(files[1])), figure(io::PlotFormat::kSvg));
    EXPECT_EQ(without_serials(io::read_file(files[2])), figure(io::PlotFormat::kPng));
    EXPECT_EQ(without_serials(io::read_file(files[3])), figure(io::PlotFormat::kPdf));
  }
  // a figure of that name is nothing to write over
  support::put(folder / "new" / "y-dls-sweep-003.pdf", "mine");
  EXPECT_EQ(io::save_sweep(folder / "new", sweep, results)[0].filename(), "y-dls-sweep-004.csv");
  support::put(folder / "file", "");
  EXPECT_THROW(io::save_sweep(folder / "file", sweep, results), io::Error);
}

TEST(SweepCsv, HasARowForEveryCellThatReadsBack) {
  const lab::Sweep sweep = sweep_of(20, 3);
  const support::CsvTable table(csv_of(sweep, run(sweep)));
  ASSERT_EQ(table.rows.size(), 6U);
  for (std::size_t row = 0; row < 6; ++row) {
    const int cell = static_cast<int>(row);
    const lab::Summary summary = sweep.compute(cell);
    EXPECT_EQ(table.number(row, "cell"), cell);
    EXPECT_EQ(table.number(row, "cells"), 6);
    EXPECT_EQ(table.number(row, "steps"), 20);
    EXPECT_EQ(table.number(row, "warmup"), 1);
    EXPECT_EQ(table.number(row, "max-angle"), sweep.value(cell, 0));
    EXPECT_EQ(table.rows[row][table.column("jacobian")], row % 2 == 0 ? "effector" : "target");
    for (const lab::MeasureInfo& measure : lab::measures()) {
      EXPECT_EQ(table.number(row, measure.name), measure.get(summary)) << measure.name;
    }
    EXPECT_EQ(table.rows[row].back(), io::provenance(sweep));
  }
  EXPECT_EQ(std::count(table.names.begin(), table.names.end(), "mean_aim_error_deg"), 0);
}

TEST(SweepCsv, MergesToTheBytesOfTheWhole) {
  const support::TemporaryFolder folder;
  const lab::Sweep sweep = sweep_of(20, 5);
  const lab::SweepResults whole = run(sweep);
  std::vector<std::filesystem::path> parts;
  for (int part = 0; part < 3; ++part) {
    lab::SweepResults results(sweep);
    for (int cell = part; cell < 10; cell += 3) results.set(cell, *whole.at(cell));
    parts.push_back(folder / std::to_string(2 - part));
    support::put(parts.back(), csv_of(sweep, results));
  }
  EXPECT_EQ(io::merged_csv(parts), csv_of(sweep, whole));

  const std::vector two(parts.begin(), parts.begin() + 2);
  EXPECT_EQ(message_of(two), "--merge: 3 of 10 cells are missing, the first is 2");
  EXPECT_EQ(message_of({parts[0], parts[0]}), parts[0].string() + ": line 2: cell 0 appears twice");
}

TEST(SweepCsv, SaysWhichFileIsNoPart) {
  const support::TemporaryFolder folder;
  const lab::Sweep sweep = sweep_of(20, 2), other = sweep_of(21, 2),
                   third = sweep_of(20, 2, "sdls");
  lab::SweepResults first(sweep), second(sweep);
  first.set(0, sweep.compute(0));
  second.set(1, sweep.compute(1));
  const auto put = [&](const char* name, const std::string& text) {
    support::put(folder / name, text);
    return folder / name;
  };
  const auto good = put("good", csv_of(sweep, first));
  const auto later = put("later", csv_of(other, second));
  const auto method = put("method", csv_of(third, second));
  std::string other_axis = csv_of(sweep, second);
  other_axis.replace(other_axis.find("jacobian"), 8, "limits");
  const auto header = put("header", other_axis);
  const auto no_measure = put("no measure", "cell,cells,lambda,experiment\n");
  const auto cut = put("cut", csv_of(sweep, second).substr(0, 300));
  const auto empty = put("empty", "");
  const auto text = put("text", "hello\n");
  EXPECT_EQ(message_of({good, later}), later.string() + ": line 2: a part of another sweep");
  EXPECT_EQ(message_of({good, method}), method.string() + ": line 2: a part of another sweep");
  EXPECT_EQ(message_of({good, header}), header.string() + ": line 1: a part of another sweep");
  EXPECT_EQ(message_of({no_measure}), no_measure.string() + ": line 1: not the CSV of a sweep");
  EXPECT_EQ(message_of({good, cut}), cut.string() + ": line 2: is cut off");
  EXPECT_EQ(message_of({empty}), empty.string() + ": is empty");
  EXPECT_EQ(message_of({text}), text.string() + ": line 1: not the CSV of a sweep");
  EXPECT_NE(message_of({folder / "none"}).find("cannot be read"), std::string::npos);
}

TEST(CsvFields, AreTheWayBackFromFields) {
  for (const std::string text : {"", "plain", "a,b", "say \"so\"", "\"", ",\",\""}) {
    const std::string line = io::csv_field(text) + ",," + io::csv_field(text);
    EXPECT_EQ(io::csv_fields(line), (std::vector<std::string>{text, "", text})) << line;
  }
}

TEST(Provenance, NamesWhatIsNotAsByDefault) {
  const ik::MethodInfo* const nullspace = ik::find_method("nullspace");
  lab::Experiment experiment{
      io::find_scene("two-link-arm"), nullspace, {.params = {{"rest", 0.5}}}, 30, 10};
  const auto text_of = [&experiment](std::vector<const ik::MethodInfo*> methods) {
    return io::provenance(experiment, methods);
  };
  const std::string head = io::program_name() + " · two-link-arm · ";
  EXPECT_EQ(text_of({nullspace}), head + "nullspace · rest 0.5 · steps 30 · warmup 10");
  experiment.settings.params["lambda"] = 0.25;
  lab::find_setting("max-angle")->set(experiment.settings, 30.0);
  EXPECT_EQ(text_of({nullspace}),
            head + "nullspace · lambda 0.25 · max-angle 30.0 · rest 0.5 · steps 30 · warmup 10");
  // SDLS has no damping and no rest pose
  const ik::MethodInfo* const sdls = ik::find_method("sdls");
  EXPECT_EQ(text_of({sdls}), head + "sdls · max-angle 30.0 · steps 30 · warmup 10");
  EXPECT_EQ(text_of({sdls, nullspace}), head +
                                            "sdls,nullspace · lambda 0.25 · max-angle 30.0 · rest "
                                            "0.5 · steps 30 · warmup 10");
  experiment.settings.params["rest"] = *ik::get_param(nullspace->make(), "rest");
  EXPECT_EQ(text_of({nullspace}),
            head + "nullspace · lambda 0.25 · max-angle 30.0 · steps 30 · warmup 10");
}

}  // namespace
