#include "lab/body/reach_trial.h"

#include <algorithm>
#include <cmath>

#include "lab/body/goals.h"
#include "lab/scene/knobs.h"

namespace lab {
namespace {

bool is_endless(const ik::Joint& joint, ik::JointType type) {
  return joint.type == type && joint.lower <= -ik::kUnlimited && joint.upper >= ik::kUnlimited;
}

/// The length of the links from joint `first` to the effector, plus the travel of slides with
/// limits, m.
double length_from(const ik::Multibody& multibody, int effector, int first) {
  const ik::Effector& hand = multibody.effector(effector);
  double length = hand.offset.norm();
  for (int j = hand.joint; j >= first; j = multibody.joint(j).parent) {
    const ik::Joint& joint = multibody.joint(j);
    if (joint.parent >= first) length += joint.parent_from_joint.translation().norm();
    const double travel = joint.upper - joint.lower;
    if (joint.type == ik::JointType::kPrismatic && std::isfinite(travel)) length += travel;
  }
  return length;
}

/// The slides without limits at the root, with the hinges of a base that is free in space or in a
/// plane.
int free_base_joints(const ik::Multibody& multibody) {
  const auto endless_from = [&multibody](int from, ik::JointType type) {
    int j = from;
    for (; j < multibody.joint_count(); ++j) {
      const ik::Joint& joint = multibody.joint(j);
      if (joint.parent != j - 1 || joint.leader >= 0 || !is_endless(joint, type)) break;
    }
    return j - from;
  };
  const int slides = endless_from(0, ik::JointType::kPrismatic);
  const int turns = endless_from(slides, ik::JointType::kRevolute);
  const int own = slides == 3 && turns >= 3 ? 3 : slides == 2 && turns >= 1 ? 1 : 0;
  // at least one joint of the body must remain
  return slides + own < multibody.joint_count() ? slides + own : 0;
}

/// Whether joints j to j + 2 are a ball joint without limits that carries every effector.
bool is_common_ball(const ik::Multibody& multibody, int j) {
  constexpr int kHinges = 3;
  if (j + kHinges > multibody.joint_count()) return false;
  for (int i = j; i < j + kHinges; ++i) {
    const ik::Joint& joint = multibody.joint(i);
    if (joint.parent != i - 1 || joint.leader >= 0) return false;
    if (!is_endless(joint, ik::JointType::kRevolute)) return false;
    if (i > j && !joint.parent_from_joint.translation().isZero(0.0)) return false;
    for (int e = 0; e < multibody.effector_count(); ++e) {
      if (!multibody.moves(i, e)) return false;
    }
  }
  return true;
}

/// Whether every effector has a limb of its own beyond joints [0, held): two or more joints, and a
/// quarter of the way from the root.
bool leaves_limbs(const ik::Multibody& multibody, int held) {
  constexpr double kLimb = 0.25;
  for (int e = 0; e < multibody.effector_count(); ++e) {
    int own = 0;
    for (int j = multibody.effector(e).joint; j >= held; j = multibody.joint(j).parent) ++own;
    if (own < 2) return false;
    if (!(length_from(multibody, e, held) >= kLimb * length_from(multibody, e, 0))) return false;
  }
  return true;
}

/// The ball joints at the root of a body with several limbs, such as a character's root bone and
/// hips: none of them is a part of a limb.
int trunk_joints(const ik::Multibody& multibody) {
  if (multibody.effector_count() < 2) return 0;
  int held = 0;
  while (is_common_ball(multibody, held) && leaves_limbs(multibody, held + 3)) held += 3;
  return held;
}

}  // namespace

ik::Multibody with_held_base(const ik::Multibody& multibody) {
  const int held = base_joints(multibody);
  if (held == 0) return multibody;
  return with_held_joints(multibody, [held](int j) { return j < held; });
}

TrialEffort effort_for(long joints) {
  constexpr long kMany = 200, kVeryMany = 1000;
  if (joints <= kMany) return {};
  if (joints <= kVeryMany) {
    return {.search_steps = 80, .sample_steps = 30, .samples = 16, .halvings = 4, .seeds = 2};
  }
  return {.search_steps = 30, .sample_steps = 10, .samples = 8, .halvings = 3, .seeds = 1};
}

ReachTrial::ReachTrial(const ik::Multibody& multibody, std::vector<double> sizes,
                       const TrialEffort& effort)
    : solver_(with_held_base(multibody), "dls"), sizes_(std::move(sizes)), effort_(effort) {
  double mean = 0.0;
  for (const double size : sizes_) mean += size / static_cast<double>(sizes_.size());
  solver_.set(knob::kDamping.name, std::clamp(0.05 * mean, 1e-6, 1e6));
  solver_.set(knob::kDMax.name, std::clamp(0.2 * mean, 1e-6, 1e6));
}

bool ReachTrial::go(const std::vector<Eigen::Vector3d>& places, int steps) {
  places_ = places;
  for (std::size_t i = 0; i < places.size(); ++i) solver_.target(static_cast<int>(i)) = places[i];
  for (int step = 0;; ++step) {
    const ik::Report report = solver_.step();
    aim_error_ = report.aim_error;
    bool all = true;
    for (int i = 0; all && i < static_cast<int>(places.size()); ++i) all = !missed(i);
    if (all || step >= steps) return all;
  }
}

bool ReachTrial::settle(std::vector<Eigen::Vector3d> places) {
  constexpr int kMaxRounds = 6;
  for (int round = 0; round < kMaxRounds; ++round) {
    if (go(places, effort_.search_steps)) return true;
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i] = solver_.position(static_cast<int>(i));
    }
  }
  return false;
}

bool ReachTrial::missed(int i, double share) const {
  const ik::Effector& effector = solver_.multibody().effector(i);
  const double close = share * size(i);
  const double error = (places_[static_cast<std::size_t>(i)] - solver_.position(i)).norm();
  const double aim = effector.aim == ik::AimKind::kNone ? 0.0 : effector.lever * aim_error_;
  return !(error <= close && aim <= close);
}

std::vector<int> ReachTrial::count_missed(const std::vector<TargetCurve>& curves,
                                          const ik::VectorX& theta, bool stop_at_miss) {
  solver_.set_theta(theta);
  std::vector<int> counts(curves.size(), 0);
  std::vector<Eigen::Vector3d> places(curves.size());
  for (int sample = 0; sample < effort_.samples; ++sample) {
    for (std::size_t i = 0; i < curves.size(); ++i) {
      places[i] = curves[i].at(kPeriod * sample / effort_.samples);
    }
    if (go(places, effort_.sample_steps)) continue;
    for (std::size_t i = 0; i < curves.size(); ++i) counts[i] += missed(static_cast<int>(i));
    if (stop_at_miss) break;
  }
  return counts;
}

int base_joints(const ik::Multibody& multibody) {
  const int free = free_base_joints(multibody);
  return free > 0 ? free : trunk_joints(multibody);
}

std::vector<int> chain_joints(const ik::Multibody& multibody, int effector) {
  std::vector<bool> wanted(static_cast<std::size_t>(multibody.joint_count()), false);
  std::vector<int> open = {multibody.effector(effector).joint};
  while (!open.empty()) {
    int j = open.back();
    open.pop_back();
    for (; j >= 0 && !wanted[static_cast<std::size_t>(j)]; j = multibody.joint(j).parent) {
      wanted[static_cast<std::size_t>(j)] = true;
      if (multibody.joint(j).leader >= 0) open.push_back(multibody.joint(j).leader);
    }
  }
  std::vector<int> joints;
  for (int given = 0; given < multibody.joint_count(); ++given) {
    if (wanted[static_cast<std::size_t>(multibody.solver_index(given))]) joints.push_back(given);
  }
  return joints;
}

ik::Multibody chain_of(const ik::Multibody& multibody, int effector,
                       const std::vector<int>& joints) {
  std::vector<int> place(static_cast<std::size_t>(multibody.joint_count()), -1);  // solver's order
  for (std::size_t i = 0; i < joints.size(); ++i) {
    place[static_cast<std::size_t>(multibody.solver_index(joints[i]))] = static_cast<int>(i);
  }
  std::vector<ik::Joint> chain;
  chain.reserve(joints.size());
  for (const int given : joints) {
    ik::Joint& joint = chain.emplace_back(multibody.joint(multibody.solver_index(given)));
    if (joint.parent >= 0) joint.parent = place[static_cast<std::size_t>(joint.parent)];
    if (joint.leader >= 0) joint.leader = place[static_cast<std::size_t>(joint.leader)];
  }
  ik::Effector hand = multibody.effector(effector);
  hand.joint = place[static_cast<std::size_t>(hand.joint)];
  return {std::move(chain), {std::move(hand)}};
}

double chain_length(const ik::Multibody& multibody, int effector) {
  return length_from(multibody, effector, free_base_joints(multibody));
}

double limb_length(const ik::Multibody& multibody, int effector) {
  return length_from(multibody, effector, base_joints(multibody));
}

}  // namespace lab
