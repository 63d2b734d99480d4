#include "lab/scene/knobs.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "ik/body/layout.h"
#include "ik/task/method.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene.h"

namespace lab {
namespace {

using ik::KnobKind;

/// The word for a value that is no number; empty for a number.
std::string word_of(const ik::Knob& knob, double value, std::span<const char* const> choices,
                    const char* on, const char* off) {
  if (value == kOff) return "off";
  if (knob.kind == KnobKind::kSwitch) return value != 0.0 ? on : off;
  return knob.kind == KnobKind::kChoice ? choices[static_cast<std::size_t>(value)] : "";
}

constexpr const char* kJacobians[] = {"effector", "target"};
constexpr const char* kLimitRules[] = {"off", "clamp", "active-set", "project"};
constexpr const char* kLimitLabels[] = {"off", "clamp", "active set", "project"};

bool has_angle(const ik::Multibody& body) {
  return std::ranges::any_of(body.joints(),
                             [](const ik::Joint& joint) { return ik::is_angular(joint.type); });
}

/// "angle cap 45°", "no angle cap".
std::string phrase_of(const Knob& knob, double value) {
  if (value == kOff) return "no " + within_sentence(knob.label);
  std::string text = knob.phrase;
  if (const auto at = text.find("{}"); at != std::string::npos) {
    text.replace(at, 2, short_number(value));
  }
  return text;
}

/// Methods that compute derivatives of their own at the effectors, or use J only for J^T e, which
/// both Jacobians give.
constexpr const char* kWithoutJacobian[] = {"newton", "halley", "ccd", "fabrik", "learned"};

bool leads_nothing(const Scene& scene) {
  return std::ranges::all_of(scene.targets, [](const TargetCurve& target) {
    return std::holds_alternative<JumpCurve>(target.shape()) || stands(target);
  });
}

}  // namespace

std::optional<double> parse_value(const ik::Knob& knob, std::string_view text) {
  std::optional<double> value;
  if (knob.kind == KnobKind::kChoice) {
    for (std::size_t i = 0; i < knob.choices.size(); ++i) {
      if (text == knob.choices[i]) value = static_cast<double>(i);
    }
  } else if (knob.kind == KnobKind::kSwitch && (text == "true" || text == "false")) {
    value = text == "true" ? 1.0 : 0.0;
  } else {
    value = text == "off" ? std::optional(kOff) : parse_number(text);
  }
  return value && knob.accepts(*value) ? value : std::nullopt;
}

std::string option_text(const ik::Knob& knob, double value, int digits) {
  std::string word = word_of(knob, value, knob.choices, "true", "false");
  if (!word.empty()) return word;
  return digits == 0 ? exact_number(value) : number_text(value, digits);
}

std::string control_text(const ik::Knob& knob, double value, int digits) {
  std::string word = word_of(knob, value, choice_labels(knob), "on", "off");
  return word.empty() ? number_text(value, digits) : word;
}

std::string with_unit_behind(std::string value, const char* unit) {
  if (*unit == '\0' || value == "off") return value;
  return std::move(value) + " " + unit;
}

std::span<const char* const> choice_labels(const ik::Knob& knob) {
  return knob.labels.empty() ? knob.choices : knob.labels;
}

std::string within_sentence(std::string_view label) {
  std::string text(label);
  const auto is_between = [](char c, char first, char last) { return c >= first && c <= last; };
  if (text.size() > 1 && is_between(text[0], 'A', 'Z') && is_between(text[1], 'a', 'z')) {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  }
  return text;
}

std::string value_words(const Knob& knob, const Settings& settings) {
  const double value = knob.in_force(settings);
  if (knob.words != nullptr) return knob.words(settings);
  if (knob.phrase != nullptr) return phrase_of(knob, value);
  return within_sentence(knob.label) + " " + with_unit_behind(control_text(knob, value), knob.unit);
}

std::string describe(const ik::MethodInfo& method, const Settings& settings) {
  std::string text = method.label;
  for (const Knob& knob : knobs(method)) {
    if (!knob.is_set(settings) || !knob.why_no_effect({method, settings}).empty()) continue;
    const bool told = knob.words != nullptr || knob.phrase != nullptr || knob.is_own;
    if (told) text += ", " + value_words(knob, settings);
  }
  return text;
}

std::string KnobReason::text(const KnobUse& use) const {
  if (holds == nullptr || !holds(use)) return {};
  if (*sentence != ' ') return sentence;
  return (use.task == KnobTask::kSolve ? "Solver::solve" : use.method.label) +
         std::string(sentence);
}

std::string Knob::why_unused(const KnobUse& use) const {
  const bool solver_lacks =
      use.task == KnobTask::kSolver && std::holds_alternative<std::monostate>(solver_call({}));
  if (use.task != KnobTask::kTracking && (!standing || solver_lacks)) {
    return "Poses are solved to the end, without time steps.";
  }
  if (use.task == KnobTask::kSolve) {
    if (!of_solve) return "Solver::solve has steps of its own.";
    return unused.text(use);
  }
  // rows of knobs() know already that the method has them
  const std::optional<Knob> known = usual ? std::nullopt : find_knob(use.method, name);
  if (!usual && (!known || !known->usual)) {
    return std::string(use.method.label) + " has no " + within_sentence(label) + ".";
  }
  return unused.text(use);
}

std::string Knob::why_no_effect(const KnobUse& use) const {
  std::string reason = why_unused(use);
  return reason.empty() ? same.text(use) : reason;
}

std::string why_no_effect(const Knob& knob, std::span<const KnobUse> uses) {
  std::string reason;
  for (const KnobUse& use : uses) {
    reason = knob.why_no_effect(use);
    if (reason.empty()) break;
  }
  return reason;
}

Settings settings_with_effect(const KnobUse& use) {
  Settings result = use.settings;
  for (const Knob& knob : shared_knobs()) {
    if (!knob.why_no_effect(use).empty()) knob.set(result, std::nullopt);
  }
  return result;
}

namespace knob {

const Knob kDamping{
    ik::damping_row("Damping λ of damped least squares. Small follows closely and shakes near "
                    "singularities; large is calm and slow. Where the error is least it often "
                    "shakes already: then λ has to be raised (Buss 2009, sections 5 and 8)."),
    {.batch = BatchUse::kOneEach, .phrase = "λ {}"}};
const Knob kDMax{
    {.name = "d-max",
     .label = "Clamp D_max",
     .unit = "m",
     .min = 0.01,
     .max = 5.0,
     .logarithmic = true,
     .above_least = true,
     .can_be_off = true,
     .help = "No error e_i is taken longer than D_max, so that a target out of reach pulls no "
             "harder than a near one. Half a link is a good choice; it must exceed several times "
             "what an effector moves in one step (Buss 2009, section 2, ClampMag).",
     .synonyms = "ClampMag, error clamp, far targets"},
    {.member = &Settings::d_max,
     .batch = BatchUse::kOneEach,
     .half_link = true,
     .solver = [](const Settings& s) -> SolverCall {
       return SolverNumber{"d-max", s.d_max, "m"};
     },
     .words =
         [](const Settings& s) {
           if (s.d_max == kOff) return std::string("no D_max");
           return (s.adaptive_d_max ? "adaptive D_max " : "D_max ") + short_number(s.d_max) + " m";
         }}};
const Knob kAdaptiveDMax{
    {.name = "adaptive-d-max",
     .label = "Adaptive D_max",
     .kind = ik::KnobKind::kSwitch,
     .most = 1.0,
     .help = "Each effector's clamp becomes D_max plus what the last step gained for it, and none "
             "at all after a jump of its target (Buss 2009, section 2, the rule of D_max,i).",
     .synonyms = "adaptive clamp"},
    {.member = &Settings::adaptive_d_max,
     .needs = kDMax.name,
     .unused = {[](const KnobUse& use) { return use.settings.d_max == kOff; },
                "D_max is off: there is nothing to adapt. Switch Clamp D_max on first."}}};
const Knob kJacobian{
    {.name = "jacobian",
     .label = "Jacobian at",
     .kind = ik::KnobKind::kChoice,
     .most = 1.0,
     .choices = kJacobians,
     .help = "Where the Jacobian's columns are taken: at the effector, its true derivative, or at "
             "the target, the report's alternate Jacobian, which overshoots less and jerks when "
             "the arm is folded (Buss 2009, section 2).",
     .synonyms = "alternate Jacobian, target Jacobian"},
    {.member = &Settings::jacobian,
     .batch = BatchUse::kOneAll,
     .solver = [](const Settings& s) -> SolverCall { return s.jacobian; },
     .unused = {[](const KnobUse& use) {
                  const std::string_view id = use.method.id;
                  return std::ranges::find(kWithoutJacobian, id) != std::end(kWithoutJacobian);
                },
                " does the same with both."},
     .words = [](const Settings& s) -> std::string {
       const bool at_target = s.jacobian == ik::JacobianKind::kTarget;
       return at_target ? "Jacobian at the target" : "Jacobian at the effector";
     }}};
const Knob kMaxAngle{
    {.name = "max-angle",
     .label = "Angle cap",
     .unit = "deg",
     .min = 0.5,
     .max = 90.0,
     .logarithmic = true,
     .above_least = true,
     .can_be_off = true,
     .help = "The whole step is scaled down so that no joint turns further than this in one update "
             "(Buss 2009, section 8, ClampMaxAbs). Every method brings its own.",
     .synonyms = "ClampMaxAbs, step size, step limit, joint speed, velocity limit"},
    {.scale = kDegrees,
     .of_method = [](const ik::MethodInfo& method) { return method.max_angle; },
     .batch = BatchUse::kOneEach,
     .solver = [](const Settings& s) -> SolverCall {
       return SolverNumber{"angle-cap", kMaxAngle.given(s).value_or(kOff) / kDegrees,
                           "rad in a step"};
     },
     .unused = {[](const KnobUse& use) {
                  return use.multibody != nullptr && !has_angle(*use.multibody);
                },
                "No joint of this body turns."},
     .phrase = "angle cap {}°"}};
const Knob kMaxSlide{
    {.name = "max-slide",
     .label = "Slide cap",
     .unit = "m",
     .min = 0.001,
     .max = 1.0,
     .logarithmic = true,
     .above_least = true,
     .can_be_off = true,
     .help = "The whole step is scaled down so that no prismatic joint slides further than this in "
             "one update.",
     .synonyms = "step size, step limit, prismatic"},
    {.member = &Settings::max_slide,
     .batch = BatchUse::kOneEach,
     .solver = [](const Settings& s) -> SolverCall {
       return SolverNumber{"slide-cap", s.max_slide, "m in a step"};
     },
     .unused = {[](const KnobUse& use) {
                  return use.multibody != nullptr && use.multibody->layout().all_angular;
                },
                "No joint of this body is prismatic: nothing slides."},
     .phrase = "slide cap {} m"}};
const Knob kAimWeight{
    {.name = "aim-weight",
     .label = "Aim weight",
     .min = 0.001,
     .max = 100.0,
     .logarithmic = true,
     .help = "How much the squared errors of directions and orientations count beside those of "
             "positions, as a factor on the weights of the scene. 0 ignores the aims (Buss 2009, "
             "section 1).",
     .synonyms = "orientation, rotation, direction, pointing"},
    {.member = &Settings::aim_weight,
     .batch = BatchUse::kOneAll,
     .crowds = false,  // their effectors cannot aim
     .of_solve = true,
     .solver = [](const Settings& s) -> SolverCall {
       return LeftToProgram{"call set_weight(effector, 1.0, " + short_number(s.aim_weight) +
                            ") for each effector that aims"};
     },
     .unused = {[](const KnobUse& use) {
                  return use.multibody != nullptr && use.multibody->aim_count() == 0;
                },
                "No effector of this body aims."},
     .phrase = "aim weight {}"}};
const Knob kLead{
    {.name = "lead",
     .label = "Lead",
     .unit = "steps",
     .max = 20.0,
     .help =
         "Methods see the targets this number of time steps ahead, extrapolated by their "
         "velocity: that makes up for the lag of damping. Targets that jump are not extrapolated "
         "(Buss 2009, section 2, on tracking velocities; Whitney 1969).",
     .synonyms = "prediction, look ahead, feedforward, lag, latency"},
    {.by_name = true,
     .batch = BatchUse::kOneAll,
     .crowds = false,
     .standing = false,
     .unused = {[](const KnobUse& use) {
                  return use.scene != nullptr && leads_nothing(*use.scene);
                },
                "The targets stand or jump: they have no velocity."},
     .phrase = "lead {}"}};
const Knob kLimits{
    {.name = "limits",
     .label = "Joint limits",
     .kind = ik::KnobKind::kChoice,
     .max = 3.0,
     .most = 3.0,
     .choices = kLimitRules,
     .labels = kLimitLabels,
     .help = "Where a step would take a joint beyond its limits: ignore them (off), stop the joint "
             "there (clamp), stop it and solve again for the others (active-set), or hold what is "
             "pushed against a limit, solve for the others, and shorten the step while the error "
             "would rise (project, after Bertsekas 1982).",
     .synonyms = "joint range, bounds, stops, constraints"},
    {.member = &Settings::limits,
     .batch = BatchUse::kOneAll,
     .of_solve = true,
     .solver = [](const Settings& s) -> SolverCall { return s.limits; },
     .unused = {[](const KnobUse& use) {
                  return use.multibody != nullptr && !ik::has_limits(*use.multibody);
                },
                "No joint of this body has limits."},
     .same = {[](const KnobUse& use) {
                const bool own_rule =
                    use.task == KnobTask::kSolve || use.method.create().traits().keeps_limits;
                return own_rule && use.settings.limits != LimitRule::kIgnore;
              },
              " keeps limits by a rule of its own: only off changes it."},
     .words =
         [](const Settings& s) {
           constexpr const char* kWords[] = {"no limits", "steps cut at limits", "active set",
                                             "projected at limits"};
           return std::string(kWords[static_cast<std::size_t>(s.limits)]);
         }}};
const Knob kIterations{
    {.name = "iterations",
     .label = "Updates a step",
     .kind = ik::KnobKind::kCount,
     .min = 1.0,
     .max = 20.0,
     .least = 1.0,
     .most = 1e6,  // keeps a typing error from looking like a hang
     .help = "How often the method updates the pose in one time step. The report makes one, so "
             "that the effectors only follow; more come closer (Buss 2009, section 2).",
     .synonyms = "substeps, repeat, convergence"},
    {.member = &Settings::iterations,
     .batch = BatchUse::kOneAll,
     .standing = false,
     .solver = [](const Settings& s) -> SolverCall {
       return LeftToProgram{"call step() " + std::to_string(s.iterations) +
                            " times for each new target"};
     },
     .phrase = "{} updates a step"}};
const Knob kTolerance{
    {.name = "tolerance",
     .label = "Tolerance",
     .unit = "m",
     .min = 1e-6,
     .max = 0.1,
     .logarithmic = true,
     .above_least = true,
     .can_be_off = true,
     .help = "Skips the remaining updates of a time step once every error is below this "
             "(Buss 2009, section 2, on iterating to convergence).",
     .synonyms = "threshold, convergence, epsilon, precision"},
    {.member = &Settings::tolerance,
     .standing = false,
     .needs = kIterations.name,
     .unused = {[](const KnobUse& use) { return use.settings.iterations == 1; },
                "One update a step leaves none to skip. Raise Updates a step first."},
     .phrase = "fewer below {} m"}};
const Knob kTimeStep{
    {.name = "time-step",
     .label = "Time step",
     .unit = "s",
     .min = 0.0005,
     .max = 0.05,
     .logarithmic = true,
     .above_least = true,
     .help = "How far the targets' time moves on in one step (Buss 2009, section 8).",
     .synonyms = "dt, step length, frame rate"},
    {.member = &Settings::time_step,
     .batch = BatchUse::kOneAll,
     .standing = false,
     // a program calls step() when it wants
     .solver = [](const Settings&) -> SolverCall { return LeftToProgram{}; }}};

}  // namespace knob

std::span<const Knob> shared_knobs() {
  static const Knob kShared[] = {
      knob::kDamping,  knob::kDMax,       knob::kAdaptiveDMax, knob::kJacobian,
      knob::kMaxAngle, knob::kMaxSlide,   knob::kAimWeight,    knob::kLead,
      knob::kLimits,   knob::kIterations, knob::kTolerance,    knob::kTimeStep,
  };
  return kShared;
}

namespace {

bool is_shared(const Params::value_type& param) { return find_shared_knob(param.first) != nullptr; }

/// The default of a knob with that method; empty if the method lacks it.
std::optional<double> usual_of(const Knob& knob, const ik::MethodInfo& method) {
  if (!knob.may_be_unset()) return knob.given(Settings());
  if (knob.of_method != nullptr) return knob.of_method(method) * knob.scale;
  return ik::get_param(method.create(), knob.name);
}

}  // namespace

std::optional<double> Knob::given(const Settings& settings) const {
  if (by_name) return settings.number(name);
  if (may_be_unset()) {
    const std::optional<double> value = settings.param(name);
    return value ? std::optional(*value * scale) : std::nullopt;
  }
  const auto read = [&settings](auto of) -> double {
    if constexpr (std::is_same_v<decltype(of), std::monostate>) {
      return 0.0;
    } else {
      return static_cast<double>(settings.*of);
    }
  };
  return std::visit(read, member);
}

double Knob::in_force(const Settings& settings) const {
  return given(settings).value_or(usual.value_or(min));
}

bool Knob::is_set(const Settings& settings) const {
  const std::optional<double> value = given(settings);
  if (!usual || !value) return false;
  return (may_be_unset() && !is_own) || value != usual;
}

void Knob::set(Settings& settings, std::optional<double> value) const {
  if (by_name) return settings.set_number(name, value.value_or(0.0));
  if (may_be_unset()) {
    return settings.set_param(name, value ? std::optional(*value * (1.0 / scale)) : std::nullopt);
  }
  const auto write = [&settings, &value](auto of) {
    if constexpr (!std::is_same_v<decltype(of), std::monostate>) {
      auto& place = settings.*of;
      const auto now = value.value_or(static_cast<double>(Settings().*of));
      // a switch is on for every value but 0
      place = static_cast<std::remove_reference_t<decltype(place)>>(now);
    }
  };
  std::visit(write, member);
}

SolverCall Knob::solver_call(const Settings& settings) const {
  if (solver != nullptr) return solver(settings);
  if (!may_be_unset()) return std::monostate();
  return SolverNumber{name, in_force(settings), unit};
}

std::vector<Knob> knobs(const ik::MethodInfo& method) {
  std::vector<Knob> list;
  for (const Knob& shared : shared_knobs()) {
    list.push_back(shared);
    list.back().usual = usual_of(shared, method);
  }
  method.create().visit([&list](const ik::Knob& row, ik::KnobValue value) {
    if (find_shared_knob(row.name) != nullptr) return;
    list.push_back(
        {row, {.is_own = true, .usual = ik::number_of(value), .batch = BatchUse::kOneEach}});
  });
  return list;
}

const Knob* find_shared_knob(std::string_view name) {
  std::string hyphened(name);
  std::ranges::replace(hyphened, '_', '-');
  const auto found = std::ranges::find(shared_knobs(), hyphened, &Knob::name);
  return found == shared_knobs().end() ? nullptr : &*found;
}

std::optional<Knob> find_knob(const ik::MethodInfo& method, std::string_view name) {
  const Knob* shared = find_shared_knob(name);
  for (const Knob& knob : knobs(method)) {
    if (shared != nullptr ? std::string_view(knob.name) == shared->name : knob.is_named(name))
      return knob;
  }
  return std::nullopt;
}

std::optional<Knob> find_param(const ik::MethodInfo& method, std::string_view name) {
  for (const Knob& knob : knobs(method)) {
    const bool is_param = knob.may_be_unset() && knob.of_method == nullptr;
    if (is_param && knob.usual && knob.is_named(name)) return knob;
  }
  return std::nullopt;
}

Settings shared_settings(Settings settings) {
  std::erase_if(settings.params, std::not_fn(is_shared));
  return settings;
}

Params own_params(const Settings& settings) {
  Params own = settings.params;
  std::erase_if(own, is_shared);
  return own;
}

double angle_cap(const Settings& settings, const ik::MethodInfo& method) {
  return settings.param(knob::kMaxAngle.name).value_or(method.max_angle);
}

Settings settings_in_force(const Settings& settings, const ik::MethodInfo& info) {
  Settings result = settings;
  result.set_param(knob::kDamping.name,
                   ik::get_param(make_method(info, settings), knob::kDamping.name));
  result.set_param(knob::kMaxAngle.name, angle_cap(settings, info));
  return result;
}

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

double Settings::number(std::string_view name) const {
  const auto known = numbers.find(name);
  return known == numbers.end() ? 0.0 : known->second;
}

void Settings::set_number(std::string_view name, double value) {
  if (value != 0.0) {
    numbers.insert_or_assign(std::string(name), value);
  } else if (const auto known = numbers.find(name); known != numbers.end()) {
    numbers.erase(known);
  }
}

void Settings::set_params(const Params& values) {
  for (const auto& [name, value] : values) params.insert_or_assign(name, value);
}

ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings) {
  ik::AnyMethod method = info.create();
  for (const auto& [name, value] : settings.params) ik::set_param(method, name, value);
  return method;
}

}  // namespace lab
