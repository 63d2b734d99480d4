#include "io/body/readers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <set>

#include <Eigen/Geometry>

#include "io/body/mjcf_element.h"
#include "io/body/visuals.h"
#include "io/files/file.h"

namespace io {
namespace {

using lab::ModelJoint;
using lab::ModelLink;
constexpr int kMostIncludes = 64;
constexpr std::size_t kMostBodies = 10'000;

/// What a class of defaults says of each kind of element.
using DefaultClass = std::map<std::string, Attributes>;

class MjcfReader {
 public:
  MjcfReader(const std::filesystem::path& path, const MeshPaths& meshes)
      : folder_(path.parent_path()), meshes_(meshes) {}

  BodyFile read(const XmlNode& mujoco) {
    file_.model.name = mujoco.text_or("model", folder_.filename().string());
    collect(mujoco);
    file_.model.links.push_back({.name = "world"});
    for (const XmlNode& node : worlds_) read_contents(node, {0, ""});
    for (const XmlNode& node : equalities_) read_equalities(node);
    stand_in({bare_.begin(), bare_.end()}, file_.model.links);
    if (missing_ > 0) {
      file_.notes.push_back(concat(missing_, missing_ == 1 ? " mesh is" : " meshes are",
                                   " missing; capsules stand in for them"));
    }
    for (const auto& [tag, count] : left_out_) {
      file_.notes.push_back(concat("<", tag, "> is left out", times(count)));
    }
    if (ball_ranges_ > 0) {
      file_.notes.push_back(concat("the range of a ball joint is left out", times(ball_ranges_)));
    }
    return std::move(file_);
  }

 private:
  static std::string times(int count) {
    return count == 1 ? std::string() : concat(", ", count, " times");
  }

  // --- the parts of the file ---

  void collect(const XmlNode& root) {
    for (const XmlNode& node : root.children()) {
      if (node.tag() == "include") {
        collect(included(node));
      } else if (node.tag() == "compiler") {
        read_compiler(node);
      } else if (node.tag() == "default") {
        read_default(node, {}, true);
      } else if (node.tag() == "asset") {
        read_assets(node);
      } else if (node.tag() == "worldbody") {
        worlds_.push_back(node);
      } else if (node.tag() == "equality") {
        equalities_.push_back(node);
      }
    }
  }

  /// The root of an included file, which lives as long as the reader.
  XmlNode included(const XmlNode& node) {
    if (++includes_ > kMostIncludes) node.fail("too many files are included");
    const std::string name = node.text("file");
    const auto path = file_inside(folder_, name);
    if (!path) node.fail(concat(name, ": there is no such file in the folder"));
    auto& document = documents_.emplace_back(std::make_unique<Included>());
    document->source = (folder_ / name).string();
    parse_xml(read_file(*path, kMostXmlBytes), document->source, document->document);
    return XmlNode(*document->document.RootElement(), document->source);
  }

  void read_compiler(const XmlNode& node) {
    const std::string angle = node.text_or("angle", "");
    if (angle == "radian") conventions_.angle = 1.0;
    if (angle == "degree") conventions_.angle = std::numbers::pi / 180.0;
    if (node.has("eulerseq")) {
      conventions_.euler = node.text("eulerseq");
      const bool known = conventions_.euler.size() == 3 &&
                         conventions_.euler.find_first_not_of("xyzXYZ") == std::string::npos;
      if (!known) node.fail("eulerseq: expected three of x, y, z, X, Y, Z");
    }
    conventions_.mesh_folder = node.text_or("meshdir", conventions_.mesh_folder);
    if (node.has("autolimits")) conventions_.limits_by_range = node.text("autolimits") == "true";
    if (node.text_or("coordinate", "local") != "local") node.fail("coordinate: expected local");
  }

  void read_default(const XmlNode& node, DefaultClass inherited, bool top) {
    const std::string name = node.text_or("class", top ? "main" : "");
    if (name.empty()) node.fail("expected the attribute class");
    if (top) inherited = classes_[""];
    for (const XmlNode& child : node.children()) {
      if (child.tag() == "default") continue;
      Attributes& attributes = inherited[std::string(child.tag())];
      for (const auto* a = child.element()->FirstAttribute(); a != nullptr; a = a->Next()) {
        attributes[a->Name()] = a->Value();
      }
    }
    classes_[name] = inherited;
    if (top) classes_[""] = inherited;
    for (const XmlNode& child : node.children("default")) read_default(child, inherited, false);
  }

  void read_assets(const XmlNode& node) {
    for (const XmlNode& child : node.children()) {
      if (child.tag() == "include") {
        read_assets(included(child));
      } else if (child.tag() == "mesh") {
        const MjcfElement element = with_defaults(child, "");
        const std::string file = child.text_or("file", "");
        const std::string name = child.text_or("name", std::filesystem::path(file).stem().string());
        assets_[name] = {file, element.vector_or("scale", Eigen::Vector3d::Ones())};
      } else if (child.tag() == "material" && child.has("name") && child.has("rgba")) {
        materials_.insert_or_assign(child.text("name"), color_of(with_defaults(child, "")));
      }
    }
  }

  MjcfElement with_defaults(const XmlNode& node, const std::string& inherited) const {
    const std::string name = node.text_or("class", inherited);
    const auto found = classes_.find(name);
    if (found == classes_.end()) {
      if (!name.empty()) node.fail(concat("no default class \"", name, "\""));
      return {node, nullptr};
    }
    const auto kind = found->second.find(std::string(node.tag()));
    return {node, kind == found->second.end() ? nullptr : &kind->second};
  }

  // --- bodies ---

  /// Where elements belong: to a body, or to a frame in it.
  struct Inside {
    std::size_t at;     // the body, among the links
    std::string style;  // the class of defaults
    ik::Isometry body_from_here = ik::Isometry::Identity();
  };

  /// Reads the joints, geoms, sites and bodies inside a body or a frame.
  void read_contents(const XmlNode& parent, const Inside& inside) {
    for (const XmlNode& node : parent.children()) {
      const std::string tag(node.tag());
      if (tag == "include") {
        read_contents(included(node), inside);
      } else if (tag == "joint" || tag == "freejoint") {
        if (inside.at == 0) node.fail("the world has no joints");
        read_joint(with_defaults(node, inside.style), inside);
      } else if (tag == "geom") {
        read_geom(with_defaults(node, inside.style), inside);
      } else if (tag == "site") {
        read_site(with_defaults(node, inside.style), inside);
      } else if (tag == "inertial") {
        file_.model.links[inside.at].middle =
            inside.body_from_here * node.vector_or("pos", Eigen::Vector3d::Zero());
      } else if (tag == "body") {
        read_body_of(node, inside);
      } else if (tag == "frame") {
        read_contents(node, {inside.at, node.text_or("childclass", inside.style),
                             inside.body_from_here * placement_of({node, nullptr}, conventions_)});
      } else if (tag == "replicate" || tag == "composite" || tag == "flexcomp" || tag == "attach") {
        ++left_out_[tag];
      }
    }
  }

  void read_site(const MjcfElement& element, const Inside& inside) {
    const std::string name = element.node.text_or("name", "");
    if (name.empty()) return;
    Eigen::Vector3d place = placement_of(element, conventions_).translation();
    const std::vector<double> ends = element.numbers("fromto", 6);
    if (!ends.empty()) {
      place = 0.5 * (Eigen::Vector3d(ends.data()) + Eigen::Vector3d(ends.data() + 3));
    }
    file_.model.links[inside.at].sites.push_back({name, inside.body_from_here * place});
  }

  void read_body_of(const XmlNode& node, const Inside& inside) {
    if (file_.model.links.size() > kMostBodies) node.fail("too many bodies");
    ModelLink link;
    link.name = node.text_or("name", concat("body ", file_.model.links.size()));
    link.parent = static_cast<int>(inside.at);
    link.is_root = inside.at == 0;
    link.parent_from_link = inside.body_from_here * placement_of({node, nullptr}, conventions_);
    const std::size_t at = file_.model.links.size();
    file_.model.links.push_back(std::move(link));
    read_contents(node, {at, node.text_or("childclass", inside.style)});
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
      if (is_free) link.motion = lab::LinkMotion::kFree;
      for (int i = 0; is_free && i < 3; ++i) {
        link.joints.push_back(axis_joint(name + " ", ik::JointType::kPrismatic, i));
      }
      for (int i = 0; i < 3; ++i) {
        const std::string begin = name + (is_free ? " turn " : " ");
        link.joints.push_back(axis_joint(begin, ik::JointType::kRevolute, i));
        if (!is_free) link.joints.back().anchor = anchor;
      }
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
    const std::vector<double> range = element.numbers("range", 2);
    const bool has_range = range.size() == 2 && range[0] < range[1];
    if (limited == "true" && !has_range) node.fail("expected a range of two rising numbers");
    if (has_range && (limited == "true" || (limited == "auto" && conventions_.limits_by_range))) {
      joint.lower = scale * range[0];
      joint.upper = scale * range[1];
    }
    link.joints.push_back(std::move(joint));
  }

  static std::optional<Rgba> color_of(const MjcfElement& element) {
    const std::vector<double> rgba = element.numbers("rgba", 4);
    return rgba.empty() ? std::nullopt : std::optional(Rgba(rgba));
  }

  void read_geom(const MjcfElement& element, const Inside& inside) {
    constexpr double kHidden = 3.0;  // MuJoCo shows the groups below this one at first
    lab::Visual visual;
    visual.joint_from_shape = placement_of(element, conventions_);
    std::optional<Rgba> color = color_of(element);
    if (!color) {
      const auto material = materials_.find(element.text_or("material", ""));
      if (material != materials_.end()) color = material->second;
    }
    const bool hidden = element.number_or("group", 0.0) >= kHidden || (color && !color->visible());
    if (color) visual.color = color->color;
    const std::string type = element.text_or("type", element.value("mesh") ? "mesh" : "sphere");
    if (type == "plane" || type == "hfield" || type == "sdf") return;
    if (type == "mesh") {
      const auto asset = assets_.find(element.text_or("mesh", ""));
      if (asset == assets_.end()) element.node.fail("no such mesh");
      const auto file = meshes_.find(asset->second.file, conventions_.mesh_folder);
      if (!file) {
        if (!hidden) ++missing_;
        if (!hidden && inside.at > 0) bare_.insert(inside.at);
        return;
      }
      visual.shape = lab::MeshShape{file->string(), asset->second.scale};
    } else {
      visual.shape = plain_shape(element, type, visual.joint_from_shape);
    }
    visual.joint_from_shape = inside.body_from_here * visual.joint_from_shape;
    if (!hidden) file_.model.links[inside.at].visuals.push_back(std::move(visual));
  }

  /// A sphere, capsule, cylinder, box or ellipsoid. `fromto` places it along z.
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
      // a capsule of its length and mean width
      const double radius = 0.5 * (size[0] + size[1]);
      return lab::CapsuleShape{radius, std::max(0.0, 2.0 * (size[2] - radius))};
    }
    element.node.fail("type: expected sphere, capsule, cylinder, box, ellipsoid or mesh");
  }

  ModelJoint* find_joint(const std::string& name) {
    for (ModelLink& link : file_.model.links) {
      for (ModelJoint& joint : link.joints) {
        if (joint.name == name) return &joint;
      }
    }
    return nullptr;
  }

  /// Linear couplings of angles beyond their references: y - y0 = a + b (x - x0).
  void read_equalities(const XmlNode& parent) {
    for (const XmlNode& node : parent.children("joint")) {
      if (!node.has("joint2") || node.text_or("active", "true") == "false") continue;
      const std::vector<double> terms =
          node.has("polycoef") ? node.numbers("polycoef") : std::vector<double>{0.0, 1.0};
      const bool linear =
          terms.size() >= 2 && terms[1] != 0.0 &&
          std::all_of(terms.begin() + 2, terms.end(), [](double term) { return term == 0.0; });
      if (!linear) continue;
      ModelJoint* const follower = find_joint(node.text("joint1"));
      const ModelJoint* const leader = find_joint(node.text("joint2"));
      if (follower == nullptr) continue;
      if (leader == nullptr) node.fail("joint2: expected a hinge or a slide");
      follower->leader = leader->name;
      follower->ratio = terms[1];
      follower->shift = follower->reference + terms[0] - terms[1] * leader->reference;
    }
  }

  struct Asset {
    std::string file;
    Eigen::Vector3d scale;
  };
  struct Included {
    tinyxml2::XMLDocument document;
    std::string source;
  };

  std::filesystem::path folder_;
  const MeshPaths& meshes_;
  MjcfConventions conventions_;
  std::map<std::string, DefaultClass> classes_;  // "": those without a name
  std::map<std::string, Asset> assets_;
  std::map<std::string, std::optional<Rgba>> materials_;
  std::set<std::string> joint_names_;
  std::vector<XmlNode> worlds_, equalities_;
  std::vector<std::unique_ptr<Included>> documents_;
  int includes_ = 0;
  int missing_ = 0, ball_ranges_ = 0;
  std::set<std::size_t> bare_;           // links with a missing mesh
  std::map<std::string, int> left_out_;  // elements, by tag
  BodyFile file_;
};

}  // namespace

BodyFile read_mjcf(const XmlNode& mujoco, const std::filesystem::path& path,
                   const MeshPaths& meshes) {
  return MjcfReader(path, meshes).read(mujoco);
}

}  // namespace io
