#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/body/body_model.h"

namespace io {

/// The effectors that a list names: "tool0,link:hand@0,0,0.1,site:tip@0,0,0,0,1.57,0".
///
/// Each is a link or a site; `link:` (or `body:`) and `site:` say which where both have the name.
/// Behind an @ follow x, y and z [m] of a tool in that frame, or these and its roll, pitch and yaw
/// [rad], as in URDF. All numbers that follow an @ belong to it; the next name is the next part of
/// the list that is no number. An @ without a number behind it is part of a name.
/// \throws Error naming the list and the part of it that is wrong
std::vector<lab::EffectorWish> effector_list(std::string_view list);

/// The effectors that were named when a scene was made of a robot or character file, and whether at
/// tips; the rest of the wish is not set. \throws Error as effector_list()
lab::BodyWish named_effectors(const lab::Scene& scene);

}  // namespace io
