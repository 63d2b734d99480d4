#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "lab/scene/knobs.h"
#include "support/aiming.h"
#include "ui/desk.h"

namespace {

const lab::Knob& setting(const char* name) { return *lab::find_shared_knob(name); }

double value_of(const Desk& desk, const char* name) {
  return lab::find_knob(desk.tracker().method_info(), name)->in_force(desk.tracker().settings());
}

/// A body on which every setting is of use.
lab::Scene sliding() {
  lab::Scene scene =
      scenes::circling(bodies::with_aims(bodies::slider_arm(), {ik::AimKind::kDirection}));
  scene.aims.resize(1);
  scene.settings.iterations =
      2;  // with one update the tolerance has no effect, and its row is grey
  return scene;
}

/// All settings of a kind, by name, for the tests' names.
std::vector<std::string> names_of(ik::KnobKind kind) {
  std::vector<std::string> names;
  for (const lab::Knob& info : lab::shared_knobs()) {
    if (info.kind == kind) names.emplace_back(info.name);
  }
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

class EveryNumber : public testing::TestWithParam<std::string> {
 protected:
  EveryNumber() {
    if (info.can_be_off && value() == lab::kOff) desk.press("switch/" + GetParam());
  }
  double value() const { return value_of(desk, info.name); }

  const lab::Knob& info = setting(GetParam().c_str());
  Desk desk{sliding()};
};

TEST_P(EveryNumber, FollowsADragOfItsSlider) {
  desk.drag("setting/" + GetParam(), 0.5F, 0.9F);
  const double high = value();
  desk.drag("setting/" + GetParam(), 0.9F, 0.2F);
  EXPECT_GT(high, value());
  EXPECT_GE(value(), info.min);
  EXPECT_LE(high, info.max);
  EXPECT_GT(high, info.logarithmic ? std::sqrt(info.min * info.max) : 0.5 * (info.min + info.max));
}

TEST_P(EveryNumber, TakesTheTypedNumbersThatItsRowAcceptsAndNoOthers) {
  for (const auto& [text, number] : {std::pair("0.75", 0.75), std::pair("1e9", 1e9),
                                     std::pair("-3", -3.0), std::pair("0", 0.0)}) {
    const double before = value();
    desk.type("setting/" + GetParam(), text);
    const bool accepted = info.accepts(number);
    const double expected = accepted ? number : before;
    EXPECT_NEAR(value(), expected, 1e-12 * std::max(1.0, std::abs(expected))) << text;
    EXPECT_EQ(desk.says("Expected " + info.expectation()), !accepted) << text;
  }
}

TEST_P(EveryNumber, ComesBackToTheScenesValueByARightClickAndByTheArrow) {
  const double usual = lab::find_knob(desk.tracker().method_info(), info.name)
                           ->in_force(desk.tracker().scene().settings);
  for (const char* way : {"click", "arrow"}) {
    // a limit that the scene has off has only the arrow
    if (way == std::string("click") && usual == lab::kOff) continue;
    desk.type("setting/" + GetParam(), "2");
    desk.drag("setting/" + GetParam(), 0.3F, 0.45F);
    ASSERT_NE(value(), usual);
    if (way == std::string("click")) {
      desk.press("setting/" + GetParam(), 1);
    } else {
      desk.press("reset/" + GetParam());
    }
    EXPECT_EQ(value(), usual) << way;
  }
}

TEST_P(EveryNumber, IsExplainedOnHoverOfItsName) {
  const ui::ItemRect rect = desk.item("setting/" + GetParam());
  desk.point_at({desk.item("run/play").min.x + 8.0F, rect.middle().y});
  desk.wait_for_hint();
  EXPECT_TRUE(desk.says(std::string(info.help).substr(0, 20)));
}

TEST_P(EveryNumber, IsExplainedOnHoverOfItsSliderAndItsSwitch) {
  desk.hover("setting/" + GetParam());
  EXPECT_TRUE(desk.says(std::string(info.help).substr(0, 20)));
  if (!info.can_be_off) return;
  desk.hover("switch/" + GetParam());
  EXPECT_TRUE(desk.says(std::string(info.help).substr(0, 20)));
  EXPECT_TRUE(desk.says("press to switch this limit off"));
}

INSTANTIATE_TEST_SUITE_P(Settings, EveryNumber, testing::ValuesIn(names_of(ik::KnobKind::kNumber)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Counts, EveryNumber, testing::ValuesIn(names_of(ik::KnobKind::kCount)),
                         test_name);

TEST(SettingsPanel, ShowsEverySetting) {
  Desk desk(sliding());
  for (const lab::Knob& info : lab::shared_knobs()) {
    const std::string name = info.name;
    const bool shown =
        info.kind == ik::KnobKind::kChoice
            ? desk.has(name + "/" + info.choices[0]) && desk.has(name + "/" + info.choices[1])
            : desk.has("setting/" + name);
    EXPECT_TRUE(shown) << name;
  }
}

TEST(SettingsPanel, SwitchesEveryLimitOffAndOnAgainWithItsNumber) {
  for (const lab::Knob& info : lab::shared_knobs()) {
    if (!info.can_be_off) continue;
    Desk desk(sliding());
    const std::string name = info.name;
    if (value_of(desk, info.name) == lab::kOff) desk.press("switch/" + name);
    const double number = 0.6;
    ASSERT_TRUE(info.accepts(number)) << name;
    desk.type("setting/" + name, "0.6");
    desk.press("switch/" + name);
    EXPECT_EQ(value_of(desk, info.name), lab::kOff) << name;
    EXPECT_TRUE(desk.item("setting/" + name).disabled) << name;
    desk.press("switch/" + name);
    EXPECT_NEAR(value_of(desk, info.name), number, 1e-12) << name;
  }
}

TEST(SettingsPanel, StartsDMaxAtHalfALink) {
  Desk desk(scenes::circling(bodies::planar_arm(5)));
  desk.press("switch/d-max");
  EXPECT_EQ(desk.tracker().settings().d_max, 0.5);
}

TEST(SettingsPanel, ChoosesWhereTheJacobianIsTaken) {
  Desk desk;
  desk.press("jacobian/target");
  EXPECT_EQ(desk.tracker().settings().jacobian, ik::JacobianKind::kTarget);
  desk.press("jacobian/effector");
  EXPECT_EQ(desk.tracker().settings().jacobian, ik::JacobianKind::kEffector);
}

TEST(SettingsPanel, ExplainsChoicesAndSwitchesOnHover) {
  for (const lab::Knob& info : lab::shared_knobs()) {
    Desk desk(sliding());
    if (info.kind == ik::KnobKind::kSwitch) {
      desk.hover(std::string("setting/") + info.name);
      EXPECT_TRUE(desk.says(std::string(info.help).substr(0, 20))) << info.name;
    }
    for (const char* choice : lab::choice_labels(info)) {
      desk.hover(std::string(info.name) + "/" + choice);
      EXPECT_TRUE(desk.says(std::string(info.help).substr(0, 20))) << choice;
    }
  }
}

TEST(SettingsPanel, AddsTheReasonToTheHelpOfWhatIsOfNoUse) {
  Desk desk;
  desk.hover("setting/max-slide");
  EXPECT_TRUE(desk.says("nothing slides"));
  EXPECT_TRUE(desk.says(std::string(setting("max-slide").help).substr(0, 20)));
}

TEST(SettingsPanel, HidesHintsWhileASliderIsHeld) {
  Desk desk;
  desk.hover("setting/lambda");
  ImGui::GetIO().MouseDown[0] = true;
  desk.frames(3);
  EXPECT_FALSE(desk.says(std::string(setting("lambda").help).substr(0, 20)));
  ImGui::GetIO().MouseDown[0] = false;
}

TEST(SettingsPanel, AdaptsDMaxOnlyWhereThereIsOne) {
  Desk desk;
  desk.press("setting/adaptive-d-max");
  EXPECT_FALSE(desk.tracker().settings().adaptive_d_max);
  desk.wait_for_hint();
  EXPECT_TRUE(desk.says("Switch Clamp D_max on first"));
  desk.press("switch/d-max");
  desk.press("setting/adaptive-d-max");
  EXPECT_TRUE(desk.tracker().settings().adaptive_d_max);
}

TEST(SettingsPanel, GivesTheDampingToTheMethod) {
  Desk desk;
  desk.type("setting/lambda", "0.37");
  EXPECT_EQ(desk.tracker().settings().param("lambda"), 0.37);
  EXPECT_EQ(ik::get_param(desk.tracker().method(), "lambda"), 0.37);
}

TEST(SettingsPanel, LeavesTheDampingAloneWhereTheMethodHasNone) {
  for (const ik::MethodInfo& method : ik::methods()) {
    if (ik::get_param(method.create(), "lambda")) continue;
    Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    desk.press_part("setting/lambda", 0.9F);
    EXPECT_TRUE(desk.changes.empty()) << method.id;
    desk.wait_for_hint();
    EXPECT_TRUE(desk.says(std::string(method.label) + " has no damping λ.")) << method.id;
  }
}

TEST(SettingsPanel, LeavesCapsAloneWhereTheBodyHasNoSuchJoint) {
  Desk turning;
  turning.press("switch/max-slide");
  turning.press_part("setting/max-slide", 0.9F);
  EXPECT_TRUE(turning.changes.empty());
  turning.wait_for_hint();
  EXPECT_TRUE(turning.says("nothing slides"));

  std::vector<ik::Joint> joints(1);
  joints[0].name = "slide";
  joints[0].type = ik::JointType::kPrismatic;
  const ik::Multibody slide(joints, {{"hand", 0, Eigen::Vector3d::UnitX()}});
  Desk sliding(scenes::circling(slide));
  sliding.press("switch/max-angle");
  sliding.press_part("setting/max-angle", 0.9F);
  EXPECT_TRUE(sliding.changes.empty());
  sliding.wait_for_hint();
  EXPECT_TRUE(sliding.says("No joint of this body turns."));
}

TEST(SettingsPanel, ShowsTheMethodsOwnAngleCapUntilTheUserSetsOne) {
  Desk desk(scenes::circling(bodies::forked_tree()), "pseudoinverse");
  EXPECT_NEAR(value_of(desk, "max-angle"), 5.0, 1e-12);
  EXPECT_FALSE(desk.tracker().settings().param("max-angle"));
  desk.type("setting/max-angle", "20");
  EXPECT_NEAR(desk.tracker().max_angle(), 20.0 * std::numbers::pi / 180.0, 1e-12);
  desk.press("reset/max-angle");
  EXPECT_FALSE(desk.tracker().settings().param("max-angle"))
      << "it is the method's again, whichever that is";
}

TEST(SettingsPanel, WritesTheChoicesOfJointLimitsAsLargeAsOthers) {
  Desk desk(scenes::circling(bodies::limited_arm()));
  // the font's size is the height of the letters: of one that both rows have
  const auto height_of = [&desk](const std::string& item) {
    const ui::ItemRect rect = desk.item(item);
    float top = 1e9F, bottom = -1e9F;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
      for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
        const bool letter = vertex.col == ui::packed(desk.theme.color.text) ||
                            vertex.col == ui::packed(desk.theme.color.on_accent);
        const bool inside = vertex.pos.x > rect.min.x && vertex.pos.x < rect.max.x &&
                            vertex.pos.y > rect.min.y && vertex.pos.y < rect.max.y;
        if (!letter || !inside) continue;
        top = std::min(top, vertex.pos.y);
        bottom = std::max(bottom, vertex.pos.y);
      }
    }
    return bottom - top;
  };
  desk.frames(2);
  // "effector" and "off" have letters of the same ascent and no descender
  EXPECT_NEAR(height_of("limits/off"), height_of("jacobian/effector"), 1.01F);
  EXPECT_GT(height_of("limits/off"), 8.0F);
  const float right = desk.item("limits/clamp").max.x;
  EXPECT_NEAR(desk.item("limits/project").max.x, right, 1.5F) << "two even lines";
}

}  // namespace
