#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/body/mesh_paths.h"
#include "io/body/notes.h"
#include "io/body/xml.h"
#include "lab/body/body_model.h"

namespace io {

/// What is found on the way through the shapes of a robot file.
struct ShapeRemarks {
  /// \param source the file
  explicit ShapeRemarks(const std::string& source) : dropped(source) {}
  /// A line for each kind.
  void tell(const MeshPaths& meshes, std::vector<std::string>& notes) const;

  std::vector<std::string> missing;     ///< names of meshes
  int uniform_scales = 0;               ///< scales of one number
  std::map<std::string, int> left_out;  ///< elements, by tag
  ShapeErrors dropped;
};

/// The numbers of a field of an element: an attribute in URDF, a child in SDF.
using FieldNumbers = std::vector<double> (XmlNode::*)(const char* field) const;

/// The number above 0 in a field.
double positive(const XmlNode& node, const char* field, FieldNumbers numbers);

/// A box, cylinder, capsule or sphere by its fields size, radius and length; empty if the geometry
/// is another one.
std::optional<lab::Visual::Shape> read_plain_shape(const XmlNode& geometry, FieldNumbers numbers);

/// A mesh; empty if its file is missing. \param scale three numbers, or one for all axes
std::optional<lab::Visual::Shape> read_mesh_shape(const std::string& name, const XmlNode& mesh,
                                                  const std::vector<double>& scale,
                                                  const MeshPaths& meshes, ShapeRemarks& remarks);

/// The shapes of a link.
struct LinkShapes {
  std::vector<lab::Visual> visuals;
  bool bare = false;  ///< a mesh is missing, and no collision shape stands in for it
};

/// Reads a <visual> or <collision>; empty if its mesh is missing, or it is transparent.
using ShapeReader =
    std::function<std::optional<lab::Visual>(const XmlNode& node, ShapeRemarks& remarks)>;

/// The visuals of a link, and where a mesh is missing its collision shapes.
LinkShapes read_link_shapes(const XmlNode& link, const ShapeReader& read, ShapeRemarks& remarks);

/// Replaces missing meshes by capsules: from each of these links to its children, or through its
/// middle if it has none.
void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links);

/// Adds capsules from links to their children and sites.
/// \param holds whether a link gets capsules to its children
void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds);

/// A capsule in place of an ellipsoid: of its length along z and mean width.
/// \param radii along x, y and z, m
inline lab::CapsuleShape ellipsoid_shape(const Eigen::Vector3d& radii) {
  const double radius = 0.5 * (radii.x() + radii.y());
  return {radius, std::max(0.0, 2.0 * (radii.z() - radius))};
}

/// A colour that is written as red, green, blue and alpha.
struct Rgba {
  Eigen::Vector3d color = Eigen::Vector3d::Zero();  ///< 0 to 1
  double alpha = 1.0;

  /// \param values four numbers
  explicit Rgba(const std::vector<double>& values)
      : color(Eigen::Vector3d(values[0], values[1], values[2]).cwiseMax(0.0).cwiseMin(1.0)),
        alpha(values[3]) {}
  /// False below a small alpha; everything else is drawn solid.
  bool visible() const { return alpha >= 0.05; }
};

}  // namespace io
