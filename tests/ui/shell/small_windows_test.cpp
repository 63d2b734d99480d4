#include <cmath>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

/// Whether all corners of the frame's triangles are numbers.
bool is_finite(const ImDrawData& data) {
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
      if (!std::isfinite(vertex.pos.x) || !std::isfinite(vertex.pos.y)) return false;
    }
  }
  return true;
}

/// Every page, in a window that becomes as small as a window manager allows.
void expect_frames_at(Desk& desk, ImVec2 size) {
  desk.size = ImGui::GetIO().DisplaySize = size;
  for (std::size_t page = 0; page < ui::side_pages().size(); ++page) {
    ui::open_page(desk.panels, page);
    ui::show_column(desk.panels.arrangement, page % 2 == 0);
    desk.panels.targets.selected = page % 3 == 0 ? std::optional(0) : std::nullopt;
    desk.frames(2);
    EXPECT_TRUE(is_finite(*ImGui::GetDrawData()))
        << size.x << " x " << size.y << ", " << ui::side_pages()[page].name;
  }
}

// Dear ImGui's assertions end the program: then this test ends, too
TEST(SmallWindow, AsksNothingImpossibleOfDearImGui) {
  for (const float scale : {1.0F, ui::kMinScale, 3.0F}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F}, scale);
    desk.panels.tour.open = true;
    desk.saving.filmed = 3.0;
    desk.message = {"Saved everything, at last", false};
    lab::Setup setup = desk.timeline.setup();
    lab::add_lane(setup);
    desk.change(setup);
    desk.run(10);
    for (const bool apart : {false, true}) {
      desk.panels.lanes.apart = apart;
      for (const float width : {1.0F, 2.0F, 7.0F, 30.0F, 200.0F, 1280.0F}) {
        for (const float height : {1.0F, 2.0F, 3.0F, 5.0F, 9.0F, 30.0F, 720.0F}) {
          expect_frames_at(desk, {width, height});
        }
      }
    }
  }
}

TEST(SmallWindow, HidesAndShowsItsPanels) {
  Desk desk;
  desk.panels.arrangement.kept = {.controls = {.method = true}, .time = true, .plots = true};
  for (const bool hidden : {true, false}) {
    desk.panels.hidden = hidden;
    desk.panels.help = !hidden;
    desk.panels.palette.open = !hidden;
    for (const float side : {1.0F, 4.0F, 10.0F, 50.0F}) {
      expect_frames_at(desk, {side, side});
      expect_frames_at(desk, {side, 700.0F});
    }
  }
}

}  // namespace
