#include "ik/methods/ccd.h"

#include <algorithm>
#include <numbers>

#include "ik/methods/joint_optimum.h"
#include "ik/task/limits.h"
#include "ik/task/objective.h"

namespace ik {

void Ccd::step(const Problem& problem, Workspace& w) const {
  const Multibody& multibody = problem.multibody;
  // axes stay those of the first pose: a joint comes after all that it moves, before all that move
  // it
  if (!problem.held.empty()) try_step(problem, w.dtheta, 0.0, w);
  const Pose& pose = problem.held.empty() ? problem.pose : w.trial;
  Bearings& bearings = w.memory<Bearings>();
  take_bearings(problem, pose, bearings);

  double freest = 1.0;
  if (!problem.mobility.empty()) {
    freest = *std::max_element(problem.mobility.begin(), problem.mobility.end());
  }
  for (int j = multibody.joint_count() - 1; j >= 0; --j) {
    const Joint& joint = multibody.joint(j);
    const double mobility = problem.mobility_of(j);
    if (mobility == 0.0 || multibody.effectors_of(j).empty()) continue;

    const double cap = is_angular(joint.type) ? std::min(max_turn, std::numbers::pi) : max_slide;
    const double lower = allowed_step(joint, pose.theta[j], -cap);
    const double upper = allowed_step(joint, pose.theta[j], cap);
    const JointObjective f = joint_objective(multibody, j, pose, bearings);
    const double share = mobility / freest;
    const double move = share * share * f.minimum(lower, upper);
    if (!(f(move) < 0.0)) continue;
    w.dtheta[j] = move / mobility;
    move_bearings(multibody, j, pose, move, bearings);
  }
}

}  // namespace ik
