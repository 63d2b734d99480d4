#include "ik/math/svd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ik/check.h"
#include "ik/math/jacobi_sweep.h"
#include "ik/math/jacobi_turns.h"
#include "ik/math/lane_matrix.h"
#include "ik/simd/largest.h"

namespace ik {
namespace {

using Limits = JacobiLimits<double>;

/// So many calls may start from the last one's rotations before their rounding is taken out.
constexpr int kOldAge = 8;

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

void Svd::compute(const Eigen::MatrixXd& J) {
  IK_ASSERT(J.allFinite());
  if (J.rows() != rows_ || J.cols() != cols_) reshape(J.rows(), J.cols());
  load(J);
  const JacobiColumns columns{
      memory_[0].values, height_,        length_,        static_cast<int>(players_),
      at_a_time_,        square_.data(), shrunk_.data(), meetings_};
  for (int i = 0; i < Limits::kMostSweeps && jacobi_sweep(columns); ++i) {
  }
  jacobi_measure(columns);
  unload();
}

void Svd::reshape(Eigen::Index rows, Eigen::Index cols) {
  rows_ = rows;
  cols_ = cols;
  count_ = std::min(rows, cols);
  length_ = padded(std::max(rows, cols));
  ages_ = 0;
  height_ = length_ + padded(count_);
  players_ = jacobi_places(static_cast<int>(count_));
  at_a_time_ = jacobi_width(static_cast<int>(players_));
  memory_.assign(static_cast<std::size_t>(height_ * players_ / 8 + 1), CacheLine{});
  square_.resize(players_ + 1);
  shrunk_.resize(players_ + 1);
  shrink_.resize(count_);
  unit_.resize(count_);
  vectors_.setZero(length_, count_);
  meetings_ = side_by_side(static_cast<int>(players_), at_a_time_);
  falling_.resize(static_cast<std::size_t>(count_));
  sigma_.resize(count_);
  U_.resize(rows, count_);
  V_.resize(cols, count_);
}

/// Copies the vectors to turn, the rows of a wide J or the columns of a tall one, and turns them as
/// the last matrix needed it.
void Svd::load(const Eigen::MatrixXd& J) {
  const bool wide = rows_ <= cols_;
  // a power of two changes no digit, and squares then neither overflow nor vanish
  scale_ = power_that_scales(largest(J));

  if (wide) {
    lane_transpose({J.data(), rows_}, rows_, cols_, scale_, {vectors_.data(), length_});
  } else {
    vectors_.topRows(rows_) = scale_ * J;
  }

  Eigen::Map<Eigen::MatrixXd> work = this->work();
  auto rotation = work.block(length_, 0, count_, count_);
  if (ages_ == 0) {
    rotation.setIdentity();
    work.topRows(length_).leftCols(count_) = vectors_;
  } else {
    // sorted by the last result, so that few pairs change places
    rotation = wide ? U_ : V_;
    if (ages_ % kOldAge == 0) {
      jacobi_orthonormalise(&work(length_, 0), height_, padded(count_), static_cast<int>(count_));
    }
    lane_product({vectors_.data(), length_}, length_, count_, {&work(length_, 0), height_}, count_,
                 {work.data(), height_});
  }
  shrunk_.setOnes();
  ++ages_;
}

/// Sorts, and divides the turned vectors by their lengths.
void Svd::unload() {
  const bool wide = rows_ <= cols_;
  Eigen::MatrixXd& turned = wide ? V_ : U_;
  Eigen::MatrixXd& rotation = wide ? U_ : V_;
  std::iota(falling_.begin(), falling_.end(), 0);
  std::sort(falling_.begin(), falling_.end(), [this](int a, int b) {
    return square_[a] != square_[b] ? square_[a] > square_[b] : a < b;
  });

  const double nothing = Limits::kNothing * Limits::kNothing * square_[falling_[0]];
  for (Eigen::Index i = 0; i < count_; ++i) {
    const int a = falling_[static_cast<std::size_t>(i)];
    const double length = square_[a] > nothing ? std::sqrt(square_[a]) : 0.0;
    sigma_[i] = length / scale_;
    shrink_[i] = std::sqrt(shrunk_[a]);
    unit_[i] = length > 0.0 ? shrink_[i] / length : 0.0;
  }
  const double* const work = memory_[0].values;
  lane_reorder({work, height_}, turned.rows(), falling_.data(), unit_.data(), count_,
               {turned.data(), turned.rows()});
  lane_reorder({work + length_, height_}, count_, falling_.data(), shrink_.data(), count_,
               {rotation.data(), count_});
}

int Svd::rank(double cutoff) const {
  const double least = count() > 0 ? cutoff * sigma_[0] : 0.0;
  return static_cast<int>((sigma_.array() > least).count());
}

}  // namespace ik
