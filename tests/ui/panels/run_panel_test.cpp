#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/panels/column.h"

namespace {

TEST(RunPanel, SendsOneCommandAButton) {
  const std::pair<const char*, ui::Command> buttons[] = {
      {"run/play", ui::Command::kPlayOrPause},
      {"run/step", ui::Command::kStep},
      {"run/reset", ui::Command::kRestart},
      {"run/record", ui::Command::kRecordOrStop}};
  for (const auto& [item, command] : buttons) {
    Desk desk;
    desk.press(item);
    for (const auto& other : buttons) {
      EXPECT_EQ(desk.sends(other.second), other.second == command) << item;
    }
  }
}

TEST(RunPanel, SetsTheSpeedFromATenthToTenTimes) {
  Desk desk;
  desk.type("run/speed", "2.5");
  EXPECT_NEAR(desk.playback.speed, 2.5, 1e-12);
  for (const char* refused : {"1000", "0"}) {
    desk.type("run/speed", refused);
    EXPECT_NEAR(desk.playback.speed, 2.5, 1e-12) << refused;
    EXPECT_TRUE(desk.says("Expected a number from 0.1 to 10")) << refused;
  }
  desk.type("run/speed", "10");
  EXPECT_NEAR(desk.playback.speed, 10.0, 1e-12);
  desk.type("run/speed", "0.1");
  EXPECT_NEAR(desk.playback.speed, 0.1, 1e-12);
  desk.press("reset/speed");
  EXPECT_EQ(desk.playback.speed, 1.0);
}

TEST(RunPanel, CountsTheRowsOfARecording) {
  Desk desk;
  EXPECT_FALSE(desk.has("recording"));
  desk.saving.recorded = 37;
  desk.frame();
  EXPECT_TRUE(desk.has("recording"));
  EXPECT_TRUE(desk.says("37 rows"));
}

TEST(RunPanel, SaysWhereARecordingWent) {
  Desk desk;
  desk.message.text = "Saved to folder/name.csv";
  desk.frame();
  EXPECT_TRUE(desk.says("Saved to folder/name.csv"));
}

TEST(RunPanel, MovesNothingWhenItRecordsOrSaysSomething) {
  Desk desk;
  const float before = desk.item("scene").min.y;
  desk.saving.recorded = 1;
  desk.frame();
  EXPECT_EQ(desk.item("scene").min.y, before);
  desk.saving.recorded.reset();
  desk.message.text = "Saved a/path/that/is/much/longer/than/the/column/is/wide/recording-001.csv";
  desk.frame();
  EXPECT_EQ(desk.item("scene").min.y, before);
  const ui::ItemRect message = desk.item("message");
  EXPECT_LE(message.max.x, desk.item("run/folder").max.x + 2.0F);
  EXPECT_LT(message.max.y - message.min.y, 25.0F) << "a line, and the rest in the hint";
  desk.hover("message");
  EXPECT_TRUE(desk.says(desk.message.text));
}

TEST(RunPanel, LeavesNoRoomForMessagesThatMayCome) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  EXPECT_LT(desk.item("scene").min.y - desk.item("run/folder").max.y, 90.0F)
      << "a line of text and the next headline";
  desk.saving.recorded = 12345;
  desk.message.text = "Saved a/path/that/is/much/longer/than/the/column/is/wide/y.svg";
  desk.frames(2);
  EXPECT_TRUE(desk.says("12345 rows"));
  EXPECT_TRUE(desk.says("Saved a/")) << "beside the rows";
  EXPECT_LE(desk.item("message").max.x, desk.item("run/folder").max.x + 2.0F);
}

TEST(RunPanel, BreaksALongMessageIntoLinesOfItsColumn) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F}, 2.0F);
  desk.press("column/fold");
  desk.message.text =
      "The folder /a/rather/long/path/to/recordings cannot be made: permission denied";
  desk.message.trouble = true;
  desk.frames(2);
  EXPECT_LE(desk.item("message").max.x, desk.item("run/folder").max.x + 2.0F);
  EXPECT_GT(desk.item("message").max.y - desk.item("message").min.y, 50.0F);
}

TEST(RunPanel, ShowsWhereTheFolderIsOnHover) {
  Desk desk;
  desk.hover("run/folder");
  EXPECT_TRUE(desk.says("/somewhere/recordings"));
}

TEST(RunPanel, TakesAnotherFolder) {
  Desk desk;
  desk.type("run/folder", "elsewhere", false);
  ASSERT_TRUE(desk.sent<ui::SetFolder>());
  EXPECT_EQ(desk.sent<ui::SetFolder>()->folder, "elsewhere");
}

/// A desk with an unwritable folder.
struct AskingDesk : Desk {
  explicit AskingDesk(std::size_t rows) {
    saving.folder = "/nowhere/recordings";
    saving.question = ui::FolderQuestion{.problem = "Not recording: /nowhere: cannot be made",
                                         .unsaved_rows = rows,
                                         .spare = "/home/somebody/iklab-recordings",
                                         .number = 1};
    frames(4);
  }
  void write(const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    frames(2);
    key(ui::Key::kEnter);
    frames(2);
  }
};

TEST(FolderQuestion, GivesTheFieldTheFocusAndSaysWhy) {
  AskingDesk desk(0);
  EXPECT_TRUE(desk.says("Not recording: /nowhere: cannot be made"));
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  desk.write("elsewhere");
  ASSERT_TRUE(desk.sent<ui::SetFolder>());
  EXPECT_EQ(desk.sent<ui::SetFolder>()->folder, "elsewhere") << "the old text is replaced";
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  // the same question takes the focus only once, a new one again
  desk.frames(4);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  desk.saving.question->number = 2;
  desk.frames(4);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
}

TEST(FolderQuestion, TriesTheSameFolderAgainByEnter) {
  AskingDesk desk(0);
  desk.write("");
  ASSERT_TRUE(desk.sent<ui::SetFolder>());
  EXPECT_EQ(desk.sent<ui::SetFolder>()->folder, "/nowhere/recordings");
  Desk calm;
  calm.type("run/folder", "", false);
  EXPECT_FALSE(calm.sent<ui::SetFolder>()) << "without a question Enter changes nothing";
}

TEST(FolderQuestion, IsLeftAloneByEscInItsField) {
  AskingDesk desk(0);
  ImGui::GetIO().AddInputCharactersUTF8("elsewhere");
  desk.frames(2);
  desk.key(ui::Key::kEscape);
  desk.frames(4);
  EXPECT_FALSE(desk.sent<ui::SetFolder>()) << "a folder would be tried, and asked for again";
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  EXPECT_TRUE(desk.has("question/refuse"));
}

TEST(FolderQuestion, OffersAnotherFolderByOnePress) {
  AskingDesk desk(0);
  desk.press("question/spare");
  ASSERT_TRUE(desk.sent<ui::SetFolder>());
  EXPECT_EQ(desk.sent<ui::SetFolder>()->folder, "/home/somebody/iklab-recordings");
  desk.saving.question->spare.clear();
  desk.frames(2);
  EXPECT_FALSE(desk.has("question/spare"));
}

TEST(FolderQuestion, CanBeRefused) {
  for (const std::size_t rows : {0, 41}) {
    AskingDesk desk(rows);
    EXPECT_EQ(desk.says("Discard"), rows > 0);
    EXPECT_EQ(desk.says("Cancel"), rows == 0);
    desk.hover("question/refuse");
    EXPECT_EQ(desk.says("41 rows"), rows > 0);
    desk.press("question/refuse");
    EXPECT_TRUE(desk.sends(ui::Command::kDropRecording));
  }
}

TEST(FolderQuestion, OpensThePanelsWhereItIsAsked) {
  Desk desk;
  desk.press("section/Run");
  desk.panels.hidden = true;
  desk.frames(2);
  EXPECT_FALSE(desk.has("run/folder"));
  desk.saving.question = ui::FolderQuestion{.problem = "No.", .number = 1};
  desk.frames(8);
  EXPECT_TRUE(desk.has("run/folder"));
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  desk.panels.hidden = true;
  desk.frames(4);
  EXPECT_FALSE(desk.has("run/folder")) << "then they can be hidden again";
}

TEST(FolderQuestion, StaysInItsColumn) {
  for (const float scale : {1.0F, 2.0F}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F}, scale);
    desk.saving.question = ui::FolderQuestion{
        .problem =
            "Not saved: /a/very/long/path/to/some/folder/of/recordings: cannot be made: "
            "Not a directory. 123456 rows are kept in memory",
        .unsaved_rows = 123456,
        .spare = "/another/long/path/of/the/home/of/a/person/iklab-recordings",
        .number = 1};
    desk.frames(6);
    const float right = desk.item("run/folder").max.x + 1.0F;
    for (const char* item : {"question/problem", "question/spare", "question/refuse"}) {
      EXPECT_LE(desk.item(item).max.x, right) << item;
    }
    EXPECT_GE(desk.item("question/refuse").min.x, desk.item("question/spare").max.x);
    EXPECT_TRUE(desk.says("iklab-recordings")) << "the end of the path is shown";
  }
}

TEST(Film, HasAStopButtonWithTheTime) {
  Desk desk;
  EXPECT_FALSE(desk.has("film/stop"));
  desk.saving.filmed = 83.9;
  desk.frames(3);
  EXPECT_TRUE(desk.says("1:23"));
  desk.press("film/stop");
  EXPECT_TRUE(desk.sends(ui::Command::kFilmOrStop));
  desk.panels.hidden = true;
  desk.frames(2);
  EXPECT_TRUE(desk.has("film/stop")) << "also without panels";
}

TEST(Film, HasARedFrameAroundThePicture) {
  Desk desk;
  desk.saving.filmed = 1.0;
  desk.frames(3);
  const ui::Area view = ui::arrange(desk.theme, desk.size, false).view;
  // the triangles of the overlay's list reach every edge of the picture exactly
  const ImDrawData& data = *ImGui::GetDrawData();
  int lists = 0;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    if (list._OwnerName == nullptr || std::string(list._OwnerName) != ui::kFilmOverlay) continue;
    ++lists;
    ImVec2 low{1e9F, 1e9F}, high{-1e9F, -1e9F};
    for (const ImDrawVert& vertex : list.VtxBuffer) {
      if (vertex.col != ui::packed(desk.theme.color.record)) continue;
      low = {std::min(low.x, vertex.pos.x), std::min(low.y, vertex.pos.y)};
      high = {std::max(high.x, vertex.pos.x), std::max(high.y, vertex.pos.y)};
    }
    EXPECT_NEAR(low.x, view.corner.x, 1.0F);
    EXPECT_NEAR(low.y, view.corner.y, 1.0F);
    EXPECT_NEAR(high.x, view.corner.x + view.size.x, 1.0F);
    EXPECT_NEAR(high.y, view.corner.y + view.size.y, 1.0F);
  }
  EXPECT_EQ(lists, 1);
}

TEST(StatusBar, TellsHowTheLastUpdateWent) {
  Desk desk;
  EXPECT_TRUE(desk.says(ik::name(desk.tracker().outcome())));
  EXPECT_TRUE(desk.says("0.300 s")) << "60 steps of 5 ms";
  desk.hover("status/outcome");
  EXPECT_TRUE(desk.says("stalled"));
}

TEST(StatusBar, CallsTheInitialPoseSo) {
  Desk desk;
  EXPECT_FALSE(desk.says("initial pose"));
  desk.timeline.restart();
  desk.frame();
  EXPECT_TRUE(desk.says("initial pose"));
  EXPECT_FALSE(desk.says(ik::name(desk.tracker().outcome())));
}

TEST(StatusBar, SaysWhereACapShortenedTheStep) {
  Desk desk;
  lab::Settings settings = desk.tracker().settings();
  settings.params["max-angle"] = 1e-6;
  lab::Setup setup = desk.timeline.setup();
  setup.front_lane().settings = settings;
  desk.change(setup);
  desk.run(1);
  ASSERT_TRUE(desk.tracker().capped());
  desk.frame();
  EXPECT_TRUE(desk.says(", step capped"));
}

TEST(StatusBar, ShowsTheMedianOfTheUpdates) {
  Desk desk;
  for (const double ns : {2000.0, 1e9, 2000.0, 2500.0, 1000.0}) desk.timing.update_ns.add(ns);
  desk.timing.frame_s.add(0.02);
  desk.frame();
  EXPECT_TRUE(desk.says("2.00 µs"));
  EXPECT_TRUE(desk.says("20.0 ms"));
  EXPECT_TRUE(desk.says("50"));
}

TEST(StatusBar, TellsTheSpeedThatIsReachedWhereItIsAnother) {
  Desk desk;
  desk.playback.playing = true;
  desk.playback.speed = 2.0;
  for (int i = 0; i < 60; ++i) desk.timing.real_s.add(0.1), desk.timing.simulated_s.add(0.19);
  desk.frame();
  EXPECT_FALSE(desk.has("status/speed")) << "5 % are not worth a word";
  desk.timing.start_pace();
  for (int i = 0; i < 60; ++i) desk.timing.real_s.add(0.1), desk.timing.simulated_s.add(0.04);
  desk.frame();
  EXPECT_TRUE(desk.says("0.4× instead of 2×"));
  desk.hover("status/speed");
  EXPECT_TRUE(desk.says("cannot keep up"));
  desk.playback.playing = false;
  desk.frame();
  EXPECT_FALSE(desk.has("status/speed"));
}

TEST(Samples, ForgetTheOldest) {
  ui::Samples samples;
  EXPECT_EQ(samples.median(), 0.0);
  EXPECT_EQ(samples.mean(), 0.0);
  for (int i = 0; i < 1000; ++i) samples.add(i < 880 ? 1e6 : 7.0);
  EXPECT_EQ(samples.median(), 7.0);
  EXPECT_EQ(samples.mean(), 7.0);
  EXPECT_EQ(samples.size(), 120U);
}

TEST(RunPanel, ShortensAPathInItsMiddle) {
  Desk desk;
  desk.message.text = "Saved /home/somebody/with/a/long/folder/of/pictures/picture-001.png";
  desk.frame();
  EXPECT_TRUE(desk.says("…/picture-001.png"));
  EXPECT_TRUE(desk.says("Saved /home/"));
}

TEST(RunPanel, OpensTheFolderOfWhatWasSaved) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  const std::string folder = "/home/somebody/with/a/long/folder/of/measurements";
  desk.message = {.text = "Saved y-dls-001.csv, .svg, .png in " + folder, .folder = folder};
  desk.frames(2);
  EXPECT_TRUE(desk.says("Saved y-dls-001.csv, .svg, .png")) << "whole, without the folder";
  EXPECT_FALSE(desk.has("run/open-folder")) << "only on a desktop";
  desk.saving.shows_folder = true;
  desk.frames(2);
  EXPECT_TRUE(desk.says("Saved y-dls-001.csv, .svg, .png")) << "beside the button, too";
  EXPECT_LE(desk.item("run/open-folder").max.x, desk.item("run/folder").max.x + 2.0F);
  EXPECT_EQ(desk.sent<ui::OpenFolder>(), nullptr);
  desk.press("run/open-folder");
  ASSERT_NE(desk.sent<ui::OpenFolder>(), nullptr);
  EXPECT_EQ(desk.sent<ui::OpenFolder>()->path, folder);
  desk.message.text = "Saved " + folder + "/session-001.json";
  desk.frames(2);
  EXPECT_TRUE(desk.says("Saved session-001.json"));
  desk.hover("message");
  EXPECT_TRUE(desk.says(folder)) << "the hint has it";
  // no folder, nothing to open
  desk.message = {.text = "The set-up is on the clipboard"};
  desk.frames(2);
  EXPECT_FALSE(desk.has("run/open-folder"));
}

TEST(RunPanel, HasSlidersThatEndWhereFieldsEnd) {
  Desk desk;
  desk.point_at({-100.0F, -100.0F});
  desk.frames(2);
  const ui::ItemRect field = desk.item("run/folder"), slider = desk.item("run/speed");
  // the right end of everything drawn in a control's colour, in the slider's line
  float end = 0.0F;
  const ImU32 color = ui::packed(desk.theme.color.control);
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
      const bool here = vertex.pos.y >= slider.min.y && vertex.pos.y <= slider.max.y &&
                        vertex.pos.x < field.max.x + 30.0F;
      if (here && vertex.col == color) end = std::max(end, vertex.pos.x);
    }
  }
  EXPECT_NEAR(end, field.max.x, 1.0F);
}

}  // namespace
