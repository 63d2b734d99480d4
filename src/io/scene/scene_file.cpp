#include "io/scene/scene_file.h"

#include "iklab/scene.h"

#include "io/files/file.h"
#include "io/json/node.h"
#include "io/json/settings.h"
#include "io/scene/parts.h"
#include "lab/body/body_model.h"
#include "lab/scene/knobs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <span>

namespace io {

/// A file compiled into the library by iklab_embed.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};
std::span<const EmbeddedFile> scene_files();
std::span<const EmbeddedFile> body_files();
std::span<const EmbeddedFile> linkage_files();
std::span<const EmbeddedFile> mesh_files();

namespace {

/// Fields of a target in addition to its curve.
constexpr std::array<std::string_view, 7> kTargetFields = {
    "effector", "weight", "aim_weight", "direction", "rpy", "rotation", "swing"};

using Index = std::map<std::string, int>;

/// Adds a name to the index; its number is its position in the list.
void enter(const JsonNode& node, Index& index) {
  const std::string name = node.name();
  if (!index.emplace(name, static_cast<int>(index.size())).second) {
    node.fail("the name '" + name + "' appears twice");
  }
}

int look_up(const JsonNode& node, const Index& index, const char* what) {
  const auto found = index.find(node.name());
  if (found == index.end()) node.fail(std::string("no ") + what + " '" + node.name() + "'");
  return found->second;
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

/// A place in the frame above.
Eigen::Vector3d read_place(const JsonNode& node) {
  Eigen::Vector3d place = node.vector();
  if (place.stableNorm() > lab::kMaxPlace) node.fail("farther than 1000 km");
  return place;
}

ik::Joint read_joint(const JsonNode& node, const Index& joints) {
  node.expect_fields({"name", "parent", "type", "origin", "rpy", "rotation", "axis", "pitch",
                      "limits", "initial", "rest", "weight", "follows", "max_velocity",
                      "max_acceleration"});
  ik::Joint joint;
  joint.name = node.field("name").name();
  const JsonNode parent = node.field("parent");
  if (!parent.is_null()) joint.parent = look_up(parent, joints, "joint");
  joint.type = static_cast<ik::JointType>(node.field("type").choice(kJointTypes));

  joint.parent_from_joint.translation() = read_place(node.field("origin"));
  if (const auto turned = find_rotation(node)) joint.parent_from_joint.linear() = *turned;
  joint.axis = node.field("axis").vector();
  if (joint.axis.isZero(0.0)) node.field("axis").fail("the axis is zero");

  const bool is_screw = joint.type == ik::JointType::kScrew;
  if (is_screw) joint.pitch = node.field("pitch").number();
  if (const auto pitch = node.find("pitch"); pitch && !is_screw) {
    pitch->fail("only a screw joint has a pitch");
  }
  if (const auto limits = node.find("limits")) read_limits(*limits, joint);
  joint.initial = node.number_or("initial", joint.initial);
  if (std::abs(joint.initial) > lab::kMaxTheta) {
    node.field("initial").fail("beyond 1000000 rad or m");
  }
  joint.rest = node.number_or("rest", joint.rest);
  joint.weight = node.non_negative_or("weight", joint.weight);
  if (const auto most = node.find("max_velocity")) joint.max_velocity = most->positive();
  if (const auto most = node.find("max_acceleration")) joint.max_acceleration = most->positive();
  if (const auto follows = node.find("follows")) {
    follows->expect_fields({"joint", "ratio", "shift"});
    joint.leader = look_up(follows->field("joint"), joints, "joint");
    joint.ratio = follows->number_or("ratio", joint.ratio);
    joint.shift = follows->number_or("shift", joint.shift);
    if (joint.ratio == 0.0) follows->field("ratio").fail("expected a number other than 0");
  }
  return joint;
}

/// Follows the parents of every joint; a path longer than the list is a cycle.
void expect_no_cycle(const std::vector<ik::Joint>& joints, const std::vector<JsonNode>& nodes) {
  std::vector<bool> leads_out(joints.size(), false);  // known paths: a long chain takes linear time
  const auto parent_of = [&joints](int j) { return joints[static_cast<std::size_t>(j)].parent; };
  const auto is_known = [&](int j) { return j < 0 || leads_out[static_cast<std::size_t>(j)]; };
  for (int start = 0; start < static_cast<int>(joints.size()); ++start) {
    std::size_t steps = 0;
    for (int j = parent_of(start); !is_known(j); j = parent_of(j)) {
      // after that many steps j is inside the cycle
      if (++steps > joints.size()) {
        nodes[static_cast<std::size_t>(j)].field("parent").fail("the parents form a cycle");
      }
    }
    for (int j = start; !is_known(j); j = parent_of(j)) {
      leads_out[static_cast<std::size_t>(j)] = true;
    }
  }
}

std::vector<ik::Joint> read_joints(const JsonNode& root, Index& index) {
  const std::vector<JsonNode> nodes = root.field("joints").items();
  for (const JsonNode& node : nodes) enter(node.field("name"), index);
  std::vector<ik::Joint> joints;
  joints.reserve(nodes.size());
  for (const JsonNode& node : nodes) joints.push_back(read_joint(node, index));
  expect_no_cycle(joints, nodes);
  return joints;
}

Eigen::Vector3d direction(const JsonNode& node) {
  Eigen::Vector3d vector = node.vector();
  if (vector.isZero(0.0)) node.fail("the direction is zero");
  return vector;
}

std::vector<ik::Effector> read_effectors(const JsonNode& root, const Index& joints, Index& index) {
  std::vector<ik::Effector> effectors;
  for (const JsonNode& node : root.field("effectors").items()) {
    node.expect_fields({"name", "joint", "offset", "rpy", "rotation", "aim", "pointer", "lever"});
    enter(node.field("name"), index);
    ik::Effector effector{node.field("name").name(), look_up(node.field("joint"), joints, "joint"),
                          read_place(node.field("offset"))};
    if (const auto turned = find_rotation(node)) effector.rotation = *turned;
    if (const auto aim = node.find("aim")) {
      effector.aim = static_cast<ik::AimKind>(1 + aim->choice(kAimKinds));
    }
    if (const auto pointer = node.find("pointer")) {
      if (effector.aim != ik::AimKind::kDirection) pointer->fail("only a direction has a pointer");
      effector.pointer = direction(*pointer);
    }
    effector.lever = node.non_negative_or("lever", effector.lever);
    effectors.push_back(std::move(effector));
  }
  return effectors;
}

/// An end of a loop: its joint, or null for the world, and its frame there.
int read_end(const JsonNode& node, const Index& joints, ik::LoopKind kind, ik::Isometry& frame) {
  node.expect_fields({"joint", "origin", "rpy", "rotation"});
  frame.translation() = read_place(node.field("origin"));
  const auto turned = find_rotation(node);
  if (turned && kind == ik::LoopKind::kConnect) node.fail("only a weld has rpy or rotation");
  if (turned) frame.linear() = *turned;
  const JsonNode joint = node.field("joint");
  return joint.is_null() ? -1 : look_up(joint, joints, "joint");
}

ik::Loop read_loop(const JsonNode& node, const Index& joints) {
  ik::Loop loop;
  loop.name = node.field("name").name();
  loop.kind = static_cast<ik::LoopKind>(node.field("type").choice(kLoopKinds));
  if (loop.kind == ik::LoopKind::kJoint) {
    node.expect_fields({"name", "type", "joint", "of", "coefficients"});
    loop.joint_a = look_up(node.field("joint"), joints, "joint");
    if (const auto of = node.find("of")) loop.joint_b = look_up(*of, joints, "joint");
    const JsonNode coefficients = node.field("coefficients");
    const std::vector<JsonNode> numbers = coefficients.items();
    if (numbers.size() > loop.coefficients.size()) {
      coefficients.fail("expected 1 to 5 numbers");
    }
    loop.coefficients = {};
    for (std::size_t i = 0; i < numbers.size(); ++i) loop.coefficients[i] = numbers[i].number();
    return loop;
  }
  node.expect_fields({"name", "type", "a", "b", "lever"});
  loop.joint_a = read_end(node.field("a"), joints, loop.kind, loop.a_from_end);
  loop.joint_b = read_end(node.field("b"), joints, loop.kind, loop.b_from_end);
  if (const auto lever = node.find("lever")) loop.lever = lever->positive();
  return loop;
}

std::vector<ik::Loop> read_loops(const JsonNode& root, const Index& joints) {
  std::vector<ik::Loop> loops;
  Index names;
  const auto list = root.find("loops");
  if (!list) return loops;
  for (const JsonNode& node : list->items()) {
    enter(node.field("name"), names);
    loops.push_back(read_loop(node, joints));
  }
  return loops;
}

lab::AimCurve read_aim(const JsonNode& node, ik::AimKind kind) {
  lab::AimCurve curve;
  if (kind == ik::AimKind::kDirection) {
    curve.base.direction = direction(node.field("direction"));
  } else if (const auto orientation = find_rotation(node)) {
    curve.base.orientation = *orientation;
  } else {
    node.fail("the effector has an orientation: expected rpy or rotation");
  }
  if (const auto swing = node.find("swing")) {
    swing->expect_fields({"axis", "amplitude", "frequency", "phase"});
    curve.axis = direction(swing->field("axis"));
    curve.amplitude = swing->field("amplitude").number();
    curve.frequency = swing->field("frequency").number();
    curve.phase = swing->number_or("phase", 0.0);
  }
  return curve;
}

/// Fails on aim fields that do not suit the effector's aim.
void expect_no_other_aim(const JsonNode& node, ik::AimKind kind) {
  const auto refuse = [&node](const char* field, const char* reason) {
    if (const auto found = node.find(field)) found->fail(reason);
  };
  if (kind != ik::AimKind::kDirection) refuse("direction", "the effector aims at no direction");
  if (kind != ik::AimKind::kOrientation) {
    refuse("rpy", "the effector has no orientation");
    refuse("rotation", "the effector has no orientation");
  }
  if (kind != ik::AimKind::kNone) return;
  refuse("swing", "the effector has no aim");
  refuse("aim_weight", "the effector has no aim");
}

/// Reads targets, aims and weights.
void read_targets(const JsonNode& root, const Index& effectors, lab::Scene& scene) {
  const JsonNode list = root.field("targets");
  std::vector<std::optional<JsonNode>> nodes(effectors.size());
  for (const JsonNode& node : list.items()) {
    const JsonNode effector = node.field("effector");
    auto& known = nodes[static_cast<std::size_t>(look_up(effector, effectors, "effector"))];
    if (known) effector.fail("the effector '" + effector.name() + "' has two targets");
    known.emplace(node);
  }
  for (const auto& [name, i] : effectors) {
    if (!nodes[static_cast<std::size_t>(i)]) list.fail("the effector '" + name + "' has none");
  }
  std::vector<double> aim_weights;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const ik::AimKind kind = scene.multibody.effector(static_cast<int>(i)).aim;
    expect_no_other_aim(*nodes[i], kind);
    scene.targets.push_back(read_curve(*nodes[i], kTargetFields));
    scene.weights.push_back(nodes[i]->non_negative_or("weight", 1.0));
    if (kind == ik::AimKind::kNone) continue;
    scene.aims.push_back(read_aim(*nodes[i], kind));
    aim_weights.push_back(nodes[i]->non_negative_or("aim_weight", 1.0));
  }
  scene.weights.insert(scene.weights.end(), aim_weights.begin(), aim_weights.end());
}

std::vector<lab::JointGroup> read_groups(const JsonNode& root, const Index& joints,
                                         const ik::Multibody& multibody) {
  std::vector<lab::JointGroup> groups;
  Index names;
  const auto list = root.find("groups");
  if (!list) return groups;
  for (const JsonNode& node : list->items()) {
    node.expect_fields({"name", "joints"});
    enter(node.field("name"), names);
    lab::JointGroup group{node.field("name").name(), {}};
    for (const JsonNode& joint : node.field("joints").items()) {
      group.joints.push_back(multibody.solver_index(look_up(joint, joints, "joint")));
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

Eigen::Vector3d read_scale(const JsonNode& node) {
  const auto scale = node.find("scale");
  return scale ? scale->vector() : Eigen::Vector3d::Ones();
}

lab::Visual::Shape read_shape(const JsonNode& node) {
  switch (node.field("shape").choice(kShapes)) {
    case 0:
      return lab::BoxShape{node.field("size").vector()};
    case 1:
      return lab::CylinderShape{node.field("radius").positive(), node.field("length").positive()};
    case 2:
      return lab::CapsuleShape{node.field("radius").positive(),
                               node.field("length").non_negative()};
    case 3:
      return lab::BallShape{node.field("radius").positive()};
    case 4:
      return lab::MeshShape{node.field("file").name(), read_scale(node)};
    default: {
      constexpr long kMaxNodes = 1'000'000;
      return lab::NodeShape{node.field("file").name(),
                            static_cast<int>(node.field("node").count(0, kMaxNodes)),
                            read_scale(node)};
    }
  }
}

std::vector<lab::Visual> read_visuals(const JsonNode& root, const Index& joints,
                                      const ik::Multibody& multibody) {
  std::vector<lab::Visual> visuals;
  const auto list = root.find("visuals");
  if (!list) return visuals;
  for (const JsonNode& node : list->items()) {
    node.expect_fields({"joint", "shape", "size", "radius", "length", "file", "node", "scale",
                        "origin", "rpy", "rotation", "color"});
    lab::Visual visual;
    const JsonNode joint = node.field("joint");
    if (!joint.is_null()) visual.joint = multibody.solver_index(look_up(joint, joints, "joint"));
    visual.shape = read_shape(node);
    visual.joint_from_shape.translation() = node.field("origin").vector();
    if (const auto turned = find_rotation(node)) visual.joint_from_shape.linear() = *turned;
    if (const auto color = node.find("color")) {
      visual.color = color->vector();
      if ((color->vector().array() < 0.0).any() || (color->vector().array() > 1.0).any()) {
        color->fail("expected numbers from 0 to 1");
      }
    }
    visuals.push_back(std::move(visual));
  }
  return visuals;
}

lab::Settings read_scene_settings(const JsonNode& root) {
  lab::Settings settings;
  const auto others = root.find("settings");
  if (others) read_settings(*others, settings);
  if (const auto node = root.find("time_step")) {
    settings.time_step = node->positive();
    if (others && (others->find("time-step") || others->find("time_step"))) {
      node->fail("given together with a time step in the settings; one of them is enough");
    }
  }
  return settings;
}

/// Calls `make` and turns its std::invalid_argument into an Error.
auto checked(const JsonNode& root, const auto& make) {
  try {
    return make();
  } catch (const std::invalid_argument& error) {
    root.fail(error.what());
  }
}

/// Makes the paths of a scene file's meshes absolute: relative paths start at its folder.
void find_meshes(const std::filesystem::path& path, std::vector<lab::Visual>& visuals) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(fs::absolute(path, ignored).parent_path(), ignored);
  for (lab::Visual& visual : visuals) {
    auto* mesh = std::get_if<lab::MeshShape>(&visual.shape);
    auto* node = std::get_if<lab::NodeShape>(&visual.shape);
    if (mesh == nullptr && node == nullptr) continue;
    std::string& file = mesh != nullptr ? mesh->file : node->file;
    if (fs::path(file).is_absolute()) continue;
    const fs::path whole = fs::weakly_canonical(folder / file, ignored);
    if (!built_in_mesh(file).empty() && !fs::exists(whole, ignored)) continue;
    const fs::path way = whole.lexically_relative(folder);
    if (way.empty() || *way.begin() == "..") {
      throw Error(
          printable(concat(path.string(), ": visuals: ", file, ": leads out of the folder")));
    }
    file = whole.string();
  }
}

std::string_view name_of(const EmbeddedFile& file) {
  return file.name.substr(0, file.name.rfind('.'));
}

const EmbeddedFile* find_file(std::string_view name) {
  for (const auto files : {scene_files(), body_files(), linkage_files()}) {
    const auto found = std::ranges::find(files, name, name_of);
    if (found != files.end()) return &*found;
  }
  return nullptr;
}

/// The names of files by alphabet.
std::vector<std::string> names_of(std::span<const EmbeddedFile> files) {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : files) names.emplace_back(name_of(file));
  std::ranges::sort(names);
  return names;
}

/// The names by alphabet, after the scenes of the report.
std::vector<std::string> sorted_names() {
  std::set<std::string> others;
  for (const EmbeddedFile& file : scene_files()) others.emplace(name_of(file));
  std::vector<std::string> names;
  for (const char* report : {"y", "double-y", "double-y-25"}) {
    if (others.erase(report) > 0) names.emplace_back(report);
  }
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

}  // namespace

lab::Scene read_scene(const JsonNode& root, const std::string& id) {
  root.expect_format("ik-scene", {"format", "version", "name", "description", "up", "look",
                                  "time_step", "settings", "joints", "effectors", "loops",
                                  "targets", "groups", "obstacles", "visuals", "source"});
  // before reading the lists, which takes time
  checked(root, [&root] {
    lab::expect_size(root.field("joints").value().size(), root.field("effectors").value().size());
  });

  Index joint_index, effector_index;
  const std::vector<ik::Joint> joints = read_joints(root, joint_index);
  std::vector<ik::Effector> effectors = read_effectors(root, joint_index, effector_index);
  std::vector<ik::Loop> loops = read_loops(root, joint_index);
  const auto name = root.find("name"), description = root.find("description"), up = root.find("up");
  const auto look = root.find("look");
  lab::Scene scene{
      .id = id,
      .name = name ? name->line() : printable(std::filesystem::path(id).stem().string()),
      .description = description ? description->text() : "",
      .multibody = checked(
          root, [&] { return ik::Multibody(joints, std::move(effectors), std::move(loops)); }),
      .targets = {},
      .settings = read_scene_settings(root),
      .z_up = up && up->choice(kUps) == 1,
      .obstacles = read_obstacles(root)};
  read_targets(root, effector_index, scene);
  scene.groups = read_groups(root, joint_index, scene.multibody);
  scene.visuals = read_visuals(root, joint_index, scene.multibody);
  scene.housed = look && look->choice(kLooks) == 1;
  if (const auto source = root.find("source")) scene.source = source->line();
  if (const std::string note = lab::start_note(joints, scene.multibody); !note.empty()) {
    scene.notes.push_back(printable(note));
  }
  return scene;
}

lab::Scene parse_scene(std::string_view text, const std::string& source) {
  const nlohmann::json document = parse_json(text, source);
  lab::Scene scene = read_scene(JsonNode(document, source), source);
  if (!lab::knob::kDamping.given(scene.settings)) lab::damp_by_size(scene);
  return scene;
}

lab::Scene read_scene(const std::filesystem::path& path) {
  lab::Scene scene = parse_scene(read_file(path), path.string());
  find_meshes(path, scene.visuals);
  return scene;
}

const std::vector<std::string>& built_in_scenes() {
  static const std::vector<std::string> names = sorted_names();
  return names;
}

const std::vector<std::string>& built_in_bodies() {
  static const std::vector<std::string> names = names_of(body_files());
  return names;
}

const std::vector<std::string>& built_in_linkages() {
  static const std::vector<std::string> names = names_of(linkage_files());
  return names;
}

bool is_built_in(std::string_view scene) { return find_file(scene) != nullptr; }

std::string_view built_in_mesh(std::string_view name) {
  const auto files = mesh_files();
  const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
  return found != files.end() ? found->text : std::string_view();
}

lab::Scene find_scene(std::string_view name_or_path) {
  if (const EmbeddedFile* file = find_file(name_or_path)) {
    return parse_scene(file->text, std::string(name_or_path));
  }
  const std::filesystem::path path(name_or_path);
  std::error_code ignored;
  const bool is_path = path.has_parent_path() || path.extension() == ".json";
  if (is_path || std::filesystem::exists(path, ignored)) return read_scene(path);
  std::vector<std::string> names = built_in_scenes();
  for (const auto* others : {&built_in_bodies(), &built_in_linkages()}) {
    names.insert(names.end(), others->begin(), others->end());
  }
  throw Error(concat("no scene '", name_or_path, "'", did_you_mean(name_or_path, names),
                     ": built in are ", joined(names, ", "),
                     "; anything else is the path of a file"));
}

}  // namespace io

ik::Scene ik::read_scene(const std::string& name_or_path) {
  const std::filesystem::path path(name_or_path);
  std::error_code ignored;
  try {
    return Scene(std::make_shared<lab::Scene>(io::find_scene(name_or_path)));
  } catch (const io::Error& error) {
    if (path.extension() == ".json" || !std::filesystem::is_regular_file(path, ignored)) throw;
    throw io::Error(io::concat(
        error.what(), "; robots and characters are opened by ik::open_scene of iklab::bodies"));
  }
}
