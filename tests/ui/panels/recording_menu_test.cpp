// The menu of the recordings in a file.
#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

lab::Scene recorded(std::vector<std::string> names) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.recordings = std::move(names);
  if (!scene.recordings.empty()) scene.recording = scene.recordings[0];
  return scene;
}

TEST(RecordingMenu, IsThereForSeveralRecordings) {
  EXPECT_FALSE(Desk(recorded({})).has("scene/recording"));
  Desk one(recorded({"Walk"}));
  one.frames(2);
  EXPECT_FALSE(one.has("scene/recording"));
  Desk desk(recorded({"Walk", "Run"}));
  desk.frames(2);
  EXPECT_TRUE(desk.has("scene/recording"));
  EXPECT_TRUE(desk.says("Walk"));
}

TEST(RecordingMenu, AsksForTheOneThatIsPressedUnlessItIsFollowed) {
  Desk desk(recorded({"Walk", "Run", "Jump"}));
  desk.frames(2);
  desk.press("scene/recording");
  desk.frames(2);
  desk.press("recording/Walk");
  EXPECT_EQ(desk.sent<ui::FollowRecording>(), nullptr);
  desk.frames(2);
  desk.press("scene/recording");
  desk.frames(2);
  desk.press("recording/Jump");
  desk.frames(2);
  ASSERT_NE(desk.sent<ui::FollowRecording>(), nullptr);
  EXPECT_EQ(desk.sent<ui::FollowRecording>()->recording, "Jump");
}

}  // namespace
