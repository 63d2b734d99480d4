#pragma once

#include <imgui.h>

#include "ui/kit/theme.h"

/// Starts Dear ImGui without a window, with its built-in font. \param[out] theme the light theme
/// \returns the new context, which the caller destroys
inline ImGuiContext* make_windowless(ImVec2 size, ui::Theme& theme) {
  ImGuiContext* const context = ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  io.Fonts->Build();
  for (ImFont** font : {&theme.font.text, &theme.font.bold, &theme.font.title, &theme.font.small,
                        &theme.font.numbers, &theme.font.small_numbers}) {
    *font = io.Fonts->Fonts[0];
  }
  theme.color = ui::make_colors(false);
  return context;
}
