#include "ui/shell/menu.h"

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/shell/shortcuts.h"

namespace {

/// A desk as in a browser.
struct PageDesk : Desk {
  explicit PageDesk(ImVec2 window) : Desk(scenes::circling(bodies::forked_tree()), "dls", window) {
    platform = {.links = true, .file_dialog = true, .quits = false, .browser = true};
    frames(2);
  }
};

TEST(Menu, ReachesOnAPhoneWhatHasKeysElsewhere) {
  for (const ImVec2 size : {ImVec2(390, 844), ImVec2(844, 390)}) {
    PageDesk desk(size);
    const auto choose = [&desk, size](const char* command) {
      desk.press("rail/menu");
      desk.frames(2);
      const ui::ItemRect row = desk.item(std::string("menu/") + command);
      EXPECT_GE(row.min.x, 0.0F) << command;
      EXPECT_LE(row.max.x, size.x) << command;
      desk.press(std::string("menu/") + command);
      desk.frames(2);
    };
    choose("Copy a link to this set-up");
    EXPECT_TRUE(desk.sends(ui::Command::kCopyLink));
    choose("Save the session");
    EXPECT_TRUE(desk.sends(ui::Command::kSaveSession));
    EXPECT_FALSE(desk.has("menu/Save the session"));
    choose("Find a command by its name");
    EXPECT_TRUE(desk.panels.palette.open);
  }
}

TEST(Menu, LeavesOutWhatThePlatformLacks) {
  Desk desk;
  desk.frames(2);
  desk.press("rail/menu");
  desk.frames(2);
  EXPECT_TRUE(desk.has("menu/Save a picture of the window"));
  EXPECT_FALSE(desk.has("menu/Copy a link to this set-up"));
  EXPECT_FALSE(desk.has("menu/Open a file"));
}

TEST(Shortcuts, PromiseInABrowserNoKeyThatIsTheBrowsersOwn) {
  PageDesk desk({1280, 720});
  desk.character('?');
  desk.frames(2);
  EXPECT_TRUE(desk.says("Keyboard and mouse"));
  for (const char* keys : {"F1", "F3", "Tab", "Ctrl 1", "Ctrl Q", "Ctrl K", "Ctrl S", "Ctrl E"}) {
    EXPECT_FALSE(desk.says(keys)) << keys;
  }
  EXPECT_TRUE(desk.says("P"));
  desk.panels.help = false;
  desk.key(ui::Key{'P'});
  EXPECT_TRUE(desk.panels.palette.open);
  for (const ui::Shortcut& shortcut : ui::shortcuts()) {
    EXPECT_STREQ(ui::keys_on({}, shortcut), shortcut.keys);
  }
}

}  // namespace
