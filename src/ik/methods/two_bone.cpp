#include "ik/methods/two_bone.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/methods/dls.h"
#include "ik/task/jacobian.h"
#include "ik/task/objective.h"
#include "ik/task/poles.h"

namespace ik {
namespace {

using Eigen::Vector3d;

/// Directions shorter than this, as a share of their parts, are rounding.
constexpr double kNoDirection = 1e-12;

/// The angle in [-pi, pi] that differs from this one by whole turns.
double nearest_turn(double angle) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return angle - kTurn * std::floor(angle / kTurn + 0.5);
}

/// Sine of the sum of a constant angle and theta_j.
double sine_of_sum(const SineCosine& constant, const Pose& pose, int j) {
  return constant.sine * pose.cosine[j] + constant.cosine * pose.sine[j];
}

/// A limb's task in the frame of its socket.
struct LimbTask {
  Vector3d goal;   ///< from the shoulder to the target, m
  Vector3d now;    ///< from the shoulder to the effector, m
  Vector3d hinge;  ///< the elbow's present axis
  Vector3d pole;   ///< 0: none
};

/// Turns of a limb's joints, and whether they reach the target.
struct LimbTurns {
  std::array<double, 4> turns{};  ///< rad, in the order of Limb::joints
  bool reaches = false;
};

/// The triangle of the bones for a distance D in their plane.
struct LimbTriangle {
  double sine, cosine;  ///< psi >= 0
  double psi;           ///< rad
  bool exact;           ///< its third side is D
};

LimbTriangle triangle(const Limb& limb, double soften, double distance) {
  const double reach = limb.a + limb.b;
  const double soft = soften * reach;
  double side = distance;
  if (distance > soft && soft < reach) {
    side = soft + (reach - soft) * (1.0 - exponential((soft - distance) / (reach - soft)));
  }
  side = std::clamp(side, std::abs(limb.a - limb.b), reach);
  // half-angle tangent: the arc cosine is inexact near the straight limb
  const double open = std::max(0.0, (reach - side) * (reach + side));
  const double shut = std::max(0.0, (side - limb.a + limb.b) * (side + limb.a - limb.b));
  const double product = 4.0 * limb.a * limb.b;
  return {.sine = 2.0 * std::sqrt(open * shut) / product,
          .cosine = (shut - open) / product,
          .psi = 2.0 * arctangent(std::sqrt(open), std::sqrt(shut)),
          .exact = std::abs(side - distance) <= kNoDirection * reach};
}

/// Whether psi is to be positive: the present side, unless only the other is within the limits.
bool bends_forward(const Multibody& multibody, const Limb& limb, double now, bool forward,
                   double psi) {
  const Joint& elbow = multibody.joint(limb.elbow());
  if (elbow.lower == -kUnlimited && elbow.upper == kUnlimited) return forward;
  const auto allowed = [&](double angle) {
    const double to = now + nearest_turn(angle - limb.bend - now);
    return to >= elbow.lower && to <= elbow.upper;
  };
  const double chosen = forward ? psi : -psi;
  return !allowed(chosen) && allowed(-chosen) ? !forward : forward;
}

/// The elbow's turn to an angle, the shorter way round. Where that way ends beyond a limit and the
/// other way less far beyond one, the other way: a limb that cannot fold entirely folds as far as
/// it goes.
double elbow_turn(const Joint& elbow, double now, double angle) {
  const double shorter = nearest_turn(angle - now);
  const double other = shorter + (shorter > 0.0 ? -2.0 : 2.0) * std::numbers::pi;
  const auto beyond = [&](double turn) {
    return std::max({0.0, elbow.lower - (now + turn), now + turn - elbow.upper});
  };
  return beyond(other) < beyond(shorter) ? other : shorter;
}

/// Sets the turns of a ball joint to the rotation R of the upper arm, the identity at theta = 0.
void turn_ball(const Limb& limb, const Pose& pose, const Eigen::Matrix3d& R, LimbTurns& result) {
  const auto& [first, second, third] = limb.axes;
  const Vector3d side = second.cross(first);
  const Vector3d tip = R * third;
  const auto now = [&](std::size_t i) { return pose.theta[limb.joints[i]]; };
  // tip = cos first + sin (cos(theta_1) side + sin(theta_1) second), of the angle swing + theta_2
  const double sign = sine_of_sum(limb.of_swing, pose, limb.joints[1]) < 0.0 ? -1.0 : 1.0;
  const double x = sign * tip.dot(side);
  const double y = sign * tip.dot(second);
  const double away = std::sqrt(x * x + y * y);
  double c = pose.cosine[limb.joints[0]];
  double s = pose.sine[limb.joints[0]];
  if (away > kNoDirection) {  // else the first and third axes coincide, and the first stays
    c = x / away;
    s = y / away;
    result.turns[0] = nearest_turn(arctangent(y, x) - now(0));
  }
  const double swung = arctangent(sign * away, tip.dot(first));
  result.turns[1] = nearest_turn(swung - limb.swing - now(1));
  const Vector3d turned = c * second - s * side;
  const Vector3d wanted = R * second;
  result.turns[2] =
      nearest_turn(arctangent(wanted.dot(tip.cross(turned)), wanted.dot(turned)) - now(2));
}

LimbTurns solve_limb(const Multibody& multibody, const Pose& pose, const Limb& limb,
                     const LimbTask& task, double soften) {
  LimbTurns result;
  const double way = length(task.goal);
  const double height = limb.ball ? limb.along : task.goal.dot(limb.hinge);
  const double distance = std::sqrt(std::max(0.0, (way - height) * (way + height)));
  const LimbTriangle bones = triangle(limb, soften, distance);
  const double reach = limb.a + limb.b;
  const double missed = limb.ball ? std::max(0.0, std::abs(limb.along) - way) : height - limb.along;
  result.reaches = bones.exact && std::abs(missed) <= kFileRounding * reach;

  const double elbow = pose.theta[limb.elbow()];
  bool forward = sine_of_sum(limb.of_bend, pose, limb.elbow()) >= 0.0;
  if (!limb.ball) {
    const double towards = task.pole.dot(task.goal.cross(limb.hinge));
    if (std::abs(towards) > kNoDirection * way) forward = towards > 0.0;
  }
  forward = bends_forward(multibody, limb, elbow, forward, bones.psi);
  const double sign = forward ? 1.0 : -1.0;
  const auto last = static_cast<std::size_t>(limb.shoulder_joints());
  result.turns[last] =
      elbow_turn(multibody.joint(limb.elbow()), elbow, sign * bones.psi - limb.bend);

  // the effector at theta = 0 of the shoulder, in the bones' plane
  const double x = limb.a + limb.b * bones.cosine;
  const double y = sign * limb.b * bones.sine;
  const double nothing = kNoDirection * reach;
  if (!(x * x + y * y > nothing * nothing) || !(distance > nothing)) {
    return result;  // the effector is at the shoulder: any direction serves
  }
  if (!limb.ball) {
    const double bearing =
        arctangent(limb.across.dot(task.goal), limb.upper.dot(task.goal)) - arctangent(y, x);
    const double axis = limb.axes[0].dot(limb.hinge) > 0.0 ? 1.0 : -1.0;
    result.turns[0] = nearest_turn(axis * bearing - pose.theta[limb.joints[0]]);
    return result;
  }

  const Vector3d goal = task.goal / way;
  Vector3d hinge = without(task.hinge, goal);
  const Vector3d bent = without(task.pole, goal);
  if (bent.norm() > kNoDirection) hinge = sign * bent.cross(goal);
  if (!(hinge.norm() > kNoDirection)) hinge = without(task.now, goal);
  if (!(hinge.norm() > kNoDirection * reach)) hinge = goal.unitOrthogonal();
  hinge.normalize();
  const Vector3d tip = x * limb.upper + y * limb.across + limb.along * limb.hinge;
  const Vector3d from = tip.normalized();
  const Vector3d plane = without(limb.hinge, from).normalized();
  Eigen::Matrix3d to, at;
  to << goal, hinge, goal.cross(hinge);
  at << from, plane, from.cross(plane);
  turn_ball(limb, pose, to * at.transpose(), result);
  return result;
}

/// The task of a limb. The target is the effector plus its error, which D_max clamps.
LimbTask task_of(const Problem& problem, int effector, const Limb& limb, const Vector3d& pole) {
  const Pose& pose = problem.pose;
  const Vector3d at = pose.effector.col(effector);
  const Vector3d error = clamp_mag(goal_error(problem, effector), problem.limit_of(effector));
  const LimbPole* const known = problem.poles == nullptr ? nullptr : problem.poles->find(effector);
  const Vector3d* const own = known == nullptr || known->pole.isZero(0.0) ? nullptr : &known->pole;
  const int socket = problem.multibody.joint(limb.joints[0]).parent;
  if (socket < 0) {
    const Vector3d now = at - limb.centre;
    return {.goal = now + error,
            .now = now,
            .hinge = pose.axis.col(limb.elbow()),
            .pole = own != nullptr ? *own : pole};
  }
  const Isometry world_from_socket = pose.world_from_joint(socket);
  const Eigen::Matrix3d turn = world_from_socket.linear().transpose();
  const Vector3d shoulder = world_from_socket * limb.centre;
  return {.goal = turn * (at + error - shoulder),
          .now = turn * (at - shoulder),
          .hinge = turn * pose.axis.col(limb.elbow()),
          .pole = own != nullptr ? *own : turn * pole};
}

/// Finds the limbs of a body that was not known yet.
void know(const Multibody& multibody, TwoBone::Memory& m) {
  // the copy shares the body's layout, so that no other body can have its address
  if (m.body && &m.body->layout() == &multibody.layout()) return;
  m.body = multibody;
  m.limbs.clear();
  for (int i = 0; i < multibody.effector_count(); ++i) m.limbs.push_back(Limb::of(multibody, i));
  m.moved.resize(multibody.joint_count());
}

bool is_free(const Problem& problem, const Limb& limb) {
  for (int i = 0; i < limb.joint_count(); ++i) {
    if (problem.mobility_of(limb.joints[static_cast<std::size_t>(i)]) == 0.0) return false;
  }
  return true;
}

}  // namespace

void TwoBone::step(const Problem& problem, Workspace& w) const {
  const Multibody& multibody = problem.multibody;
  Memory& m = w.memory<Memory>();
  know(multibody, m);
  m.moved.setZero();
  const Vector3d pole(pole_x, pole_y, pole_z);

  bool left = false;  // some target is left to the damped step
  for (int i = 0; i < multibody.effector_count(); ++i) {
    if (problem.root_weight(i) == 0.0) continue;
    const std::optional<Limb>& limb = m.limbs[static_cast<std::size_t>(i)];
    if (!limb || !is_free(problem, *limb)) {
      left = true;
      continue;
    }
    const LimbTurns found =
        solve_limb(multibody, problem.pose, *limb, task_of(problem, i, *limb, pole), soften);
    if (!found.reaches && !limb->alone) left = true;
    for (int k = 0; k < limb->joint_count(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      m.moved[limb->joints[at]] = found.turns[at] / problem.mobility_of(limb->joints[at]);
    }
  }
  if (left) {
    DlsError{}.step(problem, w);
    w.dtheta *= trial_share(problem, w.dtheta);
  }
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const std::optional<Limb>& limb = m.limbs[static_cast<std::size_t>(i)];
    if (!limb || !is_free(problem, *limb) || (left && !limb->alone)) continue;
    for (int k = 0; k < limb->joint_count(); ++k) {
      const int j = limb->joints[static_cast<std::size_t>(k)];
      w.dtheta[j] = m.moved[j];
    }
  }
}

}  // namespace ik
