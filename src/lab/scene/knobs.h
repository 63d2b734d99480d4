#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/scene/settings.h"

namespace lab {

struct Scene;

/// How a batch of bodies takes a knob.
enum class BatchUse {
  kNone,     ///< only its default
  kOneEach,  ///< a value for each body
  kOneAll,   ///< one value for all bodies
};

/// What a knob is used for.
enum class KnobTask {
  kTracking,  ///< time steps follow targets that may move
  kStanding,  ///< updates at goals that stand, as in basins of attraction
  kSolver,    ///< an ik::Solver with the method reaches poses
  kSolve,     ///< Solver::solve as it ships reaches poses; the method does not count
};

struct KnobUse {
  const ik::MethodInfo& method;
  const Settings& settings;
  const ik::Multibody* multibody = nullptr;  ///< with its limits; null: any
  KnobTask task = KnobTask::kTracking;
  const Scene* scene = nullptr;  ///< with targets that nothing moves but their curves; null: any
};

/// A number of an ik::Solver, set by `solver.set(name, value)`.
struct SolverNumber {
  const char* name;
  double value;
  const char* unit;
};
/// What a program with an ik::Solver does itself.
struct LeftToProgram {
  std::string what;  ///< as in "call step() 3 times for each new target"; may be empty
};
/// What makes an ik::Solver follow a knob; empty: solvers have nothing of the kind.
using SolverCall =
    std::variant<std::monostate, SolverNumber, LimitRule, ik::JacobianKind, LeftToProgram>;

struct KnobReason {
  bool (*holds)(const KnobUse&) = nullptr;
  const char* sentence = "";  ///< follows the method's label if it begins with a blank

  std::string text(const KnobUse& use) const;  ///< empty where it does not hold
};

/// Where Settings keeps a knob, and what the laboratory knows of it.
struct KnobHome {
  /// The member with the value in the knob's unit: a switch is 0 or 1, a choice its index.
  std::variant<std::monostate, double Settings::*, int Settings::*, bool Settings::*,
               LimitRule Settings::*, ik::JacobianKind Settings::*>
      member = {};
  /// Settings::numbers keeps it. Without this and a member, Settings::params keeps it under its
  /// name, and the method's own value holds where it is not set.
  bool by_name = false;
  double scale = 1.0;  ///< the knob's units in an SI unit, for a value of Settings::params
  /// The value of a method, for a knob that is in Settings::params but no parameter.
  double (*of_method)(const ik::MethodInfo&) = nullptr;
  bool is_own = false;  ///< a parameter of one method: left behind with it
  /// The method's or the laboratory's default. Empty in shared_knobs(), and if the method lacks it.
  std::optional<double> usual;
  BatchUse batch = BatchUse::kNone;
  bool crowds = true;           ///< whether the bodies of a crowd follow it
  bool half_link = false;       ///< a length for which half a link is a good value
  bool standing = true;         ///< whether it counts where the goals stand
  bool of_solve = false;        ///< whether Solver::solve as it ships heeds it
  const char* needs = nullptr;  ///< name of the knob without which it has no effect, or null
  /// How an ik::Solver follows it. Null: by `solver.set()` for a parameter, else not at all.
  SolverCall (*solver)(const Settings&) = nullptr;
  KnobReason unused = {};  ///< why it has no effect whatever its value is
  KnobReason same =
      {};  ///< why its present value, but not every other, gives the default's results
  /// A value in value_words(), "slide cap {} m": by a phrase with the number, or by a function.
  /// Both null: label, value and unit of a parameter.
  const char* phrase = nullptr;
  std::string (*words)(const Settings&) = nullptr;
};

/// A number of a lane, of the laboratory or of the method. Values are in the knob's unit.
struct Knob : ik::Knob, KnobHome {
  /// Whether it can be left to the method.
  bool may_be_unset() const { return member.index() == 0 && !by_name; }
  /// As set; empty where it is left to the method.
  std::optional<double> given(const Settings& settings) const;
  /// As set, or the default; the slider's smallest where neither is known.
  double in_force(const Settings& settings) const;
  /// Whether the method has it, and it was set to another value than the default; a shared knob
  /// that was left to the method counts as soon as it is set.
  bool is_set(const Settings& settings) const;
  /// \param value empty: the default
  void set(Settings& settings, std::optional<double> value) const;
  /// What makes an ik::Solver follow the value of the settings.
  SolverCall solver_call(const Settings& settings) const;
  /// Why it has no effect there whatever its value is, as a sentence; empty if it has one. The one
  /// place that knows: controls are grey, options get a note, and results' origins leave it out.
  std::string why_unused(const KnobUse& use) const;
  /// The same for the present value.
  std::string why_no_effect(const KnobUse& use) const;
};

/// The knobs that stay when another method is chosen, in the order of docs/formats.md.
std::span<const Knob> shared_knobs();
/// All knobs of a lane with that method: the shared ones, without `usual` if the method lacks them,
/// then its own parameters.
std::vector<Knob> knobs(const ik::MethodInfo& method);

/// The shared knob of that name ("d_max" is read as "d-max"), or null.
const Knob* find_shared_knob(std::string_view name);
/// The knob of that name or alias in a lane with that method; a shared name goes before an alias.
std::optional<Knob> find_knob(const ik::MethodInfo& method, std::string_view name);
/// The parameter of that name or alias, λ included.
std::optional<Knob> find_param(const ik::MethodInfo& method, std::string_view name);

/// Rows of shared_knobs() that the laboratory itself reads or sets.
namespace knob {
extern const Knob kDamping;  ///< λ, m/rad
extern const Knob kDMax;     ///< m
extern const Knob kAdaptiveDMax;
extern const Knob kJacobian;
extern const Knob kMaxAngle;  ///< deg
extern const Knob kLead;      ///< time steps
extern const Knob kLimits;
extern const Knob kIterations;
extern const Knob kTimeStep;  ///< s
}  // namespace knob

/// The settings without the method's own parameters: what remains when another method is chosen.
Settings shared_settings(Settings settings);
Params own_params(const Settings& settings);
/// The angle cap in force, rad; infinity is off.
double angle_cap(const Settings& settings, const ik::MethodInfo& method);
/// The settings with the method's damping and angle cap filled in where they are not set.
Settings settings_in_force(const Settings& settings, const ik::MethodInfo& info);

/// Why a knob's value has no effect in any of the uses: the last one's reason. Empty if it has one.
std::string why_no_effect(const Knob& knob, std::span<const KnobUse> uses);
/// The use's settings that have an effect on it; the others are at their defaults.
Settings settings_with_effect(const KnobUse& use);

/// The value of "0.4", "off", "target", "true", ..., independent of the locale.
/// \returns nothing if the knob does not accept it
std::optional<double> parse_value(const ik::Knob& knob, std::string_view text);

/// A value as the command line takes it: "0.4", "off", "effector", "true".
/// \param digits significant digits of a number; 0: as many as read back bit for bit
std::string option_text(const ik::Knob& knob, double value, int digits = 0);
/// A value on a control, without its unit: "0.25", "on", "active set".
std::string control_text(const ik::Knob& knob, double value, int digits = 4);
/// A text of a value with its unit behind it; "off" has none.
std::string with_unit_behind(std::string value, const char* unit);

/// The words of a choice on a control, by value.
std::span<const char* const> choice_labels(const ik::Knob& knob);

/// A label within a sentence: "hard clamp", "damping λ", but "D_max" and "γ_max".
std::string within_sentence(std::string_view label);

/// A knob's value in the words of tables and figures: "λ 0.4", "D_max 0.5 m", "hard clamp off".
std::string value_words(const Knob& knob, const Settings& settings);

/// The method's label, and its knobs that differ from the defaults and have an effect on it:
/// "Damped least squares, λ 0.4", "Jacobian transpose, D_max 0.5 m, gain 0.5".
std::string describe(const ik::MethodInfo& method, const Settings& settings);

}  // namespace lab
