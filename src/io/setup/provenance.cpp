#include "io/setup/provenance.h"

#include "iklab/version.h"

#include "io/files/hash.h"
#include "io/json/settings.h"
#include "io/scene/scene_writer.h"
#include "lab/run/timeline.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/solve/reach_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace io {
namespace {

std::string text_of(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

using Methods = std::span<const ik::MethodInfo* const>;
using Uses = std::span<const lab::KnobUse>;

/// The knobs that differ from the defaults: " · d-max 0.4 · ...", where one of the uses has them
/// and they have an effect there.
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

/// " · --base fixed --curve in-reach"; empty where a scene was opened without options.
std::string opening_of(const lab::Scene& scene, bool targets_move = true) {
  std::vector<std::string> words = scene.source_options;
  const auto curve = std::ranges::find(words, "--curve");
  if (!targets_move && curve != words.end()) words.erase(curve, curve + 2);
  return words.empty() ? "" : fmt::format(" · {}", fmt::join(words, " "));
}

}  // namespace

std::string program_name() { return "iklab " IKLAB_VERSION; }

std::string provenance(const lab::Experiment& experiment, Methods methods) {
  std::vector<lab::KnobUse> uses;
  for (const ik::MethodInfo* method : methods) {
    uses.push_back({.method = *method,
                    .settings = experiment.settings,
                    .multibody = &experiment.scene.multibody,
                    .scene = &experiment.scene});
  }
  return provenance(experiment, uses, joined(methods, ",", &ik::MethodInfo::id));
}

std::string provenance(const lab::Experiment& experiment, Uses uses, std::string_view words) {
  const lab::Scene& scene = experiment.scene;
  std::string text =
      fmt::format("{} · {}{} · {}", program_name(), scene.id, opening_of(scene), words);
  if (scene.group) text += " · group " + scene.groups[*scene.group].name;
  return printable(fmt::format("{}{} · steps {} · warmup {}", text,
                               text_of(experiment.settings, uses), experiment.steps,
                               experiment.warmup));
}

std::string provenance(const lab::RunRecording& recording) {
  return fmt::format("{} · steps {}", provenance(recording.initial()), recording.steps());
}

std::string provenance(const lab::Setup& setup) {
  const lab::Scene& scene = *setup.scene;
  std::string text = fmt::format("{} · {}{}", program_name(), scene.id, opening_of(scene));
  if (setup.group) text += " · group " + scene.groups[*setup.group].name;
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
  std::vector<lab::KnobUse> uses;
  uses.reserve(corners.size());
  for (const lab::Settings& settings : corners) {
    uses.push_back({.method = *experiment.method,
                    .settings = settings,
                    .multibody = &experiment.scene.multibody,
                    .scene = &experiment.scene});
  }
  std::string text = provenance(experiment, uses, experiment.method->id);
  for (const lab::SweepAxis& axis : sweep.axes()) text += " · vary " + text_of_axis(axis);
  return text;
}

namespace {

/// The number of goals and a hash of them.
std::string text_of_goals(const std::vector<lab::ReachGoal>& goals) {
  std::uint64_t content = kHashOfNothing;
  const auto add = [&content](double number) {
    content = hash_of(fmt::format("{:.17g} ", number), content);
  };
  for (const lab::ReachGoal& goal : goals) {
    for (const Eigen::Vector3d& target : goal.targets) {
      for (const double number : target) add(number);
    }
    for (const ik::Aim& aim : goal.aims) {
      for (const double number : aim.direction) add(number);
      for (const double number : aim.orientation.reshaped()) add(number);
    }
    if (goal.time) add(*goal.time);
  }
  return fmt::format("{} goals with content {}", goals.size(), hexadecimal(content));
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

/// "1000", or the number and a hash of poses that were given.
std::string text_of_poses(const lab::ReachPlan& plan) {
  if (!plan.goals.empty()) return text_of_goals(plan.goals);
  if (plan.given.empty()) return std::to_string(plan.drawn);
  std::uint64_t content = kHashOfNothing;
  for (const ik::VectorX& theta : plan.given) {
    for (const double number : theta) content = hash_of(fmt::format("{:.17g} ", number), content);
  }
  return fmt::format("{} with content {}", plan.given.size(), hexadecimal(content));
}

}  // namespace

std::string provenance(const lab::ReachPlan& plan) {
  const lab::Scene& scene = plan.scene;
  std::string text =
      fmt::format("{} · {}{} · {}", program_name(), scene.id, opening_of(scene, false),
                  joined(plan.methods, ", ", &lab::ReachMethod::id));
  if (scene.group) text += " · group " + scene.groups[*scene.group].name;
  text += text_of(plan.settings, lab::uses_of(plan));
  text += fmt::format(" · poses {} · start {} · seed {} · tolerance {} · aim-tolerance {}",
                      text_of_poses(plan), lab::name(plan.start), plan.seed,
                      lab::exact_number(plan.tolerance), lab::exact_number(plan.aim_tolerance));
  if (plan.restarts) text += fmt::format(" · restarts {}", *plan.restarts);
  if (plan.updates) text += fmt::format(" · updates {}", *plan.updates);
  if (plan.draw != lab::ReachDraw::kUniform) text += fmt::format(" · draw {}", name(plan.draw));
  return printable(text + text_of_tolerances(plan));
}

namespace {

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

/// Takes the hash of the scene off the items; empty where there is none.
std::string take_scene_content(std::vector<std::string>& items) {
  if (items.empty() || !items.back().starts_with(kSceneContent)) return {};
  std::string content = std::move(items.back());
  items.pop_back();
  return content;
}

}  // namespace

std::string origin(const lab::Sweep& sweep) {
  return concat(provenance(sweep), kItemSeparator, kSceneContent,
                hexadecimal(hash_of(solver_text(sweep.experiment().scene))));
}

std::string origin(const lab::ReachPlan& plan) {
  return concat(provenance(plan), kItemSeparator, kSceneContent,
                hexadecimal(hash_of(solver_text(plan.scene))));
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

}  // namespace io
