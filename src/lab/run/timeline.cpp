#include "lab/run/timeline.h"

#include "lab/scene/number_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lab {
namespace {

constexpr long kSpacing = 200;                 // steps: a second of the report's
constexpr std::size_t kMostCheckpoints = 256;  // then every other one is removed

/// Adds a change to the last mark, or as a new one.
void add_mark(const Setup& before, const SetupChange& change, std::vector<ChangeMark>& marks);

}  // namespace

Timeline::Timeline(Setup setup) : initial_(std::move(setup)), bench_(initial_), spacing_(kSpacing) {
  keep_checkpoint();
}

void Timeline::keep_checkpoint() {
  checkpoints_.push_back({now_, bench_});
  if (checkpoints_.size() < kMostCheckpoints) return;
  spacing_ *= 2;
  std::erase_if(checkpoints_,
                [this](const Checkpoint& point) { return point.step % spacing_ != 0; });
}

void Timeline::apply_changes_of_now() {
  auto change = std::lower_bound(changes_.begin(), changes_.end(), now_,
                                 [](const SetupChange& c, long step) { return c.step < step; });
  for (; change != changes_.end() && change->step == now_; ++change) bench_.apply(change->setup);
}

void Timeline::step(const Clock& clock) {
  bench_.step(clock);
  ++now_;
  last_ = std::max(last_, now_);
  if (now_ % spacing_ == 0 && now_ > checkpoints_.back().step) keep_checkpoint();
  apply_changes_of_now();
}

void Timeline::apply(const Setup& setup, long gesture) {
  const bool past = last_ > now_;
  if (past) keep_branch();
  last_ = now_;
  std::erase_if(changes_, [this](const SetupChange& change) { return change.step > now_; });
  cut_checkpoints();
  if (!marks_.empty() && marks_.back().last > now_) remake_marks();
  changes_.push_back({now_, setup, gesture});
  add_mark(bench_.setup(), changes_.back(), marks_);
  bench_.apply(setup);
  if (past) tidy_branches();
}

void Timeline::remake_marks() {
  marks_.clear();
  const Setup* before = &initial_;
  for (const SetupChange& change : changes_) {
    add_mark(*before, change, marks_);
    before = &change.setup;
  }
}

void Timeline::seek(long step) {
  step = std::clamp(step, 0L, last_);
  if (step < now_ || checkpoint_before(step).step > now_) load(step);
  while (now_ < step) this->step();
}

const Timeline::Checkpoint& Timeline::checkpoint_before(long step) const {
  const auto after =
      std::upper_bound(checkpoints_.begin(), checkpoints_.end(), step,
                       [](long s, const Checkpoint& point) { return s < point.step; });
  return *std::prev(after);
}

/// Goes to a checkpoint, and on to the step.
void Timeline::load(long step) {
  const Checkpoint& nearest = checkpoint_before(step);
  bench_ = nearest.bench;
  now_ = nearest.step;
  apply_changes_of_now();
  while (now_ < step) this->step();
}

/// Removes the checkpoints of later steps.
void Timeline::cut_checkpoints() {
  std::erase_if(checkpoints_, [this](const Checkpoint& point) { return point.step > now_; });
}

/// Keeps the present course as a branch.
void Timeline::keep_branch() { branches_.push_back({next_branch_++, now_, last_, changes_}); }

/// Finds the forks anew, and removes what the present course contains and what is too much.
void Timeline::tidy_branches() {
  std::size_t changes = 0;
  for (Branch& branch : branches_) {
    const auto [theirs, ours] = std::mismatch(branch.changes.begin(), branch.changes.end(),
                                              changes_.begin(), changes_.end());
    branch.fork = std::min(branch.last, last_);
    if (theirs != branch.changes.end()) branch.fork = std::min(branch.fork, theirs->step);
    if (ours != changes_.end()) branch.fork = std::min(branch.fork, ours->step);
    changes += branch.changes.size();
  }
  std::erase_if(branches_, [](const Branch& branch) { return branch.fork == branch.last; });
  while (branches_.size() > kMostBranches || (changes > kMostBranchChanges && !branches_.empty())) {
    changes -= branches_.front().changes.size();
    branches_.erase(branches_.begin());
  }
}

std::vector<Branch>::const_iterator Timeline::branch(int id) const {
  return std::find_if(branches_.begin(), branches_.end(),
                      [id](const Branch& branch) { return branch.id == id; });
}

const Setup& Timeline::setup_after(long step, const std::vector<SetupChange>& changes) const {
  const auto later = std::find_if(changes.begin(), changes.end(),
                                  [step](const SetupChange& change) { return change.step > step; });
  return later == changes.begin() ? initial_ : std::prev(later)->setup;
}

const Setup& Timeline::setup_after(long step) const { return setup_after(step, changes_); }

const Setup& Timeline::setup_after_fork(int id) const {
  return setup_after(branch(id)->fork, branch(id)->changes);
}

void Timeline::remove_branch(int id) { branches_.erase(branch(id)); }

void Timeline::go_to_branch(int id) {
  Branch next = *branch(id);
  remove_branch(id);
  seek(next.fork);
  keep_branch();
  last_ = next.last;
  changes_ = std::move(next.changes);
  remake_marks();
  cut_checkpoints();
  load(now_);
  tidy_branches();
}

void Timeline::restart() {
  initial_ = bench_.setup();
  bench_.reset();
  now_ = last_ = 0;
  spacing_ = kSpacing;
  changes_.clear();
  marks_.clear();
  checkpoints_.clear();
  branches_.clear();
  keep_checkpoint();
}

namespace {

constexpr std::size_t kMostStates = 1000;  // a few kilobytes each

}  // namespace

void Undo::record(const Setup& setup, const std::string& what, long gesture) {
  if (setup == states_[at_].setup) return;
  states_.resize(at_ + 1, states_[at_]);
  State& present = states_[at_];
  if (at_ > 0 && gesture != 0 && gesture == present.gesture && what == present.what) {
    present.setup = setup;
    return;
  }
  states_.push_back({setup, what, gesture});
  if (states_.size() > kMostStates) states_.erase(states_.begin());
  at_ = states_.size() - 1;
}

void Undo::follow(const Setup& setup) {
  if (setup == states_[at_].setup) return;
  const auto is_it = [&setup](const State& state) { return state.setup == setup; };
  const auto present = states_.begin() + static_cast<std::ptrdiff_t>(at_);
  const auto earlier = std::find_if(std::reverse_iterator(present), states_.rend(), is_it);
  const auto found = earlier != states_.rend() ? std::prev(earlier.base())
                                               : std::find_if(present, states_.end(), is_it);
  if (found == states_.end()) return record(setup, "go to another time");
  at_ = static_cast<std::size_t>(found - states_.begin());
}

namespace {

/// A setting's value in its unit, or its word.
std::string value_text(const SettingInfo& info, const Settings& settings) {
  const double value = info.get(settings);
  if (std::isnan(value)) return "the method's own";
  if (std::isinf(value)) return "off";
  if (info.kind == SettingKind::kChoice) return info.choices[static_cast<std::size_t>(value)];
  if (info.kind == SettingKind::kSwitch) return value != 0.0 ? "true" : "false";
  return number_text(value, 6);
}

/// The value in force in the window's words, without its unit.
std::string shown_value(const SettingInfo& info, const Lane& lane) {
  const double value = value_in_force(info, lane.settings, *lane.method);
  if (std::isinf(value)) return "off";
  if (info.kind == SettingKind::kChoice) return info.choices[static_cast<std::size_t>(value)];
  if (info.kind == SettingKind::kSwitch) return value != 0.0 ? "on" : "off";
  return number_text(value, 4);
}

std::string with_unit_behind(std::string value, const char* unit) {
  if (*unit == '\0' || value == "off") return value;
  return std::move(value) + " " + unit;
}

/// A parameter of the lane's method in the window's words.
ChangeWords words_of_param(const std::string& name, const Lane& before, const Lane& after) {
  ChangeWords words{.what = name};
  after.method->make().visit([&](const ik::ParamInfo& info, ik::ParamValue usual) {
    if (name != info.name) return;
    const bool is_switch = std::holds_alternative<bool*>(usual);
    const double own =
        is_switch ? (*std::get<bool*>(usual) ? 1.0 : 0.0) : *std::get<double*>(usual);
    const auto text = [&](const Lane& lane) {
      const double value = lane.settings.param(name).value_or(own);
      return is_switch ? std::string(value != 0.0 ? "on" : "off") : number_text(value, 4);
    };
    words.before = text(before);
    words.after = with_unit_behind(text(after), info.unit);
  });
  return words;
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
    for (std::size_t i = 0; i < after_.targets.size(); ++i) compare_targets(i);
    if (before_.frozen != after_.frozen)
      add(after_.frozen ? "targets frozen" : "targets move again");
    if (before_.goal_weights != after_.goal_weights) add("weights of goals");
    if (before_.joint_weights != after_.joint_weights) add("weights of joints");
    if (before_.group != after_.group) add("group of joints", name(before_), name(after_));
    if (before_.pull != after_.pull) add(after_.pull ? "link held" : "link released");
    return std::move(notes_);
  }

 private:
  static const Lane* find_lane(const Setup& setup, int id) {
    const auto found = std::find_if(setup.lanes.begin(), setup.lanes.end(),
                                    [id](const Lane& lane) { return lane.id == id; });
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
      const std::string was = value_text(info, before.settings),
                        is = value_text(info, after.settings);
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
    if (before.pushes != after.pushes) add(whose + "moved in the nullspace");
  }

  void compare_targets(std::size_t i) {
    const TargetSetup &before = before_.targets[i], &after = after_.targets[i];
    if (before == after) return;
    const std::string name = "target " + after_.scene->multibody.effector(static_cast<int>(i)).name;
    if (after.held && after.held != before.held) return add(name + " held");
    if (before.held && !after.held) return add(name + " released");
    add(name + " on another curve");
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
  const auto found = std::find_if(mark.changes.begin(), mark.changes.end(),
                                  [&what](const ChangeWords& words) { return words.what == what; });
  return found == mark.changes.end() ? nullptr : &*found;
}

bool belongs_to(const ChangeMark& mark, const SetupChange& change,
                std::span<const ChangeNote> notes) {
  if (mark.first == change.step) return true;
  if (change.gesture != 0 || mark.gesture != 0) return change.gesture == mark.gesture;
  return change.step - mark.last <= kTogether &&
         std::all_of(notes.begin(), notes.end(), [&mark](const ChangeNote& note) {
           return find_words(mark, note.words.what) != nullptr;
         });
}

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

}  // namespace

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

std::vector<ChangeNote> change_notes(const Timeline& timeline) {
  return change_notes(timeline.initial(), timeline.changes());
}

long settled_since(const Timeline& timeline) {
  const std::vector<Lane>& lanes = timeline.setup().lanes;
  const auto as_now = [&lanes](const Setup& setup) {
    return std::all_of(lanes.begin(), lanes.end(), [&setup](const Lane& lane) {
      return std::find(setup.lanes.begin(), setup.lanes.end(), lane) != setup.lanes.end();
    });
  };
  const auto& changes = timeline.changes();
  for (std::size_t i = changes.size(); i-- > 0;) {
    if (changes[i].step > timeline.now()) continue;
    const Setup& before = i > 0 ? changes[i - 1].setup : timeline.initial();
    if (!as_now(before)) return changes[i].step;
  }
  return 0;
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
  if (setup.frozen) texts.emplace_back("targets frozen");
  const Setup plain = setup_of(setup.scene, *setup.front_lane().method, setup.scene->settings);
  if (setup.goal_weights != plain.goal_weights) texts.emplace_back("goals weighted");
  if (setup.joint_weights != plain.joint_weights) texts.emplace_back("joints weighted");
  if (setup.pull) texts.push_back("link of " + body.joint(setup.pull->joint).name + " held");
  return texts;
}

}  // namespace lab
