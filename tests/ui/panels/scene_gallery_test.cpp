#include <cstdint>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

/// Seven scenes of the first group, then one of another group and a file.
std::vector<ui::SceneItem> some_scenes() {
  std::vector<ui::SceneItem> scenes;
  for (int i = 0; i < 7; ++i) {
    const std::string number = std::to_string(i);
    scenes.push_back({i == 1 ? "circling" : number, "Scene " + number, "About " + number, "Arms"});
  }
  scenes.push_back({"hero", "Hero", "", "Characters"});
  scenes.push_back({"/robots/leg.urdf", "Leg", "/robots/leg.urdf", "Recent", true});
  return scenes;
}

class SceneGallery : public testing::Test {
 protected:
  SceneGallery() {
    desk.scenes = some_scenes();
    desk.frames(2);
  }
  const ui::Focus& focus() const { return desk.panels.focus; }
  /// The control with the keyboard's focus.
  std::string focused() const {
    for (const auto& [name, rect] : desk.items) {
      if (rect.id == focus().at.back() && rect.id != 0) return name;
    }
    return {};
  }

  Desk desk;
};

TEST_F(SceneGallery, HasATileForEachSceneUnderTheHeadingOfItsGroup) {
  EXPECT_FALSE(desk.gallery());
  desk.press("scene");
  EXPECT_TRUE(desk.gallery());
  for (const ui::SceneItem& item : desk.scenes) {
    EXPECT_TRUE(desk.has("scene/" + item.id)) << item.id;
    EXPECT_TRUE(desk.says(item.name)) << item.name;
    EXPECT_TRUE(desk.says(item.group)) << item.group;
  }
  EXPECT_TRUE(desk.says(".urdf")) << "a file without a picture shows its kind";
  const ui::ItemRect first = desk.item("scene/0"), second = desk.item("scene/circling");
  EXPECT_EQ(first.min.y, second.min.y) << "side by side";
  EXPECT_GT(second.min.x, first.max.x);
  EXPECT_GT(desk.item("scene/hero").min.y, desk.item("scene/6").max.y);
  EXPECT_EQ(desk.item("scene/hero").min.x, first.min.x) << "a group begins a row";
  for (const ui::SceneItem& item : desk.scenes) {
    const ui::ItemRect tile = desk.item("scene/" + item.id);
    EXPECT_GE(tile.min.x, 0.0F);
    EXPECT_LE(tile.max.x, desk.size.x) << item.id;
  }
  desk.press("scene/hero");
  ASSERT_TRUE(desk.sent<ui::LoadScene>());
  EXPECT_EQ(desk.sent<ui::LoadScene>()->scene, 7U);
  desk.frames(2);
  EXPECT_FALSE(desk.has("scene/hero")) << "it closes";
  EXPECT_FALSE(desk.gallery());
}

TEST_F(SceneGallery, ShowsThePicturesThatAreThere) {
  desk.press("scene");
  const auto uses = [](ImTextureID picture) {
    int count = 0;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
      for (const ImDrawCmd& command : drawn.CmdLists[i]->CmdBuffer) {
        count += command.GetTexID() == picture ? 1 : 0;
      }
    }
    return count;
  };
  const auto picture = reinterpret_cast<ImTextureID>(std::uintptr_t{77});
  EXPECT_EQ(uses(picture), 0);
  desk.pictures = {nullptr, nullptr, picture};
  desk.frames(2);
  EXPECT_EQ(uses(picture), 1);
}

TEST_F(SceneGallery, IsWalkedByArrowsInTwoDirections) {
  desk.key(ui::Key::kTab);
  while (focused() != "scene") desk.key(ui::Key::kTab);
  desk.key(ui::Key::kEnter);
  desk.frames(3);
  EXPECT_EQ(focused(), "scene/circling") << "the present one";
  desk.key(ui::Key::kRight);
  EXPECT_EQ(focused(), "scene/2");
  desk.key(ui::Key::kLeft);
  desk.key(ui::Key::kLeft);
  EXPECT_EQ(focused(), "scene/0");
  const float x = desk.item("scene/0").min.x;
  desk.key(ui::Key::kDown);
  EXPECT_EQ(desk.item(focused()).min.x, x) << focused();
  EXPECT_GT(desk.item(focused()).min.y, desk.item("scene/0").min.y);
  desk.key(ui::Key::kUp);
  EXPECT_EQ(focused(), "scene/0");
  desk.key(ui::Key::kUp);
  EXPECT_EQ(focused(), "scene//robots/leg.urdf") << "the last row follows the first";
  desk.key(ui::Key::kEnter);
  ASSERT_TRUE(desk.sent<ui::LoadScene>());
  EXPECT_EQ(desk.sent<ui::LoadScene>()->scene, 8U);
}

}  // namespace
