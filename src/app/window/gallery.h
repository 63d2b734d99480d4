#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <imgui.h>

#include "gfx/context/framebuffer.h"
#include "ui/panels/column.h"

namespace app {

/// The pictures in the gallery of scenes. Each is drawn when the gallery is first open, one a
/// frame, and again when the theme or the display's scale changes.
class Gallery {
 public:
  struct Look {
    bool dark = false;
    float scale = 1.0F;  ///< pixels per design point

    bool operator==(const Look&) const = default;
  };

  /// The pictures in the order of the scenes, as in ui::SceneMenu. Valid until the next call.
  std::span<const ImTextureID> shown(std::span<const ui::SceneItem> items);

  /// Draws the next picture that is not there. \param draw returns no pixels for a scene that has
  /// no picture, \returns whether it has drawn one
  bool draw_next(std::span<const ui::SceneItem> items, const Look& look,
                 const std::function<gfx::Image(const ui::SceneItem&)>& draw);

 private:
  struct Drawn {
    Look look;
    gfx::Texture texture;
  };
  std::map<std::string, Drawn> pictures_;  // by the scene's id
  std::vector<ImTextureID> shown_;
};

}  // namespace app
