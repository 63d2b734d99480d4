#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/claims/claims.h"
#include "lab/track/setup.h"

namespace lab {

/// The scenes of a claim's plan, each once, in its order.
std::vector<std::string> scenes_of(const Claim& claim);

/// More bodies than this beside each other are no comparison any more.
inline constexpr std::size_t kMostClaimLanes = 8;

/// What a claim compares on one of its scenes, to be seen side by side: a lane a run, and of a
/// sweep its first, its middle and its last run.
/// \param id of the scene in the plan
/// \pre the plan has a run on it
Setup setup_of(const Claim& claim, const std::string& id, std::shared_ptr<const Scene> scene);

}  // namespace lab
