#pragma once

#include <concepts>

#include <imgui.h>

namespace ui {

/// Calls a function at the end of its scope, to end what was begun in Dear ImGui.
template <void (*end)()>
struct [[nodiscard]] Scope {
  Scope() = default;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() { end(); }
};

inline Scope<ImGui::PopFont> in_font(ImFont* font) {
  ImGui::PushFont(font);
  return {};
}
inline Scope<ImGui::PopID> in_id(const char* id) {
  ImGui::PushID(id);
  return {};
}
inline Scope<ImGui::PopID> in_id(std::integral auto id) {
  ImGui::PushID(static_cast<int>(id));
  return {};
}
inline Scope<ImGui::EndTooltip> in_tooltip() {
  ImGui::BeginTooltip();
  return {};
}

}  // namespace ui
