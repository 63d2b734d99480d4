#include "io/diagnosis_json.h"

#include "io/settings_json.h"

namespace io {
namespace {

using Json = nlohmann::ordered_json;

Json change_json(const lab::SettingChange& change) {
  lab::Settings settings;
  change.info->set(settings, change.value);
  return {{"setting", change.info->name}, {"value", setting_value(*change.info, settings)}};
}
Json change_json(const lab::MethodChange& change) { return {{"method", change.method->id}}; }
Json change_json(const lab::ParamChange& change) {
  return {{"param", change.name}, {"value", change.value}};
}

Json behaviour_json(const lab::Behaviour& behaviour) {
  return {{"jitter_deg", behaviour.jitter_deg}, {"mean_error", behaviour.error}};
}

Json remedies_json(const lab::Cause& cause) {
  Json list = Json::array();
  for (const lab::Remedy& remedy : cause.remedies) {
    Json changes = Json::array();
    for (const auto& change : remedy.changes) {
      changes.push_back(std::visit([](const auto& c) { return change_json(c); }, change));
    }
    list.push_back({{"label", remedy.label},
                    {"changes", changes},
                    {"with", behaviour_json(remedy.with)},
                    {"without", behaviour_json(remedy.without)}});
  }
  return list;
}

Json cause_json(const lab::Cause& cause, const ik::Multibody& body) {
  Json joints = Json::array(), effectors = Json::array(), direction = Json::array();
  Json motion = Json::array();
  for (const int j : cause.joints) joints.push_back(body.joint(j).name);
  for (const int i : cause.effectors) effectors.push_back(body.effector(i).name);
  for (const double x : cause.direction) direction.push_back(x);
  for (Eigen::Index given = 0; given < cause.motion.size(); ++given) {
    motion.push_back(cause.motion[body.solver_index(static_cast<int>(given))]);
  }
  return {{"cause", lab::name(cause.id)},
          {"strength", cause.strength},
          {"sentence", cause.sentence},
          {"source", cause.source},
          {"joints", joints},
          {"effectors", effectors},
          {"direction", direction},
          {"motion", motion},
          {"remedies", remedies_json(cause)}};
}

}  // namespace

Json diagnosis_json(const Diagnosed& diagnosed) {
  Json list = Json::array();
  for (const lab::Cause& cause : diagnosed.diagnosis.causes) {
    list.push_back(cause_json(cause, diagnosed.multibody));
  }
  return list;
}

}  // namespace io
