#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/diagnosis/diagnosis.h"
#include "lab/run/run.h"
#include "support/changes.h"
#include "support/scenes.h"

/// Set-ups that shake for one known reason.
namespace shaky {

struct SetUp {
  std::string name;
  lab::CauseId cause;
  const char* method;
  lab::Scene scene;
  lab::Settings settings = {};
  std::vector<std::pair<const char*, double>> params = {};
};

using V = Eigen::Vector3d;

/// A target that oscillates about `center`.
inline lab::TargetCurve swinging(const V& center, const V& amplitude, double frequency) {
  lab::WaveCurve curve{center, {}};
  curve.waves.push_back({amplitude, frequency, 0.3});
  return lab::TargetCurve(curve);
}

/// A target on a small circle.
inline lab::TargetCurve round(const V& center, double radius, double frequency) {
  lab::WaveCurve curve{center, {}};
  curve.waves.push_back({V(radius, 0.0, 0.0), frequency, 0.0});
  curve.waves.push_back({V(0.0, radius, 0.0), frequency, 1.5});
  return lab::TargetCurve(curve);
}

/// A planar arm of 1 m links, slightly bent.
inline lab::Scene arm(int links, lab::TargetCurve target) {
  const ik::Multibody straight = bodies::planar_arm(links);
  std::vector<ik::Joint> joints(straight.joints().begin(), straight.joints().end());
  for (ik::Joint& joint : joints) joint.initial = 0.3;
  return {"arm", "Arm", "", ik::Multibody(joints, {straight.effector(0)}), {std::move(target)}, {}};
}

/// Pan about the vertical, tilt, and an elbow. Reaches every point within 2 m, but the pan moves no
/// point on its axis.
inline lab::Scene over_the_axis() {
  std::vector<ik::Joint> joints(3);
  joints[0].name = "pan";
  joints[0].axis = V::UnitY();
  joints[1].name = "tilt";
  joints[1].parent = 0;
  joints[1].axis = V::UnitX();
  joints[1].initial = 0.3;
  joints[2].name = "elbow";
  joints[2].parent = 1;
  joints[2].axis = V::UnitX();
  joints[2].parent_from_joint.translation() = V::UnitY();
  joints[2].initial = 0.5;
  const ik::Multibody body(joints, {{"hand", 2, V::UnitY()}});
  return {"pan", "", "", body, {swinging({0.0, 1.6, 0.001}, {0.3, 0.0, 0.0}, 10.0)}, {}};
}

/// A target that only a pose far beyond the limits reaches.
inline lab::Scene beyond_limits() {
  const ik::Multibody free = bodies::limited_arm();
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  for (ik::Joint& joint : joints) joint.lower = -0.4, joint.upper = 0.4;
  const ik::Multibody body(joints, {free.effector(0)});
  bodies::Numbers numbers(107);
  const V place = bodies::effectors_at(body, 1.5 * numbers.vector(5))[0];
  return {"limits", "", "", body, {round(place, 0.05, 3.0)}, {}};
}

/// Two hands on one trunk, each with a reachable target, but not both in the same pose.
inline lab::Scene conflicting_targets() {
  const ik::Multibody body = bodies::forked_tree();
  bodies::Numbers numbers(4);
  const auto one = bodies::effectors_at(body, 2.0 * numbers.vector(8));
  const auto other = bodies::effectors_at(body, 2.0 * numbers.vector(8));
  return {"odds", "", "", body, {round(one[0], 0.05, 3.0), round(other[1], 0.05, 3.0)}, {}};
}

inline lab::Settings cut_at_limits() {
  lab::Settings settings;
  settings.limits = lab::LimitRule::kClamp;
  return settings;
}

inline lab::Settings damped(double lambda) {
  lab::Settings settings;
  settings.params["lambda"] = lambda;
  return settings;
}

inline const std::vector<SetUp>& set_ups() {
  using lab::CauseId;
  const lab::TargetCurve near = swinging({1.2, 1.0, 0.0}, {0.4, 0.0, 0.0}, 3.0);
  const lab::TargetCurve outside = swinging({3.6, 0.0, 0.0}, {0.0, 1.0, 0.0}, 2.0);
  const lab::TargetCurve leaping(
      lab::JumpCurve{{V(2.0, 0.5, 0.0), V(1.5, 1.7, 0.0), V(1.0, 0.7, 0.0)}, 1.2});
  static const std::vector<SetUp> set_ups = [&] {
    lab::Settings at_target = damped(0.1);
    at_target.jacobian = ik::JacobianKind::kTarget;
    return std::vector<SetUp>{
        {"Calm", CauseId::kCalm, "dls", arm(3, near), damped(0.3)},
        {"CalmByThePseudoinverse", CauseId::kCalm, "pseudoinverse", arm(3, near)},
        {"CalmOutOfReach", CauseId::kCalm, "dls", arm(3, outside), damped(0.6)},
        {"NoNumber", CauseId::kNotFinite, "dls", arm(3, scenes::standing({NAN, 1.0, 0.0}))},
        {"Leaps", CauseId::kLeap, "dls", arm(3, leaping), damped(0.3)},
        // |J| at the target is a fifth of the correct one: steps are five times too long
        {"AlternateJacobian", CauseId::kAlternate, "dls",
         scenes::hinge(round({0.2, 0.0, 0.0}, 0.05, 3.0)), at_target},
        {"FarTarget", CauseId::kNoDMax, "dls",
         arm(3, swinging({40.0, 1.0, 0.0}, {0.0, 3.0, 0.0}, 2.0)), damped(1.0)},
        {"LittleDamping", CauseId::kLittleDamping, "dls", arm(3, outside), damped(0.05)},
        {"TransposeOfTwoHands", CauseId::kMethod, "jacobian-transpose",
         scenes::circling(bodies::forked_tree()), damped(0.3)},
        {"BeyondLimits", CauseId::kLimits, "gauss-newton", beyond_limits(), cut_at_limits()},
        {"AtOdds", CauseId::kConflict, "pseudoinverse", conflicting_targets()},
        {"OutOfReach", CauseId::kOutOfReach, "pseudoinverse", arm(3, outside)},
        {"OverTheAxis", CauseId::kSingular, "sdls", over_the_axis(), damped(0.3)},
        {"RateTooLarge",
         CauseId::kRate,
         "gradient-descent",
         arm(3, near),
         {},
         {{"rate", 3.0}, {"line-search", 0.0}}}};
  }();
  return set_ups;
}

inline const SetUp& find(const char* name) {
  for (const SetUp& set_up : set_ups()) {
    if (set_up.name == name) return set_up;
  }
  throw std::out_of_range("no set-up " + std::string(name));
}

inline lab::Tracker tracker_of(const SetUp& set_up) {
  lab::Tracker tracker(set_up.scene, *ik::find_method(set_up.method), set_up.settings);
  for (const auto& [name, value] : set_up.params) changes::set_method_param(tracker, name, value);
  return tracker;
}

struct Watched {
  lab::Tracker tracker;
  lab::Diagnosis diagnosis;
};

/// The set-up after 600 steps, with its diagnosis.
inline Watched watch(const SetUp& set_up) {
  Watched watched{tracker_of(set_up), {}};
  lab::DiagnosisObserver observer;
  for (int k = 0; k < 600; ++k) {
    watched.tracker.step();
    observer.add(watched.tracker);
  }
  watched.diagnosis = diagnose(watched.tracker, observer);
  return watched;
}

/// Mean jitter of the next steps 100 to 700, with or without a remedy, degrees.
inline double jitter_after(lab::Tracker tracker, const lab::Remedy* remedy) {
  if (remedy != nullptr) apply(*remedy, tracker);
  lab::run(tracker, 100);
  return lab::run(tracker, 600).mean_jitter_deg;
}

}  // namespace shaky
