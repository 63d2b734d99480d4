#pragma once

#include <memory>
#include <span>

#include <glm/vec3.hpp>

#include "gfx/draw/solids.h"

namespace gfx {

/// A cone with flat ends and round edges, from a to b. With a radius as edge it ends in a
/// half-ball; with equal ends it is a ball.
struct BlendPart {
  glm::vec3 a{0.0f}, b{0.0f};              ///< m, middles of the ends
  float radius_a = 0.0f, radius_b = 0.0f;  ///< m
  float edge = 0.0f;                       ///< m, radius of the edges

  bool operator==(const BlendPart&) const = default;
};

/// Signed distance from a point to the parts, joined by fillets, m; negative inside.
float blend_distance(std::span<const BlendPart> parts, float fillet, const glm::vec3& point);

/// A closed mesh of parts that are joined by fillets. Its vertices lie on the surface and have its
/// normals, so that a coarse mesh looks smooth if edges and fillets are as round as a cell is long.
/// Null without a part that has a radius.
/// \param fillet m, radius of the fillets, positive
/// \param cell   m, length of the mesh's edges; longer where the mesh would be too fine
std::shared_ptr<const ModelMesh> blend_model(std::span<const BlendPart> parts, float fillet,
                                             float cell);

}  // namespace gfx
