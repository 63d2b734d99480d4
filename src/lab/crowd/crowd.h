#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ik/batch/batch.h"
#include "lab/scene/colors.h"
#include "lab/scene/scene.h"
#include "lab/sweep/batch_sweep.h"
#include "lab/track/reach.h"
#include "lab/track/setup.h"

namespace lab {

/// The targets of many bodies on the same curves, each body with its own delay:
///
///   t_i of body b at time t = curve i at (t - delay_b)
///
/// Sums of waves need no sine per body. With the constants c = cos(w delay_b), s = sin(w delay_b)
///
///   A sin(w (t - delay_b) + p) = A sin(w t + p) c - A cos(w t + p) s
///
/// A Moment holds the factors of c and s, which all bodies share. Every time is computed from
/// scratch: errors do not add up. Other curves are evaluated for each body.
class DelayedTargets {
 public:
  using Rows = ik::Batch::Rows;

  /// The values that all bodies share at a time.
  struct Moment {
    double time = 0.0;            ///< s
    std::vector<double> factors;  ///< two for each term, m
  };

  /// \param delays (N) s, of any sign
  DelayedTargets(std::vector<TargetCurve> curves, std::span<const double> delays);

  /// Sets the moment to a time, s. Allocates nothing if the moment was used before.
  void set(Moment& moment, double time) const;

  /// Writes the targets of a block, (3k) rows, m. Blocks are independent.
  void write(const Moment& moment, int block, Rows targets) const;

 private:
  static constexpr int kWidth = Rows::kWidth;
  struct alignas(sizeof(double) * kWidth) Line {
    double values[kWidth];
  };
  /// One coordinate of a wave.
  struct Term {
    int row;
    int frequency;  // an index of frequencies_
    double amplitude, phase;
  };

  std::vector<TargetCurve> curves_;
  std::vector<Eigen::Vector3d> centers_;  // (k), m; only for curves that are sums of waves
  std::vector<int> others_;               // indices of the other curves
  std::vector<Term> terms_;
  std::vector<double> frequencies_;  // rad / s, without duplicates
  std::vector<Line> turns_;          // c and s for each frequency in turn, for each block
  std::vector<double> delays_;       // s, for all places of all blocks
};

/// The meaning of the bodies' colours in a crowd: the method, the body's mean error over the
/// effectors, or the status of its worst effector.
enum class CrowdTone { kMethod, kError, kStatus };

/// The statuses of a crowd, the worst last: the ones that follow from the positions at one moment,
/// without a trial. A body's status is written as an index into this array.
inline constexpr EffectorStatus kCrowdStatuses[] = {
    EffectorStatus::kReached, EffectorStatus::kFollowing, EffectorStatus::kBehind,
    EffectorStatus::kOutOfReach, EffectorStatus::kNotFinite};

/// The index in kCrowdStatuses of an effector's status. Only the error distinguishes "following"
/// from "far behind".
/// \param tolerance of "reached", m
std::size_t crowd_status(const Reach& reach, const Eigen::Vector3d& target, double error,
                         double tolerance);

/// The upper end of a scale from 0 that contains an error, m: 1, 2 or 5 times a power of ten, so
/// that it rarely changes.
double error_scale(double most);

/// The colour of an error at a share of the scale, 0 to 1: a part of color_at() from colours close
/// to the background to the colours with the most contrast.
Color error_tone(double share, bool dark);

/// The colour of a status in a crowd and in its legend. All colours differ clearly, also for
/// protanopic, deuteranopic and tritanopic viewers.
Color status_tone(EffectorStatus status, bool dark);

/// The most bodies that the window and the command line offer. A crowd has no limit.
inline constexpr int kMaxBodies = 20'000;

/// The most updates that a crowd makes in a step: thousands of bodies share a frame's time.
inline constexpr int kMaxCrowdUpdates = 50;

/// The batch rule with a lane's settings and method, and at most kMaxCrowdUpdates; the method is
/// "dls" if the lane's method has no SIMD form.
/// \param wanted a method with a SIMD form that replaces the lane's; may be null
BatchRule crowd_rule(const Lane& lane, const ik::MethodInfo* wanted = nullptr);

/// The errors |t_i - s_i| of some bodies, m.
struct CrowdErrors {
  double sum = 0.0;   ///< over bodies and effectors
  double most = 0.0;  ///< largest finite mean over the effectors of a body
};

/// Many bodies of a scene, each with its own tracking experiment. A body moves like a Tracker with
/// targets that are delayed by `delay` seconds. Obstacles, goal weights and the settings that are
/// marked as unused in their rows have no effect; `tolerance` only defines "reached".
///
/// One thread plans the times of the next steps. Then any number of threads advance ranges of
/// blocks in any order, each with its own scratch. The bits do not depend on the threads. A planned
/// step allocates nothing.
class Crowd {
 public:
  static constexpr int kWidth = ik::Batch::kWidth;  ///< bodies in a block

  /// The scratch of one thread. Valid until the rule changes.
  using Scratch = ik::Batch::Scratch;

  /// Starts every body in its initial pose, with its targets at its effectors.
  /// \param delays (N) s, of any sign
  /// \throws std::invalid_argument if there is no body or an effector of the scene aims
  Crowd(const Scene& scene, std::vector<double> delays, BatchRule rule);

  const ik::Multibody& multibody() const { return batch_.multibody(); }
  int count() const { return batch_.count(); }  ///< N
  int blocks() const { return batch_.blocks(); }
  const BatchRule& rule() const { return rule_; }

  /// Changes the rule and keeps the poses. Invalidates every Scratch.
  void set_rule(const BatchRule& rule);
  void set_curves(std::vector<TargetCurve> curves);  ///< (k)
  /// Copies the poses of another crowd with the same multibody, for the bodies that both have.
  /// After this and after restart(), plan_place() and advance() update the points to draw.
  void take_poses(const Crowd& other);
  void restart();

  /// Plans steps: the next advance() makes one step at each of these times, s.
  void plan_steps(std::span<const double> times);
  /// Plans no step: the next advance() only updates targets, effectors and points to this time, s.
  void plan_place(double time);
  /// Makes the planned steps for the bodies of blocks [first, last).
  void advance(int first, int last, Scratch& scratch);
  Scratch make_scratch() const { return Scratch(batch_); }

  const ik::Batch& batch() const { return batch_; }
  /// (3k) targets t_i of the bodies, m: row 3i + c is coordinate c of target i.
  ik::Batch::ConstRows targets() const { return batch_.targets(); }

  /// The number of points of a body to draw: the origins of its n joints, its k effectors and its k
  /// targets, in this order.
  int point_count() const { return multibody().joint_count() + 2 * multibody().effector_count(); }
  /// Writes the points of the bodies of blocks [first, last), body after body, as (x, y, z, 0) in
  /// metres in the scene's axes, but turned by -90 degrees about x if the scene has z up.
  /// \param points of all bodies, (4 point_count N)
  void write_points(int first, int last, std::span<float> points) const;
  /// The largest distance of these points from `place`, m.
  double reach_from(int first, int last, const Eigen::Vector3d& place) const;
  CrowdErrors errors(int first, int last) const;
  /// Writes a body's tone into the fourth number of its first point: nothing, the mean error over
  /// the effectors, m (the largest float if that is not finite), or the status.
  void write_tones(CrowdTone tone, int first, int last, std::span<float> points) const;

 private:
  ik::Batch make_batch(const ik::Multibody& multibody, int count) const;
  void hand_over_settings();
  void take_limits();
  void put_within_limits();
  void adapt_d_max(int block);
  void step(int block, Scratch& scratch);
  using BlockNumbers = std::array<double, kWidth>;  // a number of each body of a block
  BlockNumbers errors_of(int block, int effector) const;
  BlockNumbers& errors_before(int block, int effector);
  BlockNumbers mean_errors(int block) const;
  BlockNumbers statuses(int block) const;

  BatchRule rule_;
  ik::Batch batch_;
  std::vector<double> delays_;
  DelayedTargets targets_;
  bool z_up_;
  std::vector<DelayedTargets::Moment> moments_;  // the first planned_ entries are planned
  std::size_t planned_ = 0;
  bool steps_ = false;        // planned by plan_steps(), not plan_place()
  std::vector<Reach> reach_;  // (k) of the body in force, without limits if they are off
  bool limited_ = true;       // reach_ respects limits
  std::vector<BlockNumbers>
      errors_before_;  // |t_i - s_i| before an update, m, by block and effector
};

}  // namespace lab
