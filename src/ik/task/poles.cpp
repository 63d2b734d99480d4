#include "ik/task/poles.h"

#include "ik/body/swivel.h"
#include "ik/simd/check.h"

namespace ik {
namespace {

Vec<double> vec_at(const Eigen::Vector3d& v) { return vec<double>(v.x(), v.y(), v.z()); }

}  // namespace

Poles::Poles(const Multibody& multibody) {
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const std::optional<Limb> limb = Limb::of(multibody, i);
    if (!limb) continue;
    const Joint& first = multibody.joint(limb->joints[0]);
    const double at = limb->axes[0].dot(limb->centre - first.parent_from_joint.translation());
    limbs.push_back(
        {.limb = *limb, .effector = i, .socket = first.parent, .centre_at = limb->ball ? at : 0.0});
  }
}

LimbPole* Poles::find(int effector) {
  for (LimbPole& one : limbs) {
    if (one.effector == effector) return &one;
  }
  return nullptr;
}
const LimbPole* Poles::find(int effector) const {
  for (const LimbPole& one : limbs) {
    if (one.effector == effector) return &one;
  }
  return nullptr;
}

LimbPole& Poles::limb_of(const Multibody& multibody, int effector) {
  if (LimbPole* const found = find(checked("effector", effector, multibody.effector_count()))) {
    return *found;
  }
  throw std::invalid_argument(titled("effector", multibody.effector(effector).name, effector) +
                              " is not at the end of a limb of two bones");
}

void Poles::turn(const Problem& problem, VectorX& dtheta) const {
  const Pose& pose = problem.pose;
  for (const LimbPole& one : limbs) {
    if (!one.limb.ball || one.pole.isZero(0.0)) continue;
    bool is_free = true;
    for (const int j : one.limb.joints) is_free = is_free && problem.mobility_of(j) > 0.0;
    if (!is_free) continue;
    const auto [first, second, third, elbow] = one.limb.joints;
    Eigen::Vector3d pole = one.pole;
    if (one.socket >= 0) pole = pose.world_from_joint(one.socket).linear() * pole;
    const Eigen::Vector3d axis = pose.axis.col(first);
    const SwivelTurns<double> turns =
        swivel<double>({.first = vec_at(axis),
                        .second = vec_at(pose.axis.col(second)),
                        .third = vec_at(pose.axis.col(third)),
                        .centre = vec_at(pose.origin.col(first) + one.centre_at * axis),
                        .elbow = vec_at(pose.origin.col(elbow)),
                        .tip = vec_at(pose.effector.col(one.effector)),
                        .hinge = vec_at(pose.axis.col(elbow)),
                        .pole = vec_at(pole)});
    dtheta[first] += turns.first;
    dtheta[second] += turns.second;
    dtheta[third] += turns.third;
  }
}

Eigen::Vector3d unit_pole(const Eigen::Vector3d& pole) {
  if (!pole.allFinite()) throw std::invalid_argument("a pole must be finite");
  return pole.stableNormalized();
}

}  // namespace ik
