#include "lab/track/pull.h"

#include "ik/body/joint.h"
#include "ik/methods/dls.h"
#include "ik/task/limits.h"

namespace lab {
namespace {

constexpr double kShare = 0.1;     // damping as a share of |J|: avoids jumps for a few more updates
constexpr double kThere = 1e-6;    // distance that counts as arrived, as a share of |J|
constexpr double kMinStep = 1e-5;  // rad or m; a shorter step ends the updates
constexpr double kFirstCap = 0.3;  // angle cap of the first update, rad

}  // namespace

Eigen::Vector3d pulled_point(const ik::Pose& pose, const Pull& pull) {
  return pose.world_from_joint(pull.joint) * pull.point;
}

Hand::Hand(const ik::Multibody& multibody, const Pull& pull) : pull_(pull) {
  const auto joints = multibody.joints();
  held_ =
      std::make_shared<ik::Multibody>(std::vector<ik::Joint>(joints.begin(), joints.end()),
                                      std::vector<ik::Effector>{{"hand", pull.joint, pull.point}});
}

void Hand::take(const ik::Multibody& multibody, const Pull& pull) {
  if (pull.joint == pull_.joint && pull.point == pull_.point) {
    pull_ = pull;
  } else {
    *this = Hand(multibody, pull);
  }
}

bool Hand::draw(const ik::Multibody& multibody, ik::Pose& pose, std::span<const double> mobility,
                bool limited) const {
  if (!pose.theta.allFinite() || !pull_.to.allFinite()) return false;
  // both bodies have the joints in the same order, so theta is the same
  ik::Pose trial;
  trial.theta = pose.theta;
  ik::forward_kinematics(*held_, trial);
  ik::Workspace w;
  double error = ik::length(pull_.to - trial.effector.col(0));
  ik::VectorX best = trial.theta;
  double cap = kFirstCap;
  for (int i = 0; i < kUpdates; ++i) {
    ik::Problem problem{*held_, trial, {&pull_.to, 1}};
    problem.mobility = mobility;
    w.begin(problem);
    const double size = w.jacobian(problem).norm();
    if (!w.finite(problem) || !(error > kThere * size)) break;
    ik::AnyMethod(ik::Dls{kShare * size}).step(problem, w);
    ik::clamp_max_angle(*held_, cap, w.dtheta);
    if (limited) ik::clamp_to_limits(*held_, trial.theta, w.dtheta);
    trial.theta += w.dtheta;
    ik::forward_kinematics(*held_, trial);
    const double now = ik::length(pull_.to - trial.effector.col(0));
    const bool closer = now < error;
    if (closer) {
      best = trial.theta;
      error = now;
    } else {
      // the step overshot the closest pose
      trial.theta = best;
      ik::forward_kinematics(*held_, trial);
      cap *= 0.5;
    }
    if ((closer ? w.dtheta.norm() : cap) < kMinStep) break;
  }
  if (best == pose.theta) return false;
  pose.theta = best;
  ik::forward_kinematics(multibody, pose);
  return true;
}

}  // namespace lab
