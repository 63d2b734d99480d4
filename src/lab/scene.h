#pragma once

#include <string>
#include <vector>

#include "ik/multibody.h"
#include "ik/obstacle.h"
#include "lab/settings.h"
#include "lab/target_curve.h"

namespace lab {

/// A multibody with a target for each effector, and the settings that suit it. Data alone: the
/// menu, the command line, the tests and the benchmarks all run the same thing.
struct Scene {
  std::string id;  ///< the built-in name, or the path of the file
  std::string name;
  std::string description;
  ik::Multibody multibody;
  std::vector<TargetCurve> targets;          ///< (k) in the effectors' order
  Settings settings;                         ///< the defaults with what the scene says on top
  std::vector<ik::Obstacle> obstacles = {};  ///< that the links are to keep clear of
};

}  // namespace lab
