#pragma once

#include <cstdint>
#include <vector>

#include "iklab/body.h"

namespace ik {

/// The angle that differs from `at` by whole turns and is nearest to the start, or where that is
/// beyond a limit the next one within; if there is none, the one nearest to a limit.
double nearest_turn(double at, double start, double lower, double upper);

/// The ranges of a body's joints: whole turns, limits, and starts drawn from the ranges.
class JointRanges {
 public:
  /// Allocates for a body.
  void reserve(const Multibody& multibody);
  /// \param multibody the same body, with or without limits
  /// \param joints the joints that may move, solver's order
  /// \param start (n) the pose at which a solve starts: other joints stay there
  /// \param unit the length of the body, m, in which slides are measured; see GoalRows
  /// \param factors (n) what counts as 1 of each joint in distances, rad or m; empty: see unit(j)
  void begin(const Multibody& multibody, std::span<const int> joints, const VectorX& start,
             double unit, std::uint64_t seed, std::span<const double> factors = {});

  /// True if some joint has a limit.
  bool limited() const { return limited_; }
  double lower(int j) const { return lower_[static_cast<std::size_t>(j)]; }
  double upper(int j) const { return upper_[static_cast<std::size_t>(j)]; }
  /// Takes the limits of joint j away, or gives them back.
  void release(int j, bool free);

  /// Turns hinges by whole turns to the place within their limits that is nearest to the start;
  /// if there is none, to the place nearest to a limit. Screws stay, and leaders if a turn would
  /// move their followers. \param[in,out] theta (n) \returns true if theta was changed
  bool unwind(VectorX& theta) const;
  /// Turns hinges by whole turns to the place nearest to the middle of their two limits.
  void unwind_to_middle(VectorX& theta) const;
  /// True if all joints are within their limits.
  bool holds(const VectorX& theta) const;
  /// The only joint that is beyond a limit; -1 if there is none or more than one.
  int only_one_beyond(const VectorX& theta) const;
  /// Clamps theta (n) to the limits.
  void clamp(VectorX& theta) const;

  /// A pose drawn from the joints' ranges, from number 1: a point of Kronecker's sequence, shifted
  /// by the seed,
  ///
  ///   u_j = fraction(shift_j + number sqrt(p_j))      p_j the j-th prime
  ///
  /// in 64-bit integers, so that it has the same bits on every machine. Without limits the range of
  /// a hinge is half a turn to both sides of the start, of a slide one unit.
  void draw(int number, VectorX& theta) const;
  /// The start of attempt `number`, from 1: as draw, but in every fourth all joints bend alike:
  /// their shares u_j of the ranges change evenly from the root to the tip, between two numbers of
  /// the sequence. Independent shares of many joints make a chain that is nearly straight, and
  /// never a spine or a finger that curls. In another fourth every joint is near a limit.
  void draw_start(int number, VectorX& theta) const;

  /// The shorter way of joint j, rad or m.
  double way(int j, double from, double to) const;
  /// The whole turns of hinge j at theta_j that lead to a place within its two limits, and the
  /// first of them in `first`, rad; 1 and theta_j itself for a joint without two limits.
  struct Turns {
    double first;
    int count;
  };
  Turns turns_within(int j, double theta_j) const;
  /// True if no joint of two poses differs by more, in rad modulo whole turns or units.
  bool same(const VectorX& a, const VectorX& b, double apart) const;
  /// The pose in the middle of two, by the shorter way. \param[out] theta (n)
  void halfway(const VectorX& a, const VectorX& b, VectorX& theta) const;
  /// |a - b| in factors, so that a joint with a larger weight moves farther for as much.
  /// \param modulo_turns by the shorter way of each hinge
  double distance(const VectorX& a, const VectorX& b, bool modulo_turns = false) const;
  /// What counts as 1 of joint j: 1 rad, or the length of the body in m.
  double unit(int j) const;
  /// What counts as 1 of joint j in distances.
  double factor(int j) const {
    return factors_.empty() ? unit(j) : factors_[static_cast<std::size_t>(j)];
  }
  /// max |theta_j - middle_j| / half_j over the joints with two limits; 0 without any.
  double eccentricity(const VectorX& theta) const;

 private:
  struct Range {
    double from, length;
  };
  Range range_of(int j, int number) const;
  double share(std::size_t stream, int number) const;
  bool turns(int j) const { return turns_[static_cast<std::size_t>(j)] != 0; }

  const Multibody* multibody_ = nullptr;
  std::vector<double> lower_, upper_;
  std::span<const int> joints_;
  std::span<const double> factors_;
  VectorX start_;
  std::vector<char> turns_;                // (n) a whole turn changes no goal
  std::vector<std::uint64_t> irrational_;  // (n) fraction(sqrt(p_j)) 2^64
  std::uint64_t seed_ = 0;
  double unit_ = 1.0;
  bool limited_ = false;
};

}  // namespace ik
