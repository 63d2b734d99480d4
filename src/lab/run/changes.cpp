#include "lab/run/changes.h"

#include "lab/scene/curve_handles.h"
#include "lab/scene/number_text.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

/// A value of a setting in its unit, or its word; not that of a choice.
std::string number_or_switch(const SettingInfo& info, double value, const char* on, const char* off,
                             int digits) {
  if (std::isinf(value)) return "off";
  if (info.kind == SettingKind::kSwitch) return value != 0.0 ? on : off;
  return number_text(value, digits);
}

/// As on the command line.
std::string given_value(const SettingInfo& info, const Lane& lane) {
  const double value = info.get(lane.settings);
  if (std::isnan(value)) return "the method's own";
  if (info.kind == SettingKind::kChoice) return info.choices[static_cast<std::size_t>(value)];
  return number_or_switch(info, value, "true", "false", 6);
}

/// The value in force in the window's words, without its unit.
std::string shown_value(const SettingInfo& info, const Lane& lane) {
  const double value = value_in_force(info, lane.settings, *lane.method);
  if (info.kind == SettingKind::kChoice) {
    return choice_labels(info)[static_cast<std::size_t>(value)];
  }
  return number_or_switch(info, value, "on", "off", 4);
}

std::string with_unit_behind(std::string value, const char* unit) {
  if (*unit == '\0' || value == "off") return value;
  return std::move(value) + " " + unit;
}

/// A parameter of the lane's method in the window's words.
ChangeWords words_of_param(const std::string& name, const Lane& before, const Lane& after) {
  const auto param = find_param(*after.method, name);
  if (!param) return {.what = name};
  const auto text = [&](const Lane& lane) {
    return value_text(*param, lane.settings.param(name).value_or(param->usual));
  };
  return {.what = param->info.label,
          .before = text(before),
          .after = with_unit_behind(text(after), param->info.unit)};
}

/// Lists the differences between two setups.
class Differences {
 public:
  Differences(long step, double time, const Setup& before, const Setup& after)
      : step_(step), time_(time), before_(before), after_(after) {}

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
    if (!other_body && before_.goal_weights != after_.goal_weights) add("weights of goals");
    if (!other_body && before_.joint_weights != after_.joint_weights) add("weights of joints");
    if (name(before_) != name(after_)) add("group of joints", name(before_), name(after_));
    if (before_.pull != after_.pull) add(after_.pull ? "link held" : "link released");
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

  void compare(const Lane& before, const Lane& after) {
    const bool several = after_.lanes.size() > 1;
    const std::string whose = several ? std::string(after.method->id) + ": " : "";
    const std::string shown = several ? std::string(after.method->label) + ": " : "";
    if (before.method != after.method) {
      // the name says enough: the method before has its own stretch of time
      add("method", before.method->id, after.method->id,
          {.what = "Method:", .after = after.method->label});
    }
    for (const SettingInfo& info : settings()) {
      const std::string was = given_value(info, before), is = given_value(info, after);
      if (was == is) continue;
      add(whose + info.name, was, is,
          {.what = shown + info.label,
           .before = shown_value(info, before),
           .after = with_unit_behind(shown_value(info, after), info.unit)});
    }
    for (const auto& [param, value] : own_params(after.settings)) {
      if (before.settings.param(param) != value && before.method == after.method) {
        ChangeWords words = words_of_param(param, before, after);
        words.what = shown + words.what;
        add(whose + param, "", number_text(value, 6), std::move(words));
      }
    }
    if (before.pushes != after.pushes && after_.scene == before_.scene)
      add(whose + "moved in the nullspace");
  }

  /// The notes are BodyChange's.
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
    if (after.held && after.held != before.held) return add(name + " held");
    if (before.held && !after.held) return add(name + " released");
    add(name + " on another curve", "", "", words_of_curve(name, before.curve, after.curve));
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
    notes_.push_back({step_, step_, time_, std::move(what), std::move(before), std::move(after),
                      std::move(words)});
  }

  long step_;
  double time_;
  const Setup &before_, &after_;
  std::vector<ChangeNote> notes_;
};

/// Extends the last note on the same thing if no other change came between; else adds the note.
void append(ChangeNote note, std::vector<ChangeNote>& notes) {
  const auto same = std::find_if(notes.rbegin(), notes.rend(),
                                 [&note](const ChangeNote& n) { return n.what == note.what; });
  const bool goes_on =
      same != notes.rend() && std::all_of(notes.rbegin(), same, [&same](const ChangeNote& other) {
        return other.first == same->first;
      });
  if (!goes_on) return notes.push_back(std::move(note));
  same->last = note.last;
  same->after = note.after;
  same->words.after = note.words.after;
}

/// "what before → after".
std::string joined(const std::string& what, const std::string& before, const std::string& after) {
  if (after.empty()) return what;
  return before.empty() ? what + " " + after : what + " " + before + " → " + after;
}

constexpr long kTogether = 20;  // steps: a tenth of a second of the report's

const ChangeWords* find_words(const ChangeMark& mark, const std::string& what) {
  const auto found = std::ranges::find(mark.changes, what, &ChangeWords::what);
  return found == mark.changes.end() ? nullptr : &*found;
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

void add_mark(const Setup& before, const SetupChange& change, std::vector<ChangeMark>& marks) {
  const std::vector<ChangeNote> notes = Differences(change.step, 0.0, before, change.setup).find();
  if (notes.empty()) return;
  if (marks.empty() || !belongs_to(marks.back(), change, notes)) {
    marks.push_back({change.step, change.step, change.gesture, {}});
  }
  ChangeMark& mark = marks.back();
  mark.last = change.step;
  mark.gesture = change.gesture;
  for (const ChangeNote& note : notes) {
    if (const ChangeWords* known = find_words(mark, note.words.what)) {
      mark.changes[static_cast<std::size_t>(known - mark.changes.data())].after = note.words.after;
    } else {
      mark.changes.push_back(note.words);
    }
  }
  if (mark.first < mark.last) return;
  // a value that returned at the same step is no change
  std::erase_if(mark.changes, [](const ChangeWords& words) {
    return !words.before.empty() && (words.after + " ").starts_with(words.before + " ");
  });
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
  return number_text(time, 6) + " s: " + joined(what, before, after);
}

std::vector<ChangeNote> change_notes(const Setup& initial, std::span<const SetupChange> changes) {
  std::vector<ChangeNote> notes;
  const Setup* before = &initial;
  long step = 0;
  double time = 0.0;
  for (const SetupChange& change : changes) {
    time += static_cast<double>(change.step - step) * before->front_lane().settings.time_step;
    step = change.step;
    for (ChangeNote& note : Differences(step, time, *before, change.setup).find()) {
      append(std::move(note), notes);
    }
    before = &change.setup;
  }
  // a value that returned to the first one is no change
  std::erase_if(notes, [](const ChangeNote& note) {
    return !note.before.empty() && note.before == note.after;
  });
  return notes;
}

std::vector<std::string> peculiarities(const Setup& setup) {
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
  if (setup.pull) texts.push_back("link of " + body.joint(setup.pull->joint).name + " held");
  return texts;
}

}  // namespace lab
