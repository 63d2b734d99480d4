#include "lab/scene/settings.h"

#include <cmath>

#include <gtest/gtest.h>

namespace {

TEST(Settings, EachIsFoundByItsNameInBothSpellings) {
  for (const lab::SettingInfo& info : lab::settings()) {
    EXPECT_EQ(lab::find_setting(info.name), &info);
    std::string underscored = info.name;
    for (char& c : underscored) c = c == '-' ? '_' : c;
    EXPECT_EQ(lab::find_setting(underscored), &info);
    EXPECT_NE(std::string(info.help), "");
  }
  EXPECT_EQ(lab::find_setting("lambada"), nullptr);
}

TEST(Settings, ShareNoNameWithAParameterButLambda) {
  for (const lab::SettingInfo& info : lab::settings()) {
    const std::string name = info.name;
    const bool shared = name == "lambda" || name == "max-angle";
    EXPECT_EQ(lab::setting_of_param(name), shared ? &info : nullptr) << name;
  }
  for (const ik::MethodInfo& method : ik::methods()) {
    method.make().visit([&method](const ik::ParamInfo& info, ik::ParamValue) {
      EXPECT_EQ(lab::find_setting(info.name) != nullptr, std::string(info.name) == "lambda")
          << method.id << " " << info.name;
    });
  }
}

TEST(Settings, GiveBackWhatTheyWereSetTo) {
  for (const lab::SettingInfo& info : lab::settings()) {
    for (const double value : {info.min, info.max}) {
      lab::Settings settings;
      ASSERT_TRUE(lab::accepts(info, value)) << info.name;
      info.set(settings, value);
      EXPECT_NEAR(info.get(settings), value, 1e-13 * std::abs(value)) << info.name;
    }
    if (info.can_be_off) {
      lab::Settings settings;
      info.set(settings, lab::kOff);
      EXPECT_EQ(info.get(settings), lab::kOff) << info.name;
    }
  }
}

TEST(Settings, ChangeNothingButThemselves) {
  for (const lab::SettingInfo& changed : lab::settings()) {
    lab::Settings settings;
    changed.set(settings, changed.max);
    const lab::Settings untouched;
    for (const lab::SettingInfo& info : lab::settings()) {
      if (&info == &changed) continue;
      const double a = info.get(settings), b = info.get(untouched);
      EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << changed.name << ", " << info.name;
    }
  }
}

TEST(Settings, DefaultsAreTheContracts) {
  const lab::Settings settings;
  EXPECT_FALSE(settings.param("lambda").has_value());
  EXPECT_EQ(settings.d_max, lab::kOff);
  EXPECT_FALSE(settings.adaptive_d_max);
  EXPECT_EQ(settings.jacobian, ik::JacobianKind::kEffector);
  EXPECT_FALSE(settings.param("max-angle").has_value());
  EXPECT_EQ(settings.max_slide, lab::kOff);
  EXPECT_EQ(settings.iterations, 1);
  EXPECT_EQ(settings.time_step, 0.005);
  EXPECT_EQ(ik::get_param(lab::make_method(*ik::find_method("dls"), settings), "lambda"), 1.1);
}

TEST(Settings, CapsOfTheMethodsAreTheContracts) {
  const std::pair<const char*, double> caps[] = {
      {"jacobian-transpose", 30.0}, {"pseudoinverse", 5.0}, {"dls", 45.0}, {"sdls", 45.0}};
  for (const auto& [id, degrees] : caps) {
    EXPECT_NEAR(ik::find_method(id)->max_angle, degrees * M_PI / 180.0, 1e-15);
  }
}

TEST(Settings, InForceAreWhatIsSetAndElseTheMethodsOwn) {
  const lab::SettingInfo& lambda = *lab::find_setting("lambda");
  const lab::SettingInfo& cap = *lab::find_setting("max-angle");
  lab::Settings set;
  set.params["lambda"] = 0.25;
  set.params["max-angle"] = 0.5;
  for (const ik::MethodInfo& info : ik::methods()) {
    const std::optional<double> own = ik::get_param(info.make(), "lambda");
    EXPECT_EQ(lab::value_in_force(lambda, {}, info), own.value_or(lambda.min)) << info.id;
    EXPECT_EQ(lab::value_in_force(lambda, set, info), 0.25) << info.id;
    EXPECT_EQ(lab::value_in_force(cap, {}, info), info.max_angle * lab::kDegrees) << info.id;
    EXPECT_EQ(lab::value_in_force(cap, set, info), 0.5 * lab::kDegrees) << info.id;
    const lab::Settings usual = lab::settings_in_force({}, info, info.make());
    EXPECT_EQ(usual.param("lambda"), own) << info.id;
    EXPECT_EQ(usual.param("max-angle"), info.max_angle) << info.id;
    const lab::Settings both = lab::settings_in_force(set, info, lab::make_method(info, set));
    EXPECT_EQ(both.param("lambda").has_value(), own.has_value()) << info.id;
    if (own) {
      EXPECT_EQ(both.param("lambda"), 0.25) << info.id;
    }
    EXPECT_EQ(both.param("max-angle"), 0.5) << info.id;
  }
}

TEST(ParseSetting, ReadsWhatTheSettingTakesAndNothingElse) {
  const auto parse = [](const char* name, const char* text) {
    return lab::parse_setting(*lab::find_setting(name), text);
  };
  EXPECT_EQ(parse("lambda", "0.6"), 0.6);
  EXPECT_EQ(parse("lambda", "0"), 0.0);
  EXPECT_EQ(parse("lambda", "1e-3"), 1e-3);
  EXPECT_EQ(parse("d-max", "off"), lab::kOff);
  EXPECT_EQ(parse("jacobian", "target"), 1.0);
  EXPECT_EQ(parse("adaptive-d-max", "true"), 1.0);
  EXPECT_EQ(parse("iterations", "12"), 12.0);
  const std::pair<const char*, const char*> wrong[] = {
      {"lambda", "-1"},     {"lambda", "off"},     {"lambda", ""},        {"lambda", "0.6x"},
      {"lambda", "0,6"},    {"lambda", "nan"},     {"lambda", "inf"},     {"lambda", "1e999"},
      {"d-max", "0"},       {"d-max", "-0.4"},     {"max-angle", "0"},    {"max-slide", "none"},
      {"iterations", "0"},  {"iterations", "1.5"}, {"iterations", "1e9"}, {"time-step", "0"},
      {"time-step", "off"}, {"jacobian", "elbow"}, {"jacobian", "1"},     {"adaptive-d-max", "2"}};
  for (const auto& [name, text] : wrong) {
    EXPECT_EQ(parse(name, text), std::nullopt) << name << " " << text;
    EXPECT_NE(lab::expectation(*lab::find_setting(name)), "");
  }
}

TEST(MakeMethod, HandsTheDampingToThoseWhoHaveOne) {
  lab::Settings settings;
  settings.params["lambda"] = 0.7;
  for (const ik::MethodInfo& info : ik::methods()) {
    const auto lambda = ik::get_param(lab::make_method(info, settings), "lambda");
    EXPECT_EQ(lambda.value_or(0.7), 0.7) << info.id;
  }
}

}  // namespace
