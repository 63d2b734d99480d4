#include "ik/solve/joint_ranges.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/layout.h"
#include "ik/math/mixed_bits.h"

namespace ik {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
/// Every such start is curled: often enough for spines and fingers, and the first ones, which arms
/// need, stay independent.
constexpr int kCurledEach = 4;
/// Starts near limits are drawn from the outer tenths of the ranges: kOuter / 2 at each end.
constexpr double kOuter = 0.2;

/// The next prime above p.
int next_prime(int p) {
  for (;;) {
    ++p;
    bool prime = true;
    for (int d = 2; d * d <= p && prime; ++d) prime = p % d != 0;
    if (prime) return p;
  }
}

}  // namespace

double nearest_turn(double at, double start, double lower, double upper) {
  double to = at;
  if (std::abs(at - start) > 0.5 * kTurn) to -= kTurn * std::round((at - start) / kTurn);
  if (to > upper) to -= kTurn * std::ceil((to - upper) / kTurn);
  if (to < lower) to += kTurn * std::ceil((lower - to) / kTurn);
  if (to > upper) to = to - upper < lower + kTurn - to ? to : to - kTurn;
  return to;
}

void JointRanges::reserve(const Multibody& multibody) {
  const int n = multibody.joint_count();
  start_.resize(n);
  lower_.resize(static_cast<std::size_t>(n));
  upper_.resize(static_cast<std::size_t>(n));
  int prime = 1;
  for (int j = 0; j < n; ++j) {
    prime = next_prime(prime);
    const double root = std::sqrt(static_cast<double>(prime));  // exactly rounded
    irrational_.push_back(static_cast<std::uint64_t>((root - std::floor(root)) * 0x1p64));

    bool turns = multibody.joint(j).type == JointType::kRevolute;
    for (const int f : multibody.followers()) {
      const Joint& follower = multibody.joint(f);
      if (follower.leader != j) continue;
      turns = turns && follower.type == JointType::kRevolute &&
              follower.ratio == std::floor(follower.ratio);
    }
    turns_.push_back(turns ? 1 : 0);
  }
}

void JointRanges::begin(const Multibody& multibody, std::span<const int> joints,
                        const VectorX& start, double unit, std::uint64_t seed,
                        std::span<const double> factors) {
  multibody_ = &multibody;
  std::copy(multibody.lower_limits().begin(), multibody.lower_limits().end(), lower_.begin());
  std::copy(multibody.upper_limits().begin(), multibody.upper_limits().end(), upper_.begin());
  joints_ = joints;
  factors_ = factors;
  start_ = start;
  unit_ = unit;
  seed_ = mixed_bits(seed);
  limited_ = std::any_of(joints.begin(), joints.end(),
                         [this](int j) { return lower(j) > -kUnlimited || upper(j) < kUnlimited; });
}

bool JointRanges::unwind(VectorX& theta) const {
  bool changed = false;
  for (const int j : joints_) {
    if (!turns(j)) continue;
    const double at = theta[j], to = nearest_turn(at, start_[j], lower(j), upper(j));
    if (to == at) continue;
    theta[j] = to;
    changed = true;
  }
  return changed;
}

void JointRanges::unwind_to_middle(VectorX& theta) const {
  for (const int j : joints_) {
    const double middle = 0.5 * (lower(j) + upper(j));
    if (!turns(j) || !(std::abs(middle) < kUnlimited)) continue;
    const double to = theta[j] - kTurn * std::round((theta[j] - middle) / kTurn);
    if (to >= lower(j) && to <= upper(j)) theta[j] = to;
  }
}

void JointRanges::release(int j, bool free) {
  const auto at = static_cast<std::size_t>(j);
  lower_[at] = free ? -kUnlimited : multibody_->lower_limits()[at];
  upper_[at] = free ? kUnlimited : multibody_->upper_limits()[at];
}

bool JointRanges::holds(const VectorX& theta) const {
  return std::all_of(joints_.begin(), joints_.end(),
                     [&](int j) { return theta[j] >= lower(j) && theta[j] <= upper(j); });
}

int JointRanges::only_one_beyond(const VectorX& theta) const {
  int only = -1;
  for (const int j : joints_) {
    if (theta[j] >= lower(j) && theta[j] <= upper(j)) continue;
    if (only >= 0) return -1;
    only = j;
  }
  return only;
}

void JointRanges::clamp(VectorX& theta) const {
  for (const int j : joints_) theta[j] = std::max(lower(j), std::min(upper(j), theta[j]));
}

/// The range of start `number`. A screw without limits has one turn or, in every other start, as
/// many as a slide is long.
JointRanges::Range JointRanges::range_of(int j, int number) const {
  const double least = lower(j), most = upper(j);
  if (least > -kUnlimited && most < kUnlimited) return {least, most - least};
  const Joint& joint = multibody_->joint(j);
  const double slide = 2.0 * unit_;
  double length = is_angular(joint.type) ? kTurn : slide;
  if (joint.type == JointType::kScrew && joint.pitch != 0.0 && number % 2 == 1) {
    length = std::max(kTurn, slide / std::abs(joint.pitch));
  }
  if (least > -kUnlimited) return {least, length};
  if (most < kUnlimited) return {most - length, length};
  return {start_[j] - 0.5 * length, length};
}

/// A number of Kronecker's sequence in [0, 1).
double JointRanges::share(std::size_t stream, int number) const {
  const std::uint64_t shift = mixed_bits(seed_ + stream);
  return unit_number(shift + static_cast<std::uint64_t>(number) * irrational_[stream]);
}

void JointRanges::draw(int number, VectorX& theta) const {
  theta = start_;
  for (const int j : joints_) {
    const auto [from, length] = range_of(j, number);
    theta[j] = from + length * share(static_cast<std::size_t>(j), number);
  }
  clamp(theta);  // the sum may round beyond the limit
}

void JointRanges::draw_start(int number, VectorX& theta) const {
  draw(number, theta);
  if (joints_.empty()) return;
  const bool curled = number % kCurledEach == 0 && joints_.size() > 1;
  const bool at_limits = number % kCurledEach == kCurledEach / 2 && number > kCurledEach;
  const int turn = number / kCurledEach;
  double u = share(static_cast<std::size_t>(joints_.front()), turn);
  const double tip = share(static_cast<std::size_t>(joints_.back()), turn);
  const double per_joint =
      (tip - u) / static_cast<double>(std::max(joints_.size(), std::size_t{2}) - 1);
  for (const int j : joints_) {
    const auto [from, length] = range_of(j, number);
    if (curled) theta[j] = from + length * u;
    if (at_limits) {
      const double own = share(static_cast<std::size_t>(j), number);
      theta[j] = from + length * (own < 0.5 ? kOuter * own : 1.0 - kOuter * (1.0 - own));
    }
    u += per_joint;
  }
  clamp(theta);
}

JointRanges::Turns JointRanges::turns_within(int j, double theta_j) const {
  const double least = lower(j), most = upper(j);
  if (!turns(j) || !(most - least < kUnlimited)) return {theta_j, 1};
  // theta_j itself counts even where it rounds beyond a limit
  const double down = std::floor(std::max(0.0, theta_j - least) / kTurn);
  const double up = std::floor(std::max(0.0, most - theta_j) / kTurn);
  return {theta_j - down * kTurn, static_cast<int>(down + up) + 1};
}

double JointRanges::way(int j, double from, double to) const {
  const double way = to - from;
  return turns(j) ? way - kTurn * std::round(way / kTurn) : way;
}

bool JointRanges::same(const VectorX& a, const VectorX& b, double apart) const {
  return std::all_of(joints_.begin(), joints_.end(),
                     [&](int j) { return std::abs(way(j, a[j], b[j])) <= apart * unit(j); });
}

void JointRanges::halfway(const VectorX& a, const VectorX& b, VectorX& theta) const {
  theta = a;
  for (const int j : joints_) theta[j] += 0.5 * way(j, a[j], b[j]);
}

double JointRanges::unit(int j) const {
  return multibody_->joint(j).type == JointType::kPrismatic ? unit_ : 1.0;
}

double JointRanges::distance(const VectorX& a, const VectorX& b, bool modulo_turns) const {
  double square = 0.0;
  for (const int j : joints_) {
    const double apart = (modulo_turns ? way(j, b[j], a[j]) : a[j] - b[j]) / factor(j);
    square += apart * apart;
  }
  return std::sqrt(square);
}

double JointRanges::eccentricity(const VectorX& theta) const {
  double most = 0.0;
  for (const int j : joints_) {
    const double half = 0.5 * (upper(j) - lower(j));
    if (!(half > 0.0) || half == kUnlimited) continue;
    most = std::max(most, std::abs(theta[j] - (lower(j) + half)) / half);
  }
  return most;
}

}  // namespace ik
