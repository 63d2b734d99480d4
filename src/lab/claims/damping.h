#pragma once

#include <vector>

#include "lab/claims/claims.h"

namespace lab {

/// The rows of claims() on damping.
std::vector<Claim> claims_on_damping();

}  // namespace lab
