#include "app/window/gallery.h"

#include <cstdint>

namespace app {

std::span<const ImTextureID> Gallery::shown(std::span<const ui::SceneItem> items) {
  shown_.clear();
  for (const ui::SceneItem& item : items) {
    const auto picture = pictures_.find(item.id);
    const unsigned id = picture == pictures_.end() ? 0 : picture->second.texture.id();
    shown_.push_back(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(id)));
  }
  return shown_;
}

bool Gallery::draw_next(std::span<const ui::SceneItem> items, const Look& look,
                        const std::function<gfx::Image(const ui::SceneItem&)>& draw) {
  for (const ui::SceneItem& item : items) {
    const auto drawn = pictures_.find(item.id);
    if (drawn != pictures_.end() && drawn->second.look == look) continue;
    const gfx::Image image = draw(item);
    if (image.rgba.empty()) continue;
    Drawn& picture = pictures_[item.id];
    picture.look = look;
    picture.texture.set(image.width, image.height, image.rgba);
    return true;
  }
  return false;
}

}  // namespace app
