#include "io/figure/heat_map_file.h"

#include <algorithm>

#include "io/figure/brush.h"

namespace io {
namespace {

// points
constexpr double kMapMargin = 22.0, kSide = 300.0;  // of a map, which is square
constexpr double kTitle = 16.0, kSubtitle = 17.0, kHead = 14.0;
constexpr double kMapSideLabel = 22.0;             // left of the numbers: the y label
constexpr double kLabelRise = 9.0;                 // from there to its baseline
constexpr double kBarGap = 14.0, kBar = 13.0;      // the scale of colours
constexpr double kBarLabel = 20.0;                 // right of its numbers
constexpr double kMapGap = 26.0, kMapFoot = 50.0;  // between maps; below one: numbers and label
constexpr double kLegendRow = 16.0, kSymbol = 4.5, kSymbolColumn = 20.0;
constexpr int kBarSteps = 128;  // of its colours; finer than print

constexpr lab::Color kHole{0.93F, 0.93F, 0.93F};  // is no colour of the scale
constexpr double kSeam = 0.3;  // cells overlap by so much, or viewers show lines between them

/// Where the parts of one map stand.
struct Place {
  Box map, bar;
  double y_label, bar_label;  // x of their baselines
};

struct MapLayout {
  double width, height;
  double title, subtitle, legend;  // y of baselines
  std::vector<Place> places;
};

double widest(const Brush& brush, const std::vector<lab::Tick>& ticks) {
  double width = 0.0;
  for (const lab::Tick& tick : ticks) width = std::max(width, brush.width_of(tick.text, kTick));
  return width;
}

/// The rows of the legend: the marks that any map has, and the outline.
std::size_t legend_rows(const lab::HeatMap& map) {
  return map.marks.size() + (map.outline.empty() ? 0 : 1);
}

MapLayout lay_out_maps(const Brush& brush, std::span<const lab::HeatMap> maps) {
  MapLayout layout{};
  layout.subtitle = kMapMargin + kTitle - 4.0;
  layout.title = layout.subtitle + kSubtitle + 6.0;
  const double top = layout.title + kHead - 4.0;
  double x = kMapMargin;
  for (const lab::HeatMap& map : maps) {
    Place place{};
    place.y_label = x + kLabelRise;
    x += kMapSideLabel + widest(brush, map.y_ticks) + PlotLayout::kTickGap;
    place.map = {x, top, kSide, kSide};
    place.bar = {place.map.right() + kBarGap, top, kBar, kSide};
    x = place.bar.right() + PlotLayout::kTickGap + widest(brush, map.scale_ticks);
    place.bar_label = x + kBarLabel - 3.0;
    x += kBarLabel + kMapGap;
    layout.places.push_back(place);
  }
  layout.width = x - kMapGap + kMapMargin;
  layout.legend = top + kSide + kMapFoot + kLegendRow;
  const std::size_t rows = maps.empty() ? 0 : legend_rows(maps.front());
  layout.height = layout.legend + kLegendRow * static_cast<double>(rows) - 4.0;
  return layout;
}

/// The same shape dark on light, so that it shows on every colour.
template <class Stroke>
void twice(const Stroke& stroke) {
  stroke(kWhite, 3.0);
  stroke(kInk, 1.3);
}

void draw_symbol(const Brush& brush, lab::HeatMap::MarkShape shape, Dot at) {
  twice([&](lab::Color color, double width) {
    if (shape == lab::HeatMap::MarkShape::kRing) {
      brush.ring(at, kSymbol, color, width);
    } else {
      constexpr double r = 1.25 * kSymbol;
      brush.polygon({{at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}}, color,
                    width);
    }
  });
}

void draw_cells(const Brush& brush, const lab::HeatMap& map, const Box& box) {
  brush.rectangle(box, kHole);
  const double width = box.width / map.columns, height = box.height / map.rows;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const std::optional<lab::Color> color = lab::color_of(map, column, row);
      if (!color) continue;
      const double left = box.left + column * width, top = box.bottom() - (row + 1) * height;
      // upwards and to the right, where the next cells cover it
      const double across = column + 1 < map.columns ? kSeam : 0.0;
      const double up = row + 1 < map.rows ? kSeam : 0.0;
      brush.rectangle({left, top - up, width + across, height + up}, *color);
    }
  }
}

void draw_marks(const Brush& brush, const lab::HeatMap& map, const Box& box) {
  const auto dot = [&](double column, double row) {
    return Dot{box.left + box.width * column / map.columns,
               box.bottom() - box.height * row / map.rows};
  };
  twice([&](lab::Color color, double width) {
    for (const auto& [x0, y0, x1, y1] : map.outline) {
      const Dot a = dot(x0, y0), b = dot(x1, y1);
      brush.rule(a.x, a.y, b.x, b.y, color, width);
    }
  });
  for (const lab::HeatMap::Mark& mark : map.marks) {
    draw_symbol(brush, mark.shape, dot(mark.column + 0.5, mark.row + 0.5));
  }
}

void draw_axes(const Brush& brush, const lab::HeatMap& map, const Place& place) {
  const Box& box = place.map;
  constexpr double kTickLength = 3.0;
  Text text = kTick;
  text.anchor = 0.5;
  for (const lab::Tick& tick : map.x_ticks) {
    const double x = box.left + box.width * lab::place(map.x, tick.value);
    brush.rule(x, box.bottom(), x, box.bottom() + kTickLength, kRule, kRuleWidth);
    brush.write(x, box.bottom() + PlotLayout::kTickGap + PlotLayout::kTickSize, tick.text, text);
  }
  text.anchor = 1.0;
  for (const lab::Tick& tick : map.y_ticks) {
    const double y = box.bottom() - box.height * lab::place(map.y, tick.value);
    brush.rule(box.left - kTickLength, y, box.left, y, kRule, kRuleWidth);
    brush.write(box.left - PlotLayout::kTickGap, y + kHalfDigit, tick.text, text);
  }
  brush.frame(box, kRule, kRuleWidth);
  Text label{.size = PlotLayout::kLabelSize};
  label.anchor = 0.5;
  brush.write(box.left + box.width / 2.0, box.bottom() + PlotLayout::kLabelGap, label_of(map.x),
              label);
  brush.write_upwards(place.y_label, box.top + box.height / 2.0, label_of(map.y), label);
}

void draw_scale(const Brush& brush, const lab::HeatMap& map, const Place& place) {
  const Box& bar = place.bar;
  for (int i = 0; i < kBarSteps; ++i) {
    const double height = bar.height / kBarSteps, top = bar.bottom() - (i + 1) * height;
    const double up = i + 1 < kBarSteps ? kSeam : 0.0;
    brush.rectangle({bar.left, top - up, bar.width, height + up},
                    lab::color_at((i + 0.5) / kBarSteps));
  }
  constexpr double kTickLength = 3.0;
  for (const lab::Tick& tick : map.scale_ticks) {
    const double y = bar.bottom() - bar.height * lab::place(map.scale, tick.value);
    brush.rule(bar.right(), y, bar.right() + kTickLength, y, kRule, kRuleWidth);
    brush.write(bar.right() + PlotLayout::kTickGap, y + kHalfDigit, tick.text, kTick);
  }
  brush.frame(bar, kRule, kRuleWidth);
  Text label{.size = PlotLayout::kLabelSize};
  label.anchor = 0.5;
  brush.write_upwards(place.bar_label, bar.top + bar.height / 2.0, label_of(map.scale), label);
}

void draw_legend(const Brush& brush, const lab::HeatMap& map, double x, double y) {
  constexpr double kMiddle = 0.36 * PlotLayout::kLegendSize;
  for (const lab::HeatMap::Mark& mark : map.marks) {
    draw_symbol(brush, mark.shape, {x + kSymbol + 1.5, y - kMiddle});
    brush.write(x + kSymbolColumn, y, mark.text, kLegend);
    y += kLegendRow;
  }
  if (map.outline.empty()) return;
  brush.rule(x, y - kMiddle, x + 2.0 * kSymbol + 3.0, y - kMiddle, kInk, 1.3);
  brush.write(x + kSymbolColumn, y, map.outline_text, kLegend);
}

}  // namespace

std::string draw_heat_maps(std::span<const lab::HeatMap> maps, PlotFormat format,
                           const std::string& provenance) {
  MapLayout layout;
  measure_text([&](const Brush& brush) { layout = lay_out_maps(brush, maps); });
  Figure figure{layout.width, layout.height, "", provenance};
  for (const lab::HeatMap& map : maps)
    figure.title += (figure.title.empty() ? "" : "; ") + map.title;
  figure.height += foot_height(figure);
  return figure_bytes(figure, format, [&](const Brush& brush) {
    if (maps.empty()) return;
    const double left = layout.places.front().map.left;
    brush.write(left, layout.subtitle, maps.front().subtitle, {.size = PlotLayout::kSubtitleSize});
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const Place& place = layout.places[i];
      brush.write(place.map.left, layout.title, maps[i].title,
                  {PlotLayout::kTitleSize, kInk, true});
      draw_cells(brush, maps[i], place.map);
      draw_marks(brush, maps[i], place.map);
      draw_axes(brush, maps[i], place);
      draw_scale(brush, maps[i], place);
    }
    draw_legend(brush, maps.front(), left, layout.legend);
  });
}

}  // namespace io
