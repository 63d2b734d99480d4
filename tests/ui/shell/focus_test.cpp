#include "ui/kit/focus.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "ui/desk.h"

namespace {

using ui::Key;

class Walk : public testing::Test {
 protected:
  Walk() : desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 900.0F}) {
    desk.point_at({640.0F, 300.0F});
    desk.frames(2);
  }

  ImGuiID at() const { return desk.panels.focus.at.back(); }
  /// Name of the control with the focus; the longest of several.
  std::string name() const {
    std::string found;
    for (const auto& [name, rect] : desk.items) {
      if (rect.id == at() && rect.by_keys && name.size() > found.size()) found = name;
    }
    return found;
  }
  void tab(bool back = false) {
    ui::set_modifiers({.shift = back});
    ui::set_key(Key::kTab, true);
    desk.frame();
    ui::set_key(Key::kTab, false);
    desk.frame();
    ui::set_modifiers({});
    desk.frame();
  }
  /// Tab until a control has the focus.
  void go_to(const std::string& control) {
    for (int i = 0; i < 400; ++i) {
      if (name() == control) return;
      tab();
    }
    FAIL() << "Tab does not reach " << control;
  }
  /// All stops from the present one on, once round.
  std::vector<ImGuiID> round() {
    std::vector<ImGuiID> stops;
    tab();
    const ImGuiID first = at();
    for (int i = 0; i < 500; ++i) {
      stops.push_back(at());
      EXPECT_NE(at(), 0U);
      tab();
      if (at() == first) return stops;
    }
    ADD_FAILURE() << "the walk does not come round";
    return stops;
  }
  double lambda() const {
    return lab::find_knob(desk.tracker().method_info(), "lambda")
        ->in_force(desk.tracker().settings());
  }

  Desk desk;
};

/// Whether an id is the scroll bar of a window.
bool is_scroll_bar(ImGuiID id) {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->IDStack.empty()) continue;  // never drawn
    if (ImGui::GetWindowScrollbarID(window, ImGuiAxis_Y) == id) return true;
  }
  return false;
}

TEST_F(Walk, ReachesEveryControlThatThePointerReachesOnEveryPage) {
  for (std::size_t page = 0; page < ui::side_pages().size(); ++page) {
    ui::open_page(desk.panels, page);
    desk.frames(3);
    const std::vector<ImGuiID> stops = round();
    const std::set<ImGuiID> reached(stops.begin(), stops.end());
    EXPECT_EQ(reached.size(), stops.size()) << "each once";
    // what only the pointer can draw in or drag
    std::set<ImGuiID> areas;
    for (const auto& [name, rect] : desk.items) {
      if (!rect.by_keys) areas.insert(rect.id);
    }
    // the other parts are the same on all pages
    const float left = page == 0 ? 0.0F : desk.item("rail/menu").min.x - 300.0F;
    for (float y = 2.0F; y < desk.size.y; y += 12.0F) {
      for (float x = left; x < desk.size.x; x += 18.0F) {
        desk.point_at({x, y});
        desk.frame();
        const ImGuiID hovered = ImGui::GetHoveredID();
        if (hovered == 0 || areas.contains(hovered) || is_scroll_bar(hovered)) continue;
        EXPECT_TRUE(reached.contains(hovered))
            << ui::side_pages()[page].name << ": a control at " << x << ", " << y;
        areas.insert(hovered);
      }
    }
  }
}

TEST_F(Walk, GoesInTheOrderOfAReader) {
  std::vector<std::string> names;
  tab();
  const ImGuiID first = at();
  std::vector<float> heights;
  do {
    const std::string control = name();
    names.push_back(control);
    if (control.starts_with("setting/")) heights.push_back(desk.item(control).min.y);
    tab();
  } while (at() != first && names.size() < 500);
  const auto place = [&names](const std::string& control) {
    const auto found = std::ranges::find_if(
        names, [&](const std::string& name) { return name.starts_with(control); });
    EXPECT_NE(found, names.end()) << control;
    return found - names.begin();
  };
  EXPECT_LT(place("section/Run"), place("run/speed"));
  EXPECT_LT(place("run/speed"), place("section/Scene"));
  EXPECT_LT(place("section/Scene"), place("section/Method"));
  EXPECT_LT(place("section/Method"), place("setting/lambda"));
  EXPECT_LT(place("setting/lambda"), place("timeline/play"));
  EXPECT_LT(place("timeline/play"), place("plot-title/"));
  EXPECT_LT(place("plot-title/"), place("sigma/1"));
  EXPECT_LT(place("sigma/1"), place("page/Compare"));
  EXPECT_TRUE(std::ranges::is_sorted(heights));
  EXPECT_GT(heights.size(), 3U);
}

TEST_F(Walk, GoesBackWithShift) {
  go_to("run/speed");
  tab();
  tab(true);
  EXPECT_EQ(name(), "run/speed");
}

TEST_F(Walk, ShowsARingAndScrollsToIt) {
  const auto ring = [] { return ImGui::GetForegroundDrawList()->VtxBuffer.Size; };
  EXPECT_EQ(ring(), 0);
  go_to("section/Weights and joints");
  desk.frames(3);
  EXPECT_GT(ring(), 0);
  const ui::ItemRect rect = desk.item("section/Weights and joints");
  EXPECT_GE(rect.min.y, rect.clip_min.y - 1.0F);
  EXPECT_LE(rect.max.y, rect.clip_max.y + 1.0F);
  const ImVec2 vertex = ImGui::GetForegroundDrawList()->VtxBuffer[0].pos;
  EXPECT_NEAR(vertex.y, rect.min.y, 12.0F);
  // a press of the pointer hides it, and Tab goes on from there
  desk.press("setting/lambda");
  EXPECT_EQ(ring(), 0);
  tab();
  EXPECT_GT(ring(), 0);
  tab(true);
  EXPECT_EQ(name(), "setting/lambda");
}

TEST_F(Walk, PressesWithSpaceAndEnterOnlyTheControlWithTheFocus) {
  go_to("timeline/loop");
  desk.forget();
  desk.key(Key::kSpace);
  EXPECT_TRUE(desk.sends(ui::Command::kLoop));
  EXPECT_FALSE(desk.sends(ui::Command::kPlayOrPause));
  desk.forget();
  desk.key(Key::kEnter);
  EXPECT_TRUE(desk.sends(ui::Command::kLoop));
  // without the ring the keys are shortcuts again
  desk.key(Key::kEscape);
  desk.forget();
  desk.key(Key::kSpace);
  EXPECT_TRUE(desk.sends(ui::Command::kPlayOrPause));
  EXPECT_FALSE(desk.sends(ui::Command::kLoop));
}

TEST_F(Walk, ChangesAValueByArrows) {
  go_to("setting/lambda");
  const double before = lambda();
  desk.forget();
  desk.key(Key::kRight);
  EXPECT_GT(lambda(), before);
  EXPECT_FALSE(desk.sends(ui::Command::kStep));
  desk.key(Key::kLeft);
  EXPECT_NEAR(lambda(), before, 1e-3 * before);
  desk.key(Key::kUp);
  EXPECT_GT(lambda(), before);
  // at a button, arrows step in time
  go_to("timeline/loop");
  desk.key(Key::kRight);
  EXPECT_TRUE(desk.sends(ui::Command::kStep));
}

TEST_F(Walk, MovesTheEdgesBetweenTheParts) {
  const auto width = [this] { return desk.item("column/edge").middle().x; };
  go_to("column/edge");
  const float usual = width();
  for (int i = 0; i < 3; ++i) desk.key(Key::kRight);
  desk.frames(2);
  EXPECT_NEAR(width(), usual + 30.0F, 1.0F);
  desk.key(Key::kLeft);
  desk.frames(2);
  EXPECT_NEAR(width(), usual + 20.0F, 1.0F);
  desk.key(Key::kEnter);
  desk.frames(2);
  EXPECT_NEAR(width(), usual, 1.0F) << "the default again";
  // an edge goes where the arrow points
  go_to("strip/edge");
  const float top = desk.item("strip/edge").middle().y;
  desk.key(Key::kUp);
  desk.frames(2);
  EXPECT_NEAR(desk.item("strip/edge").middle().y, top - 10.0F, 1.0F);
  go_to("side/edge");
  const float side = desk.item("side/edge").middle().x;
  desk.key(Key::kLeft);
  desk.frames(2);
  EXPECT_NEAR(desk.item("side/edge").middle().x, side - 10.0F, 1.0F);
}

TEST_F(Walk, ChoosesAmongButtonsByArrows) {
  go_to("jacobian/effector");
  desk.key(Key::kRight);
  desk.frames(2);
  EXPECT_EQ(desk.tracker().settings().jacobian, ik::JacobianKind::kTarget);
  EXPECT_EQ(name(), "jacobian/target");
  desk.key(Key::kRight);
  desk.frames(2);
  EXPECT_EQ(name(), "jacobian/target") << "the last one";
  desk.key(Key::kLeft);
  desk.frames(2);
  EXPECT_EQ(desk.tracker().settings().jacobian, ik::JacobianKind::kEffector);
}

TEST_F(Walk, TypesANumber) {
  go_to("setting/lambda");
  desk.key(Key::kEnter);
  desk.enter("0.25");
  EXPECT_NEAR(lambda(), 0.25, 1e-12);
  EXPECT_EQ(name(), "setting/lambda");
  // Tab takes the typed number, too
  desk.key(Key::kEnter);
  desk.frames(2);
  ImGui::GetIO().AddInputCharactersUTF8("0.75");
  desk.frames(2);
  tab();
  EXPECT_NEAR(lambda(), 0.75, 1e-12);
  EXPECT_NE(name(), "setting/lambda");
}

TEST_F(Walk, GoesThroughAMenuAndBackToItsButton) {
  go_to("method");
  desk.key(Key::kEnter);
  desk.frames(3);
  ASSERT_TRUE(desk.has("method/sdls"));
  EXPECT_EQ(name(), "method/dls") << "the chosen one";
  desk.key(Key::kDown);
  EXPECT_EQ(name(), "method/sdls");
  desk.key(Key::kDown);
  desk.key(Key::kUp);
  EXPECT_EQ(name(), "method/sdls");
  desk.key(Key::kEnter);
  desk.frames(3);
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
  EXPECT_FALSE(desk.has("method/sdls")) << "the list is closed";
  EXPECT_EQ(name(), "method");
}

TEST_F(Walk, StaysInTheListOfKeysWhileItIsOpen) {
  desk.key(Key::kF1);
  tab();
  EXPECT_EQ(name(), "help/close");
  tab();
  EXPECT_EQ(name(), "help/close");
  desk.key(Key::kEnter);
  EXPECT_FALSE(desk.panels.help);
}

TEST_F(Walk, GoesOnFromThePlaceOfAControlThatIsGone) {
  desk.key(Key{'D'});
  go_to("reset/d-max");
  desk.key(Key::kEnter);
  desk.frames(2);
  tab();
  EXPECT_TRUE(name().starts_with("setting/") || name().starts_with("switch/")) << name();
}

}  // namespace
