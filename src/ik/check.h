#pragma once

#include <cassert>
#include <stdexcept>
#include <string>

#include <Eigen/Core>

namespace ik {

/// Refuses a caller's input at construction; `message` names the culprit.
/// \throws std::invalid_argument where `holds` is false
inline void require(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

/// True where no number is NaN or infinite. Quicker than a look at each: 0 x is 0, or NaN.
inline bool all_finite(const Eigen::VectorXd& numbers) { return (0.0 * numbers).sum() == 0.0; }

}  // namespace ik

/// A promise of our own that Debug builds check.
#define IK_ASSERT(condition) assert(condition)
