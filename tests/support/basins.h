#pragma once

#include "lab/solve/basin_map.h"
#include "support/scenes.h"

/// Lanes with goals at rest, and their maps, for tests.
namespace basins {

/// A goal within reach of two_links().
inline const Eigen::Vector3d kGoal(0.9, 0.9, 0.0);

/// A scene whose effectors have to stand at these places.
inline lab::Scene standing(const ik::Multibody& body, const std::vector<Eigen::Vector3d>& targets) {
  lab::Scene scene{"standing", "Standing", "", body, {}, {}};
  for (const Eigen::Vector3d& target : targets) scene.targets.push_back(scenes::standing(target));
  return scene;
}

/// Two links of 1 m and 0.8 m about z.
inline lab::Scene two_links(const Eigen::Vector3d& target) {
  return standing(ik::chain({1.0, 0.8}), {target});
}

inline lab::StandingLane lane(const lab::Scene& scene, const char* method,
                              const lab::Settings& settings) {
  return lab::StandingLane(lab::Tracker(scene, *ik::find_method(method), settings));
}
/// With parameters of the method.
inline lab::StandingLane lane(const lab::Scene& scene, const char* method,
                              const lab::Params& params = {}) {
  lab::Settings settings = scene.settings;
  settings.set_params(params);
  return lane(scene, method, settings);
}

inline lab::BasinMap computed(const lab::Basins& basins, const lab::BasinMap* before = nullptr) {
  lab::BasinMap map(basins, before);
  map.compute(basins, basins.count());
  return map;
}

}  // namespace basins
