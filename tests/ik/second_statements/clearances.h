#pragma once

#include "ik/second_statements/plain.h"

// The page's "Links and obstacles".
namespace second {

/// A link and an obstacle.
struct Pair {
  double distance;   ///< m, negative inside
  VectorX gradient;  ///< (n) by theta
};
std::vector<Pair> pairs(const Question& q, const VectorX& theta);

}  // namespace second
