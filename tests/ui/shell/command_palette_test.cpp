#include "ui/shell/command_palette.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/drawn.h"
#include "ui/kit/text.h"

namespace {

void type(Desk& desk, const char* text) {
  ImGui::GetIO().AddInputCharactersUTF8(text);
  desk.frames(2);
}

TEST(CommandPalette, OpensTypesAndActs) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  ASSERT_TRUE(desk.panels.palette.open);
  desk.frames(2);
  type(desk, "method: selectively");
  EXPECT_EQ(desk.panels.palette.text, "method: selectively");
  EXPECT_TRUE(desk.says("Selectively damped least squares"));
  desk.key(ui::Key::kEnter);
  EXPECT_FALSE(desk.panels.palette.open);
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
}

TEST(CommandPalette, FindsMethodsByTheirIds) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "sdls");
  desk.key(ui::Key::kEnter);
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
}

TEST(CommandPalette, ColoursTheCrowdAndSwitchesItOn) {
  Desk desk;
  for (const auto& [text, tone] : {std::pair("crowd by error", lab::CrowdTone::kError),
                                   std::pair("crowd by status", lab::CrowdTone::kStatus),
                                   std::pair("crowd by method", lab::CrowdTone::kMethod)}) {
    desk.panels.crowd.on = false;
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    type(desk, text);
    desk.key(ui::Key::kEnter);
    EXPECT_TRUE(desk.panels.crowd.on) << text;
    EXPECT_EQ(desk.panels.crowd.wish.tone, tone) << text;
  }
}

TEST(CommandPalette, IsClosedByEscapeAndByAPressElsewhere) {
  Desk desk;
  for (const bool by_key : {true, false}) {
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    ASSERT_TRUE(desk.panels.palette.open);
    if (by_key) {
      desk.key(ui::Key::kEscape);
    } else {
      desk.press_at({desk.size.x - 20.0F, desk.size.y - 8.0F});
    }
    EXPECT_FALSE(desk.panels.palette.open);
  }
}

TEST(CommandPalette, IsGoneThroughWithArrowKeys) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "compare with");
  desk.key(ui::Key::kDown);
  desk.key(ui::Key::kDown);
  desk.key(ui::Key::kUp);
  EXPECT_EQ(desk.panels.palette.chosen, 1);
  desk.key(ui::Key::kEnter);
  ASSERT_EQ(desk.timeline.setup().lanes.size(), 2U);
  EXPECT_EQ(desk.timeline.setup().lanes[1].method, &ik::methods()[1]);
}

TEST(CommandPalette, KnowsEverythingByName) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  const auto has = [&](const std::string& name) { return desk.has("command/" + name); };
  type(desk, "session");
  EXPECT_TRUE(has("Save the session"));
  EXPECT_FALSE(has("Freeze the targets"));
  desk.press("command/Save the session");
  EXPECT_TRUE(desk.sends(ui::Command::kSaveSession));
}

TEST(CommandPalette, SetsAValue) {
  Desk desk;
  const auto run = [&desk](const char* text) {
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    type(desk, text);
    desk.key(ui::Key::kEnter);
    EXPECT_FALSE(desk.panels.palette.open) << text;
  };
  run("lambda 0.4");
  EXPECT_EQ(desk.tracker().settings().param("lambda"), 0.4);
  run("d-max 0.3");
  EXPECT_EQ(desk.tracker().settings().d_max, 0.3);
  run("clamp d_max off");
  EXPECT_EQ(desk.tracker().settings().d_max, lab::kOff);
  run("jacobian target");
  EXPECT_EQ(desk.tracker().settings().jacobian, ik::JacobianKind::kTarget);
  run("sdls");
  run("gamma-max 0.25");
  EXPECT_EQ(ik::get_param(desk.tracker().method(), "gamma-max"), 0.25);
  run("hard clamp true");
  EXPECT_EQ(ik::get_param(desk.tracker().method(), "hard-clamp"), 1.0);
  run("theme dark");
  EXPECT_TRUE(desk.panels.dark.on());
  run("theme light");
  EXPECT_FALSE(desk.panels.dark.on());
}

TEST(CommandPalette, FindsTheParametersOfOtherMethodsAndSwitchesToThem) {
  Desk desk;
  const auto run = [&desk](const char* text) {
    desk.choose_method("dls");
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    type(desk, text);
    desk.key(ui::Key::kEnter);
  };
  run("gamma-max");
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
  run("gamma-max 0,25");
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
  EXPECT_EQ(ik::get_param(desk.tracker().method(), "gamma-max"), 0.25);
}

TEST(CommandPalette, TakesADecimalComma) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "lambda 0,3");
  desk.key(ui::Key::kEnter);
  EXPECT_EQ(desk.tracker().settings().param("lambda"), 0.3);
}

TEST(CommandPalette, OffersNoValueThatASettingDoesNotAccept) {
  const Desk desk;
  const auto offers = [&desk](const std::string& text) {
    const auto rows = ui::commands(desk.shown(), text);
    return std::any_of(rows.begin(), rows.end(), [](const ui::PaletteRow& row) {
      return row.name.find("Damping λ →") != std::string::npos;
    });
  };
  EXPECT_TRUE(offers("lambda 0.4"));
  for (const char* text : {"lambda", "lambda ", "lambda -1", "lambda off", "lambda x", "0.4"}) {
    EXPECT_FALSE(offers(text)) << text;
  }
}

/// The names of the rows for a text.
std::vector<std::string> rows_for(const Desk& desk, const std::string& text) {
  std::vector<std::string> names;
  for (const ui::PaletteRow& row : ui::search(desk.shown(), text)) names.push_back(row.name);
  return names;
}

TEST(CommandPalette, RefusesAValueOfANamedSettingWithItsRangeAndOffersNothingElse) {
  Desk desk;
  EXPECT_EQ(rows_for(desk, "d-max 0"),
            std::vector<std::string>{"Clamp D_max: expected a number above 0, or off"});
  EXPECT_EQ(rows_for(desk, "lambda -1"),
            std::vector<std::string>{"Damping λ: expected a number of at least 0"});
  EXPECT_EQ(rows_for(desk, "speed 20"),
            std::vector<std::string>{"Speed: expected a number from 0.1 to 10"});
  EXPECT_EQ(rows_for(desk, "λ x").size(), 1U);
  for (const char* text : {"d-max 0", "lambda -1", "speed 20", "iterations 0", "jacobian x"}) {
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    type(desk, text);
    desk.key(ui::Key::kEnter);
    EXPECT_TRUE(desk.panels.palette.open) << text;
    EXPECT_TRUE(desk.says("expected")) << text;
    EXPECT_TRUE(desk.changes.empty()) << text;
    EXPECT_EQ(desk.sent<ui::SetSpeed>(), nullptr);
    desk.key(ui::Key::kEscape);
  }
  EXPECT_STREQ(desk.tracker().method_info().id, "dls");
}

TEST(CommandPalette, TakesEveryAcceptedValueAlsoBeyondTheSlider) {
  Desk desk;
  for (const auto& [text, value] : {std::pair("lambda 0", 0.0), std::pair("lambda 20", 20.0)}) {
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    type(desk, text);
    desk.key(ui::Key::kEnter);
    EXPECT_EQ(desk.tracker().settings().param("lambda"), value) << text;
  }
}

TEST(CommandPalette, StillFindsCommandsThatBeginWithASettingAndAWord) {
  const Desk desk;
  const auto rows = rows_for(desk, "clamp d_max on");
  EXPECT_NE(std::ranges::find(rows, "Clamp D_max on or off"), rows.end());
}

TEST(CommandPalette, SaysThatASettingHasNoEffect) {
  Desk desk;
  desk.choose_method("pseudoinverse");
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "lambda 0.4");
  EXPECT_TRUE(desk.says("Pseudoinverse has no damping λ."));
  desk.key(ui::Key::kEnter);
  ASSERT_NE(desk.sent<ui::Tell>(), nullptr);
  EXPECT_EQ(desk.sent<ui::Tell>()->text,
            "This setting has no effect here: Pseudoinverse has no damping λ.");
  // it has one again
  desk.choose_method("dls");
  desk.forget();
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "lambda 0.5");
  desk.key(ui::Key::kEnter);
  EXPECT_EQ(desk.sent<ui::Tell>(), nullptr);
}

TEST(CommandPalette, SaysThatAMethodTakesNoNoticeOfAnObstacle) {
  for (const auto& [method, says] :
       {std::pair("dls", true), std::pair("nullspace", false), std::pair("constrained", false)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), method);
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    type(desk, "add an obstacle");
    desk.key(ui::Key::kEnter);
    EXPECT_EQ(desk.tracker().scene().obstacles.size(), 1U);
    EXPECT_EQ(desk.sent<ui::Tell>() != nullptr, says) << method;
  }
}

TEST(CommandPalette, OffersTheAimOfEachEffectorBeforeTheirWeight) {
  Desk desk;
  const auto rows = rows_for(desk, "orientation");
  const std::string hand = desk.tracker().multibody().effector(0).name;
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0], "Aim of effector " + hand + ": orientation");
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "orientation");
  desk.key(ui::Key::kEnter);
  EXPECT_EQ(desk.tracker().multibody().effector(0).aim, ik::AimKind::kOrientation);
  EXPECT_EQ(desk.panels.page, ui::page_named("Body"));
}

TEST(CommandPalette, LetsAGroupOfJointsMoveAlone) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.groups = {{"left only", {0}}, {"right only", {1}}};
  Desk desk(scene, "dls");
  const auto choose = [&desk](const char* text) {
    desk.key(ui::Key{'K'}, true);
    desk.frames(2);
    type(desk, text);
    desk.key(ui::Key::kEnter);
    return desk.timeline.setup().group;
  };
  EXPECT_EQ(rows_for(desk, "group")[0], "Group of joints: every joint");
  EXPECT_EQ(choose("group right"), std::optional<std::size_t>(1));
  EXPECT_EQ(choose("group every"), std::nullopt);
  EXPECT_TRUE(rows_for(Desk(), "group of joints").empty()) << "without groups";
}

TEST(CommandPalette, RemovesAllLanesButTheFrontOne) {
  Desk desk;
  const auto offered = [&desk] {
    const auto rows = rows_for(desk, "remove other lanes");
    return !rows.empty() && rows[0] == "Remove other lanes";
  };
  EXPECT_FALSE(offered());
  for (const char* id : {"sdls", "ccd"}) {
    ui::Edit edit(desk.timeline.setup());
    ui::add_lane(*ik::find_method(id), edit);
    edit.setup.front = 1;
    desk.change(edit.setup);
    desk.frames(1);  // the runs of the new lanes
  }
  ASSERT_TRUE(offered());
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "remove other lanes");
  desk.key(ui::Key::kEnter);
  ASSERT_EQ(desk.timeline.setup().lanes.size(), 1U);
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
}

TEST(CommandPalette, WritesTheStartOfACommandThatTakesAValue) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  type(desk, "damping");
  desk.press("command/Damping λ …");
  EXPECT_TRUE(desk.panels.palette.open);
  EXPECT_EQ(desk.panels.palette.text, "Damping λ ");
  desk.frames(3);
  type(desk, "0.7");
  EXPECT_EQ(desk.panels.palette.text, "Damping λ 0.7");
  desk.key(ui::Key::kEnter);
  EXPECT_EQ(desk.tracker().settings().param("lambda"), 0.7);
}

TEST(PathPalette, GoesThroughFoldersToAFile) {
  Desk desk;
  desk.key(ui::Key{'O'}, true);
  EXPECT_TRUE(desk.sends(ui::Command::kOpenFile));
  desk.panels.palette = {.open = true, .path = true, .text = ""};
  desk.paths = {"notes/", "robots/"};
  desk.frames(2);
  type(desk, "r");
  desk.paths = {"robots/"};
  desk.frames(2);
  desk.key(ui::Key::kEnter);
  EXPECT_TRUE(desk.panels.palette.open);
  EXPECT_EQ(desk.panels.palette.text, "robots/");
  desk.paths = {"robots/arm.urdf", "robots/hand.xml"};
  desk.frames(3);
  EXPECT_TRUE(desk.has("command/arm.urdf"));
  // further typing appends to the text of the row
  type(desk, "h");
  EXPECT_EQ(desk.panels.palette.text, "robots/h");
  desk.paths = {"robots/hand.xml"};
  desk.frames(2);
  EXPECT_EQ(desk.sent<ui::OpenFile>(), nullptr);
  desk.key(ui::Key::kEnter);
  ASSERT_NE(desk.sent<ui::OpenFile>(), nullptr);
  EXPECT_EQ(desk.sent<ui::OpenFile>()->path, "robots/hand.xml");
  EXPECT_FALSE(desk.panels.palette.open);
}

TEST(PathPalette, OffersFilesByTheirPathsFromTheirCommonFolderOn) {
  Desk desk;
  desk.panels.palette = {.open = true,
                         .path = true,
                         .text = "",
                         .offered = {"/robots/arm/arm.urdf", "/robots/armada.xml"}};
  desk.paths = {"elsewhere/"};
  desk.frames(2);
  EXPECT_TRUE(desk.has("command/arm/arm.urdf"));
  EXPECT_TRUE(desk.has("command/armada.xml"));
  EXPECT_FALSE(desk.has("command/elsewhere/"));
  type(desk, "xml");
  desk.key(ui::Key::kEnter);
  ASSERT_NE(desk.sent<ui::OpenFile>(), nullptr);
  EXPECT_EQ(desk.sent<ui::OpenFile>()->path, "/robots/armada.xml");
  EXPECT_FALSE(desk.panels.palette.open);
}

TEST(PathPalette, OpensWhatIsTypedWhereNothingCompletesIt) {
  Desk desk;
  desk.panels.palette = {.open = true, .path = true, .text = ""};
  desk.frames(2);
  EXPECT_TRUE(desk.says("Nothing here that can be opened"));
  type(desk, "~/lost, 1,5.urdf");
  desk.key(ui::Key::kEnter);
  ASSERT_NE(desk.sent<ui::OpenFile>(), nullptr);
  EXPECT_EQ(desk.sent<ui::OpenFile>()->path, "~/lost, 1,5.urdf");
}

TEST(CommandPalette, FindsScenesByTheirIds) {
  const Desk desk;
  const auto rows = ui::commands(desk.shown());
  for (const ui::SceneItem& scene : desk.shown().scenes.items) {
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&scene](const ui::PaletteRow& row) {
      return row.keys == scene.id;
    })) << scene.id;
  }
}

TEST(CommandPalette, NamesEachCommandOnce) {
  const Desk desk;
  std::set<std::string> names;
  for (const ui::PaletteRow& command : ui::commands(desk.shown())) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
  }
  EXPECT_GT(names.size(), 2 * ik::methods().size() + ui::side_pages().size());
}

}  // namespace
