#include "ui/overlay/scale_bar.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/number_text.h"
#include "ui/overlay/labels.h"

namespace ui {
namespace {

// design points
constexpr float kLongestBar = 120.0F;
constexpr float kMinSide = 160.0F;  ///< a smaller picture has no bar
constexpr float kBarMargin = 12.0F, kBarPad = 5.0F, kTickHeight = 5.0F;

std::string text_of_length(double metres) {
  struct Unit {
    const char* name;
    double metres, from;
  };
  constexpr Unit kUnits[] = {{"km", 1e3, 1e3},
                             {"m", 1.0, 0.01},
                             {"mm", 1e-3, 1e-3},
                             {"µm", 1e-6, 1e-6},
                             {"nm", 1e-9, 0.0}};
  constexpr double kRoundOff = 1.0 - 1e-9;
  for (const Unit& unit : kUnits) {
    if (metres < kRoundOff * unit.from) continue;
    return lab::brief_number(metres / unit.metres) + " " + unit.name;
  }
  return {};
}

}  // namespace

ScaleLength round_length(double most) {
  const double decade = std::pow(10.0, std::floor(std::log10(most)));
  double length = decade;
  for (const double factor : {0.5, 1.0, 2.0, 5.0}) {
    if (factor * decade <= most * (1.0 + 1e-12)) length = factor * decade;
  }
  return {length, text_of_length(length)};
}

std::optional<ItemRect> draw_scale_bar(const Theme& theme, const Area& view,
                                       double metres_per_coordinate, ImDrawList& list) {
  if (std::min(view.size.x, view.size.y) < theme.px(kMinSide)) return std::nullopt;
  const double most = static_cast<double>(theme.px(kLongestBar)) * metres_per_coordinate;
  if (!(most > 0.0) || !std::isfinite(most)) return std::nullopt;
  const auto [metres, text] = round_length(most);
  ImFont* const font = theme.font.small;
  const float pad = theme.px(kBarPad), tick = theme.px(kTickHeight);
  const float bar = std::round(static_cast<float>(metres / metres_per_coordinate));
  const float words = text_width(font, text.c_str()), size = line_height(font);
  const float width = std::max(bar, words) + 2.0F * pad;
  const float height = size + tick + 2.0F * pad;
  const ImVec2 a{std::floor(view.corner.x + theme.px(kBarMargin)),
                 std::floor(view.end().y - theme.px(kBarMargin) - height)};
  const ItemRect rect{a, {a.x + width, a.y + height}};
  if (!windows_over(rect).empty()) return std::nullopt;
  list.AddRectFilled(rect.min, rect.max, packed(faded(theme.color.panel, kLabelGround)),
                     theme.px(4));
  const ImU32 ink = packed(theme.color.text);
  const float middle = 0.5F * (rect.min.x + rect.max.x), foot = rect.max.y - pad;
  list.AddText(font, size, {std::round(middle - 0.5F * words), rect.min.y + pad - theme.px(1)}, ink,
               text.c_str());
  const float left = std::round(middle - 0.5F * bar), right = left + bar;
  const ImVec2 ends[] = {{left, foot - tick}, {left, foot}, {right, foot}, {right, foot - tick}};
  list.AddPolyline(ends, 4, ink, 0, std::max(theme.px(1.5F), 1.0F));
  return rect;
}

}  // namespace ui
