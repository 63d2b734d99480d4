#pragma once

#include "ik/batch/lane_step.h"
#include "ik/batch/singular_lanes.h"
#include "ik/tree/elimination.h"
#include "ik/tree/truncated.h"

// The methods' steps in SIMD lanes, see LaneStep. N is a set of lanes with one body per lane. The
// methods' own headers give the equations.
namespace ik {

/// JacobianTranspose::step in lanes.
struct JacobianTransposeLanes {
  static constexpr LaneForm kForm{};

  template <class N>
  IK_INLINE static MaskOf<N> step(const LaneStep<N>& lanes) {
    transpose_by_tree<N>(lanes.tree, lanes.parameter(0));
    return MaskOf<N>{};
  }
};

/// Pseudoinverse::step in lanes. A lane stays unsolved if its step is not certified.
struct PseudoinverseLanes {
  static constexpr LaneForm kForm{.by_singular_values = true, .truncates = true};

  template <class N>
  IK_INLINE static MaskOf<N> step(const LaneStep<N>& lanes) {
    if (lanes.singular.count == 0) {
      return TruncatedStep<N>(lanes.tree, lanes.tree.scratch).take(lanes.parameter(0));
    }
    SingularLanes<N> svd(lanes.tree, lanes.singular, lanes.memory);
    svd.decompose();
    const N zero = every<N>(0.0);
    const N least = lanes.parameter(0) * svd.sigma(0);
    svd.clear();
    for (int i = 0; i < svd.count(); ++i) {
      const N sigma = svd.sigma(i);
      svd.add(sigma > least ? svd.along_error(i) / sigma : zero, i);
    }
    return MaskOf<N>{};
  }
};

/// Dls::step in lanes. Lanes with a lambda so small relative to J that the step needs an SVD are
/// left unsolved.
struct DlsLanes {
  static constexpr LaneForm kForm{.aims = true};

  template <class N>
  IK_INLINE static MaskOf<N> step(const LaneStep<N>& lanes) {
    if (lanes.columns.body.aims > 0) return dense<N>(lanes);
    const TreeStep<N>& tree = lanes.tree;
    const N lambda = lanes.parameter(0);
    const N square = lambda * lambda;
    const N largest = specialised(
        tree, [&](const TreeStep<N>& own)
                  __attribute__((always_inline)) { return damped_by_tree<N>(own, square); });
    const int effectors = static_cast<int>(tree.plan.arms.size());
    const double plain = exact_share(tree.joints, effectors);
    const double least = refined_share(tree.joints, effectors);
    const MaskOf<N> coarse = !(square > every<N>(plain * plain) * largest);
    const MaskOf<N> unsolved = !(square > every<N>(least * least) * largest);
    if (any(coarse & ~unsolved)) refine(tree, square, coarse, lanes.refinement);
    return unsolved;
  }

 private:
  /// For bodies with aims.
  template <class N>
  IK_INLINE static MaskOf<N> dense(const LaneStep<N>& lanes) {
    const DenseColumns<N>& columns = lanes.columns;
    if (columns.body.parts > 1) return by_parts<N>(lanes);
    const int rows = 3 * (columns.body.effectors + columns.body.aims), n = columns.body.joints;
    const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(rows) * n * Lanewise<N>::kStride;
    const DenseStep<N> step{.rows = rows,
                            .columns = n,
                            .J = columns.scratch,
                            .e = lanes.tree.error,
                            .x = lanes.tree.dtheta,
                            .scratch = columns.scratch + count};
    columns.fill({.columns_of = nullptr,
                  .factors = lanes.tree.mobility,
                  .per_length = 1.0,
                  .rotations = false},
                 step);
    N largest = every<N>(0.0);
    for (int i = 0; i < rows * n; ++i)
      largest = larger<N>(largest, magnitude<N>(get<N>(step.J, i)));
    const N lambda = lanes.parameter(0);
    const N least = every<N>(kSquarable) * largest;
    return damped_dense<N>(step, lambda * lambda) | !(lambda > least);
  }

  /// The same part by part: J J^T has a block for each.
  template <class N>
  IK_INLINE static MaskOf<N> by_parts(const LaneStep<N>& lanes) {
    const DenseColumns<N>& columns = lanes.columns;
    const BlockTask& body = columns.body;
    const N zero = every<N>(0.0), lambda = lanes.parameter(0);
    for (int j = 0; j < body.joints; ++j) put<N>(zero, lanes.tree.dtheta, j);
    MaskOf<N> unsolved = zero != zero;
    for (int p = 0; p < body.parts; ++p) {
      const LanePart& part = body.part[p];
      const int count = static_cast<int>(part.joints.size());
      const int height = whole_pieces<N>(part.rows);
      double* next = columns.scratch;
      const auto take = [&next](int numbers) __attribute__((always_inline)) {
        double* const at = next;
        next += static_cast<std::ptrdiff_t>(numbers) * Lanewise<N>::kStride;
        return at;
      };
      double* const e = take(height);
      double* const x = take(count);
      double* const J = take(height * count);
      const DenseStep<N> step{
          .rows = part.rows, .columns = count, .J = J, .e = e, .x = x, .scratch = next};
      columns.fill({.columns_of = part.columns_of.data(),
                    .factors = lanes.tree.mobility,
                    .per_length = 1.0,
                    .rotations = false,
                    .rows_of = part.rows_of.data(),
                    .several = part.effectors > 1},
                   step);
      for (int g = 0; g < body.effectors + body.aims; ++g) {
        if (part.rows_of[static_cast<std::size_t>(g)] < 0) continue;
        put_vec<N>(get_vec<N>(lanes.tree.error, g), e, part.rows_of[static_cast<std::size_t>(g)]);
      }
      N largest = zero;
      for (int i = 0; i < height * count; ++i)
        largest = larger<N>(largest, magnitude<N>(get<N>(J, i)));
      unsolved |=
          damped_dense<N>(step, lambda * lambda) | !(lambda > every<N>(kSquarable) * largest);
      for (int c = 0; c < count; ++c) {
        put<N>(get<N>(x, c), lanes.tree.dtheta, part.joints[static_cast<std::size_t>(c)]);
      }
    }
    return unsolved;
  }
};

// Parts of Sdls. The lanes N hold different bodies, or different directions of one body.

/// Singular values up to this count as zero, m / rad; value of Buss and Kim's software.
inline constexpr double kZeroSigma = 1e-10;

/// gamma_i, the bound of a direction. \param goes N_i \param moves M_i
template <class N>
IK_INLINE N selective_bound(const N& goes, const N& moves, const N& gamma_max) {
  const N share = goes / moves;
  return gamma_max * (share < every<N>(1.0) ? share : every<N>(1.0));
}

/// The factor on phi of a direction. \param largest max |phi_j|
/// \param hard_clamp a switch, or one switch per lane
template <class N, class Switch>
IK_INLINE N selective_factor(const N& gamma, const N& largest, const Switch& hard_clamp) {
  const N cut = gamma < largest ? gamma / largest : every<N>(1.0);
  return hard_clamp ? cut : gamma / (gamma + largest);
}

/// The factor on the whole step. \param largest max |dtheta_j|
template <class N, class Switch>
IK_INLINE N selective_cap(const N& largest, const N& gamma_max, const Switch& hard_clamp) {
  const N divisor = hard_clamp ? largest : gamma_max + largest;
  return largest > gamma_max ? gamma_max / divisor : every<N>(1.0);
}

/// Sdls::step in lanes.
struct SdlsLanes {
  static constexpr LaneForm kForm{.by_singular_values = true};

  template <class N>
  IK_INLINE static MaskOf<N> step(const LaneStep<N>& lanes) {
    const TreeStep<N>& tree = lanes.tree;
    const N zero = every<N>(0.0);
    const N gamma_max = lanes.parameter(0);
    const MaskOf<N> hard = lanes.parameter(1) != zero;
    SingularLanes<N> svd(lanes.tree, lanes.singular, lanes.memory);
    svd.decompose();
    svd.clear();
    for (int i = 0; i < svd.count(); ++i) {
      const N sigma = svd.sigma(i);
      N goes = zero;  // N_i
      for (int s = 0; s < static_cast<int>(tree.plan.arms.size()); ++s) {
        const Vec<N> part = get_vec<N>(svd.left(i), s);
        goes += wide_root<N>(dot(part, part));
      }
      N moves = zero, largest = zero;  // sigma_i M_i and max |v_i|
      for (int j = 0; j < svd.joints(); ++j) {
        const N v = magnitude<N>(get<N>(svd.right(i), j));
        moves += v * svd.reach(j);
        largest = larger<N>(largest, v);
      }
      const N phi = svd.along_error(i) / sigma;
      const N gamma = selective_bound<N>(goes, moves / sigma, gamma_max);
      largest *= magnitude<N>(phi);
      const N factor = selective_factor<N>(gamma, largest, hard);
      const MaskOf<N> counts = (sigma > every<N>(kZeroSigma)) & (largest > zero);
      svd.add(counts ? phi * factor : zero, i);
    }

    N largest = zero;
    for (int j = 0; j < svd.joints(); ++j) {
      largest = larger<N>(largest, magnitude<N>(get<N>(tree.dtheta, j)));
    }
    const N factor = selective_cap<N>(largest, gamma_max, hard);
    for (int j = 0; j < svd.joints(); ++j) put<N>(factor * get<N>(tree.dtheta, j), tree.dtheta, j);
    return MaskOf<N>{};
  }
};

}  // namespace ik
