#include "iklab/problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "ik/math/jacobi_sweep.h"
#include "ik/math/jacobi_turns.h"
#include "ik/math/lane_matrix.h"
#include "ik/simd/check.h"
#include "ik/simd/largest.h"

namespace ik {
namespace {

using Limits = JacobiLimits<double>;

/// 2^i with a 2^i between 1 and 2 where a > 0; 1 where a is 0 or next to it. See inverse_power.
double power_that_scales(double a) {
  // beyond 2^1022 the power would have lost its digits
  return a >= std::numeric_limits<double>::min() ? std::exp2(-std::min(std::ilogb(a), 1022)) : 1.0;
}

/// The meetings of a sweep, filled up as JacobiColumns asks.
std::vector<JacobiMeeting> side_by_side(int players, int at_a_time) {
  const auto round = static_cast<std::size_t>(players / at_a_time);
  const JacobiMeeting nobody = {{players, players, players, players}, false};
  std::vector<JacobiMeeting> filled;
  std::size_t in_round = 0;
  for (const JacobiMeeting& meeting : jacobi_meetings(players, at_a_time)) {
    filled.push_back(meeting);
    if (++in_round < round) continue;
    while (filled.size() % kSideBySide != 0) filled.push_back(nobody);
    in_round = 0;
  }
  return filled;
}

}  // namespace

/// What is turned, and with whom it meets.
struct Svd::Scratch {
  void reshape(Eigen::Index of_rows, Eigen::Index of_cols, Svd& result);
  void load(const Eigen::MatrixXd& J, Svd& result);
  void turn();
  void unload(Svd& result);

  Eigen::Index rows = 0, cols = 0;
  Eigen::Index count = 0;   // vectors to turn: the shorter side
  Eigen::Index length = 0;  // of such a vector, with padding
  double scale = 1.0;       // power of two that brings the largest entry near 1
  // what is turned: column a is the a-th vector, padded with zeros, and below it the a-th column of
  // the product of all rotations, padded
  Eigen::Map<Eigen::MatrixXd> work() { return {memory[0].values, height, players}; }
  Eigen::Index height = 0, players = 0;
  std::vector<CacheLine> memory;
  Eigen::MatrixXd vectors;  // as they come, scaled and padded
  Eigen::VectorXd square;   // squared lengths of the vectors
  Eigen::VectorXd shrunk;   // squares of what brings them to their lengths
  Eigen::VectorXd shrink;   // by falling length: what brings a rotation's column to its length ...
  Eigen::VectorXd unit;     // ... and a vector to 1, or to 0
  int at_a_time = 2;        // vectors that meet
  std::vector<JacobiMeeting> meetings;
  std::vector<int> falling;  // the vectors by falling length
};

Svd::Svd() = default;
Svd::~Svd() = default;
Svd::Svd(Svd&& other) noexcept = default;
Svd& Svd::operator=(Svd&& other) noexcept = default;
Svd::Svd(const Svd& other)
    : ages_(other.ages_),
      sigma_(other.sigma_),
      U_(other.U_),
      V_(other.V_),
      scratch_(other.scratch_ ? std::make_unique<Scratch>(*other.scratch_) : nullptr) {}
Svd& Svd::operator=(const Svd& other) {
  if (!scratch_ || !other.scratch_) return *this = Svd(other);
  ages_ = other.ages_;
  sigma_ = other.sigma_;
  U_ = other.U_;
  V_ = other.V_;
  *scratch_ = *other.scratch_;  // into the room that there is
  return *this;
}

void Svd::compute(const Eigen::MatrixXd& J) {
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

Eigen::MatrixXd& Svd::resume(Eigen::Index m, Eigen::Index n, int age) {
  if (!scratch_) scratch_ = std::make_unique<Scratch>();
  if (m != scratch_->rows || n != scratch_->cols) scratch_->reshape(m, n, *this);
  ages_ = age;
  return m <= n ? U_ : V_;
}

void Svd::Scratch::turn() {
  const JacobiColumns columns{
      memory[0].values, height,        length,        static_cast<int>(players),
      at_a_time,        square.data(), shrunk.data(), meetings};
  for (int i = 0; i < Limits::kMostSweeps && jacobi_sweep(columns); ++i) {
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
  players = jacobi_places(static_cast<int>(count));
  at_a_time = jacobi_width(static_cast<int>(players));
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

/// Copies the vectors to turn, the rows of a wide J or the columns of a tall one, and turns them as
/// the last matrix needed it.
void Svd::Scratch::load(const Eigen::MatrixXd& J, Svd& result) {
  const bool wide = rows <= cols;
  // a power of two changes no digit, and squares then neither overflow nor vanish
  scale = power_that_scales(largest(J));

  if (wide) {
    lane_transpose({J.data(), rows}, rows, cols, scale, {vectors.data(), length});
  } else {
    vectors.topRows(rows) = scale * J;
  }

  Eigen::Map<Eigen::MatrixXd> turned = work();
  auto rotation = turned.block(length, 0, count, count);
  if (result.ages_ == 0) {
    rotation.setIdentity();
    turned.topRows(length).leftCols(count) = vectors;
  } else {
    // sorted by the last result, so that few pairs change places
    rotation = wide ? result.U_ : result.V_;
    if (result.ages_ % kOldAge == 0) {
      jacobi_orthonormalise(&turned(length, 0), height, padded(count), static_cast<int>(count));
    }
    lane_product({vectors.data(), length}, length, count, {&turned(length, 0), height}, count,
                 {turned.data(), height});
  }
  shrunk.setOnes();
  ++result.ages_;
}

/// Sorts, and divides the turned vectors by their lengths.
void Svd::Scratch::unload(Svd& result) {
  const bool wide = rows <= cols;
  Eigen::MatrixXd& turned = wide ? result.V_ : result.U_;
  Eigen::MatrixXd& rotation = wide ? result.U_ : result.V_;
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
