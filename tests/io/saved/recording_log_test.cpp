#include "io/saved/recording_files.h"

#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "io/files/csv.h"
#include "io/recordings.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

lab::Tracker tracker_of(const char* method = "dls") {
  return lab::Tracker(io::find_scene("y"), *ik::find_method(method));
}

lab::RunRecording begun() { return lab::RunRecording(run_of("y", "dls")); }

/// Lets another process record a number of steps and end without cleanup.
void record_and_die(const support::TemporaryFolder& folder, int steps) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    lab::Timeline run = run_of("y", "dls");
    lab::RunRecording recording(run);
    io::RecordingLog log(folder / "recordings", folder / "notes", recording);
    log.add(recording, run.bench());
    for (int k = 0; k < steps; ++k) {
      run.step();
      recording.add(run);
      log.add(recording, run.bench());
    }
    log.flush();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
}

/// CSV without the line that names the run's origin.
std::string csv_of(const char* method, int steps) {
  std::ostringstream text;
  io::write_csv(text, record("y", method, steps));
  std::istringstream rows(text.str());
  std::string line, result;
  const std::string columns = std::string(method) + ",1,";
  while (std::getline(rows, line)) {
    result += (result.empty() ? "method,lane," : columns) + line + '\n';
  }
  return result;
}

TEST(RecordingLog, LeavesTheCsvOfWhatAProgramThatIsGoneHadRecorded) {
  const support::TemporaryFolder folder;
  record_and_die(folder, 1500);
  const fs::path file = folder / "recordings" / fs::path("y-dls-001.unfinished.csv");
  EXPECT_EQ(io::take_unfinished(folder / "notes"), std::vector{file});
  EXPECT_EQ(support::text_of(file).rfind("# " + io::provenance(run_of("y", "dls").setup()), 0), 0U);
  EXPECT_EQ(without_comments(support::text_of(file)), csv_of("dls", 1500));
  EXPECT_TRUE(io::take_unfinished(folder / "notes").empty()) << "it is said once";
}

TEST(RecordingLog, CutsOffTheLineThatAWriteWasInTheMiddleOf) {
  const support::TemporaryFolder folder;
  record_and_die(folder, 10);
  const fs::path file = folder / "recordings" / fs::path("y-dls-001.unfinished.csv");
  const std::string whole = support::text_of(file);
  support::put(file, whole + "11,0.05");
  io::take_unfinished(folder / "notes");
  EXPECT_EQ(support::text_of(file), whole);
}

TEST(RecordingLog, IsNotTakenFromAProgramThatStillRecords) {
  const support::TemporaryFolder folder;
  {
    const io::RecordingLog log(folder / "recordings", folder / "notes", begun());
    record_and_die(folder, 3);
    const std::vector<fs::path> files = io::take_unfinished(folder / "notes");
    ASSERT_EQ(files.size(), 1U);
    EXPECT_NE(files[0], log.path());
    EXPECT_TRUE(fs::exists(log.path()));
  }
  EXPECT_TRUE(io::take_unfinished(folder / "notes").empty());
}

TEST(RecordingLog, IsTheOnlyKindOfFileThatANoteChanges) {
  const support::TemporaryFolder folder;
  fs::create_directory(folder / "notes");
  const std::string text = "a\nb";
  for (const char* name : {"other.csv", "a.unfinished.csv"}) support::put(folder / name, text);
  support::put(folder / "notes/1.note", (folder / "other.csv").string());
  support::put(folder / "notes/2.note", fs::relative(folder / "a.unfinished.csv").string());
  support::put(folder / "notes/3.note",
               (folder / "other.csv").string() + '\0' + "a.unfinished.csv");
  EXPECT_TRUE(io::take_unfinished(folder / "notes").empty());
  for (const char* name : {"other.csv", "a.unfinished.csv"}) {
    EXPECT_EQ(support::text_of(folder / name), text) << name;
  }
}

TEST(RecordingLog, IsGoneWhenItIsDiscarded) {
  const support::TemporaryFolder folder;
  {
    io::RecordingLog log(folder.path(), folder / "notes", begun());
    EXPECT_TRUE(fs::exists(log.path()));
    log.discard();
    EXPECT_FALSE(fs::exists(log.path()));
  }
  EXPECT_TRUE(io::take_unfinished(folder / "notes").empty());
}

TEST(RecordingLog, NamesEveryChangeAndTheRowsOfEveryLane) {
  const support::TemporaryFolder folder;
  lab::Timeline run = run_of("y", "dls");
  lab::RunRecording recording(run);
  io::RecordingLog log(folder.path(), "", recording);
  log.add(recording, run.bench());
  const auto step = [&] {
    run.step();
    recording.add(run);
    log.add(recording, run.bench());
    log.follow(recording);
  };
  const auto change = [&](const auto& edit) {
    lab::Setup setup = run.setup();
    edit(setup);
    run.apply(setup);
    recording.follow(run);
    log.follow(recording);
  };
  for (int k = 0; k < 4; ++k) step();
  change([](lab::Setup& s) { s.front_lane().method = ik::find_method("sdls"); });
  for (int k = 0; k < 2; ++k) step();
  change([](lab::Setup& s) { s.lanes[lab::add_lane(s)].method = ik::find_method("newton"); });
  step();
  log.flush();
  const std::string text = support::text_of(log.path());
  EXPECT_NE(text.find("\n# changed at 0.02 s: method dls → sdls\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n# changed at 0.03 s: lane of newton added\n"), std::string::npos) << text;
  const support::CsvTable table(without_comments(text));
  std::vector<std::string> made;
  for (const auto& row : table.rows) made.push_back(row[0] + row[1] + " " + row[2]);
  EXPECT_EQ(made, (std::vector<std::string>{"dls1 0", "dls1 1", "dls1 2", "dls1 3", "dls1 4",
                                            "sdls1 5", "sdls1 6", "sdls1 7", "newton2 7"}));
}

TEST(RecordingLog, NeedsNoNotes) {
  const support::TemporaryFolder folder;
  const io::RecordingLog log(folder.path(), "", begun());
  EXPECT_EQ(folder.count(), 1);
  EXPECT_TRUE(io::take_unfinished("").empty());
  EXPECT_TRUE(io::take_unfinished(folder / "nowhere").empty());
}

TEST(CsvStream, WritesWhatTheWholeRecordingsWould) {
  std::string expected;
  std::ostringstream streamed;
  io::CsvStream csv(streamed, io::CsvStream::Columns::kMethod);
  for (const char* method : {"dls", "sdls"}) {
    std::stringstream whole;
    io::write_csv(whole, record("y", method, 2500));
    std::string line;
    std::getline(whole, line);
    if (expected.empty()) expected = "method," + line + '\n';
    while (std::getline(whole, line)) expected += std::string(method) + ',' + line + '\n';
    lab::Tracker tracker = tracker_of(method);
    csv.add(tracker);
    for (int k = 0; k < 2500; ++k) {
      tracker.step();
      csv.add(tracker);
    }
  }
  csv.flush();
  EXPECT_EQ(streamed.str(), expected);
}

}  // namespace
