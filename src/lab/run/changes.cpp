#include "lab/run/changes.h"

#include "lab/run/differences.h"
#include "lab/scene/number_text.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace lab {
namespace {

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
  long step = begin.step;
  double time = begin.time;
  for (const SetupChange& change : changes) {
    time += static_cast<double>(change.step - step) * before->front_lane().settings.time_step;
    step = change.step;
    for (ChangeNote& note : differences(*before, change, time)) {
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
