#include "iklab/problem.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ik/math/jacobi_sweep.h"
#include "ik/math/jacobi_turns.h"
#include "ik/math/lane_matrix.h"
#include "ik/simd/check.h"
#include "ik/simd/lanes.h"
#include "ik/simd/largest.h"

namespace ik {

/// The vectors of J's shorter side, their rotations, and the order of the rotations.
struct Svd::Scratch {
  void reshape(Eigen::Index of_rows, Eigen::Index of_cols, Svd& result);
  void load(const MatrixX& J, Svd& result);
  void turn();
  void unload(Svd& result);

  Eigen::Index rows = 0, cols = 0;
  Eigen::Index count = 0;   // number of vectors, the shorter side
  Eigen::Index length = 0;  // padded length of a vector
  double scale = 1.0;       // power of two that brings the largest entry near 1
  // column a: vector a, padded with zeros; below it column a of the product of all rotations,
  // padded
  Eigen::Map<MatrixX> work() { return {memory[0].values, height, players}; }
  Eigen::Index height = 0, players = 0;
  std::vector<CacheLine> memory;
  MatrixX vectors;    // the vectors before any rotation, scaled and padded
  VectorX square;     // squared lengths of the vectors
  VectorX shrunk;     // squared scale factors of the columns
  VectorX shrink;     // scale factors, in order of `falling`
  VectorX unit;       // factors that normalise the vectors (0: negligible), in order of `falling`
  int at_a_time = 2;  // vectors in a group
  std::vector<JacobiGroup> meetings;
  std::vector<int> falling;  // the vectors by descending length
};

namespace {

using Limits = JacobiLimits;

/// The groups of a sweep of `players` vectors, padded as in JacobiColumns.
std::vector<JacobiGroup> side_by_side(int players, int at_a_time) {
  const auto round = static_cast<std::size_t>(players / at_a_time);
  const JacobiGroup nobody = {{players, players, players, players}, false};
  std::vector<JacobiGroup> filled;
  std::size_t in_round = 0;
  for (const JacobiGroup& meeting : jacobi_groups(players, at_a_time)) {
    filled.push_back(meeting);
    if (++in_round < round) continue;
    while (filled.size() % kParallelGroups != 0) filled.push_back(nobody);
    in_round = 0;
  }
  return filled;
}

}  // namespace

Svd::Svd() = default;
Svd::~Svd() = default;
Svd::Svd(Svd&& other) noexcept = default;
Svd& Svd::operator=(Svd&& other) noexcept = default;
Svd::Svd(const Svd& other) { *this = other; }
Svd& Svd::operator=(const Svd& other) {
  if (this == &other) return *this;
  ages_ = other.ages_;
  sigma_ = other.sigma_;
  U_ = other.U_;
  V_ = other.V_;
  if (scratch_ && other.scratch_) {
    *scratch_ = *other.scratch_;  // reuses its memory
  } else {
    scratch_ = other.scratch_ ? std::make_unique<Scratch>(*other.scratch_) : nullptr;
  }
  return *this;
}

void Svd::compute(const MatrixX& J) {
  IK_ASSERT(J.allFinite());
  if (!scratch_) scratch_ = std::make_unique<Scratch>();
  Scratch& scratch = *scratch_;
  if (J.rows() != scratch.rows || J.cols() != scratch.cols) {
    scratch.reshape(J.rows(), J.cols(), *this);
  }
  scratch.load(J, *this);
  scratch.turn();
  scratch.unload(*this);
}

MatrixX& Svd::resume(Eigen::Index m, Eigen::Index n, int age) {
  if (!scratch_) scratch_ = std::make_unique<Scratch>();
  if (m != scratch_->rows || n != scratch_->cols) scratch_->reshape(m, n, *this);
  ages_ = age;
  return m <= n ? U_ : V_;
}

void Svd::Scratch::turn() {
  const JacobiColumns columns{.data = memory[0].values,
                              .height = height,
                              .length = length,
                              .count = static_cast<int>(players),
                              .at_a_time = at_a_time,
                              .square = square.data(),
                              .shrunk = shrunk.data(),
                              .meetings = meetings};
  for (int i = 0; i < Limits::kMaxSweeps && jacobi_sweep(columns); ++i) {
  }
  jacobi_measure(columns);
}

void Svd::Scratch::reshape(Eigen::Index of_rows, Eigen::Index of_cols, Svd& result) {
  rows = of_rows;
  cols = of_cols;
  count = std::min(rows, cols);
  length = padded(std::max(rows, cols));
  result.ages_ = 0;
  height = length + padded(count);
  players = jacobi_padded_count(static_cast<int>(count));
  at_a_time = jacobi_group_size(static_cast<int>(players));
  memory.assign(static_cast<std::size_t>(height * players / 8 + 1), CacheLine{});
  square.resize(players + 1);
  shrunk.resize(players + 1);
  shrink.resize(count);
  unit.resize(count);
  vectors.setZero(length, count);
  meetings = side_by_side(static_cast<int>(players), at_a_time);
  falling.resize(static_cast<std::size_t>(count));
  result.sigma_.resize(count);
  result.U_.resize(rows, count);
  result.V_.resize(cols, count);
}

/// Copies the vectors (the rows of a wide J or the columns of a tall one) and applies the
/// rotations of the last matrix.
void Svd::Scratch::load(const MatrixX& J, Svd& result) {
  const bool wide = rows <= cols;
  // a power of two is exact; squares of the scaled numbers neither overflow nor underflow
  scale = inverse_power(every<Lanes>(largest(J)))[0];

  if (wide) {
    lane_transpose({J.data(), rows}, rows, cols, scale, {vectors.data(), length});
  } else {
    vectors.topRows(rows) = scale * J;
  }

  Eigen::Map<MatrixX> turned = work();
  auto rotation = turned.block(length, 0, count, count);
  if (result.ages_ == 0) {
    rotation.setIdentity();
    turned.topRows(length).leftCols(count) = vectors;
  } else {
    // start in the order of the last result, so that few pairs must be swapped
    rotation = wide ? result.U_ : result.V_;
    if (result.ages_ % kReorthonormaliseAge == 0) {
      jacobi_orthonormalise(&turned(length, 0), height, padded(count), static_cast<int>(count));
    }
    lane_product({vectors.data(), length}, length, count, {&turned(length, 0), height}, count,
                 {turned.data(), height});
  }
  shrunk.setOnes();
  ++result.ages_;
}

/// Sorts the vectors by descending length and normalises them.
void Svd::Scratch::unload(Svd& result) {
  const bool wide = rows <= cols;
  MatrixX& turned = wide ? result.V_ : result.U_;
  MatrixX& rotation = wide ? result.U_ : result.V_;
  std::iota(falling.begin(), falling.end(), 0);
  std::sort(falling.begin(), falling.end(), [this](int a, int b) {
    return square[a] != square[b] ? square[a] > square[b] : a < b;
  });

  const double nothing = Limits::kNothing * Limits::kNothing * square[falling[0]];
  for (Eigen::Index i = 0; i < count; ++i) {
    const int a = falling[static_cast<std::size_t>(i)];
    const double size = square[a] > nothing ? std::sqrt(square[a]) : 0.0;
    result.sigma_[i] = size / scale;
    shrink[i] = std::sqrt(shrunk[a]);
    unit[i] = size > 0.0 ? shrink[i] / size : 0.0;
  }
  const double* const columns = memory[0].values;
  lane_reorder({columns, height}, turned.rows(), falling.data(), unit.data(), count,
               {turned.data(), turned.rows()});
  lane_reorder({columns + length, height}, count, falling.data(), shrink.data(), count,
               {rotation.data(), count});
}

int Svd::rank(double cutoff) const {
  const double least = count() > 0 ? cutoff * sigma_[0] : 0.0;
  return static_cast<int>((sigma_.array() > least).count());
}

}  // namespace ik
