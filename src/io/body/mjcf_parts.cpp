#include "io/body/mjcf_parts.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ik/math/elementary.h"
#include "io/body/schema.h"
#include "lab/body/body_model.h"

namespace io {

Eigen::Vector3d unit(const MjcfElement& element, const char* attribute, const Eigen::Vector3d& v) {
  if (!(v.stableNorm() > 0.0)) element.node.fail(concat(attribute, ": the vector is zero"));
  return v.stableNormalized();
}

namespace {

constexpr std::size_t kMaxIncludes = 64;
constexpr std::array<std::string_view, 5> kSections = {"worldbody", "asset", "equality", "tendon",
                                                       "keyframe"};

/// The rotation of a quaternion w, x, y, z of any length but 0; none if the attribute is missing.
Eigen::Matrix3d quaternion_of(const MjcfElement& element, const char* attribute) {
  const std::vector<double> q = element.numbers(attribute, 4);
  if (q.empty()) return Eigen::Matrix3d::Identity();
  const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
  if (!(quaternion.norm() > 0.0)) {
    element.node.fail(concat(attribute, ": the quaternion is zero"));
  }
  return quaternion.normalized().toRotationMatrix();
}

Eigen::Matrix3d rotation_of(const MjcfElement& element, const MjcfConventions& conventions) {
  if (element.value("quat") != nullptr) return quaternion_of(element, "quat");
  if (const auto a = element.numbers("axisangle", 4); !a.empty()) {
    const Eigen::Vector3d axis = unit(element, "axisangle", {a[0], a[1], a[2]});
    return ik::rotation_about(axis, conventions.angle * a[3]);
  }
  if (const auto e = element.numbers("euler", 3); !e.empty()) {
    // lower-case letters rotate about the moved axes, capitals about the fixed axes
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    for (std::size_t i = 0; i < 3; ++i) {
      const char letter = conventions.euler[i];
      const bool fixed = letter <= 'Z';
      const int axis = letter - (fixed ? 'X' : 'x');
      const Eigen::Matrix3d turn =
          ik::rotation_about(Eigen::Vector3d::Unit(axis), conventions.angle * e[i]);
      rotation = fixed ? Eigen::Matrix3d(turn * rotation) : Eigen::Matrix3d(rotation * turn);
    }
    return rotation;
  }
  if (const auto xy = element.numbers("xyaxes", 6); !xy.empty()) {
    const Eigen::Vector3d x = unit(element, "xyaxes", {xy[0], xy[1], xy[2]});
    const Eigen::Vector3d wish(xy[3], xy[4], xy[5]);
    const Eigen::Vector3d y = unit(element, "xyaxes", wish - wish.dot(x) * x);
    Eigen::Matrix3d rotation;
    rotation << x, y, x.cross(y);
    return rotation;
  }
  if (const auto z = element.numbers("zaxis", 3); !z.empty()) {
    return lab::z_to(unit(element, "zaxis", {z[0], z[1], z[2]}));
  }
  return Eigen::Matrix3d::Identity();
}

/// The bounding box of the points that a mesh has in the model itself.
Eigen::AlignedBox3d box_of(const XmlNode& mesh, const Eigen::Vector3d& scale) {
  Eigen::AlignedBox3d box;
  if (!mesh.has("vertex")) return box;
  const std::vector<double> numbers = mesh.numbers("vertex");
  if (numbers.size() % 3 != 0) mesh.fail("vertex: expected three numbers for each point");
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    box.extend(scale.cwiseProduct(Eigen::Vector3d(numbers.data() + i)));
  }
  return box;
}

/// MuJoCo subtracts refpos from every point, rotates it by the conjugate of refquat, and scales it.
ik::Isometry geom_from_points(const MjcfElement& mesh, const Eigen::Vector3d& scale) {
  const Eigen::Matrix3d turn = quaternion_of(mesh, "refquat").transpose();
  const bool even = scale.x() == scale.y() && scale.y() == scale.z();
  if (!even && !turn.isIdentity(0.0)) {
    mesh.node.fail("refquat: not read with a scale that differs by axis");
  }
  const Eigen::Vector3d origin = mesh.vector_or("refpos", Eigen::Vector3d::Zero());
  ik::Isometry placement = ik::Isometry::Identity();
  placement.linear() = turn;
  placement.translation() = -(turn * scale.cwiseProduct(origin));
  return placement;
}

}  // namespace

ik::Isometry placement_of(const MjcfElement& element, const MjcfConventions& conventions) {
  ik::Isometry placement = ik::Isometry::Identity();
  placement.translation() = element.vector_or("pos", Eigen::Vector3d::Zero());
  placement.linear() = rotation_of(element, conventions);
  return placement;
}

MjcfParts::MjcfParts(const XmlNode& mujoco, std::filesystem::path folder)
    : folder_(std::move(folder)), looks_(mujoco.source()) {
  const std::vector<XmlNode> all = children(mujoco);
  // first the conventions, then the defaults that assets need
  for (const XmlNode& node : all) {
    if (node.tag() == "compiler") read_compiler(node);
  }
  for (const XmlNode& node : all) {
    if (node.tag() == "default") read_default(node, {}, true);
  }
  for (const XmlNode& node : all) {
    if (std::find(kSections.begin(), kSections.end(), node.tag()) == kSections.end()) continue;
    std::vector<XmlNode> nodes = children(node);
    auto& section = sections_[std::string(node.tag())];
    section.insert(section.end(), nodes.begin(), nodes.end());
  }
  for (const XmlNode& node : inside("asset")) looks_.guard([&] { read_asset(node); });
}

std::vector<XmlNode> MjcfParts::inside(const std::string& section) const {
  const auto found = sections_.find(section);
  return found == sections_.end() ? std::vector<XmlNode>() : found->second;
}

std::vector<XmlNode> MjcfParts::children(const XmlNode& parent) {
  std::vector<XmlNode> nodes;
  for (const XmlNode& node : parent.children()) {
    if (node.tag() != "include") {
      nodes.push_back(node);
      continue;
    }
    const std::vector<XmlNode> more = children(included(node));
    nodes.insert(nodes.end(), more.begin(), more.end());
  }
  return nodes;
}

std::vector<std::string> MjcfParts::files() const {
  std::vector<std::string> files;
  for (const auto& file : included_files_) files.push_back(file->name());
  return files;
}

/// Opens an included file and returns its root.
XmlNode MjcfParts::included(const XmlNode& node) {
  if (const auto read = roots_.find(node.element()); read != roots_.end()) return read->second;
  if (included_files_.size() == kMaxIncludes) node.fail("too many files are included");
  const std::string name = node.text("file");
  if (std::filesystem::path(name).is_absolute()) node.fail(name + ": expected a relative name");
  const auto path = file_from(folder_, name);
  if (!path) node.fail(name + ": there is no such file");
  included_files_.push_back(read_xml(*path, (folder_ / name).string()));
  return roots_.emplace(node.element(), included_files_.back()->root()).first->second;
}

void MjcfParts::read_compiler(const XmlNode& node) {
  const std::string angle = node.text_or("angle", "");
  if (angle == "radian") conventions_.angle = 1.0;
  if (angle == "degree") conventions_.angle = std::numbers::pi / 180.0;
  if (node.has("eulerseq")) {
    conventions_.euler = node.text("eulerseq");
    const bool known = conventions_.euler.size() == 3 &&
                       conventions_.euler.find_first_not_of("xyzXYZ") == std::string::npos;
    if (!known) node.fail("eulerseq: expected three of x, y, z, X, Y, Z");
  }
  // for all assets; meshdir takes precedence for meshes
  conventions_.asset_folder = node.text_or("assetdir", conventions_.asset_folder);
  conventions_.own_mesh_folder = node.text_or("meshdir", conventions_.own_mesh_folder);
  if (node.has("strippath")) conventions_.strip_path = node.text("strippath") == "true";
  if (node.has("autolimits")) conventions_.limits_by_range = node.text("autolimits") == "true";
  if (node.text_or("coordinate", "local") != "local") node.fail("coordinate: expected local");
}

void MjcfParts::read_default(const XmlNode& node, DefaultClass inherited, bool top) {
  const std::string name = node.text_or("class", top ? "main" : "");
  if (name.empty()) node.fail("expected the attribute class");
  if (top) inherited = classes_[""];
  std::vector<XmlNode> below;
  for (const XmlNode& child : children(node)) {
    if (child.tag() == "default") {
      below.push_back(child);
      continue;
    }
    // what has no meaning would be copied into each class
    const SchemaRow* const row = row_of(kMjcfSchema, "default", child.tag());
    if (row == nullptr) continue;
    Attributes& attributes = inherited[std::string(child.tag())];
    for (const auto* a = child.element()->FirstAttribute(); a != nullptr; a = a->Next()) {
      if (!lists(row->read, concat("@", a->Name()))) continue;
      attributes[a->Name()] = a->Value();
    }
  }
  classes_[name] = inherited;
  if (top) classes_[""] = inherited;
  for (const XmlNode& child : below) read_default(child, inherited, false);
}

void MjcfParts::read_asset(const XmlNode& node) {
  const MjcfElement element = with_defaults(node, "");
  if (node.tag() == "mesh") {
    std::filesystem::path file = node.text_or("file", "");
    const std::string name = node.text_or("name", file.stem().string());
    if (conventions_.strip_path) file = file.filename();
    const Eigen::Vector3d scale = element.vector_or("scale", Eigen::Vector3d::Ones());
    meshes_[name] = {file.string(), scale, box_of(node, scale), geom_from_points(element, scale)};
  } else if (node.tag() == "material" && !node.text_or("name", "").empty()) {
    const std::vector<double> rgba = element.numbers("rgba", 4);
    if (!rgba.empty()) materials_.insert_or_assign(node.text("name"), Rgba(rgba));
  }
}

MjcfElement MjcfParts::with_defaults(const XmlNode& node, const std::string& inherited,
                                     const std::string& kind) const {
  const std::string name = node.text_or("class", inherited);
  const auto found = classes_.find(name);
  if (found == classes_.end()) {
    if (!name.empty()) node.fail(concat("no default class \"", name, "\""));
    return {node, nullptr};
  }
  const auto own = found->second.find(kind.empty() ? std::string(node.tag()) : kind);
  return {node, own == found->second.end() ? nullptr : &own->second};
}

const MjcfMesh* MjcfParts::mesh(const std::string& name) const {
  const auto found = meshes_.find(name);
  return found == meshes_.end() ? nullptr : &found->second;
}

std::optional<Rgba> MjcfParts::color_of(const std::string& material) const {
  const auto found = materials_.find(material);
  if (found == materials_.end()) return std::nullopt;
  return found->second;
}

}  // namespace io
