#pragma once

#include <string>
#include <vector>

#include "lab/scene/scene.h"

namespace lab {

/// A change of a body in words.
struct BodyChange {
  std::string what;                     ///< "joint elbow: offset", "obstacle ball removed"
  std::string before = {}, after = {};  ///< "0.5, 0, 0"; may be empty
  const char* unit = "";                ///< the unit of both values
};

/// The differences to another body: joints, effectors and obstacles, matched by name.
std::vector<BodyChange> body_changes(const Scene& before, const Scene& after);

}  // namespace lab
