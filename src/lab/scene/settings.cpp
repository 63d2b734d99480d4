#include "lab/scene/settings.h"

#include <charconv>
#include <cmath>

namespace lab {
namespace {

constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();

std::optional<double> set_or_empty(double value, double scale) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value * scale);
}

constexpr const char* kJacobians[] = {"effector", "target"};
constexpr const char* kLimitRules[] = {"off", "clamp", "active-set", "project"};

const SettingInfo kSettings[] = {
    {"lambda",
     "Damping λ",
     "m/rad",
     SettingKind::kNumber,
     1e-3,
     10.0,
     true,
     0.0,
     true,
     false,
     {},
     "Damping λ of damped least squares. Small follows closely and shakes near singularities; "
     "large "
     "is calm and slow. The error is least just where shaking begins (Buss 2009, sections 5 and "
     "8).",
     [](const Settings& s) { return s.lambda.value_or(kUnset); },
     [](Settings& s, double x) { s.lambda = set_or_empty(x, 1.0); }},
    {"d-max",
     "Clamp D_max",
     "m",
     SettingKind::kNumber,
     0.01,
     5.0,
     true,
     0.0,
     false,
     true,
     {},
     "No error e_i is taken longer than D_max, so that a target out of reach pulls no harder than "
     "a "
     "near one. Half a link is a good choice; it must exceed several times what an effector moves "
     "in one step (Buss 2009, section 2, ClampMag).",
     [](const Settings& s) { return s.d_max; },
     [](Settings& s, double x) { s.d_max = x; }},
    {"adaptive-d-max",
     "Adaptive D_max",
     "",
     SettingKind::kSwitch,
     0.0,
     1.0,
     false,
     0.0,
     true,
     false,
     {},
     "Each effector's clamp becomes D_max plus what the last step gained for it, and none at all "
     "after a jump of its target (Buss 2009, section 2, the rule of D_max,i).",
     [](const Settings& s) { return s.adaptive_d_max ? 1.0 : 0.0; },
     [](Settings& s, double x) { s.adaptive_d_max = x != 0.0; }},
    {"jacobian", "Jacobian at", "", SettingKind::kChoice, 0.0, 1.0, false, 0.0, true, false,
     kJacobians,
     "Where the Jacobian's columns are taken: at the effector, its true derivative, or at the "
     "target, the report's alternate Jacobian, which overshoots less and jerks when the arm is "
     "folded (Buss 2009, section 2).",
     [](const Settings& s) { return static_cast<double>(s.jacobian); },
     [](Settings& s, double x) { s.jacobian = static_cast<ik::JacobianKind>(x); }},
    {"max-angle",
     "Angle cap",
     "deg",
     SettingKind::kNumber,
     0.5,
     90.0,
     true,
     0.0,
     false,
     true,
     {},
     "The whole step is scaled down so that no joint turns further than this in one update (Buss "
     "2009, section 8, ClampMaxAbs). Every method brings its own.",
     [](const Settings& s) { return s.max_angle ? *s.max_angle * kDegrees : kUnset; },
     [](Settings& s, double x) { s.max_angle = set_or_empty(x, 1.0 / kDegrees); }},
    {"max-slide",
     "Slide cap",
     "m",
     SettingKind::kNumber,
     0.001,
     1.0,
     true,
     0.0,
     false,
     true,
     {},
     "The whole step is scaled down so that no prismatic joint slides further than this in one "
     "update.",
     [](const Settings& s) { return s.max_slide; },
     [](Settings& s, double x) { s.max_slide = x; }},
    {"aim-weight",
     "Aim weight",
     "",
     SettingKind::kNumber,
     0.001,
     100.0,
     true,
     0.0,
     true,
     false,
     {},
     "How much the squared errors of directions and orientations count beside those of positions, "
     "as a factor on the weights of the scene. 0 gives the aims up (Buss 2009, section 1).",
     [](const Settings& s) { return s.aim_weight; },
     [](Settings& s, double x) { s.aim_weight = x; }},
    {"lead",
     "Lead",
     "steps",
     SettingKind::kNumber,
     0.0,
     20.0,
     false,
     0.0,
     true,
     false,
     {},
     "Methods are shown the targets so many time steps ahead, by their velocity: that makes up for "
     "the lag of damping. Targets that jump are shown where they are (Buss 2009, section 2, on "
     "tracking velocities; Whitney 1969).",
     [](const Settings& s) { return s.lead; },
     [](Settings& s, double x) { s.lead = x; }},
    {"limits", "Joint limits", "", SettingKind::kChoice, 0.0, 3.0, false, 0.0, true, false,
     kLimitRules,
     "Where a step would take a joint beyond its limits: ignore them (off), stop the joint there "
     "(clamp), stop it and solve again for the others (active-set), or hold what is pushed against "
     "a limit, solve for the others, and shorten the step while the error would rise (project, "
     "after Bertsekas 1982).",
     [](const Settings& s) { return static_cast<double>(s.limits); },
     [](Settings& s, double x) { s.limits = static_cast<LimitRule>(x); }},
    {"iterations",
     "Updates a step",
     "",
     SettingKind::kCount,
     1.0,
     20.0,
     false,
     1.0,
     true,
     false,
     {},
     "How often the method updates the pose in one time step. The report makes one, so that the "
     "effectors only follow; more come closer (Buss 2009, section 2).",
     [](const Settings& s) { return static_cast<double>(s.iterations); },
     [](Settings& s, double x) { s.iterations = static_cast<int>(x); }},
    {"tolerance",
     "Updates until",
     "m",
     SettingKind::kNumber,
     1e-6,
     0.1,
     true,
     0.0,
     false,
     true,
     {},
     "Of several updates in a time step the rest is left out once every error is below this (Buss "
     "2009, section 2, on iterating to convergence).",
     [](const Settings& s) { return s.tolerance; },
     [](Settings& s, double x) { s.tolerance = x; }},
    {"time-step",
     "Time step",
     "s",
     SettingKind::kNumber,
     0.0005,
     0.05,
     true,
     0.0,
     false,
     false,
     {},
     "How far the targets' time moves on in one step (Buss 2009, section 8).",
     [](const Settings& s) { return s.time_step; },
     [](Settings& s, double x) { s.time_step = x; }},
};

std::optional<double> parse_number(std::string_view text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::span<const SettingInfo> settings() { return kSettings; }

const SettingInfo* find_setting(std::string_view name) {
  std::string hyphened(name);
  for (char& c : hyphened) c = c == '_' ? '-' : c;
  for (const SettingInfo& info : kSettings) {
    if (hyphened == info.name) return &info;
  }
  return nullptr;
}

bool accepts(const SettingInfo& info, double value) {
  if (value == kOff) return info.can_be_off;
  switch (info.kind) {
    case SettingKind::kSwitch:
      return value == 0.0 || value == 1.0;
    case SettingKind::kChoice:
      return value >= 0.0 && value < static_cast<double>(info.choices.size()) &&
             value == std::floor(value);
    case SettingKind::kCount:
      // the upper bound keeps a typing error from looking like a hang
      return value >= info.least && value <= 1e6 && value == std::floor(value);
    case SettingKind::kNumber:
      return std::isfinite(value) && (info.may_be_least ? value >= info.least : value > info.least);
  }
  return false;
}

std::string expectation(const SettingInfo& info) {
  const std::string least = std::to_string(static_cast<int>(info.least));
  const std::string off = info.can_be_off ? ", or off" : "";
  switch (info.kind) {
    case SettingKind::kSwitch:
      return "true or false";
    case SettingKind::kCount:
      return "a whole number of at least " + least;
    case SettingKind::kNumber:
      return (info.may_be_least ? "a number of at least " : "a number above ") + least + off;
    case SettingKind::kChoice:
      break;
  }
  std::string words;
  for (const char* choice : info.choices)
    words += (words.empty() ? "" : " or ") + std::string(choice);
  return words;
}

std::optional<double> parse_setting(const SettingInfo& info, std::string_view text) {
  std::optional<double> value;
  if (info.kind == SettingKind::kChoice) {
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      if (text == info.choices[i]) value = static_cast<double>(i);
    }
  } else if (info.kind == SettingKind::kSwitch) {
    if (text == "true") value = 1.0;
    if (text == "false") value = 0.0;
  } else {
    value = text == "off" ? std::optional<double>(kOff) : parse_number(text);
  }
  return value && accepts(info, *value) ? value : std::nullopt;
}

namespace {

enum class ParamKind { kNone, kNumber, kSwitch };

ParamKind kind_of_param(const ik::MethodInfo& method, std::string_view name) {
  ParamKind kind = ParamKind::kNone;
  method.make().visit([&](const ik::ParamInfo& info, ik::ParamValue value) {
    if (name != info.name) return;
    kind = std::holds_alternative<bool*>(value) ? ParamKind::kSwitch : ParamKind::kNumber;
  });
  return kind;
}

}  // namespace

const char* param_expectation(const ik::MethodInfo& method, std::string_view name) {
  switch (kind_of_param(method, name)) {
    case ParamKind::kSwitch:
      return "true or false";
    case ParamKind::kNumber:
      return "a number of at least 0";
    case ParamKind::kNone:
      break;
  }
  return nullptr;
}

bool accepts_param(const ik::MethodInfo& method, std::string_view name, double value) {
  switch (kind_of_param(method, name)) {
    case ParamKind::kSwitch:
      return value == 0.0 || value == 1.0;
    case ParamKind::kNumber:
      return std::isfinite(value) && value >= 0.0;
    case ParamKind::kNone:
      break;
  }
  return false;
}

ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings) {
  ik::AnyMethod method = info.make();
  if (settings.lambda) ik::set_param(method, "lambda", *settings.lambda);
  return method;
}

}  // namespace lab
