#pragma once

#include <map>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "iklab/body.h"
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
/// The rotation of a quaternion w, x, y, z of any length but 0; none if the attribute is missing.
Eigen::Matrix3d quaternion_of(const MjcfElement& element, const char* attribute);

}  // namespace io
