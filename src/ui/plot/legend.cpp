#include "ui/plot/legend.h"

#include <algorithm>

namespace ui {
namespace {

constexpr float kSwatch = 12.0F, kSwatchGap = 5.0F, kGap = 12.0F;  ///< design points
constexpr std::size_t kMostLines = 4;

float entry_width(const Theme& theme, const lab::Series& series, bool named = true) {
  const ImFont* font = theme.font.small;
  if (!named) return theme.px(kSwatch);
  return theme.px(kSwatch + kSwatchGap) +
         font->CalcTextSizeA(font->FontSize * font->Scale, 1e6F, 0.0F, series.label.c_str()).x;
}

/// Lines that end at the right and go on below each other.
std::vector<LegendEntry> broken(const Theme& theme, const lab::Plot& plot, ImVec2 right, float room,
                                bool named, std::size_t& lines) {
  std::vector<LegendEntry> entries;
  std::size_t begin = 0;  // of the line
  float width = 0.0F;
  lines = 0;
  const auto place = [&] {
    float x = right.x - width;
    for (std::size_t i = begin; i < entries.size(); ++i) {
      entries[i].corner = {x, right.y};
      x += entries[i].width + theme.px(named ? kGap : kSwatchGap);
    }
    right.y += legend_height(theme) + theme.px(1);
    begin = entries.size();
    width = 0.0F;
    ++lines;
  };
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (plot.series[i].label.empty()) continue;
    const float own = entry_width(theme, plot.series[i], named);
    const float gap = width > 0.0F ? theme.px(named ? kGap : kSwatchGap) : 0.0F;
    if (width > 0.0F && width + gap + own > room) {
      place();
      width = own;
    } else {
      width += gap + own;
    }
    entries.push_back({i, {}, own, named});
  }
  if (begin < entries.size()) place();
  return entries;
}

}  // namespace

float legend_height(const Theme& theme) {
  const ImFont* font = theme.font.small;
  return font->CalcTextSizeA(font->FontSize * font->Scale, 1e6F, 0.0F, "x").y;
}

float legend_width(const Theme& theme, const lab::Plot& plot) {
  float width = 0.0F;
  for (const lab::Series& series : plot.series) {
    if (series.label.empty()) continue;
    width += (width > 0.0F ? theme.px(kGap) : 0.0F) + entry_width(theme, series);
  }
  return width;
}

std::vector<LegendEntry> legend_line(const Theme& theme, const lab::Plot& plot, ImVec2 right) {
  std::size_t lines = 0;
  return broken(theme, plot, right, 1e6F, true, lines);
}

std::vector<LegendEntry> legend_inside(const Theme& theme, const lab::Plot& plot,
                                       const PlotFrame& frame) {
  const ImVec2 right{frame.max.x - theme.px(6), frame.min.y + theme.px(3)};
  const float room = frame.max.x - frame.min.x - theme.px(16);
  std::size_t lines = 0;
  std::vector<LegendEntry> entries = broken(theme, plot, right, room, true, lines);
  if (lines > kMostLines) entries = broken(theme, plot, right, room, false, lines);
  return entries;
}

void draw_legend(const Theme& theme, ImDrawList& list, const lab::Plot& plot,
                 std::span<const LegendEntry> entries, bool on_curves) {
  const ImFont* font = theme.font.small;
  const float height = legend_height(theme);
  for (const LegendEntry& entry : entries) {
    const lab::Series& series = plot.series[entry.series];
    const ImVec2 at = entry.corner;
    const float alpha = series.visible ? 1.0F : 0.4F;
    if (on_curves) {
      list.AddRectFilled({at.x - theme.px(4), at.y},
                         {at.x + entry.width + theme.px(4), at.y + height},
                         packed(faded(theme.color.canvas, 0.8F)), theme.px(3));
    }
    const float middle = at.y + 0.5F * height;
    const float thick = theme.px(entry.named ? 2 : 4);
    list.AddLine({at.x, middle}, {at.x + theme.px(kSwatch), middle},
                 packed(to_imgui(series.color, alpha)), thick);
    if (entry.named) {
      list.AddText(font, font->FontSize * font->Scale,
                   {at.x + theme.px(kSwatch + kSwatchGap), at.y},
                   packed(faded(theme.color.muted, alpha)), series.label.c_str());
    }
    if (series.visible) continue;
    list.AddLine({at.x, middle}, {at.x + entry.width, middle},
                 packed(faded(theme.color.muted, 0.7F)), theme.px(1));
  }
}

}  // namespace ui
