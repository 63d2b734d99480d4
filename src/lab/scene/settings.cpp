#include "lab/scene/settings.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ik/body/layout.h"
#include "ik/task/method.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();

std::optional<double> set_or_empty(double value, double scale) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value * scale);
}

constexpr const char* kJacobians[] = {"effector", "target"};
constexpr const char* kLimitRules[] = {"off", "clamp", "active-set", "project"};
constexpr const char* kLimitLabels[] = {"off", "clamp", "active set", "project"};

bool has_angle(const ik::Multibody& body) {
  return std::ranges::any_of(body.joints(),
                             [](const ik::Joint& joint) { return ik::is_angular(joint.type); });
}

/// "lead 3", empty where the value is the default.
std::string unless(bool usual, const char* before, double value, const char* unit = "") {
  return usual ? std::string() : before + short_number(value) + unit;
}

// of Settings::params, with the names of the settings that show them
constexpr const char *kLambda = "lambda", *kMaxAngle = "max-angle";

std::optional<double> own_lambda(const ik::MethodInfo& method) {
  return ik::get_param(method.make(), kLambda);
}

const SettingInfo kSettings[] = {
    {.name = "lambda",
     .label = "Damping λ",
     .unit = "m/rad",
     .min = 1e-3,
     .max = 10.0,
     .logarithmic = true,
     .help = "Damping λ of damped least squares. Small follows closely and shakes near "
             "singularities; large is calm and slow. The error is least just where shaking begins "
             "(Buss 2009, sections 5 and 8).",
     .synonyms = "damping factor, regularisation, regularization",
     .get = [](const Settings& s) { return s.param(kLambda).value_or(kUnset); },
     .set = [](Settings& s, double x) { s.set_param(kLambda, set_or_empty(x, 1.0)); },
     .own = own_lambda,
     .lanes = LaneUse::kOneEach,
     .unused =
         [](const SettingUse& use) {
           return own_lambda(use.method) ? std::string()
                                         : std::string(use.method.label) + " has no damping λ.";
         },
     .words =
         [](const ik::MethodInfo& method, const Settings& s) {
           const std::optional<double> lambda = s.param(kLambda);
           return unless(!lambda || !own_lambda(method), "λ ", lambda.value_or(0.0));
         }},
    {.name = "d-max",
     .label = "Clamp D_max",
     .unit = "m",
     .min = 0.01,
     .max = 5.0,
     .logarithmic = true,
     .may_be_least = false,
     .can_be_off = true,
     .help = "No error e_i is taken longer than D_max, so that a target out of reach pulls no "
             "harder than a near one. Half a link is a good choice; it must exceed several times "
             "what an effector moves in one step (Buss 2009, section 2, ClampMag).",
     .synonyms = "ClampMag, error clamp, far targets",
     .get = [](const Settings& s) { return s.d_max; },
     .set = [](Settings& s, double x) { s.d_max = x; },
     .lanes = LaneUse::kOneEach,
     .words =
         [](const ik::MethodInfo&, const Settings& s) {
           return unless(s.d_max == kOff, s.adaptive_d_max ? "adaptive D_max " : "D_max ", s.d_max,
                         " m");
         }},
    {.name = "adaptive-d-max",
     .label = "Adaptive D_max",
     .unit = "",
     .kind = SettingKind::kSwitch,
     .help = "Each effector's clamp becomes D_max plus what the last step gained for it, and none "
             "at all after a jump of its target (Buss 2009, section 2, the rule of D_max,i).",
     .synonyms = "adaptive clamp",
     .get = [](const Settings& s) { return s.adaptive_d_max ? 1.0 : 0.0; },
     .set = [](Settings& s, double x) { s.adaptive_d_max = x != 0.0; },
     .unused =
         [](const SettingUse& use) {
           return std::string(use.settings.d_max == kOff ? "D_max is off: there is nothing to "
                                                           "adapt. Switch Clamp D_max on first."
                                                         : "");
         }},
    {.name = "jacobian",
     .label = "Jacobian at",
     .unit = "",
     .kind = SettingKind::kChoice,
     .choices = kJacobians,
     .help = "Where the Jacobian's columns are taken: at the effector, its true derivative, or at "
             "the target, the report's alternate Jacobian, which overshoots less and jerks when "
             "the arm is folded (Buss 2009, section 2).",
     .synonyms = "alternate Jacobian, target Jacobian",
     .get = [](const Settings& s) { return static_cast<double>(s.jacobian); },
     .set = [](Settings& s, double x) { s.jacobian = static_cast<ik::JacobianKind>(x); },
     .lanes = LaneUse::kOneAll,
     .words =
         [](const ik::MethodInfo&, const Settings& s) {
           return std::string(s.jacobian == ik::JacobianKind::kTarget ? "Jacobian at the target"
                                                                      : "");
         }},
    {.name = "max-angle",
     .label = "Angle cap",
     .unit = "deg",
     .min = 0.5,
     .max = 90.0,
     .logarithmic = true,
     .may_be_least = false,
     .can_be_off = true,
     .help = "The whole step is scaled down so that no joint turns further than this in one update "
             "(Buss 2009, section 8, ClampMaxAbs). Every method brings its own.",
     .synonyms = "ClampMaxAbs, step size, step limit, joint speed, velocity limit",
     .get = [](const Settings& s) { return s.param(kMaxAngle).value_or(kUnset) * kDegrees; },
     .set = [](Settings& s, double x) { s.set_param(kMaxAngle, set_or_empty(x, 1.0 / kDegrees)); },
     .own = [](const ik::MethodInfo& method) { return std::optional(method.max_angle * kDegrees); },
     .lanes = LaneUse::kOneEach,
     .unused =
         [](const SettingUse& use) {
           return std::string(has_angle(use.multibody) ? "" : "No joint of this body turns.");
         },
     .words =
         [](const ik::MethodInfo&, const Settings& s) {
           const std::optional<double> cap = s.param(kMaxAngle);
           if (cap == kOff) return std::string("no angle cap");
           return unless(!cap, "angle cap ", kDegrees * cap.value_or(0.0), "°");
         }},
    {.name = "max-slide",
     .label = "Slide cap",
     .unit = "m",
     .min = 0.001,
     .max = 1.0,
     .logarithmic = true,
     .may_be_least = false,
     .can_be_off = true,
     .help = "The whole step is scaled down so that no prismatic joint slides further than this in "
             "one update.",
     .synonyms = "step size, step limit, prismatic",
     .get = [](const Settings& s) { return s.max_slide; },
     .set = [](Settings& s, double x) { s.max_slide = x; },
     .lanes = LaneUse::kOneEach,
     .unused =
         [](const SettingUse& use) {
           return std::string(use.multibody.layout().all_angular
                                  ? "No joint of this body is prismatic: nothing slides."
                                  : "");
         },
     .words =
         [](const ik::MethodInfo&, const Settings& s) {
           return unless(s.max_slide == kOff, "slide cap ", s.max_slide, " m");
         }},
    {.name = "aim-weight",
     .label = "Aim weight",
     .unit = "",
     .min = 0.001,
     .max = 100.0,
     .logarithmic = true,
     .help = "How much the squared errors of directions and orientations count beside those of "
             "positions, as a factor on the weights of the scene. 0 gives the aims up (Buss 2009, "
             "section 1).",
     .synonyms = "orientation, rotation, direction, pointing",
     .get = [](const Settings& s) { return s.aim_weight; },
     .set = [](Settings& s, double x) { s.aim_weight = x; },
     .lanes = LaneUse::kOneAll,  // nothing aims there
     .unused =
         [](const SettingUse& use) {
           return std::string(use.multibody.aim_count() == 0 ? "No effector of this body aims."
                                                             : "");
         },
     .words =
         [](const ik::MethodInfo&, const Settings& s) {
           return unless(s.aim_weight == 1.0, "aim weight ", s.aim_weight);
         }},
    {.name = "lead",
     .label = "Lead",
     .unit = "steps",
     .max = 20.0,
     .help = "Methods are shown the targets so many time steps ahead, by their velocity: that "
             "makes up for the lag of damping. Targets that jump are shown where they are (Buss "
             "2009, section 2, on tracking velocities; Whitney 1969).",
     .synonyms = "prediction, look ahead, feedforward, lag, latency",
     .get = [](const Settings& s) { return s.lead; },
     .set = [](Settings& s, double x) { s.lead = x; },
     .lanes = LaneUse::kOneAll,
     .words = [](const ik::MethodInfo&,
                 const Settings& s) { return unless(!(s.lead > 0.0), "lead ", s.lead); }},
    {.name = "limits",
     .label = "Joint limits",
     .unit = "",
     .kind = SettingKind::kChoice,
     .max = 3.0,
     .choices = kLimitRules,
     .labels = kLimitLabels,
     .help = "Where a step would take a joint beyond its limits: ignore them (off), stop the joint "
             "there (clamp), stop it and solve again for the others (active-set), or hold what is "
             "pushed against a limit, solve for the others, and shorten the step while the error "
             "would rise (project, after Bertsekas 1982).",
     .synonyms = "joint range, bounds, stops, constraints",
     .get = [](const Settings& s) { return static_cast<double>(s.limits); },
     .set = [](Settings& s, double x) { s.limits = static_cast<LimitRule>(x); },
     .lanes = LaneUse::kOneAll,
     .words =
         [](const ik::MethodInfo&, const Settings& s) {
           constexpr const char* kWords[] = {"no limits", "steps cut at limits", "active set", ""};
           return std::string(kWords[static_cast<std::size_t>(s.limits)]);
         }},
    {.name = "iterations",
     .label = "Updates a step",
     .unit = "",
     .kind = SettingKind::kCount,
     .min = 1.0,
     .max = 20.0,
     .least = 1.0,
     .help = "How often the method updates the pose in one time step. The report makes one, so "
             "that the effectors only follow; more come closer (Buss 2009, section 2).",
     .synonyms = "substeps, repeat, convergence",
     .get = [](const Settings& s) { return static_cast<double>(s.iterations); },
     .set = [](Settings& s, double x) { s.iterations = static_cast<int>(x); },
     .lanes = LaneUse::kOneAll,
     .words =
         [](const ik::MethodInfo&, const Settings& s) {
           return s.iterations == 1 ? std::string()
                                    : std::to_string(s.iterations) + " updates a step";
         }},
    {.name = "tolerance",
     .label = "Tolerance",
     .unit = "m",
     .min = 1e-6,
     .max = 0.1,
     .logarithmic = true,
     .may_be_least = false,
     .can_be_off = true,
     .help = "Of several updates in a time step the rest is left out once every error is below "
             "this (Buss 2009, section 2, on iterating to convergence).",
     .synonyms = "threshold, convergence, epsilon, precision",
     .get = [](const Settings& s) { return s.tolerance; },
     .set = [](Settings& s, double x) { s.tolerance = x; }},
    {.name = "time-step",
     .label = "Time step",
     .unit = "s",
     .min = 0.0005,
     .max = 0.05,
     .logarithmic = true,
     .may_be_least = false,
     .help = "How far the targets' time moves on in one step (Buss 2009, section 8).",
     .synonyms = "dt, step length, frame rate",
     .get = [](const Settings& s) { return s.time_step; },
     .set = [](Settings& s, double x) { s.time_step = x; },
     .lanes = LaneUse::kOneAll},
};

}  // namespace

std::optional<double> Settings::param(std::string_view name) const {
  const auto known = params.find(name);
  return known == params.end() ? std::nullopt : std::optional(known->second);
}

void Settings::set_param(std::string_view name, std::optional<double> value) {
  if (value) {
    params.insert_or_assign(std::string(name), *value);
  } else if (const auto known = params.find(name); known != params.end()) {
    params.erase(known);
  }
}

void Settings::set_params(const Params& values) {
  for (const auto& [name, value] : values) params.insert_or_assign(name, value);
}

Params own_params(const Settings& settings) {
  Params own = settings.params;
  std::erase_if(own, [](const auto& param) { return find_setting(param.first) != nullptr; });
  return own;
}

Settings shared_settings(Settings settings) {
  std::erase_if(settings.params,
                [](const auto& param) { return find_setting(param.first) == nullptr; });
  return settings;
}

std::span<const SettingInfo> settings() { return kSettings; }

const SettingInfo* find_setting(std::string_view name) {
  std::string hyphened(name);
  std::ranges::replace(hyphened, '_', '-');
  const auto* info = std::ranges::find(kSettings, hyphened, &SettingInfo::name);
  return info == std::end(kSettings) ? nullptr : info;
}

double value_in_force(const SettingInfo& setting, const Settings& settings,
                      const ik::MethodInfo& method) {
  const double value = setting.get(settings);
  if (!std::isnan(value) || setting.own == nullptr) return value;
  return setting.own(method).value_or(setting.min);
}

double angle_cap(const Settings& settings, const ik::MethodInfo& method) {
  return settings.param(kMaxAngle).value_or(method.max_angle);
}

Settings settings_in_force(const Settings& settings, const ik::MethodInfo& info,
                           const ik::AnyMethod& method) {
  Settings result = settings;
  result.set_param(kLambda, ik::get_param(method, kLambda));
  result.set_param(kMaxAngle, angle_cap(settings, info));
  return result;
}

std::string why_unused(const SettingInfo& setting, const SettingUse& use) {
  return setting.unused == nullptr ? std::string() : setting.unused(use);
}

std::string describe(const ik::MethodInfo& method, const Settings& settings) {
  std::string text = method.label;
  for (const SettingInfo& info : kSettings) {
    const std::string words = info.words == nullptr ? std::string() : info.words(method, settings);
    if (!words.empty()) text += ", " + words;
  }
  return text;
}

namespace {

/// The upper bound of a setting that counts: it keeps a typing error from looking like a hang.
constexpr int kMostCount = 1'000'000;

}  // namespace

bool accepts(const SettingInfo& info, double value) {
  if (value == kOff) return info.can_be_off;
  if (info.kind == SettingKind::kNumber) {
    return std::isfinite(value) && (info.may_be_least ? value >= info.least : value > info.least);
  }
  if (value != std::floor(value)) return false;
  if (info.kind == SettingKind::kSwitch) return value == 0.0 || value == 1.0;
  if (info.kind == SettingKind::kChoice) {
    return value >= 0.0 && value < static_cast<double>(info.choices.size());
  }
  return value >= info.least && value <= kMostCount;
}

std::string expectation(const SettingInfo& info) {
  const std::string least = std::to_string(static_cast<int>(info.least));
  const std::string off = info.can_be_off ? ", or off" : "";
  if (info.kind == SettingKind::kSwitch) return "true or false";
  if (info.kind == SettingKind::kCount) {
    return "a whole number from " + least + " to " + std::to_string(kMostCount);
  }
  if (info.kind == SettingKind::kNumber) {
    return (info.may_be_least ? "a number of at least " : "a number above ") + least + off;
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

std::span<const char* const> choice_labels(const SettingInfo& info) {
  return info.labels.empty() ? info.choices : info.labels;
}

std::optional<MethodParam> find_param(const ik::MethodInfo& method, std::string_view name) {
  std::optional<MethodParam> param;
  method.make().visit([&](const ik::ParamInfo& info, ik::ParamValue value) {
    if (name != info.name) return;
    param = {info, std::holds_alternative<bool*>(value), ik::number_of(value)};
  });
  return param;
}

std::string value_text(const MethodParam& param, double value) {
  constexpr int kDigits = 4;
  if (param.is_switch) return value != 0.0 ? "on" : "off";
  return number_text(value, kDigits);
}

std::string within_sentence(std::string_view label) {
  const auto is_between = [&label](std::size_t i, char first, char last) {
    return label.size() > i && label[i] >= first && label[i] <= last;
  };
  std::string text(label);
  if (is_between(0, 'A', 'Z') && is_between(1, 'a', 'z')) {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  }
  return text;
}

const char* param_expectation(const ik::MethodInfo& method, std::string_view name) {
  const auto param = find_param(method, name);
  if (!param) return nullptr;
  return param->is_switch ? "true or false" : "a number of at least 0";
}

std::optional<double> parse_param(const ik::MethodInfo& method, std::string_view name,
                                  std::string_view text) {
  const auto param = find_param(method, name);
  std::optional<double> value = parse_number(text);
  if (param && param->is_switch && (text == "true" || text == "false"))
    value = text == "true" ? 1.0 : 0.0;
  return value && accepts_param(method, name, *value) ? value : std::nullopt;
}

bool accepts_param(const ik::MethodInfo& method, std::string_view name, double value) {
  const auto param = find_param(method, name);
  if (!param) return false;
  return param->is_switch ? value == 0.0 || value == 1.0 : std::isfinite(value) && value >= 0.0;
}

ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings) {
  ik::AnyMethod method = info.make();
  for (const auto& [name, value] : settings.params) ik::set_param(method, name, value);
  return method;
}

}  // namespace lab
