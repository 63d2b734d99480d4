#include "ui/kit/icons.h"

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

struct Drawing {
  Icon icon;
  void (*draw)(const Sketch& s);
};
const Drawing kDrawings[] = {
    {Icon::kPlay,
     [](const Sketch& s) {
       s.path({{-0.7F, -1}, {-0.7F, 1}, {1, 0}});
     }},
    {Icon::kPause,
     [](const Sketch& s) {
       s.box({-0.8F, -1}, {-0.2F, 1}, 1.0F);
       s.box({0.2F, -1}, {0.8F, 1}, 1.0F);
     }},
    {Icon::kStep, [](const Sketch& s) { draw_step(s, 1.0F); }},
    {Icon::kStepBack, [](const Sketch& s) { draw_step(s, -1.0F); }},
    {Icon::kReset,  // three quarters of a circle with an arrow head
     [](const Sketch& s) {
       constexpr float kFrom = -2.2F, kTo = 2.6F;
       s.list.PathArcTo(s.c, 0.85F * s.r, kFrom, kTo, 20);
       s.list.PathStroke(s.color, 0, s.stroke(0.24F));
       const ImVec2 tip{s.c.x + 0.85F * s.r * std::cos(kFrom),
                        s.c.y + 0.85F * s.r * std::sin(kFrom)};
       Sketch{s.list, tip, 0.62F * s.r, s.color}.path({{-1, 0.55F}, {0.1F, -1}, {0.75F, 0.75F}});
     }},
    {Icon::kRecord,
     [](const Sketch& s) {
       s.disc({0, 0}, 0.85F * s.r, 24);
     }},
    {Icon::kStop,
     [](const Sketch& s) {
       s.box({-0.75F, -0.75F}, {0.75F, 0.75F}, 0.2F * s.r);
     }},
    {Icon::kUndo, [](const Sketch& s) { draw_turn(s, -1.0F); }},
    {Icon::kRedo, [](const Sketch& s) { draw_turn(s, 1.0F); }},
    {Icon::kLoop,  // a rounded frame with an arrow head on it
     [](const Sketch& s) {
       s.list.AddRect(s.at({-1, -0.6F}), s.at({1, 0.6F}), s.color, 0.6F * s.r, 0, s.stroke(0.22F));
       Sketch{s.list, s.at({0, -0.6F}), 0.5F * s.r, s.color}.path(
           {{0.6F, 0}, {-0.6F, -1}, {-0.6F, 1}});
     }},
    {Icon::kSave,  // an arrow down into a tray
     [](const Sketch& s) {
       s.line({0, -1}, {0, 0}, s.stroke(0.22F));
       s.path({{-0.5F, -0.3F}, {0, 0.45F}, {0.5F, -0.3F}});
       s.path({{-1, 0.2F}, {-1, 0.9F}, {1, 0.9F}, {1, 0.2F}}, s.stroke(0.22F));
     }},
    {Icon::kBranch,  // a line, and another that leaves it upwards
     [](const Sketch& s) {
       s.line({-1, 0.5F}, {1, 0.5F}, s.stroke(0.22F));
       s.list.AddBezierCubic(s.at({-0.7F, 0.5F}), s.at({0, 0.5F}), s.at({-0.2F, -0.6F}),
                             s.at({1, -0.6F}), s.color, s.stroke(0.22F));
     }},
    {Icon::kHome,
     [](const Sketch& s) {
       s.path({{-1, 0}, {0, -1}, {1, 0}});
       s.box({-0.75F, 0}, {0.75F, 0.9F});
     }},
    {Icon::kFollow,  // a circle with four strokes across it
     [](const Sketch& s) {
       s.list.AddCircle(s.c, 0.65F * s.r, s.color, 24, s.stroke(0.2F));
       for (const ImVec2 way : {ImVec2{1, 0}, ImVec2{-1, 0}, ImVec2{0, 1}, ImVec2{0, -1}}) {
         s.line({0.4F * way.x, 0.4F * way.y}, {1.05F * way.x, 1.05F * way.y}, s.stroke(0.2F));
       }
     }},
    {Icon::kMenu,
     [](const Sketch& s) {
       for (const float y : {-0.7F, 0.0F, 0.7F}) s.box({-1, y - 0.12F}, {1, y + 0.12F});
     }},
    {Icon::kBars,
     [](const Sketch& s) {
       float left = -1.0F;
       for (const float height : {2.0F, 1.4F, 0.9F, 0.45F}) {
         s.box({left, 1.0F - height}, {left + 0.38F, 1.0F});
         left += 0.53F;
       }
     }},
    {Icon::kRanking,
     [](const Sketch& s) {
       float top = -0.95F;
       for (const float width : {0.8F, 1.35F, 2.0F}) {
         s.box({-1, top}, {width - 1.0F, top + 0.42F}, 0.15F * s.r);
         top += 0.7F;
       }
     }},
    {Icon::kMatrix,
     [](const Sketch& s) {
       for (const float side : {-1.0F, 1.0F}) {
         s.path({{side * 0.6F, -1}, {side, -1}, {side, 1}, {side * 0.6F, 1}}, s.stroke(0.2F, 1.2F));
       }
       for (const float x : {-0.36F, 0.36F}) {
         for (const float y : {-0.45F, 0.45F}) s.disc({x, y}, 0.2F * s.r, 12);
       }
     }},
    {Icon::kMap,
     [](const Sketch& s) {
       const float cell = 2.0F * s.r / 3.0F;
       const ImVec4 ink = ImGui::ColorConvertU32ToFloat4(s.color);
       constexpr float kShades[] = {0.25F, 0.45F, 0.7F, 0.45F, 1.0F, 0.45F, 0.7F, 0.45F, 0.25F};
       for (int i = 0; i < 9; ++i) {
         const ImVec2 a{s.c.x - s.r + cell * static_cast<float>(i % 3),
                        s.c.y - s.r + cell * static_cast<float>(i / 3)};
         s.list.AddRectFilled(a, {a.x + cell - 1.0F, a.y + cell - 1.0F},
                              packed(faded(ink, kShades[i])));
       }
     }},
    {Icon::kCloud,  // dots, with their Pareto front at the lower left
     [](const Sketch& s) {
       s.path({{-0.85F, -1}, {-0.6F, 0.05F}, {0.05F, 0.6F}, {1, 0.85F}}, s.stroke(0.17F, 1.2F));
       for (const ImVec2 dot : {ImVec2{-0.6F, 0.05F}, {0.05F, 0.6F}}) s.disc(dot, 0.28F * s.r, 12);
       for (const ImVec2 dot :
            {ImVec2{0.1F, -0.1F}, {0.75F, 0.15F}, {-0.05F, -0.8F}, {0.7F, -0.7F}}) {
         s.disc(dot, 0.17F * s.r, 10);
       }
     }},
    {Icon::kQuestion,  // in the current font, in a circle
     [](const Sketch& s) {
       s.list.AddCircle(s.c, 1.05F * s.r, s.color, 32, s.stroke(0.18F, 1.2F));
       const float size = 1.55F * s.r;
       const float width = ImGui::GetFont()->CalcTextSizeA(size, 1e9F, 0.0F, "?").x;
       s.list.AddText(ImGui::GetFont(), size, {s.c.x - 0.5F * width, s.c.y - 0.5F * size}, s.color,
                      "?");
     }},
    {Icon::kCrowd,  // dots at the golden angle, as the crowd is arranged
     [](const Sketch& s) {
       constexpr float kGoldenAngle = 2.39996F;  // rad
       for (int i = 0; i < 12; ++i) {
         const auto n = static_cast<float>(i);
         const float away = 0.3F * std::sqrt(n + 0.5F);
         s.disc({away * std::cos(kGoldenAngle * n), away * std::sin(kGoldenAngle * n)}, 0.15F * s.r,
                8);
       }
     }},
    {Icon::kFlask,
     [](const Sketch& s) {
       const float thick = s.stroke(0.2F, 1.2F);
       s.path(
           {{-0.3F, -1}, {-0.3F, -0.3F}, {-0.9F, 0.95F}, {0.9F, 0.95F}, {0.3F, -0.3F}, {0.3F, -1}},
           thick);
       s.line({-0.5F, -1}, {0.5F, -1}, thick);
       s.path({{-0.52F, 0.3F}, {0.52F, 0.3F}, {0.75F, 0.8F}, {-0.75F, 0.8F}});
     }},
    {Icon::kBody,  // a bent arm with its joints
     [](const Sketch& s) {
       const std::initializer_list<ImVec2> joints = {
           {-0.75F, 0.75F}, {-0.35F, -0.55F}, {0.75F, -0.35F}};
       s.path(joints, s.stroke(0.2F, 1.2F));
       for (const ImVec2& joint : joints) s.disc(joint, 0.28F * s.r, 14);
     }},
    {Icon::kReach,  // two arms from one base to one target, elbow up and elbow down
     [](const Sketch& s) {
       const ImVec2 base{-0.8F, 0.85F}, tip{0.8F, -0.6F};
       s.path({base, {-0.65F, -0.75F}, tip}, s.stroke(0.2F, 1.2F));
       s.path({base, {0.65F, 0.85F}, tip}, s.stroke(0.2F, 1.2F));
       s.disc(base, 0.25F * s.r, 12);
       s.disc(tip, 0.3F * s.r, 14);
     }},
    {Icon::kPath,  // a way through places
     [](const Sketch& s) {
       const ImVec2 begin{-0.85F, 0.75F}, end{0.85F, -0.75F};
       s.path({begin, {-0.35F, -0.35F}, {0.35F, 0.35F}, end}, s.stroke(0.2F, 1.2F));
       for (const ImVec2& place : {begin, ImVec2{-0.35F, -0.35F}, ImVec2{0.35F, 0.35F}, end}) {
         s.disc(place, 0.24F * s.r, 12);
       }
     }},
};

}  // namespace

void draw_icon(const Sketch& s, Icon icon) {
  std::ranges::find(kDrawings, icon, &Drawing::icon)->draw(s);
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
