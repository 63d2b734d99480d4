#include "lab/run/body_changes.h"

#include <algorithm>
#include <span>

#include "lab/body/build_aims.h"
#include "lab/scene/number_text.h"
#include "lab/track/setup.h"

namespace lab {
namespace {

std::string text(double value) { return number_text(value, 4); }

std::string text(const Eigen::Vector3d& place) {
  const auto part = [&place](int i) { return number_text(place[i], 3); };
  return part(0) + ", " + part(1) + ", " + part(2);
}

const char* text(ik::JointType type) {
  if (type == ik::JointType::kPrismatic) return "slide";
  return type == ik::JointType::kScrew ? "screw" : "hinge";
}

const char* text(ik::AimKind kind) {
  constexpr const char* kKinds[] = {"none", "direction", "orientation"};
  return kKinds[static_cast<int>(kind)];
}

/// Factor from a joint's value to the unit of its text, degrees or metres.
double unit_of(const ik::Joint& joint) { return ik::is_angular(joint.type) ? kDegrees : 1.0; }

/// Limits in degrees or metres: "−90 to 90", "off".
std::string limits_text(const ik::Joint& joint) {
  const bool open_below = joint.lower == -ik::kUnlimited, open = joint.upper == ik::kUnlimited;
  if (open_below && open) return "off";
  return (open_below ? "open" : text(unit_of(joint) * joint.lower)) + " to " +
         (open ? "open" : text(unit_of(joint) * joint.upper));
}

std::string parent_name(const ik::Multibody& body, const ik::Joint& joint) {
  return joint.parent < 0 ? "the world" : body.joint(joint.parent).name;
}

/// The differences found so far.
struct BodyDifferences {
  std::vector<BodyChange> list;

  void add(std::string what, std::string before = {}, std::string after = {},
           const char* unit = "") {
    list.push_back({std::move(what), std::move(before), std::move(after), unit});
  }
  template <class Value>
  void compare(const std::string& what, const Value& was, const Value& is, const char* unit = "") {
    if (was != is) add(what, text(was), text(is), unit);
  }
};

void compare_joint(const ik::Multibody& old, const ik::Joint& was, const ik::Multibody& body,
                   const ik::Joint& is, BodyDifferences& found) {
  const std::string who = "joint " + is.name;
  if (was.name != is.name) found.add("joint renamed", was.name, is.name);
  found.compare(who + ": type", was.type, is.type);
  const std::string parent = parent_name(old, was), next = parent_name(body, is);
  if (parent != next) {
    const bool renamed = std::ranges::count(body.joints(), parent, &ik::Joint::name) == 0 &&
                         old.joint_count() == body.joint_count();
    // the frames are not comparable under another parent
    if (!renamed) return found.add(who + ": parent", parent, next);
  }
  found.compare<Eigen::Vector3d>(who + ": offset", was.parent_from_joint.translation(),
                                 is.parent_from_joint.translation(), "m");
  if (was.parent_from_joint.linear() != is.parent_from_joint.linear()) found.add(who + " turned");
  found.compare(who + ": axis", was.axis, is.axis);
  if (was.type != is.type) return;
  const char* const unit = ik::is_angular(is.type) ? "°" : "m";
  if (was.lower != is.lower || was.upper != is.upper) {
    found.add(who + ": limits", limits_text(was), limits_text(is), unit);
  }
  if (was.initial != is.initial) {
    found.add(who + ": initial value", text(unit_of(is) * was.initial),
              text(unit_of(is) * is.initial), unit);
  }
}

/// Compares an effector in both scenes.
void compare_effector(const Scene& before, const ik::Effector& was, const Scene& after,
                      const ik::Effector& is, BodyDifferences& found) {
  const std::string who = "effector " + is.name;
  found.compare(who + ": offset", was.offset, is.offset, "m");
  if (was.rotation != is.rotation) found.add(who + " turned");
  found.compare(who + ": aim", was.aim, is.aim);
  if (was.aim != is.aim || is.aim == ik::AimKind::kNone) return;
  const auto wanted = [](const Scene& scene, const ik::Effector& effector) {
    const auto i = &effector - scene.multibody.effectors().data();
    return aim_curve(scene, static_cast<int>(i))->base;
  };
  const ik::Aim from = wanted(before, was), to = wanted(after, is);
  if (is.aim == ik::AimKind::kDirection) {
    found.compare(who + ": pointer", was.pointer, is.pointer);
    found.compare(who + ": aims toward", from.direction, to.direction);
  } else if (from.orientation != to.orientation) {
    found.add(who + ": aims at another orientation");
  }
  found.compare(who + ": lever", was.lever, is.lever, "m");
}

void compare_obstacle(const ik::Obstacle& was, const ik::Obstacle& is, BodyDifferences& found) {
  const std::string who = "obstacle " + is.name;
  const Eigen::Vector3d from = 0.5 * (was.a + was.b), to = 0.5 * (is.a + is.b);
  found.compare(who + ": place", from, to, "m");
  if (from == to && (was.a != is.a || was.b != is.b)) found.add(who + " turned");
  found.compare(who + ": radius", was.radius, is.radius, "m");
}

/// Adds removed and added entries, and calls compare(before, after) for the others.
template <class Thing, class Compare>
void compare_lists(std::span<const Thing> before, std::span<const Thing> after,
                   const std::string& kind, BodyDifferences& found, const Compare& compare) {
  const auto find = [](std::span<const Thing> list, const std::string& name) {
    return std::ranges::find(list, name, &Thing::name);
  };
  const bool as_many = before.size() == after.size();
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto same = find(before, after[i].name);
    if (same != before.end()) {
      compare(*same, after[i]);
    } else if (as_many) {
      found.add(kind + " renamed", before[i].name, after[i].name);
      compare(before[i], after[i]);
    } else {
      found.add(kind + " " + after[i].name + " added");
    }
  }
  for (const Thing& was : before) {
    if (as_many || find(after, was.name) != after.end()) continue;
    found.add(kind + " " + was.name + " removed");
  }
}

}  // namespace

std::vector<BodyChange> body_changes(const Scene& before, const Scene& after) {
  BodyDifferences found;
  const ik::Multibody &old = before.multibody, &body = after.multibody;
  const std::vector<int> same = joints_before(old, body);
  for (int j = 0; j < body.joint_count(); ++j) {
    const int was = same[static_cast<std::size_t>(j)];
    if (was < 0) {
      found.add("joint " + body.joint(j).name + " added");
    } else {
      compare_joint(old, old.joint(was), body, body.joint(j), found);
    }
  }
  for (int j = 0; j < old.joint_count(); ++j) {
    if (std::ranges::find(same, j) != same.end()) continue;
    found.add("joint " + old.joint(j).name + " removed");
  }
  compare_lists<ik::Effector>(old.effectors(), body.effectors(), "effector", found,
                              [&](const ik::Effector& was, const ik::Effector& is) {
                                compare_effector(before, was, after, is, found);
                              });
  compare_lists<ik::Obstacle>(before.obstacles, after.obstacles, "obstacle", found,
                              [&found](const ik::Obstacle& was, const ik::Obstacle& is) {
                                compare_obstacle(was, is, found);
                              });
  return std::move(found.list);
}

}  // namespace lab
