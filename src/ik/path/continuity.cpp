#include "ik/path/continuity.h"

#include <algorithm>
#include <cmath>

#include "ik/body/layout.h"
#include "ik/simd/lanes.h"
#include "ik/task/jacobian.h"

namespace ik {
namespace {

/// A body with freedom is moved away from limits where a joint is farther from the middle than this
/// share of half of its range, by kRelaxed a leg at a limit, rad or m.
constexpr double kCalm = 0.5, kRelaxed = 0.03;
/// Smaller pivots of J, as a share of the largest, are 0.
constexpr double kSingularPivot = 1e-9;
/// J J^T with smaller pivots is not used: rounding grows with the square of J's condition.
constexpr double kFarPivot = 1e-7;
/// Most steps of Newton's method, and the step that ends it, rad or a share of L.
constexpr int kNewton = 16;
constexpr double kExact = 1e-13;
/// Newton's method keeps its J while a step is a shorter part of the last one.
constexpr double kShrinks = 0.1;
/// Rounding may keep steps that are shorter from shrinking, rad or a share of L.
constexpr double kNearlyExact = 1e-9;
/// Most steps to a pose near a singular one, and their longest part along a singular vector, rad or
/// a share of L.
constexpr int kSettle = 60;
constexpr double kLongestPart = 0.02;
/// Longest step of Newton's method: a pose that is farther away is another one.
constexpr double kLongestCorrection = 0.5;
/// The box is wider by this many times the bend that a box without it has: at 4 a bend up to a
/// quarter of its width is shown.
constexpr double kWider = 4.0;
/// Parts of the straight way past a singular pose, at whose ends errors are computed.
constexpr int kPassagePoints = 16;
/// Largest turn of an effector in a box, rad: sines then stand for their angles.
constexpr double kWidest = 1.0;
/// Rounding of e and of poses, rad or a share of L.
constexpr double kPathRounding = 1e-12;

/// Rows and joints of an arm of six joints with an orientation as a goal.
constexpr int kSixRows = 6;
/// Most columns of J for which rows have a fixed length.
constexpr int kMostColumns = 8;

/// A = J^-1 in place, by Gauss-Jordan elimination with pivots from the rows, Golub and Van Loan
/// (2013), section 3.4. \param J, A column by column
/// \returns false if a pivot is a smaller share of the largest entry than `least`
IK_MULTIVERSION bool invert_six(const double* J, double least, double* A) {
  double rows[kSixRows][kSixRows];
  int pivots[kSixRows];
  double largest = 0.0;
  for (int r = 0; r < kSixRows; ++r) {
    for (int c = 0; c < kSixRows; ++c) {
      rows[r][c] = J[r + kSixRows * c];
      largest = std::max(largest, std::abs(rows[r][c]));
    }
  }
  for (int p = 0; p < kSixRows; ++p) {
    int pivot = p;
    for (int r = p + 1; r < kSixRows; ++r) {
      if (std::abs(rows[r][p]) > std::abs(rows[pivot][p])) pivot = r;
    }
    if (!(std::abs(rows[pivot][p]) > least * largest)) return false;
    pivots[p] = pivot;
    std::swap(rows[p], rows[pivot]);
    const double inverse = 1.0 / rows[p][p];
    rows[p][p] = 1.0;
    for (double& entry : rows[p]) entry *= inverse;
    for (int r = 0; r < kSixRows; ++r) {
      if (r == p) continue;
      const double factor = rows[r][p];
      rows[r][p] = 0.0;
      for (int c = 0; c < kSixRows; ++c) rows[r][c] -= factor * rows[p][c];
    }
  }
  // exchanged rows of J are exchanged columns of its inverse
  for (int p = kSixRows - 1; p >= 0; --p) {
    for (int r = 0; r < kSixRows; ++r) std::swap(rows[r][p], rows[r][pivots[p]]);
  }
  for (int r = 0; r < kSixRows; ++r) {
    for (int c = 0; c < kSixRows; ++c) A[r + kSixRows * c] = rows[r][c];
  }
  return true;
}

/// A = J^T (J J^T)^-1 for six rows, by Cholesky's factors, Golub and Van Loan (2013), section 4.2.
/// \param J, A column by column \param columns of J, at most kMostColumns
/// \returns false if a pivot is a smaller share of the largest diagonal entry than `least`
IK_MULTIVERSION bool pseudoinverse_six(const double* J, int columns, double least, double* A) {
  // padded, so that a row is a whole number of SIMD lanes
  double rows[kSixRows][kMostColumns] = {};
  for (int c = 0; c < columns; ++c) {
    for (int r = 0; r < kSixRows; ++r) rows[r][c] = J[r + kSixRows * c];
  }
  double L[kSixRows][kSixRows];
  double largest = 0.0;
  for (int r = 0; r < kSixRows; ++r) {
    for (int i = 0; i <= r; ++i) {
      double sum = 0.0;
      for (int c = 0; c < kMostColumns; ++c) sum += rows[r][c] * rows[i][c];
      L[r][i] = sum;
    }
    largest = std::max(largest, L[r][r]);
  }
  for (int r = 0; r < kSixRows; ++r) {
    for (int i = 0; i < r; ++i) {
      for (int k = 0; k < i; ++k) L[r][i] -= L[r][k] * L[i][k];
      L[r][i] *= L[i][i];  // 1 / the diagonal's entry
      for (int c = 0; c < kMostColumns; ++c) rows[r][c] -= L[r][i] * rows[i][c];
    }
    double pivot = L[r][r];
    for (int k = 0; k < r; ++k) pivot -= L[r][k] * L[r][k];
    if (!(pivot > least * largest)) return false;
    L[r][r] = 1.0 / std::sqrt(pivot);
    for (int c = 0; c < kMostColumns; ++c) rows[r][c] *= L[r][r];
  }
  for (int r = kSixRows - 1; r >= 0; --r) {
    for (int i = r + 1; i < kSixRows; ++i) {
      for (int c = 0; c < kMostColumns; ++c) rows[r][c] -= L[i][r] * rows[i][c];
    }
    for (int c = 0; c < kMostColumns; ++c) rows[r][c] *= L[r][r];
    for (int c = 0; c < columns; ++c) A[c + columns * r] = rows[r][c];
  }
  return true;
}

/// Half of the part of M that is antisymmetric, as a vector.
Eigen::Vector3d half_turn(const Eigen::Matrix3d& M) {
  return 0.5 * Eigen::Vector3d(M(2, 1) - M(1, 2), M(0, 2) - M(2, 0), M(1, 0) - M(0, 1));
}

}  // namespace

Continuity::Continuity(const Multibody& multibody)
    : multibody_(multibody), ones_(static_cast<std::size_t>(multibody.goal_count()), 1.0) {
  for (const Joint& joint : multibody.joints()) {
    mobility_.push_back(joint.weight > 0.0 ? 1.0 : 0.0);
  }
  rows_.reserve(multibody);
  pose_ = end_pose_ = pose_at(multibody, multibody.initial_theta());
  std::vector<Eigen::Vector3d> targets;
  std::vector<Aim> aims;
  targets.resize(static_cast<std::size_t>(multibody.effector_count()));
  aims.resize(static_cast<std::size_t>(multibody.aim_count()));
  reached_goals(multibody, pose_, targets, aims);
  const Stop stop;
  rows_.begin({multibody, targets, aims, ones_, mobility_, stop}, pose_);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const Joint& joint = multibody.joint(j);
    const int leader = joint.leader >= 0 ? joint.leader : j;
    const auto column = std::find(joints().begin(), joints().end(), leader);
    Share share;
    if (column != joints().end()) {
      share.column = static_cast<int>(column - joints().begin());
      share.factor = rows_.theta_per_x(share.column);
      if (joint.leader >= 0) share.factor *= std::abs(joint.ratio);
      if (joint.type == JointType::kPrismatic) share.factor /= rows_.unit();
    }
    shares_.push_back(share);
  }
  const auto n = static_cast<Eigen::Index>(joints().size());
  const Eigen::Index m = rows_.system().rows();
  J_.resize(m, n);
  A_.resize(n, m);
  // at a pose where no joint is at 0 or a right angle
  VectorX general = pose_.theta;
  for (int j = 0; j < general.size(); ++j) general[j] += 0.37 + 0.21 * j;
  place(general);
  rank_ = rows_.system().rank();
}

/// Moves the body, and computes J there.
void Continuity::place(const VectorX& theta) {
  pose_.theta = theta;
  forward_kinematics(multibody_, pose_);
  linearise();
}

/// Computes J at pose_.
void Continuity::linearise() {
  rows_.linearise(pose_);
  NormalSystem& system = rows_.system();
  for (Eigen::Index c = 0; c < J_.cols(); ++c) {
    J_.col(c) = Eigen::Map<const VectorX>(system.column(static_cast<int>(c)), J_.rows());
  }
}

/// The errors of the goals at a pose: places in shares of L, aims by the sines of their angles.
void Continuity::errors(const Waypoint& goal, const Pose& pose, VectorX& e) const {
  e.resize(J_.rows());
  const int k = multibody_.effector_count();
  for (int i = 0; i < k; ++i) {
    e.segment<3>(3 * i) =
        (goal.targets[static_cast<std::size_t>(i)] - pose.effector.col(i)) / rows_.unit();
  }
  for (int g = k; g < multibody_.goal_count(); ++g) {
    const Effector& effector = multibody_.goal_effector(g);
    const Aim& aim = goal.aims[static_cast<std::size_t>(g - k)];
    const Eigen::Matrix3d R = effector_axes(pose, effector);
    e.segment<3>(3 * g) = effector.aim == AimKind::kOrientation
                              ? half_turn(aim.orientation * R.transpose())
                              : (R * effector.pointer).cross(aim.direction);
  }
}

/// Computes A. \returns false if J loses rank
bool Continuity::invert() {
  // a direction has three rows of rank two
  if (J_.rows() == kSixRows && J_.cols() == kSixRows && rank_ == kSixRows) {
    return invert_six(J_.data(), kSingularPivot, A_.data());
  }
  if (J_.rows() == kSixRows && rank_ == kSixRows && J_.cols() <= kMostColumns) {
    // far from singular poses
    const auto columns = static_cast<int>(J_.cols());
    if (pseudoinverse_six(J_.data(), columns, kFarPivot, A_.data())) return true;
  }
  svd_.forget();  // so that the result depends on J alone
  svd_.compute(J_);
  if (svd_.rank(kSingularPivot) != rank_) return false;
  A_.noalias() = svd_.V().leftCols(rank_) * svd_.sigma().head(rank_).cwiseInverse().asDiagonal() *
                 svd_.U().leftCols(rank_).transpose();
  return true;
}

void Continuity::move(const VectorX& x, VectorX& theta) const {
  for (Eigen::Index c = 0; c < x.size(); ++c) {
    theta[joints()[static_cast<std::size_t>(c)]] += theta_per_x(static_cast<int>(c)) * x[c];
  }
}

bool Continuity::correct(const Waypoint& goal, VectorX& theta) {
  double before = 0.0;
  for (int step = 0; step < kNewton; ++step) {
    pose_.theta = theta;
    forward_kinematics(multibody_, pose_);
    errors(goal, pose_, e_);
    double length = 0.0;
    for (bool fresh = false;; fresh = true) {
      // J of an earlier step will do while errors shrink well
      if (step == 0 || fresh) {
        linearise();
        if (!invert()) return false;
      }
      x_.noalias() = A_ * e_;
      length = x_.lpNorm<Eigen::Infinity>();
      if (step == 0 || fresh || length < kShrinks * before) break;
    }
    if (!(length < kLongestCorrection)) return false;
    move(x_, theta);
    if (length < kExact || (length < kNearlyExact && length > kShrinks * before)) return true;
    before = length;
  }
  return false;
}

bool Continuity::settle(const Waypoint& goal, double place_error, double aim_error,
                        VectorX& theta) {
  for (int step = 0; step < kSettle; ++step) {
    place(theta);
    errors(goal, pose_, e_);
    bool reached = true;
    for (Eigen::Index g = 0; 3 * g < e_.size(); ++g) {
      const bool is_place = g < multibody_.effector_count();
      const double size = e_.segment<3>(3 * g).norm();
      reached = reached && size < 0.5 * (is_place ? place_error / rows_.unit() : aim_error);
    }
    if (reached) return true;
    svd_.forget();
    svd_.compute(J_);
    x_.setZero(J_.cols());
    for (int i = 0; i < svd_.count(); ++i) {
      const double sigma = svd_.sigma()[i];
      if (sigma == 0.0) continue;
      // long steps along directions that hardly move anything are cut
      const double part = svd_.U().col(i).dot(e_) / sigma;
      x_ += std::clamp(part, -kLongestPart, kLongestPart) * svd_.V().col(i);
    }
    move(x_, theta);
  }
  return false;
}

/// Bounds for every goal by how much e may differ from its linear part in the box: places_ and
/// turns_. \param radius (c) half the sides of the box
void Continuity::bound(const VectorX& radius) {
  const int k = multibody_.effector_count();
  places_.setZero(k);
  turns_.setZero(multibody_.aim_count());
  const auto moved = [&](int j) {
    const Share& share = shares_[static_cast<std::size_t>(j)];
    return share.column >= 0 ? share.factor * radius[share.column] : 0.0;
  };
  int aim = 0;
  for (int i = 0; i < k; ++i) {
    double turned = 0.0, squares = 0.0;  // sums of the hinges' ways
    for (int j = multibody_.effector(i).joint; j >= 0; j = multibody_.joint(j).parent) {
      if (!is_angular(multibody_.joint(j).type)) continue;
      const double way = moved(j);
      turned += way;
      squares += way * way;
    }
    double above = turned, shifted = 0.0, place = 0.0;
    for (int j = multibody_.effector(i).joint; j >= 0; j = multibody_.joint(j).parent) {
      const Joint& joint = multibody_.joint(j);
      const double way = moved(j);
      if (!is_angular(joint.type)) {
        place += 2.0 * way * above;
        shifted += way;
        continue;
      }
      above -= way;
      const Eigen::Vector3d v = pose_.axis.col(j);
      const double lever =
          (v.cross(pose_.effector.col(i) - pose_.origin.col(j)).norm() + std::abs(joint.pitch)) /
              rows_.unit() +
          shifted;
      place += way * lever * (way + 2.0 * above);
      shifted += way * lever;
    }
    places_[i] = place;
    if (multibody_.effector(i).aim == AimKind::kNone) continue;
    // an orientation: half of the commutators at theta_m, and what Q = 1 leaves out in the box
    const bool orients = multibody_.effector(i).aim == AimKind::kOrientation;
    turns_[aim++] = turned > kWidest ? kUnlimited
                    : orients        ? 0.5 * (turned * turned - squares) + turned * turned * turned
                                     : turned * turned;
  }
}

bool Continuity::joins(const PathLeg& leg, double from, double to, const VectorX& a,
                       const VectorX& b) {
  place(0.5 * (a + b));
  if (!invert()) return false;
  leg.at(from, goal_);
  errors(goal_, pose_, e_);
  leg.at(to, goal_);
  errors(goal_, pose_, e_end_);
  const auto n = static_cast<Eigen::Index>(joints().size());
  way_.resize(n);
  for (Eigen::Index c = 0; c < n; ++c) {
    const int j = joints()[static_cast<std::size_t>(c)];
    way_[c] = 0.5 * (b[j] - a[j]) / rows_.theta_per_x(static_cast<int>(c));
  }
  x_.noalias() = A_ * e_;
  base_.noalias() = A_ * e_end_;
  if (freedom() > 0) {  // what the goals leave free goes from -way to way
    x_ += A_ * (J_ * way_) - way_;
    base_ += way_ - A_ * (J_ * way_);
  }
  base_ = base_.cwiseAbs().cwiseMax(x_.cwiseAbs()).cwiseMax(way_.cwiseAbs());
  return contracts(leg, to - from);
}

bool Continuity::joins_in_parts(const PathLeg& leg, double least, const VectorX& a,
                                const VectorX& b) {
  std::vector<std::pair<double, VectorX>> ends = {{1.0, b}};  // of parts, the next one last
  VectorX theta = a;
  for (double at = 0.0; !ends.empty();) {
    if (joins(leg, at, ends.back().first, theta, ends.back().second)) {
      at = ends.back().first;
      theta = ends.back().second;
      ends.pop_back();
      continue;
    }
    const double middle = 0.5 * (at + ends.back().first);
    if (ends.back().first - at < 2.0 * least) return false;
    VectorX half = 0.5 * (theta + ends.back().second);
    leg.at(middle, start_goal_);
    if (!correct(start_goal_, half)) return false;
    ends.emplace_back(middle, std::move(half));
  }
  return true;
}

bool Continuity::goes_on(const PathLeg& leg, const VectorX& a, const VectorX& expected,
                         VectorX& b) {
  end_pose_.theta = a + 0.5 * expected;
  pose_.theta.swap(end_pose_.theta);
  forward_kinematics(multibody_, pose_);
  linearise();
  if (!invert()) return false;
  errors(leg.from(), pose_, e_);
  errors(leg.to(), pose_, e_end_);
  const auto n = static_cast<Eigen::Index>(joints().size());
  way_.noalias() = A_ * e_;
  x_.noalias() = A_ * e_end_;
  base_ = way_.cwiseAbs().cwiseMax(x_.cwiseAbs());
  b = pose_.theta;
  double before = x_.lpNorm<Eigen::Infinity>();
  if (!(before < kLongestCorrection)) return false;
  move(x_, b);
  for (int step = 0;; ++step) {
    end_pose_.theta = b;
    forward_kinematics(multibody_, end_pose_);
    errors(leg.to(), end_pose_, e_);
    x_.noalias() = A_ * e_;
    const double size = x_.lpNorm<Eigen::Infinity>();
    move(x_, b);
    if (size < kExact || (size < kShrinks && size * size < kExact * before)) break;
    if (step == kNewton || !(size < kShrinks * before || size < kNearlyExact)) return false;
    before = size;
  }
  for (Eigen::Index c = 0; c < n; ++c) {
    const int j = joints()[static_cast<std::size_t>(c)];
    const double middle = pose_.theta[j];
    const double way = std::max(std::abs(a[j] - middle), std::abs(b[j] - middle));
    base_[c] = std::max(base_[c], way / rows_.theta_per_x(static_cast<int>(c)));
  }
  return contracts(leg, 1.0);
}

/// Fills sizes_.
void Continuity::measure_inverse() {
  sizes_.resize(A_.rows(), multibody_.goal_count());
  for (int g = 0; g < multibody_.goal_count(); ++g) {
    sizes_.col(g) = A_.middleCols<3>(3 * g).rowwise().norm();
  }
}

/// Adds to bend_ how far errors of the goals, in any direction, move the coordinates.
/// \param places (k) shares of L \param turns (r) rad
void Continuity::add_spread(const VectorX& places, const VectorX& turns) {
  for (Eigen::Index i = 0; i < places.size(); ++i) bend_ += places[i] * sizes_.col(i);
  for (Eigen::Index r = 0; r < turns.size(); ++r) bend_ += turns[r] * sizes_.col(places.size() + r);
}

/// Widens the box around pose_ until the map is shown to lead into it.
/// \param part of the leg that is looked at
/// \pre base_ (c) is the least box, with the fixed points at both ends and their images
bool Continuity::contracts(const PathLeg& leg, double part) {
  base_.array() += kPathRounding;
  measure_inverse();
  bend_.setZero(base_.size());
  // the aims leave the chord between their ends
  places_.setZero(multibody_.effector_count());
  turns_.setZero(multibody_.aim_count());
  for (Eigen::Index r = 0; r < turns_.size(); ++r) {
    const double turn = part * leg.turn(static_cast<std::size_t>(r));
    if (!(std::abs(turn) < 0.5)) return false;
    turns_[r] = turn * turn / 8.0;
  }
  add_spread(places_, turns_);
  base_ += bend_;
  bound(base_);
  bend_.setZero();
  add_spread(places_, turns_);
  radius_ = base_ + kWider * bend_;
  if (!radius_.allFinite()) return false;
  bound(radius_);
  base_ = bend_;
  bend_.setZero();
  add_spread(places_, turns_);
  return (bend_.array() <= 0.99 * kWider * base_.array()).all();
}

/// Moves a pose of a body with freedom away from joint limits, and along a drift, without moving
/// its effectors. \param share of a leg that it moves on meanwhile \param drift see onward
void Continuity::relax(double share, const VectorX* drift, VectorX& theta) {
  const auto n = static_cast<Eigen::Index>(joints().size());
  x_.setZero(n);
  if (drift != nullptr) x_ = share * *drift;
  bool near = drift != nullptr;
  for (Eigen::Index c = 0; c < n; ++c) {
    const int j = joints()[static_cast<std::size_t>(c)];
    const double lower = multibody_.lower_limits()[static_cast<std::size_t>(j)];
    const double upper = multibody_.upper_limits()[static_cast<std::size_t>(j)];
    const double half = 0.5 * (upper - lower);
    if (!(half > 0.0) || half == kUnlimited) continue;
    const double off = std::clamp((theta[j] - (lower + half)) / half, -1.0, 1.0);
    near = near || std::abs(off) > kCalm;
    x_[c] -= share * kRelaxed * off * off * off / rows_.theta_per_x(static_cast<int>(c));
  }
  if (!near) return;
  place(theta);
  if (!invert()) return;
  x_ -= A_ * (J_ * x_);
  move(x_, theta);
}

double Continuity::onward(const PathLeg& leg, double from, double to, double least, VectorX& theta,
                          const VectorX* drift) {
  const double whole = to - from;
  const bool free = freedom() > 0;
  double at = 0.0, part = free ? part_ : 1.0;  // shares of the whole way
  bool grows = free;
  while (at < 1.0) {
    const double wanted = part;
    part = std::min(part, 1.0 - at);
    const double next = at + part == 1.0 ? to : from + (at + part) * whole;
    leg.at(next, start_goal_);
    next_ = theta;
    if (free) relax(std::abs(next - from - at * whole), drift, next_);
    if (correct(start_goal_, next_) && joins(leg, from + at * whole, next, theta, next_)) {
      theta.swap(next_);
      at += part;
      part = grows ? 1.5 * wanted : wanted;
      grows = true;
      continue;
    }
    part *= 0.5;
    grows = false;
    if (part < least) return from + at * whole;
  }
  // legs are like the last ones
  if (free) part_ = std::min(part, 1.0);
  return to;
}

bool Continuity::passes(const PathLeg& leg, const VectorX& a, const VectorX& b,
                        const Stray& stray) {
  place(0.5 * (a + b));
  radius_.resize(J_.cols());
  for (Eigen::Index c = 0; c < radius_.size(); ++c) {
    const int j = joints()[static_cast<std::size_t>(c)];
    radius_[c] = 0.5 * std::abs(b[j] - a[j]) / rows_.theta_per_x(static_cast<int>(c));
  }
  bound(radius_);
  // e is linear between the points but for an eighth of its second derivative, which is at most 4
  // times the bounds over the whole way
  constexpr double kBetween = 0.5 / (kPassagePoints * kPassagePoints);
  VectorX between_places = kBetween * places_, between_turns = kBetween * turns_;
  for (Eigen::Index r = 0; r < turns_.size(); ++r) {
    const double way = leg.turn(static_cast<std::size_t>(r));
    between_turns[r] += 0.25 * kBetween * way * way;
  }
  for (int i = 1; i < kPassagePoints; ++i) {
    const double s = static_cast<double>(i) / kPassagePoints;
    end_pose_.theta = a + s * (b - a);
    forward_kinematics(multibody_, end_pose_);
    leg.at(s, goal_);
    errors(goal_, end_pose_, e_);
    for (Eigen::Index p = 0; p < between_places.size(); ++p) {
      const double off = e_.segment<3>(3 * p).norm() + between_places[p];
      if (!(off * rows_.unit() <= stray.place)) return false;
    }
    for (Eigen::Index r = 0; r < between_turns.size(); ++r) {
      const double off = e_.segment<3>(3 * (between_places.size() + r)).norm() + between_turns[r];
      if (!(off <= stray.turn)) return false;
    }
  }
  return true;
}

bool Continuity::self_motions(const VectorX& theta, MatrixX& motions) {
  place(theta);
  if (!invert()) return false;
  const Eigen::Index n = J_.cols();
  projector_.noalias() = -A_ * J_;
  projector_.diagonal().array() += 1.0;
  motions.resize(n, freedom());
  // Gram-Schmidt with the longest column first
  for (Eigen::Index f = 0; f < motions.cols(); ++f) {
    Eigen::Index longest = 0;
    for (Eigen::Index c = 1; c < n; ++c) {
      if (projector_(c, c) > projector_(longest, longest)) longest = c;
    }
    const double size = projector_.col(longest).norm();
    if (!(size > 0.0)) return false;
    motions.col(f) = projector_.col(longest) / size;
    projector_ -= motions.col(f) * (motions.col(f).transpose() * projector_).eval();
  }
  return true;
}

VectorX Continuity::least_motion(const VectorX& theta) {
  place(theta);
  svd_.forget();
  svd_.compute(J_);
  const VectorX x = svd_.V().col(rank_ - 1);
  VectorX motion = VectorX::Zero(multibody_.joint_count());
  for (Eigen::Index c = 0; c < x.size(); ++c) {
    motion[joints()[static_cast<std::size_t>(c)]] = rows_.theta_per_x(static_cast<int>(c)) * x[c];
  }
  return motion;
}

}  // namespace ik
