#pragma once

#include "ik/second_statements/plain.h"

/// Section "Links and obstacles" of docs/methods/definitions.md.
namespace second {

/// Clearance of a link from an obstacle.
struct Pair {
  double distance;   ///< m, negative inside
  VectorX gradient;  ///< (n) by theta
};
std::vector<Pair> pairs(const Question& q, const VectorX& theta);

}  // namespace second
