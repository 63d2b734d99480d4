#include "io/body/urdf.h"

#include <map>
#include <set>
#include <utility>

#include "io/body/link_shapes.h"
#include "io/body/model_joints.h"
#include "io/body/schema.h"
#include "io/scene/parts.h"
#include "lab/scene/settings.h"

namespace io {
namespace {

using lab::ModelJoint;
using lab::ModelLink;

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
    const char* name = material->element()->Attribute("name");
    const auto known = colors.find(name == nullptr ? "" : name);
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

void read_velocity(const XmlNode& node, const ModelJoint& joint, LimitRemarks& remarks) {
  const auto limit = node.find("limit");
  if (!limit || !limit->has("velocity")) return;
  // not used, so an error here does not matter
  const auto numbers = parse_numbers(limit->element()->Attribute("velocity"));
  const bool slides = joint.type == ik::JointType::kPrismatic;
  if (numbers && numbers->size() == 1) remarks.add_velocity(joint.name, slides, numbers->front());
}

/// Makes the joints of a joint element; none if it is fixed.
std::vector<ModelJoint> read_motion(const XmlNode& node, LimitRemarks& remarks) {
  const std::string type = node.text("type");
  const std::string name = node.text("name");
  if (type == "fixed") return {};
  if (type == "floating") return floating_joints(name);
  if (type == "spherical") return ball_joints(name);
  const auto axis_node = node.find("axis");
  const Eigen::Vector3d axis =
      axis_node ? axis_node->vector("xyz") : Eigen::Vector3d(Eigen::Vector3d::UnitX());
  if (!(axis.stableNorm() > 0.0)) {
    const auto limit = node.find("limit");
    const bool locked = (type == "revolute" || type == "prismatic") && limit &&
                        limit->number_or("lower", 0.0) == limit->number_or("upper", 0.0) &&
                        (limit->has("lower") || limit->has("upper"));
    if (!locked) axis_node->fail("xyz: the axis is zero");
    remarks.held.push_back(name);
    return {};
  }
  if (type == "planar") {
    const Eigen::Vector3d normal = axis.normalized(), across = normal.unitOrthogonal();
    return {{name + " slide", ik::JointType::kPrismatic, across},
            {name + " shift", ik::JointType::kPrismatic, normal.cross(across)},
            {name + " turn", ik::JointType::kRevolute, axis}};
  }
  ModelJoint joint{name, type == "prismatic" ? ik::JointType::kPrismatic : ik::JointType::kRevolute,
                   axis};
  if (type == "revolute" || type == "prismatic") {
    read_joint_limits(node, joint, remarks);
  } else if (type != "continuous") {
    node.fail(
        "type: expected revolute, continuous, prismatic, fixed, floating, planar or "
        "spherical, not " +
        type);
  }
  read_velocity(node, joint, remarks);
  if (const auto mimic = node.find("mimic")) {
    joint.leader = mimic->text("joint");
    joint.ratio = mimic->number_or("multiplier", 1.0);
    joint.shift = mimic->number_or("offset", 0.0);
    if (joint.leader == name) mimic->fail("the joint follows itself");
    if (joint.ratio == 0.0) mimic->fail("multiplier: expected a number other than 0");
  }
  return {joint};
}

/// Reads the links, then builds the tree.
class UrdfReader {
 public:
  UrdfReader(const XmlNode& robot, const MeshPaths& meshes)
      : robot_(robot), meshes_(meshes), shapes_(robot.source()) {}

  BodyFile read() {
    for (const XmlNode& material : robot_.children("material")) {
      const char* name = material.element()->Attribute("name");
      std::optional<Rgba> color;
      shapes_.dropped.guard([&] { color = color_of(material); });
      if (name != nullptr && color) colors_.insert_or_assign(name, *color);
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

  /// The joint element above a link, and the index of the parent among links_.
  struct Above {
    std::optional<XmlNode> joint;
    int parent = -1;
  };

  void read_links() {
    for (const XmlNode& node : robot_.children("link")) {
      const std::string name = node.text("name");
      if (!index_.emplace(name, static_cast<int>(links_.size())).second) {
        node.fail("the name appears twice");
      }
      nodes_.push_back(node);
      ModelLink& link = links_.emplace_back();
      link.name = name;
      LinkShapes shapes = read_link_shapes(
          node,
          [this](const XmlNode& shape, ShapeRemarks& remarks) {
            return read_visual(shape, colors_, meshes_, remarks);
          },
          shapes_);
      link.visuals = std::move(shapes.visuals);
      bare_.push_back(shapes.bare);
      if (const auto inertial = node.find("inertial"); inertial && inertial->find("origin")) {
        link.middle = read_origin(*inertial).translation();
      }
    }
    if (links_.empty()) robot_.fail("expected an element <link>");
    above_.resize(links_.size());
  }

  int find_link(const XmlNode& joint, const char* which) const {
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
      const int parent = find_link(node, "parent");
      const int child = find_link(node, "child");
      Above& above = above_[static_cast<std::size_t>(child)];
      if (above.joint) {
        node.fail(concat("the link \"", links_[static_cast<std::size_t>(child)].name,
                         "\" has another joint above it already"));
      }
      above = {node, parent};
      ModelLink& link = links_[static_cast<std::size_t>(child)];
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

  void expect_one_root() const {
    const XmlNode* root = nullptr;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (above_[i].joint) continue;
      if (root != nullptr) {
        nodes_[i].fail(concat("no joint is above it, nor above \"", root->text("name"),
                              "\": URDF has one root"));
      }
      root = &nodes_[i];
    }
  }

  /// Orders the links, parents first. Links that the root does not reach form a cycle.
  void order_links() {
    std::vector<ModelLink>& links = file_.model.links;
    links = links_;
    for (std::size_t i = 0; i < links.size(); ++i) {
      links[i].parent = above_[i].parent;
      links[i].is_root = links[i].parent < 0;
    }
    const std::vector<int> places = put_parents_first(links);
    std::vector<std::size_t> bare;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] < 0) above_[i].joint->fail("the links below each other form a cycle");
      if (bare_[i]) bare.push_back(static_cast<std::size_t>(places[i]));
    }
    stand_in(bare, links);
  }

  /// Checks that every follower leads to a joint with one degree of freedom that is not a follower.
  void check_mimics() const {
    std::map<std::string, std::size_t> child;  // link below a joint
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (above_[i].joint) child.emplace(above_[i].joint->text("name"), i);
    }
    for (const auto& [name, first] : child) {
      std::size_t at = first;
      if (links_[at].joints.size() != 1) continue;
      for (std::size_t passed = 0; !links_[at].joints.front().leader.empty(); ++passed) {
        const std::string& leader = links_[at].joints.front().leader;
        const XmlNode& node = *above_[at].joint;
        if (passed > child.size()) {
          above_[first].joint->fail("the joints follow each other in a ring");
        }
        const auto found = child.find(leader);
        if (found == child.end()) node.fail(concat("no such joint \"", leader, "\""));
        at = found->second;
        if (links_[at].joints.size() != 1) {
          node.fail(concat("follows the joint \"", leader, "\", which is ",
                           above_[at].joint->text("type")));
        }
      }
    }
  }

  const XmlNode& robot_;
  const MeshPaths& meshes_;
  Colors colors_;
  std::vector<ModelLink> links_;  // in the file's order
  std::vector<XmlNode> nodes_;    // elements of links_
  std::vector<bool> bare_;        // by index in links_: a mesh is missing
  std::vector<Above> above_;
  std::map<std::string, int> index_;
  ShapeRemarks shapes_;
  LimitRemarks limits_;
  BodyFile file_;
};

}  // namespace

BodyFile read_urdf(const XmlNode& robot, const MeshPaths& meshes) {
  return UrdfReader(robot, meshes).read();
}

}  // namespace io
