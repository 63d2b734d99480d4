#include <map>
#include <set>
#include <utility>

#include "io/body/body_formats.h"
#include "io/body/model_parts.h"
#include "io/body/schema.h"
#include "io/files/file.h"
#include "io/scene/parts.h"

namespace io {
namespace {

using lab::ModelJoint;
using lab::ModelLink;

constexpr std::string_view kXacro = "xacro:";

[[noreturn]] void fail_xacro(const std::filesystem::path& path, const std::string& source) {
  std::string plain = path.stem().string();
  if (extension_of(path) != ".xacro") plain += "_plain";
  throw Error(printable(concat(source, ": xacro has to be expanded first: `xacro ", path.string(),
                               " > ", plain, extension_of(plain) == ".urdf" ? "`" : ".urdf`")));
}

/// Collects the macros that a document defines, as they are called: "xacro:leg".
void collect_macros(const XmlNode& node, std::set<std::string>& macros) {
  if (node.tag() == "xacro:macro" && node.has("name")) {
    const std::string name = node.attribute("name");
    macros.insert(name.starts_with(kXacro) ? name : concat(kXacro, name));
  }
  for (const XmlNode& child : node.children()) collect_macros(child, macros);
}

/// The first line with one of these elements, or with an expression; 0 without one. Definitions
/// without a use mean nothing.
int first_use(const XmlNode& node, const std::set<std::string>& uses) {
  const std::string tag(node.tag());
  for (const char* definition : {"xacro:macro", "xacro:property", "xacro:arg"}) {
    if (tag == definition) return 0;
  }
  bool used = uses.contains(tag);
  for (const auto* a = node.element()->FirstAttribute(); a != nullptr; a = a->Next()) {
    used = used || std::string_view(a->Value()).find("${") != std::string_view::npos;
  }
  if (used) return node.element()->GetLineNum();
  for (const XmlNode& child : node.children()) {
    if (const int line = first_use(child, uses); line > 0) return line;
  }
  return 0;
}

/// Refuses xacro. Calls of macros that the file does not define may be left over in an expanded
/// file.
void expect_no_xacro(const XmlNode& robot, const std::filesystem::path& path) {
  std::set<std::string> uses = {"xacro:include", "xacro:if", "xacro:unless"};
  collect_macros(robot, uses);
  const int line = first_use(robot, uses);
  if (line > 0) fail_xacro(path, concat(robot.source(), ":", line));
}

/// The <origin> of an element: place, and rotation by angles or, from URDF 1.1 on, by a quaternion.
ik::Isometry read_origin(const XmlNode& node) {
  ik::Isometry origin = ik::Isometry::Identity();
  const auto found = node.find("origin");
  if (!found) return origin;
  origin.translation() = found->vector_or("xyz", Eigen::Vector3d::Zero());
  if (!found->has("quat_xyzw")) {
    origin.linear() = rotation_from_rpy(found->vector_or("rpy", Eigen::Vector3d::Zero()));
    return origin;
  }
  if (found->has("rpy")) found->fail("expected rpy or quat_xyzw, not both");
  origin.linear() = rotation_from_xyzw(
      *found, "quat_xyzw", found->counted("quat_xyzw", 4, found->numbers("quat_xyzw")).data());
  return origin;
}

using Colors = std::map<std::string, Rgba>;

std::optional<Rgba> color_of(const XmlNode& material) {
  const auto color = material.find("color");
  if (!color) return std::nullopt;
  return Rgba(color->counted("rgba", 4, color->numbers("rgba")));
}

/// The shape of a visual or collision element; empty if its mesh is missing.
std::optional<lab::Visual::Shape> read_shape_of(const XmlNode& node, const MeshPaths& meshes,
                                                ShapeRemarks& remarks) {
  const XmlNode geometry = node.child("geometry");
  if (auto shape = read_plain_shape(geometry, &XmlNode::numbers)) return shape;
  if (const auto mesh = geometry.find("mesh")) {
    const std::string name = mesh->text("filename");
    const std::vector<double> even = {1.0, 1.0, 1.0};
    return read_mesh_shape(name, *mesh, mesh->has("scale") ? mesh->numbers("scale") : even, meshes,
                           remarks);
  }
  geometry.fail("expected a box, cylinder, capsule, sphere or mesh");
}

/// The visual of an element; empty if its mesh is missing, or it is transparent.
std::optional<lab::Visual> read_visual(const XmlNode& node, const Colors& colors,
                                       const MeshPaths& meshes, ShapeRemarks& remarks) {
  const auto shape = read_shape_of(node, meshes, remarks);
  if (!shape) return std::nullopt;
  lab::Visual visual{-1, read_origin(node), *shape};
  if (const auto material = node.find("material")) {
    std::optional<Rgba> color;
    remarks.dropped.guard([&] { color = color_of(*material); });
    const auto known = colors.find(material->attribute("name"));
    if (!color && known != colors.end()) color = known->second;
    if (color && !color->visible()) return std::nullopt;
    if (color) visual.color = color->color;
  }
  return visual;
}

/// Limits of a revolute or prismatic joint: none where the file gives none, though its type asks
/// for some.
void read_joint_limits(const XmlNode& node, ModelJoint& joint, LimitRemarks& remarks) {
  const auto limit = node.find("limit");
  if (!limit || (!limit->has("lower") && !limit->has("upper"))) {
    remarks.unlimited.push_back(joint.name);
    return;
  }
  set_limits(limit->number_or("lower", 0.0), limit->number_or("upper", 0.0), joint, remarks);
}

/// Makes the joints of a joint element; none if it is fixed.
std::vector<ModelJoint> read_motion(const XmlNode& node, LimitRemarks& remarks) {
  const std::string type = node.text("type");
  const std::string name = node.text("name");
  if (type == "fixed") return {};
  if (type == "floating") return lab::floating_joints(name);
  if (type == "spherical") return lab::ball_joints(name);
  const auto axis_node = node.find("axis");
  ModelJoint joint{name, type == "prismatic" ? ik::JointType::kPrismatic : ik::JointType::kRevolute,
                   axis_node ? axis_node->vector("xyz") : Eigen::Vector3d::UnitX()};
  if (type == "revolute" || type == "prismatic") {
    read_joint_limits(node, joint, remarks);
  } else if (type != "continuous" && type != "planar") {
    node.fail(
        "type: expected revolute, continuous, prismatic, fixed, floating, planar or "
        "spherical, not " +
        type);
  }
  if (!(joint.axis.stableNorm() > 0.0)) {
    if (joint.lower != joint.upper) axis_node->fail("xyz: the axis is zero");
    return {};
  }
  if (type == "planar") {
    const Eigen::Vector3d normal = joint.axis.normalized(), across = normal.unitOrthogonal();
    return {{name + " slide", ik::JointType::kPrismatic, across},
            {name + " shift", ik::JointType::kPrismatic, normal.cross(across)},
            {name + " turn", ik::JointType::kRevolute, joint.axis}};
  }
  if (const auto limit = node.find("limit")) {
    remarks.add_velocity(joint, limit->attribute("velocity"));
  }
  if (const auto mimic = node.find("mimic")) {
    joint.leader = mimic->text("joint");
    joint.ratio = mimic->number_or("multiplier", 1.0);
    joint.shift = mimic->number_or("offset", 0.0);
    check_mimic(*mimic, joint);
  }
  return {joint};
}

class UrdfReader {
 public:
  explicit UrdfReader(const BodyInput& input)
      : robot_(*input.root), meshes_(input.meshes), shapes_(robot_.source()) {}

  BodyFile read() {
    for (const XmlNode& material : robot_.children("material")) {
      std::optional<Rgba> color;
      shapes_.dropped.guard([&] { color = color_of(material); });
      if (material.has("name") && color) {
        colors_.insert_or_assign(material.attribute("name"), *color);
      }
    }
    read_links();
    read_joints();
    expect_one_root();
    check_mimics();
    order_links();
    tell_remarks();
    file_.model.name = robot_.text_or("name", "robot");
    return std::move(file_);
  }

 private:
  void tell_remarks() {
    std::vector<std::string>& notes = file_.notes;
    shapes_.tell(meshes_, notes);
    drop_conflicting_limits(file_.model, notes);
    limits_.tell(meshes_.words(), notes);
    UnreadParts unread;
    unread.count(robot_, kUrdfSchema);
    unread.tell(notes);
  }

  void read_links() {
    for (const XmlNode& node : robot_.children("link")) {
      const std::string name = node.text("name");
      if (!index_.emplace(name, links_.size()).second) node.fail("the name appears twice");
      nodes_.push_back(node);
      ModelLink& link = links_.emplace_back();
      link.name = name;
      const bool looks = read_link_shapes(
          node,
          [this](const XmlNode& shape, ShapeRemarks& remarks) {
            return read_visual(shape, colors_, meshes_, remarks);
          },
          link, shapes_);
      if (!looks) bare_.push_back(links_.size() - 1);
      if (const auto inertial = node.find("inertial"); inertial && inertial->find("origin")) {
        link.middle = read_origin(*inertial).translation();
      }
    }
    if (links_.empty()) robot_.fail("expected an element <link>");
    above_.resize(links_.size());
  }

  std::size_t find_link(const XmlNode& joint, const char* which) const {
    const std::string name = joint.child(which).text("link");
    const auto found = index_.find(name);
    if (found == index_.end()) joint.fail(concat("no such ", which, " link \"", name, "\""));
    return found->second;
  }

  void read_joints() {
    std::set<std::string> names;
    for (const XmlNode& node : robot_.children("joint")) {
      if (!names.insert(node.text("name")).second) node.fail("the name appears twice");
    }
    for (const XmlNode& node : robot_.children("joint")) {
      const std::size_t parent = find_link(node, "parent");
      const std::size_t child = find_link(node, "child");
      ModelLink& link = links_[child];
      if (above_[child]) {
        node.fail(concat("the link \"", link.name, "\" has another joint above it already"));
      }
      above_[child] = node;
      link.parent = static_cast<int>(parent);
      link.parent_from_link = read_origin(node);
      link.joints = read_motion(node, limits_);
      const std::string type = node.text("type");
      if (type == "floating") link.motion = lab::LinkMotion::kFree;
      if (type == "planar") link.motion = lab::LinkMotion::kPlanar;
      if (type == "spherical") link.motion = lab::LinkMotion::kBall;
      for (const ModelJoint& joint : link.joints) {
        if (!joint.leader.empty() && !names.contains(joint.leader)) {
          node.child("mimic").fail(concat("no such joint \"", joint.leader, "\""));
        }
      }
    }
  }

  void expect_one_root() {
    const XmlNode* root = nullptr;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (above_[i]) continue;
      if (root != nullptr) {
        nodes_[i].fail(concat("no joint is above it, nor above \"", root->text("name"),
                              "\": URDF has one root"));
      }
      root = &nodes_[i];
      links_[i].is_root = true;
    }
  }

  /// Orders the links, parents first. Links that the root does not reach form a cycle.
  void order_links() {
    stand_in(bare_, links_);
    const std::vector<int> places = put_parents_first(links_);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] < 0) above_[i]->fail("the links below each other form a cycle");
    }
  }

  /// Checks that every follower leads to a joint with one degree of freedom that is not a follower.
  void check_mimics() const {
    std::map<std::string, std::size_t> child;  // link below a joint
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (above_[i]) child.emplace(above_[i]->text("name"), i);
    }
    for (const auto& [name, first] : child) {
      std::size_t at = first;
      if (links_[at].joints.size() != 1) continue;
      for (std::size_t passed = 0; !links_[at].joints.front().leader.empty(); ++passed) {
        const std::string& leader = links_[at].joints.front().leader;
        const XmlNode& node = *above_[at];
        if (passed > child.size()) above_[first]->fail("the joints follow each other in a ring");
        at = child.at(leader);
        if (links_[at].joints.size() != 1) {
          node.fail(
              concat("follows the joint \"", leader, "\", which is ", above_[at]->text("type")));
        }
      }
    }
  }

  const XmlNode& robot_;
  const MeshPaths& meshes_;
  Colors colors_;
  BodyFile file_;
  std::vector<ModelLink>& links_ = file_.model.links;  // first in the file's order
  std::vector<XmlNode> nodes_;                         // elements of links_
  std::vector<std::optional<XmlNode>> above_;          // joint elements above links_
  std::vector<std::size_t> bare_;                      // indices in links_: a mesh is missing
  std::map<std::string, std::size_t> index_;
  ShapeRemarks shapes_;
  LimitRemarks limits_;
};

}  // namespace

void expect_expanded(const std::filesystem::path& path) {
  if (extension_of(path) == ".xacro") fail_xacro(path, path.string());
}

BodyFile read_urdf(const BodyInput& input) {
  expect_no_xacro(*input.root, input.path);
  return UrdfReader(input).read();
}

}  // namespace io
