#pragma once

#include <string>
#include <vector>

#include "lab/claims/claims.h"
#include "ui/panels/column.h"

namespace app {

/// The scenes in the gallery.
struct SceneLibrary {
  std::vector<ui::SceneItem> items;
  /// Makes the scene with an id; also called on the thread of an experiment. May throw: the session
  /// then keeps its scene.
  lab::SceneSource load;

  /// The scene with an id, lab::new_body() included.
  lab::Scene scene(const std::string& id) const;
};

/// The built-in scenes and bodies in their groups: "The report" first.
SceneLibrary built_in_library();

}  // namespace app
