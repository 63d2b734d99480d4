// Every parameter of every method goes wherever a set-up goes.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/report/json_output.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "lab/advise/code.h"
#include "lab/run/changes.h"
#include "lab/scene/knobs.h"

namespace {

using nlohmann::json;

/// Another value than the default; a switch is 0 or 1.
double other_value(const lab::Knob& param) {
  const double usual = param.usual.value();
  if (param.kind == ik::KnobKind::kSwitch) return 1.0 - usual;
  const double above = usual + 0.25 * (param.max - usual) + 0.125 * param.min;
  return param.accepts(above) ? above : usual - 0.25 * (usual - param.min);
}

/// Calls `visit(set-up with the value, parameter, value)` for every parameter but λ.
template <class Visit>
void each_param(const Visit& visit) {
  const auto scene = std::make_shared<const lab::Scene>(io::find_scene("y"));
  for (const ik::MethodInfo& method : ik::methods()) {
    for (const lab::Knob& knob : lab::knobs(method)) {
      if (!knob.is_own) continue;
      lab::Setup setup = lab::setup_of(scene, method, scene->settings);
      setup.front_lane().settings.set_param(knob.name, other_value(knob));
      visit(setup, knob, other_value(knob));
    }
  }
}

TEST(MethodParams, StandInASetUpsText) {
  each_param([](const lab::Setup& setup, const lab::Knob& param, double value) {
    const lab::Lane lane = io::parse_setup(io::setup_text(setup), "text").front_lane();
    EXPECT_EQ(lane.settings, setup.front_lane().settings) << lane.method->id << param.name;
    EXPECT_EQ(*ik::get_param(lab::make_method(*lane.method, lane.settings), param.name), value)
        << lane.method->id << " " << param.name;
  });
}

TEST(MethodParams, StandInASession) {
  each_param([](const lab::Setup& setup, const lab::Knob& param, double value) {
    lab::Setup before = setup;
    before.front_lane().settings = setup.scene->settings;
    lab::Timeline timeline(before);
    timeline.step();
    timeline.apply(setup);
    timeline.step();
    const io::SavedSession session =
        io::parse_session(io::write_session(io::session_of(timeline)), "session");
    ASSERT_EQ(session.changes.size(), 1U);
    const lab::Settings& settings = session.changes[0].setup.front_lane().settings;
    EXPECT_EQ(settings.param(param.name), value) << param.name;
  });
}

TEST(MethodParams, StandInTheJsonOfARun) {
  each_param([](const lab::Setup& setup, const lab::Knob& param, double value) {
    const lab::Lane& lane = setup.front_lane();
    const io::Result result =
        io::Result::of(lab::Tracker(*setup.scene, *lane.method, lane.settings), lab::Summary());
    const json written = json::parse(io::summary_json(result))["params"][param.name];
    EXPECT_EQ(written, param.kind == ik::KnobKind::kSwitch ? json(value != 0.0) : json(value))
        << lane.method->id << " " << param.name;
  });
}

TEST(MethodParams, StandInProvenanceOptionsLabelsAndNotesOfChanges) {
  each_param([](const lab::Setup& setup, const lab::Knob& param, double) {
    const lab::Lane& lane = setup.front_lane();
    const std::string name = param.name;
    EXPECT_NE(io::provenance(setup).find(" · " + name + " "), std::string::npos) << name;
    const std::string options = lab::options_of(lab::experiment_of(setup, 10, 0));
    EXPECT_NE(options.find("--param " + name + "="), std::string::npos) << options;
    const std::string label = lab::describe(*lane.method, lane.settings);
    EXPECT_NE(label.find(lab::within_sentence(param.label)), std::string::npos) << label;
    lab::Setup before = setup;
    before.front_lane().settings = setup.scene->settings;
    const lab::SetupChange change{.step = 1, .setup = setup};
    const auto notes = lab::change_notes(before, {&change, 1});
    ASSERT_EQ(notes.size(), 1U) << name;
    EXPECT_EQ(notes[0].what, name);
  });
}

TEST(MethodParams, StayWithTheirMethod) {
  each_param([](const lab::Setup& setup, const lab::Knob& param, double) {
    lab::Lane lane = setup.front_lane();
    lab::set_method(lane, *ik::find_method(lane.method == &ik::methods()[0] ? "dls" : "newton"));
    if (lane.method == setup.front_lane().method) return;
    EXPECT_FALSE(lane.settings.param(param.name)) << param.name;
  });
}

TEST(MethodParams, AreReadByTheirAliases) {
  int aliases = 0;
  each_param([&](const lab::Setup& setup, const lab::Knob& param, double value) {
    if (param.alias == nullptr) return;
    ++aliases;
    json text = json::parse(io::setup_text(setup));
    text["lanes"][0]["params"][0]["name"] = param.alias;
    const lab::Lane lane = io::parse_setup(text.dump(), "text").front_lane();
    EXPECT_EQ(lane.settings.param(param.name), value);
    EXPECT_EQ(lane.settings, setup.front_lane().settings);
  });
  EXPECT_EQ(aliases, 4);
}

}  // namespace
