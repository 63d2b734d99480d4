#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/track/status_trial.h"
#include "support/changes.h"

namespace lab {

/// The status of every effector, by a complete StatusTrial.
inline std::vector<EffectorStatus> effector_statuses(const Tracker& tracker) {
  StatusTrial trial(tracker);
  while (!trial.advance(kTrialUpdates)) {
  }
  std::vector<EffectorStatus> statuses;
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    statuses.push_back(*trial.status(i));
  }
  return statuses;
}

}  // namespace lab

/// Statuses by brute force: the targets stand still, as many updates are made as the definition
/// says, and each effector's errors are compared.
namespace brute {

/// Of each effector the errors that count, m: its distance and the levers times the angles.
inline std::vector<std::vector<double>> errors_of(const lab::Tracker& tracker) {
  const ik::Multibody& body = tracker.multibody();
  const ik::Pose pose = ik::pose_at(body, tracker.pose().theta);
  std::vector<std::vector<double>> errors;
  for (int i = 0; i < body.effector_count(); ++i) {
    const Eigen::Vector3d t = tracker.targets()[static_cast<std::size_t>(i)];
    errors.push_back({(t - pose.effector.col(i)).norm()});
  }
  for (std::size_t a = 0; a < tracker.aims().size(); ++a) {
    const int i = body.effector_of(body.effector_count() + static_cast<int>(a));
    errors[static_cast<std::size_t>(i)].push_back(body.effector(i).lever * tracker.aim_errors()[a]);
  }
  return errors;
}

/// Whether some error of each effector that is above its tolerance falls by a tenth.
inline std::vector<bool> come_nearer(lab::Tracker tracker) {
  changes::set_targets_frozen(tracker, true);
  lab::Settings settings = tracker.settings();
  settings.iterations = 1;  // every update counts
  changes::set_settings(tracker, settings);
  const auto first = errors_of(tracker);
  std::vector<bool> nearer(first.size());
  for (int made = 0; made < lab::kTrialUpdates; ++made) {
    tracker.step();
    const auto now = errors_of(tracker);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double tolerance = lab::reached_tolerance(tracker, static_cast<int>(i));
      for (std::size_t part = 0; part < now[i].size(); ++part) {
        if (first[i][part] <= tolerance) continue;
        nearer[i] = nearer[i] || now[i][part] < 0.9 * first[i][part];
      }
    }
    if (std::find(nearer.begin(), nearer.end(), false) == nearer.end()) break;
  }
  return nearer;
}

/// The same where no joint is limited or frozen.
inline std::vector<bool> come_nearer_free(lab::Tracker tracker) {
  lab::Settings settings = tracker.settings();
  settings.limits = lab::LimitRule::kIgnore;
  changes::set_settings(tracker, settings);
  changes::set_group(tracker, std::nullopt);
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    if (tracker.joint_weight(j) == 0.0) changes::set_joint_weight(tracker, j, 1.0);
  }
  return come_nearer(std::move(tracker));
}

/// What is false about the statuses that a trial finds; empty if they are what brute force finds.
inline std::string false_status(const lab::Tracker& tracker) {
  const std::vector<lab::EffectorStatus> statuses = lab::effector_statuses(tracker);
  const auto errors = errors_of(tracker);
  std::optional<std::vector<bool>> with_limits, without;
  const auto comes_nearer = [&](std::size_t i) {
    if (!with_limits) with_limits = come_nearer(tracker);
    return (*with_limits)[i];
  };
  const auto comes_nearer_free = [&](std::size_t i) {
    if (!without) without = come_nearer_free(tracker);
    return (*without)[i];
  };
  const auto is_true = [&](std::size_t i) {
    const auto at = static_cast<int>(i);
    const lab::Reach reach = lab::reach_of(tracker.multibody(), at);
    const double distance = (tracker.targets()[i] - reach.center).norm();
    const double worst = *std::max_element(errors[i].begin(), errors[i].end());
    const bool far = worst > lab::kFarShare * lab::finite_reach(reach);
    switch (statuses[i]) {
      case lab::EffectorStatus::kReached:
        return worst <= lab::reached_tolerance(tracker, at);
      case lab::EffectorStatus::kOutOfReach:
        return distance > reach.most || distance < reach.least;
      case lab::EffectorStatus::kStalled:
        return !comes_nearer(i) && !comes_nearer_free(i);
      case lab::EffectorStatus::kAtLimit:
        return !comes_nearer(i) && comes_nearer_free(i);
      case lab::EffectorStatus::kFollowing:
        return !far && comes_nearer(i);
      case lab::EffectorStatus::kBehind:
        return far && comes_nearer(i);
      case lab::EffectorStatus::kNotFinite:
        return false;
    }
    return false;
  };
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    if (!is_true(i)) return "effector " + std::to_string(i) + " is not " + name(statuses[i]);
  }
  return {};
}

}  // namespace brute
