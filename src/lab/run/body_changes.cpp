#include "lab/run/changes.h"

#include <algorithm>
#include <span>

#include "lab/body/build.h"
#include "lab/scene/number_text.h"
#include "lab/track/setup.h"

namespace lab {
namespace {

std::string place_text(const Eigen::Vector3d& place) {
  constexpr int kPlaceDigits = 3;
  std::string text;
  for (int i = 0; i < 3; ++i) {
    text += (i > 0 ? ", " : "") + number_text(place[i], kPlaceDigits);
  }
  return text;
}

/// Limits in degrees or metres: "−90 to 90", "off".
std::string limits_text(const ik::Joint& joint) {
  constexpr int kLimitDigits = 4;
  const double unit = ik::is_angular(joint.type) ? kDegrees : 1.0;
  const bool open_below = joint.lower == -ik::kUnlimited, open = joint.upper == ik::kUnlimited;
  if (open_below && open) return "off";
  return (open_below ? "open" : number_text(unit * joint.lower, kLimitDigits)) + " to " +
         (open ? "open" : number_text(unit * joint.upper, kLimitDigits));
}

/// A joint's value in degrees or metres.
std::string joint_value_text(ik::JointType type, double value) {
  return number_text((ik::is_angular(type) ? kDegrees : 1.0) * value, 4);
}

const char* type_word(ik::JointType type) {
  if (type == ik::JointType::kPrismatic) return "slide";
  return type == ik::JointType::kScrew ? "screw" : "hinge";
}

std::string parent_name(const ik::Multibody& body, const ik::Joint& joint) {
  return joint.parent < 0 ? "the world" : body.joint(joint.parent).name;
}

/// Adds the changes of one joint.
void compare_joint(const Scene& before, const ik::Joint& was, const Scene& after,
                   const ik::Joint& is, std::vector<BodyChange>& changes) {
  const std::string who = "joint " + is.name;
  if (was.name != is.name) changes.push_back({"joint renamed", was.name, is.name});
  if (was.type != is.type) {
    changes.push_back({who + ": type", type_word(was.type), type_word(is.type)});
  }
  const std::string parent = parent_name(before.multibody, was);
  if (parent != parent_name(after.multibody, is)) {
    // its place is in other axes
    const std::string next = parent_name(after.multibody, is);
    const auto named = [](const std::string& name) {
      return [&name](const ik::Joint& joint) { return joint.name == name; };
    };
    const bool renamed = std::ranges::none_of(after.multibody.joints(), named(parent)) &&
                         before.multibody.joint_count() == after.multibody.joint_count();
    if (!renamed) return changes.push_back({who + ": parent", parent, next});
  }
  const Eigen::Vector3d from = was.parent_from_joint.translation();
  const Eigen::Vector3d to = is.parent_from_joint.translation();
  if (from != to) changes.push_back({who + ": offset", place_text(from), place_text(to), "m"});
  if (was.parent_from_joint.linear() != is.parent_from_joint.linear()) {
    changes.push_back({who + " turned"});
  }
  if (was.axis != is.axis) {
    changes.push_back({who + ": axis", place_text(was.axis), place_text(is.axis)});
  }
  if (was.type == is.type && (was.lower != is.lower || was.upper != is.upper)) {
    changes.push_back(
        {who + ": limits", limits_text(was), limits_text(is), ik::is_angular(is.type) ? "°" : "m"});
  }
  if (was.type == is.type && was.initial != is.initial) {
    changes.push_back({who + ": initial value", joint_value_text(is.type, was.initial),
                       joint_value_text(is.type, is.initial), ik::is_angular(is.type) ? "°" : "m"});
  }
}

/// Adds the changes of the aims of two effectors that are the same one.
void compare_aims(const Scene& before, int was, const Scene& after, int is,
                  std::vector<BodyChange>& changes) {
  constexpr const char* kKinds[] = {"none", "direction", "orientation"};
  const ik::Effector &old = before.multibody.effector(was), &now = after.multibody.effector(is);
  const std::string who = "effector " + now.name;
  if (old.aim != now.aim) {
    return changes.push_back(
        {who + ": aim", kKinds[static_cast<int>(old.aim)], kKinds[static_cast<int>(now.aim)]});
  }
  const AimCurve *from = aim_curve(before, was), *to = aim_curve(after, is);
  if (from == nullptr || to == nullptr) return;
  if (now.aim == ik::AimKind::kDirection && old.pointer != now.pointer) {
    changes.push_back({who + ": pointer", place_text(old.pointer), place_text(now.pointer)});
  }
  if (now.aim == ik::AimKind::kDirection && from->base.direction != to->base.direction) {
    changes.push_back(
        {who + ": aims toward", place_text(from->base.direction), place_text(to->base.direction)});
  }
  if (now.aim == ik::AimKind::kOrientation && from->base.orientation != to->base.orientation) {
    changes.push_back({who + ": aims at another orientation"});
  }
  if (old.lever != now.lever) {
    changes.push_back({who + ": lever", number_text(old.lever, 4), number_text(now.lever, 4), "m"});
  }
}

/// Adds what was removed and added, and calls compare(before, after) for the rest.
template <class Thing, class Compare>
void compare_lists(std::span<const Thing> before, std::span<const Thing> after, const char* kind,
                   std::vector<BodyChange>& changes, const Compare& compare) {
  const auto find = [](std::span<const Thing> list, const std::string& name) {
    return std::ranges::find(list, name, &Thing::name);
  };
  const bool as_many = before.size() == after.size();
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto same = find(before, after[i].name);
    if (same != before.end()) {
      compare(*same, after[i]);
    } else if (as_many) {
      changes.push_back({std::string(kind) + " renamed", before[i].name, after[i].name});
      compare(before[i], after[i]);
    } else {
      changes.push_back({std::string(kind) + " " + after[i].name + " added"});
    }
  }
  for (const Thing& was : before) {
    if (as_many || find(after, was.name) != after.end()) continue;
    changes.push_back({std::string(kind) + " " + was.name + " removed"});
  }
}

}  // namespace

std::vector<BodyChange> body_changes(const Scene& before, const Scene& after) {
  std::vector<BodyChange> changes;
  const ik::Multibody &old = before.multibody, &body = after.multibody;
  const std::vector<int> same = joints_before(old, body);
  for (int j = 0; j < body.joint_count(); ++j) {
    const int was = same[static_cast<std::size_t>(j)];
    if (was < 0) {
      changes.push_back({"joint " + body.joint(j).name + " added"});
    } else {
      compare_joint(before, old.joint(was), after, body.joint(j), changes);
    }
  }
  for (int j = 0; j < old.joint_count(); ++j) {
    if (std::ranges::find(same, j) != same.end()) continue;
    changes.push_back({"joint " + old.joint(j).name + " removed"});
  }
  compare_lists<ik::Effector>(
      old.effectors(), body.effectors(), "effector", changes,
      [&](const ik::Effector& was, const ik::Effector& is) {
        if (was.offset != is.offset) {
          changes.push_back({"effector " + is.name + ": offset", place_text(was.offset),
                             place_text(is.offset), "m"});
        }
        compare_aims(before, static_cast<int>(&was - old.effectors().data()), after,
                     static_cast<int>(&is - body.effectors().data()), changes);
      });
  compare_lists<ik::Obstacle>(
      before.obstacles, after.obstacles, "obstacle", changes,
      [&changes](const ik::Obstacle& was, const ik::Obstacle& is) {
        const Eigen::Vector3d from = 0.5 * (was.a + was.b), to = 0.5 * (is.a + is.b);
        if (from != to) {
          changes.push_back(
              {"obstacle " + is.name + ": place", place_text(from), place_text(to), "m"});
        } else if (was.a != is.a || was.b != is.b) {
          changes.push_back({"obstacle " + is.name + " turned"});
        }
        if (was.radius != is.radius) {
          changes.push_back({"obstacle " + is.name + ": radius", number_text(was.radius, 4),
                             number_text(is.radius, 4), "m"});
        }
      });
  return changes;
}

}  // namespace lab
