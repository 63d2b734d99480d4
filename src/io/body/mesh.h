#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "io/body/obj.h"

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

/// Reads the triangles from a file's bytes.
/// \param path its extension gives the format
/// \param named reads the material libraries; none by default
std::vector<MeshPart> parse_mesh(std::string_view bytes, const std::filesystem::path& path,
                                 const NamedFile& named = {});

}  // namespace io
