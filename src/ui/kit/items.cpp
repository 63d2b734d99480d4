#include "ui/kit/items.h"

#include <imgui_internal.h>

namespace ui {

void mark(std::string_view group, std::string_view name) {
  auto* rects = static_cast<ItemRects*>(ImGui::GetIO().UserData);
  if (rects == nullptr) return;
  std::string key(group);
  if (!name.empty()) key.append("/").append(name);
  const bool disabled = (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) != 0;
  (*rects)[key] = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), disabled};
}

}  // namespace ui
