#include "app/window/imgui_layer.h"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/window/platform.h"
#include "gfx/context/context.h"
#include "io/files/file.h"
#include "ui/kit/imgui_versions.h"
#include "ui/panels/column.h"

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

ImGuiLayer::ImGuiLayer(GlfwWindow& window) : window_(window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  // every frame lays out the panels: there is no layout to save
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().KeyRepeatDelay = 0.5F;  // s: a slow Ctrl Z does not repeat
  ImGui_ImplGlfw_InitForOpenGL(window_.handle(), true);
  ui::take_all_input(false);
  window_.queue_input();  // in place of the backend's callbacks
  adapt_backend();
  ImGui_ImplOpenGL3_Init(gfx::context_info().web ? "#version 300 es" : "#version 330 core");
}

ImGuiLayer::~ImGuiLayer() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiLayer::hand_over(const InputEvent& event) {
  if (const auto* key = std::get_if<KeyEvent>(&event)) {
    // the layout is known: a backend would look keys up again, as if they were places
    if (ui::is_printable(key->key)) {
      const auto held = [mods = key->mods](int bit) { return (mods & bit) != 0; };
      ui::set_modifiers({.control = held(GLFW_MOD_CONTROL),
                         .shift = held(GLFW_MOD_SHIFT),
                         .alt = held(GLFW_MOD_ALT),
                         .super = held(GLFW_MOD_SUPER)});
      ui::set_key(ui::Key{key->key}, key->action == GLFW_PRESS);
    } else {
      ImGui_ImplGlfw_KeyCallback(window_.handle(), key->key, key->scancode, key->action, key->mods);
    }
  } else if (const auto* character = std::get_if<CharacterEvent>(&event)) {
    ImGui_ImplGlfw_CharCallback(window_.handle(), character->code);
  } else if (const auto* move = std::get_if<MoveEvent>(&event)) {
    pointer_ = ImVec2(move->x, move->y);
  } else if (const auto* button = std::get_if<ButtonEvent>(&event)) {
    const auto number = static_cast<std::size_t>(button->button);
    if (number < down_.size()) down_[number] = button->down;
  } else if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
    ui::add_wheel(wheel->x, wheel->y);
  }
}

void ImGuiLayer::place_input() const {
  const bool ours = pointer_.has_value() && window_.has_pointer();
  ui::set_pointer(ours ? &*pointer_ : nullptr, down_);
  // explicit: a backend may query the current state of the keys
  const InputQueue& input = window_.input();
  ui::set_modifiers({.control = input.is_down({GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL}),
                     .shift = input.is_down({GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT}),
                     .alt = input.is_down({GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT}),
                     .super = input.is_down({GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER})});
}

void ImGuiLayer::begin_frame(bool expects_text) {
  using Field = InputQueue::TextField;
  const bool active = ImGui::GetIO().WantTextInput;
  const Field field = active ? Field::kActive : expects_text ? Field::kExpected : Field::kNone;
  for (const InputEvent& event : window_.input().take(field)) hand_over(event);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  place_input();
  // the sizes of this frame's canvas: the backend queries them again, and the user may be resizing
  // the window
  const GlfwWindow::Size size = window_.size(), pixels = window_.pixels();
  const auto share = [](int part, int whole) {
    return static_cast<float>(part) / static_cast<float>(whole);
  };
  ImGui::GetIO().DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  ImGui::GetIO().DisplayFramebufferScale = {share(pixels.width, size.width),
                                            share(pixels.height, size.height)};
  ImGui::NewFrame();
}

ImDrawData& ImGuiLayer::render() {
  ImGui::Render();
  return *ImGui::GetDrawData();
}

/// Draws the lists of the film's overlays, or all others.
void ImGuiLayer::draw_lists(bool of_overlay) {
  ImDrawData data = *ImGui::GetDrawData();
  std::vector<ImDrawList*> lists;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    ImDrawList* const list = data.CmdLists[i];
    const char* const owner = list->_OwnerName;
    const bool is_overlay =
        owner != nullptr && std::string_view(owner).starts_with(ui::kFilmOverlay);
    if (is_overlay == of_overlay) lists.push_back(list);
  }
  if (lists.empty()) return;
  ui::set_lists(data, lists);
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

}  // namespace app
