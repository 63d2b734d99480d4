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
  s.list.PathStroke(s.color, 0, s.stroke(0.24F));
  const ImVec2 tip{middle.x + way * 0.8F * s.r, middle.y + 0.55F * s.r};
  Sketch{s.list, tip, 0.55F * s.r, s.color}.path({{0, 0}, {-way, -1}, {way, -1}});
}

/// A rounded frame with an arrow head on it.
void draw_loop(const Sketch& s) {
  s.list.AddRect(s.at({-1, -0.6F}), s.at({1, 0.6F}), s.color, 0.6F * s.r, 0, s.stroke(0.22F));
  Sketch{s.list, s.at({0, -0.6F}), 0.5F * s.r, s.color}.path({{0.6F, 0}, {-0.6F, -1}, {-0.6F, 1}});
}

/// Three quarters of a circle with an arrow head.
void draw_reset(const Sketch& s) {
  constexpr float kFrom = -2.2F, kTo = 2.6F;
  s.list.PathArcTo(s.c, 0.85F * s.r, kFrom, kTo, 20);
  s.list.PathStroke(s.color, 0, s.stroke(0.24F));
  const ImVec2 tip{s.c.x + 0.85F * s.r * std::cos(kFrom), s.c.y + 0.85F * s.r * std::sin(kFrom)};
  Sketch{s.list, tip, 0.62F * s.r, s.color}.path({{-1, 0.55F}, {0.1F, -1}, {0.75F, 0.75F}});
}

/// An arrow down into a tray.
void draw_save(const Sketch& s) {
  const float thick = s.stroke(0.22F);
  s.line({0, -1}, {0, 0}, thick);
  s.path({{-0.5F, -0.3F}, {0, 0.45F}, {0.5F, -0.3F}});
  s.path({{-1, 0.2F}, {-1, 0.9F}, {1, 0.9F}, {1, 0.2F}}, thick);
}

/// A line, and another that leaves it upwards.
void draw_branch(const Sketch& s) {
  const float thick = s.stroke(0.22F);
  s.line({-1, 0.5F}, {1, 0.5F}, thick);
  s.list.AddBezierCubic(s.at({-0.7F, 0.5F}), s.at({0, 0.5F}), s.at({-0.2F, -0.6F}),
                        s.at({1, -0.6F}), s.color, thick);
}

/// A circle with four strokes across it.
void draw_crosshair(const Sketch& s) {
  const float thick = s.stroke(0.2F);
  s.list.AddCircle(s.c, 0.65F * s.r, s.color, 24, thick);
  for (const ImVec2 way : {ImVec2{1, 0}, ImVec2{-1, 0}, ImVec2{0, 1}, ImVec2{0, -1}}) {
    s.line({0.4F * way.x, 0.4F * way.y}, {1.05F * way.x, 1.05F * way.y}, thick);
  }
}

void draw_bars(const Sketch& s) {
  constexpr float kHeights[] = {2.0F, 1.4F, 0.9F, 0.45F};
  for (int i = 0; i < 4; ++i) {
    const ImVec2 corner = s.at({-1.0F + 0.53F * static_cast<float>(i), 1.0F - kHeights[i]});
    s.list.AddRectFilled(corner, {corner.x + 0.38F * s.r, s.c.y + s.r}, s.color);
  }
}

void draw_ranking(const Sketch& s) {
  constexpr float kWidths[] = {0.8F, 1.35F, 2.0F};
  for (int i = 0; i < 3; ++i) {
    const ImVec2 corner = s.at({-1, -0.95F + 0.7F * static_cast<float>(i)});
    s.list.AddRectFilled(corner, {s.at({kWidths[i] - 1.0F, 0}).x, corner.y + 0.42F * s.r}, s.color,
                         0.15F * s.r);
  }
}

void draw_matrix_icon(const Sketch& s) {
  for (const float side : {-1.0F, 1.0F}) {
    s.path({{side * 0.6F, -1}, {side, -1}, {side, 1}, {side * 0.6F, 1}}, s.stroke(0.2F, 1.2F));
  }
  for (const float x : {-0.36F, 0.36F}) {
    for (const float y : {-0.45F, 0.45F}) s.disc({x, y}, 0.2F * s.r, 12);
  }
}

void draw_map_icon(const Sketch& s) {
  const float cell = 2.0F * s.r / 3.0F;
  const ImVec4 ink = ImGui::ColorConvertU32ToFloat4(s.color);
  constexpr float kShades[] = {0.25F, 0.45F, 0.7F, 0.45F, 1.0F, 0.45F, 0.7F, 0.45F, 0.25F};
  for (int i = 0; i < 9; ++i) {
    const ImVec2 a{s.c.x - s.r + cell * static_cast<float>(i % 3),
                   s.c.y - s.r + cell * static_cast<float>(i / 3)};
    s.list.AddRectFilled(a, {a.x + cell - 1.0F, a.y + cell - 1.0F}, packed(faded(ink, kShades[i])));
  }
}

/// Dots, with their Pareto front at the lower left.
void draw_cloud_icon(const Sketch& s) {
  s.path({{-0.85F, -1}, {-0.6F, 0.05F}, {0.05F, 0.6F}, {1, 0.85F}}, s.stroke(0.17F, 1.2F));
  for (const ImVec2 dot : {ImVec2{-0.6F, 0.05F}, {0.05F, 0.6F}}) s.disc(dot, 0.28F * s.r, 12);
  for (const ImVec2 dot : {ImVec2{0.1F, -0.1F}, {0.75F, 0.15F}, {-0.05F, -0.8F}, {0.7F, -0.7F}}) {
    s.disc(dot, 0.17F * s.r, 10);
  }
}

/// A question mark, in the current font, in a circle.
void draw_question(const Sketch& s) {
  s.list.AddCircle(s.c, 1.05F * s.r, s.color, 32, s.stroke(0.18F, 1.2F));
  const float size = 1.55F * s.r;
  const float width = ImGui::GetFont()->CalcTextSizeA(size, 1e9F, 0.0F, "?").x;
  s.list.AddText(ImGui::GetFont(), size, {s.c.x - 0.5F * width, s.c.y - 0.5F * size}, s.color, "?");
}

/// Dots at the golden angle, as the crowd is arranged.
void draw_crowd_icon(const Sketch& s) {
  constexpr float kGoldenAngle = 2.39996F;  // rad
  for (int i = 0; i < 12; ++i) {
    const auto n = static_cast<float>(i);
    const float away = 0.3F * s.r * std::sqrt(n + 0.5F);
    s.list.AddCircleFilled(
        {s.c.x + away * std::cos(kGoldenAngle * n), s.c.y + away * std::sin(kGoldenAngle * n)},
        0.15F * s.r, s.color, 8);
  }
}

/// A flask with some liquid.
void draw_flask(const Sketch& s) {
  const float thick = s.stroke(0.2F, 1.2F);
  s.path({{-0.3F, -1}, {-0.3F, -0.3F}, {-0.9F, 0.95F}, {0.9F, 0.95F}, {0.3F, -0.3F}, {0.3F, -1}},
         thick);
  s.line({-0.5F, -1}, {0.5F, -1}, thick);
  s.path({{-0.52F, 0.3F}, {0.52F, 0.3F}, {0.75F, 0.8F}, {-0.75F, 0.8F}});
}

/// A bent arm with its joints.
void draw_body_icon(const Sketch& s) {
  const std::initializer_list<ImVec2> joints = {{-0.75F, 0.75F}, {-0.35F, -0.55F}, {0.75F, -0.35F}};
  s.path(joints, s.stroke(0.2F, 1.2F));
  for (const ImVec2& joint : joints) s.disc(joint, 0.28F * s.r, 14);
}

/// Two arms from one base to one target, elbow up and elbow down.
void draw_reach_icon(const Sketch& s) {
  const ImVec2 base{-0.8F, 0.85F}, tip{0.8F, -0.6F};
  const float thick = s.stroke(0.2F, 1.2F);
  s.path({base, {-0.65F, -0.75F}, tip}, thick);
  s.path({base, {0.65F, 0.85F}, tip}, thick);
  s.disc(base, 0.25F * s.r, 12);
  s.disc(tip, 0.3F * s.r, 14);
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
    case Icon::kMenu:
      for (const float y : {-0.7F, 0.0F, 0.7F}) s.box({-1, y - 0.12F}, {1, y + 0.12F});
      return;
    case Icon::kBars:
      return draw_bars(s);
    case Icon::kRanking:
      return draw_ranking(s);
    case Icon::kMatrix:
      return draw_matrix_icon(s);
    case Icon::kMap:
      return draw_map_icon(s);
    case Icon::kCloud:
      return draw_cloud_icon(s);
    case Icon::kQuestion:
      return draw_question(s);
    case Icon::kCrowd:
      return draw_crowd_icon(s);
    case Icon::kFlask:
      return draw_flask(s);
    case Icon::kBody:
      return draw_body_icon(s);
    case Icon::kReach:
      return draw_reach_icon(s);
  }
}

bool icon_button(const Theme& theme, const char* id, Icon icon, ImVec2 size, bool primary) {
  const Colors& c = theme.color;
  push_button_colors(theme, primary);
  const auto scope = in_id(id);
  const bool pressed = ImGui::Button("##icon", size);
  ImGui::PopStyleColor(4);
  ImVec4 color = primary ? c.on_accent : c.text;
  if (icon == Icon::kRecord || icon == Icon::kStop) color = c.record;
  draw_icon({*ImGui::GetWindowDrawList(), item_rect().middle(), theme.px(6.5F),
             packed(faded(color, ImGui::GetStyle().Alpha))},
            icon);
  return pressed;
}

}  // namespace ui
