#pragma once

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

}  // namespace io
