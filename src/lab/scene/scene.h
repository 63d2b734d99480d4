#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ik/body/multibody.h"
#include "ik/body/obstacle.h"
#include "lab/scene/settings.h"
#include "lab/scene/target_curve.h"

namespace lab {

/// Joints that move together while the others are frozen: "arms only".
struct JointGroup {
  std::string name;
  std::vector<int> joints;  ///< in the solver's order
};

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
  std::vector<AimCurve> aims = {};           ///< (r) in the order of the multibody's goals
  /// (k + r) how much each goal counts, Problem::weights. Empty: all 1.
  std::vector<double> weights = {};
  std::vector<JointGroup> groups = {};    ///< what a user may want to move alone
  std::optional<std::size_t> group = {};  ///< the group that does at first
};

}  // namespace lab
