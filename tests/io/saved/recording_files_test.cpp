#include "io/saved/recording_files.h"

#include <sstream>

#include <gtest/gtest.h>

#include "io/files/csv.h"
#include "io/recordings.h"
#include "io/setup/setup_json.h"
#include "lab/plot/recording_plots.h"
#include "support/csv_table.h"
#include "support/picture.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

TEST(SaveRecording, WritesTableAndFigureIntoAFolderThatItMakes) {
  const support::TemporaryFolder folder;
  const lab::RunRecording recording = record_run("y", "dls", 50);
  const io::RecordingFiles files = io::save_recording(folder / "new/folder", recording);
  EXPECT_EQ(files.csv, folder / "new/folder/y-dls-001.csv");
  std::ostringstream csv;
  io::write_csv(csv, recording);
  const std::string text = support::text_of(files.csv);
  const std::string origin = io::program_name() + " · y · dls · lambda 0.6 · steps 50";
  EXPECT_EQ(text, "# " + origin + '\n' + csv.str());
  std::ostringstream rows;
  io::write_csv(rows, record("y", "dls", 50));
  EXPECT_EQ(csv.str(), rows.str()) << "a single lane has the columns of run";
  EXPECT_EQ(support::text_of(files.svg).rfind("<?xml", 0), 0U);
  EXPECT_GT(support::read_png(files.png).width, 1000);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "new/folder"), fs::directory_iterator()),
            3);
}

/// A run with many changes while it is recorded.
class ChangedRecording : public testing::Test {
 protected:
  void steps(int count) {
    for (int k = 0; k < count; ++k) {
      run.step();
      recording.add(run);
    }
  }
  template <class Edit>
  void change(const Edit& edit, long gesture = 0) {
    lab::Setup setup = run.setup();
    edit(setup);
    run.apply(setup, gesture);
    recording.follow(run);
  }
  void set_lambda(double lambda, long gesture) {
    change([lambda](lab::Setup& s) { s.front_lane().settings.params["lambda"] = lambda; }, gesture);
  }
  static std::vector<std::string> changes_in(const std::string& csv) {
    std::vector<std::string> lines;
    std::istringstream rows(csv);
    for (std::string line; std::getline(rows, line);) {
      if (line.starts_with("# changed at ")) lines.push_back(line.substr(13));
    }
    return lines;
  }

  support::TemporaryFolder folder;
  lab::Timeline run = run_of("y", "dls");
  lab::RunRecording recording{run};
};

TEST_F(ChangedRecording, NamesEveryChangeWithItsTimeAndTheValuesBeforeAndAfter) {
  steps(20);
  set_lambda(0.2, 1);
  steps(20);
  set_lambda(1.2, 2);
  steps(20);
  set_lambda(0.6, 3);  // as at the start
  steps(20);
  change([](lab::Setup& s) { s.targets[1].held = Eigen::Vector3d(0.5, 1.0, 0.0); });
  steps(20);
  change([](lab::Setup& s) { s.targets[1].held.reset(); });
  change([](lab::Setup& s) { s.pull = lab::Pull{0, {0.0, 0.5, 0.0}, {0.25, 0.5, 0.0}}; });
  steps(20);
  change([](lab::Setup& s) { s.pull.reset(); });
  steps(20);
  const std::vector<std::string> expected = {
      "0.1 s: lambda 0.6 → 0.2",     "0.2 s: lambda 0.2 → 1.2",
      "0.3 s: lambda 1.2 → 0.6",     "0.4 s: target left held (0.5, 1, 0)",
      "0.5 s: target left released", "0.5 s: link of base held (0.25, 0.5, 0)",
      "0.6 s: link of base released"};
  const io::RecordingFiles files = io::save_recording(folder.path(), recording);
  EXPECT_EQ(changes_in(support::text_of(files.csv)), expected);
  for (const fs::path& figure : {files.svg, files.png}) {
    const std::string bytes = support::text_of(figure);
    std::size_t at = bytes.find("lambda 0.6 · steps 140 · changed at ");
    for (const std::string& change : expected) {
      ASSERT_NE(at, std::string::npos) << figure << " before " << change;
      at = bytes.find(change, at);
    }
  }
}

TEST_F(ChangedRecording, HasAMarkForEveryChangeInItsPlots) {
  steps(10);
  set_lambda(0.2, 1);
  steps(10);
  set_lambda(0.6, 2);
  steps(10);
  for (const lab::Plot& plot : lab::plots_of(recording)) {
    ASSERT_EQ(plot.marks.size(), 2U) << plot.title;
    EXPECT_EQ(plot.subtitle, "y · Damped least squares, λ 0.6, then 2 changes");
    EXPECT_NEAR(plot.marks[0].x, 0.05, 1e-12);
    EXPECT_NEAR(plot.marks[1].x, 0.1, 1e-12);
    EXPECT_EQ(plot.marks[1].text, "Damping λ 0.2 → 0.6 m/rad");
    EXPECT_GT(plot.x.max, plot.marks[1].x);
  }
}

TEST_F(ChangedRecording, GoesOnWithAnotherMethodAndSaysWhichMadeWhichRow) {
  steps(3);
  change([](lab::Setup& s) { s.front_lane().method = ik::find_method("sdls"); });
  steps(2);
  const io::RecordingFiles files = io::save_recording(folder.path(), recording);
  const support::CsvTable table(without_comments(support::text_of(files.csv)));
  ASSERT_EQ(table.rows.size(), 6U);
  for (std::size_t row = 0; row < 6; ++row) {
    EXPECT_EQ(table.rows[row][0], row <= 3 ? "dls" : "sdls") << row;
    EXPECT_EQ(table.number(row, "step"), static_cast<double>(row));
  }
  EXPECT_EQ(changes_in(support::text_of(files.csv)),
            (std::vector<std::string>{"0.015 s: method dls → sdls"}));
}

TEST_F(ChangedRecording, HasTheRowsOfEveryLaneToTheBit) {
  change([](lab::Setup& s) { s.lanes[lab::add_lane(s)].method = ik::find_method("newton"); });
  steps(4);
  change([](lab::Setup& s) {
    lab::remove_lane(s, 0);
    lab::add_lane(s);
  });
  steps(3);
  const io::RecordingFiles files = io::save_recording(folder.path(), recording);
  const support::CsvTable table(without_comments(support::text_of(files.csv)));
  EXPECT_EQ(table.names[0], "method");
  EXPECT_EQ(table.names[1], "lane");
  std::vector<std::string> made;
  for (const auto& row : table.rows) made.push_back(row[0] + row[1] + " " + row[2]);
  EXPECT_EQ(made, (std::vector<std::string>{"dls1 0", "dls1 1", "dls1 2", "dls1 3", "dls1 4",  //
                                            "newton2 0", "newton2 1", "newton2 2", "newton2 3",
                                            "newton2 4",                            //
                                            "newton2 5", "newton2 6", "newton2 7",  //
                                            "newton3 4", "newton3 5", "newton3 6", "newton3 7"}));
  const lab::Recording alone = record("y", "newton", 7);
  for (std::size_t row = 0; row < 8; ++row) {
    EXPECT_EQ(table.number(5 + row, "theta_base"), alone.theta(row, 0)) << row;
  }
}

TEST_F(ChangedRecording, DoesNotNameADampingThatTheMethodLacks) {
  const lab::RunRecording sdls = record_run("y", "sdls", 5);
  const std::string text = support::text_of(io::save_recording(folder.path(), sdls).csv);
  EXPECT_EQ(text.find("lambda"), std::string::npos) << text.substr(0, text.find('\n'));
}

TEST_F(ChangedRecording, SaysInItsFigureHowManyChangesOnlyTheTableHas) {
  for (int i = 0; i < 40; ++i) {
    steps(2);
    set_lambda(i % 2 == 0 ? 0.2 : 0.6, i + 1);
  }
  const io::RecordingFiles files = io::save_recording(folder.path(), recording);
  const std::size_t all = changes_in(support::text_of(files.csv)).size();
  EXPECT_EQ(all, 40U);
  // the description repeats the footer's text on one line
  std::string figure = support::text_of(files.svg);
  const std::size_t begin = figure.find("<desc>");
  figure = figure.substr(begin, figure.find("</desc>") - begin);
  std::size_t drawn = 0;
  for (std::size_t at = 0; (at = figure.find(" s: lambda", at)) != std::string::npos; ++at) ++drawn;
  EXPECT_NE(
      figure.find("and " + std::to_string(all - drawn) + " more changes, which are in the CSV"),
      std::string::npos);
}

TEST(SaveRecording, NeverOverwrites) {
  const support::TemporaryFolder folder;
  const lab::RunRecording recording = record_run("y", "dls", 3);
  support::put(folder / "y-dls-001.csv", "mine");
  support::put(folder / "y-dls-002.svg", "mine");
  support::put(folder / "y-dls-003.png", "mine");
  EXPECT_EQ(io::save_recording(folder.path(), recording).csv, folder / "y-dls-004.csv");
  EXPECT_EQ(io::save_recording(folder.path(), recording).png, folder / "y-dls-005.png");
  EXPECT_EQ(support::text_of(folder / "y-dls-001.csv"), "mine");
  EXPECT_EQ(support::text_of(folder / "y-dls-002.svg"), "mine");
  EXPECT_EQ(support::text_of(folder / "y-dls-003.png"), "mine");
  EXPECT_FALSE(fs::exists(folder / "y-dls-002.csv"));
  EXPECT_EQ(folder.count(), 3 + 6);
}

TEST(SaveRecording, NamesASceneFromAFileAfterTheFile) {
  const support::TemporaryFolder folder;
  lab::Scene scene = io::find_scene("y");
  scene.id = "/some where/my arm.v2.json";
  const auto loaded = std::make_shared<const lab::Scene>(scene);
  const lab::RunRecording recording{lab::Timeline(lab::setup_of(loaded, *ik::find_method("sdls")))};
  EXPECT_EQ(io::save_recording(folder.path(), recording).svg, folder / "my-arm-v2-sdls-001.svg");
}

TEST(SaveRecording, SaysWhichFolderCannotBeUsed) {
  const support::TemporaryFolder folder;
  support::put(folder / "file", "");
  for (const fs::path& path : {folder / "file", folder / "file/below"}) {
    try {
      io::save_recording(path, record_run("y", "dls", 1));
      ADD_FAILURE() << "was saved in " << path;
    } catch (const io::Error& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(folder.count(), 1);
}

}  // namespace
