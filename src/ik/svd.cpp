#include "ik/svd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ik/check.h"

namespace ik {
namespace {

constexpr int kLanes = 4;
constexpr int kMostSweeps = 40;  // ten are many; the bound only makes the loop's end certain
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Vectors count as orthogonal when the cosine of their angle is below this.
constexpr double kOrthogonal = 4.0 * kEpsilon;
/// Convergence is quadratic: a sweep that met no larger cosine than this has left none.
constexpr double kLastSweep = 1e-9;
/// A vector shorter than this, relative to the longest, is rounding alone.
constexpr double kNothing = 1e-14;

// columns of the table of pairs
enum PairColumn { kDot, kSquareA, kSquareB, kCosine, kSine };

Eigen::Index padded(Eigen::Index length) { return (length + kLanes - 1) / kLanes * kLanes; }

double dot(const double* a, const double* b, Eigen::Index length) {
  Eigen::Array<double, kLanes, 1> sum = Eigen::Array<double, kLanes, 1>::Zero();
  for (Eigen::Index i = 0; i < length; i += kLanes) {
    using Lanes = Eigen::Map<const Eigen::Array<double, kLanes, 1>>;
    sum += Lanes(a + i) * Lanes(b + i);
  }
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

void rotate(double* a, double* b, Eigen::Index length, double cosine, double sine) {
  for (Eigen::Index i = 0; i < length; ++i) {
    const double x = a[i];
    const double y = b[i];
    a[i] = cosine * x - sine * y;
    b[i] = sine * x + cosine * y;
  }
}

}  // namespace

void Svd::compute(const Eigen::MatrixXd& J) {
  IK_ASSERT(J.allFinite());
  load(J);
  for (int i = 0; i < kMostSweeps && sweep(); ++i) {
  }
  unload(J);
}

/// Copies the vectors to turn, the rows of a wide J or the columns of a tall one.
void Svd::load(const Eigen::MatrixXd& J) {
  const bool wide = J.rows() <= J.cols();
  const Eigen::Index count = std::min(J.rows(), J.cols());
  const Eigen::Index pairs = (count + 1) / 2;
  length_ = padded(std::max(J.rows(), J.cols()));
  work_.setZero(length_ + padded(count), 2 * pairs);
  square_.resize(2 * pairs);
  pair_.resize(padded(pairs), 5);
  order_.resize(2 * pairs);
  std::iota(order_.begin(), order_.end(), 0);

  // a power of two changes no digit, and squares then neither overflow nor vanish
  const double largest = J.cwiseAbs().maxCoeff();
  scale_ = largest > 0.0 ? std::exp2(-std::ilogb(largest)) : 1.0;
  if (wide) {
    work_.topLeftCorner(J.cols(), count) = scale_ * J.transpose();
  } else {
    work_.topLeftCorner(J.rows(), count) = scale_ * J;
  }
  work_.block(length_, 0, count, count).setIdentity();
}

/// Lets every pair meet once and turns it orthogonal.
/// \returns true if another sweep is needed
bool Svd::sweep() {
  const Eigen::Index players = work_.cols();
  const Eigen::Index pairs = players / 2;
  const Eigen::Index height = work_.rows();
  for (Eigen::Index a = 0; a < players; ++a) {
    square_[a] = dot(work_.col(a).data(), work_.col(a).data(), length_);
  }
  const double nothing = kNothing * kNothing * square_.maxCoeff();
  double largest_cosine = 0.0;

  for (Eigen::Index round = 0; round + 1 < std::max<Eigen::Index>(players, 2); ++round) {
    bool turned = false;
    for (Eigen::Index i = 0; i < pairs; ++i) {
      const int a = order_[i];
      const int b = order_[players - 1 - i];
      const double aa = square_[a];
      const double bb = square_[b];
      const double ab = dot(work_.col(a).data(), work_.col(b).data(), length_);
      const bool turn =
          aa > nothing && bb > nothing && ab * ab > kOrthogonal * kOrthogonal * aa * bb;
      if (turn) largest_cosine = std::max(largest_cosine, ab * ab / (aa * bb));
      turned = turned || turn;
      pair_(i, kDot) = turn ? ab : 0.0;
      pair_(i, kSquareA) = aa;
      pair_(i, kSquareB) = bb;
    }

    if (turned) {
      // tan 2x = 2 ab / (bb - aa), and of its two solutions the turn by less than 45 degrees:
      // Golub and Van Loan (2013), section 8.5. All pairs at once, since they share no vector
      for (Eigen::Index i = 0; i < pair_.rows(); i += kLanes) {
        using Lanes = Eigen::Array<double, kLanes, 1>;
        const Lanes ab = pair_.col(kDot).segment<kLanes>(i).array();
        const Lanes half = 0.5 * (pair_.col(kSquareB).segment<kLanes>(i).array() -
                                  pair_.col(kSquareA).segment<kLanes>(i).array());
        const Lanes root = (half * half + ab * ab).sqrt();
        const Lanes divisor = half.abs() + root;
        const Lanes sign = (half < 0.0).select(Lanes::Constant(-1.0), Lanes::Constant(1.0));
        const Lanes tangent = (divisor > 0.0).select(sign * ab / divisor, 0.0);
        const Lanes cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
        pair_.col(kCosine).segment<kLanes>(i) = cosine;
        pair_.col(kSine).segment<kLanes>(i) = cosine * tangent;
      }
      for (Eigen::Index i = 0; i < pairs; ++i) {
        if (pair_(i, kDot) == 0.0) continue;
        const int a = order_[i];
        const int b = order_[players - 1 - i];
        rotate(work_.col(a).data(), work_.col(b).data(), height, pair_(i, kCosine),
               pair_(i, kSine));
        const double change = pair_(i, kSine) / pair_(i, kCosine) * pair_(i, kDot);
        square_[a] -= change;
        square_[b] += change;
      }
    }
    // the first player keeps its seat and all others move on by one
    std::rotate(order_.begin() + 1, order_.end() - 1, order_.end());
  }
  return largest_cosine > kLastSweep * kLastSweep;
}

/// Sorts, and divides the turned vectors by their lengths.
void Svd::unload(const Eigen::MatrixXd& J) {
  const bool wide = J.rows() <= J.cols();
  const Eigen::Index count = std::min(J.rows(), J.cols());
  const Eigen::Index longer = std::max(J.rows(), J.cols());
  sigma_.resize(count);
  U_.resize(J.rows(), count);
  V_.resize(J.cols(), count);
  Eigen::MatrixXd& turned = wide ? V_ : U_;
  Eigen::MatrixXd& rotation = wide ? U_ : V_;

  for (Eigen::Index a = 0; a < count; ++a) {
    square_[a] = dot(work_.col(a).data(), work_.col(a).data(), length_);
  }
  auto order = order_.head(count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [this](int a, int b) {
    return square_[a] != square_[b] ? square_[a] > square_[b] : a < b;
  });

  const double nothing = kNothing * kNothing * square_[order[0]];
  for (Eigen::Index i = 0; i < count; ++i) {
    const int a = order[i];
    const double length = square_[a] > nothing ? std::sqrt(square_[a]) : 0.0;
    sigma_[i] = length / scale_;
    turned.col(i) = (length > 0.0 ? 1.0 / length : 0.0) * work_.col(a).head(longer);
    rotation.col(i) = work_.col(a).segment(length_, count);
  }
}

int Svd::rank(double cutoff) const {
  const double least = count() > 0 ? cutoff * sigma_[0] : 0.0;
  return static_cast<int>((sigma_.array() > least).count());
}

}  // namespace ik
