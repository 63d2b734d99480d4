#include "lab/solve/reach_reason.h"

#include <cmath>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// The limit at which a joint stands: the nearer one.
std::string limit_in_words(const ik::Solver& solver, int given) {
  const ik::Multibody& body = solver.multibody();
  const ik::Joint& joint = body.joint(body.solver_index(given));
  const double at = solver.theta()[given];
  const double limit =
      std::abs(joint.upper - at) < std::abs(at - joint.lower) ? joint.upper : joint.lower;
  return "the limit of joint \"" + joint.name + "\", " + brief_number(limit) +
         (ik::is_angular(joint.type) ? " rad" : " m") + ", holds the closest pose back";
}

}  // namespace

std::string why_not_reached(const ik::Report& report, const ik::Solver& solver) {
  if (report.outcome == ik::Outcome::kReached) return {};
  if (report.outcome == ik::Outcome::kNotFinite) return "a goal is not finite";
  if (report.outcome == ik::Outcome::kInvalidAim) return "a wanted orientation is no rotation";
  switch (report.reason) {
    case ik::Reason::kOutOfReach:
      return "a goal is out of reach: farther from the root than the links are long, or nearer to "
             "it than they can fold";
    case ik::Reason::kLimit:
      return limit_in_words(solver, report.joint);
    case ik::Reason::kSingular:
      return "the closest pose is singular: no joint moves towards the goals";
    case ik::Reason::kLocalMinimum:
      return "the closest pose found is a local minimum of the error: no joint brings it nearer";
    case ik::Reason::kUpdates:
      return "all updates are used up";
    case ik::Reason::kGivenUp:
      return "it was stopped";
    case ik::Reason::kNone:
      break;
  }
  return "one attempt from the start did not suffice, and there are no restarts";
}

std::string left_in_words(const ik::Report& report, const ik::Solver& solver) {
  std::string text = brief_number(report.error) + " m";
  if (solver.multibody().aim_count() > 0) {
    text += " and " + brief_number(report.aim_error) + " rad";
  }
  return text + " are left";
}

}  // namespace lab
