#pragma once

#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "ik/task/limits.h"
#include "iklab/body.h"
#include "iklab/method.h"

namespace lab {

/// Degrees in a radian.
inline constexpr double kDegrees = 180.0 / std::numbers::pi;

inline constexpr double kOff = std::numeric_limits<double>::infinity();

using ik::LimitRule;

/// Numbers of a method by name, in SI units; a switch is 0 or 1.
using Params = std::map<std::string, double, std::less<>>;

/// Names of the two numbers of Settings::params that are settings, too.
inline constexpr const char *kLambdaParam = "lambda", *kMaxAngleParam = "max-angle";

/// Everything the user sets besides the scene and the method. SI units; infinity switches a limit
/// off.
struct Settings {
  /// The method's numbers that were set; its defaults hold for the others. Its parameters, and the
  /// angle cap "max-angle" that every method has: ClampMaxAbs over the angles, rad.
  Params params;
  double d_max = kOff;          ///< ClampMag on every e_i, m
  bool adaptive_d_max = false;  ///< D_max,i = what the last step gained + d_max
  ik::JacobianKind jacobian = ik::JacobianKind::kEffector;
  double max_slide = kOff;  ///< ClampMaxAbs over the slides, m
  double aim_weight = 1.0;  ///< of all aims beside all positions, a factor on their weights
  double lead = 0.0;        ///< time steps by which methods lead the targets
  LimitRule limits = LimitRule::kProject;
  int iterations = 1;        ///< updates in one time step, at most
  double tolerance = kOff;   ///< no further updates once every error is below, m
  double time_step = 0.005;  ///< s

  bool operator==(const Settings&) const = default;

  /// The value of a parameter that was set.
  std::optional<double> param(std::string_view name) const;
  /// Sets a parameter, or leaves it to the method.
  void set_param(std::string_view name, std::optional<double> value);
  void set_params(const Params& values);
};

/// The parameters that belong to one method alone: all but λ and the angle cap.
Params own_params(const Settings& settings);
/// The method's own parameters, without λ and the angle cap, that differ from its defaults.
Params non_default_params(const ik::MethodInfo& method, const Settings& settings);
/// The settings without own parameters: what remains when another method is chosen.
Settings shared_settings(Settings settings);

enum class SettingKind { kNumber, kCount, kSwitch, kChoice };

/// How the bodies of a batch (lanes) take a setting.
enum class LaneUse {
  kNone,     ///< only its default
  kOneEach,  ///< a value for each body
  kOneAll,   ///< one value for all bodies
};

/// Where a setting would be used.
struct SettingUse {
  const ik::MethodInfo& method;
  const Settings& settings;
  const ik::Multibody& multibody;
};

/// A number of an ik::Solver, set by `solver.set(name, value)`.
struct SolverNumber {
  const char* name;
  double value;  ///< NaN: not set
  const char* unit;
};
/// A setting that a program with an ik::Solver realises itself.
struct LeftToProgram {
  std::string what;  ///< as in "call step() 3 times for each new target"; may be empty
};
/// What makes an ik::Solver follow a setting.
using SolverCall = std::variant<SolverNumber, LimitRule, ik::JacobianKind, LeftToProgram>;

/// Everything known about one setting. The command-line option, the field of scene files and JSON
/// output, the control in the window, the axis of a sweep and the words in tables are made from it.
struct SettingInfo {
  const char* name;   ///< "d-max", as in `--d-max` and in files
  const char* label;  ///< "D_max", on a control
  const char* unit;   ///< of the outside value; angles in degrees
  SettingKind kind = SettingKind::kNumber;
  double min = 0.0, max = 1.0;                ///< range of a slider
  bool logarithmic = false;                   ///< scale of the slider
  double least = 0.0;                         ///< smallest accepted value
  bool may_be_least = true;                   ///< whether `least` itself is accepted
  bool can_be_off = false;                    ///< accepts "off", stored as infinity
  std::span<const char* const> choices = {};  ///< words of a kChoice, by value
  std::span<const char* const> labels = {};   ///< the same on a control; empty: those words
  const char* help;                           ///< a sentence or two, with the report's section
  const char* synonyms = "";  ///< other words for it, by which the window finds it, with commas

  /// The value in the outside's unit: a switch is 0 or 1, a choice its index, NaN means not set.
  double (*get)(const Settings&);
  void (*set)(Settings&, double);
  /// The method's own number, in the outside's unit, for when the setting is not set; empty if the
  /// method has none. Null if the setting always has a value. A setting that has it stands for an
  /// entry of Settings::params; no parameter of a method has the name of any other setting.
  std::optional<double> (*own)(const ik::MethodInfo&) = nullptr;
  LaneUse lanes = LaneUse::kNone;
  bool crowds = true;           ///< whether the bodies of a crowd follow it
  bool half_link = false;       ///< a length for which half a link is a good value
  const char* needs = nullptr;  ///< name of the setting without which it has no effect, or null
  /// How an ik::Solver follows it; null if solvers have nothing of the kind.
  SolverCall (*solver)(const Settings&) = nullptr;
  /// Why the setting has no effect there, as a sentence; empty if it has one. May be null.
  std::string (*unused)(const SettingUse&) = nullptr;
  /// A non-default value in the words of tables and figures, "D_max 0.5 m"; empty for the default.
  /// May be null.
  std::string (*words)(const Settings&) = nullptr;
};

/// All settings, in the order of docs/formats.md.
std::span<const SettingInfo> settings();
/// The setting of that name ("d_max" is read as "d-max"), or null.
const SettingInfo* find_setting(std::string_view name);
/// The setting that stands for the method's own number of that name, λ or the angle cap; null for
/// all other numbers of methods.
const SettingInfo* setting_of_param(std::string_view name);

/// Whether the method has the setting: false for a number of the method's own that it lacks.
bool is_of(const SettingInfo& setting, const ik::MethodInfo& method);
/// The value in force, in the outside's unit: as set, else the method's own, else the slider's
/// smallest.
double value_in_force(const SettingInfo& setting, const Settings& settings,
                      const ik::MethodInfo& method);
/// The angle cap in force, rad: as set, or the method's own; infinity is off.
double angle_cap(const Settings& settings, const ik::MethodInfo& method);
/// The settings with the method's own damping and angle cap filled in where they are not set.
Settings settings_in_force(const Settings& settings, const ik::MethodInfo& info,
                           const ik::AnyMethod& method);

/// Why the setting has no effect there, as a sentence; empty if it has one.
std::string why_unused(const SettingInfo& setting, const SettingUse& use);

/// The method's label, and its settings and parameters that are not the defaults: "Damped least
/// squares, λ 0.4", "Jacobian transpose, D_max 0.5 m, gain 0.5".
std::string describe(const ik::MethodInfo& method, const Settings& settings);

/// Whether the setting accepts a value (outside's unit).
bool accepts(const SettingInfo& info, double value);
/// What the setting accepts, for messages: "a number above 0, or off".
std::string expectation(const SettingInfo& info);

/// The value of "0.4", "off", "target", "true", ..., independent of the locale.
/// \returns nothing if the setting does not accept it
std::optional<double> parse_setting(const SettingInfo& info, std::string_view text);

/// The words of a choice on a control, by value.
std::span<const char* const> choice_labels(const SettingInfo& info);

/// A parameter of a method with its default; a switch is 0 or 1.
struct MethodParam {
  ik::ParamInfo info;
  bool is_switch;
  double usual;
};
/// The parameter of that name or alias; `info.name` of the result is its name.
std::optional<MethodParam> find_param(const ik::MethodInfo& method, std::string_view name);
/// A value on a control, without its unit: "0.25", "on".
std::string value_text(const MethodParam& param, double value);

/// A label within a sentence: "hard clamp", "damping λ", but "D_max" and "γ_max".
std::string within_sentence(std::string_view label);

/// What a parameter accepts, for messages: "a number of at least 0", "a number from 1 to 100".
std::string expectation(const MethodParam& param);
/// The same for the method's parameter of that name; empty if it has none.
std::string param_expectation(const ik::MethodInfo& method, std::string_view name);
/// The value of "0.4" or, for a switch, "true", "1" and the like, independent of the locale.
/// \returns nothing if the method's parameter does not accept it
std::optional<double> parse_param(const ik::MethodInfo& method, std::string_view name,
                                  std::string_view text);
/// Whether the method has that parameter and it accepts the value; a switch is 0 or 1.
bool accepts_param(const ik::MethodInfo& method, std::string_view name, double value);

/// The method with the parameters of `settings` that it has.
ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings);

}  // namespace lab
