#include "lab/run/changes.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "lab/body/build.h"
#include "lab/scene/number_text.h"

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

/// The number in a text, if there is one.
std::optional<double> number_in(std::string_view text) {
  if (text == "off") return kOff;
  // a unit may follow
  return parse_number(text.substr(0, text.find(' ')));
}

/// Whether a value reverses its direction: up after down, or down after up.
bool turns(const std::string& first, const std::string& before, const std::string& after) {
  const auto a = number_in(first), b = number_in(before), c = number_in(after);
  if (!a || !b || !c) return first == after && first != before;
  const double way = *b - *a, next = *c - *b;
  return (way > 0.0 && next < 0.0) || (way < 0.0 && next > 0.0);
}

/// Adds a note. It extends the last note on the same thing if both belong to one gesture that
/// continues in the same direction, or to one step.
void append(ChangeNote note, std::vector<ChangeNote>& notes) {
  const auto same = std::find_if(notes.rbegin(), notes.rend(), [&note](const ChangeNote& n) {
    return n.what == note.what && n.lane == note.lane;
  });
  if (same == notes.rend()) return notes.push_back(std::move(note));
  const bool one_step = same->first == note.last;
  const bool one_gesture = note.gesture != 0 && note.gesture == same->gesture &&
                           !turns(same->before, same->after, note.after);
  if (!one_step && !one_gesture) return notes.push_back(std::move(note));
  same->last = note.last;
  same->end = note.end;
  same->gesture = note.gesture;
  same->after = note.after;
  same->words.after = note.words.after;
  // a value that returned at the same step is no change
  if (one_step && !same->before.empty() && same->before == same->after) {
    notes.erase(std::next(same).base());
  }
}

/// "what before → after".
std::string joined(const std::string& what, const std::string& before, const std::string& after) {
  if (after.empty()) return what;
  return before.empty() ? what + " " + after : what + " " + before + " → " + after;
}

constexpr long kTogether = 20;  // steps: a tenth of a second of the report's steps

/// The last entry with that name.
const ChangeWords* find_words(const ChangeMark& mark, const std::string& what) {
  const auto found = std::find_if(mark.changes.rbegin(), mark.changes.rend(),
                                  [&what](const ChangeWords& words) { return words.what == what; });
  return found == mark.changes.rend() ? nullptr : &*found;
}

/// Whether a value has returned, ignoring a unit.
bool is_back(const ChangeWords& before, const ChangeWords& now) {
  return !before.before.empty() && (now.after + " ").starts_with(before.before + " ");
}

bool belongs_to(const ChangeMark& mark, const SetupChange& change,
                std::span<const ChangeNote> notes) {
  if (mark.first == change.step) return true;
  if (change.gesture != 0 || mark.gesture != 0) return change.gesture == mark.gesture;
  return change.step - mark.last <= kTogether &&
         std::ranges::all_of(notes, [&mark](const ChangeNote& note) {
           return find_words(mark, note.words.what) != nullptr;
         });
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

void add_mark(const Setup& before, const SetupChange& change, std::vector<ChangeMark>& marks) {
  const std::vector<ChangeNote> notes = differences(before, change, 0.0);
  if (notes.empty()) return;
  if (marks.empty() || !belongs_to(marks.back(), change, notes)) {
    marks.push_back({change.step, change.step, change.gesture, {}});
  }
  ChangeMark& mark = marks.back();
  mark.last = change.step;
  mark.gesture = change.gesture;
  for (const ChangeNote& note : notes) {
    const ChangeWords* known = find_words(mark, note.words.what);
    const bool returns = mark.first < mark.last && known != nullptr && is_back(*known, note.words);
    if (known != nullptr && !returns) {
      mark.changes[static_cast<std::size_t>(known - mark.changes.data())].after = note.words.after;
    } else {
      mark.changes.push_back(note.words);
    }
  }
  if (mark.first < mark.last) return;
  // a value that returned at the same step is no change
  std::erase_if(mark.changes, [](const ChangeWords& words) { return is_back(words, words); });
  if (mark.changes.empty()) marks.pop_back();
}

std::string ChangeWords::text() const { return joined(what, before, after); }

std::string ChangeMark::text() const {
  std::string text;
  for (const ChangeWords& words : changes) {
    if (!text.empty()) text += '\n';
    text += words.text();
  }
  return text;
}

std::string ChangeNote::text() const {
  const std::string from = number_text(time, 6), to = number_text(end, 6);
  return (from == to ? from : from + " to " + to) + " s: " + joined(what, before, after);
}

std::vector<ChangeNote> change_notes(const Setup& initial, std::span<const SetupChange> changes,
                                     const RunBegin& begin) {
  std::vector<ChangeNote> notes;
  const Setup* before = &initial;
  RunBegin at = begin;
  for (const SetupChange& change : changes) {
    at.time += static_cast<double>(change.step - at.step) * before->front_lane().settings.time_step;
    at.step = change.step;
    for (ChangeNote& note : differences(*before, change, at.time)) {
      append(std::move(note), notes);
    }
    before = &change.setup;
  }
  return notes;
}

std::string count_text(std::span<const ChangeNote> notes) {
  if (notes.empty()) return "";
  return ", then " + std::to_string(notes.size()) + (notes.size() == 1 ? " change" : " changes");
}

std::vector<std::string> differences_from_scene(const Setup& setup) {
  std::vector<std::string> texts;
  const ik::Multibody& body = setup.scene->multibody;
  for (std::size_t i = 0; i < setup.targets.size(); ++i) {
    const std::string name = "target " + body.effector(static_cast<int>(i)).name;
    if (setup.targets[i].held) {
      texts.push_back(name + " held");
    } else if (!(setup.targets[i].curve == setup.scene->targets[i])) {
      texts.push_back(name + " on another curve");
    }
  }
  if (setup.scene != setup.opened) texts.emplace_back("body changed");
  if (setup.frozen) texts.emplace_back("targets frozen");
  const Setup plain = setup_of(setup.scene, *setup.front_lane().method, setup.scene->settings);
  if (setup.goal_weights != plain.goal_weights) texts.emplace_back("goals weighted");
  if (setup.joint_weights != plain.joint_weights) texts.emplace_back("joints weighted");
  if (!setup.start.empty()) texts.emplace_back("start chosen");
  if (setup.pull) texts.push_back("link of " + body.joint(setup.pull->joint).name + " held");
  return texts;
}

}  // namespace lab
