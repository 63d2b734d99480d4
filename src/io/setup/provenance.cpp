#include "io/setup/provenance.h"

#include "iklab/version.h"

#include "io/json/settings.h"
#include "io/scene/scene_writer.h"
#include "lab/run/timeline.h"
#include "lab/scene/number_text.h"
#include "lab/solve/reach_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace io {
namespace {

std::string text_of(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

using Uses = std::span<const lab::KnobUse>;

/// The knobs that differ from the defaults and have an effect in one of the uses:
/// " · d-max 0.4 · ...".
std::string text_of(const lab::Settings& settings, Uses uses) {
  std::string text;
  std::set<std::string_view> told;
  const auto tell = [&](const lab::Knob& knob, const lab::KnobUse& use) {
    if (!knob.is_set(settings) || told.contains(knob.name) || !knob.why_no_effect(use).empty()) {
      return;
    }
    told.insert(knob.name);
    text += fmt::format(" · {} {}", knob.name, text_of(knob_value(knob, settings)));
  };
  std::vector<std::vector<lab::Knob>> lists;
  for (const lab::KnobUse& use : uses) lists.push_back(lab::knobs(use.method));
  // the shared ones of all methods first
  const std::size_t shared = lab::shared_knobs().size();
  for (std::size_t i = 0; i < shared; ++i) {
    for (std::size_t at = 0; at < uses.size(); ++at) tell(lists[at][i], uses[at]);
  }
  for (std::size_t at = 0; at < uses.size(); ++at) {
    for (const lab::Knob& own : std::span(lists[at]).subspan(shared)) tell(own, uses[at]);
  }
  return text;
}

/// "iklab 1.2.3 · arm.urdf · --base fixed --curve in-reach · dls · group arms only".
/// \param words "dls"; may be empty
std::string head_of(const lab::Scene& scene, const std::optional<std::size_t>& group,
                    std::string_view words, bool targets_move = true) {
  std::vector<std::string> options = scene.source_options;
  const auto curve = std::ranges::find(options, "--curve");
  if (!targets_move && curve != options.end()) options.erase(curve, curve + 2);
  std::string text = concat(program_name(), " · ", scene.id);
  if (!options.empty()) text += " · " + joined(options, " ");
  if (!words.empty()) text += concat(" · ", words);
  if (group) text += " · group " + scene.groups[*group].name;
  return text;
}

/// "1000", or the number and a hash of goals or poses that were given.
std::string text_of_poses(const lab::ReachPlan& plan) {
  std::uint64_t content = kHashOfNothing;
  const auto add = [&content](double number) {
    content = hash_of(fmt::format("{:.17g} ", number), content);
  };
  for (const lab::ReachGoal& goal : plan.goals) {
    for (const Eigen::Vector3d& target : goal.targets) {
      for (const double number : target) add(number);
    }
    for (const ik::Aim& aim : goal.aims) {
      for (const double number : aim.direction) add(number);
      for (const double number : aim.orientation.reshaped()) add(number);
    }
    if (goal.time) add(*goal.time);
  }
  if (!plan.goals.empty()) {
    return fmt::format("{} goals with content {}", plan.goals.size(), hexadecimal(content));
  }
  if (plan.given.empty()) return std::to_string(plan.drawn);
  for (const ik::VectorX& theta : plan.given) {
    for (const double number : theta) add(number);
  }
  return fmt::format("{} with content {}", plan.given.size(), hexadecimal(content));
}

/// The tolerances by axis: " · axis-tolerance tool=1e-06,1e-06,inf,1e-06,1e-06,1e-06".
std::string text_of_tolerances(const lab::ReachPlan& plan) {
  std::string text;
  for (std::size_t i = 0; i < plan.axis_tolerances.size(); ++i) {
    const ik::AxisTolerance& tolerance = plan.axis_tolerances[i];
    text += fmt::format(" · axis-tolerance {}=",
                        plan.scene.multibody.effector(static_cast<int>(i)).name);
    const char* before = "";
    for (const Eigen::Vector3d& axes : {tolerance.position, tolerance.aim}) {
      for (const double number : axes) {
        text += before + lab::exact_number(number);
        before = ",";
      }
    }
  }
  return text;
}

constexpr std::string_view kItemSeparator = " · ", kSceneContent = "scene content ";

std::vector<std::string> items_of(std::string_view origin) {
  std::vector<std::string> items;
  while (true) {
    const std::size_t end = origin.find(kItemSeparator);
    items.emplace_back(origin.substr(0, end));
    if (end == std::string_view::npos) return items;
    origin.remove_prefix(end + kItemSeparator.size());
  }
}

/// Whether some item begins with the first word of this one: "restarts" of "restarts 5".
bool has_key_of(const std::vector<std::string>& items, std::string_view item) {
  const std::string_view key = item.substr(0, item.find(' '));
  return std::ranges::any_of(
      items, [key](std::string_view other) { return other.substr(0, other.find(' ')) == key; });
}

std::string text_of_content(const lab::Scene& scene) {
  return concat(kItemSeparator, kSceneContent, hexadecimal(hash_of(solver_text(scene))));
}

/// Takes the hash of the scene off the items; empty where there is none.
std::string take_scene_content(std::vector<std::string>& items) {
  if (items.empty() || !items.back().starts_with(kSceneContent)) return {};
  std::string content = std::move(items.back());
  items.pop_back();
  return content;
}

}  // namespace

std::string program_name() { return "iklab " IKLAB_VERSION; }

std::vector<lab::KnobUse> tracking_uses(const lab::Scene& scene, const lab::Settings& settings,
                                        const std::vector<const ik::MethodInfo*>& methods,
                                        lab::KnobTask task) {
  std::vector<lab::KnobUse> uses;
  for (const ik::MethodInfo* method : methods) {
    uses.push_back({*method, settings, &scene.multibody, task, &scene});
  }
  return uses;
}

std::vector<lab::KnobUse> uses_of(const lab::Experiment& experiment,
                                  const std::vector<lab::Settings>& settings) {
  std::vector<lab::KnobUse> uses;
  for (const lab::Settings& some : settings) {
    uses.push_back(tracking_uses(experiment.scene, some, {experiment.method}).front());
  }
  return uses;
}

std::string provenance(const lab::Experiment& experiment,
                       const std::vector<const ik::MethodInfo*>& methods) {
  return provenance(experiment, tracking_uses(experiment.scene, experiment.settings, methods),
                    joined(methods, ",", &ik::MethodInfo::id));
}

std::string provenance(const lab::Experiment& experiment, Uses uses, std::string_view words) {
  const lab::Scene& scene = experiment.scene;
  return printable(fmt::format("{}{} · steps {} · warmup {}", head_of(scene, scene.group, words),
                               text_of(experiment.settings, uses), experiment.steps,
                               experiment.warmup));
}

std::string provenance(const lab::RunRecording& recording) {
  return fmt::format("{} · steps {}", provenance(recording.initial()), recording.steps());
}

std::string provenance(const lab::Setup& setup) {
  const lab::Scene& scene = *setup.scene;
  std::string text = head_of(scene, setup.group, {});
  const char* before = " · ";
  for (const lab::Lane& lane : setup.lanes) {
    const lab::KnobUse use{*lane.method, lane.settings, &scene.multibody};
    text += before + std::string(lane.method->id) + text_of(lane.settings, std::array{use});
    before = " | ";
  }
  for (const std::string& other : lab::differences_from_scene(setup)) text += " · " + other;
  return printable(std::move(text));
}

std::string text_of_axis(const lab::SweepAxis& axis) {
  return fmt::format("{}={}:{}:{}:{}", axis.name, lab::option_text(axis, axis.low),
                     lab::option_text(axis, axis.high), axis.count,
                     axis.logarithmic ? "log" : "lin");
}

std::string provenance(const lab::Sweep& sweep) {
  lab::Experiment experiment = sweep.experiment();
  for (const lab::SweepAxis& axis : sweep.axes()) axis.set(experiment.settings, std::nullopt);
  const std::vector<lab::Settings> corners = sweep.corners();
  std::string text = provenance(experiment, uses_of(experiment, corners), experiment.method->id);
  for (const lab::SweepAxis& axis : sweep.axes()) text += " · vary " + text_of_axis(axis);
  return text;
}

std::string provenance(const lab::ReachPlan& plan) {
  const lab::Scene& scene = plan.scene;
  std::string text =
      head_of(scene, scene.group, joined(plan.methods, ", ", &lab::ReachMethod::id), false);
  text += text_of(plan.settings, lab::uses_of(plan));
  text += fmt::format(" · poses {} · start {} · seed {} · tolerance {} · aim-tolerance {}",
                      text_of_poses(plan), lab::name(plan.start), plan.seed,
                      lab::exact_number(plan.tolerance), lab::exact_number(plan.aim_tolerance));
  if (plan.restarts) text += fmt::format(" · restarts {}", *plan.restarts);
  if (plan.updates) text += fmt::format(" · updates {}", *plan.updates);
  if (plan.draw != lab::ReachDraw::kUniform) text += fmt::format(" · draw {}", name(plan.draw));
  return printable(text + text_of_tolerances(plan));
}

std::string origin(const lab::Sweep& sweep) {
  return provenance(sweep) + text_of_content(sweep.experiment().scene);
}

std::string origin(const lab::ReachPlan& plan) {
  return provenance(plan) + text_of_content(plan.scene);
}

bool names_scene_content(const std::string& origin) {
  std::vector<std::string> items = items_of(origin);
  return !take_scene_content(items).empty();
}

std::string difference_of_origins(const std::string& origin, const std::string& other,
                                  const std::string& name, const char* whole) {
  if (origin == other) return {};
  std::vector<std::string> own = items_of(origin), others = items_of(other);
  const std::string content = take_scene_content(own), other_content = take_scene_content(others);
  const std::size_t count = std::min(own.size(), others.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (own[i] == others[i]) continue;
    if (i == 0) return fmt::format("made by {}, and {} by {}", own[0], name, others[0]);
    // an item that only one of them has shifts all later ones; program, scene and methods come
    // first
    const bool may_lack = i > 2 && own.size() != others.size();
    if (may_lack && !has_key_of(others, own[i])) {
      return fmt::format("a part of another {}: it alone has {}", whole, own[i]);
    }
    if (may_lack && !has_key_of(own, others[i])) {
      return fmt::format("a part of another {}: {} alone has {}", whole, name, others[i]);
    }
    return fmt::format("a part of another {}: it has {}, and {} has {}", whole, own[i], name,
                       others[i]);
  }
  if (own.size() != others.size()) {
    const bool more = own.size() > count;
    return fmt::format("a part of another {}: {} has {}", whole,
                       more ? "it alone" : name + " alone", more ? own[count] : others[count]);
  }
  if (content.empty()) return fmt::format("has no hash of its scene, and {} has one", name);
  if (other_content.empty()) return fmt::format("has a hash of its scene, and {} has none", name);
  return fmt::format("of another scene than {}, although both have the name {}: the file changed",
                     name, own.size() > 1 ? own[1] : "");
}

Origin origin_of(std::string text, std::span<const lab::ChangeNote> notes) {
  Origin origin{std::move(text)};
  for (const lab::ChangeNote& note : notes) origin.changes.push_back(printable(note.text()));
  return origin;
}

std::string foot_of(const Origin& origin) {
  constexpr std::size_t kMax = 12;  // a few lines at the foot
  if (origin.changes.empty()) return origin.text;
  const std::size_t shown = std::min(origin.changes.size(), kMax);
  const auto end = origin.changes.begin() + static_cast<std::ptrdiff_t>(shown);
  const std::size_t more = origin.changes.size() - shown;
  const std::string rest =
      more > 0 ? fmt::format("; and {} more changes, which are in the CSV", more) : "";
  return fmt::format("{} · changed at {}{}", origin.text,
                     fmt::join(origin.changes.begin(), end, "; "), rest);
}

void write_comment(std::ostream& out, std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' '; }, ' ');
  out << "# " << text << '\n';
}

void write_origin(std::ostream& out, const Origin& origin) {
  write_comment(out, origin.text);
  for (const std::string& change : origin.changes) write_comment(out, "changed at " + change);
}

}  // namespace io
