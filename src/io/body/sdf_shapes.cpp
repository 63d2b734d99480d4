#include "io/body/sdf_shapes.h"

#include <string>
#include <utility>
#include <vector>

#include "io/body/visuals.h"

namespace io {
namespace {

/// The colour of a visual; empty without one.
std::optional<Rgba> surface_color(const XmlNode& visual) {
  const auto material = visual.find("material");
  std::optional<Rgba> color;
  for (const char* tag : {"ambient", "diffuse"}) {  // the second one counts
    if (!material || !material->find(tag)) continue;
    std::vector<double> numbers = material->child_numbers(tag);
    if (numbers.size() == 3) numbers.push_back(1.0);
    color = Rgba(material->counted(tag, 4, std::move(numbers)));
  }
  return color;
}

std::optional<lab::Visual::Shape> read_geometry(const XmlNode& geometry, const MeshPaths& meshes,
                                                ShapeRemarks& remarks) {
  if (auto shape = read_plain_shape(geometry, &XmlNode::child_numbers)) return shape;
  if (const auto ellipsoid = geometry.find("ellipsoid")) {
    const Eigen::Vector3d radii(
        ellipsoid->counted("radii", 3, ellipsoid->child_numbers("radii")).data());
    if (!(radii.array() > 0.0).all()) ellipsoid->fail("radii: expected numbers above 0");
    return ellipsoid_shape(radii);
  }
  if (const auto mesh = geometry.find("mesh")) {
    // 1.2 has the name in <filename>, too
    const bool former = !mesh->find("uri") && mesh->find("filename");
    const std::string uri = mesh->child_text(former ? "filename" : "uri");
    if (mesh->find("submesh")) ++remarks.left_out["submesh"];
    const std::vector<double> even = {1.0, 1.0, 1.0};
    return read_mesh_shape(uri, *mesh, mesh->find("scale") ? mesh->child_numbers("scale") : even,
                           meshes, remarks);
  }
  if (geometry.find("plane") || geometry.find("empty")) return std::nullopt;
  for (const char* tag : {"cone", "heightmap", "image", "polyline"}) {
    if (!geometry.find(tag)) continue;
    ++remarks.left_out[tag];
    return std::nullopt;
  }
  geometry.fail("expected a box, cylinder, capsule, ellipsoid, sphere or mesh");
}

}  // namespace

std::optional<lab::Visual> read_sdf_shape(const XmlNode& node, int link, const SdfFrames& frames,
                                          const MeshPaths& meshes, ShapeRemarks& remarks) {
  std::optional<Rgba> color;
  remarks.dropped.guard([&] { color = surface_color(node); });
  Rgba shown = color.value_or(Rgba({0.0, 0.0, 0.0, 1.0}));
  shown.alpha *= 1.0 - node.child_number_or("transparency", 0.0);
  if (!shown.visible()) return std::nullopt;
  const auto shape = read_geometry(node.child("geometry"), meshes, remarks);
  if (!shape) return std::nullopt;
  lab::Visual visual{-1, frames.pose_in(link, node), *shape};
  if (color) visual.color = color->color;
  return visual;
}

}  // namespace io
