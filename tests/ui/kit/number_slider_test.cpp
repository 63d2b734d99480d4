#include <cmath>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

/// A desk with the slider of λ, which is logarithmic.
class NumberSlider : public testing::Test {
 protected:
  double lambda() const {
    return lab::find_knob(desk.tracker().method_info(), info.name)
        ->in_force(desk.tracker().settings());
  }
  /// The way from one value to another, as a share of the slider's width.
  double way(double from, double to) const {
    return std::log(to / from) / std::log(info.max / info.min);
  }

  const lab::Knob& info = *lab::find_shared_knob("lambda");
  Desk desk;
};

TEST_F(NumberSlider, OpensATextFieldByADoubleClickThatChangesNothing) {
  const double before = lambda();
  const ui::ItemRect rect = desk.item("setting/lambda");
  const ImVec2 at{rect.min.x + 0.1F * (rect.max.x - rect.min.x), rect.middle().y};
  desk.press_at(at);
  EXPECT_EQ(lambda(), before);
  desk.press_at(at);
  desk.frames(60);
  EXPECT_EQ(lambda(), before);
  EXPECT_TRUE(desk.changes.empty());
  desk.enter("0.2");
  EXPECT_NEAR(lambda(), 0.2, 1e-12);
  desk.frames(60);
  EXPECT_NEAR(lambda(), 0.2, 1e-12);
  EXPECT_EQ(desk.changes.size(), 1U);
  EXPECT_STREQ(desk.tracker().method_info().id, "dls") << "digits are no shortcuts here";
}

TEST_F(NumberSlider, MovesByAClickWhenItCanBecomeNoDoubleClick) {
  const double before = lambda();
  desk.press_part("setting/lambda", 0.1F);
  EXPECT_LT(lambda(), before);
  EXPECT_EQ(desk.changes.size(), 1U);
}

TEST_F(NumberSlider, MovesAtOnceWhileItIsDragged) {
  const double before = lambda();
  const ui::ItemRect rect = desk.item("setting/lambda");
  desk.point_at({rect.min.x + 0.5F * (rect.max.x - rect.min.x), rect.middle().y});
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  desk.frames(2);
  EXPECT_EQ(lambda(), before) << "only pressed";
  desk.point_at({rect.min.x + 0.4F * (rect.max.x - rect.min.x), rect.middle().y});
  desk.frames(2);
  EXPECT_NE(lambda(), before);
  ImGui::GetIO().MouseDown[0] = false;
  desk.frames(30);
  EXPECT_NEAR(std::log(lambda() / info.min) / std::log(info.max / info.min), 0.4, 0.02);
}

TEST_F(NumberSlider, MovesWhileThePressIsHeld) {
  const double before = lambda();
  const ui::ItemRect rect = desk.item("setting/lambda");
  desk.point_at({rect.min.x + 0.1F * (rect.max.x - rect.min.x), rect.middle().y});
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  desk.frames(30);
  EXPECT_LT(lambda(), before);
  ImGui::GetIO().MouseDown[0] = false;
  desk.frames(2);
}

TEST_F(NumberSlider, MovesAgainByASlowSecondClick) {
  desk.press_part("setting/lambda", 0.1F);
  const double low = lambda();
  desk.frames(60);
  desk.press_part("setting/lambda", 0.9F);
  EXPECT_GT(lambda(), low);
}

TEST_F(NumberSlider, MovesATenthOfTheWayWithShift) {
  const double before = lambda();
  ui::set_modifiers({.shift = true});
  desk.drag("setting/lambda", 0.9F, 0.4F);
  ui::set_modifiers({});
  // four digits of the value
  EXPECT_NEAR(way(before, lambda()), -0.05, 2e-3);
}

TEST_F(NumberSlider, StepsByKeysWhileThePointerIsThere) {
  const double before = lambda();
  desk.key(ui::Key::kUp);
  EXPECT_EQ(lambda(), before) << "the pointer is elsewhere";
  desk.point_at(desk.item("setting/lambda").middle());
  desk.frames(2);
  desk.key(ui::Key::kUp);
  EXPECT_NEAR(way(before, lambda()), 0.01, 1e-4);
  desk.key(ui::Key::kDown);
  desk.key(ui::Key::kDown);
  EXPECT_NEAR(way(before, lambda()), -0.01, 1e-4);
}

TEST_F(NumberSlider, TakesWhatTheRowAcceptsAlsoBeyondItself) {
  desk.type("setting/lambda", "0");
  EXPECT_EQ(lambda(), 0.0);
  desk.type("setting/lambda", "20");
  EXPECT_EQ(lambda(), 20.0);
  EXPECT_GT(20.0, info.max) << "beyond the slider";
  desk.type("setting/lambda", "0,5");
  EXPECT_EQ(lambda(), 0.5) << "a decimal comma";
}

TEST_F(NumberSlider, RefusesNonsenseWithASentence) {
  const double before = lambda();
  for (const char* text : {"1/3", "-1", "much", "1e999", "0.2.3"}) {
    desk.type("setting/lambda", text);
    EXPECT_EQ(lambda(), before) << text;
    EXPECT_TRUE(desk.says("Expected a number of at least 0")) << text;
    EXPECT_TRUE(desk.changes.empty()) << text;
  }
  desk.frames(300);
  EXPECT_FALSE(desk.says("Expected a number")) << "for some seconds";
  desk.type("setting/lambda", "0.3");
  EXPECT_FALSE(desk.says("Expected a number"));
  EXPECT_EQ(lambda(), 0.3);
}

TEST_F(NumberSlider, LeavesTheValueWhereNothingIsTyped) {
  desk.type("setting/lambda", "0.123456");
  desk.forget();
  ui::set_modifiers({.control = true});
  desk.press("setting/lambda");
  ui::set_modifiers({});
  desk.frames(2);
  desk.key(ui::Key::kEnter);
  EXPECT_EQ(lambda(), 0.123456) << "not what four digits show";
  EXPECT_TRUE(desk.changes.empty());
}

TEST_F(NumberSlider, SaysHowToBeExact) {
  desk.hover("setting/lambda");
  EXPECT_TRUE(desk.says("Double-click, or Ctrl and click, to type a number"));
  desk.hover("setting/d-max");
  EXPECT_FALSE(desk.says("Double-click, or Ctrl and click, to type a number")) << "it is off";
}

}  // namespace
