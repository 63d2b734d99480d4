#pragma once

#include <glm/vec3.hpp>

#include <memory>
#include <vector>

#include "app/picture/stage.h"
#include "lab/scene/scene.h"

namespace app {

/// The bodies of one kind in a field.
struct CrowdKindPlaces {
  std::shared_ptr<const lab::Scene> scene;
  Stage stage;                    ///< of that scene
  std::vector<glm::vec3> places;  ///< m, from the scene's own axes to where a body stands
  std::vector<double> delays;     ///< s, by which its targets come later
  int first = 0;                  ///< its first point, of those of all kinds
};

/// Where the bodies of a crowd stand: around the single body, evenly and without end, as the seeds
/// of a sunflower do (Vogel 1979). Body i is at distance s sqrt(i + a) and a golden angle further
/// on than the one before, so that those that are there stay where they are as the field grows.
/// The kinds take turns.
///
/// The farther out, the later are the targets: their motion runs outwards as a wave.
struct CrowdField {
  std::vector<CrowdKindPlaces> kinds;
  float apart = 0.0f;   ///< m, from a body to its nearest neighbours
  float radius = 0.0f;  ///< m, from the middle to the outermost body
  int points = 0;       ///< of all bodies

  int count() const;
};

/// \param scenes  one or more, of which each body is one
/// \param middle  of the single body, whose floor they all share
/// \param spacing from body to body, in lengths of the longest at time 0
CrowdField make_field(std::vector<std::shared_ptr<const lab::Scene>> scenes, const Stage& middle,
                      int count, double spacing);

}  // namespace app
