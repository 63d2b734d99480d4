#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lab/crowd/delayed_targets.h"
#include "lab/sweep/batch_sweep.h"
#include "lab/track/setup.h"

namespace lab {

/// So many bodies are offered; a crowd may have any number.
inline constexpr int kMostBodies = 20'000;

/// The lane's settings and its own method where that runs in lanes, else "dls".
/// \param wanted instead of the lane's own, if not null; it runs in lanes
BatchRule crowd_rule(const Lane& lane, const ik::MethodInfo* wanted = nullptr);

/// Many bodies of a scene, each in a tracking experiment of its own: a body is a Tracker whose
/// targets come `delay` seconds later. Obstacles, weights of goals, `lead` and `tolerance` are not
/// known here.
///
/// One thread plans: it says at which times the next steps are. Then any number of threads advance
/// ranges of blocks, in any order, each with a scratch of its own; the bits do not depend on them.
/// A step allocates nothing once it has been planned.
class Crowd {
 public:
  static constexpr int kWidth = ik::Batch<double>::kWidth;  ///< bodies in a block

  /// What one thread computes with, until the rule changes.
  using Scratch = ik::Batch<double>::Scratch;

  /// Every body in its initial pose, its targets where its effectors are.
  /// \param delays (N) s, of any sign
  /// \throws std::invalid_argument if there is no body or an effector of the scene aims
  Crowd(const Scene& scene, std::vector<double> delays, BatchRule rule);

  const ik::Multibody& multibody() const { return batch_.multibody(); }
  int count() const { return batch_.count(); }  ///< N
  int blocks() const { return batch_.blocks(); }
  const BatchRule& rule() const { return rule_; }

  /// Another rule from here on; the poses stay. Every Scratch has to be made anew.
  void set_rule(const BatchRule& rule);
  /// Other curves from here on. \param curves (k)
  void set_curves(std::vector<TargetCurve> curves);
  /// The poses of another crowd of the same multibody, for the bodies that both have. Plan a place
  /// before they are drawn, here and after restart().
  void take_poses(const Crowd& other);
  /// Every body back to its initial pose.
  void restart();

  /// The next advance() makes a step at each of these times, s.
  void plan_steps(std::span<const double> times);
  /// The next advance() makes none: it brings targets, effectors and points up to this time.
  void plan_place(double time);
  /// Of the bodies of blocks [first, last), what was planned.
  void advance(int first, int last, Scratch& scratch);
  Scratch make_scratch() const { return Scratch(batch_); }

  const ik::Batch<double>& batch() const { return batch_; }
  /// (3k) t_i of a body, m: row 3i + c is coordinate c of target i.
  ik::Batch<double>::ConstRows targets() const { return batch_.targets(); }

  /// How many points a picture has of a body: the origins of its n joints, its k effectors, its k
  /// targets, in that order.
  int point_count() const { return multibody().joint_count() + 2 * multibody().effector_count(); }
  /// Writes the points of the bodies of blocks [first, last), body after body, as (x, y, z, 0) in
  /// metres in the scene's axes. \param points of all bodies, (4 point_count N)
  void write_points(int first, int last, std::span<float> points) const;
  /// The farthest that any of these points is from a place, m.
  double reach_from(int first, int last, const Eigen::Vector3d& place) const;
  /// Sum of |t_i - s_i| over the effectors of these bodies, m.
  double error_sum(int first, int last) const;

 private:
  ik::Batch<double> make_batch(const ik::Multibody& multibody, int count) const;
  void hand_over_settings();
  double& error_before(int i, int body) {
    return errors_before_[static_cast<std::size_t>(body) *
                              static_cast<std::size_t>(multibody().effector_count()) +
                          static_cast<std::size_t>(i)];
  }
  void measure(int block);
  void adapt_d_max(int block);
  void step(int block, Scratch& scratch);

  BatchRule rule_;
  ik::Batch<double> batch_;
  std::vector<double> delays_;
  DelayedTargets targets_;
  std::vector<DelayedTargets::Moment> moments_;  // planned
  std::size_t planned_ = 0;                      // of them
  bool steps_ = false;                           // or the first is but a place
  std::vector<double> errors_before_;            // (k) of each lane, block after block, m
};

}  // namespace lab
