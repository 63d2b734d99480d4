#pragma once

#include <vector>

#include "lab/claims/claims.h"

namespace lab {

/// The rows of claims() on updates and reach.
std::vector<Claim> claims_on_frames();

}  // namespace lab
