#include "ui/kit/icons.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {

void Sketch::path(std::initializer_list<ImVec2> places, float width) const {
  for (const ImVec2& place : places) list.PathLineTo(at(place));
  width > 0.0F ? list.PathStroke(color, 0, width) : list.PathFillConvex(color);
}

namespace {

/// A triangle and a bar, which point to the right; to the left with way -1.
void draw_step(const Sketch& s, float way) {
  s.path({{-0.8F * way, -way}, {-0.8F * way, way}, {0.5F * way, 0}});
  s.box({std::min(0.5F * way, 0.9F * way), -1}, {std::max(0.5F * way, 0.9F * way), 1}, 1.0F);
}

/// An arc over the top with an arrow head at its end.
void draw_turn(const Sketch& s, float way) {
  const ImVec2 middle = s.at({0, 0.35F});
  for (int i = 0; i <= 16; ++i) {
    const float angle = 3.14159F * static_cast<float>(i) / 16.0F;
    s.list.PathLineTo(
        {middle.x - way * 0.8F * s.r * std::cos(angle), middle.y - 0.95F * s.r * std::sin(angle)});
  }
  s.list.PathStroke(s.color, 0, std::max(1.5F, 0.24F * s.r));
  const ImVec2 tip{middle.x + way * 0.8F * s.r, middle.y + 0.55F * s.r};
  Sketch{s.list, tip, 0.55F * s.r, s.color}.path({{0, 0}, {-way, -1}, {way, -1}});
}

/// A rounded frame with an arrow head on it.
void draw_loop(const Sketch& s) {
  s.list.AddRect(s.at({-1, -0.6F}), s.at({1, 0.6F}), s.color, 0.6F * s.r, 0,
                 std::max(1.5F, 0.22F * s.r));
  Sketch{s.list, s.at({0, -0.6F}), 0.5F * s.r, s.color}.path({{0.6F, 0}, {-0.6F, -1}, {-0.6F, 1}});
}

/// Three quarters of a circle with an arrow head.
void draw_reset(const Sketch& s) {
  constexpr float kFrom = -2.2F, kTo = 2.6F;
  s.list.PathArcTo(s.c, 0.85F * s.r, kFrom, kTo, 20);
  s.list.PathStroke(s.color, 0, std::max(1.5F, 0.24F * s.r));
  const ImVec2 tip{s.c.x + 0.85F * s.r * std::cos(kFrom), s.c.y + 0.85F * s.r * std::sin(kFrom)};
  Sketch{s.list, tip, 0.62F * s.r, s.color}.path({{-1, 0.55F}, {0.1F, -1}, {0.75F, 0.75F}});
}

/// An arrow down into a tray.
void draw_save(const Sketch& s) {
  const float thick = std::max(1.5F, 0.22F * s.r);
  s.line({0, -1}, {0, 0}, thick);
  s.path({{-0.5F, -0.3F}, {0, 0.45F}, {0.5F, -0.3F}});
  s.path({{-1, 0.2F}, {-1, 0.9F}, {1, 0.9F}, {1, 0.2F}}, thick);
}

/// A line, and another that leaves it upwards.
void draw_branch(const Sketch& s) {
  const float thick = std::max(1.5F, 0.22F * s.r);
  s.line({-1, 0.5F}, {1, 0.5F}, thick);
  s.list.AddBezierCubic(s.at({-0.7F, 0.5F}), s.at({0, 0.5F}), s.at({-0.2F, -0.6F}),
                        s.at({1, -0.6F}), s.color, thick);
}

/// A circle with four strokes across it.
void draw_crosshair(const Sketch& s) {
  const float thick = std::max(1.5F, 0.2F * s.r);
  s.list.AddCircle(s.c, 0.65F * s.r, s.color, 24, thick);
  for (const ImVec2 way : {ImVec2{1, 0}, ImVec2{-1, 0}, ImVec2{0, 1}, ImVec2{0, -1}}) {
    s.line({0.4F * way.x, 0.4F * way.y}, {1.05F * way.x, 1.05F * way.y}, thick);
  }
}

}  // namespace

void draw_icon(const Sketch& s, Icon icon) {
  switch (icon) {
    case Icon::kPlay:
      return s.path({{-0.7F, -1}, {-0.7F, 1}, {1, 0}});
    case Icon::kPause:
      s.box({-0.8F, -1}, {-0.2F, 1}, 1.0F);
      return s.box({0.2F, -1}, {0.8F, 1}, 1.0F);
    case Icon::kStep:
      return draw_step(s, 1.0F);
    case Icon::kStepBack:
      return draw_step(s, -1.0F);
    case Icon::kUndo:
      return draw_turn(s, -1.0F);
    case Icon::kRedo:
      return draw_turn(s, 1.0F);
    case Icon::kLoop:
      return draw_loop(s);
    case Icon::kReset:
      return draw_reset(s);
    case Icon::kSave:
      return draw_save(s);
    case Icon::kBranch:
      return draw_branch(s);
    case Icon::kHome:
      s.path({{-1, 0}, {0, -1}, {1, 0}});
      return s.box({-0.75F, 0}, {0.75F, 0.9F});
    case Icon::kFollow:
      return draw_crosshair(s);
    case Icon::kRecord:
      return s.disc({0, 0}, 0.85F * s.r, 24);
    case Icon::kStop:
      return s.box({-0.75F, -0.75F}, {0.75F, 0.75F}, 0.2F * s.r);
  }
}

bool icon_button(const Theme& theme, const char* id, Icon icon, ImVec2 size, bool primary) {
  const Colors& c = theme.color;
  push_button_colors(theme, primary);
  ImGui::PushID(id);
  const bool pressed = ImGui::Button("##icon", size);
  ImGui::PopID();
  ImGui::PopStyleColor(4);
  ImVec4 color = primary ? c.on_accent : c.text;
  if (icon == Icon::kRecord || icon == Icon::kStop) color = c.record;
  draw_icon({*ImGui::GetWindowDrawList(), item_rect().middle(), theme.px(6.5F),
             packed(faded(color, ImGui::GetStyle().Alpha))},
            icon);
  return pressed;
}

}  // namespace ui
