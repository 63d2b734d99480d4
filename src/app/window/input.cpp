#include "app/window/input.h"

namespace app {

bool move_camera(gfx::Camera& camera, const ui::Area& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse || view.size.y <= 0.0F) return false;

  const bool inside = ImGui::IsMouseHoveringRect(
      view.corner, {view.corner.x + view.size.x, view.corner.y + view.size.y}, false);
  bool changed = false;
  if (inside && io.MouseWheel != 0.0F) {
    camera.dolly(io.MouseWheel);
    changed = true;
  }
  if (io.MouseDelta.x == 0.0F && io.MouseDelta.y == 0.0F) return changed;
  // Dear ImGui wants the pointer for as long as a drag lasts that began on a panel
  const glm::vec2 drag{io.MouseDelta.x / view.size.y, io.MouseDelta.y / view.size.y};
  const bool left = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0.0F);
  const bool other = ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0.0F) ||
                     ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0.0F);
  if (other || (left && io.KeyShift)) {
    camera.pan(drag);
  } else if (left) {
    camera.orbit(drag);
  } else {
    return changed;
  }
  return true;
}

}  // namespace app
