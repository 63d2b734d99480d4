#include "ui/shell/shortcuts.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

using ui::Key;

TEST(Shortcuts, RunTheSimulation) {
  Desk desk;
  desk.key(Key::kSpace);
  EXPECT_TRUE(desk.sends(ui::Command::kPlayOrPause));
  desk.forget();
  desk.key(Key::kRight);
  EXPECT_TRUE(desk.sends(ui::Command::kStep));
  desk.forget();
  desk.key(Key{'.'});
  EXPECT_TRUE(desk.sends(ui::Command::kStep));
  desk.forget();
  desk.key(Key{'R'});
  EXPECT_TRUE(desk.sends(ui::Command::kRestart));
  desk.forget();
  desk.key(Key{'S'});
  EXPECT_TRUE(desk.sends(ui::Command::kRecordOrStop));
  desk.forget();
  desk.key(Key{'F'});
  EXPECT_TRUE(desk.sends(ui::Command::kFrameCamera));
}

TEST(Shortcuts, ChooseMethodsByTheirNumber) {
  Desk desk;
  for (int i = 0; i < 9; ++i) {
    desk.forget();
    desk.key(static_cast<Key>(static_cast<int>(Key{'1'}) + i));
    const auto index = static_cast<std::size_t>(i);
    if (index < ik::methods().size()) {
      EXPECT_EQ(&desk.tracker().method_info(), &ik::methods()[index]);
    } else {
      EXPECT_TRUE(desk.changes.empty());
    }
  }
}

TEST(Shortcuts, GoRoundTheScenes) {
  Desk desk;  // shows the second of three scenes
  desk.key(Key{']'});
  EXPECT_EQ(desk.sent<ui::LoadScene>()->scene, 2U);
  desk.key(Key{'['});
  EXPECT_EQ(desk.sent<ui::LoadScene>()->scene, 0U);
  desk.key(Key{']'});
  EXPECT_EQ(desk.sent<ui::LoadScene>()->scene, 2U);
  desk.forget();
  desk.key(Key::kTab);
  EXPECT_FALSE(desk.sent<ui::LoadScene>()) << "Tab walks the controls";
  desk.scenes.clear();
  desk.key(Key{']'});
  EXPECT_FALSE(desk.sent<ui::LoadScene>());
}

TEST(Shortcuts, TurnSettingsOver) {
  Desk desk;
  desk.key(Key{'J'});
  EXPECT_EQ(desk.tracker().settings().jacobian, ik::JacobianKind::kTarget);
  desk.key(Key{'J'});
  EXPECT_EQ(desk.tracker().settings().jacobian, ik::JacobianKind::kEffector);
  desk.key(Key{'D'});
  EXPECT_LT(desk.tracker().settings().d_max, lab::kOff);
  desk.key(Key{'D'});
  EXPECT_EQ(desk.tracker().settings().d_max, lab::kOff);
}

TEST(Shortcuts, ChangeTheLook) {
  Desk desk;
  desk.key(Key{'T'});
  EXPECT_TRUE(desk.panels.dark.on());
  EXPECT_TRUE(desk.panels.targets.names);
  desk.key(Key{'L'});
  EXPECT_FALSE(desk.panels.targets.names);
  desk.key(Key{'H'});
  EXPECT_TRUE(desk.panels.hidden);
  EXPECT_FALSE(desk.has("run/play"));
  desk.key(Key{'H'});
  EXPECT_TRUE(desk.has("run/play"));
}

TEST(Shortcuts, QuitWithControlOnly) {
  Desk desk;
  desk.key(Key{'Q'});
  EXPECT_FALSE(desk.sends(ui::Command::kQuit));
  desk.key(Key{'Q'}, true);
  EXPECT_TRUE(desk.sends(ui::Command::kQuit));
}

TEST(Shortcuts, WithControlAreNotThoseWithout) {
  Desk desk;
  desk.key(Key{'R'}, true);
  desk.key(Key::kSpace, true);
  EXPECT_FALSE(desk.sends(ui::Command::kRestart) || desk.sends(ui::Command::kPlayOrPause));
}

TEST(Shortcuts, AreTextWhileTyping) {
  Desk desk;
  desk.press("run/folder");
  desk.key(Key{'R'});
  desk.key(Key::kSpace);
  desk.key(Key{'T'});
  EXPECT_FALSE(desk.sends(ui::Command::kRestart) || desk.sends(ui::Command::kPlayOrPause) ||
               desk.panels.dark.on());
}

TEST(Shortcuts, RestWhileAMenuIsOpenAndEscapeClosesIt) {
  Desk desk;
  desk.press("method");
  desk.frames(2);
  ASSERT_TRUE(desk.has("method/sdls"));
  desk.forget();
  desk.key(Key{'S'});
  desk.key(Key{'1'});
  EXPECT_TRUE(desk.changes.empty());
  EXPECT_TRUE(desk.has("method/sdls"));
  desk.key(Key::kEscape);
  desk.frames(2);
  EXPECT_FALSE(desk.has("method/sdls"));
  desk.key(Key{'S'});
  EXPECT_TRUE(desk.sends(ui::Command::kRecordOrStop));
}

TEST(Shortcuts, TakeADragBackByEscapeAndThenTheSelection) {
  Desk desk;
  desk.panels.targets.selected = 1;
  desk.panels.targets.dragged = true;
  desk.key(Key::kEscape);
  EXPECT_TRUE(desk.sends(ui::Command::kTakeBack));
  EXPECT_EQ(desk.panels.targets.selected, 1);
  desk.forget();
  desk.panels.targets.dragged = false;
  desk.panels.plots.anchor = 3;
  desk.key(Key::kEscape);
  EXPECT_FALSE(desk.panels.plots.anchor) << "one thing at a time";
  EXPECT_EQ(desk.panels.targets.selected, 1);
  desk.key(Key::kEscape);
  EXPECT_FALSE(desk.panels.targets.selected);
  EXPECT_FALSE(desk.sends(ui::Command::kTakeBack));
}

TEST(Shortcuts, AreEachListedInTheOverlay) {
  Desk desk;
  EXPECT_FALSE(desk.has("help/close"));
  desk.key(Key::kF1);
  EXPECT_TRUE(desk.has("help/close"));
  desk.frames(2);
  for (const ui::Shortcut& shortcut : ui::shortcuts()) {
    EXPECT_TRUE(desk.says(shortcut.help)) << shortcut.help;
    EXPECT_TRUE(desk.says(shortcut.keys)) << shortcut.keys;
  }
}

TEST(HelpOverlay, OpensByTheQuestionMarkAndClosesByEscapeOrItsButton) {
  Desk desk;
  desk.character('?');
  EXPECT_TRUE(desk.panels.help);
  desk.key(Key::kEscape);
  EXPECT_FALSE(desk.panels.help);
  desk.key(Key::kF1);
  desk.frames(2);
  desk.press("help/close");
  EXPECT_FALSE(desk.panels.help);
  desk.key(Key::kF1);
  desk.key(Key::kF1);
  EXPECT_FALSE(desk.panels.help);
}

TEST(HelpOverlay, KeepsAllOtherKeysForItself) {
  Desk desk;
  desk.key(Key::kF1);
  desk.forget();
  for (const Key key :
       {Key::kSpace, Key::kRight, Key{'R'}, Key{'1'}, Key::kTab, Key{'S'}, Key{'T'}}) {
    desk.key(key);
  }
  desk.key(Key{'Q'}, true);
  EXPECT_FALSE(desk.sends(ui::Command::kPlayOrPause) || desk.sends(ui::Command::kStep) ||
               desk.sends(ui::Command::kRestart) || desk.sent<ui::LoadScene>() ||
               desk.sends(ui::Command::kRecordOrStop) || desk.panels.dark.on() ||
               desk.sends(ui::Command::kQuit));
  EXPECT_TRUE(desk.changes.empty());
  EXPECT_TRUE(desk.panels.help);
  desk.key(Key::kEscape);
  desk.key(Key::kSpace);
  EXPECT_TRUE(desk.sends(ui::Command::kPlayOrPause));
}

TEST(HelpOverlay, ShowsAllOfTheListInALaptopsWindow) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280, 720});
  desk.key(Key::kF1);
  desk.frames(3);
  for (const char* help : {"Play or pause", "Open one of the pages", "Rotate the view",
                           "Change the size of a column or of the plots"}) {
    EXPECT_TRUE(desk.says(help)) << help;
  }
}

TEST(HelpOverlay, FitsEveryWindow) {
  for (const auto& [size, scale] :
       {std::pair(ImVec2(1280, 720), 1.0F), std::pair(ImVec2(1280, 720), 2.0F),
        std::pair(ImVec2(900, 700), 1.0F), std::pair(ImVec2(480, 320), 1.0F)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size, scale);
    desk.key(Key::kF1);
    desk.frames(3);
    const ui::ItemRect rect = desk.item("help");
    EXPECT_GE(rect.min.x, 0.0F);
    EXPECT_GE(rect.min.y, 0.0F);
    EXPECT_LE(rect.max.x, size.x);
    EXPECT_LE(rect.max.y, size.y);
    const ui::ItemRect close = desk.item("help/close");
    EXPECT_LE(close.max.y, rect.max.y) << "the button stays in sight";
  }
}

TEST(Shortcuts, HaveAKeyEachOfTheirOwn) {
  std::vector<std::pair<int, bool>> keys;
  for (const ui::Shortcut& shortcut : ui::shortcuts()) {
    const int last = std::max(static_cast<int>(shortcut.first), static_cast<int>(shortcut.last));
    for (int key = static_cast<int>(shortcut.first); key <= last; ++key) {
      keys.emplace_back(key, shortcut.control);
    }
    if (shortcut.other != Key::kNone) {
      keys.emplace_back(static_cast<int>(shortcut.other), shortcut.control);
    }
  }
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

TEST(Shortcuts, GiveEveryKeyOneMeaning) {
  std::set<std::pair<int, bool>> keys;
  for (const ui::Shortcut& shortcut : ui::shortcuts()) {
    const int first = static_cast<int>(shortcut.first);
    const int last = std::max(first, static_cast<int>(shortcut.last));
    for (int key = first; key <= last; ++key) {
      EXPECT_TRUE(keys.insert({key, shortcut.control}).second) << shortcut.keys;
    }
    if (shortcut.other != ui::Key::kNone) {
      EXPECT_TRUE(keys.insert({static_cast<int>(shortcut.other), shortcut.control}).second)
          << shortcut.keys;
    }
  }
}

}  // namespace
