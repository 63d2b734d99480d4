#include "ik/path/smooth_way.h"

#include <algorithm>
#include <cmath>

#include "ik/path/path_leg.h"

namespace ik {
namespace {

/// Most passes, and the share of its length by which a branch has to become shorter for another.
constexpr int kMostPasses = 12;
constexpr double kShorter = 2e-3;
/// Longest self-motion of a pass, in x.
constexpr double kLongestSlide = 0.3;
/// Weight of z^2: a step of Gauss and Newton knows nothing of how self-motions curve.
constexpr double kRidge = 1e-3;
/// Sweeps of Gauss and Seidel after which z keeps its bounds.
constexpr int kBoundSweeps = 12;
/// Poses are not moved nearer to a limit, rad or m.
constexpr double kMargin = 1e-3;
/// Smallest part of a leg that is looked at.
constexpr double kLeastOfLeg = 1.0 / 1024;

}  // namespace

WaySmoother::WaySmoother(const Multibody& multibody, std::span<const Waypoint> waypoints,
                         const FollowOptions& options, PathRules& rules, Continuity& continuity)
    : multibody_(multibody),
      waypoints_(waypoints),
      options_(options),
      rules_(rules),
      continuity_(continuity) {}

/// The step between two poses in x (c).
VectorX WaySmoother::x_between(const VectorX& a, const VectorX& b) const {
  const std::span<const int> joints = continuity_.joints();
  VectorX x(static_cast<Eigen::Index>(joints.size()));
  for (std::size_t c = 0; c < joints.size(); ++c) {
    x[static_cast<Eigen::Index>(c)] =
        (b[joints[c]] - a[joints[c]]) / continuity_.theta_per_x(static_cast<int>(c));
  }
  return x;
}

double WaySmoother::travel(std::span<const VectorX> theta) const {
  double sum = 0.0;
  for (std::size_t w = 1; w < theta.size(); ++w) sum += x_between(theta[w - 1], theta[w]).norm();
  return sum;
}

/// Fills motions_ and slopes_.
void WaySmoother::linearise(MovableEnds ends, std::span<const VectorX> theta) {
  const std::size_t count = theta.size();
  const auto n = static_cast<Eigen::Index>(continuity_.joints().size());
  motions_.resize(count);
  slopes_.assign(count, VectorX::Zero(continuity_.freedom()));
  for (std::size_t w = 0; w < count; ++w) {
    const bool stays = (w == 0 && !ends.first) || (w + 1 == count && !ends.last);
    if (stays || !continuity_.self_motions(theta[w], motions_[w])) {
      motions_[w].setZero(n, continuity_.freedom());
    }
  }
  for (std::size_t w = 1; w < count; ++w) {
    const VectorX step = x_between(theta[w - 1], theta[w]);
    slopes_[w] += motions_[w].transpose() * step;
    slopes_[w - 1] -= motions_[w - 1].transpose() * step;
  }
}

/// Fills least_ and most_.
void WaySmoother::take_bounds(std::span<const VectorX> theta) {
  const std::span<const int> joints = continuity_.joints();
  least_.assign(theta.size(), -kLongestSlide);
  most_.assign(theta.size(), kLongestSlide);
  for (std::size_t w = 0; w < theta.size(); ++w) {
    for (std::size_t c = 0; c < joints.size(); ++c) {
      const int j = joints[c];
      const double motion = motions_[w](static_cast<Eigen::Index>(c), 0) *
                            continuity_.theta_per_x(static_cast<int>(c));
      if (motion == 0.0) continue;
      const double down = std::min(rules_.lower(j) + kMargin - theta[w][j], 0.0) / motion;
      const double up = std::max(rules_.upper(j) - kMargin - theta[w][j], 0.0) / motion;
      least_[w] = std::max(least_[w], std::min(down, up));
      most_[w] = std::min(most_[w], std::max(down, up));
    }
  }
}

/// Fills z_: block elimination, and for one freedom sweeps that keep the bounds.
void WaySmoother::solve() {
  const std::size_t count = motions_.size();
  const Eigen::Index f = continuity_.freedom();
  // (D_w - C_w-1^T K_w-1) z_w - C_w z_w+1 = -slope_w + C_w-1^T y_w-1, C_w = V_w^T V_w+1
  std::vector<MatrixX> couplings(count), factors(count);
  std::vector<double> weights(count);
  z_.resize(count);
  for (std::size_t w = 0; w < count; ++w) {
    weights[w] = (w > 0 ? 1.0 : 0.0) + (w + 1 < count ? 1.0 : 0.0) + kRidge;
    MatrixX D = MatrixX::Identity(f, f) * weights[w];
    VectorX y = -slopes_[w];
    if (w > 0) {
      D -= couplings[w - 1].transpose() * factors[w - 1];
      y += couplings[w - 1].transpose() * z_[w - 1];
    }
    if (w + 1 < count) {
      couplings[w] = motions_[w].transpose() * motions_[w + 1];
    } else {
      couplings[w].setZero(f, f);
    }
    const Eigen::LLT<MatrixX> llt(D);
    factors[w] = llt.solve(couplings[w]);
    z_[w] = llt.solve(y);
  }
  for (std::size_t w = count - 1; w-- > 0;) z_[w] += factors[w] * z_[w + 1];
  if (f > 1) {
    for (VectorX& z : z_) z *= std::min(1.0, kLongestSlide / std::max(z.norm(), 1e-30));
    return;
  }
  for (int sweep = 0; sweep < kBoundSweeps; ++sweep) {
    for (std::size_t w = 0; w < count; ++w) {
      double sum = -slopes_[w][0];
      if (w > 0) sum += couplings[w - 1](0, 0) * z_[w - 1][0];
      if (w + 1 < count) sum += couplings[w](0, 0) * z_[w + 1][0];
      z_[w][0] = std::clamp(sum / weights[w], least_[w], most_[w]);
    }
  }
}

/// Moves a branch by a share of z_, where limits, goals and obstacles allow it.
void WaySmoother::move(int first, double share, std::span<const VectorX> from,
                       std::vector<VectorX>& to) {
  const std::span<const int> joints = continuity_.joints();
  to.assign(from.begin(), from.end());
  for (std::size_t w = 0; w < from.size(); ++w) {
    if (motions_[w].isZero(0.0)) continue;
    continuity_.move(share * (motions_[w] * z_[w]), to[w]);
    bool kept = continuity_.correct(waypoints_[static_cast<std::size_t>(first) + w], to[w]);
    for (const int j : joints) {
      kept = kept && to[w][j] >= rules_.lower(j) && to[w][j] <= rules_.upper(j);
    }
    if (!kept || rules_.touched(to[w]) >= 0) to[w] = from[w];
  }
}

/// True if it is shown that two poses are joined, the second one at a waypoint.
bool WaySmoother::joins(std::size_t waypoint, const VectorX& a, const VectorX& b) {
  const Waypoint &from = waypoints_[waypoint - 1], &to = waypoints_[waypoint];
  leg_.take(multibody_, from, to);
  return continuity_.joins_in_parts(leg_, kLeastOfLeg, a, b) &&
         rules_.look_between(a, b, to.time - from.time).kind == PathEnd::kWaypoints;
}

void WaySmoother::smooth(int first, MovableEnds ends, std::span<VectorX> theta) {
  std::size_t begin = 0;
  for (std::size_t w = 1; w <= theta.size(); ++w) {
    const bool whole = w == theta.size();
    if (!whole && joins(static_cast<std::size_t>(first) + w, theta[w - 1], theta[w])) continue;
    smooth_part(first + static_cast<int>(begin),
                {.first = begin == 0 && ends.first, .last = whole && ends.last},
                theta.subspan(begin, w - begin));
    begin = w;
  }
}

/// Shortens poses that are joined.
void WaySmoother::smooth_part(int first, MovableEnds ends, std::span<VectorX> theta) {
  if (theta.size() < 2) return;
  std::vector<VectorX> now(theta.begin(), theta.end()), next;
  double length = travel(now);
  for (int pass = 0; pass < kMostPasses; ++pass) {
    if (options_.give_up && options_.give_up()) break;
    linearise(ends, now);
    if (continuity_.freedom() == 1) take_bounds(now);
    solve();
    double shorter = length;
    for (const double share : {1.0, 0.4}) {
      move(first, share, now, next);
      shorter = travel(next);
      if (shorter < length) break;
    }
    if (!(shorter < length)) break;
    const bool enough = shorter > (1.0 - kShorter) * length;
    now.swap(next);
    length = shorter;
    if (enough) break;
  }
  for (std::size_t w = 1; w < now.size(); ++w) {
    if (!joins(static_cast<std::size_t>(first) + w, now[w - 1], now[w])) return;
  }
  std::copy(now.begin(), now.end(), theta.begin());
}

}  // namespace ik
