#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "ui/desk.h"

namespace {

struct Window {
  ImVec2 size;
  float scale;
};

// small and narrow windows, some without room for the page beside the picture, a laptop, a large
// display, small pixels
const std::array kLayoutWindows = {Window{{1280, 720}, 2.0F},  Window{{640, 480}, 1.0F},
                                   Window{{900, 600}, 1.0F},   Window{{1280, 720}, 1.0F},
                                   Window{{1920, 1080}, 1.0F}, Window{{3840, 2160}, 2.0F},
                                   Window{{480, 320}, 1.0F},   Window{{500, 2000}, 1.5F}};

std::string name_of(const Window& window) {
  return std::to_string(static_cast<int>(window.size.x)) + " x " +
         std::to_string(static_cast<int>(window.size.y)) + " at " + std::to_string(window.scale);
}

bool overlap(const ui::Area& a, const ui::Area& b) {
  return a.corner.x < b.corner.x + b.size.x && b.corner.x < a.corner.x + a.size.x &&
         a.corner.y < b.corner.y + b.size.y && b.corner.y < a.corner.y + a.size.y;
}

double area_of(const ui::Area& area) {
  return static_cast<double>(area.size.x) * static_cast<double>(area.size.y);
}

/// All combinations of open and closed columns.
std::vector<ui::Arrangement> arrangements() {
  std::vector<ui::Arrangement> all;
  for (const bool column : {false, true}) {
    for (const bool page : {false, true}) {
      for (const float size : {0.0F, 1.0F, 5000.0F}) {
        ui::Arrangement one;
        one.column = {.width = size, .open = column, .over = column};
        one.page = {.width = size, .open = page, .over = page};
        one.strip_height = size;
        all.push_back(one);
      }
    }
  }
  return all;
}

TEST(LeftColumn, HasItsHeadlinesInALaptopsWindow) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280, 720});
  desk.frames(2);
  for (const char* title : {"Run", "Settings", "Targets", "Weights and joints"}) {
    const ui::ItemRect rect = desk.item(std::string("section/") + title);
    EXPECT_LE(rect.max.y, 720.0F) << title;
    EXPECT_LE(rect.max.y, rect.clip_max.y) << title;
  }
  EXPECT_EQ(ImGui::FindWindowByName("laboratory")->ScrollMax.y, 0.0F)
      << "a further row needs closer ones: kClose in src/ui/shell/laboratory.cpp";
}

TEST(Layout, GivesThePageAQuarterOfALargeWindow) {
  ui::Theme theme;
  for (const ImVec2 window : {ImVec2(1920, 1080), ImVec2(2560, 1440)}) {
    const ui::Layout layout = ui::arrange(theme, window, false);
    EXPECT_GT(layout.page.size.x, 0.24F * window.x);
    EXPECT_LT(layout.page.size.x, 0.28F * window.x);
    EXPECT_GT(layout.view.size.x, 0.5F * window.x);
  }
}

TEST(Layout, StaysWithinAWindowOfAnySize) {
  for (const float scale : {0.5F, 1.0F, 3.0F}) {
    ui::Theme theme;
    theme.scale = scale;
    for (const float width : {1.0F, 20.0F, 49.0F, 150.0F, 900.0F}) {
      for (const float height : {1.0F, 20.0F, 49.0F, 150.0F, 900.0F}) {
        for (const ui::Arrangement& wanted : arrangements()) {
          const ui::Layout layout = ui::arrange(theme, {width, height}, false, wanted);
          for (const ui::Area& area : {layout.column, layout.view, layout.time, layout.page,
                                       layout.strip, layout.status, layout.rail}) {
            EXPECT_GE(area.corner.x, 0.0F) << width << " x " << height;
            EXPECT_GE(area.size.x, 0.0F) << width << " x " << height;
            EXPECT_LE(area.end().x, width + 0.5F) << width << " x " << height;
          }
        }
      }
    }
  }
}

TEST(Layout, FillsEveryWindowWithoutOverlap) {
  for (const Window& window : kLayoutWindows) {
    SCOPED_TRACE(name_of(window));
    ui::Theme theme;
    theme.scale = window.scale;
    for (const ui::Arrangement& wanted : arrangements()) {
      const ui::Layout layout = ui::arrange(theme, window.size, false, wanted);
      // areas beside each other; those over the picture are left out
      ui::Area areas[] = {layout.column, layout.strip,  layout.time, layout.clear(),
                          layout.page,   layout.status, layout.rail, layout.controls};
      double filled = 0.0;
      for (const ui::Area& a : areas) {
        filled += area_of(a);
        EXPECT_GE(a.corner.x, 0.0F);
        EXPECT_GE(a.corner.y, 0.0F);
        EXPECT_GE(a.size.x, 0.0F);
        EXPECT_GE(a.size.y, 0.0F);
        EXPECT_LE(a.corner.x + a.size.x, window.size.x);
        EXPECT_LE(a.corner.y + a.size.y, window.size.y);
        for (const ui::Area& b : areas) EXPECT_TRUE(&a == &b || !overlap(a, b));
      }
      EXPECT_NEAR(filled, static_cast<double>(window.size.x * window.size.y), 1.0);
      EXPECT_GE(layout.view.size.x, std::min(300.0F * window.scale, 0.8F * window.size.x));
      EXPECT_GE(layout.view.size.y, 0.24F * window.size.y);
      EXPECT_GE(layout.time.size.y, std::min(28.0F * window.scale, 0.15F * window.size.y));
    }
  }
}

TEST(Layout, FoldsWhatHasNoRoomBesideThePicture) {
  const auto at = [](float width) { return ui::arrange(ui::Theme{}, {width, 700.0F}, false); };
  EXPECT_GT(at(1100).page.size.x, 0.0F);
  EXPECT_EQ(at(1099).page.size.x, 0.0F);
  EXPECT_FALSE(at(1099).page_beside);
  EXPECT_GT(at(760).column.size.x, 0.0F);
  EXPECT_EQ(at(759).column.size.x, 0.0F);
  EXPECT_FALSE(at(759).column_beside);
  EXPECT_GT(at(480).rail.size.x, 0.0F);
}

TEST(Layout, LaysThePageOverThePictureWhichStaysAsItIs) {
  ui::Arrangement open;
  open.page.over = true;
  const ui::Layout before = ui::arrange(ui::Theme{}, {900, 600}, false);
  const ui::Layout after = ui::arrange(ui::Theme{}, {900, 600}, false, open);
  EXPECT_GT(after.page.size.x, 300.0F);
  EXPECT_TRUE(overlap(after.page, after.view));
  EXPECT_EQ(after.view.size.x, before.view.size.x);
  EXPECT_EQ(after.view.size.y, before.view.size.y);
}

TEST(Layout, KeepsAPictureBesideAPageOnATabletHeldUpright) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {820.0F, 1180.0F});
  const auto layout = [&desk] {
    return ui::arrange(desk.theme, desk.size, false, desk.panels.arrangement);
  };
  EXPECT_GT(layout().column.size.x, 0.0F);
  ui::open_page(desk.panels, 0);
  desk.frames(2);
  EXPECT_GT(layout().clear().size.x, 300.0F);
  EXPECT_EQ(layout().column.size.x, 0.0F);
  // one or the other
  ui::show_column(desk.panels.arrangement, true);
  desk.frames(2);
  EXPECT_GT(layout().column.size.x, 0.0F);
  EXPECT_EQ(layout().page.size.x, 0.0F);
  EXPECT_GT(layout().clear().size.x, 300.0F);
}

TEST(Layout, SharesAPhoneHeldUprightBetweenPictureAndPage) {
  ui::Arrangement open;
  open.page.over = true;
  for (const ImVec2 window : {ImVec2(390, 844), ImVec2(430, 800), ImVec2(560, 800)}) {
    const ui::Layout layout = ui::arrange(ui::Theme{}, window, false, open);
    EXPECT_EQ(layout.page.corner.x, 0.0F);
    EXPECT_EQ(layout.page.size.x + layout.rail.size.x, window.x);
    EXPECT_EQ(layout.clear().size.x, layout.page.size.x);
    EXPECT_GT(layout.clear().size.y, 250.0F) << "the arm is seen";
    EXPECT_GT(layout.page.size.y, layout.view.size.y);
    EXPECT_EQ(layout.page.corner.y, layout.view.size.y);
    EXPECT_EQ(layout.strip.size.y, 0.0F) << "in place of the plots";
  }
  // too low for both
  const ui::Layout low = ui::arrange(ui::Theme{}, {390, 560}, false, open);
  EXPECT_EQ(low.page.size.x + low.rail.size.x, 390.0F);
  EXPECT_EQ(low.clear().size.x, 0.0F);
}

TEST(Layout, GivesTheWholeWindowToThePictureWhereThePanelsAreHidden) {
  const ui::Layout layout = ui::arrange(ui::Theme{}, {800, 600}, true);
  EXPECT_EQ(layout.view.size.x, 800.0F);
  EXPECT_EQ(layout.view.size.y, 600.0F);
  for (const ui::Area& area : {layout.column, layout.page, layout.rail, layout.time}) {
    EXPECT_EQ(area.size.x, 0.0F);
  }
}

TEST(Layout, KeepsBesideTheHiddenPanelsWhatIsAskedFor) {
  ui::Arrangement wanted;
  wanted.kept.controls = {
      .knobs = {lab::find_shared_knob("lambda"), lab::find_shared_knob("d-max")}};
  wanted.kept.time = true;
  const ui::Layout layout = ui::arrange(ui::Theme{}, {640, 400}, true, wanted);
  EXPECT_EQ(layout.strip.size.y, 0.0F);
  EXPECT_EQ(layout.rail.size.x, 0.0F);
  EXPECT_GT(layout.controls.size.y, 30.0F);
  EXPECT_EQ(layout.view.size.y + layout.controls.size.y + layout.time.size.y, 400.0F);
  EXPECT_EQ(layout.time.corner.y, layout.controls.corner.y + layout.controls.size.y);
  EXPECT_EQ(layout.view.size.x, 640.0F);
  // without room side by side they are stacked
  const ui::Layout narrow = ui::arrange(ui::Theme{}, {400, 640}, true, wanted);
  EXPECT_GE(narrow.controls.size.y, layout.controls.size.y + ui::control_height(ui::Theme{}));
}

ui::Layout layout_of(Desk& desk) {
  return ui::arrange(desk.theme, desk.size, desk.panels.hidden, desk.panels.arrangement);
}

bool inside(const ui::ItemRect& rect, const ui::Area& area) {
  return rect.min.x >= area.corner.x && rect.max.x <= area.corner.x + area.size.x &&
         rect.min.y >= area.corner.y && rect.max.y <= area.corner.y + area.size.y;
}

TEST(Panels, HaveMethodAndDampingAtHandOnAPhone) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {390, 844});
  const ui::Layout layout = layout_of(desk);
  EXPECT_EQ(layout.column.size.x, 0.0F);
  EXPECT_TRUE(inside(desk.item("method"), layout.controls));
  EXPECT_TRUE(inside(desk.item("setting/lambda"), layout.controls));
  const auto lambda = [&desk] {
    return lab::find_knob(desk.tracker().method_info(), "lambda")
        ->in_force(desk.tracker().settings());
  };
  desk.press_part("setting/lambda", 0.2F);
  const double before = lambda();
  desk.drag("setting/lambda", 0.2F, 0.8F);
  EXPECT_GT(lambda(), 2.0 * before);
  desk.choose_method("sdls");
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
  // the open column contains these controls
  desk.press("column/fold");
  desk.frames(2);
  EXPECT_EQ(layout_of(desk).controls.size.y, 0.0F);
}

TEST(Panels, HaveNothingOfThePictureOverAPageThatHidesIt) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {390, 560});
  EXPECT_TRUE(desk.has("column/fold"));
  desk.press("page/Maths");
  desk.frames(2);
  EXPECT_FALSE(desk.has("column/fold"));
  EXPECT_FALSE(desk.has("gizmo/home"));
}

TEST(Panels, HaveMethodAndDampingBelowAWidePictureOnAPhoneHeldSideways) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {844, 390});
  const ui::Layout layout = layout_of(desk);
  EXPECT_EQ(layout.column.size.x, 0.0F);
  EXPECT_EQ(layout.strip.size.y, 0.0F);
  EXPECT_GT(layout.view.size.y, 0.65F * 390.0F);
  EXPECT_TRUE(inside(desk.item("method"), layout.controls));
  EXPECT_TRUE(inside(desk.item("setting/lambda"), layout.controls));
}

TEST(Panels, LeaveInTheFrameOfAnotherPageWhatItsAddressNames) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {640, 400});
  desk.panels.hidden = true;
  desk.panels.arrangement.kept.controls = {.method = true,
                                           .knobs = {lab::find_shared_knob("d-max")}};
  desk.panels.arrangement.kept.time = true;
  desk.frames(3);
  for (const char* there : {"method", "setting/d-max", "timeline/play"}) {
    EXPECT_TRUE(desk.has(there)) << there;
  }
  for (const char* absent : {"setting/lambda", "page/Compare", "column/fold", "status/step"}) {
    EXPECT_FALSE(desk.has(absent)) << absent;
  }
  desk.press("timeline/play");
  EXPECT_TRUE(desk.sends(ui::Command::kPlayOrPause));
}

TEST(Panels, KeepEveryControlInItsColumn) {
  for (const char* method : {"dls", "sdls"}) {
    Desk desk(scenes::circling(bodies::slider_arm()), method, {1280, 720});
    const ui::Layout layout = layout_of(desk);
    const float right = layout.column.corner.x + layout.column.size.x;
    for (const auto& [name, rect] : desk.items) {
      if (name.ends_with("/edge")) continue;  // on both sides
      const bool in_column = rect.min.x < right;
      if (in_column) {
        EXPECT_LE(rect.max.x, right) << name;
      } else {
        EXPECT_LE(rect.max.x, desk.size.x) << name;
        EXPECT_LE(rect.max.y, desk.size.y) << name;
      }
    }
  }
}

TEST(Panels, ShowTheTimelineInEveryWindow) {
  for (const Window& window : kLayoutWindows) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", window.size, window.scale);
    const ui::ItemRect track = desk.item("timeline/track");
    EXPECT_TRUE(inside(track, layout_of(desk).time)) << name_of(window);
    EXPECT_GE(track.max.x - track.min.x, 60.0F * window.scale) << name_of(window);
    EXPECT_TRUE(inside(desk.item("timeline/play"), layout_of(desk).time)) << name_of(window);
  }
}

TEST(Panels, ReachEveryPageInEveryWindowAndKeepItInItsColumn) {
  for (const Window& window : kLayoutWindows) {
    for (const ui::SidePage& page : ui::side_pages()) {
      SCOPED_TRACE(name_of(window) + ": " + page.name);
      Desk desk(scenes::circling(bodies::forked_tree()), "dls", window.size, window.scale);
      desk.crowd = {.wanted = true,
                    .bodies = 20000,
                    .method = ik::find_method("dls"),
                    .drawn = {1000, 2000, 3000, 14000}};
      if (desk.panels.arrangement.page.shown()) desk.key(ui::Key::kF3);
      desk.frames(2);
      ASSERT_EQ(layout_of(desk).page.size.x, 0.0F);
      std::set<std::string> others;  // items that are not on the page
      for (const auto& [name, rect] : desk.items) others.insert(name);

      const ui::ItemRect entry = desk.item(std::string("page/") + page.name);
      EXPECT_TRUE(inside(entry, layout_of(desk).rail));
      desk.press_at(entry.middle());
      desk.frames(3);
      const ui::Area area = layout_of(desk).page;
      EXPECT_GE(area.size.x, std::min(300.0F * window.scale, 0.75F * window.size.x));
      std::size_t found = 0;
      for (const auto& [name, rect] : desk.items) {
        if (others.contains(name) || name == "side/edge" || name.starts_with("gizmo")) continue;
        ++found;
        EXPECT_GE(rect.min.x, area.corner.x) << name;
        EXPECT_LE(rect.max.x, area.corner.x + area.size.x) << name;
      }
      EXPECT_GT(found, 0U);
      // pressing again closes it
      desk.press_at(entry.middle());
      EXPECT_EQ(layout_of(desk).page.size.x, 0.0F);
    }
  }
}

TEST(Panels, AreOpenedAndFoldedByKeys) {
  Desk desk({scenes::circling(bodies::forked_tree())}, "dls", {1280, 720});
  const float picture = layout_of(desk).view.size.x;
  desk.key(ui::Key::kF2);
  EXPECT_FALSE(desk.has("run/play"));
  desk.key(ui::Key::kF3);
  desk.frames(2);
  EXPECT_GT(layout_of(desk).view.size.x, picture + 500.0F);
  desk.key(ui::Key::kF2);
  desk.key(ui::Key::kF3);
  desk.frames(2);
  EXPECT_TRUE(desk.has("run/play"));
  EXPECT_EQ(layout_of(desk).view.size.x, picture);
  desk.key(ui::Key{'4'}, true);
  desk.frames(2);
  EXPECT_TRUE(desk.has("sweep/run"));
}

TEST(Panels, LieOverASmallPictureOneAtATimeUntilEscape) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {640, 480});
  EXPECT_FALSE(desk.has("run/play"));
  EXPECT_FALSE(desk.has("spectrum/rank"));
  desk.press("column/fold");
  desk.frames(2);
  EXPECT_TRUE(desk.has("run/play"));
  desk.press("page/Spectrum");
  desk.frames(2);
  EXPECT_FALSE(desk.has("run/play"));
  EXPECT_TRUE(desk.has("spectrum/rank"));
  desk.key(ui::Key::kEscape);
  desk.frames(2);
  EXPECT_FALSE(desk.has("spectrum/rank"));
  EXPECT_TRUE(desk.panels.arrangement.page.open) << "as it will be in a wide window";
}

TEST(Splitters, ChangeTheWidthOfColumnsAndADoubleClickRestoresIt) {
  Desk desk({scenes::circling(bodies::forked_tree())}, "dls", {1600, 900});
  const ui::Layout before = layout_of(desk);
  const auto drag = [&desk](const char* edge, float by) {
    const ImVec2 from = desk.item(edge).middle();
    desk.point_at(from);
    desk.frames(2);
    ImGui::GetIO().MouseDown[0] = true;
    desk.frames(2);
    desk.point_at({from.x + by, from.y});
    desk.frames(2);
    ImGui::GetIO().MouseDown[0] = false;
    desk.frames(60);  // long enough to separate two clicks from a double click
  };
  drag("column/edge", 50.0F);
  drag("side/edge", -70.0F);
  ui::Layout after = layout_of(desk);
  EXPECT_NEAR(after.column.size.x, before.column.size.x + 50.0F, 1.0F);
  EXPECT_NEAR(after.page.size.x, before.page.size.x + 70.0F, 1.0F);
  EXPECT_NEAR(after.view.size.x, before.view.size.x - 120.0F, 2.0F);
  drag("column/edge", 2000.0F);
  drag("side/edge", 2000.0F);
  after = layout_of(desk);
  EXPECT_GT(after.view.size.x, 299.0F);
  EXPECT_GT(after.page.size.x, 299.0F);

  for (const char* edge : {"column/edge", "side/edge"}) {
    desk.point_at(desk.item(edge).middle());
    desk.frames(2);
    for (const bool down : {true, false, true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      desk.frames(2);
    }
    desk.frames(60);
  }
  after = layout_of(desk);
  EXPECT_EQ(after.column.size.x, before.column.size.x);
  EXPECT_EQ(after.page.size.x, before.page.size.x);
}

TEST(Panels, FitAnUsualWindowWithoutScrolling) {
  // a laptop's 1280 x 720, with the method of a first start
  Desk desk(scenes::circling(bodies::slider_arm()), "dls", {1280, 720});
  EXPECT_LE(desk.item("setting/time-step").max.y, 720.0F);
}

TEST(Panels, SurviveAWindowOfAnySize) {
  for (const Window& window : kLayoutWindows) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", window.size);
    desk.frames(3);
  }
  Desk tiny(scenes::circling(bodies::forked_tree()), "dls", {480, 320}, 2.0F);
  tiny.panels.arrangement.page.over = true;
  tiny.frames(3);
}

}  // namespace
