#include "ik/solve/seven_hinges.h"

#include <algorithm>

namespace ik {
namespace {

/// Which hinge is fixed if there is a choice: the last of a spherical shoulder, then the ends of
/// the arm, for which no axis moves.
constexpr std::array<int, SevenHinges::kJoints> kPreferred = {2, 6, 0, 4, 1, 5, 3};
/// Angles of a hinge that show whether every angle leaves a closed form, rad.
constexpr std::array<double, 3> kTried = {0.7, -1.9, 2.6};

bool is_same_axis(const HingeAxis& a, const HingeAxis& b) {
  return a.point == b.point && a.direction == b.direction;
}

}  // namespace

void SevenHinges::take(const std::array<HingeAxis, kJoints>& axes, const Isometry& effector) {
  const bool known =
      fixed_ >= 0 && std::equal(axes.begin(), axes.end(), axes_.begin(), is_same_axis);
  axes_ = axes;
  effector_ = effector;
  if (known) return;
  const auto closed = std::find_if(kPreferred.begin(), kPreferred.end(),
                                   [this](int hinge) { return is_closed(hinge); });
  closed_ = closed != kPreferred.end();
  if (closed_) {
    fixed_ = *closed;
    return;
  }
  // the ends of the arm come first: elimination prepares axes that do not move only once
  fixed_ = 6;
  int most = proven_with(fixed_);
  for (const int hinge : {0, 2, 4, 1, 5, 3}) {
    if (most == static_cast<int>(kTried.size())) break;
    const int proven = proven_with(hinge);
    if (proven <= most) continue;
    most = proven;
    fixed_ = hinge;
  }
}

/// Gives hinges_ the arm of six that an angle of a hinge leaves.
void SevenHinges::fix(int hinge, double value) {
  const Isometry motion = motion_about(axes_[static_cast<std::size_t>(hinge)], value);
  std::array<HingeAxis, SixHinges::kJoints> axes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (i < static_cast<std::size_t>(hinge)) {
      axes[i] = axes_[i];
    } else {
      const HingeAxis& from = axes_[i + 1];
      axes[i] =
          hinge == 0 ? from : HingeAxis{motion * from.point, motion.linear() * from.direction};
    }
  }
  // the first hinge turns the goal, and no axis
  hinges_.take(axes, hinge == 0 ? effector_ : motion * effector_);
}

bool SevenHinges::is_closed(int hinge) {
  return std::all_of(kTried.begin(), kTried.end(), [&](double value) {
    fix(hinge, value);
    return hinges_.has_closed_form();
  });
}

/// How many of a few goals are proven with a hinge fixed.
int SevenHinges::proven_with(int hinge) {
  fixed_ = hinge;
  int proven = 0;
  for (const double value : kTried) {
    Isometry goal = effector_;
    for (int j = kJoints - 1; j >= 0; --j) {
      const double angle = j == hinge ? value : j + value;
      goal = motion_about(axes_[static_cast<std::size_t>(j)], angle) * goal;
    }
    proven += solve_at(goal, value) ? 1 : 0;
  }
  return proven;
}

bool SevenHinges::solve_at(const Isometry& goal, double value, double slack) {
  value_ = value;
  fix(fixed_, value);
  if (fixed_ > 0) return hinges_.solve(goal, slack);
  return hinges_.solve(motion_about(axes_[0], -value) * goal, slack);
}

SevenHinges::Angles SevenHinges::pose(int i) const {
  const SixHinges::Angles& six = hinges_.pose(i);
  Angles all;
  const auto fixed = static_cast<std::size_t>(fixed_);
  std::copy(six.begin(), six.begin() + fixed_, all.begin());
  all[fixed] = value_;
  std::copy(six.begin() + fixed_, six.end(), all.begin() + fixed_ + 1);
  return all;
}

}  // namespace ik
