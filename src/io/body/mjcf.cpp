#include "io/body/mjcf.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <Eigen/Geometry>

#include "io/body/link_shapes.h"
#include "io/body/mjcf_constraints.h"
#include "io/body/mjcf_parts.h"
#include "io/body/model_joints.h"
#include "io/body/notes.h"
#include "io/body/schema.h"
#include "lab/scene/settings.h"

namespace io {
namespace {

using lab::ModelJoint;
using lab::ModelLink;
constexpr std::size_t kMaxBodies = 10'000;

class MjcfReader {
 public:
  MjcfReader(const XmlNode& mujoco, const std::filesystem::path& folder, const MeshPaths& meshes)
      : mujoco_(mujoco),
        parts_(mujoco, folder),
        conventions_(parts_.conventions()),
        meshes_(meshes) {
    file_.model.name = mujoco.text_or("model", folder.filename().string());
    file_.model.source = mujoco.source();
  }

  /// \param key the keyframe to start at, see start_at_key()
  BodyFile read(const std::string& key) {
    file_.model.links.push_back({.name = "world"});
    read_contents(parts_.inside("worldbody"), {0, ""});
    read_mjcf_constraints(parts_, file_.model, file_.notes);
    stand_in({bare_.begin(), bare_.end()}, file_.model.links);
    tell_remarks();
    start_at_key(parts_.inside("keyframe"), key, coordinates_, file_.model, file_.notes);
    file_.files = parts_.files();
    return std::move(file_);
  }

 private:
  void tell_remarks() {
    std::vector<std::string>& notes = file_.notes;
    if (!missing_.empty()) notes.push_back(meshes_.note_on_missing(missing_, "capsules"));
    parts_.looks().tell(notes);
    if (fitted_ > 0)
      notes.push_back(concat("shapes fitted to a mesh are drawn as it", times(fitted_)));
    if (!boxed_.empty()) {
      const std::vector<std::string> names(boxed_.begin(), boxed_.end());
      notes.push_back(
          concat(counted_words(names.size(), "mesh without a file is", "meshes without a file are"),
                 " drawn as the box around it: ", quoted_names(names)));
    }
    tell_left_out(left_out_, notes);
    if (ball_ranges_ > 0) {
      notes.push_back(concat("the range of a ball joint is left out", times(ball_ranges_)));
    }
    drop_conflicting_limits(file_.model, notes);
    limits_.tell(meshes_.words(), notes);
    UnreadParts unread;
    unread.count(mujoco_, kMjcfSchema, true,
                 [this](const XmlNode& node) { return parts_.children(node); });
    unread.tell(notes);
  }

  // --- bodies ---

  /// Context of an element: its body, or a frame in the body.
  struct Inside {
    std::size_t at;     // index of the body among the links
    std::string style;  // class of defaults
    ik::Isometry body_from_here = ik::Isometry::Identity();
  };

  /// Reads the joints, geoms, sites and bodies inside a body or a frame.
  void read_contents(const std::vector<XmlNode>& nodes, const Inside& inside) {
    for (const XmlNode& node : nodes) {
      const std::string tag(node.tag());
      if (tag == "joint" || tag == "freejoint") {
        if (inside.at == 0) node.fail("the world has no joints");
        read_joint(parts_.with_defaults(node, inside.style), inside);
      } else if (tag == "geom") {
        parts_.looks().guard([&] { read_geom(parts_.with_defaults(node, inside.style), inside); });
      } else if (tag == "site") {
        read_site(parts_.with_defaults(node, inside.style), inside);
      } else if (tag == "inertial") {
        file_.model.links[inside.at].middle =
            inside.body_from_here * node.vector_or("pos", Eigen::Vector3d::Zero());
      } else if (tag == "body") {
        read_body_of(node, inside);
      } else if (tag == "frame") {
        read_contents(parts_.children(node),
                      {inside.at, node.text_or("childclass", inside.style),
                       inside.body_from_here * placement_of({node, nullptr}, conventions_)});
      } else if (tag == "replicate" || tag == "composite" || tag == "flexcomp" || tag == "attach") {
        ++left_out_[tag];
      }
    }
  }

  void read_site(const MjcfElement& element, const Inside& inside) {
    const std::string name = element.node.text_or("name", "");
    if (name.empty()) return;
    ik::Isometry placement = placement_of(element, conventions_);
    const std::vector<double> ends = element.numbers("fromto", 6);
    if (!ends.empty()) {
      const Eigen::Vector3d from(ends.data()), to(ends.data() + 3);
      placement.translation() = 0.5 * (from + to);
      // as MuJoCo compiles it; its reference says the opposite: z from the first to the second
      if (from != to) placement.linear() = lab::z_to(from - to);
    }
    placement = inside.body_from_here * placement;
    file_.model.links[inside.at].sites.push_back(
        {name, placement.translation(), placement.linear()});
  }

  void read_body_of(const XmlNode& node, const Inside& inside) {
    if (file_.model.links.size() > kMaxBodies) node.fail("too many bodies");
    ModelLink link;
    link.name = node.text_or("name", concat("body ", file_.model.links.size()));
    link.parent = static_cast<int>(inside.at);
    link.is_root = inside.at == 0;
    link.parent_from_link = inside.body_from_here * placement_of({node, nullptr}, conventions_);
    const std::size_t at = file_.model.links.size();
    file_.model.links.push_back(std::move(link));
    read_contents(parts_.children(node), {at, node.text_or("childclass", inside.style)});
  }

  void read_joint(const MjcfElement& element, const Inside& inside) {
    ModelLink& link = file_.model.links[inside.at];
    const XmlNode& node = element.node;
    const std::string type = node.tag() == "freejoint" ? "free" : element.text_or("type", "hinge");
    const std::string name =
        node.text_or("name", concat(link.name, " joint ", link.joints.size() + 1));
    if (!joint_names_.insert(name).second) node.fail("the name appears twice");
    const Eigen::Vector3d anchor =
        inside.body_from_here * element.vector_or("pos", Eigen::Vector3d::Zero());
    if (type == "ball" && element.value("range") != nullptr) ++ball_ranges_;
    if (type == "free" || type == "ball") {
      const bool is_free = type == "free";
      using Kind = MjcfCoordinate::Kind;
      coordinates_.push_back({inside.at, link.joints.size(), is_free ? Kind::kFree : Kind::kBall});
      if (is_free) link.motion = lab::LinkMotion::kFree;
      const auto joints = is_free ? floating_joints(name) : ball_joints(name, anchor);
      link.joints.insert(link.joints.end(), joints.begin(), joints.end());
      return;
    }
    if (type != "hinge" && type != "slide") {
      node.fail("type: expected hinge, slide, ball or free");
    }
    const bool slides = type == "slide";
    ModelJoint joint{
        .name = name,
        .type = slides ? ik::JointType::kPrismatic : ik::JointType::kRevolute,
        .axis = inside.body_from_here.linear() *
                unit(element, "axis", element.vector_or("axis", Eigen::Vector3d::UnitZ())),
        .anchor = anchor};
    const double scale = slides ? 1.0 : conventions_.angle;
    joint.reference = scale * element.number_or("ref", 0.0);
    joint.initial = joint.reference;
    const std::string limited = element.text_or("limited", "auto");
    std::vector<double> range = element.numbers("range", 2);
    if (range.size() == 2 && range[0] > range[1] && limited != "false") {
      std::swap(range[0], range[1]);
      limits_.exchanged.push_back(name);
    }
    const bool has_range = range.size() == 2 && range[0] < range[1];
    if (limited == "true" && !has_range) node.fail("expected a range of two numbers that differ");
    if (has_range && (limited == "true" || (limited == "auto" && conventions_.limits_by_range))) {
      joint.lower = scale * range[0];
      joint.upper = scale * range[1];
    }
    coordinates_.push_back({inside.at, link.joints.size()});
    link.joints.push_back(std::move(joint));
  }

  static std::optional<Rgba> color_of(const MjcfElement& element) {
    const std::vector<double> rgba = element.numbers("rgba", 4);
    return rgba.empty() ? std::nullopt : std::optional(Rgba(rgba));
  }

  void read_geom(const MjcfElement& element, const Inside& inside) {
    constexpr double kHidden = 3.0;  // MuJoCo hides this group and higher ones by default
    lab::Visual visual;
    visual.joint_from_shape = placement_of(element, conventions_);
    std::optional<Rgba> color = color_of(element);
    if (!color) color = parts_.color_of(element.text_or("material", ""));
    const bool hidden = element.number_or("group", 0.0) >= kHidden || (color && !color->visible());
    if (color) visual.color = color->color;
    const std::string type = element.text_or("type", element.value("mesh") ? "mesh" : "sphere");
    if (hidden || type == "plane") return;
    if (type == "hfield" || type == "sdf") {
      ++left_out_[concat("geom type=\"", type, "\"")];
      return;
    }
    if (element.value("mesh") != nullptr) {
      const auto shape = mesh_shape(element, visual.joint_from_shape);
      if (!shape) {
        if (inside.at > 0) bare_.insert(inside.at);
        return;
      }
      visual.shape = *shape;
      if (type != "mesh") ++fitted_;
    } else {
      visual.shape = plain_shape(element, type, visual.joint_from_shape);
    }
    visual.joint_from_shape = inside.body_from_here * visual.joint_from_shape;
    file_.model.links[inside.at].visuals.push_back(std::move(visual));
  }

  /// The mesh of a geom; empty if its file is missing. A mesh without a file becomes its box.
  std::optional<lab::Visual::Shape> mesh_shape(const MjcfElement& element,
                                               ik::Isometry& placement) {
    const std::string name = element.text_or("mesh", "");
    const MjcfMesh* const mesh = parts_.mesh(name);
    if (mesh == nullptr) element.node.fail(concat("no mesh \"", name, "\""));
    placement = placement * mesh->geom_from_points;
    if (!mesh->box.isEmpty()) {
      boxed_.insert(name);
      placement.translate(mesh->box.center());
      return lab::BoxShape{mesh->box.sizes()};
    }
    if (mesh->file.empty()) element.node.fail(concat("the mesh \"", name, "\" has no file"));
    const auto file = meshes_.find(mesh->file, conventions_.mesh_folder());
    if (file) return lab::MeshShape{file->string(), mesh->scale};
    missing_.push_back(mesh->file);
    return std::nullopt;
  }

  /// A sphere, capsule, cylinder, box or ellipsoid. `fromto` gives its z axis.
  lab::Visual::Shape plain_shape(const MjcfElement& element, const std::string& type,
                                 ik::Isometry& placement) const {
    const std::vector<double> size = element.numbers("size");
    const std::vector<double> ends = element.numbers("fromto", 6);
    const std::size_t needed = type == "sphere" || !ends.empty()         ? 1
                               : type == "capsule" || type == "cylinder" ? 2
                                                                         : 3;
    if (size.size() < needed || !(*std::min_element(size.begin(), size.end()) >= 0.0)) {
      element.node.fail(concat("size: expected ", needed, " numbers of at least 0"));
    }
    double length = ends.empty() && needed == 2 ? 2.0 * size[1] : 0.0;
    if (!ends.empty()) {
      const Eigen::Vector3d from(ends.data()), to(ends.data() + 3);
      length = (to - from).norm();
      placement.translation() = 0.5 * (from + to);
      placement.linear() =
          length > 0.0 ? lab::z_to((to - from) / length) : Eigen::Matrix3d::Identity();
    }
    if (type == "sphere") return lab::BallShape{size[0]};
    if (type == "capsule") return lab::CapsuleShape{size[0], length};
    if (type == "cylinder") return lab::CylinderShape{size[0], length};
    if (type == "box" && ends.empty())
      return lab::BoxShape{{2.0 * size[0], 2.0 * size[1], 2.0 * size[2]}};
    if (type == "box") return lab::BoxShape{{2.0 * size[0], 2.0 * size[0], length}};
    if (type == "ellipsoid" && ends.empty()) {
      return ellipsoid_shape(Eigen::Vector3d(size.data()));
    }
    element.node.fail("type: expected sphere, capsule, cylinder, box, ellipsoid or mesh");
  }

  const XmlNode& mujoco_;
  MjcfParts parts_;
  const MjcfConventions& conventions_;
  const MeshPaths& meshes_;
  std::set<std::string> joint_names_;
  std::vector<MjcfCoordinate> coordinates_;
  LimitRemarks limits_;
  int ball_ranges_ = 0, fitted_ = 0;
  std::vector<std::string> missing_;     // mesh files
  std::set<std::string> boxed_;          // mesh names
  std::set<std::size_t> bare_;           // links with a missing mesh
  std::map<std::string, int> left_out_;  // number of elements, by tag
  BodyFile file_;
};

}  // namespace

BodyFile read_mjcf(const XmlNode& mujoco, const std::filesystem::path& path,
                   const MeshPaths& meshes, const std::string& key) {
  return MjcfReader(mujoco, path.parent_path(), meshes).read(key);
}

}  // namespace io
