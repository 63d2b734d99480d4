#include "app/window/look.h"

#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <utility>

#include "io/files/file.h"

namespace app {
namespace {

std::string read_font(const char* path) {
  try {
    return io::read_file(path);
  } catch (const io::Error&) {
    return {};  // another font replaces it
  }
}

}  // namespace

Look::Look() : font_files_(ui::find_fonts(read_font)) {
  further_.font = [this](ImWchar sign) { return system_fonts_.font_with(sign); };
  further_.picture = picture_of_sign;
}

void Look::set_signs(const std::set<ImWchar>& signs) {
  if (signs == further_.signs) return;
  further_.signs = signs;
  loaded_ = false;
}

bool Look::set(const Appearance& wanted, float pixels_per_point, float pixels_per_coordinate) {
  const auto limited = [](float scale) { return std::clamp(scale, ui::kMinScale, ui::kMaxScale); };
  const float resolution = limited(pixels_per_coordinate);
  const float scale = limited(pixels_per_point) / resolution;
  const bool loads = !loaded_ || scale != theme_.scale || resolution != resolution_;
  loaded_ = true;
  if (loads) {
    theme_.scale = scale;
    resolution_ = resolution;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const bool uploaded = atlas.TexID != ImTextureID{};
    theme_.font = ui::load_fonts(atlas, font_files_, scale, resolution_, further_);
    // only the texture: Dear ImGui 1.86 forgets its buffers with its other objects, but not their
    // sizes, and would write beyond the new ones. The first texture is the backend's own
    if (uploaded) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
  }
  theme_.dark = wanted.dark;
  theme_.touch = wanted.touch;
  theme_.color = ui::make_colors(wanted.dark, wanted.contrast);
  ui::apply(theme_, ImGui::GetStyle());
  return loads;
}

}  // namespace app
