#include "lab/body/body_model.h"
#include "lab/body/goals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "iklab/solver.h"

#include "lab/track/reach.h"

namespace lab {
namespace {

/// Far enough that the direction alone counts, and not so far that rounding does.
constexpr double kFar = 3.0;  // in reaches
constexpr int kSearchSteps = 200;
/// A place counts as reached within this share of the reach.
constexpr double kReached = 5e-3;
constexpr int kSamples = 24;
/// An effector that gets less far along an axis, a share of the reach, may be stuck there.
constexpr double kStuck = 0.01;
constexpr double kBend = 0.2;                       // rad: away from a straight arm
constexpr double kPeriod = 2.0 * std::numbers::pi;  // s: of whole frequencies

/// The number of joints at the root that let a body slide and turn in space: six or none.
int free_joints_of(const ik::Multibody& multibody) {
  constexpr int kSlides = 3, kFree = 6;
  if (multibody.joint_count() <= kFree) return 0;
  for (int j = 0; j < kFree; ++j) {
    const ik::Joint& joint = multibody.joint(j);
    const auto type = j < kSlides ? ik::JointType::kPrismatic : ik::JointType::kRevolute;
    if (joint.type != type || joint.parent != j - 1 || joint.upper < ik::kUnlimited) return 0;
  }
  return kFree;
}

/// The body with one effector, which no other target holds, and its base in place.
ik::Multibody body_of_one(const ik::Multibody& multibody, int effector) {
  const int held = free_joints_of(multibody);
  std::vector<ik::Joint> joints = given_joints(multibody);
  for (int j = 0; j < held; ++j) {
    joints[static_cast<std::size_t>(multibody.given_index(j))].weight = 0.0;
  }
  ik::Effector hand = given_effectors(multibody)[static_cast<std::size_t>(effector)];
  hand.aim = ik::AimKind::kNone;
  return {std::move(joints), {std::move(hand)}};
}

/// The body with each hinge bent a little, within its limits.
ik::Multibody bent_body(const ik::Multibody& body) {
  std::vector<ik::Joint> joints = given_joints(body);
  for (ik::Joint& joint : joints) {
    if (joint.type != ik::JointType::kRevolute || joint.weight == 0.0 || joint.leader >= 0) {
      continue;
    }
    const double other = joint.initial + kBend <= joint.upper ? kBend : -kBend;
    joint.initial = std::min(std::max(joint.initial + other, joint.lower), joint.upper);
  }
  return {std::move(joints), given_effectors(body)};
}

/// The solver of one effector, with damping and clamp for a body of this size [m].
ik::Solver solver_of(const ik::Multibody& body, double size) {
  ik::Solver solver(body, "dls");
  solver.set("lambda", 0.05 * size);
  solver.set("d-max", 0.2 * size);
  return solver;
}

/// The way from the start to the farthest place in a direction, m.
Eigen::Vector3d way_along(const ik::Multibody& body, const Eigen::Vector3d& from,
                          const Eigen::Vector3d& direction, double size) {
  ik::Solver solver = solver_of(body, size);
  solver.target(0) = from + kFar * size * direction;
  for (int i = 0; i < kSearchSteps; ++i) solver.step();
  const double ahead = (solver.position(0) - from).dot(direction);
  return std::clamp(ahead, 0.0, size) * direction;  // far to the side is not far along
}

/// True if the effector comes to every one of kSamples points of the curve.
bool can_reach(const ik::Multibody& body, const TargetCurve& curve, double size) {
  ik::Solver solver = solver_of(body, size);
  const double close = kReached * size;
  for (int i = 0; i < kSamples; ++i) {
    solver.target(0) = curve.at(kPeriod * i / kSamples);
    if (!(solver.solve({.error = close, .updates = kSearchSteps}).error <= close)) return false;
  }
  return true;
}

/// A curve of three waves along the axes, in the order of room; scale 1 fills the room.
TargetCurve curve_of(const Eigen::Vector3d& center, const std::array<Eigen::Vector3d, 3>& room,
                     double scale, int order) {
  constexpr std::array<double, 3> kFrequencies = {2.0, 3.0, 5.0};  // rad / s
  constexpr std::array<double, 3> kShares = {1.0, 1.0, 0.3};
  WaveCurve curve{.center = center, .waves = {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3d amplitude = scale * kShares[i] * room[i];
    if (amplitude.isZero(0.0)) continue;
    curve.waves.push_back({amplitude, kFrequencies[i], 0.7 * order + 0.5 * static_cast<double>(i)});
  }
  return TargetCurve(curve);
}

/// The largest scale of which the whole curve can be reached, by bisection.
double edge_of(const ik::Multibody& body, const Eigen::Vector3d& center,
               const std::array<Eigen::Vector3d, 3>& room, double size, int order) {
  double reached = 0.0, missed = 1.0;
  if (can_reach(body, curve_of(center, room, missed, order), size)) return missed;
  for (int i = 0; i < 7; ++i) {
    const double middle = 0.5 * (reached + missed);
    (can_reach(body, curve_of(center, room, middle, order), size) ? reached : missed) = middle;
  }
  return reached;
}

}  // namespace

TargetCurve fitted_curve(const ik::Multibody& multibody, int effector, CurveFit fit, int order) {
  ik::Multibody body = body_of_one(multibody, effector);
  const Eigen::Vector3d home = ik::pose_at(body, body.initial_theta()).effector.col(0);
  // the slides of a free base have no end: the arm's own length counts then
  const Reach reach = reach_of(body, 0);
  const double links = 4.0 * link_length(multibody);
  const bool bounded = std::isfinite(reach.most) && reach.most > 0.0;
  const double size = bounded ? reach.most : links > 0.0 ? links : 1.0;

  std::array<Eigen::Vector3d, 3> room;
  Eigen::Vector3d wanted = home;
  const ik::Multibody bent = bent_body(body);
  for (std::size_t axis = 0; axis < room.size(); ++axis) {
    const Eigen::Vector3d u = Eigen::Vector3d::Unit(static_cast<Eigen::Index>(axis));
    Eigen::Vector3d ahead = way_along(body, home, u, size);
    Eigen::Vector3d behind = way_along(body, home, -u, size);
    if ((ahead - behind).norm() < kStuck * size) {
      // no joint moves a straight arm along itself: begin with a bent one
      const Eigen::Vector3d further = way_along(bent, home, u, size);
      const Eigen::Vector3d further_behind = way_along(bent, home, -u, size);
      if ((further - further_behind).norm() >= kStuck * size) {
        ahead = further;
        behind = further_behind;
        body = bent;
      }
    }
    room[axis] = 0.5 * (ahead - behind);
    wanted += 0.25 * (ahead + behind);
  }
  std::sort(room.begin(), room.end(), [](const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    return a.squaredNorm() > b.squaredNorm();
  });
  // the middle of what was found may lie where no pose brings the effector
  ik::Solver solver = solver_of(body, size);
  solver.target(0) = wanted;
  solver.solve({.error = kReached * size, .updates = kSearchSteps});
  const Eigen::Vector3d center = solver.position(0);
  if (fit == CurveFit::kStanding) return TargetCurve(WaveCurve{.center = center, .waves = {}});

  const double edge = edge_of(body, center, room, size, order);
  const double share = fit == CurveFit::kInReach ? 0.7 : fit == CurveFit::kEdge ? 1.0 : 1.6;
  // where nothing but a point can be reached, a tenth of the room shows how the effector strives
  return curve_of(center, room, edge > 0.0 ? share * edge : 0.1, order);
}

}  // namespace lab
