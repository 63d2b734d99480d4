// The menu of a file's recordings.
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
  EXPECT_FALSE(Desk(recorded({})).has("scene/animation"));
  Desk one(recorded({"Walk"}));
  one.frames(2);
  EXPECT_FALSE(one.has("scene/animation"));
  Desk desk(recorded({"Walk", "Run"}));
  desk.frames(2);
  EXPECT_TRUE(desk.has("scene/animation"));
  EXPECT_TRUE(desk.says("Walk"));
}

TEST(RecordingMenu, AsksForTheOneThatIsPressedUnlessItIsFollowed) {
  Desk desk(recorded({"Walk", "Run", "Jump"}));
  desk.frames(2);
  desk.press("scene/animation");
  desk.frames(2);
  desk.press("animation/Walk");
  EXPECT_EQ(desk.sent<ui::FollowRecording>(), nullptr);
  desk.frames(2);
  desk.press("scene/animation");
  desk.frames(2);
  desk.press("animation/Jump");
  desk.frames(2);
  ASSERT_NE(desk.sent<ui::FollowRecording>(), nullptr);
  EXPECT_EQ(desk.sent<ui::FollowRecording>()->recording, "Jump");
}

}  // namespace
