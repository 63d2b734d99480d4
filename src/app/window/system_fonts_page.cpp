#include "app/window/imgui_layer.h"
#include "app/window/page.h"

namespace app {

std::optional<ui::SystemFont> SystemFonts::font_with(ImWchar) { return std::nullopt; }

std::optional<ui::SignPicture> picture_of_sign(ImWchar sign, int height) {
  const int room = 2 * height;  // columns
  std::vector<std::uint8_t> drawn(static_cast<std::size_t>(room * height));
  const int width = page_draw_sign(sign, height, room, drawn.data());
  if (width <= 0) return std::nullopt;
  ui::SignPicture picture{.width = width, .height = height, .alpha = {}};
  for (int y = 0; y < height; ++y) {
    const auto row = drawn.begin() + y * room;
    picture.alpha.insert(picture.alpha.end(), row, row + width);
  }
  return picture;
}

}  // namespace app
