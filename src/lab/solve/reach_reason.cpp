#include "lab/solve/reach_reason.h"

#include <cmath>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// A joint by name, or by number if it has none.
std::string joint_in_words(const ik::Joint& joint, int given) {
  return joint.name.empty() ? "joint " + std::to_string(given) : "joint \"" + joint.name + "\"";
}

/// The limit of a joint, the nearer one if it stands there, and what it is worth.
std::string limit_in_words(const ik::Solver& solver, int given, double gain) {
  const ik::Multibody& body = solver.multibody();
  const ik::Joint& joint = body.joint(body.solver_index(given));
  const double at = solver.theta()[given];
  const double limit =
      std::abs(joint.upper - at) < std::abs(at - joint.lower) ? joint.upper : joint.lower;
  constexpr double kAtLimit = 1e-9;  // rad or m
  const bool stands = std::abs(at - limit) <= kAtLimit;
  const std::string which = stands ? "limit of " + joint_in_words(joint, given) + ", " +
                                         brief_number(limit) +
                                         (ik::is_angular(joint.type) ? " rad" : " m") + ","
                                   : "limits of " + joint_in_words(joint, given);
  if (gain >= 1.0) return "without the " + which + " a pose reaches";
  return "without the " + which + " the error is " + brief_number(std::floor(100.0 * gain)) +
         " % smaller";
}

std::string proof_in_words(ik::Proof proof) {
  switch (proof) {
    case ik::Proof::kDistance:
      return "a goal is out of reach: farther from the root than the links are long, or nearer to "
             "it than they can fold";
    case ik::Proof::kPlace:
      return "a goal is out of reach: no joint ever moves its effector in a direction in which the "
             "goal is away";
    case ik::Proof::kTurn:
      return "a goal is out of reach: all joints of its effector turn about one axis, and the "
             "wanted aim needs another one";
    case ik::Proof::kNone:
      break;
  }
  return {};
}

std::string starts_in_words(int count) {
  return std::to_string(count) + (count == 1 ? " start" : " starts");
}

/// "0.0123 m and 0.4 rad are left".
std::string left_in_words(const ik::Report& report, const ik::Solver& solver) {
  std::string text = brief_number(report.error) + " m";
  if (solver.multibody().aim_count() > 0) {
    text += " and " + brief_number(report.aim_error) + " rad";
  }
  return text + " are left";
}

}  // namespace

std::string why_not_reached(const ik::Report& report) {
  if (report.outcome == ik::Outcome::kReached) return {};
  if (report.outcome == ik::Outcome::kNotFinite) return "a goal is not finite";
  if (report.outcome == ik::Outcome::kInvalidAim) return "a wanted orientation is no rotation";
  switch (report.verdict) {
    case ik::Verdict::kProven:
      return proof_in_words(report.proof);
    case ik::Verdict::kSearched:
      if (report.starts == 1) return "the one start does not reach";
      return "none of " + starts_in_words(report.starts) + " reaches";
    case ik::Verdict::kReached:
    case ik::Verdict::kUnfinished:
      break;
  }
  return std::string(report.given_up ? "it was stopped" : "the updates ended") + " after " +
         std::to_string(report.attempts) + " of " + starts_in_words(report.starts);
}

std::string why_not_reached(const ik::Report& report, const ik::Solver& solver) {
  std::string text = why_not_reached(report);
  const bool searched = !text.empty() && report.verdict == ik::Verdict::kSearched;
  if (searched && report.joint >= 0) {
    text += "; " + limit_in_words(solver, report.joint, report.gain);
  }
  return text;
}

std::string not_reached_in_words(const ik::Report& report, const ik::Solver& solver) {
  const std::string why = why_not_reached(report, solver);
  return why.empty() ? why : "not reached: " + why + "; " + left_in_words(report, solver);
}

}  // namespace lab
