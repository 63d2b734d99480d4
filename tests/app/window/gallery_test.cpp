// The pictures of scenes in the gallery, drawn without a display.

#include "app/window/gallery.h"

#include <algorithm>
#include <set>

#include "app/window/pointed_view.h"
#include "io/scene/scene_file.h"

namespace {

class ScenePictures : public PointedView {
 protected:
  /// Ids of the scenes that have a picture.
  std::set<std::string> pictured() {
    std::set<std::string> ids;
    const auto pictures = gallery.shown(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (pictures[i] != nullptr) ids.insert(items[i].id);
    }
    return ids;
  }
  bool draw_next(bool dark = false) {
    return gallery.draw_next(items, {.dark = dark}, [&](const ui::SceneItem& item) {
      asked.push_back(item.id);
      return item.is_file ? gfx::Image() : gfx::Image{2, 1, std::vector<std::uint8_t>(8, 255)};
    });
  }

  app::Gallery gallery;
  std::vector<ui::SceneItem> items{{"file", "", "", "", true}, {"one", "", ""}, {"two", "", ""}};
  std::vector<std::string> asked;
};

TEST_F(ScenePictures, AreDrawnOneByOneAndOnceForEachLook) {
  EXPECT_TRUE(pictured().empty());
  EXPECT_TRUE(draw_next());
  EXPECT_EQ(pictured(), (std::set<std::string>{"one"}));
  EXPECT_TRUE(draw_next());
  EXPECT_EQ(pictured(), (std::set<std::string>{"one", "two"})) << "the file has none";
  EXPECT_FALSE(draw_next());
  asked.clear();
  EXPECT_TRUE(draw_next(true));
  EXPECT_TRUE(draw_next(true));
  EXPECT_FALSE(draw_next(true));
  EXPECT_EQ(std::ranges::count(asked, "one"), 1);
  EXPECT_EQ(std::ranges::count(asked, "two"), 1);
}

TEST_F(ScenePictures, ShowTheBodyInTheTheme) {
  const auto count_shades = [](const gfx::Image& image) {
    std::set<std::array<std::uint8_t, 3>> shades;
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
      shades.insert({image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]});
    }
    return shades.size();
  };
  const auto brightness = [](const gfx::Image& image) {
    double sum = 0.0;
    for (const std::uint8_t value : image.rgba) sum += value;
    return sum / static_cast<double>(image.rgba.size());
  };
  for (const auto* names : {&io::built_in_scenes(), &io::built_in_bodies()}) {
    for (const std::string& id : *names) {
      const lab::Scene scene = io::find_scene(id);
      const gfx::Image light = view.scene_picture(scene, {.dark = false, .scale = 1.0F});
      EXPECT_EQ(light.width, static_cast<int>(ui::kScenePictureWidth));
      EXPECT_EQ(light.height, static_cast<int>(ui::kScenePictureHeight));
      EXPECT_GT(count_shades(light), 100U) << id << " is more than its background";
      EXPECT_LT(brightness(view.scene_picture(scene, {.dark = true, .scale = 1.0F})),
                brightness(light));
    }
  }
}

}  // namespace
