#include "lab/scene/settings.h"

#include <algorithm>
#include <cmath>

#include "ik/body/layout.h"
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

std::string if_so(bool so, const char* text) { return so ? text : ""; }

std::optional<double> own_lambda(const ik::MethodInfo& method) {
  return ik::get_param(method.make(), kLambdaParam);
}

const SettingInfo kSettings[] = {
    {.name = "lambda",
     .label = "Damping λ",
     .unit = "m/rad",
     .min = 1e-3,
     .max = 10.0,
     .logarithmic = true,
     .help = "Damping λ of damped least squares. Small follows closely and shakes near "
             "singularities; large is calm and slow. Where the error is least it often shakes "
             "already: then λ has to be raised (Buss 2009, sections 5 and 8).",
     .synonyms = "damping factor, regularisation, regularization",
     .get = [](const Settings& s) { return s.param(kLambdaParam).value_or(kUnset); },
     .set = [](Settings& s, double x) { s.set_param(kLambdaParam, set_or_empty(x, 1.0)); },
     .own = own_lambda,
     .lanes = LaneUse::kOneEach,
     .solver = [](const Settings& s) -> SolverCall {
       return SolverNumber{"lambda", s.param(kLambdaParam).value_or(kUnset), "m/rad"};
     },
     .unused =
         [](const SettingUse& use) {
           return own_lambda(use.method) ? std::string()
                                         : std::string(use.method.label) + " has no damping λ.";
         },
     .words =
         [](const Settings& s) {
           const std::optional<double> lambda = s.param(kLambdaParam);
           return unless(!lambda, "λ ", lambda.value_or(0.0));
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
     .half_link = true,
     .solver = [](const Settings& s) -> SolverCall {
       return SolverNumber{"d-max", s.d_max, "m"};
     },
     .words =
         [](const Settings& s) {
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
     .needs = "d-max",
     .unused =
         [](const SettingUse& use) {
           return if_so(use.settings.d_max == kOff,
                        "D_max is off: there is nothing to adapt. "
                        "Switch Clamp D_max on first.");
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
     .solver = [](const Settings& s) -> SolverCall { return s.jacobian; },
     .words =
         [](const Settings& s) {
           return if_so(s.jacobian == ik::JacobianKind::kTarget, "Jacobian at the target");
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
     .get = [](const Settings& s) { return s.param(kMaxAngleParam).value_or(kUnset) * kDegrees; },
     .set = [](Settings& s,
               double x) { s.set_param(kMaxAngleParam, set_or_empty(x, 1.0 / kDegrees)); },
     .own = [](const ik::MethodInfo& method) { return std::optional(method.max_angle * kDegrees); },
     .lanes = LaneUse::kOneEach,
     .solver = [](const Settings& s) -> SolverCall {
       return SolverNumber{"angle-cap", s.param(kMaxAngleParam).value_or(kUnset), "rad in a step"};
     },
     .unused =
         [](const SettingUse& use) {
           return if_so(!has_angle(use.multibody), "No joint of this body turns.");
         },
     .words =
         [](const Settings& s) {
           const std::optional<double> cap = s.param(kMaxAngleParam);
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
     .solver = [](const Settings& s) -> SolverCall {
       return SolverNumber{"slide-cap", s.max_slide, "m in a step"};
     },
     .unused =
         [](const SettingUse& use) {
           return if_so(use.multibody.layout().all_angular,
                        "No joint of this body is prismatic: nothing slides.");
         },
     .words =
         [](const Settings& s) {
           return unless(s.max_slide == kOff, "slide cap ", s.max_slide, " m");
         }},
    {.name = "aim-weight",
     .label = "Aim weight",
     .unit = "",
     .min = 0.001,
     .max = 100.0,
     .logarithmic = true,
     .help = "How much the squared errors of directions and orientations count beside those of "
             "positions, as a factor on the weights of the scene. 0 ignores the aims (Buss 2009, "
             "section 1).",
     .synonyms = "orientation, rotation, direction, pointing",
     .get = [](const Settings& s) { return s.aim_weight; },
     .set = [](Settings& s, double x) { s.aim_weight = x; },
     .lanes = LaneUse::kOneAll,  // nothing aims there
     .crowds = false,            // nor there
     .solver = [](const Settings& s) -> SolverCall {
       return LeftToProgram{"call set_weight(effector, 1.0, " + short_number(s.aim_weight) +
                            ") for each effector that aims"};
     },
     .unused =
         [](const SettingUse& use) {
           return if_so(use.multibody.aim_count() == 0, "No effector of this body aims.");
         },
     .words =
         [](const Settings& s) {
           return unless(s.aim_weight == 1.0, "aim weight ", s.aim_weight);
         }},
    {.name = "lead",
     .label = "Lead",
     .unit = "steps",
     .max = 20.0,
     .help =
         "Methods see the targets this number of time steps ahead, extrapolated by their "
         "velocity: that makes up for the lag of damping. Targets that jump are not extrapolated "
         "(Buss 2009, section 2, on tracking velocities; Whitney 1969).",
     .synonyms = "prediction, look ahead, feedforward, lag, latency",
     .get = [](const Settings& s) { return s.lead; },
     .set = [](Settings& s, double x) { s.lead = x; },
     .lanes = LaneUse::kOneAll,
     .crowds = false,
     .words = [](const Settings& s) { return unless(!(s.lead > 0.0), "lead ", s.lead); }},
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
     .solver = [](const Settings& s) -> SolverCall { return s.limits; },
     .words =
         [](const Settings& s) {
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
     .solver = [](const Settings& s) -> SolverCall {
       return LeftToProgram{"call step() " + std::to_string(s.iterations) +
                            " times for each new target"};
     },
     .words =
         [](const Settings& s) {
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
     .help = "Skips the remaining updates of a time step once every error is below this "
             "(Buss 2009, section 2, on iterating to convergence).",
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
     .lanes = LaneUse::kOneAll,
     // a program calls step() when it wants
     .solver = [](const Settings&) -> SolverCall { return LeftToProgram{}; }},
};

}  // namespace

std::span<const SettingInfo> settings() { return kSettings; }

}  // namespace lab
