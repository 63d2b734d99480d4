// Everything that the window shows has names in words; ids are those of the command line.
#include <algorithm>
#include <cctype>
#include <set>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "lab/scene/knobs.h"
#include "lab/sweep/sweep_figures.h"
#include "ui/desk.h"
#include "ui/kit/widgets.h"
#include "ui/shell/command_palette.h"

namespace {

/// Whether a text is an id: small letters, digits and hyphens only.
bool is_id(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::islower(c) || std::isdigit(c) || c == '-' || c == '_';
  });
}

template <class Visit>
void each_parameter(const Visit& visit) {
  for (const ik::MethodInfo& method : ik::methods()) {
    method.create().visit([&](const ik::Knob& info, const ik::KnobValue&) { visit(method, info); });
  }
}

/// All but λ, which has a row among the settings.
bool has_a_row(const ik::Knob& info) { return std::string(info.name) != "lambda"; }

TEST(Words, EveryParameterHasALabelAUnitAndHelpThatAreNoIds) {
  each_parameter([](const ik::MethodInfo& method, const ik::Knob& info) {
    EXPECT_FALSE(is_id(info.label)) << method.id << " " << info.name;
    const std::string help = info.help;
    ASSERT_GT(help.size(), 10U) << info.name;
    EXPECT_TRUE(help.ends_with('.')) << help;
  });
  for (const lab::Knob& info : lab::shared_knobs()) {
    EXPECT_FALSE(is_id(info.label)) << info.name;
    ASSERT_EQ(lab::choice_labels(info).size(), info.choices.size());
    for (const char* label : lab::choice_labels(info)) {
      EXPECT_EQ(std::string(label).find('-'), std::string::npos) << label;
    }
  }
}

TEST(Words, NoTwoParametersOfAMethodHaveOneLabel) {
  for (const ik::MethodInfo& method : ik::methods()) {
    std::set<std::string> labels;
    for (const lab::Knob& info : lab::shared_knobs()) labels.insert(info.label);
    method.create().visit([&](const ik::Knob& info, const ik::KnobValue&) {
      if (has_a_row(info)) {
        EXPECT_TRUE(labels.insert(info.label).second) << method.id << " " << info.label;
      }
    });
  }
}

TEST(Words, LabelsHaveTheirGlyphsAndFitIntoTheirColumn) {
  const Desk desk;
  const auto check = [&desk](const std::string& label) {
    EXPECT_LT(ui::text_width(desk.theme.font.text, label.c_str()), ui::kLabelWidth - 3.0F) << label;
    for (const char* sign = label.c_str(); *sign != '\0';) {
      unsigned int code = 0;
      sign += ImTextCharFromUtf8(&code, sign, nullptr);
      for (const ImFont* font : {desk.theme.font.text, desk.theme.font.small}) {
        EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(code)), nullptr) << label;
      }
    }
  };
  each_parameter([&](const ik::MethodInfo&, const ik::Knob& info) {
    if (has_a_row(info)) check(info.label);
  });
  for (const lab::Knob& info : lab::shared_knobs()) check(info.label);
}

/// Whether the id stands in the window by itself or as a word; ids that are words are in sentences.
bool shows_id(const Desk& desk, const std::string& id) {
  return id.find('-') != std::string::npos && desk.says(id);
}

TEST(Words, TheMethodsRowsShowLabelsAndNoIds) {
  for (const ik::MethodInfo& method : ik::methods()) {
    Desk desk(scenes::circling(bodies::forked_tree()), method.id, {1280.0F, 2000.0F});
    desk.frames(2);
    method.create().visit([&](const ik::Knob& info, const ik::KnobValue&) {
      if (!has_a_row(info)) return;
      EXPECT_TRUE(desk.says(info.label)) << method.id << " " << info.label;
      EXPECT_FALSE(shows_id(desk, info.name)) << method.id << " " << info.name;
    });
    for (const lab::Knob& info : lab::shared_knobs()) {
      EXPECT_FALSE(shows_id(desk, info.name)) << info.name;
      for (const char* choice : info.choices) EXPECT_FALSE(shows_id(desk, choice)) << choice;
    }
  }
}

TEST(Words, TheSweepPageNamesItsAxesByLabels) {
  each_parameter([](const ik::MethodInfo& method, const ik::Knob& info) {
    if (!has_a_row(info)) return;
    Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    desk.press("section/Method");  // folded: only the page has the name
    desk.press("page/Sweep");
    desk.panels.sweep.names[0] = info.name;
    desk.frames(2);
    const std::string unit = *info.unit == '\0' ? "" : std::string(" [") + info.unit + "]";
    EXPECT_TRUE(desk.says("x" + std::string(info.label) + unit)) << method.id << " " << info.name;
    EXPECT_TRUE(desk.says(lab::within_sentence(info.label) + " and")) << "on the button";
    EXPECT_FALSE(shows_id(desk, info.name)) << method.id << " " << info.name;
    desk.press("sweep/x");
    desk.frames(2);
    EXPECT_FALSE(shows_id(desk, info.name)) << "in the menu";
  });
}

TEST(Words, SweepsTellTheirCellsInWordsWithUnits) {
  const ik::MethodInfo& sdls = *ik::find_method("sdls");
  std::vector<lab::SweepAxis> axes = {lab::find_axis(sdls, "gamma-max").value(),
                                      lab::find_axis(sdls, "hard-clamp").value()};
  axes[0].low = 0.5;
  axes[0].count = 2;
  lab::Setup setup = lab::setup_of(
      std::make_shared<const lab::Scene>(scenes::circling(bodies::forked_tree())), sdls);
  const lab::Sweep sweep(lab::experiment_of(setup, 4, 1), axes);
  EXPECT_EQ(lab::describe(sweep, 0), "γ_max 0.5 rad, hard clamp off");
  EXPECT_EQ(lab::describe(sweep, 1), "γ_max 0.5 rad, hard clamp on");
}

TEST(Words, LanesOfOneMethodDifferByLabels) {
  const Desk desk(scenes::circling(bodies::forked_tree()), "sdls");
  lab::Setup setup = desk.timeline.setup();
  lab::add_lane(setup);
  setup.lanes[1].settings.set_param("gamma-max", 0.25);
  setup.lanes[1].settings.set_param("hard-clamp", 1.0);
  const std::string method = ik::find_method("sdls")->label;
  EXPECT_EQ(lab::lane_labels(setup),
            (std::vector<std::string>{method + ", γ_max 0.7854 rad, hard clamp off",
                                      method + ", γ_max 0.25 rad, hard clamp on"}));
}

TEST(Words, ThePaletteNamesParametersByLabelsAndFindsThemByIds) {
  each_parameter([](const ik::MethodInfo& method, const ik::Knob& info) {
    if (!has_a_row(info)) return;
    const Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    const auto rows = ui::commands(desk.shown(), std::string(info.name) + " 1");
    const auto titled = [&](const std::string& name) {
      return std::any_of(rows.begin(), rows.end(), [&](const ui::PaletteRow& row) {
        return row.name.starts_with(name) && row.keys == info.name;
      });
    };
    const bool is_switch = info.kind == ik::KnobKind::kSwitch;
    EXPECT_TRUE(titled(std::string(info.label) + (is_switch ? " on or off" : " …"))) << info.name;
    EXPECT_TRUE(titled(std::string(info.label) + " → 1")) << info.name;
  });
}

TEST(Words, ALabelWithinASentenceKeepsItsSymbols) {
  EXPECT_EQ(lab::within_sentence("Hard clamp"), "hard clamp");
  EXPECT_EQ(lab::within_sentence("Damping λ"), "damping λ");
  EXPECT_EQ(lab::within_sentence("D_max"), "D_max");
  EXPECT_EQ(lab::within_sentence("γ_max"), "γ_max");
  EXPECT_EQ(lab::within_sentence("DLS by error"), "DLS by error");
}

}  // namespace
