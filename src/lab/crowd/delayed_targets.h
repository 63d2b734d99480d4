#pragma once

#include <span>
#include <vector>

#include "ik/batch/batch.h"
#include "lab/scene/scene.h"

namespace lab {

/// The targets of many bodies that follow the same curves, each behind by a delay of its own:
///
///   t_i of body b at time t = curve i at (t - delay_b)
///
/// No body needs a sine. With c = cos(w delay_b) and s = sin(w delay_b), which stay,
///   A sin(w (t - delay_b) + p) = A sin(w t + p) c - A cos(w t + p) s
/// whose factors before c and s are the same for all bodies: a Moment holds them. Nothing is
/// carried from step to step, so that nothing drifts. Splines and jumps are evaluated body by body.
class DelayedTargets {
 public:
  using Rows = ik::Batch<double>::Rows;

  /// What all bodies have to know of a time.
  struct Moment {
    double time = 0.0;            ///< s
    std::vector<double> factors;  ///< of c and of s, of every wave in turn, m
  };

  /// \param delays (N) s, of any sign
  DelayedTargets(std::vector<TargetCurve> curves, std::span<const double> delays);

  /// Allocates nothing where the moment has been used before.
  void set(Moment& moment, double time) const;

  /// Writes the targets of a block, (3k) rows, m. Blocks are independent.
  void write(const Moment& moment, int block, Rows targets) const;

  const std::vector<TargetCurve>& curves() const { return curves_; }

 private:
  static constexpr int kWidth = Rows::kWidth;
  struct alignas(sizeof(double) * kWidth) Line {
    double values[kWidth];
  };
  /// One coordinate of a wave.
  struct Term {
    int row;
    int frequency;  // of frequencies_
    double amplitude, phase;
  };
  void write_waves(const Moment& moment, int block, Rows targets) const;
  int frequency_index(double frequency);

  std::vector<TargetCurve> curves_;
  std::vector<Eigen::Vector3d> centers_;  // (k), where the curve is a sum of waves
  std::vector<int> others_;               // the curves that are not
  std::vector<Term> terms_;
  std::vector<double> frequencies_;  // rad / s, each once
  std::vector<Line> turns_;          // c and s of each frequency in turn, block after block
  std::vector<double> delays_;       // s, of all lanes of all blocks
};

}  // namespace lab
