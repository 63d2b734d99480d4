#include "app/session/files.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "io/files/numbered_files.h"
#include "io/recordings.h"
#include "support/csv_table.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace {

lab::Scene tree() {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.id = "tree";
  return scene;
}

TEST(ReadRunOrScene, TellsThemApart) {
  const support::TemporaryFolder folder;
  lab::Timeline run(
      lab::setup_of(std::make_shared<const lab::Scene>(tree()), *ik::find_method("dls"), {}));
  run.step();
  const std::string saved = app::save(folder.path().string(), run);
  const std::string path = (folder / "session-001.json").string();
  EXPECT_EQ(saved, "Saved " + path);
  auto opened = app::read_run_or_scene(path);
  ASSERT_TRUE(std::holds_alternative<io::SessionReader>(opened));
  auto& reader = std::get<io::SessionReader>(opened);
  EXPECT_EQ(reader.advance(1), 1.0);
  EXPECT_EQ(reader.take().steps, 1);
  const std::filesystem::path file = IKLAB_SOURCE_DIR "/assets/scenes/y.json";
  const auto scene = app::read_run_or_scene(std::filesystem::relative(file).string());
  ASSERT_TRUE(std::holds_alternative<lab::Scene>(scene));
  EXPECT_EQ(std::get<lab::Scene>(scene).id, file.string());
  EXPECT_ANY_THROW(app::read_run_or_scene((folder / "none.json").string()));
}

TEST(Opener, GivesUpAFileAtOnceWhileItIsRead) {
  std::atomic<bool> reads = false, may_end = false, ended = false;
  work::Pool pool(1);
  app::Opener opener(pool);
  opener.start("a", [&]() -> app::RunOrScene {
    reads = true;
    for (int i = 0; i < 2000 && !may_end; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ended = true;
    return tree();
  });
  while (!reads) std::this_thread::yield();
  opener.stop();
  EXPECT_FALSE(ended) << "it was waited for";
  EXPECT_FALSE(opener.busy());
  // the next file opens, and the cancelled one never does
  opener.start("b", []() -> app::RunOrScene {
    lab::Scene scene = tree();
    scene.id = "b";
    return scene;
  });
  EXPECT_TRUE(std::holds_alternative<std::monostate>(opener.collect()));
  may_end = true;
  app::Opener::Opened opened;
  while (std::holds_alternative<std::monostate>(opened)) opened = opener.collect();
  ASSERT_TRUE(std::holds_alternative<lab::Scene>(opened));
  EXPECT_EQ(std::get<lab::Scene>(opened).id, "b");
  EXPECT_TRUE(ended);
}

TEST(Opener, ReadsASessionInPortionsAndShowsIt) {
  io::SavedSession run{
      lab::setup_of(std::make_shared<const lab::Scene>(tree()), *ik::find_method("dls"), {}),
      {},
      9};
  for (int i = 0; i < 40; ++i) {
    run.changes.push_back({i / 5, run.start});
    run.changes.back().setup.frozen = i % 2 == 0;
  }
  const std::string text = io::write_session(run);
  io::SessionReader reader(text, "a");
  EXPECT_EQ(reader.advance(10), 0.25);
  EXPECT_EQ(reader.advance(29), 39.0 / 40.0);
  EXPECT_EQ(reader.advance(2), 1.0);
  EXPECT_EQ(io::write_session(reader.take()), text);

  // without worker threads, one slice at a time
  work::Pool pool(0);
  app::Opener opener(pool);
  opener.start("a", [&text]() -> app::RunOrScene { return io::SessionReader(text, "a"); });
  app::Opener::Opened opened;
  for (double last = 0.0; std::holds_alternative<std::monostate>(opened);) {
    const auto shown = opener.shown();
    ASSERT_TRUE(shown);
    EXPECT_GE(shown->share, last);
    last = shown->share;
    pool.work_for(work::kSlice);
    opened = opener.collect();
  }
  ASSERT_TRUE(std::holds_alternative<app::OpenedRun>(opened));
  EXPECT_EQ(std::get<app::OpenedRun>(opened).timeline.last(), 9);
}

TEST(Opener, GivesUpWithoutThreadsToo) {
  work::Pool pool(0);
  app::Opener opener(pool);
  opener.start("a", []() -> app::RunOrScene {
    ADD_FAILURE() << "it was given up before";
    return tree();
  });
  opener.stop();
  EXPECT_FALSE(opener.busy());
  pool.work_for(work::kSlice);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(opener.collect()));
}

TEST(Absolute, IsThePathFromTheRootOnWithoutDetours) {
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_EQ(app::absolute("a/../b"), (here / "b").string());
  EXPECT_EQ(app::absolute("/a/./b"), "/a/b");
}

/// A session that records and leaves notes about its recordings.
class RecordingTest : public testing::Test {
 protected:
  RecordingTest() {
    session.set_folder(folder.path());
    session.set_notes(notes());
  }
  std::filesystem::path notes() const { return folder / "notes"; }
  std::filesystem::path unfinished() const { return folder / "tree-dls-001.unfinished.csv"; }
  long rows() const {  // of the file, without its header
    const std::string text = without_comments(support::text_of(unfinished()));
    EXPECT_TRUE(text.empty() || text.back() == '\n');
    return std::count(text.begin(), text.end(), '\n') - 1;
  }

  support::TemporaryFolder folder;
  app::Session session{{}, {}, tree(), *ik::find_method("dls")};
};

TEST_F(RecordingTest, IsOnDiskButForTheLastSecondWhileItIsMade) {
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_EQ(rows(), 1) << "from the start";
  for (int frame = 1; frame <= 300; ++frame) {
    session.advance(0.02);  // 4 steps
    const long made = session.tracker().step_count() + 1;
    ASSERT_GE(rows(), made - 200) << frame;
  }
  EXPECT_GT(session.tracker().step_count(), 1000);
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_FALSE(std::filesystem::exists(unfinished())) << session.message();
  EXPECT_TRUE(std::filesystem::exists(folder / "tree-dls-001.csv"));
  EXPECT_TRUE(io::take_unfinished(notes()).empty());
}

TEST_F(RecordingTest, HasTheRowsThatASavedOneHas) {
  edits::send(session, ui::Command::kRecordOrStop);
  for (int frame = 0; frame < 100; ++frame) session.advance(0.02);
  const support::CsvTable kept(without_comments(support::text_of(unfinished())));
  edits::send(session, ui::Command::kRecordOrStop);
  const support::CsvTable saved(without_comments(support::text_of(folder / "tree-dls-001.csv")));
  ASSERT_GT(kept.rows.size(), 300U);
  for (std::size_t row = 0; row < kept.rows.size(); ++row) {
    const std::vector<std::string> fields(kept.rows[row].begin() + 2, kept.rows[row].end());
    EXPECT_EQ(fields, saved.rows[row]) << "behind method and lane";
  }
}

/// A recording session with a folder that becomes unwritable.
class UnsavedTest : public RecordingTest {
 protected:
  UnsavedTest() {
    support::put(folder / "file", "");
    session.set_spare_folders({nowhere(), (folder / "spare").string()});
    session.start_recording();
    advance(10);
  }
  std::string nowhere() const { return (folder / "file/no").string(); }
  void advance(int frames) {
    for (int frame = 0; frame < frames; ++frame) session.advance(0.02);  // 4 steps
  }
  const std::optional<ui::FolderQuestion> question() const {
    return session.shown().saving.question;
  }
  long rows_of(const std::filesystem::path& file) const {
    const std::string text = without_comments(support::text_of(file));
    return std::count(text.begin(), text.end(), '\n') - 1;
  }
};

TEST_F(UnsavedTest, KeepsItsRowsInMemoryAndOnDisk) {
  session.set_folder(nowhere());
  session.stop_recording();
  ASSERT_TRUE(question());
  EXPECT_EQ(question()->unsaved_rows, 41U);
  EXPECT_NE(question()->problem.find("Not saved: " + nowhere()), std::string::npos);
  EXPECT_NE(question()->problem.find("41 rows are kept in memory"), std::string::npos);
  EXPECT_FALSE(session.shown().saving.recorded);
  session.advance(0.02);
  EXPECT_EQ(rows(), 41);
}

TEST_F(UnsavedTest, IsSavedByOnePressInTheFolderThatIsOffered) {
  session.set_folder(nowhere());
  session.stop_recording();
  ASSERT_TRUE(question());
  EXPECT_EQ(question()->spare, (folder / "spare").string()) << "the first that can be written";
  EXPECT_FALSE(std::filesystem::exists(folder / "spare")) << "nothing is left by the trial";
  advance(3);
  edits::send(session, ui::SetFolder{question()->spare});
  EXPECT_FALSE(question());
  EXPECT_EQ(rows_of(folder / "spare/tree-dls-001.csv"), 41);
  EXPECT_TRUE(std::filesystem::exists(folder / "spare/tree-dls-001.png"));
  EXPECT_FALSE(std::filesystem::exists(unfinished()));
  EXPECT_EQ(session.message(),
            "Saved tree-dls-001.csv, .svg, .png in " + (folder / "spare").string());
  EXPECT_EQ(session.shown().message.folder, (folder / "spare").string());
  EXPECT_FALSE(session.shown().message.trouble);
  EXPECT_TRUE(io::take_unfinished(notes()).empty());
}

TEST_F(UnsavedTest, AsksAgainForEachFolderThatCannotBeWritten) {
  session.set_folder(nowhere());
  session.stop_recording();
  ASSERT_TRUE(question());
  const int first = question()->number;
  edits::send(session, ui::SetFolder{"/proc/none"});
  ASSERT_TRUE(question());
  EXPECT_GT(question()->number, first);
  EXPECT_NE(question()->problem.find("/proc/none"), std::string::npos);
  EXPECT_EQ(question()->unsaved_rows, 41U);
}

TEST_F(UnsavedTest, IsSavedBesideTheNextRecordingOnceThereIsAFolder) {
  session.set_folder(nowhere());
  session.stop_recording();
  ASSERT_TRUE(question());
  EXPECT_FALSE(session.shown().saving.recorded);
  session.start_recording();
  ASSERT_TRUE(question());
  edits::send(session, ui::SetFolder{(folder / "there").string()});
  EXPECT_FALSE(question());
  EXPECT_EQ(session.shown().saving.recorded, 1U);
  EXPECT_EQ(rows_of(folder / "there/tree-dls-001.csv"), 41);
  advance(1);
  session.stop_recording();
  EXPECT_EQ(rows_of(folder / "there/tree-dls-002.csv"), 5);
}

TEST_F(UnsavedTest, IsSavedWhereItsFolderWasRemovedMeanwhile) {
  const std::string there = (folder / "there").string();
  session.stop_recording();
  session.set_folder(there);
  session.start_recording();
  advance(2);
  std::filesystem::remove_all(there);
  session.stop_recording();
  EXPECT_FALSE(question());
  EXPECT_EQ(rows_of(folder / "there/tree-dls-001.csv"), 9);
}

TEST_F(UnsavedTest, CanBeDropped) {
  session.set_folder(nowhere());
  session.stop_recording();
  edits::send(session, ui::Command::kDropRecording);
  EXPECT_FALSE(question());
  EXPECT_EQ(session.message(), "");
  EXPECT_FALSE(std::filesystem::exists(unfinished()));
  EXPECT_EQ(session.end_recordings(), "");
}

TEST_F(UnsavedTest, GoesIntoASpareFolderAtTheEnd) {
  session.set_folder(nowhere());
  EXPECT_EQ(session.end_recordings(),
            "Saved tree-dls-001.csv, .svg, .png in " + (folder / "spare").string());
  EXPECT_EQ(rows_of(folder / "spare/tree-dls-001.csv"), 41);
}

TEST_F(UnsavedTest, IsLeftToTheNextProgramWhereNoFolderCanBeWritten) {
  {
    app::Session other{{}, {}, tree(), *ik::find_method("dls")};
    other.set_folder((folder / "other").string());
    other.set_notes(notes());
    other.start_recording();
    for (int frame = 0; frame < 5; ++frame) other.advance(0.02);
    other.set_folder(nowhere());
    const std::string left = other.end_recordings();
    EXPECT_NE(left.find((folder / "other/tree-dls-001.unfinished.csv").string()), std::string::npos)
        << left;
  }
  EXPECT_EQ(io::take_unfinished(notes()),
            std::vector{folder / "other/tree-dls-001.unfinished.csv"});
  EXPECT_EQ(rows_of(folder / "other/tree-dls-001.unfinished.csv"), 21);
}

TEST_F(UnsavedTest, SaysNothingAtTheEndWhereAllIsWell) {
  EXPECT_EQ(session.end_recordings(), "");
  EXPECT_EQ(rows_of(folder / "tree-dls-001.csv"), 41);
}

TEST_F(RecordingTest, BeginsAsSoonAsThereIsAFolderThatCanBeWritten) {
  support::put(folder / "file", "");
  session.set_folder((folder / "file/no").string());
  session.start_recording();
  session.advance(0.02);
  EXPECT_FALSE(session.shown().saving.recorded);
  EXPECT_TRUE(io::take_unfinished(notes()).empty());
  edits::send(session, ui::SetFolder{(folder / "there").string()});
  EXPECT_FALSE(session.shown().saving.question);
  EXPECT_EQ(session.shown().saving.recorded, 1U);
  EXPECT_EQ(session.message(), "");
  // a recording that could not start is dropped
  session.stop_recording();
  session.set_folder((folder / "file/no").string());
  session.start_recording();
  edits::send(session, ui::Command::kDropRecording);
  edits::send(session, ui::SetFolder{(folder / "there").string()});
  EXPECT_FALSE(session.shown().saving.recorded);
}

TEST_F(RecordingTest, BeginsByAnotherPressOnceTheFolderCanBeWritten) {
  support::put(folder / "file", "");
  session.set_folder((folder / "file/no").string());
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_TRUE(session.shown().saving.question);
  std::filesystem::remove(folder / "file");
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_FALSE(session.shown().saving.question);
  EXPECT_TRUE(session.shown().saving.recorded);
}

TEST(ExpectWritable, TriesAndLeavesNothing) {
  const support::TemporaryFolder folder;
  io::expect_writable(folder.path());
  io::expect_writable(folder / "a/b/c/");
  EXPECT_EQ(folder.count(), 0);
  std::filesystem::create_directory(folder / "here");
  io::expect_writable(folder / "here/below");
  EXPECT_TRUE(std::filesystem::is_empty(folder / "here"));
  support::put(folder / "file", "");
  for (const auto& path :
       {folder / "file", folder / "file/below", std::filesystem::path("/proc/x")}) {
    try {
      io::expect_writable(path);
      ADD_FAILURE() << path;
    } catch (const io::Error& error) {
      EXPECT_EQ(std::string(error.what()).rfind(path.string() + ": cannot be ", 0), 0U)
          << error.what();
    }
  }
}

}  // namespace
