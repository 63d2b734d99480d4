#include "io/body/link_shapes.h"

#include <utility>

namespace io {

void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links) {
  for (const std::size_t i : bare) {
    std::vector<Eigen::Vector3d> ends;
    for (const lab::ModelLink& link : links) {
      if (link.parent != static_cast<int>(i)) continue;
      const Eigen::Vector3d anchor =
          link.joints.empty() ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : link.joints[0].anchor;
      ends.emplace_back(link.parent_from_link * anchor);
    }
    if (ends.empty() && links[i].middle) ends.emplace_back(2.0 * *links[i].middle);
    for (const Eigen::Vector3d& end : ends) {
      const double length = end.norm();
      if (length > 0.0) links[i].visuals.push_back(lab::bone(end, lab::kSlender * length));
    }
  }
}

void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds) {
  const auto add = [radius](lab::ModelLink& link, const Eigen::Vector3d& to) {
    if (to.norm() > 0.0) link.visuals.push_back(lab::bone(to, radius));
  };
  for (lab::ModelLink& link : links) {
    const auto parent = static_cast<std::size_t>(link.parent);
    if (link.parent >= 0 && holds(parent)) add(links[parent], link.parent_from_link.translation());
    for (const lab::ModelSite& site : link.sites) add(link, site.place);
  }
}

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
