#include "app/picture/skin.h"

#include <cmath>
#include <span>
#include <utility>

#include <glm/geometric.hpp>

#include "app/picture/stage.h"
#include "app/session/to_gpu.h"
#include "io/body/gltf_mesh.h"
#include "io/body/mesh.h"
#include "io/files/text.h"
#include "lab/body/body_model.h"

namespace app {
namespace {

constexpr gfx::Color kPlain{0.72f, 0.74f, 0.77f, 1.0f};
constexpr float kGloss = 0.35f;

gfx::Surface shown_surface(const std::optional<Eigen::Vector3d>& color) {
  return {color ? gfx::Color(to_gpu(*color), 1.0f) : kPlain, kGloss, 0.0f};
}

const gfx::Surface& surface_in(const Materials& materials, Tone tone, const gfx::Surface& own) {
  switch (tone) {
    case Tone::kOwn:
      break;
    case Tone::kShell:
      return materials.link;
    case Tone::kSeam:
      return materials.hinge;
    case Tone::kCap:
      return materials.cap;
    case Tone::kRod:
      return materials.pin;
    case Tone::kFoot:
      return materials.plinth;
  }
  return own;
}

ik::Isometry joint_frame(const ik::Pose& pose, int joint) {
  return joint < 0 ? ik::Isometry::Identity() : pose.world_from_joint(joint);
}

/// A model of a part of a mesh file, with the scale of the visual.
std::shared_ptr<const gfx::ModelMesh> scaled_model(const io::MeshPart& part,
                                                   const Eigen::Vector3d& scale) {
  std::vector<glm::vec3> points, normals;
  for (Eigen::Index i = 0; i < part.points.cols(); ++i) {
    points.push_back(to_gpu(part.points.col(i).cast<double>().cwiseProduct(scale)));
    const Eigen::Vector3d normal = part.normals.col(i).cast<double>().cwiseQuotient(scale);
    normals.push_back(to_gpu(normal.normalized()));
  }
  std::vector<std::uint32_t> indices = part.indices;
  if (scale.prod() < 0.0) {  // a mirror turns triangles inside out
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) std::swap(indices[i], indices[i + 1]);
  }
  return gfx::make_model(points, normals, std::move(indices));
}

std::shared_ptr<const gfx::SkinnedMesh> skinned_mesh(const io::CharacterPart& part,
                                                     std::size_t joints) {
  std::vector<gfx::SkinnedVertex> vertices;
  for (Eigen::Index i = 0; i < part.mesh.points.cols(); ++i) {
    gfx::SkinnedVertex& vertex = vertices.emplace_back();
    for (int k = 0; k < 3; ++k) {
      vertex.point[k] = part.mesh.points(k, i);
      vertex.normal[k] = part.mesh.normals(k, i);
    }
    for (int k = 0; k < 4; ++k) {
      vertex.joints[k] = part.joints(k, i);
      vertex.weights[k] = part.weights(k, i);
    }
  }
  return gfx::make_skinned(std::move(vertices), part.mesh.indices, joints);
}

/// The first three rows of the matrix.
glm::mat3x4 gpu_rows(const Eigen::Affine3d& place) {
  glm::mat3x4 rows;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) rows[r][c] = static_cast<float>(place(r, c));
  }
  return rows;
}

}  // namespace

Skin::Skin(const std::vector<lab::Visual>& visuals, std::size_t most_read, std::size_t most_drawn) {
  Reading reading{most_read, most_drawn};
  for (const lab::Visual& visual : visuals) add_visual(visual, reading);
  for (const Piece& piece : pieces_) covered_.insert(piece.joint);
  add_characters(visuals);
  for (const int joint : reading.bare) covered_.erase(joint);
  if (reading.too_many > 0) {
    notes_.push_back(io::concat(reading.too_many,
                                reading.too_many == 1 ? " mesh is" : " meshes are",
                                " not shown: the body would have more than ", most_drawn,
                                " triangles, or its files more than ", most_read));
  }
}

Skin::Skin(const std::vector<Housing>& housings) {
  for (const Housing& housing : housings) {
    covered_.insert(housing.joint);
    Piece piece{.joint = housing.joint,
                .joint_from_shape = ik::Isometry::Identity(),
                .mesh = nullptr,
                .tone = housing.tone};
    if (housing.fillet > 0.0f) {
      for (const gfx::BlendPart& part : housing.parts) {
        bounds_.push_back({housing.joint, to_world(part.a), part.radius_a});
        bounds_.push_back({housing.joint, to_world(part.b), part.radius_b});
      }
      piece.mesh = gfx::blend_model(housing.parts, housing.fillet, housing.cell);
    } else {
      const gfx::BlendPart& drum = housing.parts.front();
      const Eigen::Vector3d a = to_world(drum.a), b = to_world(drum.b);
      piece.joint_from_shape.translation() = 0.5 * (a + b);
      piece.joint_from_shape.linear() = lab::z_to(b - a);
      piece.radius = drum.radius_a;
      piece.half_length = 0.5 * (b - a).norm();
      const Eigen::Matrix3d across = piece.radius * piece.joint_from_shape.linear();
      for (const Eigen::Vector3d& end : {a, b}) {
        for (const double side : {-1.0, 1.0}) {
          bounds_.push_back({housing.joint, end + side * across.col(0), 0.0f});
          bounds_.push_back({housing.joint, end + side * across.col(1), 0.0f});
        }
      }
    }
    if (piece.mesh != nullptr || piece.radius > 0.0) pieces_.push_back(std::move(piece));
  }
}

void Skin::add_characters(const std::vector<lab::Visual>& visuals) {
  std::map<std::string, std::map<int, const lab::Visual*>> files;
  for (const lab::Visual& visual : visuals) {
    const auto* node = std::get_if<lab::NodeShape>(&visual.shape);
    if (node != nullptr) files[node->file].emplace(node->node, &visual);
  }
  for (const auto& [file, nodes] : files) {
    try {
      const io::Character character = io::read_character(file);
      ShownCharacter shown;
      for (const io::CharacterJoint& joint : character.joints) {
        const auto found = nodes.find(joint.node);
        if (found == nodes.end()) {
          throw io::Error(io::printable(io::concat(file, ": node ", joint.node,
                                                   " carries vertices, but no visual names it")));
        }
        const lab::Visual& visual = *found->second;
        const Eigen::Affine3d node_from_mesh(joint.node_from_mesh);
        shown.carriers.push_back(
            {visual.joint, visual.joint_from_shape *
                               Eigen::Scaling(std::get<lab::NodeShape>(visual.shape).scale) *
                               node_from_mesh});
      }
      for (const io::CharacterPart& part : character.parts) {
        auto mesh = skinned_mesh(part, character.joints.size());
        if (mesh != nullptr) shown.parts.push_back({mesh, shown_surface(part.mesh.color)});
      }
      if (shown.parts.empty()) continue;
      characters_.push_back(std::move(shown));
      for (const auto& [node, visual] : nodes) covered_.insert(visual->joint);
    } catch (const io::Error& error) {
      notes_.push_back(error.what());
    }
  }
}

void Skin::add_visual(const lab::Visual& visual, Reading& reading) {
  if (const auto* shape = std::get_if<lab::MeshShape>(&visual.shape)) {
    return add_mesh(visual, *shape, reading);
  }
  Piece piece{visual.joint, visual.joint_from_shape,    nullptr, 0.0, 0.0,
              false,        shown_surface(visual.color)};
  if (const auto* box = std::get_if<lab::BoxShape>(&visual.shape)) {
    piece.mesh = gfx::box_model(to_gpu(box->size));
  } else if (const auto* cylinder = std::get_if<lab::CylinderShape>(&visual.shape)) {
    piece.radius = cylinder->radius;
    piece.half_length = 0.5 * cylinder->length;
  } else if (const auto* capsule = std::get_if<lab::CapsuleShape>(&visual.shape)) {
    piece.radius = capsule->radius;
    piece.half_length = 0.5 * capsule->length;
    piece.capped = true;
  } else if (const auto* ball = std::get_if<lab::BallShape>(&visual.shape)) {
    piece.radius = ball->radius;
    piece.capped = true;
  }
  if (piece.mesh != nullptr || piece.radius > 0.0) pieces_.push_back(std::move(piece));
}

void Skin::add_mesh(const lab::Visual& visual, const lab::MeshShape& shape, Reading& reading) {
  const MeshModels& shown = models_of(shape, reading);
  if (shown.too_many || shown.triangles > reading.most_drawn - reading.drawn) {
    ++reading.too_many;
    reading.bare.push_back(visual.joint);
    return;
  }
  if (shown.broken) reading.bare.push_back(visual.joint);
  reading.drawn += shown.triangles;
  for (const MeshModel& model : shown.models) {
    pieces_.push_back({visual.joint, visual.joint_from_shape, model.mesh, 0.0, 0.0, false,
                       shown_surface(visual.color ? visual.color : model.color)});
  }
}

const Skin::MeshModels& Skin::models_of(const lab::MeshShape& shape, Reading& reading) {
  auto& scales = reading.files[shape.file];
  if (!scales.empty() && scales.begin()->second.broken) return scales.begin()->second;
  const auto [found, fresh] =
      scales.try_emplace({shape.scale.x(), shape.scale.y(), shape.scale.z()});
  MeshModels& models = found->second;
  if (!fresh) return models;
  try {
    std::vector<io::MeshPart> parts;
    if (reading.read < reading.most_read) parts = io::read_mesh(shape.file);
    for (const io::MeshPart& part : parts) models.triangles += part.indices.size() / 3;
    models.too_many = parts.empty() || models.triangles > reading.most_read - reading.read;
    if (models.too_many) return models;
    reading.read += models.triangles;
    for (const io::MeshPart& part : parts) {
      auto mesh = scaled_model(part, shape.scale);
      if (mesh != nullptr) models.models.push_back({std::move(mesh), part.color});
    }
  } catch (const io::Error& error) {
    models.broken = true;
    notes_.push_back(error.what());
  }
  return models;
}

void Skin::add(const ik::Pose& pose, const Materials& materials, gfx::Picture& picture) const {
  const auto surface_of = [&](const gfx::Surface& own, Tone tone) {
    return surface_in(materials, tone, own);
  };
  add_in(pose, -1, surface_of, picture);
}

void Skin::add(const ik::Pose& pose, const gfx::Color& color, gfx::Picture& picture) const {
  const gfx::Surface surface{color, kGloss, 0.0f};
  add_in(
      pose, 0, [&](const gfx::Surface&, Tone) { return surface; }, picture);
}

template <class SurfaceOf>
void Skin::add_in(const ik::Pose& pose, int first_joint, SurfaceOf&& surface_of,
                  gfx::Picture& picture) const {
  for (const ShownCharacter& character : characters_) {
    const std::size_t first = picture.palette.size();
    for (const Carrier& carrier : character.carriers) {
      const Eigen::Affine3d place = joint_frame(pose, carrier.joint) * carrier.joint_from_mesh;
      picture.palette.push_back(gpu_rows(place));
    }
    for (const ShownPart& part : character.parts) {
      picture.skinned.push_back({part.mesh, first, surface_of(part.surface, Tone::kOwn)});
    }
  }
  for (const Piece& piece : pieces_) {
    if (piece.joint < first_joint) continue;
    const ik::Isometry place = joint_frame(pose, piece.joint) * piece.joint_from_shape;
    const gfx::Surface surface = surface_of(piece.surface, piece.tone);
    const glm::vec3 origin = to_gpu(place.translation());
    const glm::vec3 z = to_gpu(place.linear().col(2));
    const auto radius = static_cast<float>(piece.radius);
    const glm::vec3 half = static_cast<float>(piece.half_length) * z;
    if (piece.mesh != nullptr) {
      picture.models.push_back({piece.mesh, origin, to_gpu(place.linear().col(0)), z, surface});
    } else if (piece.capped) {
      picture.capsules.push_back({origin - half, origin + half, radius, surface});
    } else {
      picture.drums.push_back({origin, z, radius, static_cast<float>(piece.half_length), surface});
    }
  }
}

void Skin::add_reach(const ik::Pose& pose, std::vector<gfx::Sphere>& spheres) const {
  if (!bounds_.empty()) {
    for (const Bound& bound : bounds_) {
      spheres.push_back({to_gpu(joint_frame(pose, bound.joint) * bound.place), bound.radius});
    }
    return;
  }
  gfx::Picture picture;
  add(pose, materials({}), picture);
  std::vector<glm::vec4> balls;
  for (const gfx::SkinnedModel& model : picture.skinned) {
    gfx::add_reach(*model.mesh, std::span(picture.palette).subspan(model.palette), balls);
  }
  for (const glm::vec4& ball : balls) spheres.push_back({glm::vec3(ball), ball.w});
  for (const gfx::Model& model : picture.models) {
    const glm::vec3 y = glm::cross(model.z, model.x);
    const glm::vec3 m = model.mesh->middle;
    spheres.push_back({model.origin + m.x * model.x + m.y * y + m.z * model.z, model.mesh->radius});
  }
  for (const gfx::Capsule& capsule : picture.capsules) {
    spheres.push_back({capsule.a, capsule.radius});
    spheres.push_back({capsule.b, capsule.radius});
  }
  for (const gfx::Drum& drum : picture.drums) {
    spheres.push_back({drum.center, std::hypot(drum.radius, drum.half_length)});
  }
}

}  // namespace app
