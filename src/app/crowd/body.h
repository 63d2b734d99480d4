#pragma once

#include "app/picture/picture.h"
#include "gfx/crowd/mesh.h"

namespace app {

/// How a body of a crowd is drawn at each level; its points are those of lab::Crowd, in its order.
/// Near ones look like the single body, but for hinges, which are balls; distant ones have a single
/// piece from one branching of the tree to the next, and specks no more than a fork.
gfx::CrowdBody crowd_body(const ik::Multibody& multibody, const Stage& stage,
                          const PictureStyle& style);

}  // namespace app
