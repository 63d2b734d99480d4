#pragma once

#include <span>
#include <vector>

#include "ik/batch/batch.h"
#include "lab/scene/scene.h"

namespace lab {

/// The targets of many bodies on the same curves, each body with its own delay:
///
///   t_i of body b at time t = curve i at (t - delay_b)
///
/// Sums of waves need no sine per body. With the constants c = cos(w delay_b), s = sin(w delay_b)
///
///   A sin(w (t - delay_b) + p) = A sin(w t + p) c - A cos(w t + p) s
///
/// The factors of c and s are the same for all bodies; a Moment holds them. Every time is computed
/// from scratch, so that errors do not add up. Other curves are evaluated for each body.
class DelayedTargets {
 public:
  using Rows = ik::Batch::Rows;

  /// The values that all bodies share at a time.
  struct Moment {
    double time = 0.0;            ///< s
    std::vector<double> factors;  ///< those of c and s for each term in turn, m
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
  int frequency_index(double frequency);

  std::vector<TargetCurve> curves_;
  std::vector<Eigen::Vector3d> centers_;  // (k), m; only for curves that are sums of waves
  std::vector<int> others_;               // indices of the other curves
  std::vector<Term> terms_;
  std::vector<double> frequencies_;  // rad / s, without duplicates
  std::vector<Line> turns_;          // c and s for each frequency in turn, for each block
  std::vector<double> delays_;       // s, for all places of all blocks
};

}  // namespace lab
