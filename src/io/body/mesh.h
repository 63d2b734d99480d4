#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

namespace io {

/// Limits of mesh files.
inline constexpr std::size_t kMaxMeshBytes = std::size_t{128} << 20;
inline constexpr std::size_t kMaxTriangles = 1'000'000;
/// Corners of a face: the time to cut a face into triangles grows with their square.
inline constexpr std::size_t kMaxCorners = 1000;
inline constexpr std::size_t kMaxMaterialBytes = std::size_t{1} << 20;

/// Triangles of one colour, counter-clockwise seen from outside.
struct MeshPart {
  Eigen::Matrix3Xf points;                    ///< m
  Eigen::Matrix3Xf normals;                   ///< unit, one per point
  std::vector<std::uint32_t> indices;         ///< three per triangle
  std::optional<Eigen::Vector3d> color = {};  ///< sRGB, 0 to 1, if the file has one
};

/// The triangles of an STL, OBJ or DAE file in its own frame, one part per colour. The up axis of a
/// DAE file is ignored, as in ROS. Missing normals are computed, smooth at edges below 45 degrees.
/// Material libraries of an OBJ file are read if they are in its folder; textures are not read.
/// \throws Error naming the file if it cannot be read, has no triangle or more than kMaxTriangles
std::vector<MeshPart> read_mesh(const std::filesystem::path& path);

/// Reads a file that a mesh file refers to; empty if it is not available.
using NamedFile = std::function<std::optional<std::string>(const std::string& name)>;

/// Reads the triangles from a file's bytes.
/// \param path its extension gives the format
/// \param named reads the material libraries; none by default
std::vector<MeshPart> parse_mesh(std::string_view bytes, const std::filesystem::path& path,
                                 const NamedFile& named = {});

/// The supported part of an OBJ file.
struct CheckedObj {
  std::string text;       ///< points, normals, faces with numbers from 1, starts of parts
  std::string materials;  ///< the used materials, only with their diffuse colours
};
inline constexpr const char* kObjMaterials = "materials";  ///< the library's name in CheckedObj

/// Reduces an OBJ text to its supported part and checks it, because the library that reads OBJ
/// files does not check point numbers.
/// \param source names the file in messages
/// \param named reads its material libraries; errors in them are ignored and leave parts without a
///   colour
/// \throws Error naming file and line of a number that is not finite, or of a face with fewer than
///   three corners, more than kMaxCorners, or a missing point or normal; and of the face with which
///   there are more than kMaxTriangles
CheckedObj checked_obj(std::string_view text, const std::string& source, const NamedFile& named);

/// Checks a Collada text for what the library that reads DAE files does not check.
///   - Arrays are long enough for their accessors. Collada 1.4.1, section "accessor": element i of
///     an accessor begins at number offset + i stride, and has one number per `param`.
///   - Faces have at most kMaxCorners, and make at most kMaxTriangles.
///   - Nodes that stand for copies of others (`instance_node`) form no ring, and are few.
/// \param source names the file in messages
/// \throws Error naming file, line and element
void check_collada(std::string_view text, const std::string& source);

}  // namespace io
