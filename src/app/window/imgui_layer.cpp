#include "app/window/imgui_layer.h"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

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

ImGuiLayer::ImGuiLayer(GlfwWindow& window) : font_files_(ui::find_fonts(read_font)) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  // every frame lays out the panels: there is no layout to save
  ImGui::GetIO().IniFilename = nullptr;
  // before the backend, which also calls the callbacks set before it
  glfwSetWindowUserPointer(window.handle(), this);
  glfwSetKeyCallback(window.handle(), [](GLFWwindow* handle, int key, int, int action, int) {
    if (action != GLFW_PRESS || key < 0) return;
    static_cast<ImGuiLayer*>(glfwGetWindowUserPointer(handle))->tapped_.push_back(key);
  });
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiLayer::~ImGuiLayer() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiLayer::set_look(bool dark, lab::Color accent, float pixels_per_point,
                          float pixels_per_coordinate) {
  const float scale = pixels_per_point / pixels_per_coordinate;
  if (scale != theme_.scale || pixels_per_coordinate != resolution_ ||
      theme_.font.text == nullptr) {
    theme_.scale = scale;
    resolution_ = pixels_per_coordinate;
    theme_.font = ui::load_fonts(*ImGui::GetIO().Fonts, font_files_, scale, resolution_);
    // the backend remakes its texture in the next frame
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
  }
  theme_.dark = dark;
  theme_.color = ui::make_colors(dark, accent);
  ui::apply(theme_, ImGui::GetStyle());
}

void ImGuiLayer::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  bool* down = ImGui::GetIO().KeysDown;
  for (const int key : held_) down[key] = false;
  held_.clear();
  for (const int key : tapped_) {
    if (down[key]) continue;
    down[key] = true;
    held_.push_back(key);
  }
  tapped_.clear();
  ImGui::NewFrame();
}

void ImGuiLayer::draw() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace app
