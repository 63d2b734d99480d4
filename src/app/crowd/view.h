#pragma once

#include <memory>
#include <vector>

#include "app/crowd/runner.h"
#include "app/picture/picture.h"
#include "gfx/crowd/crowd.h"
#include "gfx/crowd/mesh.h"

namespace app {

/// The pieces of a crowd's body at each level of detail; points are numbered as in lab::Crowd.
/// Near bodies look like the single body, with balls for hinges. Distant bodies have one piece
/// between branchings of the tree; specks have two or three pieces.
gfx::CrowdBody crowd_body(const ik::Multibody& multibody, const Stage& stage,
                          const PictureStyle& style);

/// The colours of a frame's bodies for its tone.
gfx::CrowdTones crowd_tones(const CrowdFrame& frame, bool dark);

/// The picture of a crowd; uses no graphics memory while there is no crowd.
class CrowdView {
 public:
  /// Uploads a frame to the graphics card. \returns the crowd, for gfx::Renderer
  gfx::Crowd& take(const CrowdFrame& frame, const PictureStyle& style, const gfx::Camera& camera,
                   glm::vec2 size);
  void drop();

  /// Adds the times and counts of the last picture to `shown`.
  void tell(ui::CrowdShown& shown) const;

 private:
  std::unique_ptr<gfx::Crowd> crowd_;
  std::shared_ptr<const CrowdField> field_;  // groups_ are made of it
  PictureStyle style_;                       // groups_ have this style
  std::vector<gfx::CrowdGroup> groups_;
};

/// Extends the floor to the whole field, with a line spacing that the camera can resolve.
void widen_floor(const CrowdField& field, const gfx::Camera& camera, gfx::Ground& ground);

/// Moves the camera back, in its direction, until it sees the whole field.
void frame_field(const CrowdField& field, const Stage& stage, float aspect, gfx::Camera& camera);

}  // namespace app
