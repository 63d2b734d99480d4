#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/track/status_trial.h"
#include "support/changes.h"
#include "support/nearest.h"

namespace lab {

/// Status of every effector, by a complete StatusTrial.
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

/// Statuses by brute force: with standing targets, runs the number of updates in the definition and
/// compares each effector's errors.
namespace brute {

/// Errors of each effector, m: its distance, and the lever times the angle.
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

/// For each effector: true if one of its errors above the tolerance falls by a tenth.
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

/// come_nearer() without joint limits.
inline std::vector<bool> come_nearer_unlimited(lab::Tracker tracker) {
  lab::Settings settings = tracker.settings();
  settings.limits = lab::LimitRule::kIgnore;
  changes::set_settings(tracker, settings);
  return come_nearer(std::move(tracker));
}

/// The true state of each effector, computed on demand.
class Truth {
 public:
  /// \param starts number of starts of the search for poses
  Truth(const lab::Tracker& tracker, int starts)
      : tracker_(tracker), starts_(starts), errors_(errors_of(tracker)), poses_(errors_.size()) {}

  std::size_t count() const { return errors_.size(); }
  bool comes_nearer(std::size_t i) {
    if (!nearer_) nearer_ = come_nearer(tracker_);
    return (*nearer_)[i];
  }
  bool comes_nearer_unlimited(std::size_t i) {
    if (!unlimited_) unlimited_ = come_nearer_unlimited(tracker_);
    return (*unlimited_)[i];
  }
  /// True if some pose reaches the target; cached.
  bool can_reach(std::size_t i, truth::Freedom freedom = {}) {
    std::optional<bool>& known = poses_[i][freedom.limits ? 1 : 0][freedom.frozen ? 1 : 0];
    if (!known) known = truth::can_reach(tracker_, static_cast<int>(i), freedom, starts_);
    return *known;
  }
  bool is_reached(std::size_t i) const {
    return worst(i) <= lab::reached_tolerance(tracker_, static_cast<int>(i));
  }
  bool is_over(std::size_t i, double share) const {
    const lab::Reach reach = lab::reach_of(tracker_.multibody(), static_cast<int>(i));
    return worst(i) > share * lab::outer_radius(reach);
  }
  /// True if a joint with an active limit moves the effector.
  bool has_limits(std::size_t i) const {
    const ik::Multibody& body = tracker_.multibody();
    if (tracker_.settings().limits == lab::LimitRule::kIgnore) return false;
    for (int j = 0; j < body.joint_count(); ++j) {
      const ik::Joint& joint = body.joint(j);
      const bool limited = std::isfinite(joint.lower) || std::isfinite(joint.upper);
      if (limited && (body.moves(j, static_cast<int>(i)) || body.leads(j))) return true;
    }
    return false;
  }

  /// True if that status is right.
  bool is_true(std::size_t i, lab::EffectorStatus status) {
    const bool far = is_over(i, lab::kFarShare);
    switch (status) {
      case lab::EffectorStatus::kReached:
        return is_reached(i);
      case lab::EffectorStatus::kOutOfReach:
        return !is_reached(i) && !can_reach(i);
      case lab::EffectorStatus::kStalled:
        return can_reach(i) && !comes_nearer(i) && is_over(i, lab::kSeenShare);
      case lab::EffectorStatus::kAtLimit:
        return has_limits(i) && !comes_nearer(i) &&
               (can_reach(i) ? comes_nearer_unlimited(i) : can_reach(i, {.limits = false}));
      case lab::EffectorStatus::kHeld:
        return !can_reach(i, {.limits = false}) && !comes_nearer(i) &&
               can_reach(i, {.limits = false, .frozen = false});
      case lab::EffectorStatus::kFollowing:
        return !far && can_reach(i) && (comes_nearer(i) || !is_over(i, lab::kSeenShare));
      case lab::EffectorStatus::kBehind:
        return far && can_reach(i) && comes_nearer(i);
      case lab::EffectorStatus::kNotFinite:
        return false;
    }
    return false;
  }

 private:
  double worst(std::size_t i) const {
    return *std::max_element(errors_[i].begin(), errors_[i].end());
  }

  const lab::Tracker& tracker_;
  int starts_;
  std::vector<std::vector<double>> errors_;
  std::optional<std::vector<bool>> nearer_, unlimited_;
  struct Known {
    std::optional<bool> by_frozen[2];
    std::optional<bool>& operator[](int frozen) { return by_frozen[frozen]; }
  };
  std::vector<std::array<Known, 2>> poses_;
};

/// The differences between a trial's statuses and brute force; empty if there are none. Both search
/// for poses from random starts, so either may miss a pose that few starts lead to.
inline std::string false_status(const lab::Tracker& tracker) {
  constexpr int kStarts = 100;
  const std::vector<lab::EffectorStatus> statuses = lab::effector_statuses(tracker);
  Truth truth(tracker, kStarts);
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    if (!truth.is_true(i, statuses[i]))
      return "effector " + std::to_string(i) + " is not " + name(statuses[i]);
  }
  return {};
}

}  // namespace brute
