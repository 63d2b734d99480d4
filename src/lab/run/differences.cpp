#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/run/changes.h"
#include "lab/scene/curve_handles.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// Two different values, with so many digits that they differ.
/// \param text_of takes a value and a number of digits
template <class Value, class TextOf>
std::pair<std::string, std::string> two_texts(Value before, Value after, const TextOf& text_of) {
  constexpr int kUsual = 6, kAll = 17;
  std::pair texts{text_of(before, kUsual), text_of(after, kUsual)};
  if (texts.first == texts.second) texts = {text_of(before, kAll), text_of(after, kAll)};
  return texts;
}

/// "(1.2, 0.4, 0)".
std::string place_text(const Eigen::Vector3d& place) {
  constexpr int kDigits = 4;
  std::string text = "(";
  for (const int axis : {0, 1, 2}) {
    if (axis > 0) text += ", ";
    text += number_text(place[axis], kDigits);
  }
  return text + ")";
}

class Differences {
 public:
  Differences(double time, const Setup& before, const SetupChange& change)
      : time_(time), before_(before), change_(change), after_(change.setup) {}

  std::vector<ChangeNote> find() {
    for (const Lane& lane : after_.lanes) {
      if (const Lane* same = find_lane(before_, lane.id)) {
        compare(*same, lane);
      } else {
        add(std::string("lane of ") + lane.method->id + " added", "", "",
            {.what = std::string("lane added: ") + lane.method->label});
      }
    }
    for (const Lane& lane : before_.lanes) {
      if (find_lane(after_, lane.id) != nullptr) continue;
      add(std::string("lane of ") + lane.method->id + " removed", "", "",
          {.what = std::string("lane removed: ") + lane.method->label});
    }
    const bool other_body = after_.scene != before_.scene;
    if (other_body) compare_bodies();
    for (std::size_t i = 0; i < after_.targets.size(); ++i) compare_targets(i);
    if (before_.frozen != after_.frozen)
      add(after_.frozen ? "targets frozen" : "targets move again");
    if (!other_body) compare_weights();
    if (name(before_) != name(after_)) add("group of joints", name(before_), name(after_));
    if (before_.pull != after_.pull) compare_pulls();
    if (before_.start != after_.start) {
      add(after_.start.empty() ? "start in the initial pose" : "body put into a pose");
    }
    return std::move(notes_);
  }

 private:
  static const Lane* find_lane(const Setup& setup, int id) {
    const auto found = std::ranges::find(setup.lanes, id, &Lane::id);
    return found == setup.lanes.end() ? nullptr : &*found;
  }

  static std::string name(const Setup& setup) {
    return setup.group ? setup.scene->groups[*setup.group].name : "all";
  }

  /// "dls: ", or "dls (lane 2): " if the method runs in several lanes; empty if there is one lane.
  std::string prefix(const Lane& lane, const char* name) const {
    if (after_.lanes.size() < 2) return "";
    std::string text = name;
    if (std::ranges::count(after_.lanes, lane.method, &Lane::method) > 1) {
      const auto place = std::ranges::find(after_.lanes, lane.id, &Lane::id) - after_.lanes.begin();
      text += " (lane " + std::to_string(place + 1) + ")";
    }
    return text + ": ";
  }

  void compare(const Lane& before, const Lane& after) {
    const std::string whose = prefix(after, after.method->id);
    const std::string shown = prefix(after, after.method->label);
    lane_ = after.id;
    if (before.method != after.method) {
      // the name says enough: the method before has its own stretch of time
      add(prefix(before, before.method->id) + "method", before.method->id, after.method->id,
          {.what = "Method:", .after = after.method->label});
    }
    for (const Knob& knob : knobs(*after.method)) compare(knob, before, after, whose, shown);
    compare_pushes(before, after, whose);
    lane_ = kNoLane;
  }

  /// A knob of a lane; a new method's own parameter if it is not the default.
  void compare(const Knob& knob, const Lane& before, const Lane& after, const std::string& whose,
               const std::string& shown) {
    const bool is_new = knob.is_own && before.method != after.method;
    // a parameter that is set to its default is as good as not set
    const auto value = [&knob](const Lane& lane) {
      const std::optional<double> given = knob.given(lane.settings);
      return knob.is_own ? given.value_or(*knob.usual) : given;
    };
    const std::optional<double> was = is_new ? knob.usual : value(before), is = value(after);
    if (was == is) return;
    const auto [text_before, text_after] =
        two_texts(was, is, [&knob](std::optional<double> number, int digits) {
          return number ? option_text(knob, *number, digits) : "the method's own";
        });
    // the default may be another with the method before
    const Knob then = is_new ? knob : find_knob(*before.method, knob.name).value_or(knob);
    add(whose + knob.name, is_new ? "" : text_before, text_after,
        {.what = shown + knob.label,
         .before = is_new ? "" : control_text(then, then.in_force(before.settings)),
         .after = with_unit_behind(control_text(knob, knob.in_force(after.settings)), knob.unit)});
  }

  void compare_pushes(const Lane& before, const Lane& after, const std::string& whose) {
    if (before.pushes == after.pushes || after_.scene != before_.scene) return;
    std::vector<Push> all = before.pushes;
    all.insert(all.end(), after.pushes.begin(), after.pushes.end());
    for (auto push = all.begin(); push != all.end(); ++push) {
      const auto same = std::find_if(
          all.begin(), push, [&](const Push& other) { return other.leader == push->leader; });
      const double was = travel_of(before, push->leader), is = travel_of(after, push->leader);
      if (same != push || was == is) continue;
      const ik::Joint& joint = after_.scene->multibody.joint(push->leader);
      const char* unit = ik::is_angular(joint.type) ? "rad" : "m";
      const auto [text_before, text_after] = two_texts(was, is, number_text);
      add(whose + "moved in the nullspace by " + joint.name, text_before,
          with_unit_behind(text_after, unit), {.what = whose + "moved in the nullspace"});
    }
  }

  void compare_weights() {
    const ik::Multibody& body = after_.scene->multibody;
    for (std::size_t g = 0; g < after_.goal_weights.size(); ++g) {
      const int goal = static_cast<int>(g);
      const bool aims = goal >= body.effector_count();
      const std::string& effector = aims ? body.goal_effector(goal).name : body.effector(goal).name;
      compare_weight((aims ? "weight of aim " : "weight of target ") + effector,
                     before_.goal_weights[g], after_.goal_weights[g]);
    }
    for (int given = 0; given < body.joint_count(); ++given) {
      const int j = body.solver_index(given);
      const auto at = static_cast<std::size_t>(j);
      compare_weight("weight of joint " + body.joint(j).name, before_.joint_weights[at],
                     after_.joint_weights[at]);
    }
  }

  void compare_weight(const std::string& what, double before, double after) {
    if (before == after) return;
    const auto [text_before, text_after] = two_texts(before, after, number_text);
    add(what, text_before, text_after);
  }

  void compare_pulls() {
    const auto link = [](const Setup& setup) {
      return "link of " + setup.scene->multibody.joint(setup.pull->joint).name;
    };
    const auto same_link = [](const Pull& a, const Pull& b) {
      return a.joint == b.joint && a.point == b.point;
    };
    const bool moved = before_.pull && after_.pull && before_.scene == after_.scene &&
                       same_link(*before_.pull, *after_.pull);
    if (before_.pull && !moved) add(link(before_) + " released");
    if (!after_.pull) return;
    const std::string what = link(after_) + " held";
    add(what, moved ? place_text(before_.pull->to) : "", place_text(after_.pull->to),
        {.what = what});
  }

  void compare_bodies() {
    for (BodyChange& change : body_changes(*before_.scene, *after_.scene)) {
      add(change.what, change.before, change.after,
          {.what = change.what,
           .before = change.before,
           .after = with_unit_behind(change.after, change.unit)});
    }
  }

  void compare_targets(std::size_t i) {
    const ik::Effector& effector = after_.scene->multibody.effector(static_cast<int>(i));
    std::size_t same = i;
    if (after_.scene != before_.scene) {
      const auto list = before_.scene->multibody.effectors();
      const auto found = std::ranges::find(list, effector.name, &ik::Effector::name);
      if (found == list.end()) return;
      same = static_cast<std::size_t>(found - list.begin());
    }
    const TargetSetup &before = before_.targets[same], &after = after_.targets[i];
    if (before == after) return;
    const std::string name = "target " + effector.name;
    if (before.held && !after.held) {
      add(name + " released");
    } else if (after.held != before.held) {
      add(name + " held", before.held ? place_text(*before.held) : "", place_text(*after.held),
          {.what = name + " held"});
    }
    if (before.curve == after.curve) return;
    const ChangeWords words = words_of_curve(name, before.curve, after.curve);
    add(words.what.empty() ? name + " on another curve" : words.what, words.before, words.after,
        words);
  }

  /// The one number or point that differs; empty if there is none or more than one.
  static ChangeWords words_of_curve(const std::string& name, const TargetCurve& before,
                                    const TargetCurve& after) {
    for (const CurveHandle& handle : handles_of(before)) {
      if (!has_handle(after, handle)) continue;
      if (!(with_handle_value(before, handle, handle_value(after, handle)) == after)) continue;
      return {.what = name + ": " + handle_name(before, handle),
              .before = handle_number(before, handle),
              .after = handle_number(after, handle) + " m"};
    }
    return {};
  }

  void add(std::string what, std::string before = {}, std::string after = {},
           ChangeWords words = {}) {
    if (words.what.empty()) words = {what, before, after};
    notes_.push_back({.first = change_.step,
                      .last = change_.step,
                      .time = time_,
                      .end = time_,
                      .gesture = change_.gesture,
                      .lane = lane_,
                      .what = std::move(what),
                      .before = std::move(before),
                      .after = std::move(after),
                      .words = std::move(words)});
  }

  static constexpr int kNoLane = -1;

  double time_;
  const Setup& before_;
  const SetupChange& change_;
  const Setup& after_;
  int lane_ = kNoLane;  // the lane that the next notes are about
  std::vector<ChangeNote> notes_;
};

}  // namespace

std::vector<ChangeNote> differences(const Setup& before, const SetupChange& change, double time) {
  return Differences(time, before, change).find();
}

}  // namespace lab
