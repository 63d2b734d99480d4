#include "io/saved/result_files.h"

#include <algorithm>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "io/files/csv.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
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

std::string refusal_of(const std::vector<std::filesystem::path>& parts) {
  try {
    io::merged_csv(parts);
  } catch (const io::Error& error) {
    return error.what();
  }
  return "merged";
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
      return io::draw_sweep(sweep, results, format);
    };
    EXPECT_EQ(io::read_file(files[1]), figure(io::PlotFormat::kSvg));
    EXPECT_EQ(io::read_file(files[2]), figure(io::PlotFormat::kPng));
    EXPECT_EQ(io::read_file(files[3]), figure(io::PlotFormat::kPdf));
  }
  // an existing figure with that number is not overwritten
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
    EXPECT_TRUE(table.rows[row].back().starts_with(io::provenance(sweep) + " · scene content "));
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
  EXPECT_EQ(refusal_of(two), "--merge: 3 of 10 cells are missing, the first is 2");

  // saved again by a spreadsheet: with a byte order mark and CRLF line ends
  std::string again = "\xef\xbb\xbf";
  for (const char c : support::text_of(parts[1])) again += c == '\n' ? "\r\n" : std::string(1, c);
  support::put(parts[1], again);
  EXPECT_EQ(io::merged_csv(parts), csv_of(sweep, whole));

  EXPECT_EQ(refusal_of({parts[0], parts[0]}), parts[0].string() + ": line 2: cell 0 appears twice");
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
  EXPECT_EQ(refusal_of({good, later}), later.string() +
                                           ": line 2: a part of another sweep: it has steps 21, "
                                           "and " +
                                           good.string() + " has steps 20");
  EXPECT_EQ(refusal_of({good, method}), method.string() +
                                            ": line 2: a part of another sweep: it has sdls, and " +
                                            good.string() + " has dls");
  EXPECT_EQ(refusal_of({good, header}), header.string() + ": line 1: a part of another sweep");
  EXPECT_EQ(refusal_of({no_measure}), no_measure.string() + ": line 1: not the CSV of a sweep");
  EXPECT_EQ(refusal_of({good, cut}), cut.string() + ": line 2: is cut off");
  EXPECT_EQ(refusal_of({empty}), empty.string() + ": is empty");
  EXPECT_EQ(refusal_of({text}), text.string() + ": line 1: not the CSV of a sweep");
  EXPECT_NE(refusal_of({folder / "none"}).find("cannot be read"), std::string::npos);
}

/// Two parts of a sweep. The part with the first cell is replaced by a modified text.
class SweepParts : public testing::Test {
 protected:
  static std::string part(const lab::Sweep& sweep, int first) {
    lab::SweepResults results(sweep);
    for (int cell = first; cell < sweep.cell_count(); cell += 2) {
      results.set(cell, sweep.compute(cell));
    }
    return csv_of(sweep, results);
  }
  std::string merge_with(const std::string& text) const {
    support::put(folder / "1.csv", text);
    return refusal_of({folder / "2.csv", folder / "1.csv"});
  }
  std::string refusal(const std::string& what) const {
    return (folder / "1.csv").string() + ": " + what;
  }
  /// A part with replaced text and a valid hash, as another program could write it.
  static std::string with(std::string text, const std::string& from, const std::string& to) {
    text.erase(text.find("# content "));
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
    return text + "# content " + io::hexadecimal(io::hash_of(text)) + "\n";
  }

  SweepParts() { support::put(folder / "2.csv", part(sweep, 1)); }

  const lab::Sweep sweep = sweep_of(20, 2);
  const support::TemporaryFolder folder;
};

TEST_F(SweepParts, AreRefusedWhereTheSceneIsAnotherOfTheSameName) {
  EXPECT_EQ(merge_with(part(sweep, 0)), "merged");
  lab::Experiment other = sweep.experiment();
  other.scene.targets[0] = lab::shifted(other.scene.targets[0], {0.0, 1e-15, 0.0});
  const lab::Sweep moved(other, sweep.axes());
  EXPECT_EQ(merge_with(part(moved, 0)),
            refusal("line 2: of another scene than " + (folder / "2.csv").string() +
                    ", although both have the name y: the file changed"));
  const std::vector both = {folder / "2.csv", folder / "1.csv"};
  support::put(both[1], part(sweep, 0));
  EXPECT_NO_THROW(io::read_results(sweep, both));
  EXPECT_THROW(io::read_results(moved, both), io::Error);
}

TEST_F(SweepParts, DoNotMindWhatMethodsDoNotSee) {
  lab::Experiment other = sweep.experiment();
  other.scene.name = "A name in the menu";
  other.scene.description = "Words";
  other.scene.visuals.push_back({.joint = 0, .shape = lab::BallShape{1.0}});
  EXPECT_EQ(merge_with(part(lab::Sweep(other, sweep.axes()), 0)), "merged");
}

TEST_F(SweepParts, AreRefusedWhereAnotherProgramMadeThem) {
  const std::string other = with(part(sweep, 0), io::program_name(), "iklab 9.9");
  EXPECT_EQ(merge_with(other), refusal("line 2: made by iklab 9.9, and " +
                                       (folder / "2.csv").string() + " by " + io::program_name()));
}

TEST_F(SweepParts, AreRefusedWhereAnyOfTheirDigitsWasEdited) {
  const std::string good = part(sweep, 0);
  long edits = 0;
  for (std::size_t i = good.find('\n'); i < good.size(); i += 3) {
    if (good[i] < '1' || good[i] > '8') continue;
    std::string edited = good;
    ++edited[i];
    EXPECT_NE(merge_with(edited), "merged") << "byte " << i;
    ++edits;
  }
  EXPECT_GT(edits, 50);
  EXPECT_EQ(merge_with(good), "merged");
}

TEST_F(SweepParts, AreRefusedWhereTheirEndIsCutOff) {
  const std::string good = part(sweep, 0);
  const std::size_t end = good.find("# content ");
  EXPECT_EQ(merge_with(good.substr(0, end)),
            refusal("was edited or cut off: its last line, \"# content ...\", is missing"));
  EXPECT_EQ(merge_with(good.substr(0, end + 12)), refusal("line 4: is cut off"));
  const std::size_t row = good.rfind('\n', end - 2) + 1;
  EXPECT_NE(merge_with(good.substr(0, row) + good.substr(end)), "merged");
  EXPECT_EQ(merge_with(good + good.substr(row, end - row)),
            refusal("line 5: follows the last line of a part"));
}

TEST_F(SweepParts, OfAnOlderProgramAreMergedWithALineForEach) {
  const auto old = [](std::string text) {
    text.erase(text.find("# content "));
    return std::regex_replace(text, std::regex(" · scene content [0-9a-f]{16}"), "");
  };
  const std::vector files = {folder / "1.csv", folder / "2.csv"};
  for (int i = 0; i < 2; ++i) support::put(files[static_cast<std::size_t>(i)], old(part(sweep, i)));
  std::vector<std::string> notes;
  EXPECT_EQ(support::CsvTable(io::merged_csv(files, &notes)).rows.size(), 4U);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[1].find((folder / "2.csv").string() + ": is of an older iklab"), 0U) << notes[1];
  EXPECT_EQ(io::read_results(sweep, files).done(), 4);
  // an old part and a newer one cannot be compared
  EXPECT_EQ(merge_with(part(sweep, 0)), refusal("line 2: has a hash of its scene, and " +
                                                (folder / "2.csv").string() + " has none"));
}

TEST_F(SweepParts, AreRefusedWhereACellIsBeyondTheirNumber) {
  const std::string cell = with(part(sweep, 0), "\n2,4,", "\n4,4,");
  EXPECT_EQ(merge_with(cell), refusal("line 3: expected a cell's number and how many there are"));
}

TEST_F(SweepParts, AreRefusedWhereTheirValuesAreNotThoseOfTheSweep) {
  const std::string cap = lab::option_text(sweep.axes()[0], sweep.value(0, 0));
  const std::string other = with(part(sweep, 0), "\n0,4," + cap + ",", "\n0,4,7,");
  ASSERT_NE(other, part(sweep, 0)) << other;
  EXPECT_EQ(merge_with(other), "merged") << "the tables alone do not tell";
  EXPECT_THROW(io::read_results(sweep, std::vector{folder / "1.csv", folder / "2.csv"}), io::Error);
}

TEST(Hash, IsTheOneThatIsPublished) {
  // Noll's test vectors for FNV-1a
  EXPECT_EQ(io::hexadecimal(io::hash_of("")), "cbf29ce484222325");
  EXPECT_EQ(io::hexadecimal(io::hash_of("a")), "af63dc4c8601ec8c");
  EXPECT_EQ(io::hexadecimal(io::hash_of("foobar")), "85944171f73967e8");
  EXPECT_EQ(io::hash_of("bar", io::hash_of("foo")), io::hash_of("foobar"));
  EXPECT_EQ(io::hexadecimal(0x1a2b, 3), "a2b");
}

TEST(CsvField, IsQuotedWhereItWouldEndAFieldOrALine) {
  // RFC 4180, section 2.6
  EXPECT_EQ(io::csv_field("plain text"), "plain text");
  for (const char* end : {",", "\n", "\r", "\r\n"}) {
    EXPECT_EQ(io::csv_field(std::string("a") + end + "b"), std::string("\"a") + end + "b\"");
  }
  EXPECT_EQ(io::csv_field("a\"b"), "\"a\"\"b\"");
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
  lab::find_shared_knob("max-angle")->set(experiment.settings, 30.0);
  EXPECT_EQ(text_of({nullspace}),
            head + "nullspace · lambda 0.25 · max-angle 30.0 · rest 0.5 · steps 30 · warmup 10");
  // SDLS has neither damping nor a rest pose
  const ik::MethodInfo* const sdls = ik::find_method("sdls");
  EXPECT_EQ(text_of({sdls}), head + "sdls · max-angle 30.0 · steps 30 · warmup 10");
  EXPECT_EQ(text_of({sdls, nullspace}), head +
                                            "sdls,nullspace · lambda 0.25 · max-angle 30.0 · rest "
                                            "0.5 · steps 30 · warmup 10");
  experiment.settings.params["rest"] = *ik::get_param(nullspace->create(), "rest");
  EXPECT_EQ(text_of({nullspace}),
            head + "nullspace · lambda 0.25 · max-angle 30.0 · steps 30 · warmup 10");
}

}  // namespace
