#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// The joint positions that a search may use.
enum class Freedom {
  kAsSet,     ///< joints within their limits, unless these are off; frozen joints stay
  kNoLimits,  ///< joints at any angle; frozen joints stay
  kAll,       ///< all joints, at any angle
};

/// Searches for a pose that brings one effector to its target and aim, without regard to the other
/// effectors.
///
/// Makes Levenberg-Marquardt steps of the effector's chain,
///
///   dtheta = J^T (J J^T + mu I)^-1 e
///
/// projected onto the limits (Bertsekas 1982). mu falls after a step that reduces |e| and rises
/// otherwise. The starts are the tracker's pose, the best pose of the previous search, and random
/// poses, which are always the same. e holds the distance and the lever times the angle of the aim,
/// without D_max and weights. A start ends if e meets the tolerance, or if no joint reduces |e| any
/// more. A failed search does not prove that there is no pose: only that no start found one.
///
/// After a failed search, a target that moves less than the remaining error needs no second search:
/// the smallest |e| changes by at most the motion of the target.
///
/// Deterministic; allocates nothing after construction.
class PoseSearch {
 public:
  /// Random starts of a search. For effectors for which another solver with 200 starts finds a
  /// pose, these find one in 99 of 100 cases (tests/statuses.cpp). An aim has more local minima.
  static constexpr int kRandomStarts = 30, kAimingStarts = 90;

  PoseSearch(const Tracker& tracker, int effector, Freedom freedom);

  /// Whether the freedom lets the effector's chain move farther than as set.
  bool is_freer_than_set() const { return freer_; }

  /// Starts with the tracker's present target, aim and pose.
  /// \pre the setup differs from the one at construction at most in its targets
  void begin(const Tracker& tracker);
  /// Makes one step. \returns done()
  bool advance();
  bool done() const { return found_.has_value(); }
  /// Whether a pose meets the tolerance; empty before done().
  std::optional<bool> found() const { return found_; }

 private:
  struct Range {
    double lower, upper;  // rad or m
  };

  void take_goal(const Tracker& tracker);
  bool last_failure_applies() const;
  void begin_start();
  void end_start();
  double drawn(Eigen::Index j) const;
  double span_of(const ik::Joint& joint) const;
  double error_at(const ik::Pose& pose, ik::VectorX& e) const;
  bool meets_tolerance() const;
  void differentiate();
  void try_step();

  std::shared_ptr<const ik::Multibody> chain_;  // joints that move the effector, without limits
  std::vector<int> whole_;                      // (n) the chain's joints in the tracker's body
  std::vector<char> held_;                      // (n)
  std::vector<Range> ranges_;                   // (n)
  int effector_;
  bool freer_ = false;

  std::vector<Eigen::Vector3d> target_;  // (1)
  std::vector<ik::Aim> aim_;             // (1), or empty
  double tolerance_ = 0.0, away_ = 0.0;  // away_: the tracker's distance, m
  ik::VectorX now_;                      // (n) the tracker's theta

  std::optional<bool> found_;
  int start_ = 0, steps_ = 0, rejected_ = 0;  // start_ -1: none yet
  double damping_ = 0.0;                      // mu
  ik::Pose pose_, trial_;
  double error_ = 0.0, error_then_ = 0.0;  // |e| now and some steps ago
  ik::VectorX e_, trial_e_, step_, y_;
  ik::MatrixX J_;
  bool flat_ = false;

  ik::VectorX best_;         // (n) pose with the smallest |e|
  double best_error_ = 0.0;  // |e| of best_
  ik::VectorX last_best_;    // (n) best pose of the previous search
  // smallest |e| of the last failed search, and its goal
  std::optional<double> failed_error_;
  Eigen::Vector3d failed_target_ = Eigen::Vector3d::Zero();
  ik::Aim failed_aim_;
};

}  // namespace lab
