#include "lab/scene/knobs.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "ik/task/method.h"

namespace {

TEST(Knobs, AreFoundByTheirNamesInBothSpellings) {
  for (const lab::Knob& info : lab::shared_knobs()) {
    EXPECT_EQ(lab::find_shared_knob(info.name), &info);
    std::string underscored = info.name;
    for (char& c : underscored) c = c == '-' ? '_' : c;
    EXPECT_EQ(lab::find_shared_knob(underscored), &info);
    EXPECT_NE(std::string(info.help), "");
  }
  EXPECT_EQ(lab::find_shared_knob("lambada"), nullptr);
}

TEST(Knobs, ShareNoNameButLambda) {
  for (const ik::MethodInfo& method : ik::methods()) {
    method.create().visit([&method](const ik::Knob& row, ik::KnobValue) {
      EXPECT_EQ(lab::find_shared_knob(row.name) != nullptr, std::string(row.name) == "lambda")
          << method.id << " " << row.name;
    });
  }
}

TEST(Knobs, OfALaneAreTheSharedOnesAndTheMethodsOwnEachOnce) {
  for (const ik::MethodInfo& method : ik::methods()) {
    std::set<std::string> names;
    for (const lab::Knob& knob : lab::knobs(method)) {
      EXPECT_TRUE(names.insert(knob.name).second) << method.id << " " << knob.name;
      EXPECT_EQ(knob.is_own, lab::find_shared_knob(knob.name) == nullptr) << knob.name;
    }
    for (const lab::Knob& shared : lab::shared_knobs()) EXPECT_TRUE(names.contains(shared.name));
    method.create().visit([&](const ik::Knob& row, ik::KnobValue value) {
      ASSERT_TRUE(names.contains(row.name)) << row.name;
      EXPECT_EQ(lab::find_knob(method, row.name)->usual, ik::number_of(value)) << row.name;
    });
  }
}

TEST(Knobs, GiveBackWhatTheyWereSetTo) {
  for (const ik::MethodInfo& method : ik::methods()) {
    for (const lab::Knob& knob : lab::knobs(method)) {
      for (const double value : {knob.min, knob.max}) {
        lab::Settings settings;
        ASSERT_TRUE(knob.accepts(value)) << knob.name;
        knob.set(settings, value);
        EXPECT_NEAR(knob.given(settings).value(), value, 1e-13 * std::abs(value)) << knob.name;
        knob.set(settings, std::nullopt);
        EXPECT_EQ(settings, lab::Settings()) << knob.name;
      }
      if (!knob.can_be_off) continue;
      lab::Settings settings;
      knob.set(settings, lab::kOff);
      EXPECT_EQ(knob.given(settings), lab::kOff) << knob.name;
    }
  }
}

TEST(Knobs, ChangeNothingButThemselves) {
  for (const ik::MethodInfo& method : ik::methods()) {
    const std::vector<lab::Knob> list = lab::knobs(method);
    for (std::size_t changed = 0; changed < list.size(); ++changed) {
      lab::Settings settings;
      list[changed].set(settings, list[changed].max);
      for (std::size_t other = 0; other < list.size(); ++other) {
        if (other == changed) continue;
        EXPECT_EQ(list[other].given(settings), list[other].given(lab::Settings()))
            << list[changed].name << ", " << list[other].name;
      }
    }
  }
}

TEST(Knobs, ReachTheMethodThatTheyAreMadeFor) {
  for (const ik::MethodInfo& method : ik::methods()) {
    for (const lab::Knob& knob : lab::knobs(method)) {
      if (!knob.may_be_unset() || knob.of_method != nullptr || !knob.usual) continue;
      lab::Settings settings;
      knob.set(settings, knob.max);
      EXPECT_EQ(ik::get_param(lab::make_method(method, settings), knob.name), knob.max)
          << method.id << " " << knob.name;
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

TEST(Knobs, InForceAreWhatIsSetAndElseTheMethodsOwn) {
  const lab::Knob &lambda = lab::knob::kDamping, &cap = lab::knob::kMaxAngle;
  lab::Settings set;
  set.params["lambda"] = 0.25;
  set.params["max-angle"] = 0.5;
  for (const ik::MethodInfo& info : ik::methods()) {
    const std::optional<double> own = ik::get_param(info.create(), "lambda");
    EXPECT_EQ(lab::find_knob(info, lambda.name)->in_force({}), own.value_or(lambda.min)) << info.id;
    EXPECT_EQ(lab::find_knob(info, lambda.name)->in_force(set), 0.25) << info.id;
    EXPECT_EQ(lab::find_knob(info, cap.name)->in_force({}), info.max_angle * lab::kDegrees)
        << info.id;
    EXPECT_EQ(lab::find_knob(info, cap.name)->in_force(set), 0.5 * lab::kDegrees) << info.id;
    const lab::Settings usual = lab::settings_in_force({}, info);
    EXPECT_EQ(usual.param("lambda"), own) << info.id;
    EXPECT_EQ(usual.param("max-angle"), info.max_angle) << info.id;
    const lab::Settings both = lab::settings_in_force(set, info);
    EXPECT_EQ(both.param("lambda").has_value(), own.has_value()) << info.id;
    if (own) {
      EXPECT_EQ(both.param("lambda"), 0.25) << info.id;
    }
    EXPECT_EQ(both.param("max-angle"), 0.5) << info.id;
  }
}

TEST(ParseValue, ReadsWhatTheKnobTakesAndNothingElse) {
  const auto parse = [](const char* name, const char* text) {
    return lab::parse_value(*lab::find_shared_knob(name), text);
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
    EXPECT_NE(lab::find_shared_knob(name)->expectation(), "");
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
