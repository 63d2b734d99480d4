#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "iklab/body.h"
#include "io/body/model_parts.h"
#include "io/body/notes.h"
#include "io/body/xml.h"

namespace io {

using Attributes = std::map<std::string, std::string>;

/// An element; attributes that it lacks come from the defaults of its class. An empty attribute
/// counts as none, as in MuJoCo.
struct MjcfElement {
  XmlNode node;
  const Attributes* defaults;

  const char* value(const char* attribute) const {
    const char* const own = node.element()->Attribute(attribute);
    if (own != nullptr) return *own == '\0' ? nullptr : own;
    if (defaults == nullptr) return nullptr;
    const auto found = defaults->find(attribute);
    return found == defaults->end() || found->second.empty() ? nullptr : found->second.c_str();
  }
  std::string text_or(const char* attribute, const std::string& otherwise) const {
    const char* text = value(attribute);
    return text == nullptr ? otherwise : valid_utf8(text);
  }
  std::vector<double> numbers(const char* attribute) const {
    const char* text = value(attribute);
    if (text == nullptr) return {};
    return node.numbers_in(attribute, text);
  }
  /// Numbers of an attribute, after a check that there are `count` or none.
  std::vector<double> numbers(const char* attribute, std::size_t count) const {
    std::vector<double> values = numbers(attribute);
    return values.empty() ? values : node.counted(attribute, count, std::move(values));
  }
  Eigen::Vector3d vector_or(const char* attribute, const Eigen::Vector3d& otherwise) const {
    const std::vector<double> values = numbers(attribute, 3);
    return values.empty() ? otherwise : Eigen::Vector3d(values.data());
  }
  double number_or(const char* attribute, double otherwise) const {
    const std::vector<double> values = numbers(attribute, 1);
    return values.empty() ? otherwise : values.front();
  }
};

/// The conventions of the `compiler` element.
struct MjcfConventions {
  double angle = std::numbers::pi / 180.0;  // rad per unit
  std::string euler = "xyz";
  std::string asset_folder, own_mesh_folder;  // as written; may be empty
  bool strip_path = false;                    // remove the folders from file names
  bool limits_by_range = true;

  const std::string& mesh_folder() const {
    return own_mesh_folder.empty() ? asset_folder : own_mesh_folder;
  }
};

/// The unit vector along v. \throws Error naming the attribute if v is zero
Eigen::Vector3d unit(const MjcfElement& element, const char* attribute, const Eigen::Vector3d& v);

/// The placement of an element in its parent's frame: `pos`, and the rotation by `quat`,
/// `axisangle`, `euler`, `xyaxes` or `zaxis`.
ik::Isometry placement_of(const MjcfElement& element, const MjcfConventions& conventions);

/// A mesh asset.
struct MjcfMesh {
  std::string file = {};  ///< below the mesh folder; empty for a mesh without a file
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  /// Bounding box of the scaled points, if they are in the model itself, m.
  Eigen::AlignedBox3d box = {};
  /// Placement of the scaled points in the geom's frame, by refpos and refquat.
  ik::Isometry geom_from_points = ik::Isometry::Identity();
};

/// The sections of an MJCF file and its included files. Conventions, defaults and assets are read
/// in any order; bodies, constraints, tendons and keyframes stay elements.
class MjcfParts {
 public:
  /// \param folder of the file: names of included files start there
  MjcfParts(const XmlNode& mujoco, std::filesystem::path folder);

  const MjcfConventions& conventions() const { return conventions_; }
  /// The included files.
  std::vector<std::string> files() const;
  /// The elements in all sections with a tag: the bodies of "worldbody", the keys of "keyframe".
  std::vector<XmlNode> inside(const std::string& section) const;
  /// The children of an element; the contents of an included file replace its <include>.
  std::vector<XmlNode> children(const XmlNode& parent);

  /// Adds the defaults of an element's class. \param inherited the class of an element without one
  /// \param kind the tag of the defaults; empty: the element's tag
  MjcfElement with_defaults(const XmlNode& node, const std::string& inherited,
                            const std::string& kind = {}) const;

  /// The mesh with this name, or null.
  const MjcfMesh* mesh(const std::string& name) const;
  /// Errors in assets, and in shapes that the reader adds.
  ShapeErrors& looks() { return looks_; }
  /// The colour of a material; empty if the material is missing or has no colour.
  std::optional<Rgba> color_of(const std::string& material) const;

 private:
  /// A class of defaults: attributes by kind of element.
  using DefaultClass = std::map<std::string, Attributes>;

  XmlNode included(const XmlNode& node);
  void read_compiler(const XmlNode& node);
  void read_default(const XmlNode& node, DefaultClass inherited, bool top);
  void read_asset(const XmlNode& node);

  std::filesystem::path folder_;
  ShapeErrors looks_;
  std::vector<std::unique_ptr<XmlFile>> included_files_;  // must outlive the elements
  // the roots of these files, by their <include>
  std::map<const tinyxml2::XMLElement*, XmlNode> roots_;
  MjcfConventions conventions_;
  std::map<std::string, std::vector<XmlNode>> sections_;  // contents by tag
  std::map<std::string, DefaultClass> classes_;           // "": defaults without a class name
  std::map<std::string, MjcfMesh> meshes_;
  std::map<std::string, Rgba> materials_;
};

}  // namespace io
