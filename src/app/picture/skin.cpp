#include "app/picture/skin.h"

#include <utility>

#include "app/session/trails.h"
#include "io/body/mesh.h"
#include "io/files/text.h"

namespace app {
namespace {

constexpr gfx::Color kPlain{0.72f, 0.74f, 0.77f, 1.0f};
constexpr float kGloss = 0.35f;

gfx::Color shown_color(const std::optional<Eigen::Vector3d>& color) {
  if (!color) return kPlain;
  return {static_cast<float>(color->x()), static_cast<float>(color->y()),
          static_cast<float>(color->z()), 1.0f};
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

}  // namespace

Skin::Skin(const std::vector<lab::Visual>& visuals) {
  for (const lab::Visual& visual : visuals) add_visual(visual);
  for (const Piece& piece : pieces_) {
    if (piece.joint < 0) continue;
    const auto j = static_cast<std::size_t>(piece.joint);
    if (covered_.size() <= j) covered_.resize(j + 1, false);
    covered_[j] = true;
  }
}

void Skin::add_visual(const lab::Visual& visual) {
  Piece piece{visual.joint, visual.joint_from_shape,  nullptr, 0.0, 0.0,
              false,        shown_color(visual.color)};
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
  } else if (const auto* file = std::get_if<lab::MeshShape>(&visual.shape)) {
    try {
      for (const io::MeshPart& part : io::read_mesh(file->file)) {
        piece.mesh = scaled_model(part, file->scale);
        if (!visual.color) piece.color = shown_color(part.color);
        if (piece.mesh != nullptr) pieces_.push_back(piece);
      }
    } catch (const io::Error& error) {
      notes_.push_back(error.what());
    }
    return;
  }
  if (piece.mesh != nullptr || piece.radius > 0.0) pieces_.push_back(std::move(piece));
}

void Skin::add(const ik::Pose& pose, const gfx::Color& color, gfx::Picture& picture) const {
  for (const Piece& piece : pieces_) {
    const Eigen::Isometry3d place =
        piece.joint < 0 ? piece.joint_from_shape
                        : pose.world_from_joint(piece.joint) * piece.joint_from_shape;
    const gfx::Surface surface{color.a > 0.0f ? color : piece.color, kGloss, 0.0f};
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

}  // namespace app
