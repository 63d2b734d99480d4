#include "io/saved/recording_files.h"

#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "io/files/csv.h"
#include "io/recordings.h"
#include "io/scene/scene_file.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

lab::Tracker tracker_of(const char* method = "dls") {
  return lab::Tracker(io::find_scene("y"), *ik::find_method(method));
}

/// Lets another process record so many steps and end without a word.
void record_and_die(const support::TemporaryFolder& folder, int steps) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    lab::Tracker tracker = tracker_of();
    io::RecordingLog log(folder / "recordings", folder / "notes", tracker);
    for (int k = 0; k < steps; ++k) {
      tracker.step();
      log.add(tracker);
    }
    log.flush();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
}

std::string csv_of(const char* method, int steps) {
  std::ostringstream text;
  io::write_csv(text, record("y", method, steps));
  return text.str();
}

TEST(RecordingLog, LeavesTheCsvOfWhatAProgramThatIsGoneHadRecorded) {
  const support::TemporaryFolder folder;
  record_and_die(folder, 1500);
  const fs::path file = folder / "recordings" / fs::path("y-dls-001.unfinished.csv");
  EXPECT_EQ(io::take_unfinished(folder / "notes"), std::vector{file});
  EXPECT_EQ(support::text_of(file), csv_of("dls", 1500));
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
  const lab::Tracker tracker = tracker_of();
  {
    const io::RecordingLog log(folder / "recordings", folder / "notes", tracker);
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
  EXPECT_TRUE(io::take_unfinished(folder / "notes").empty());
  for (const char* name : {"other.csv", "a.unfinished.csv"}) {
    EXPECT_EQ(support::text_of(folder / name), text) << name;
  }
}

TEST(RecordingLog, IsGoneWhenItIsDiscarded) {
  const support::TemporaryFolder folder;
  {
    io::RecordingLog log(folder.path(), folder / "notes", tracker_of());
    EXPECT_TRUE(fs::exists(log.path()));
    log.discard();
    EXPECT_FALSE(fs::exists(log.path()));
  }
  EXPECT_TRUE(io::take_unfinished(folder / "notes").empty());
}

TEST(RecordingLog, NeedsNoNotes) {
  const support::TemporaryFolder folder;
  const io::RecordingLog log(folder.path(), "", tracker_of());
  EXPECT_EQ(folder.count(), 1);
  EXPECT_TRUE(io::take_unfinished("").empty());
  EXPECT_TRUE(io::take_unfinished(folder / "nowhere").empty());
}

TEST(CsvStream, WritesWhatTheWholeRecordingsWould) {
  std::string expected;
  std::ostringstream streamed;
  io::CsvStream csv(streamed, io::CsvStream::MethodColumn::kYes);
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
