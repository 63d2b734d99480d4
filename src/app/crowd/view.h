#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/crowd/runner.h"
#include "app/picture/picture.h"
#include "gfx/crowd/crowd.h"
#include "gfx/crowd/mesh.h"

namespace app {

/// How a body of a crowd is drawn at each level; its points are those of lab::Crowd, in its order.
/// Near ones look like the single body, but for hinges, which are balls; distant ones have a single
/// piece from one branching of the tree to the next, and specks no more than a fork.
gfx::CrowdBody crowd_body(const ik::Multibody& multibody, const Stage& stage,
                          const PictureStyle& style);

/// The picture of a crowd; makes nothing on the graphics card before there is one.
class CrowdView {
 public:
  /// Takes over a frame. \returns what draws it, for gfx::Renderer
  gfx::Crowd& take(const CrowdFrame& frame, const PictureStyle& style, const gfx::Camera& camera,
                   glm::vec2 size);
  /// There is no crowd, and nothing of it is kept.
  void drop();

  /// Adds what the last picture took.
  void tell(ui::CrowdShown& shown) const;

 private:
  std::unique_ptr<gfx::Crowd> crowd_;
  std::shared_ptr<const CrowdField> field_;  // that the bodies are made for, with ...
  bool dark_ = false;
  gfx::Color method_color_{0.0f};
  std::vector<gfx::CrowdGroup> groups_;
};

/// The floor as far as the field reaches, with lines that the camera can tell from each other.
void widen_floor(const CrowdField& field, const gfx::Camera& camera, gfx::Ground& ground);

/// The camera moved away, in its direction, until the whole field is in the picture.
void frame_field(const CrowdField& field, const Stage& stage, float aspect, gfx::Camera& camera);

}  // namespace app
