#pragma once

#include <vector>

#include "lab/claims/claims.h"

namespace lab {

/// The rows of claims() on clamps.
std::vector<Claim> claims_on_clamps();

}  // namespace lab
