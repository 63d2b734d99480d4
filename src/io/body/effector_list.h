#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/body/body_model.h"

namespace io {

/// Parses a list of effectors: "tool0,link:hand@0,0,0.1,site:tip@0,0,0,0,1.57,0".
///
/// Each name is a link or a site. The prefix `link:` (or `body:`) or `site:` chooses one if both
/// have the name. After an @ come x, y and z [m] of a tool in that frame, optionally with roll,
/// pitch and yaw [rad], as in URDF. All numbers after an @ belong to it; the next part that is not
/// a number is the next name. An @ without a number after it is part of a name.
/// \throws Error naming the option, the list and its wrong part
std::vector<lab::EffectorRequest> effector_list(
    std::string_view list, const lab::OptionWords& words = lab::kCommandLineWords);

/// The effector options stored in a scene made of a robot or character file: the named effectors
/// and at_tips. The rest of the wish is not set. \throws Error as effector_list()
lab::BodyRequest named_effectors(const lab::Scene& scene);

}  // namespace io
