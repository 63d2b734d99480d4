#pragma once

#include <vector>

#include "lab/claims/claims.h"

namespace lab {

/// The rows of claims() on the methods.
std::vector<Claim> claims_on_methods();

}  // namespace lab
