#include "io/report/json_output.h"

#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/scene/scene_file.h"

namespace {

using nlohmann::json;

io::Result result_of(const char* method, const lab::Settings& settings,
                     const lab::Summary& summary = {}) {
  return io::Result::of(lab::Tracker(io::find_scene("y"), *ik::find_method(method), settings),
                        summary);
}

TEST(SummaryJson, HasTheContractsFieldsInTheContractsOrder) {
  const auto object = nlohmann::ordered_json::parse(io::summary_json(result_of("dls", {})));
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "scene", "method", "settings", "params", "steps", "warmup", "mean_error",
                       "rms_error", "max_error", "total_error", "mean_jitter_deg", "reversal_rate",
                       "max_step_deg", "roughness", "shakes", "ns_per_update", "program"}));
  for (const lab::Knob& info : lab::shared_knobs()) {
    EXPECT_TRUE(object["settings"].contains(info.name)) << info.name;
  }
}

TEST(SummaryJson, GivesEveryNumberBackBitForBit) {
  lab::Summary summary{.steps = 400, .warmup = 20};
  summary.mean_error = 0.1 + 0.2;
  summary.rms_error = 1.0 / 3.0;
  summary.max_error = 5e-324;
  summary.total_error = 1.7976931348623157e308;
  summary.mean_jitter_deg = 1e22;
  summary.reversal_rate = 0.7;
  summary.max_step_deg = 123456.789012345678;
  summary.roughness = 2.0 / 3.0;
  summary.ns_per_update = 2.5;
  const json object = json::parse(io::summary_json(result_of("dls", {}, summary)));
  EXPECT_EQ(object["steps"], 400);
  EXPECT_EQ(object["warmup"], 20);
  EXPECT_EQ(object["mean_error"].get<double>(), summary.mean_error);
  EXPECT_EQ(object["rms_error"].get<double>(), summary.rms_error);
  EXPECT_EQ(object["max_error"].get<double>(), summary.max_error);
  EXPECT_EQ(object["total_error"].get<double>(), summary.total_error);
  EXPECT_EQ(object["mean_jitter_deg"].get<double>(), summary.mean_jitter_deg);
  EXPECT_EQ(object["reversal_rate"].get<double>(), summary.reversal_rate);
  EXPECT_EQ(object["max_step_deg"].get<double>(), summary.max_step_deg);
  EXPECT_EQ(object["roughness"].get<double>(), summary.roughness);
  EXPECT_EQ(object["shakes"], true) << "visible jitter that turns back";
  EXPECT_EQ(object["ns_per_update"].get<double>(), summary.ns_per_update);
}

TEST(SummaryJson, SaysNullForWhatIsNoNumber) {
  lab::Summary summary;
  summary.mean_error = std::numeric_limits<double>::quiet_NaN();
  summary.max_error = std::numeric_limits<double>::infinity();
  const json object = json::parse(io::summary_json(result_of("dls", {}, summary)));
  EXPECT_TRUE(object["mean_error"].is_null());
  EXPECT_TRUE(object["max_error"].is_null());
  EXPECT_TRUE(object["ns_per_update"].is_null());
}

TEST(SummaryJson, SaysWhatWasInForceWhereNothingWasSet) {
  const json settings = json::parse(io::summary_json(result_of("dls", {})))["settings"];
  EXPECT_EQ(settings["lambda"], 1.1);
  EXPECT_EQ(settings["max-angle"], 45);
  EXPECT_EQ(settings["d-max"], "off");
  EXPECT_EQ(settings["max-slide"], "off");
  EXPECT_EQ(settings["adaptive-d-max"], false);
  EXPECT_EQ(settings["jacobian"], "effector");
  EXPECT_EQ(settings["iterations"], 1);
  EXPECT_EQ(settings["time-step"], 0.005);
}

TEST(SummaryJson, SaysEveryMethodsOwnAngleCapInRoundDegrees) {
  const auto cap = [](const char* method) {
    return json::parse(io::summary_json(result_of(method, {})))["settings"]["max-angle"];
  };
  EXPECT_EQ(cap("jacobian-transpose"), 30);
  EXPECT_EQ(cap("pseudoinverse"), 5);
  EXPECT_EQ(cap("sdls"), 45);
}

TEST(SummaryJson, SaysWhatWasSet) {
  lab::Settings settings;
  settings.params["lambda"] = 0.25;
  settings.d_max = 0.4;
  settings.adaptive_d_max = true;
  settings.jacobian = ik::JacobianKind::kTarget;
  settings.params["max-angle"] = lab::kOff;
  settings.iterations = 3;
  const json object = json::parse(io::summary_json(result_of("dls", settings)))["settings"];
  EXPECT_EQ(object["lambda"], 0.25);
  EXPECT_EQ(object["d-max"], 0.4);
  EXPECT_EQ(object["adaptive-d-max"], true);
  EXPECT_EQ(object["jacobian"], "target");
  EXPECT_EQ(object["max-angle"], "off");
  EXPECT_EQ(object["iterations"], 3);
}

TEST(SummaryJson, HasNoDampingWhereTheMethodHasNone) {
  lab::Settings settings;
  settings.params["lambda"] = 0.25;
  const json object = json::parse(io::summary_json(result_of("sdls", settings)));
  EXPECT_TRUE(object["settings"]["lambda"].is_null());
  EXPECT_EQ(object["params"]["hard-clamp"], false);
  EXPECT_TRUE(object["params"]["gamma-max"].is_number());
}

TEST(SummaryJson, DoesNotRepeatASettingAmongTheParameters) {
  EXPECT_TRUE(json::parse(io::summary_json(result_of("dls", {})))["params"].empty());
}

TEST(SummaryJson, IsAnArrayForSeveral) {
  const std::vector<io::Result> results = {result_of("dls", {}), result_of("sdls", {})};
  const json list = json::parse(io::summary_json(results));
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["method"], "dls");
  EXPECT_EQ(list[1]["method"], "sdls");
  EXPECT_EQ(list[1]["scene"], "y");
}

TEST(ListJson, NamesEverySceneAndEveryMethodInOrder) {
  const json scenes = json::parse(io::scenes_json());
  std::vector<std::string> names = io::built_in_scenes();
  for (const auto* others : {&io::built_in_bodies(), &io::built_in_linkages()}) {
    names.insert(names.end(), others->begin(), others->end());
  }
  ASSERT_EQ(scenes.size(), names.size());
  for (std::size_t i = 0; i < scenes.size(); ++i) EXPECT_EQ(scenes[i]["id"], names[i]);
  EXPECT_EQ(scenes[1]["joints"], 16);
  EXPECT_EQ(scenes[1]["effectors"], 4);

  const json methods = json::parse(io::methods_json());
  ASSERT_EQ(methods.size(), ik::methods().size());
  for (std::size_t i = 0; i < methods.size(); ++i) {
    EXPECT_EQ(methods[i]["id"], ik::methods()[i].id);
    EXPECT_EQ(methods[i]["label"], ik::methods()[i].label);
  }
  EXPECT_EQ(methods[2]["params"][0]["name"], "lambda");
  EXPECT_EQ(methods[2]["params"][0]["default"], 1.1);
  EXPECT_EQ(methods[0]["max_angle_deg"], 30.0);
}

}  // namespace
