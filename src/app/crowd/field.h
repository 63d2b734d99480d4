#pragma once

#include <glm/vec3.hpp>

#include <memory>
#include <vector>

#include "app/picture/stage.h"
#include "lab/scene/scene.h"

namespace app {

/// All bodies of one scene in a field.
struct CrowdKindPlaces {
  std::shared_ptr<const lab::Scene> scene;
  Stage stage;
  std::vector<glm::vec3> places;  ///< m, offset of each body from the scene's origin, with y up
  std::vector<double> delays;     ///< s, delay of each body's targets
  int first = 0;                  ///< index of its first point among the points of all kinds
};

/// Positions of a crowd's bodies around the single body, like the seeds of a sunflower (Vogel
/// 1979). Body i is at the distance s sqrt(i + a) and one golden angle further than body i - 1.
/// Existing bodies keep their positions when the field grows. The kinds alternate.
///
/// The delay of the targets grows with the distance: their motion runs outwards as a wave.
struct CrowdField {
  std::vector<CrowdKindPlaces> kinds;
  float apart = 0.0f;   ///< m, between nearest neighbours
  float radius = 0.0f;  ///< m, from the middle to the outermost body
  int points = 0;       ///< number of points of all bodies

  int count() const;
};

/// \param scenes  one or more; each body is a copy of one of them
/// \param middle  stage of the single body: its floor is the floor of all bodies
/// \param spacing between bodies, as a multiple of the longest body's length at time 0
CrowdField make_field(std::vector<std::shared_ptr<const lab::Scene>> scenes, const Stage& middle,
                      int count, double spacing);

}  // namespace app
