#include "io/body/link_shapes.h"

#include <utility>

namespace io {

void ShapeRemarks::tell(const MeshPaths& meshes, std::vector<std::string>& notes) const {
  if (!missing.empty()) notes.push_back(meshes.note_on_missing(missing));
  dropped.tell(notes);
  tell_left_out(left_out, notes);
  if (uniform_scales == 0) return;
  notes.push_back(concat(counted_words(static_cast<std::size_t>(uniform_scales),
                                       "scale of a mesh is", "scales of meshes are"),
                         " one number, taken for all three axes"));
}

double positive(const XmlNode& node, const char* field, FieldNumbers numbers) {
  const double number = node.counted(field, 1, (node.*numbers)(field)).front();
  if (!(number > 0.0)) node.fail(concat(field, ": expected a number above 0"));
  return number;
}

std::optional<lab::Visual::Shape> read_plain_shape(const XmlNode& geometry, FieldNumbers numbers) {
  if (const auto box = geometry.find("box")) {
    const Eigen::Vector3d size(box->counted("size", 3, (*box.*numbers)("size")).data());
    if (!(size.array() >= 0.0).all()) box->fail("size: expected numbers of at least 0");
    return lab::BoxShape{size};
  }
  if (const auto cylinder = geometry.find("cylinder")) {
    return lab::CylinderShape{positive(*cylinder, "radius", numbers),
                              positive(*cylinder, "length", numbers)};
  }
  if (const auto capsule = geometry.find("capsule")) {
    return lab::CapsuleShape{positive(*capsule, "radius", numbers),
                             positive(*capsule, "length", numbers)};
  }
  if (const auto ball = geometry.find("sphere")) {
    return lab::BallShape{positive(*ball, "radius", numbers)};
  }
  return std::nullopt;
}

std::optional<lab::Visual::Shape> read_mesh_shape(const std::string& name, const XmlNode& mesh,
                                                  const std::vector<double>& scale,
                                                  const MeshPaths& meshes, ShapeRemarks& remarks) {
  if (scale.size() == 1) ++remarks.uniform_scales;
  const Eigen::Vector3d scales = scale.size() == 1
                                     ? Eigen::Vector3d(Eigen::Vector3d::Constant(scale.front()))
                                     : Eigen::Vector3d(mesh.counted("scale", 3, scale).data());
  if (const auto file = meshes.find(name)) return lab::MeshShape{file->string(), scales};
  remarks.missing.push_back(name);
  return std::nullopt;
}

LinkShapes read_link_shapes(const XmlNode& link, const ShapeReader& read, ShapeRemarks& remarks) {
  LinkShapes shapes;
  const std::size_t before = remarks.missing.size();
  for (const XmlNode& node : link.children("visual")) {
    remarks.dropped.guard([&] {
      auto visual = read(node, remarks);
      if (visual) shapes.visuals.push_back(*std::move(visual));
    });
  }
  if (remarks.missing.size() == before) return shapes;
  shapes.bare = true;
  ShapeRemarks unsaid(link.source());  // for shapes that are not seen
  for (const XmlNode& node : link.children("collision")) {
    unsaid.dropped.guard([&] {
      auto visual = read(node, unsaid);
      if (!visual) return;
      shapes.visuals.push_back(*std::move(visual));
      shapes.bare = false;
    });
  }
  return shapes;
}

}  // namespace io
