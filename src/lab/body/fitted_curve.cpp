#include "lab/body/fitted_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>

#include <Eigen/Eigenvalues>

#include "lab/body/reach_trial.h"

namespace lab {
namespace {

/// Far enough that only the direction counts, near enough to avoid rounding.
constexpr double kFarAway = 3.0;   // chain lengths
constexpr double kBend = 0.3;      // rad: away from a straight arm
constexpr double kSpread = 1.0;    // rad: of seeds without limits
constexpr double kAmple = 0.15;    // share of the chain's length: a radius that ends the search
constexpr double kMissed = 0.125;  // share of points that a curve in and out of reach misses
constexpr double kShrink = 0.8;    // factor for curves that the whole body misses
constexpr int kMaxShrinks = 16;
constexpr double kGrow = 1.25;
constexpr int kMaxGrowths = 8;
constexpr int kMaxTogether = 32;   // effectors that are tried together
constexpr int kMaxWays = 3;        // initial poses to try a point from, besides the middle
constexpr double kSmallest = 0.1;  // share of the room, if only a point can be reached

using Room = std::array<Eigen::Vector3d, 3>;

/// A curve of three waves along the axes; scales of 1 fill the room.
TargetCurve curve_of(const Eigen::Vector3d& center, const Room& room, const Eigen::Vector3d& scales,
                     int order) {
  constexpr std::array<double, 3> kFrequencies = {2.0, 3.0, 5.0};  // rad / s
  WaveCurve curve{.center = center, .waves = {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3d amplitude = scales[static_cast<Eigen::Index>(i)] * room[i];
    if (amplitude.isZero(0.0)) continue;
    curve.waves.push_back({amplitude, kFrequencies[i], 0.7 * order + 0.5 * static_cast<double>(i)});
  }
  return TargetCurve(curve);
}

/// Initial poses: slightly bent, the start, the middle of the limits, and poses spread evenly over
/// the joints' ranges.
std::vector<ik::VectorX> seeds_of(const ik::Multibody& body, int count) {
  const auto n = static_cast<Eigen::Index>(body.joint_count());
  std::vector<ik::VectorX> seeds(static_cast<std::size_t>(count), ik::VectorX(n));
  for (Eigen::Index given = 0; given < n; ++given) {
    const ik::Joint& joint = body.joint(body.solver_index(static_cast<int>(given)));
    const double start = joint.initial;
    const bool moves = joint.weight > 0.0;
    const bool limited = std::isfinite(joint.lower) && std::isfinite(joint.upper);
    const double middle = limited ? 0.5 * (joint.lower + joint.upper) : start;
    double half = limited ? 0.5 * (joint.upper - joint.lower) : kSpread;
    if (joint.type == ik::JointType::kPrismatic && !limited) half = 0.0;
    for (int seed = 0; seed < count; ++seed) {
      double theta = start;
      if (seed == 0 && joint.type == ik::JointType::kRevolute) {
        theta += start + kBend <= joint.upper ? kBend : -kBend;
      } else if (seed == 2) {
        theta = middle;
      } else if (seed > 2) {
        // additive recurrence: evenly spread, the same on every machine
        constexpr double kGolden = 0.6180339887498949;
        const double u = kGolden * static_cast<double>((given + 1) * (seed - 2)) + 0.3 * seed;
        theta = middle + (1.6 * (u - std::floor(u)) - 0.8) * half;
      }
      seeds[static_cast<std::size_t>(seed)][given] =
          moves ? std::clamp(theta, joint.lower, joint.upper) : start;
    }
  }
  return seeds;
}

/// The positions, or where the body stops on the way to them, for instance at limits.
/// \param home (n) rad or m, in the given order
std::vector<Eigen::Vector3d> settled_positions(ReachTrial& trial, const ik::VectorX& home,
                                               std::vector<Eigen::Vector3d> places) {
  trial.solver().set_theta(home);
  if (trial.go(places, trial.effort().search_steps)) return places;
  trial.settle(places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = trial.solver().position(static_cast<int>(i));
  }
  return places;
}

TargetCurve standing(const Eigen::Vector3d& place) {
  return TargetCurve(WaveCurve{.center = place, .waves = {}});
}

/// The joints' initial values, in the given order.
ik::VectorX start_of(const ik::Multibody& body) {
  ik::VectorX theta(body.joint_count());
  for (int given = 0; given < body.joint_count(); ++given) {
    theta[given] = body.joint(body.solver_index(given)).initial;
  }
  return theta;
}

/// Up to three directions of unit length.
using Axes = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3>;

/// The directions in which effector 0 can move from a pose.
Axes tangents_of(ik::Solver& solver) {
  constexpr double kNone = 1e-12;  // share of the largest eigenvalue of J J^T
  const auto J = solver.jacobian().topRows<3>();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> found(J * J.transpose());
  const Eigen::Vector3d& values = found.eigenvalues();  // ascending
  Eigen::Index bound = 0;
  while (bound < 3 && !(values[bound] > kNone * values[2])) ++bound;
  return found.eigenvectors().rightCols(3 - bound);
}

/// A curve around a middle.
struct Fit {
  ik::VectorX theta;  ///< the chain's, in the given order
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  Room room = {};
  Eigen::Vector3d edge = Eigen::Vector3d::Zero();  ///< scales of the largest curve
  double radius = 0.0;                             ///< radius of the largest curve, m
};

class ChainFit {
 public:
  ChainFit(const ik::Multibody& multibody, int effector, int order, const TrialEffort& effort)
      : joints_(chain_joints(multibody, effector)),
        body_(chain_of(with_held_base(multibody), effector, joints_)),
        size_(length_of(multibody, effector)),
        order_(order),
        trial_(body_, {size_}, effort) {}

  const std::vector<int>& joints() const { return joints_; }
  double size() const { return size_; }
  int order() const { return order_; }
  const Fit& fit() const { return best_; }

  /// Finds the middle and the largest curve around it.
  void search() {
    const std::vector<ik::VectorX> seeds = seeds_of(trial_.solver().multibody(), effort().seeds);
    const Eigen::Vector3d home = trial_.solver().position(0);
    Eigen::Vector3d wanted = home;
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {1.0, -1.0}) {
        wanted += 0.25 * way_along(seeds[0], home, side * Eigen::Vector3d::Unit(axis));
      }
    }
    const double close = ReachTrial::kReached * size_;
    for (const bool solved : {true, false}) {
      for (const ik::VectorX& seed : seeds) {
        trial_.solver().set_theta(seed);
        const Eigen::Vector3d from = trial_.solver().position(0);
        if (!trial_.settle({solved ? wanted : from})) continue;
        const ik::VectorX theta = trial_.solver().theta();
        const Eigen::Vector3d center = trial_.solver().position(0);
        if (tried(theta, center, 10.0 * close)) continue;
        consider(theta);
        if (best_.radius >= kAmple * size_) return;
      }
    }
    if (best_.theta.size() > 0) return;
    // no pose keeps the aim: use the start
    consider(start_of(body_));
  }

  /// Sets the middle to the effector's position in a pose of the whole body.
  void take(const ik::VectorX& whole) {
    ik::VectorX theta(static_cast<Eigen::Index>(joints_.size()));
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      theta[static_cast<Eigen::Index>(j)] = whole[joints_[j]];
    }
    best_ = {};
    consider(theta);
  }

  TargetCurve curve(CurveFit kind) {
    const Fit& f = best_;
    if (kind == CurveFit::kStanding)
      return standing(settled_positions(trial_, start_of(body_), {f.center})[0]);
    const Eigen::Vector3d smallest = Eigen::Vector3d::Constant(kSmallest);
    if (!(f.radius > 0.0)) return curve_of(f.center, f.room, smallest, order_);
    double scale = kind == CurveFit::kInReach ? 0.7 : kind == CurveFit::kEdge ? 1.0 : 1.6;
    for (int i = 0; i < kMaxGrowths && kind == CurveFit::kInAndOut; ++i) {
      const int missed = count_beyond(curve_of(f.center, f.room, scale * f.edge, order_));
      if (missed >= kMissed * effort().samples) break;
      scale *= kGrow;
    }
    return curve_of(f.center, f.room, scale * f.edge, order_);
  }

 private:
  static double length_of(const ik::Multibody& multibody, int effector) {
    const double length = limb_length(multibody, effector);
    return length > 0.0 ? length : 1.0;
  }

  const TrialEffort& effort() const { return trial_.effort(); }

  /// The number of a curve's points that are far from every position found from the middle and from
  /// other poses. Limits can block one path and not another.
  int count_beyond(const TargetCurve& curve) {
    std::vector<ik::VectorX> poses =
        seeds_of(trial_.solver().multibody(), std::min(effort().seeds, kMaxWays));
    poses.insert(poses.begin(), best_.theta);
    int beyond = 0;
    for (int sample = 0; sample < effort().samples; ++sample) {
      const Eigen::Vector3d place = curve.at(ReachTrial::kPeriod * sample / effort().samples);
      beyond += std::ranges::none_of(poses, [&](const ik::VectorX& pose) {
        trial_.solver().set_theta(pose);
        trial_.go({place}, effort().sample_steps);
        return !trial_.missed(0, ReachTrial::kFar);
      });
    }
    return beyond;
  }

  /// The vector from a position to the farthest reached one in a direction, m.
  Eigen::Vector3d way_along(const ik::VectorX& theta, const Eigen::Vector3d& from,
                            const Eigen::Vector3d& direction) {
    trial_.solver().set_theta(theta);
    trial_.go({from + kFarAway * size_ * direction}, effort().search_steps);
    const double ahead = (trial_.solver().position(0) - from).dot(direction);
    return std::clamp(ahead, 0.0, size_) * direction;  // a place far to the side is not far along
  }

  bool tried(const ik::VectorX& theta, const Eigen::Vector3d& center, double close) {
    for (const auto& [other, place] : tried_) {
      if ((center - place).norm() < close && (theta - other).norm() < 0.1) return true;
    }
    tried_.emplace_back(theta, center);
    return false;
  }

  bool reaches(const Fit& fit, const Eigen::Vector3d& scales) {
    const TargetCurve curve = curve_of(fit.center, fit.room, scales, order_);
    return trial_.count_missed({curve}, fit.theta, true).front() == 0;
  }

  /// Measures a middle, and keeps it if its curve is the largest so far.
  void consider(const ik::VectorX& theta) {
    Fit fit;
    fit.theta = theta;
    trial_.solver().set_theta(theta);
    fit.center = trial_.solver().position(0);
    const Axes tangents = tangents_of(trial_.solver());
    measure(fit, Eigen::Matrix3d::Identity());
    // the world axes may all leave the plane or sphere on which the effector moves
    if (tangents.cols() < 3 && fit.edge.isZero(0.0)) measure(fit, tangents);
    for (std::size_t i = 0; i < 3; ++i) {
      fit.radius =
          std::max(fit.radius, fit.edge[static_cast<Eigen::Index>(i)] * fit.room[i].norm());
    }
    if (best_.theta.size() == 0 || fit.radius > best_.radius) best_ = fit;
  }

  /// The room around a middle along these axes, and the share of it that a curve can fill.
  void measure(Fit& fit, const Axes& axes) {
    fit.room.fill(Eigen::Vector3d::Zero());
    for (Eigen::Index axis = 0; axis < axes.cols(); ++axis) {
      const Eigen::Vector3d ahead = way_along(fit.theta, fit.center, axes.col(axis));
      const Eigen::Vector3d behind = way_along(fit.theta, fit.center, -axes.col(axis));
      fit.room[static_cast<std::size_t>(axis)] = 0.5 * (ahead - behind);
    }
    std::ranges::sort(fit.room, std::ranges::greater(),
                      [](const Eigen::Vector3d& half) { return half.squaredNorm(); });
    fit.room[2] *= 0.3;
    // all axes together, then each alone
    for (int axis = -1; axis < 3; ++axis) {
      const auto set = [axis](Eigen::Vector3d& scales, double value) {
        for (int c = 0; c < 3; ++c) {
          if (axis < 0 || axis == c) scales[c] = value;
        }
      };
      double reached = axis < 0 ? 0.0 : fit.edge[axis], missed = 1.0;
      const int halvings = axis < 0 ? effort().halvings : effort().halvings / 2;
      for (int i = 0; i < halvings; ++i) {
        const double middle = i == 0 && axis < 0 ? missed : 0.5 * (reached + missed);
        Eigen::Vector3d scales = fit.edge;
        set(scales, middle);
        (reaches(fit, scales) ? reached : missed) = middle;
        if (reached >= 1.0) break;
      }
      set(fit.edge, reached);
      if (axis < 0 && reached == 0.0) break;
    }
  }

  std::vector<int> joints_;
  ik::Multibody body_;
  double size_;
  int order_;
  ReachTrial trial_;
  Fit best_;
  std::vector<std::pair<ik::VectorX, Eigen::Vector3d>> tried_;
};

/// The group of each effector, as the index of the group's first effector. Two effectors are in one
/// group if they share more than half of the joints of one of them.
std::vector<int> groups_of(const std::vector<std::vector<int>>& chains, int base) {
  std::vector<int> groups(chains.size());
  std::iota(groups.begin(), groups.end(), 0);
  if (chains.size() > kMaxTogether) return groups;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    for (std::size_t other = 0; other < i; ++other) {
      std::vector<int> shared;
      std::set_intersection(chains[i].begin(), chains[i].end(), chains[other].begin(),
                            chains[other].end(), std::back_inserter(shared));
      const auto both = static_cast<double>(shared.size()) - base;
      const auto least = static_cast<double>(std::min(chains[i].size(), chains[other].size()));
      if (both > 0.5 * (least - base)) {
        groups[i] = groups[other];
        break;
      }
    }
  }
  return groups;
}

TargetCurve scaled(const TargetCurve& curve, double scale) {
  WaveCurve waves = std::get<WaveCurve>(curve.shape());
  for (Wave& wave : waves.waves) wave.amplitude *= scale;
  return TargetCurve(waves);
}

TargetCurve with_waves_of(const TargetCurve& curve, const TargetCurve& other) {
  WaveCurve waves = std::get<WaveCurve>(curve.shape());
  waves.waves = std::get<WaveCurve>(other.shape()).waves;
  return TargetCurve(waves);
}

/// A pose of the whole body from the poses of its chains; a joint in several chains has their mean.
ik::VectorX common_pose(const ik::Multibody& multibody, const std::vector<ChainFit>& fits) {
  ik::VectorX theta = start_of(multibody);
  ik::VectorX parts = ik::VectorX::Zero(theta.size());
  for (const ChainFit& one : fits) {
    for (std::size_t j = 0; j < one.joints().size(); ++j) {
      const int given = one.joints()[j];
      const double own = one.fit().theta[static_cast<Eigen::Index>(j)];
      parts[given] += 1.0;
      theta[given] += (own - theta[given]) / parts[given];
    }
  }
  return theta;
}

std::vector<Eigen::Vector3d> centers_of(std::span<const ChainFit> fits) {
  std::vector<Eigen::Vector3d> centers;
  centers.reserve(fits.size());
  for (const ChainFit& one : fits) centers.push_back(one.fit().center);
  return centers;
}

/// Shrinks the curves of each group until the whole body reaches them.
void shrink_to_reach(ReachTrial& whole, const std::vector<int>& groups, FittedCurves& fitted) {
  for (int i = 0; i < kMaxShrinks; ++i) {
    const std::vector<int> missed = whole.count_missed(fitted.curves, fitted.theta, false);
    if (std::ranges::all_of(missed, [](int points) { return points == 0; })) return;
    std::vector<bool> shrinks(groups.size(), false);
    for (std::size_t k = 0; k < groups.size(); ++k) {
      if (missed[k] > 0) shrinks[static_cast<std::size_t>(groups[k])] = true;
    }
    for (std::size_t k = 0; k < groups.size(); ++k) {
      if (!shrinks[static_cast<std::size_t>(groups[k])]) continue;
      fitted.curves[k] = scaled(fitted.curves[k], kShrink);
    }
  }
}

}  // namespace

TargetCurve fitted_curve(const ik::Multibody& multibody, int effector, CurveFit fit, int order) {
  const auto joints = static_cast<long>(chain_joints(multibody, effector).size());
  ChainFit chain(multibody, effector, order, effort_for(joints));
  chain.search();
  return chain.curve(fit);
}

FittedCurves fitted_curves(const ik::Multibody& multibody, CurveFit fit) {
  const int count = multibody.effector_count();
  std::vector<std::vector<int>> chains;
  long joints = 0;
  for (int i = 0; i < count; ++i) {
    chains.push_back(chain_joints(multibody, i));
    joints += static_cast<long>(chains.back().size());
  }
  const TrialEffort effort = effort_for(joints);
  const std::vector<int> groups = groups_of(chains, base_joints(multibody));
  std::vector<ChainFit> fits;
  std::vector<double> sizes;
  int order = 0;
  for (int i = 0; i < count; ++i) {
    const int first = groups[static_cast<std::size_t>(i)];
    const int own = first < i ? fits[static_cast<std::size_t>(first)].order() : order++;
    fits.emplace_back(multibody, i, own, effort).search();
    sizes.push_back(fits.back().size());
  }
  FittedCurves result;
  result.theta = common_pose(multibody, fits);
  std::optional<ReachTrial> whole;
  if (count > 1 && count <= kMaxTogether) {
    TrialEffort closer = effort;
    closer.samples *= 4;  // finer, because this check is final
    whole.emplace(multibody, sizes, closer);
    whole->solver().set_theta(result.theta);
    whole->settle(centers_of(fits));
    result.theta = whole->solver().theta();
    for (ChainFit& one : fits) one.take(result.theta);
  }
  if (whole && fit == CurveFit::kStanding) {
    const auto places = settled_positions(*whole, start_of(multibody), centers_of(fits));
    std::ranges::transform(places, std::back_inserter(result.curves), standing);
    return result;
  }
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<std::size_t>(groups[static_cast<std::size_t>(i)]);
    result.curves.push_back(fits[static_cast<std::size_t>(i)].curve(fit));
    if (fit != CurveFit::kStanding && first < result.curves.size() - 1) {
      result.curves.back() = with_waves_of(result.curves.back(), result.curves[first]);
    }
  }
  const bool within = fit == CurveFit::kInReach || fit == CurveFit::kEdge;
  if (whole && within) shrink_to_reach(*whole, groups, result);
  return result;
}

}  // namespace lab
