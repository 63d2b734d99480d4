#include "app/picture/housing.h"

#include <algorithm>
#include <cmath>

#include "app/picture/stage.h"
#include "app/session/to_gpu.h"
#include "lab/body/reach_trial.h"

namespace app {
namespace {

using Eigen::Vector3d;

constexpr int kMostJoints = 64;
constexpr double kLinks = 7.0;  // of Stage::link_length in the longest chain
// in links
constexpr double kWrist = 0.21;   // radius of a joint at the end of the longest chain
constexpr double kFinger = 0.40;  // length of a finger
// shares of a joint's radius
constexpr double kTube = 0.64;        // radius of a link beside the joint
constexpr double kCylinder = 1.42;    // length of the joint on either side of a seam across the arm
constexpr double kCollar = 0.45;      // the same of a seam along the arm
constexpr double kWristCollar = 0.3;  // the same before the tool
constexpr double kEdge = 0.32;
constexpr double kAway = 1.15;  // from the joint's origin to a seam along the arm
constexpr double kBack = 0.85;  // what an elbow has behind the origin
constexpr double kFillet = 0.42;
constexpr double kCell = 0.26;
constexpr double kInLine = 0.94;  // cosine between an axis and a link that runs along it

/// A joint's part of the housing, in the frame that the joint moves. A point on its axis has the
/// same place in the frame of the link below, but for the way of a slide.
struct Seam {
  bool shown = true, slide = false;
  Vector3d normal;          // unit, along the axis, from the link below to the link above
  double place = 0.0;       // m, of the seam, along the normal
  double below = 0.0;       // m, length of the cylinder below the seam
  double above = 0.0;       // m
  double arrives = 0.0;     // m, where the tube of the link below ends, along the normal
  double leaves = 0.0;      // m, where the tube of the link above begins
  bool open_below = false;  // the cylinder's end is in sight
  bool open_above = false;
  double radius = 0.0;  // m
  Vector3d at(double along) const { return along * normal; }
};

class Housings {
 public:
  Housings(const ik::Multibody& multibody, const Stage& stage)
      : body_(multibody), stage_(stage), up_(to_world(stage.up())), link_(stage.link_length) {}

  std::vector<Housing> make() {
    const int n = body_.joint_count();
    std::vector<double> along(static_cast<std::size_t>(n));  // m, from the root to each joint
    for (int j = 0; j < n; ++j) {
      const ik::Joint& joint = body_.joint(j);
      if (joint.parent >= 0) {
        along[j] = along[joint.parent] + joint.parent_from_joint.translation().norm();
      }
      const double share = std::clamp(along[j] / (kLinks * link_), 0.0, 1.0);
      seams_.push_back(
          seam_of(j, link_ * std::lerp(double{kHousingRadius}, double{kWrist}, share)));
    }
    add_base();
    for (int j = 0; j < n; ++j) add_link(j);
    return std::move(housings_);
  }

 private:
  /// Where the way from the link below to a joint begins, in the frame of the joint.
  Vector3d arrival(int j) const {
    const ik::Joint& joint = body_.joint(j);
    const ik::Isometry joint_from_parent = joint.parent_from_joint.inverse();
    if (joint.parent >= 0) {
      const Seam& below = seams_[joint.parent];
      return joint_from_parent * below.at(below.leaves);
    }
    const Vector3d seat = joint.parent_from_joint.translation();
    const double height = std::max(seat.dot(up_) - stage_.floor_height, 0.0);
    return joint_from_parent.linear() * Vector3d(-height * up_);
  }

  /// The farthest place to which the link above a joint leads, in the frame of the joint.
  Vector3d departure(int j) const {
    Vector3d farthest = Vector3d::Zero();
    const auto take = [&](const Vector3d& place) {
      if (place.norm() > farthest.norm()) farthest = place;
    };
    for (const ik::Joint& joint : body_.joints()) {
      if (joint.parent == j) take(joint.parent_from_joint.translation());
    }
    for (const ik::Effector& effector : body_.effectors()) {
      if (effector.joint == j) take(effector.offset);
    }
    return farthest;
  }
  bool is_last(int j) const {
    return std::ranges::none_of(body_.joints(), [j](const auto& one) { return one.parent == j; });
  }

  /// Whether an effector is at the origin of a joint: its ball has to be seen.
  bool holds_effector(int j) const {
    return std::ranges::any_of(body_.effectors(), [&](const ik::Effector& effector) {
      Vector3d place = effector.offset;
      int above = effector.joint;
      for (; above > j && place.norm() <= 0.05 * link_; above = body_.joint(above).parent) {
        place = body_.joint(above).parent_from_joint * place;
      }
      return above == j && place.norm() <= 0.05 * link_;
    });
  }

  Seam seam_of(int j, double radius) const {
    const ik::Joint& joint = body_.joint(j);
    const Vector3d& axis = joint.axis;
    const Vector3d from = arrival(j), to = departure(j);
    const double small = 0.05 * link_;
    if (holds_effector(j)) radius = std::min(radius, 0.9 * kEffectorRadius * stage_.link_radius());
    const auto runs_along = [&](const Vector3d& way) {
      return way.norm() > small && std::abs(way.dot(axis)) > kInLine * way.norm();
    };
    Seam seam{.normal = axis, .radius = radius};
    if (joint.type != ik::JointType::kRevolute) {
      seam.slide = true;
      seam.shown = std::isfinite(joint.upper - joint.lower);
      return seam;
    }
    // the tool of a wrist without length is turned by its last joint
    const bool tool = is_last(j) && to.norm() <= small;
    const bool in = runs_along(from), out = runs_along(to) || (tool && !in);
    if (!in && !out) {  // across: the link below stays on its side
      if (from.dot(axis) > small) seam.normal = -axis;
      seam.below = seam.above = kCylinder * radius;
      seam.arrives = -0.47 * seam.below;
      seam.leaves = 0.47 * seam.above;
      seam.open_below = seam.open_above = true;
      return seam;
    }
    const Vector3d way = runs_along(to) ? to : in ? Vector3d(-from) : axis;
    if (way.dot(axis) < 0.0) seam.normal = -axis;
    const double away = std::min(kAway * radius, 0.42 * (tool ? 4.0 * radius : way.norm()));
    seam.below = kCollar * radius;
    seam.above = (is_last(j) ? kWristCollar : kCollar) * radius;
    if (!in) {  // an elbow below: the tube arrives across
      seam.place = away;
      seam.below = away + kBack * radius;
      seam.open_below = joint.parent_from_joint.translation().norm() > kAway * radius;
    } else if (!out) {  // an elbow above
      seam.place = -away;
      seam.above = away + kBack * radius;
      seam.open_above = to.norm() > kAway * radius;
    }
    seam.arrives = in ? seam.place - 0.5 * seam.below : 0.0;
    seam.leaves = out ? seam.place + 0.5 * seam.above : 0.0;
    return seam;
  }

  void add_part(int joint, Tone tone, std::vector<gfx::BlendPart> parts, double fillet,
                double cell) {
    housings_.push_back(
        {joint, tone, std::move(parts), static_cast<float>(fillet), static_cast<float>(cell)});
  }
  static gfx::BlendPart part(const Vector3d& a, const Vector3d& b, double radius_a, double radius_b,
                             double edge) {
    return {to_gpu(a), to_gpu(b), static_cast<float>(radius_a), static_cast<float>(radius_b),
            static_cast<float>(edge)};
  }
  void add_drum(int joint, Tone tone, const Vector3d& center, const Vector3d& half, double radius) {
    add_part(joint, tone, {part(center - half, center + half, radius, radius, 0.0)}, 0.0, 0.0);
  }
  static gfx::BlendPart moved(const ik::Isometry& to, gfx::BlendPart part) {
    part.a = to_gpu(to * to_world(part.a));
    part.b = to_gpu(to * to_world(part.b));
    return part;
  }

  /// Adds the end of a link at a joint above it, and the tube to there.
  /// \param share radius of the tube's end, as a share of the joint's
  void add_end(int j, const Vector3d& start, double start_radius, double share,
               std::vector<gfx::BlendPart>& parts) {
    const Seam& seam = seams_[j];
    const ik::Isometry& place = body_.joint(j).parent_from_joint;
    const double r = seam.radius;
    if (!seam.shown) return;
    parts.push_back(part(start, place * seam.at(seam.arrives), start_radius, share * r,
                         kEdge * std::min(share * r, start_radius)));
    const double low = seam.slide ? -1.3 * r : seam.place - seam.below;
    const double high = seam.slide ? 1.3 * r : seam.place;
    parts.push_back(moved(place, part(seam.at(low), seam.at(high), r, r, kEdge * r)));
    if (seam.open_below) {
      add_drum(body_.joint(j).parent, Tone::kCap, place * seam.at(low),
               place.linear() * seam.at(0.08 * r), 0.7 * r);
    }
  }

  /// The part of the link above a joint that belongs to the joint.
  void add_begin(int j, std::vector<gfx::BlendPart>& parts) {
    const Seam& seam = seams_[j];
    const double r = seam.radius;
    if (!seam.shown) return;
    if (seam.slide) {
      const ik::Joint& joint = body_.joint(j);
      add_part(j, Tone::kRod,
               {part(seam.at(-joint.upper - 1.6 * r), seam.at(-joint.lower + 1.6 * r), 0.5 * r,
                     0.5 * r, 0.1 * r)},
               0.0, 0.0);
      return;
    }
    const double high = seam.place + seam.above;
    parts.push_back(part(seam.at(seam.place), seam.at(high), r, r, kEdge * r));
    add_drum(j, Tone::kSeam, seam.at(seam.place), seam.at(0.055 * r), 1.012 * r);
    if (seam.open_above) add_drum(j, Tone::kCap, seam.at(high), seam.at(0.08 * r), 0.7 * r);
  }

  void add_link(int j) {
    const Seam& seam = seams_[j];
    const Vector3d start = seam.at(seam.leaves);
    const double radius = seam.slide ? 0.6 * seam.radius : seam.radius;
    double slimmest = seam.radius;
    std::vector<gfx::BlendPart> parts;
    add_begin(j, parts);
    for (int k = j + 1; k < body_.joint_count(); ++k) {
      if (body_.joint(k).parent != j) continue;
      add_end(k, start, kTube * radius, kTube, parts);
      slimmest = std::min(slimmest, seams_[k].radius);
    }
    int tools = 0;
    for (const ik::Effector& effector : body_.effectors()) tools += effector.joint == j ? 1 : 0;
    for (const ik::Effector& effector : body_.effectors()) {
      if (effector.joint != j) continue;
      if (tools == 1 && is_last(j)) {
        add_tool(j, effector, radius, parts);
      } else {
        parts.push_back(part(start, effector.offset, kTube * radius, 0.4 * radius, 0.4 * radius));
      }
    }
    if (!parts.empty())
      add_part(j, Tone::kShell, std::move(parts), kFillet * slimmest, kCell * slimmest);
  }

  /// The last housing, a flange and a gripper. The effector is between the fingers of the gripper.
  void add_tool(int j, const ik::Effector& effector, double radius,
                std::vector<gfx::BlendPart>& parts) {
    const Seam& seam = seams_[j];
    const Vector3d start = seam.at(seam.leaves);
    const Vector3d& tip = effector.offset;
    const Vector3d way = tip - start;
    const Vector3d out = way.norm() > 0.3 * radius ? Vector3d(way.normalized()) : seam.normal;
    // the gripper shrinks where there is little room
    const double full = kFinger * link_;
    const double finger = std::clamp(way.norm() - 0.3 * radius, 0.0, full);
    const double palm = 0.35 * finger, reach = 0.65 * finger;
    const bool grips = finger > 0.3 * full;
    const Vector3d flange =
        grips ? Vector3d(tip - (reach + palm) * out) : Vector3d(seam.at(seam.place + seam.above));
    if (grips) parts.push_back(part(start, flange, 0.9 * radius, 0.66 * radius, 0.12 * radius));
    add_drum(j, Tone::kSeam, flange, 0.09 * radius * out, 0.7 * radius);
    if (!grips) return;
    Vector3d side = effector.rotation.col(1) - effector.rotation.col(1).dot(out) * out;
    if (side.norm() < 0.3) side = out.unitOrthogonal();
    side.normalize();
    const double apart = 0.42 * finger, thick = 0.13 * finger;
    const Vector3d heart = tip - (reach + 0.35 * palm) * out;
    std::vector<gfx::BlendPart> gripper = {
        part(flange, heart, 0.5 * radius, 0.45 * radius, 0.1 * radius),
        part(heart - apart * side, heart + apart * side, 1.4 * thick, 1.4 * thick, thick)};
    for (const double hand : {-1.0, 1.0}) {
      const Vector3d knuckle = heart + hand * apart * side;
      gripper.push_back(part(knuckle, tip + 0.4 * finger * out + 0.85 * hand * apart * side,
                             1.25 * thick, 0.85 * thick, 0.7 * thick));
    }
    add_part(j, Tone::kSeam, std::move(gripper), 0.12 * finger, 0.9 * thick);
  }

  /// A foot on the floor below each joint of the base, and a column from there.
  void add_base() {
    std::vector<gfx::BlendPart> parts;
    double fillet = 0.0;
    for (int j = 0; j < body_.joint_count(); ++j) {
      const Seam& seam = seams_[j];
      if (body_.joint(j).parent >= 0 || !seam.shown) continue;
      const double r = seam.radius;
      const Vector3d seat = body_.joint(j).parent_from_joint.translation();
      const Vector3d foot = seat + (stage_.floor_height - seat.dot(up_)) * up_;
      add_end(j, foot + 0.5 * r * up_, 1.1 * r, 0.85, parts);
      parts.push_back(part(foot, foot + 0.9 * r * up_, 1.55 * r, 1.2 * r, kEdge * r));
      add_drum(-1, Tone::kFoot, foot + 0.12 * r * up_, 0.12 * r * up_, 2.0 * r);
      fillet = std::max(fillet, kFillet * r);
    }
    if (!parts.empty())
      add_part(-1, Tone::kShell, std::move(parts), fillet, kCell / kFillet * fillet);
  }

  const ik::Multibody& body_;
  const Stage& stage_;
  Vector3d up_;
  double link_;  // m
  std::vector<Seam> seams_;
  std::vector<Housing> housings_;
};

}  // namespace

double housed_link(const ik::Multibody& multibody) {
  double longest = 0.0;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    longest = std::max(longest, lab::chain_length(multibody, i));
  }
  return longest / kLinks;
}

bool has_housings(const lab::Scene& scene) {
  return scene.housed && scene.visuals.empty() && scene.multibody.joint_count() <= kMostJoints &&
         housed_link(scene.multibody) > 0.0;
}

std::vector<Housing> housings_of(const ik::Multibody& multibody, const Stage& stage) {
  return Housings(multibody, stage).make();
}

}  // namespace app
