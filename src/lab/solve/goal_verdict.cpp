#include "lab/solve/goal_verdict.h"

#include <algorithm>
#include <utility>

#include "lab/body/goals.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene_solver.h"
#include "lab/solve/reach_summary.h"

namespace lab {
namespace {

/// The body in force in the order given, with the weights of joints as they are now. Joints begin
/// where the lane's are: frozen ones stay there.
ik::Multibody given_body(const StandingLane& lane) {
  const ik::Multibody& body = *lane.multibody;
  std::vector<ik::Joint> joints = given_joints(body);
  for (int j = 0; j < body.joint_count(); ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(body.given_index(j))];
    joint.initial = lane.theta[j];
    if (lane.mobility.empty()) continue;
    const double mobility = lane.mobility[static_cast<std::size_t>(j)];
    joint.weight = mobility * mobility;
  }
  return {std::move(joints), given_effectors(body)};
}

}  // namespace

GoalVerdict verdict_on_goals(const StandingLane& lane, std::function<bool()> give_up) {
  ik::Solver solver(given_body(lane));
  if (!lane.keeps_limits()) solver.set_limits(LimitRule::kIgnore);
  set_goal_weights(lane.weights, solver);
  set_goals(lane.targets, lane.aims, solver);
  GoalVerdict verdict;
  verdict.report = solver.solve({.give_up = std::move(give_up)});
  verdict.sentence = not_reached_in_words(verdict.report, solver);
  return verdict;
}

std::string end_in_words(const Convergence& convergence, const GoalVerdict& goals) {
  const std::vector<double>& errors = convergence.errors;
  const double tolerance = ik::Stop().error;
  const auto met =
      std::ranges::find_if(errors, [tolerance](double error) { return error <= tolerance; });
  const auto updates = met - errors.begin();
  const auto after = [](long count) {
    return "reached after " + std::to_string(count) + (count == 1 ? " update" : " updates");
  };
  if (met != errors.end() && errors.back() <= tolerance) return after(updates);
  std::string left = "|e| = " + brief_number(errors.back()) + " m is left";
  if (!goals.sentence.empty()) return left;
  return "not " + after(static_cast<long>(errors.size()) - 1) + "; " + left;
}

}  // namespace lab
