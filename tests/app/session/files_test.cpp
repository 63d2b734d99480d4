#include "app/session/files.h"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/edits.h"
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
  const auto opened = app::read_run_or_scene(path);
  ASSERT_TRUE(std::holds_alternative<io::SavedSession>(opened));
  EXPECT_EQ(std::get<io::SavedSession>(opened).steps, 1);
  const std::filesystem::path file = IKLAB_SOURCE_DIR "/assets/scenes/y.json";
  const auto scene = app::read_run_or_scene(std::filesystem::relative(file).string());
  ASSERT_TRUE(std::holds_alternative<lab::Scene>(scene));
  EXPECT_EQ(std::get<lab::Scene>(scene).id, file.string());
  EXPECT_ANY_THROW(app::read_run_or_scene((folder / "none.json").string()));
}

TEST(Absolute, IsThePathFromTheRootOnWithoutDetours) {
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_EQ(app::absolute("a/../b"), (here / "b").string());
  EXPECT_EQ(app::absolute("/a/./b"), "/a/b");
}

/// A session that leaves notes of what it records.
class RecordingTest : public testing::Test {
 protected:
  RecordingTest() {
    session.set_folder(folder.path());
    session.set_notes(notes());
  }
  std::filesystem::path notes() const { return folder / "notes"; }
  std::filesystem::path unfinished() const { return folder / "tree-dls-001.unfinished.csv"; }
  long rows() const {  // of the file, without its header
    const std::string text = support::text_of(unfinished());
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
  const std::string kept = support::text_of(unfinished());
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_EQ(support::text_of(folder / "tree-dls-001.csv").substr(0, kept.size()), kept);
}

TEST_F(RecordingTest, StaysWhereItIsWhenItCannotBeSaved) {
  session.start_recording();
  for (int frame = 0; frame < 10; ++frame) session.advance(0.02);
  support::put(folder / "file", "");
  session.set_folder((folder.path() / "file" / "no").string());
  session.stop_recording();
  EXPECT_NE(session.message().find("; its rows are in " + unfinished().string()), std::string::npos)
      << session.message();
  EXPECT_EQ(rows(), 41);
}

TEST_F(RecordingTest, GoesToTheNotesWhereTheFolderCannotBeWritten) {
  support::put(folder / "file", "");
  session.set_folder((folder.path() / "file" / "no").string());
  session.start_recording();
  EXPECT_TRUE(std::filesystem::exists(notes() / "tree-dls-001.unfinished.csv"));
  EXPECT_EQ(session.message(), "");
}

}  // namespace
