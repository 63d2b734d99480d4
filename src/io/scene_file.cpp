#include "io/scene_file.h"

#include <map>

#include "io/file.h"
#include "io/json_node.h"
#include "io/obstacle_json.h"
#include "io/rpy.h"
#include "io/settings_json.h"

namespace io {
namespace {

constexpr double kDefaultPeriod = 4.0;  // s, that of lab::SplineCurve and lab::JumpCurve

using Index = std::map<std::string, int>;

/// Gives the name its number in the list.
void enter(const JsonNode& node, Index& index) {
  const std::string name = node.name();
  if (!index.emplace(name, static_cast<int>(index.size())).second) {
    node.fail("the name '" + name + "' stands twice");
  }
}

int look_up(const JsonNode& node, const Index& index, const char* what) {
  const auto found = index.find(node.name());
  if (found == index.end()) node.fail(std::string("no ") + what + " '" + node.name() + "'");
  return found->second;
}

ik::JointType read_type(const JsonNode& node) {
  const std::string type = node.text();
  if (type == "revolute") return ik::JointType::kRevolute;
  if (type == "prismatic") return ik::JointType::kPrismatic;
  if (type == "screw") return ik::JointType::kScrew;
  node.fail("expected revolute, prismatic or screw");
}

Eigen::Matrix3d read_rotation(const JsonNode& node) {
  constexpr double kTolerance = 1e-9;  // what many digits written by hand may miss
  const std::vector<JsonNode> rows = node.items();
  if (rows.size() != 3) node.fail("expected 3 rows");
  Eigen::Matrix3d rotation;
  for (int i = 0; i < 3; ++i) rotation.row(i) = rows[static_cast<std::size_t>(i)].vector();
  if (!(rotation * rotation.transpose()).isIdentity(kTolerance) || rotation.determinant() < 0.0) {
    node.fail("expected the rows of a rotation matrix");
  }
  return rotation;
}

double read_limit(const JsonNode& node, double open) {
  return node.is_null() ? open : node.number();
}

void read_limits(const JsonNode& node, ik::Joint& joint) {
  if (!node.value().is_array() || node.value().size() != 2) node.fail("expected 2 numbers");
  const std::vector<JsonNode> limits = node.items();
  joint.lower = read_limit(limits[0], -ik::kUnlimited);
  joint.upper = read_limit(limits[1], ik::kUnlimited);
  if (!(joint.lower <= joint.upper)) node.fail("the lower limit is above the upper one");
}

ik::Joint read_joint(const JsonNode& node, const Index& joints) {
  node.expect_fields({"name", "parent", "type", "origin", "rpy", "rotation", "axis", "pitch",
                      "limits", "initial", "rest", "weight"});
  ik::Joint joint;
  joint.name = node.field("name").name();
  const JsonNode parent = node.field("parent");
  if (!parent.is_null()) joint.parent = look_up(parent, joints, "joint");
  joint.type = read_type(node.field("type"));

  joint.parent_from_joint.translation() = node.field("origin").vector();
  if (const auto rpy = node.find("rpy")) {
    joint.parent_from_joint.linear() = rotation_from_rpy(rpy->vector());
  }
  if (const auto rotation = node.find("rotation")) {
    if (node.find("rpy")) rotation->fail("stands beside rpy; one of them is enough");
    joint.parent_from_joint.linear() = read_rotation(*rotation);
  }
  joint.axis = node.field("axis").vector();
  if (joint.axis.isZero(0.0)) node.field("axis").fail("the axis is zero");

  const bool is_screw = joint.type == ik::JointType::kScrew;
  if (is_screw) joint.pitch = node.field("pitch").number();
  if (const auto pitch = node.find("pitch"); pitch && !is_screw) {
    pitch->fail("only a screw joint has a pitch");
  }
  if (const auto limits = node.find("limits")) read_limits(*limits, joint);
  joint.initial = node.number_or("initial", joint.initial);
  joint.rest = node.number_or("rest", joint.rest);
  joint.weight = node.number_or("weight", joint.weight);
  if (joint.weight < 0.0) node.field("weight").fail("expected a number of at least 0");
  return joint;
}

/// Walks up from every joint; a walk longer than the list goes round in a circle.
void expect_no_cycle(const std::vector<ik::Joint>& joints, const std::vector<JsonNode>& nodes) {
  for (std::size_t start = 0; start < joints.size(); ++start) {
    std::size_t steps = 0;
    for (int j = joints[start].parent; j >= 0; j = joints[static_cast<std::size_t>(j)].parent) {
      // so far up, j is part of the circle whatever `start` is
      if (++steps > joints.size()) {
        nodes[static_cast<std::size_t>(j)].field("parent").fail("the parents form a cycle");
      }
    }
  }
}

std::vector<ik::Joint> read_joints(const JsonNode& root, Index& index) {
  const std::vector<JsonNode> nodes = root.field("joints").items();
  for (const JsonNode& node : nodes) enter(node.field("name"), index);
  std::vector<ik::Joint> joints;
  for (const JsonNode& node : nodes) joints.push_back(read_joint(node, index));
  expect_no_cycle(joints, nodes);
  return joints;
}

std::vector<ik::Effector> read_effectors(const JsonNode& root, const Index& joints, Index& index) {
  std::vector<ik::Effector> effectors;
  for (const JsonNode& node : root.field("effectors").items()) {
    node.expect_fields({"name", "joint", "offset"});
    enter(node.field("name"), index);
    effectors.push_back({node.field("name").name(), look_up(node.field("joint"), joints, "joint"),
                         node.field("offset").vector()});
  }
  return effectors;
}

lab::WaveCurve read_waves(const JsonNode& node) {
  node.expect_fields({"effector", "center", "waves"});
  lab::WaveCurve curve{.center = node.field("center").vector()};
  const auto waves = node.find("waves");
  // a target that stands still has none
  if (!waves || (waves->value().is_array() && waves->value().empty())) return curve;
  for (const JsonNode& wave : waves->items()) {
    wave.expect_fields({"amplitude", "frequency", "phase"});
    curve.waves.push_back({wave.field("amplitude").vector(), wave.field("frequency").number(),
                           wave.number_or("phase", 0.0)});
  }
  return curve;
}

template <class Curve>
Curve read_points(const JsonNode& node, const char* points) {
  node.expect_fields({"effector", points, "period"});
  Curve curve;
  for (const JsonNode& point : node.field(points).items()) curve.points.push_back(point.vector());
  curve.period = node.number_or("period", kDefaultPeriod);
  if (!(curve.period > 0.0)) node.field("period").fail("expected a number above 0");
  return curve;
}

lab::TargetCurve read_curve(const JsonNode& node) {
  const bool waves = node.find("center").has_value() || node.find("waves").has_value();
  const bool points = node.find("points").has_value();
  const bool jumps = node.find("jumps").has_value();
  if (waves + points + jumps != 1) node.fail("expected one of center, points and jumps");
  if (points) return lab::TargetCurve(read_points<lab::SplineCurve>(node, "points"));
  if (jumps) return lab::TargetCurve(read_points<lab::JumpCurve>(node, "jumps"));
  return lab::TargetCurve(read_waves(node));
}

std::vector<lab::TargetCurve> read_targets(const JsonNode& root, const Index& effectors) {
  const JsonNode list = root.field("targets");
  std::vector<std::optional<lab::TargetCurve>> curves(effectors.size());
  for (const JsonNode& node : list.items()) {
    const JsonNode effector = node.field("effector");
    auto& curve = curves[static_cast<std::size_t>(look_up(effector, effectors, "effector"))];
    if (curve) effector.fail("the effector '" + effector.name() + "' has two targets");
    curve = read_curve(node);
  }
  std::vector<lab::TargetCurve> targets;
  for (const auto& [name, i] : effectors) {
    if (!curves[static_cast<std::size_t>(i)]) list.fail("the effector '" + name + "' has none");
  }
  for (const auto& curve : curves) targets.push_back(*curve);
  return targets;
}

bool has_time_step(const JsonNode& settings) {
  return settings.find("time-step") || settings.find("time_step");
}

lab::Settings read_scene_settings(const JsonNode& root) {
  lab::Settings settings;
  if (const auto node = root.find("settings")) read_settings(*node, settings);
  if (const auto node = root.find("time_step")) {
    settings.time_step = node->number();
    if (!(settings.time_step > 0.0)) node->fail("expected a number above 0");
    if (const auto others = root.find("settings"); others && has_time_step(*others)) {
      node->fail("stands beside a time step in the settings; one of them is enough");
    }
  }
  return settings;
}

}  // namespace

lab::Scene parse_scene(std::string_view text, const std::string& source) {
  const nlohmann::json document = parse_json(text, source);
  const JsonNode root(document, source);
  root.expect_fields({"format", "version", "name", "description", "time_step", "settings", "joints",
                      "effectors", "targets", "obstacles"});
  if (root.field("format").text() != "ik-scene") root.field("format").fail("expected \"ik-scene\"");
  if (root.field("version").number() != 1.0) root.field("version").fail("expected 1");

  Index joint_index, effector_index;
  std::vector<ik::Joint> joints = read_joints(root, joint_index);
  std::vector<ik::Effector> effectors = read_effectors(root, joint_index, effector_index);
  std::vector<lab::TargetCurve> targets = read_targets(root, effector_index);
  try {
    return {.id = source,
            .name = root.text_or("name", std::filesystem::path(source).stem().string()),
            .description = root.text_or("description", ""),
            .multibody = ik::Multibody(std::move(joints), std::move(effectors)),
            .targets = std::move(targets),
            .settings = read_scene_settings(root),
            .obstacles = read_obstacles(root)};
  } catch (const std::invalid_argument& error) {
    throw Error(source + ": " + error.what());
  }
}

lab::Scene read_scene(const std::filesystem::path& path) {
  return parse_scene(read_file(path), path.string());
}

}  // namespace io
