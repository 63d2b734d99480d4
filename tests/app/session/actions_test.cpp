#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session_fixture.h"

namespace {

class ActionsTest : public sessions::SessionTest {
 protected:
  ActionsTest() {
    const auto note = [this](const char* what) {
      return [this, what] { asked.emplace_back(what); };
    };
    session.set_window({.take_back = [this](ui::Edit& edit) { edit.setup = session.setup(); },
                        .open_file = note("open"),
                        .copy = [this](const std::string& text, const char*) { copied = text; },
                        .copy_link = note("copy link"),
                        .copy_view = note("copy view"),
                        .copy_frame = note("copy frame"),
                        .open_link = [this](const std::string& link) { asked.push_back(link); },
                        .paste_setup = note("paste"),
                        .take_screenshot = note("screenshot"),
                        .take_picture = [this](const ui::TakePicture& wish) { taken = wish; },
                        .copy_picture = [this](const std::string& png) { picture = png; },
                        .start_or_stop_film = note("film"),
                        .frame_camera = note("frame"),
                        .frame_crowd = note("frame crowd"),
                        .look_from = [this](ui::LookFrom::Side side) { seen_from = side; },
                        .quit = note("quit")});
  }

  std::vector<std::string> asked;
  std::string copied, picture;
  std::optional<ui::TakePicture> taken;
  std::optional<ui::LookFrom::Side> seen_from;
};

TEST_F(ActionsTest, AskTheWindowForWhatOnlyItCanDo) {
  const std::pair<ui::Command, const char*> commands[] = {
      {ui::Command::kOpenFile, "open"},          {ui::Command::kCopyLink, "copy link"},
      {ui::Command::kCopyView, "copy view"},     {ui::Command::kCopyFrame, "copy frame"},
      {ui::Command::kPasteSetup, "paste"},       {ui::Command::kScreenshot, "screenshot"},
      {ui::Command::kFilmOrStop, "film"},        {ui::Command::kFrameCamera, "frame"},
      {ui::Command::kFrameCrowd, "frame crowd"}, {ui::Command::kQuit, "quit"}};
  for (const auto& [command, what] : commands) {
    asked.clear();
    edits::send(session, command);
    EXPECT_EQ(asked, std::vector<std::string>{what});
  }
  edits::send(session, ui::LookFrom{ui::LookFrom::Side::kTop});
  EXPECT_EQ(seen_from, ui::LookFrom::Side::kTop);
  asked.clear();
  edits::send(session, ui::OpenLink{"https://a.org/?scene=y"});
  EXPECT_EQ(asked, std::vector<std::string>{"https://a.org/?scene=y"});
}

TEST_F(ActionsTest, CopyTheSetup) {
  edits::send(session, ui::Command::kCopySetup);
  EXPECT_NE(copied.find("\"scene\""), std::string::npos);
}

TEST_F(ActionsTest, ThatTakeADragBackLeaveNoChange) {
  const lab::Setup before = session.setup();
  edits::edit(session, [](ui::Edit& edit) {
    ui::set_target(0, {edit.setup.targets[0].curve, Eigen::Vector3d::UnitX()}, edit);
    edit.send(ui::Command::kTakeBack);
  });
  EXPECT_EQ(session.setup(), before);
  EXPECT_FALSE(session.shown().undo.can_undo());
}

TEST_F(ActionsTest, OfTheWindowDoNothingWithoutOne) {
  session.set_window({});
  for (const ui::Command command : {ui::Command::kQuit, ui::Command::kCopySetup,
                                    ui::Command::kOpenFile, ui::Command::kFrameCamera}) {
    edits::send(session, command);
  }
  EXPECT_EQ(session.message(), "");
  EXPECT_TRUE(asked.empty() && copied.empty());
}

TEST_F(ActionsTest, CopyPlotsAsATableAndAsAPicture) {
  lab::Plot plot{.title = "Jitter",
                 .x = {.label = "t", .unit = "s", .min = 0.0, .max = 1.0},
                 .y = {.label = "jitter", .unit = "°"}};
  plot.series.push_back({.label = "DLS", .x = {0.0, 0.5, 2.0}, .y = {0.25, 0.125, 9.0}});
  edits::send(session, ui::CopyPlots{{plot}, ui::CopyPlots::As::kData});
  EXPECT_EQ(copied, "t [s]\tDLS [°]\n0\t0.25\n0.5\t0.125\n");
  edits::send(session, ui::CopyPlots{{plot, plot}, ui::CopyPlots::As::kPicture});
  EXPECT_EQ(picture.substr(1, 3), "PNG");
  edits::send(session, ui::TakePicture{.scale = 4, .transparent = true});
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->scale, 4);
  EXPECT_TRUE(taken->transparent);
}

}  // namespace
