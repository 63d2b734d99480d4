#pragma once

#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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
  double lead = 0.0;        ///< so many time steps ahead of the targets methods aim
  LimitRule limits = LimitRule::kProject;
  int iterations = 1;        ///< updates in one time step, at most
  double tolerance = kOff;   ///< no further updates once every error is below, m
  double time_step = 0.005;  ///< s

  bool operator==(const Settings&) const = default;

  /// The value of a parameter that was set.
  std::optional<double> param(std::string_view name) const;
  /// Sets a parameter, or leaves it to the method.
  void set_param(std::string_view name, std::optional<double> value);
};

/// The parameters that are no settings: those of one method alone.
Params own_params(const Settings& settings);
/// The settings without them: what another method takes over.
Settings shared_settings(Settings settings);

enum class SettingKind { kNumber, kCount, kSwitch, kChoice };

/// How bodies side by side in lanes take a setting.
enum class LaneUse {
  kNone,     ///< not at all but by default
  kOneEach,  ///< each body a value of its own
  kOneAll,   ///< all of them the same value
};

/// What a setting is used on.
struct SettingUse {
  const ik::MethodInfo& method;
  const Settings& settings;
  const ik::Multibody& multibody;
};

/// One setting, and all that anyone asks of it: the option, the field of scene files and of JSON
/// output, the control in the window, the axis of a sweep and the words in tables are made from it.
struct SettingInfo {
  const char* name;   ///< "d-max", as in `--d-max` and in files
  const char* label;  ///< "D_max", on a control
  const char* unit;   ///< of the outside value; angles are in degrees here
  SettingKind kind = SettingKind::kNumber;
  double min = 0.0, max = 1.0;                ///< what a slider offers
  bool logarithmic = false;                   ///< the slider
  double least = 0.0;                         ///< smallest value that is accepted
  bool may_be_least = true;                   ///< whether `least` itself is
  bool can_be_off = false;                    ///< takes the word "off", held as infinity
  std::span<const char* const> choices = {};  ///< of a kChoice, by value
  const char* help;                           ///< a sentence or two, with the report's section

  /// In the outside's unit: a switch is 0 or 1, a choice its number, NaN is "not set here".
  double (*get)(const Settings&);
  void (*set)(Settings&, double);
  /// What holds where it is not set here: the method's own number, in the outside's unit; none
  /// where the method has no such number. Null: a setting is never "not set here".
  std::optional<double> (*own)(const ik::MethodInfo&) = nullptr;
  LaneUse lanes = LaneUse::kNone;
  /// Why that body or method has no use for it, as a sentence; null where it has. May be null.
  std::string (*unused)(const SettingUse&) = nullptr;
  /// A value that is not the default in the words of tables and figures, "D_max 0.5 m"; empty where
  /// it is the default. May be null.
  std::string (*words)(const ik::MethodInfo&, const Settings&) = nullptr;
};

/// All settings, in the order of docs/formats.md.
std::span<const SettingInfo> settings();
/// The setting of that name ("d_max" is read as "d-max"), or null.
const SettingInfo* find_setting(std::string_view name);

/// The value in force, in the outside's unit: the one that is set, or else the method's own; the
/// smallest of the slider where it has none.
double value_in_force(const SettingInfo& setting, const Settings& settings,
                      const ik::MethodInfo& method);
/// The settings with the method's own damping and angle cap where these are not set.
Settings settings_in_force(const Settings& settings, const ik::MethodInfo& info,
                           const ik::AnyMethod& method);

/// Why that body or method has no use for the setting, as a sentence; empty where it has.
std::string why_unused(const SettingInfo& setting, const SettingUse& use);

/// The method's label and what of the settings is not the default: "Damped least squares, λ 0.4".
std::string describe(const ik::MethodInfo& method, const Settings& settings);

/// Whether a value (outside's unit) is one that the setting takes.
bool accepts(const SettingInfo& info, double value);
/// What the setting takes, for messages: "a number above 0, or off".
std::string expectation(const SettingInfo& info);

/// The value of "0.4", "off", "target", "true", ..., whatever the locale.
/// \returns nothing if the setting does not take that
std::optional<double> parse_setting(const SettingInfo& info, std::string_view text);

/// What the method's parameter of that name takes, for messages: "a number of at least 0". Null
/// where it has no such parameter.
const char* param_expectation(const ik::MethodInfo& method, std::string_view name);
/// Whether the method has that parameter and it takes that value; a switch is 0 or 1.
bool accepts_param(const ik::MethodInfo& method, std::string_view name, double value);

/// The method with those of settings.params that it has.
ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings);

}  // namespace lab
