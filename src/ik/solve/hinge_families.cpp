#include "ik/solve/hinge_families.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "ik/solve/elbow_circles.h"
#include "ik/solve/joint_ranges.h"
#include "ik/solve/self_motion.h"

namespace ik {
namespace {

constexpr double kWholeTurn = 2.0 * std::numbers::pi;
/// Angles of the fixed hinge at which all poses are sought.
constexpr int kSections = 36;
/// A pose lies on a curve that comes so near, rad.
constexpr double kOnCurve = 1e-6;

using SevenAngles = SevenHinges::Angles;

/// True if every hinge has a place within its limits, by whole turns.
bool within(const HingeLimits& limits, const SevenAngles& theta) {
  for (std::size_t j = 0; j < theta.size(); ++j) {
    const double above = theta[j] - limits.lower[j];
    const double least = above - kWholeTurn * std::floor(above / kWholeTurn);
    if (std::isfinite(limits.lower[j]) && limits.lower[j] + least > limits.upper[j]) return false;
  }
  return true;
}

/// The parts of a curve within limits. Where a hinge is at a limit the curve is cut, and the middle
/// of a part tells whether it is within.
/// \param end the parameter at the end of the curve, which begins at `begin`
/// \param crossings (joint, angle, found)
template <class Crossings>
std::vector<Family::Arc> arcs_within(const HingeLimits& limits, const HingeFamilies::Curve& curve,
                                     double begin, double end, Crossings&& crossings) {
  std::vector<double> cuts;
  for (int joint = 0; joint < SevenHinges::kJoints; ++joint) {
    const auto j = static_cast<std::size_t>(joint);
    const double lower = limits.lower[j], upper = limits.upper[j];
    if (upper - lower >= kWholeTurn) continue;
    for (const double limit : {lower, upper}) crossings(joint, limit, cuts);
  }
  std::sort(cuts.begin(), cuts.end());
  const bool closed = curve.period > 0.0;
  if (closed && !cuts.empty()) {
    cuts.push_back(cuts.front() + curve.period);
  } else {
    cuts.insert(cuts.begin(), begin);
    cuts.push_back(end);
  }
  std::vector<Family::Arc> arcs;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (!within(limits, curve.pose(0.5 * (cuts[i] + cuts[i + 1])))) continue;
    if (!arcs.empty() && arcs.back().to == cuts[i]) {
      arcs.back().to = cuts[i + 1];
    } else {
      arcs.push_back({cuts[i], cuts[i + 1]});
    }
  }
  if (!closed || arcs.empty()) return arcs;
  if (arcs.front().from == cuts.front() && arcs.front().to == cuts.back()) return {{begin, end}};
  if (arcs.front().from == cuts.front() && arcs.back().to == cuts.back()) {
    arcs.back().to = arcs.front().to + curve.period;  // the first and the last one are one
    arcs.erase(arcs.begin());
  }
  return arcs;
}

/// Poses at angles of the fixed hinge.
struct Section {
  double value;
  std::vector<SevenAngles> poses;
};

std::vector<Section> sections_of(SevenHinges& hinges, const Isometry& goal,
                                 const HingeLimits& limits) {
  const auto fixed = static_cast<std::size_t>(hinges.fixed());
  double from = -std::numbers::pi, length = kWholeTurn;
  if (limits.upper[fixed] - limits.lower[fixed] < length) {
    from = limits.lower[fixed];
    length = limits.upper[fixed] - from;
  }
  std::vector<Section> sections;
  for (int i = 0; i < kSections; ++i) {
    Section& section = sections.emplace_back();
    section.value = from + length * (i + 0.5) / kSections;
    hinges.solve_at(goal, section.value);
    for (int k = 0; k < hinges.count(); ++k) section.poses.push_back(hinges.pose(k));
  }
  return sections;
}

/// Removes the poses of sections that lie on a curve.
void remove_poses(const SelfMotion& motion, int fixed, std::vector<Section>& sections) {
  std::vector<double> found;
  for (Section& section : sections) {
    if (section.poses.empty()) continue;
    found.clear();
    motion.crossings(fixed, section.value, found);
    for (const double s : found) {
      const SelfMotion::Angles there = motion.at(s);
      const auto on_curve = [&](const SevenAngles& pose) {
        double most = 0.0;
        for (std::size_t j = 0; j < pose.size(); ++j) {
          most = std::max(most, std::abs(wrapped(pose[j] - there[static_cast<int>(j)])));
        }
        return most < kOnCurve;
      };
      std::erase_if(section.poses, on_curve);
    }
  }
}

HingeFamilies traced(SevenHinges& hinges, const Isometry& goal, const HingeLimits& limits) {
  HingeFamilies families{.angles = kSections};
  std::vector<Section> sections = sections_of(hinges, goal, limits);
  const SelfMotion::Task task{hinges.axes(), goal * hinges.effector().inverse()};
  for (std::size_t i = 0; i < sections.size(); ++i) {
    while (!sections[i].poses.empty()) {
      const SevenAngles pose = sections[i].poses.back();
      sections[i].poses.pop_back();
      const auto motion = std::make_shared<const SelfMotion>(
          task, Eigen::Map<const SelfMotion::Angles>(pose.data()));
      remove_poses(*motion, hinges.fixed(), sections);
      const double length = motion->length();
      if (!(length > 0.0)) continue;
      HingeFamilies::Curve curve{.period = motion->closed() ? length : 0.0};
      curve.pose = [motion, period = curve.period](double s) {
        if (period > 0.0) s -= period * std::floor(s / period);
        SevenAngles angles;
        Eigen::Map<SelfMotion::Angles>(angles.data()) = motion->at(s);
        return angles;
      };
      curve.arcs = arcs_within(limits, curve, 0.0, length,
                               [&](int joint, double angle, std::vector<double>& found) {
                                 motion->crossings(joint, angle, found);
                               });
      if (!curve.arcs.empty()) families.curves.push_back(std::move(curve));
    }
  }
  return families;
}

}  // namespace

HingeFamilies hinge_families(SevenHinges& hinges, const Isometry& goal, const HingeLimits& limits,
                             bool traces) {
  const auto arm = SphericalArm::of(hinges.axes(), hinges.effector());
  if (!arm) return traces ? traced(hinges, goal, limits) : HingeFamilies();
  HingeFamilies families;
  const auto circles = std::make_shared<const ElbowCircles>(*arm, goal);
  families.proven = circles->apart();
  for (int i = 0; i < circles->count(); ++i) {
    HingeFamilies::Curve curve{.parameter = Family::Parameter::kElbow, .period = kWholeTurn};
    curve.pose = [circles, i](double psi) { return circles->at(i, psi); };
    curve.arcs = arcs_within(limits, curve, -std::numbers::pi, std::numbers::pi,
                             [&](int joint, double angle, std::vector<double>& found) {
                               circles->crossings(i, joint, angle, found);
                             });
    if (!curve.arcs.empty()) families.curves.push_back(std::move(curve));
  }
  return families;
}

double HingeLimits::place(std::size_t hinge, double angle, double start) const {
  const double place = nearest_turn(angle, start, lower[hinge], upper[hinge]);
  return std::clamp(place, lower[hinge], upper[hinge]);
}

/// By samples, and golden sections between the neighbours of those that are nearer than these.
double Family::nearest(const VectorX& theta) const {
  constexpr double kSpacing = 0.1, kGolden = 0.6180339887498949;  // rad; a share
  constexpr int kGoldenSections = 40;
  double nearest = here, least = kUnlimited;
  const auto look = [&](double s) {
    const double away = (pose(s) - theta).norm();
    if (away < least) {
      least = away;
      nearest = s;
    }
    return away;
  };
  const auto narrow = [&](double low, double high) {
    double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    double at_a = look(a), at_b = look(b);
    for (int i = 0; i < kGoldenSections; ++i) {
      if (at_a < at_b) {
        high = b;
        b = a;
        at_b = at_a;
        at_a = look(a = high - kGolden * (high - low));
      } else {
        low = a;
        a = b;
        at_a = at_b;
        at_b = look(b = low + kGolden * (high - low));
      }
    }
  };
  for (const Arc& arc : arcs) {
    const int parts = 1 + static_cast<int>((arc.to - arc.from) / kSpacing);
    const auto at = [&](int i) {
      return i == parts ? arc.to : arc.from + (arc.to - arc.from) * i / parts;
    };
    double before = kUnlimited, here_away = look(arc.from);
    for (int i = 0; i <= parts; ++i) {
      const double after = i < parts ? look(at(i + 1)) : kUnlimited;
      if (here_away <= before && here_away < after) {
        narrow(at(std::max(i - 1, 0)), at(std::min(i + 1, parts)));
      }
      before = std::exchange(here_away, after);
    }
  }
  return nearest;
}

}  // namespace ik
