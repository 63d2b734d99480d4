
#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {

namespace {

/// A line, and another that leaves it upwards.
void draw_branch(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  const float thick = std::max(1.5F, 0.22F * r);
  list.AddLine({c.x - r, c.y + 0.5F * r}, {c.x + r, c.y + 0.5F * r}, color, thick);
  list.AddBezierCubic({c.x - 0.7F * r, c.y + 0.5F * r}, {c.x, c.y + 0.5F * r},
                      {c.x - 0.2F * r, c.y - 0.6F * r}, {c.x + r, c.y - 0.6F * r}, color, thick);
}

/// A circle with four strokes across it.
void draw_crosshair(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  const float thick = std::max(1.5F, 0.2F * r);
  list.AddCircle(c, 0.65F * r, color, 24, thick);
  for (const ImVec2 way : {ImVec2{1, 0}, ImVec2{-1, 0}, ImVec2{0, 1}, ImVec2{0, -1}}) {
    list.AddLine({c.x + 0.4F * r * way.x, c.y + 0.4F * r * way.y},
                 {c.x + 1.05F * r * way.x, c.y + 1.05F * r * way.y}, color, thick);
  }
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 c, float r, ImU32 color) {
  switch (icon) {
    case Icon::kPlay:
      list.AddTriangleFilled({c.x - 0.7F * r, c.y - r}, {c.x - 0.7F * r, c.y + r}, {c.x + r, c.y},
                             color);
      break;
    case Icon::kPause:
      list.AddRectFilled({c.x - 0.8F * r, c.y - r}, {c.x - 0.2F * r, c.y + r}, color, 1.0F);
      list.AddRectFilled({c.x + 0.2F * r, c.y - r}, {c.x + 0.8F * r, c.y + r}, color, 1.0F);
      break;
    case Icon::kStep:
      list.AddTriangleFilled({c.x - 0.8F * r, c.y - r}, {c.x - 0.8F * r, c.y + r},
                             {c.x + 0.5F * r, c.y}, color);
      list.AddRectFilled({c.x + 0.5F * r, c.y - r}, {c.x + 0.9F * r, c.y + r}, color, 1.0F);
      break;
    case Icon::kStepBack:
      list.AddTriangleFilled({c.x + 0.8F * r, c.y + r}, {c.x + 0.8F * r, c.y - r},
                             {c.x - 0.5F * r, c.y}, color);
      list.AddRectFilled({c.x - 0.9F * r, c.y - r}, {c.x - 0.5F * r, c.y + r}, color, 1.0F);
      break;
    case Icon::kUndo:
    case Icon::kRedo: {
      // an arc over the top with an arrow head at its end
      const float way = icon == Icon::kUndo ? -1.0F : 1.0F;
      const ImVec2 middle{c.x, c.y + 0.35F * r};
      for (int i = 0; i <= 16; ++i) {
        const float angle = 3.14159F * static_cast<float>(i) / 16.0F;
        list.PathLineTo(
            {middle.x - way * 0.8F * r * std::cos(angle), middle.y - 0.95F * r * std::sin(angle)});
      }
      list.PathStroke(color, 0, std::max(1.5F, 0.24F * r));
      const ImVec2 tip{middle.x + way * 0.8F * r, middle.y + 0.55F * r};
      const float a = 0.55F * r;
      list.AddTriangleFilled(tip, {tip.x - way * a, tip.y - a}, {tip.x + way * a, tip.y - a},
                             color);
      break;
    }
    case Icon::kLoop: {
      list.AddRect({c.x - r, c.y - 0.6F * r}, {c.x + r, c.y + 0.6F * r}, color, 0.6F * r, 0,
                   std::max(1.5F, 0.22F * r));
      const float a = 0.5F * r;
      list.AddTriangleFilled({c.x + 0.6F * a, c.y - 0.6F * r}, {c.x - 0.6F * a, c.y - 0.6F * r - a},
                             {c.x - 0.6F * a, c.y - 0.6F * r + a}, color);
      break;
    }
    case Icon::kReset: {
      // three quarters of a circle with an arrow head
      constexpr float kFrom = -2.2F, kTo = 2.6F;
      list.PathArcTo(c, 0.85F * r, kFrom, kTo, 20);
      list.PathStroke(color, 0, std::max(1.5F, 0.24F * r));
      const ImVec2 tip{c.x + 0.85F * r * std::cos(kFrom), c.y + 0.85F * r * std::sin(kFrom)};
      const float a = 0.62F * r;
      list.AddTriangleFilled({tip.x - a, tip.y + 0.55F * a}, {tip.x + 0.1F * a, tip.y - a},
                             {tip.x + 0.75F * a, tip.y + 0.75F * a}, color);
      break;
    }
    case Icon::kSave: {
      // an arrow down into a tray
      const float thick = std::max(1.5F, 0.22F * r), a = 0.5F * r;
      list.AddLine({c.x, c.y - r}, {c.x, c.y}, color, thick);
      list.AddTriangleFilled({c.x - a, c.y - 0.3F * r}, {c.x, c.y + 0.45F * r},
                             {c.x + a, c.y - 0.3F * r}, color);
      list.PathLineTo({c.x - r, c.y + 0.2F * r});
      list.PathLineTo({c.x - r, c.y + 0.9F * r});
      list.PathLineTo({c.x + r, c.y + 0.9F * r});
      list.PathLineTo({c.x + r, c.y + 0.2F * r});
      list.PathStroke(color, 0, thick);
      break;
    }
    case Icon::kBranch:
      draw_branch(list, c, r, color);
      break;
    case Icon::kHome: {
      const float a = 0.75F * r;
      list.AddTriangleFilled({c.x - r, c.y}, {c.x, c.y - r}, {c.x + r, c.y}, color);
      list.AddRectFilled({c.x - a, c.y}, {c.x + a, c.y + 0.9F * r}, color);
      break;
    }
    case Icon::kFollow:
      draw_crosshair(list, c, r, color);
      break;
    case Icon::kRecord:
      list.AddCircleFilled(c, 0.85F * r, color, 24);
      break;
    case Icon::kStop:
      list.AddRectFilled({c.x - 0.75F * r, c.y - 0.75F * r}, {c.x + 0.75F * r, c.y + 0.75F * r},
                         color, 0.2F * r);
      break;
  }
}

bool icon_button(const Theme& theme, const char* id, Icon icon, ImVec2 size, bool primary) {
  const Colors& c = theme.color;
  ImGui::PushStyleColor(ImGuiCol_Button, primary ? c.accent : c.control);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, primary ? faded(c.accent, 0.88F) : c.hovered);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, primary ? faded(c.accent, 0.75F) : c.active);
  ImGui::PushID(id);
  const bool pressed = ImGui::Button("##icon", size);
  ImGui::PopID();
  ImGui::PopStyleColor(3);
  ImVec4 color = primary ? c.on_accent : c.text;
  if (icon == Icon::kRecord || icon == Icon::kStop) color = c.record;
  draw_icon(*ImGui::GetWindowDrawList(), icon, item_rect().middle(), theme.px(6.5F),
            packed(faded(color, ImGui::GetStyle().Alpha)));
  return pressed;
}

}  // namespace ui
