#include "io/report/json_output.h"

#include <functional>
#include <optional>

#include <nlohmann/json.hpp>

#include "io/files/text.h"
#include "io/json/settings.h"
#include "io/scene/scene_file.h"
#include "io/setup/provenance.h"
#include "lab/advise/code.h"
#include "lab/advise/reach_advice.h"
#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/solve/reach_summary.h"
#include "lab/sweep/sweep_figures.h"

namespace io {
namespace {

using Json = nlohmann::ordered_json;

/// An array of what `json_of` makes of each entry.
template <class List, class JsonOf = std::identity>
Json array_of(const List& list, const JsonOf& json_of = {}) {
  Json array = Json::array();
  for (const auto& entry : list) array.push_back(std::invoke(json_of, entry));
  return array;
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json change_json(const lab::KnobChange& change) {
  const lab::Knob& knob = change.knob;
  if (knob.is_own) return {{"param", knob.name}, {"value", change.value}};
  lab::Settings settings;
  knob.set(settings, change.value);
  return {{"setting", knob.name}, {"value", knob_value(knob, settings)}};
}
Json change_json(const lab::MethodChange& change) { return {{"method", change.method->id}}; }

Json behaviour_json(const lab::Behaviour& behaviour) {
  return {{"jitter_deg", behaviour.jitter_deg}, {"mean_error", behaviour.error}};
}

Json remedy_json(const lab::Remedy& remedy) {
  const auto json_of = [](const auto& change) {
    return std::visit([](const auto& known) { return change_json(known); }, change);
  };
  return {{"label", remedy.label},
          {"changes", array_of(remedy.changes, json_of)},
          {"with", behaviour_json(remedy.with)},
          {"without", behaviour_json(remedy.without)}};
}

Json symptom_json(const lab::Symptom& symptom) {
  return {{"what", symptom.what},
          {"value", symptom.value},
          {"threshold", symptom.threshold},
          {"unit", symptom.unit},
          {"meaning", symptom.meaning}};
}

Json cause_json(const lab::Cause& cause, const ik::Multibody& body) {
  const auto joint = [&](int j) { return body.joint(j).name; };
  const auto effector = [&](int i) { return body.effector(i).name; };
  Json motion = Json::array();
  for (Eigen::Index given = 0; given < cause.motion.size(); ++given) {
    motion.push_back(cause.motion[body.solver_index(static_cast<int>(given))]);
  }
  return {{"cause", lab::name(cause.id)},
          {"strength", cause.strength},
          {"sentence", cause.sentence},
          {"source", cause.source},
          {"symptoms", array_of(cause.symptoms, symptom_json)},
          {"above", cause.above},
          {"joints", array_of(cause.joints, joint)},
          {"effectors", array_of(cause.effectors, effector)},
          {"direction", array_of(cause.direction)},
          {"motion", motion},
          {"remedies", array_of(cause.remedies, remedy_json)}};
}

Json param_json(ik::KnobValue value) {
  return std::visit([](const auto* known) { return Json(*known); }, value);
}

/// The settings in force by name; null for a setting that the method does not have.
Json settings_json(const Result& result) {
  const lab::Settings settings = result.in_force();
  Json object;
  for (const lab::Knob& knob : lab::shared_knobs()) object[knob.name] = knob_value(knob, settings);
  return object;
}

Json params_json(ik::AnyMethod method) {
  Json object = Json::object();
  method.visit([&object](const ik::Knob& knob, ik::KnobValue value) {
    // λ appears among the settings
    if (lab::find_shared_knob(knob.name) == nullptr) object[knob.name] = param_json(value);
  });
  return object;
}

void add_measures(const lab::Summary& summary, Json& object) {
  for (const lab::MeasureInfo& measure : lab::measures()) {
    object[measure.name] = measure.get(summary);
  }
  object["shakes"] = lab::is_shaking(summary);
  if (summary.mean_aim_error_deg) object["mean_aim_error_deg"] = *summary.mean_aim_error_deg;
}

Json summary_object(const Result& result) {
  const lab::Summary& summary = result.summary;
  Json object;
  object["scene"] = result.scene;
  object["method"] = result.info->id;
  object["settings"] = settings_json(result);
  object["params"] = params_json(result.method);
  object["steps"] = summary.steps;
  object["warmup"] = summary.warmup;
  add_measures(summary, object);
  object["ns_per_update"] = or_null(summary.ns_per_update);
  object["program"] = program_name();
  return object;
}

Json axis_json(const lab::SweepAxis& axis) {
  Json values = Json::array();
  for (int i = 0; i < axis.count; ++i) {
    const double value = lab::value_of(axis, i);
    const bool is_number = axis.kind == ik::KnobKind::kNumber || axis.kind == ik::KnobKind::kCount;
    values.push_back(is_number ? Json(value) : Json(lab::option_text(axis, value)));
  }
  return {{"name", axis.name},
          {"unit", axis.unit},
          {"spacing", axis.logarithmic ? "log" : "lin"},
          {"values", values}};
}

Json cell_json(const lab::Sweep& sweep, int cell, const lab::Summary& summary) {
  Json indices = Json::array();
  for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis) {
    indices.push_back(sweep.index(cell, axis));
  }
  Json object = {{"cell", cell}, {"indices", indices}};
  add_measures(summary, object);
  return object;
}

Json landmarks_json(const lab::Landmarks& landmarks) {
  Json object = {{"least_error", or_null(landmarks.least_error)},
                 {"least_jitter", or_null(landmarks.least_jitter)},
                 {"calmest_near_least_error", or_null(landmarks.calmest)},
                 {"cliff", nullptr}};
  if (landmarks.cliff) {
    object["cliff"] = {{"calm", landmarks.cliff->calm}, {"shaky", landmarks.cliff->shaky}};
  }
  return object;
}

/// nlohmann writes a number that is not finite as null. Replaces invalid UTF-8, as in a path.
std::string json_text(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json recommendation_json(const lab::Recommendation& r) {
  return {{"purpose", lab::name(r.choice.purpose)},
          {"candidate", r.choice.candidate},
          {"instead", or_null(r.choice.instead)},
          {"sentence", r.sentence},
          {"reason", r.reason}};
}

Json reach_array(const lab::ReachStudy& study, const lab::ReachResults& results, bool timed) {
  const lab::ReachPlan& plan = study.plan();
  return array_of(lab::summaries(study, results), [&](const lab::ReachSummary& summary) {
    Json object = {{"scene", plan.scene.id},
                   {"method", summary.method.id()},
                   {"poses", summary.poses},
                   {"start", lab::name(plan.start)},
                   {"seed", plan.seed},
                   {"tolerance", plan.tolerance},
                   {"aim_tolerance", plan.aim_tolerance},
                   {"restarts", summary.restarts},
                   {"reached", summary.reached},
                   {"reached_share", summary.reached_share()},
                   {"mean_updates", summary.mean_updates},
                   {"median_updates", summary.median_updates},
                   {"max_updates", summary.max_updates},
                   {"mean_attempts", summary.mean_attempts}};
    if (timed) {
      object["mean_us"] = or_null(summary.mean_us);
      object["median_us"] = or_null(summary.median_us);
      object["p99_us"] = or_null(summary.p99_us);
    }
    object["program"] = program_name();
    object["experiment"] = provenance(plan);
    return object;
  });
}

/// A family of solutions, see ik::Family.
Json family_object(const ik::Family& family) {
  const bool elbow = family.parameter == ik::Family::Parameter::kElbow;
  return {{"parameter", elbow ? "elbow" : "way"},
          {"here", family.here},
          {"period", family.period > 0.0 ? Json(family.period) : Json(nullptr)},
          {"arcs", array_of(family.arcs, [](const ik::Family::Arc& arc) {
             return Json{arc.from, arc.to};
           })}};
}

}  // namespace

Result Result::of(const lab::Tracker& tracker, const lab::Summary& summary) {
  return {tracker.scene().id, &tracker.method_info(), tracker.method(), tracker.settings(),
          summary};
}

std::string summary_json(const Result& result, const Diagnosed* diagnosed) {
  Json object = summary_object(result);
  if (diagnosed != nullptr) {
    object["diagnosis"] = array_of(diagnosed->diagnosis.causes, [&](const lab::Cause& cause) {
      return cause_json(cause, diagnosed->multibody);
    });
  }
  return json_text(object);
}

std::string summary_json(std::span<const Result> results,
                         std::span<const lab::ChangeNote> changes) {
  const Json list = array_of(changes, [](const lab::ChangeNote& note) {
    return Json{{"step", note.first},   {"last_step", note.last}, {"time", note.time},
                {"end_time", note.end}, {"what", note.what},      {"before", note.before},
                {"after", note.after}};
  });
  return json_text(array_of(results, [&list](const Result& result) {
    Json object = summary_object(result);
    if (!list.empty()) object["changes"] = list;
    return object;
  }));
}

std::string sweep_json(const lab::Sweep& sweep, const lab::SweepResults& results) {
  const Result first = Result::of(sweep.tracker(0), {});
  Json settings = settings_json(first), params = params_json(first.method);
  for (const lab::SweepAxis& axis : sweep.axes()) {
    settings.erase(axis.name);
    params.erase(axis.name);
  }
  Json cells = Json::array();
  for (int cell = 0; cell < results.cell_count(); ++cell) {
    if (results.at(cell) != nullptr) cells.push_back(cell_json(sweep, cell, *results.at(cell)));
  }
  Json object;
  object["program"] = program_name();
  object["scene"] = first.scene;
  object["method"] = first.info->id;
  object["settings"] = settings;
  object["params"] = params;
  object["steps"] = sweep.experiment().steps;
  object["warmup"] = sweep.experiment().warmup;
  object["axes"] = array_of(sweep.axes(), axis_json);
  object["findings"] = landmarks_json(lab::find(sweep, results));
  object["cells"] = cells;
  return json_text(object);
}

std::string advice_json(const lab::Advised& advised) {
  const lab::Experiment& experiment = advised.plan.experiment;
  const lab::Advice& advice = advised.advice;
  Json object;
  object["program"] = program_name();
  object["scene"] = experiment.scene.id;
  object["steps"] = experiment.steps;
  object["warmup"] = experiment.warmup;
  object["close_error"] = advice.bounds ? Json(advice.bounds->error) : Json(nullptr);
  object["calm_jitter_deg"] = lab::kShakingJitter;
  object["beyond_share"] = advice.beyond_share;
  object["beyond_each"] = advice.beyond_each;
  object["beyond"] = advice.beyond;
  object["left_out"] = advised.plan.left_out;
  object["recommendations"] = array_of(advice.recommendations, recommendation_json);
  Json candidates = Json::array();
  for (std::size_t i = 0; i < advised.plan.candidates.size(); ++i) {
    if (!advised.results[i]) continue;
    const auto& [method, settings] = advised.plan.candidates[i];
    Json own = summary_object({experiment.scene.id, method, lab::make_method(*method, settings),
                               settings, *advised.results[i]});
    for (const char* common : {"program", "scene", "steps", "warmup"}) own.erase(common);
    Json candidate = {{"candidate", i},
                      {"options", lab::options_of(advised.plan.of(i))},
                      {"error", advice.costs[i].error},
                      {"finite", advice.costs[i].finite},
                      {"front", advice.on_front(i)}};
    candidate.update(own);
    candidates.push_back(std::move(candidate));
  }
  object["candidates"] = candidates;
  return json_text(object);
}

std::string reach_json(const lab::ReachStudy& study, const lab::ReachResults& results, bool timed) {
  return json_text(reach_array(study, results, timed));
}

std::string reach_advice_json(const lab::ReachStudy& study, const lab::ReachResults& results,
                              const lab::ReachAdvice& advice, bool timed) {
  return json_text({{"program", program_name()},
                    {"scene", study.plan().scene.id},
                    {"recommended", advice.summaries[advice.best].method.id()},
                    {"sentence", advice.sentence},
                    {"reason", advice.reason},
                    {"methods", reach_array(study, results, timed)}});
}

std::string solution_json(const SolvedPose& pose, const ik::Solver& solver) {
  const ik::Multibody& body = solver.multibody();
  const auto joint = [&body](int given) { return body.joint(body.solver_index(given)).name; };
  const ik::Report& report = pose.report;
  Json object = {{"scene", pose.scene},
                 {"reached", report.outcome == ik::Outcome::kReached},
                 {"verdict", ik::name(report.verdict)},
                 {"why", pose.why},
                 {"joint", report.joint >= 0 ? Json(joint(report.joint)) : Json(nullptr)},
                 {"error", report.error},
                 {"aim_error", report.aim_error},
                 {"updates", report.updates},
                 {"attempts", report.attempts}};
  switch (report.verdict) {
    case ik::Verdict::kReached:
      break;
    case ik::Verdict::kProven:
      object["proof"] = ik::name(report.proof);
      [[fallthrough]];
    case ik::Verdict::kSearched:
      if (report.joint < 0) break;
      object["blame"] = joint(report.joint);
      object["gain"] = report.gain;
      break;
    case ik::Verdict::kUnfinished:
      object["starts"] = report.attempts;
      object["starts_wanted"] = report.starts;
      break;
  }
  Json& joints = object["joints"] = Json::array();
  for (int given = 0; given < body.joint_count(); ++given) joints.push_back(joint(given));
  object["theta"] = array_of(solver.theta());
  if (!pose.solutions.theta.empty()) {
    object["solutions"] =
        array_of(pose.solutions.theta, [](const ik::VectorX& theta) { return array_of(theta); });
    object["names"] = array_of(pose.names);
    object["branches"] = pose.solutions.branches;
    if (!pose.turns.empty()) object["turns"] = array_of(pose.turns);
    if (!pose.solutions.families.empty()) {
      object["families"] = array_of(pose.solutions.families, family_object);
    }
  }
  if (pose.all) {
    object["complete"] = pose.solutions.proven ? "proven" : "searched";
    object["bound"] = pose.solutions.bound >= 0 ? Json(pose.solutions.bound) : Json(nullptr);
    if (!pose.solutions.proven && pose.solutions.families.empty())
      object["fruitless_starts"] = pose.solutions.fruitless;
    if (pose.solutions.singularity != ik::Singularity::kNone) {
      object["singularity"] = ik::name(pose.solutions.singularity);
      Json& moving = object["singular_joints"] = Json::array();
      for (const int given : pose.solutions.singular_joints) moving.push_back(joint(given));
    }
  }
  object["program"] = program_name();
  return json_text(object);
}

std::string scenes_json() {
  std::vector<std::string> names = built_in_scenes();
  for (const auto* others : {&built_in_bodies(), &built_in_linkages()}) {
    names.insert(names.end(), others->begin(), others->end());
  }
  return json_text(array_of(names, [](const std::string& name) {
    const lab::Scene scene = find_scene(name);
    return Json{{"id", name},
                {"name", scene.name},
                {"description", scene.description},
                {"joints", scene.multibody.joint_count()},
                {"effectors", scene.multibody.effector_count()},
                {"settings", settings_object(scene.settings)}};
  }));
}

std::string methods_json() {
  return json_text(array_of(ik::methods(), [](const ik::MethodInfo& info) {
    Json params = Json::array();
    info.create().visit([&params](const ik::Knob& param, ik::KnobValue value) {
      params.push_back({{"name", param.name},
                        {"unit", param.unit},
                        {"default", param_json(value)},
                        {"min", param.min},
                        {"max", param.max},
                        {"help", param.help}});
    });
    constexpr int kDigits = 15;  // brings back the round numbers of degrees
    return Json{{"id", info.id},
                {"label", info.label},
                {"group", info.group},
                {"equation", info.equation},
                {"reference", info.reference},
                {"help", info.help},
                {"max_angle_deg", lab::rounded_to_digits(info.max_angle * lab::kDegrees, kDigits)},
                {"params", params}};
  }));
}

}  // namespace io
