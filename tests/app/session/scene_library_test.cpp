#include "app/session/scene_library.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"

namespace {

TEST(SceneLibrary, HasEveryBuiltInSceneAndArmOnceInOneGroup) {
  const app::SceneLibrary library = app::built_in_library();
  EXPECT_EQ(library.items.size(), io::built_in_scenes().size() + io::built_in_bodies().size() +
                                      io::built_in_linkages().size());
  std::set<std::string> ids, groups;
  std::string group;
  for (const ui::SceneItem& item : library.items) {
    EXPECT_TRUE(ids.insert(item.id).second) << item.id;
    if (item.group != group) {
      EXPECT_TRUE(groups.insert(item.group).second) << item.group << " is in one piece";
    }
    group = item.group;
    EXPECT_EQ(library.scene(item.id).name, item.name);
    EXPECT_FALSE(item.is_file);
  }
  EXPECT_EQ(library.items[0].id, "y") << "the report comes first";
  EXPECT_EQ(groups,
            (std::set<std::string>{"The report", "In a plane", "Arms", "Characters", "Loops"}));
  const auto arm = std::ranges::find(library.items, "ur5", &ui::SceneItem::id);
  ASSERT_NE(arm, library.items.end());
  EXPECT_EQ(arm->group, "Arms");
}

}  // namespace
