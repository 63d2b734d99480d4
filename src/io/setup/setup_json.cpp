#include "io/setup/setup_json.h"

#include "io/json/settings.h"
#include "io/scene/parts.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "io/setup/path_json.h"

#include "lab/run/run.h"

#include <algorithm>
#include <array>
#include <set>

namespace io {
namespace {

using nlohmann::json;

constexpr long kLargestId = 1'000'000'000;

json scene_json(const lab::Scene& scene) {
  const std::string document = write_scene(scene);
  // a user's file may bear a built-in scene's name
  if (is_built_in(scene.id) && write_scene(find_scene(scene.id)) == document) return scene.id;
  return {{"id", valid_utf8(scene.id)}, {"document", json::parse(document)}};
}

json lane_json(const lab::Lane& lane, const lab::Scene& scene) {
  json object{{"id", lane.id}, {"method", lane.method->id}};
  const json settings = settings_difference(lane.settings, scene.settings);
  if (!settings.empty()) object["settings"] = settings;
  for (const auto& [name, value] : lab::own_params(lane.settings)) {
    object["params"].push_back({{"name", name}, {"value", value}});
  }
  for (const lab::Push& push : lane.pushes) {
    const std::string& joint = scene.multibody.joint(push.leader).name;
    object["pushes"].push_back({{"joint", joint}, {"travel", push.travel}});
  }
  return object;
}

/// The position of the entry with that name. \param what kind of entry, for the message
std::size_t position_of(const JsonNode& node, const auto& list, const std::string& name,
                        const char* what) {
  const auto found =
      std::ranges::find_if(list, [&name](const auto& entry) { return entry.name == name; });
  if (found == list.end()) node.fail(concat("no ", what, " '", name, "'"));
  return static_cast<std::size_t>(found - list.begin());
}

int read_joint(const JsonNode& node, const ik::Multibody& body) {
  return static_cast<int>(position_of(node, body.joints(), node.text(), "joint"));
}

/// \param[in,out] names  of the parameters that came before
void read_param(const JsonNode& node, std::set<std::string>& names, lab::Lane& lane) {
  node.expect_fields({"name", "value"});
  const JsonNode given = node.field("name");
  const auto param = lab::find_param(*lane.method, given.text());
  if (!param) given.fail(concat(lane.method->id, " has no parameter '", given.text(), "'"));
  const std::string name = param->name;
  if (!names.insert(name).second) given.fail("the parameter appears twice");
  const JsonNode value = node.field("value");
  if (!param->accepts(value.number())) value.fail(concat("expected ", param->expectation()));
  param->set(lane.settings, value.number());
}

/// λ is a setting and a parameter: both may be given only if they agree.
void expect_one_value(const JsonNode& settings, const JsonNode& params, const lab::Lane& lane) {
  lab::Settings by_settings = lane.settings;
  read_settings(settings, by_settings, NullSetting::kUnsets);
  for (const lab::Knob& knob : lab::shared_knobs()) {
    if (!knob.may_be_unset() || !settings.find(knob.name)) continue;
    if (knob.given(by_settings) != knob.given(lane.settings)) {
      params.fail(concat("another ", knob.name, " than in settings"));
    }
  }
}

lab::Lane read_lane(const JsonNode& node, const lab::Scene& scene) {
  node.expect_fields({"id", "method", "settings", "params", "pushes"});
  lab::Lane lane;
  if (const auto id = node.find("id")) lane.id = static_cast<int>(id->count(0, kLargestId));
  const JsonNode method = node.field("method");
  lane.method = ik::find_method(method.text());
  if (lane.method == nullptr) method.fail("no method '" + method.text() + "'");
  lane.settings = scene.settings;
  if (const auto settings = node.find("settings")) {
    read_settings(*settings, lane.settings, NullSetting::kUnsets);
  }
  if (const auto params = node.find("params")) {
    std::set<std::string> names;
    for (const JsonNode& param : params->items()) read_param(param, names, lane);
    if (const auto settings = node.find("settings")) expect_one_value(*settings, *params, lane);
  }
  if (const auto pushes = node.find("pushes")) {
    for (const JsonNode& push : pushes->items()) {
      push.expect_fields({"joint", "travel"});
      lab::set_push(lane, read_joint(push.field("joint"), scene.multibody),
                    push.field("travel").number());
    }
  }
  return lane;
}

json targets_json(const lab::Setup& setup) {
  json list = json::array();
  for (std::size_t i = 0; i < setup.targets.size(); ++i) {
    const lab::TargetSetup& target = setup.targets[i];
    if (!target.held && target.curve == setup.scene->targets[i]) continue;
    nlohmann::ordered_json object{
        {"effector", setup.scene->multibody.effector(static_cast<int>(i)).name}};
    add_curve(target.curve, object);
    if (target.held) object["held"] = vector_json(*target.held);
    list.push_back(json(object));
  }
  return list;
}

void read_targets(const JsonNode& list, lab::Setup& setup) {
  constexpr std::array<std::string_view, 2> kOthers = {"effector", "held"};
  for (const JsonNode& node : list.items()) {
    const JsonNode effector = node.field("effector");
    const auto effectors = setup.scene->multibody.effectors();
    lab::TargetSetup& target =
        setup.targets[position_of(effector, effectors, effector.text(), "effector")];
    target.curve = read_curve(node, kOthers);
    if (const auto held = node.find("held")) target.held = held->vector();
  }
}

/// By the joints' names.
json joint_weights_json(const lab::Setup& setup) {
  json object = json::object();
  const ik::Multibody& body = setup.scene->multibody;
  for (int j = 0; j < body.joint_count(); ++j) {
    const double weight = setup.joint_weights[static_cast<std::size_t>(j)];
    if (weight != body.joint(j).weight) object[body.joint(j).name] = weight;
  }
  return object;
}

void read_joint_weights(const JsonNode& node, lab::Setup& setup) {
  const auto joints = setup.scene->multibody.joints();
  for (const auto& [name, weight] : node.fields()) {
    setup.joint_weights[position_of(weight, joints, name, "joint")] = weight.non_negative();
  }
}

json pull_json(const lab::Pull& pull, const ik::Multibody& body) {
  return {{"joint", body.joint(pull.joint).name},
          {"point", vector_json(pull.point)},
          {"to", vector_json(pull.to)}};
}

lab::Pull read_pull(const JsonNode& node, const ik::Multibody& body) {
  node.expect_fields({"joint", "point", "to"});
  return {read_joint(node.field("joint"), body), node.field("point").vector(),
          node.field("to").vector()};
}

lab::Nudge read_nudge(const JsonNode& node) {
  node.expect_fields({"step", "number", "updates"});
  constexpr long kMost = 1'000'000'000;
  return {node.field("step").count(0, lab::kMaxRunSteps), node.field("number").count(1, kMost),
          static_cast<int>(node.field("updates").count(0, kMost))};
}

/// The start in the order of the scene file; empty where it is not of this body.
json start_json(const lab::Setup& setup) {
  const ik::Multibody& body = setup.scene->multibody;
  json list = json::array();
  if (setup.start.size() != static_cast<std::size_t>(body.joint_count())) return list;
  for (int given = 0; given < body.joint_count(); ++given) {
    list.push_back(setup.start[static_cast<std::size_t>(body.solver_index(given))]);
  }
  return list;
}

void read_start(const JsonNode& node, lab::Setup& setup) {
  const ik::Multibody& body = setup.scene->multibody;
  const std::vector<JsonNode> items = node.items();
  if (items.size() != static_cast<std::size_t>(body.joint_count())) {
    node.fail("expected " + std::to_string(body.joint_count()) + " numbers");
  }
  setup.start.resize(items.size());
  for (std::size_t given = 0; given < items.size(); ++given) {
    const int joint = body.solver_index(static_cast<int>(given));
    setup.start[static_cast<std::size_t>(joint)] = items[given].number();
  }
}

void read_group(const JsonNode& node, lab::Setup& setup) {
  setup.group.reset();
  if (!node.is_null()) setup.group = position_of(node, setup.scene->groups, node.text(), "group");
}

void read_lanes(const JsonNode& list, lab::Setup& setup) {
  setup.lanes.clear();
  std::set<int> ids;
  const std::vector<JsonNode> nodes = list.items();
  if (nodes.size() > lab::kMaxLanes) {
    list.fail("at most " + std::to_string(lab::kMaxLanes) + " lanes");
  }
  for (const JsonNode& node : nodes) {
    setup.lanes.push_back(read_lane(node, *setup.scene));
    if (!ids.insert(setup.lanes.back().id).second) node.fail("the id appears twice");
    if (setup.lanes.back().settings.time_step != setup.lanes.front().settings.time_step) {
      node.fail("all lanes need one time step");
    }
  }
}

}  // namespace

json setup_json(const lab::Setup& setup, const json* scene) {
  const lab::Setup plain =
      lab::setup_of(setup.scene, *setup.front_lane().method, setup.scene->settings);
  json object{{"scene", scene != nullptr ? *scene : scene_json(*setup.scene)}};
  for (const lab::Lane& lane : setup.lanes) {
    object["lanes"].push_back(lane_json(lane, *setup.scene));
  }
  if (setup.front != 0) object["front"] = setup.front;
  if (const json targets = targets_json(setup); !targets.empty()) object["targets"] = targets;
  if (setup.frozen) object["frozen"] = true;
  if (setup.goal_weights != plain.goal_weights) object["goal-weights"] = setup.goal_weights;
  if (const json weights = joint_weights_json(setup); !weights.empty()) {
    object["joint-weights"] = weights;
  }
  if (setup.group != plain.group) {
    object["group"] = setup.group ? json(setup.scene->groups[*setup.group].name) : json(nullptr);
  }
  if (setup.pull) object["pull"] = pull_json(*setup.pull, setup.scene->multibody);
  if (const auto& nudge = setup.nudge) {
    object["nudge"] = {
        {"step", nudge->step}, {"number", nudge->number}, {"updates", nudge->updates}};
  }
  if (const json start = start_json(setup); !start.empty()) object["start"] = start;
  if (setup.path) object["path"] = path_json(*setup.path, setup.scene->multibody);
  return object;
}

lab::Setup read_setup(const JsonNode& node, const std::shared_ptr<const lab::Scene>& known) {
  node.expect_fields({"scene", "lanes", "front", "targets", "frozen", "goal-weights",
                      "joint-weights", "group", "pull", "nudge", "start", "path"});
  const auto scene = known ? known : read_setup_scene(node.field("scene"));
  lab::Setup setup = lab::setup_of(scene, ik::methods().front(), scene->settings);
  read_lanes(node.field("lanes"), setup);
  if (const auto front = node.find("front")) {
    const long last = static_cast<long>(setup.lanes.size()) - 1;
    setup.front = static_cast<std::size_t>(front->count(0, last));
  }
  if (const auto targets = node.find("targets")) read_targets(*targets, setup);
  if (const auto frozen = node.find("frozen")) setup.frozen = frozen->boolean();
  if (const auto weights = node.find("goal-weights")) {
    const std::vector<JsonNode> items = weights->items();
    if (items.size() != setup.goal_weights.size()) {
      weights->fail("expected " + std::to_string(setup.goal_weights.size()) + " numbers");
    }
    for (std::size_t g = 0; g < items.size(); ++g) {
      setup.goal_weights[g] = items[g].non_negative();
    }
  }
  if (const auto weights = node.find("joint-weights")) read_joint_weights(*weights, setup);
  if (const auto group = node.find("group")) read_group(*group, setup);
  if (const auto pull = node.find("pull")) setup.pull = read_pull(*pull, scene->multibody);
  if (const auto nudge = node.find("nudge")) setup.nudge = read_nudge(*nudge);
  if (const auto start = node.find("start")) read_start(*start, setup);
  if (const auto path = node.find("path")) setup.path = read_path(*path, scene->multibody);
  return setup;
}

std::shared_ptr<const lab::Scene> read_setup_scene(const JsonNode& node) {
  if (node.value().is_string()) {
    const std::string name = node.text();
    if (!is_built_in(name)) node.fail("no built-in scene '" + name + "'");
    return std::make_shared<const lab::Scene>(find_scene(name));
  }
  node.expect_fields({"id", "document"});
  return std::make_shared<const lab::Scene>(
      read_scene(node.field("document"), node.field("id").text()));
}

std::string setup_text(const lab::Setup& setup) {
  return setup_json(setup).dump(-1, ' ', false, json::error_handler_t::replace);
}

lab::Setup parse_setup(std::string_view text, const std::string& source,
                       const std::shared_ptr<const lab::Scene>& present) {
  const json document = parse_json(text, source);
  const bool same = present && document.is_object() && document.contains("scene") &&
                    document["scene"] == scene_json(*present);
  return read_setup(JsonNode(document, source), same ? present : nullptr);
}

}  // namespace io
