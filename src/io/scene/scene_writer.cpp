#include <cmath>

#include <nlohmann/json.hpp>

#include "io/files/text.h"
#include "io/json/settings.h"
#include "io/scene/parts.h"
#include "io/scene/scene_writer.h"

namespace io {
namespace {

using Json = nlohmann::ordered_json;

Json limit_json(double limit) { return std::isfinite(limit) ? Json(limit) : Json(nullptr); }

void add_rotation(const Eigen::Matrix3d& rotation, Json& object) {
  if (rotation.isIdentity(0.0)) return;
  if (const auto rpy = exact_rpy(rotation)) {
    object["rpy"] = vector_json(*rpy);
  } else {
    for (int i = 0; i < 3; ++i) object["rotation"].push_back(vector_json(rotation.row(i)));
  }
}

Json joint_json(const ik::Multibody& multibody, const ik::Joint& joint) {
  const ik::Joint defaults;
  Json object;
  object["name"] = joint.name;
  object["parent"] = joint.parent < 0 ? Json(nullptr) : Json(multibody.joint(joint.parent).name);
  object["type"] = kJointTypes[static_cast<std::size_t>(joint.type)];
  object["origin"] = vector_json(joint.parent_from_joint.translation());
  add_rotation(joint.parent_from_joint.linear(), object);
  object["axis"] = vector_json(joint.axis);
  if (joint.type == ik::JointType::kScrew) object["pitch"] = joint.pitch;
  if (joint.lower != defaults.lower || joint.upper != defaults.upper) {
    object["limits"] = {limit_json(joint.lower), limit_json(joint.upper)};
  }
  if (joint.leader < 0 && joint.initial != defaults.initial) object["initial"] = joint.initial;
  if (joint.rest != defaults.rest) object["rest"] = joint.rest;
  if (joint.weight != defaults.weight) object["weight"] = joint.weight;
  if (joint.max_velocity != defaults.max_velocity) object["max_velocity"] = joint.max_velocity;
  if (joint.max_acceleration != defaults.max_acceleration) {
    object["max_acceleration"] = joint.max_acceleration;
  }
  if (joint.leader >= 0) {
    object["follows"] = {{"joint", multibody.joint(joint.leader).name},
                         {"ratio", joint.ratio},
                         {"shift", joint.shift}};
  }
  return object;
}

Json visual_json(const ik::Multibody& multibody, const lab::Visual& visual) {
  Json object{
      {"joint", visual.joint < 0 ? Json(nullptr) : Json(multibody.joint(visual.joint).name)},
      {"shape", kShapes[visual.shape.index()]}};
  if (const auto* box = std::get_if<lab::BoxShape>(&visual.shape)) {
    object["size"] = vector_json(box->size);
  } else if (const auto* cylinder = std::get_if<lab::CylinderShape>(&visual.shape)) {
    object.update({{"radius", cylinder->radius}, {"length", cylinder->length}});
  } else if (const auto* capsule = std::get_if<lab::CapsuleShape>(&visual.shape)) {
    object.update({{"radius", capsule->radius}, {"length", capsule->length}});
  } else if (const auto* ball = std::get_if<lab::BallShape>(&visual.shape)) {
    object["radius"] = ball->radius;
  } else if (const auto* mesh = std::get_if<lab::MeshShape>(&visual.shape)) {
    object["file"] = mesh->file;
    if (mesh->scale != Eigen::Vector3d::Ones()) object["scale"] = vector_json(mesh->scale);
  } else if (const auto* node = std::get_if<lab::NodeShape>(&visual.shape)) {
    object["file"] = node->file;
    object["node"] = node->node;
    if (node->scale != Eigen::Vector3d::Ones()) object["scale"] = vector_json(node->scale);
  }
  object["origin"] = vector_json(visual.joint_from_shape.translation());
  add_rotation(visual.joint_from_shape.linear(), object);
  if (visual.color) object["color"] = vector_json(*visual.color);
  return object;
}

Json effector_json(const ik::Multibody& multibody, const ik::Effector& effector) {
  const ik::Effector defaults;
  Json object{{"name", effector.name},
              {"joint", multibody.joint(effector.joint).name},
              {"offset", vector_json(effector.offset)}};
  add_rotation(effector.rotation, object);
  if (effector.aim != ik::AimKind::kNone) {
    object["aim"] = kAimKinds[static_cast<std::size_t>(effector.aim) - 1];
  }
  if (effector.aim == ik::AimKind::kDirection) object["pointer"] = vector_json(effector.pointer);
  if (effector.lever != defaults.lever) object["lever"] = effector.lever;
  return object;
}

Json loop_json(const ik::Multibody& multibody, const ik::Loop& loop) {
  const ik::Loop defaults;
  const auto name_of = [&multibody](int joint) {
    return joint < 0 ? Json(nullptr) : Json(multibody.joint(joint).name);
  };
  Json object{{"name", loop.name}, {"type", kLoopKinds[static_cast<std::size_t>(loop.kind)]}};
  if (loop.kind == ik::LoopKind::kJoint) {
    object["joint"] = name_of(loop.joint_a);
    if (loop.joint_b >= 0) object["of"] = name_of(loop.joint_b);
    object["coefficients"] = loop.coefficients;
    return object;
  }
  const auto end = [&](int joint, const ik::Isometry& frame) {
    Json one{{"joint", name_of(joint)}, {"origin", vector_json(frame.translation())}};
    if (loop.kind == ik::LoopKind::kWeld) add_rotation(frame.linear(), one);
    return one;
  };
  object["a"] = end(loop.joint_a, loop.a_from_end);
  object["b"] = end(loop.joint_b, loop.b_from_end);
  if (loop.kind == ik::LoopKind::kWeld && loop.lever != defaults.lever) {
    object["lever"] = loop.lever;
  }
  return object;
}

void add_aim(ik::AimKind kind, const lab::AimCurve& curve, Json& object) {
  if (kind == ik::AimKind::kDirection) {
    object["direction"] = vector_json(curve.base.direction);
  } else {
    add_rotation(curve.base.orientation, object);
    // the field is required even for the identity
    if (curve.base.orientation.isIdentity(0.0)) object["rpy"] = {0.0, 0.0, 0.0};
  }
  if (curve.amplitude == 0.0) return;
  object["swing"] = {{"axis", vector_json(curve.axis)},
                     {"amplitude", curve.amplitude},
                     {"frequency", curve.frequency},
                     {"phase", curve.phase}};
}

void add_weight(const char* name, const lab::Scene& scene, int goal, Json& object) {
  if (scene.weights.empty()) return;
  const double weight = scene.weights[static_cast<std::size_t>(goal)];
  if (weight != 1.0) object[name] = weight;
}

std::string one_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Puts each entry of a list on a line of its own, so that joints read like rows of a table.
std::string layout(const Json& document) {
  const auto row = [](const Json& entry) { return "\n    " + one_line(entry); };
  const auto field = [&row](const auto& item) {
    const Json& value = item.value();
    return concat("\n  \"", item.key(), "\": ",
                  value.is_array() ? "[" + joined(value, ",", row) + "\n  ]" : one_line(value));
  };
  return "{" + joined(document.items(), ",", field) + "\n}\n";
}

}  // namespace

std::string write_scene(const lab::Scene& scene) {
  const ik::Multibody& multibody = scene.multibody;
  Json document;
  document["format"] = "ik-scene";
  document["version"] = 1;
  document["name"] = scene.name;
  document["description"] = scene.description;
  if (scene.z_up) document["up"] = kUps[1];
  if (scene.housed) document["look"] = kLooks[1];
  if (!scene.source.empty()) document["source"] = printable(scene.source);
  document["time_step"] = scene.settings.time_step;
  lab::Settings rest = scene.settings;
  rest.time_step = lab::Settings().time_step;  // has its own field
  if (const Json settings = settings_difference(rest, {}); !settings.empty()) {
    document["settings"] = settings;
  }
  for (int given = 0; given < multibody.joint_count(); ++given) {
    const ik::Joint& joint = multibody.joint(multibody.solver_index(given));
    document["joints"].push_back(joint_json(multibody, joint));
  }
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const ik::Effector& effector = multibody.effector(i);
    document["effectors"].push_back(effector_json(multibody, effector));
    Json target{{"effector", effector.name}};
    add_curve(scene.targets[static_cast<std::size_t>(i)], target);
    add_weight("weight", scene, i, target);
    document["targets"].push_back(target);
  }
  for (const ik::Loop& loop : multibody.loops()) {
    document["loops"].push_back(loop_json(multibody, loop));
  }
  for (const ik::Obstacle& obstacle : scene.obstacles) {
    document["obstacles"].push_back(obstacle_json(obstacle));
  }
  for (int g = multibody.effector_count(); g < multibody.goal_count(); ++g) {
    Json& target = document["targets"][static_cast<std::size_t>(multibody.effector_of(g))];
    const auto aim = static_cast<std::size_t>(g - multibody.effector_count());
    add_aim(multibody.goal_effector(g).aim, scene.aims[aim], target);
    add_weight("aim_weight", scene, g, target);
  }
  for (const lab::JointGroup& group : scene.groups) {
    Json names = Json::array();
    for (const int j : group.joints) names.push_back(multibody.joint(j).name);
    document["groups"].push_back({{"name", group.name}, {"joints", names}});
  }
  for (const lab::Visual& visual : scene.visuals) {
    document["visuals"].push_back(visual_json(multibody, visual));
  }
  return layout(document);
}

std::string solver_text(const lab::Scene& scene) {
  lab::Scene seen = scene;
  seen.name.clear();
  seen.description.clear();
  seen.source.clear();
  seen.z_up = false;
  seen.housed = false;
  seen.visuals.clear();
  seen.settings = {};
  seen.groups.clear();
  if (scene.group) seen.groups.push_back({"", scene.groups[*scene.group].joints});
  return write_scene(seen);
}

}  // namespace io
