#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

TEST(MethodPanel, ChoosesEveryMethodOfTheRegistry) {
  for (const ik::MethodInfo& method : ik::methods()) {
    const char* other = &method == &ik::methods()[0] ? ik::methods()[1].id : ik::methods()[0].id;
    Desk desk(scenes::circling(bodies::forked_tree()), other);
    desk.choose_method(method.id);
    EXPECT_EQ(&desk.tracker().method_info(), &method);
    EXPECT_TRUE(desk.says(method.equation)) << method.id;
  }
}

TEST(MethodPanel, ListsTheMethodsByGroupsEachNamedOnce) {
  Desk desk;
  desk.press("method");
  std::map<std::string, std::pair<float, float>> groups;
  for (const ik::MethodInfo& method : ik::methods()) {
    EXPECT_TRUE(desk.says(method.group));
    const float y = desk.item(std::string("method/") + method.id).min.y;
    const auto [group, fresh] = groups.try_emplace(method.group, y, y);
    group->second.first = std::min(group->second.first, y);
    group->second.second = std::max(group->second.second, y);
  }
  for (const auto& [one, a] : groups) {
    for (const auto& [other, b] : groups) {
      EXPECT_TRUE(one == other || a.second < b.first || b.second < a.first)
          << one << " and " << other << " are mixed";
    }
  }
}

TEST(MethodPanel, ClosesItsListWithTheChoice) {
  Desk desk;
  EXPECT_FALSE(desk.has("method/sdls"));
  desk.choose_method("sdls");
  EXPECT_FALSE(desk.has("method/sdls"));
  desk.choose_method("sdls");
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
}

TEST(MethodPanel, ShowsTheChosenMethodInAListThatIsLongerThanTheWindow) {
  for (const ik::MethodInfo* method : {&ik::methods().front(), &ik::methods().back()}) {
    Desk desk(scenes::circling(bodies::forked_tree()), method->id, {480.0F, 420.0F});
    desk.press("column/fold");
    desk.press("method");
    desk.frames(3);
    const ui::ItemRect row = desk.item(std::string("method/") + method->id);
    EXPECT_GE(row.min.y, 0.0F) << method->id;
    EXPECT_LE(row.max.y, 420.0F) << method->id;
  }
}

TEST(MethodPanel, TellsWhatAMethodIsGoodForOnHover) {
  for (const ik::MethodInfo& method : ik::methods()) {
    Desk desk;
    desk.press("method");
    desk.hover(std::string("method/") + method.id);
    // a long text is broken into lines
    EXPECT_TRUE(desk.says(std::string(method.help).substr(0, 16))) << method.id;
  }
}

/// Every number and switch of every method but λ, which is a setting.
template <class Visit>
void each_param(const Visit& visit) {
  for (const ik::MethodInfo& method : ik::methods()) {
    ik::AnyMethod value = method.create();
    value.visit([&](const ik::Knob& info, ik::KnobValue where) {
      if (std::string(info.name) != "lambda") {
        visit(method, info, std::holds_alternative<bool*>(where));
      }
    });
  }
}

TEST(ParamPanel, ChangesEveryParameterOfEveryMethod) {
  each_param([](const ik::MethodInfo& method, const ik::Knob& info, bool is_switch) {
    Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    const std::string name = std::string("param/") + info.name;
    const auto value = [&] { return *ik::get_param(desk.tracker().method(), info.name); };
    const double before = value();
    if (is_switch) {
      desk.press(name);
      EXPECT_EQ(value(), 1.0 - before) << method.id << " " << info.name;
    } else {
      desk.drag(name, 0.5F, 0.8F);
      const double high = value();
      desk.drag(name, 0.8F, 0.3F);
      EXPECT_LT(value(), high) << method.id << " " << info.name;
      EXPECT_GE(value(), info.min);
      EXPECT_LE(high, info.max);
    }
    desk.press(std::string("reset/") + info.name);
    EXPECT_EQ(value(), before) << method.id << " " << info.name;
    for (const std::string& change : desk.changes) EXPECT_EQ(change, info.label);
  });
}

TEST(ParamPanel, TakesTheTypedNumbersThatTheMethodAccepts) {
  each_param([](const ik::MethodInfo& method, const ik::Knob& info, bool is_switch) {
    if (is_switch) return;
    Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    const auto value = [&] { return *ik::get_param(desk.tracker().method(), info.name); };
    const double expected = info.accepts(1e12) ? 1e12 : value();
    desk.type(std::string("param/") + info.name, "1e12");
    EXPECT_EQ(value(), expected) << method.id << " " << info.name;
  });
}

TEST(ParamPanel, ResetsByARightClick) {
  each_param([](const ik::MethodInfo& method, const ik::Knob& info, bool is_switch) {
    if (is_switch) return;
    Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    const double before = *ik::get_param(desk.tracker().method(), info.name);
    desk.drag(std::string("param/") + info.name, 0.4F, 0.7F);
    EXPECT_NE(*ik::get_param(desk.tracker().method(), info.name), before);
    desk.press(std::string("param/") + info.name, 1);
    EXPECT_EQ(*ik::get_param(desk.tracker().method(), info.name), before);
  });
}

TEST(ScenePanel, ChoosesAScene) {
  Desk desk;
  desk.press("scene");
  desk.press("scene/three");
  ASSERT_TRUE(desk.sent<ui::LoadScene>());
  EXPECT_EQ(desk.sent<ui::LoadScene>()->scene, 2U);
}

TEST(ScenePanel, DoesNotAskForTheSceneThatIsThere) {
  Desk desk;
  desk.press("scene");
  desk.press("scene/circling");
  EXPECT_FALSE(desk.sent<ui::LoadScene>());
}

TEST(ScenePanel, DescribesScenesOnHover) {
  Desk desk;
  desk.press("scene");
  desk.hover("scene/one");
  EXPECT_TRUE(desk.says("The first."));
}

TEST(ScenePanel, HasASwitchForTheClosedFormOfAnArmThatHasOne) {
  Desk desk(scenes::circling(bodies::planar_arm(2)));
  ASSERT_TRUE(desk.has("closed form"));
  EXPECT_TRUE(desk.panels.closed_form);
  desk.press("closed form");
  EXPECT_FALSE(desk.panels.closed_form);
  desk.key(ui::Key{'G'});
  EXPECT_TRUE(desk.panels.closed_form);
  EXPECT_FALSE(Desk(scenes::circling(bodies::planar_arm(3))).has("closed form"));
}

TEST(MethodPanel, ShowsHowFarAMethodsPreparationIs) {
  Desk desk(scenes::circling(bodies::planar_arm(3)), "learned");
  desk.timeline.bench().prepare(750);
  desk.frame();
  EXPECT_TRUE(desk.has("preparation"));
  EXPECT_TRUE(desk.says("Learning, 50 %"));
  desk.timeline.bench().prepare(ik::kAllPortions);
  desk.frame();
  EXPECT_FALSE(desk.says("Learning"));
  EXPECT_FALSE(Desk().says("Learning"));
}

TEST(Sections, FoldAndUnfold) {
  Desk desk;
  ASSERT_TRUE(desk.has("setting/lambda"));
  desk.press("section/Settings");
  EXPECT_FALSE(desk.has("setting/lambda"));
  desk.press("section/Settings");
  EXPECT_TRUE(desk.has("setting/lambda"));
}

// The menu of a file's recordings.
lab::Scene recorded(std::vector<std::string> names) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.recordings = std::move(names);
  if (!scene.recordings.empty()) scene.recording = scene.recordings[0];
  return scene;
}

TEST(RecordingMenu, IsThereForSeveralRecordings) {
  EXPECT_FALSE(Desk(recorded({})).has("scene/animation"));
  Desk one(recorded({"Walk"}));
  one.frames(2);
  EXPECT_FALSE(one.has("scene/animation"));
  Desk desk(recorded({"Walk", "Run"}));
  desk.frames(2);
  EXPECT_TRUE(desk.has("scene/animation"));
  EXPECT_TRUE(desk.says("Walk"));
}

TEST(RecordingMenu, AsksForTheOneThatIsPressedUnlessItIsFollowed) {
  Desk desk(recorded({"Walk", "Run", "Jump"}));
  desk.frames(2);
  desk.press("scene/animation");
  desk.frames(2);
  desk.press("animation/Walk");
  EXPECT_EQ(desk.sent<ui::FollowRecording>(), nullptr);
  desk.frames(2);
  desk.press("scene/animation");
  desk.frames(2);
  desk.press("animation/Jump");
  desk.frames(2);
  ASSERT_NE(desk.sent<ui::FollowRecording>(), nullptr);
  EXPECT_EQ(desk.sent<ui::FollowRecording>()->recording, "Jump");
}

}  // namespace
