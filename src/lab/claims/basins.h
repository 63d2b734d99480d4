#pragma once

#include <vector>

#include "lab/claims/claims.h"

namespace lab {

/// The rows of claims() on basins of attraction.
std::vector<Claim> claims_on_basins();

}  // namespace lab
