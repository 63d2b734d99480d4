#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session_fixture.h"

namespace {

class ActionsTest : public sessions::SessionTest {
 protected:
  ActionsTest() {
    session.set_window({.take_back = [this](ui::Edit& edit) { edit.setup = session.setup(); },
                        .obey = [this](ui::Command command) { obeyed.push_back(command); },
                        .copy = [this](const std::string& text, const char*) { copied = text; },
                        .open_link = [this](const std::string& link) { opened = link; },
                        .take_picture = [this](const ui::TakePicture& wish) { taken = wish; },
                        .copy_picture = [this](const std::string& png) { picture = png; },
                        .look_from = [this](ui::LookFrom::Side side) { seen_from = side; }});
  }

  std::vector<ui::Command> obeyed;
  std::string copied, opened, picture;
  std::optional<ui::TakePicture> taken;
  std::optional<ui::LookFrom::Side> seen_from;
};

TEST_F(ActionsTest, AskTheWindowForWhatOnlyItCanDo) {
  for (const ui::Command command :
       {ui::Command::kOpenFile, ui::Command::kCopyLink, ui::Command::kCopyView,
        ui::Command::kCopyFrame, ui::Command::kPasteSetup, ui::Command::kScreenshot,
        ui::Command::kFilmOrStop, ui::Command::kFrameCamera, ui::Command::kFrameCrowd,
        ui::Command::kQuit}) {
    obeyed.clear();
    edits::send(session, command);
    EXPECT_EQ(obeyed, std::vector<ui::Command>{command});
  }
  edits::send(session, ui::LookFrom{ui::LookFrom::Side::kTop});
  EXPECT_EQ(seen_from, ui::LookFrom::Side::kTop);
  edits::send(session, ui::OpenLink{"https://a.org/?scene=y"});
  EXPECT_EQ(opened, "https://a.org/?scene=y");
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
  EXPECT_TRUE(obeyed.empty() && copied.empty());
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
