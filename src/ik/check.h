#pragma once

#include <cassert>
#include <stdexcept>
#include <string>

namespace ik {

/// Refuses a caller's input at construction; `message` names the culprit.
/// \throws std::invalid_argument where `holds` is false
inline void require(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

}  // namespace ik

/// A promise of our own that Debug builds check.
#define IK_ASSERT(condition) assert(condition)
