#include "io/saved/recording_files.h"

#include <sstream>

#include <gtest/gtest.h>

#include "io/files/csv.h"
#include "io/recordings.h"
#include "support/picture.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

TEST(SaveRecording, WritesTableAndFigureIntoAFolderThatItMakes) {
  const support::TemporaryFolder folder;
  const lab::Recording recording = record("y", "dls", 50);
  const io::RecordingFiles files = io::save_recording(folder / "new/folder", recording);
  EXPECT_EQ(files.csv, folder / "new/folder/y-dls-001.csv");
  std::ostringstream csv;
  io::write_csv(csv, recording);
  EXPECT_EQ(support::text_of(files.csv), csv.str());
  EXPECT_EQ(support::text_of(files.svg).rfind("<?xml", 0), 0U);
  EXPECT_GT(support::read_png(files.png).width, 1000);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "new/folder"), fs::directory_iterator()),
            3);
}

TEST(SaveRecording, NeverOverwrites) {
  const support::TemporaryFolder folder;
  const lab::Recording recording = record("y", "dls", 3);
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
  lab::Tracker tracker(scene, *ik::find_method("sdls"));
  lab::Recording recording(tracker);
  recording.add(tracker);
  EXPECT_EQ(io::save_recording(folder.path(), recording).svg, folder / "my-arm-v2-sdls-001.svg");
}

TEST(SaveRecording, SaysWhichFolderCannotBeUsed) {
  const support::TemporaryFolder folder;
  support::put(folder / "file", "");
  for (const fs::path& path : {folder / "file", folder / "file/below"}) {
    try {
      io::save_recording(path, record("y", "dls", 1));
      ADD_FAILURE() << "was saved in " << path;
    } catch (const io::Error& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(folder.count(), 1);
}

}  // namespace
