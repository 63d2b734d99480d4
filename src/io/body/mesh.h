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
inline constexpr std::size_t kMostMeshBytes = std::size_t{128} << 20;
inline constexpr std::size_t kMostTriangles = 1'000'000;
inline constexpr std::size_t kMostMaterialBytes = std::size_t{1} << 20;

/// Triangles of one colour, counter-clockwise seen from outside.
struct MeshPart {
  Eigen::Matrix3Xf points;                    ///< m
  Eigen::Matrix3Xf normals;                   ///< unit, one for each point
  std::vector<std::uint32_t> indices;         ///< three for each triangle
  std::optional<Eigen::Vector3d> color = {};  ///< sRGB, 0 to 1, where the file has one
};

/// The triangles of an STL, OBJ or DAE file, in its own frame (the up axis that a DAE file declares
/// does not count, as in ROS), a part for each colour. Normals that are missing are made, smooth
/// below 45 degrees. The material libraries of an OBJ file are read where they lie in its folder;
/// textures are not opened.
/// \throws Error naming the file if it cannot be read, has no triangle or more than kMostTriangles
std::vector<MeshPart> read_mesh(const std::filesystem::path& path);

/// The text of a file that a mesh file names; empty if it cannot be had.
using NamedFile = std::function<std::optional<std::string>(const std::string& name)>;

/// The same for the bytes of a file. \param path its extension tells the format \param named the
/// material libraries; none unless given
std::vector<MeshPart> parse_mesh(std::string_view bytes, const std::filesystem::path& path,
                                 const NamedFile& named = {});

/// Checks that the arrays of numbers in a Collada text hold what its accessors read: the library
/// that reads DAE files trusts them. Collada 1.4.1, section "accessor": element i of an accessor
/// begins at number offset + i stride, and has a number for each `param`.
/// \param source names the file in messages
/// \throws Error naming file, line and element
void expect_whole_arrays(std::string_view text, const std::string& source);

/// What is read of an OBJ file.
struct CheckedObj {
  std::string text;       ///< points, normals, faces by numbers from 1, where another part begins
  std::string materials;  ///< the materials that it uses, each with its diffuse colour alone
};
inline constexpr const char* kObjMaterials = "materials";  ///< their library's name in the text

/// An OBJ text with what is read of it alone. The library that reads OBJ files trusts the numbers
/// of points in them.
/// \param source names the file in messages \param named its material libraries; what is wrong in
///   them is passed over, and what uses it has no colour
/// \throws Error naming file and line of a number that is not finite, or of a face with fewer than
///   three corners or with a point or a normal that is not there
CheckedObj checked_obj(std::string_view text, const std::string& source,
                       const NamedFile& named = {});

}  // namespace io
