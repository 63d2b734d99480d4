#include "lab/solve/basin_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ik/body/joint.h"
#include "lab/plot/heat_map.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr float kMaxFaded = 0.88F;  // the slowest start still shows its hue
constexpr int kShades = 255;        // finer than the eye can see
constexpr int kMaxBasinTicks = 6;
constexpr int kContoursOfHalf = 8;
// design points
constexpr double kFigureEdge = 6.0, kSolutionSwatch = 9.0, kSwatchColumn = 18.0,
                 kSolutionDisc = 3.6;
constexpr double kTraceWidth = 1.6, kContourWidth = 0.55;
constexpr float kContourInk = 0.42F;  // opacity

Color mixed(Color a, Color b, float share) {
  const auto part = [share](float x, float y) { return x + share * (y - x); };
  return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b), part(a.a, b.a)};
}

/// The ground into which colours fade.
Color fade_ground(bool dark) { return dark ? hex(0x0d0f13) : hex(0xfafbfc); }

/// Adds the lines in a square between the middles of four cells; a saddle joins neighbouring edges
/// in order. \param corners anticlockwise from the lower left, at `origin`
void add_lines(double level, const std::array<double, 4>& corners, Point origin,
               std::vector<ContourLine>& lines) {
  constexpr Point kCorners[] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
  std::optional<Point> first;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    const std::size_t next = (edge + 1) % 4;
    const double a = corners[edge], b = corners[next];
    if ((a < level) == (b < level)) continue;
    const double share = (level - a) / (b - a);
    const Point from = kCorners[edge], to = kCorners[next];
    const Point point{origin.x + (from.x + share * (to.x - from.x)),
                      origin.y + (from.y + share * (to.y - from.y))};
    if (first) {
      lines.push_back({*first, point});
      first.reset();
    } else {
      first = point;
    }
  }
}

Axis axis_of_side(const BasinPlane::Side& side, const ik::Multibody& multibody) {
  const ik::Joint& joint = multibody.joint(side.joint);
  const bool turns = ik::is_angular(joint.type);
  const double scale = turns ? kDegrees : 1.0;
  return {.label = joint.name,
          .unit = turns ? "°" : "m",
          .min = scale * side.low,
          .max = scale * side.high};
}

/// Round ticks; parts of a turn where the axis is long enough.
std::vector<Tick> ticks_of_side(const Axis& axis) {
  for (const double step : {90.0, 45.0, 30.0, 15.0}) {
    const double first = std::ceil(axis.min / step - 1e-9);
    const double last = std::floor(axis.max / step + 1e-9);
    if (axis.unit != "°" || last - first < 3.0 || last - first > 8.0) continue;
    std::vector<Tick> result;
    for (double i = first; i <= last; i += 1.0) {
      result.push_back({i * step, number_text(i * step + 0.0, 6)});
    }
    return result;
  }
  return ticks(axis, kMaxBasinTicks);
}

std::string subtitle_of(const Basins& basins, const BasinMap& map) {
  return describe(*basins.lane().info, basins.lane().settings_of_update()) + ": " +
         percent(map.reached_share()) + " reached, in " + brief_number(map.mean_updates()) +
         " updates on average";
}

double heading_height(const BasinFigure& figure, const PlotStyle& style) {
  double height = 1.9 * style.words.size;  // the name of the y axis
  if (!figure.title.empty()) height += 1.4 * style.title.size;
  if (!figure.subtitle.empty()) height += 1.4 * style.words.size;
  return height;
}

double legend_rows_height(const BasinFigure& figure, const PlotStyle& style) {
  const std::size_t rows = figure.legend.size() + (figure.contour_text.empty() ? 0 : 1);
  return static_cast<double>(rows) * row_height(style) + kFigureEdge * style.unit;
}

/// A text that is no wider than `width`: its end is an ellipsis otherwise.
std::string shortened(std::string text, double width, const Letters& letters,
                      const Painter& painter) {
  if (painter.text_width(text, letters) <= width) return text;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) >> 6) == 2; };
  while (!text.empty() && painter.text_width(text + "…", letters) > width) {
    while (continues(text.back())) text.pop_back();  // one character of UTF-8
    text.pop_back();
    while (text.ends_with(' ')) text.pop_back();
  }
  return text + "…";
}

void draw_texts(const BasinFigure& figure, const Box& cells, const PlotStyle& style,
                Painter& painter) {
  const double left = cells.left - style.axis;
  double y = cells.top - heading_height(figure, style) + 0.5 * style.title.size;
  if (!figure.title.empty()) {
    painter.text({left, y}, figure.title, style.title, Align::kLeft);
    y += 0.9 * style.title.size + 0.5 * style.words.size;
  }
  if (!figure.subtitle.empty()) painter.text({left, y}, figure.subtitle, style.words, Align::kLeft);
  painter.text({left, cells.top - 1.25 * style.words.size},
               with_unit(figure.y.label, figure.y.unit), style.words, Align::kLeft);

  const double u = style.unit;
  y = cells.bottom() + x_axis_height(style, XName::kBelow) + kFigureEdge * u +
      0.5 * style.words.size;
  for (const BasinFigure::Entry& entry : figure.legend) {
    const Box swatch{cells.left, y - 0.5 * kSolutionSwatch * u, kSolutionSwatch * u,
                     kSolutionSwatch * u};
    painter.rectangle(swatch, entry.color);
    const double room = cells.width - kSwatchColumn * u;
    painter.text({cells.left + kSwatchColumn * u, y},
                 shortened(entry.text, room, style.words, painter), style.words, Align::kLeft);
    y += row_height(style);
  }
  if (figure.contour_text.empty()) return;
  painter.line(std::array{Point{cells.left, y}, Point{cells.left + kSolutionSwatch * u, y}},
               {faded(style.words.color, kContourInk), u});
  painter.text({cells.left + kSwatchColumn * u, y}, figure.contour_text, style.words, Align::kLeft);
}

}  // namespace

Point on_surface(const BasinFigure& figure, const Box& cells, Point at) {
  return {cells.left + cells.width * at.x / figure.columns,
          cells.bottom() - cells.height * at.y / figure.rows};
}

std::vector<Color> basin_colors(const BasinMap& map, bool dark) {
  std::vector<std::vector<Color>> shades;  // each solution's, by the share of kShades
  for (const BasinSolution& solution : map.solutions()) {
    std::vector<Color>& own = shades.emplace_back();
    for (int shade = 0; shade <= kShades; ++shade) {
      // squared: the first updates, which most methods need, take little of the colour
      const float share = static_cast<float>(shade) / kShades;
      own.push_back(
          mixed(solution_color(solution.hue, dark), fade_ground(dark), kMaxFaded * share * share));
    }
  }
  const double slowest = std::log1p(static_cast<double>(std::max(1, map.budget())));
  std::vector<Color> colors;
  const int count = map.plane().cell_count();
  colors.reserve(static_cast<std::size_t>(count));
  for (int cell = 0; cell < count; ++cell) {
    const std::optional<int> known = map.stand_in(cell);
    if (!known) {
      colors.push_back({0.0F, 0.0F, 0.0F, 0.0F});
      continue;
    }
    const BasinCell& shown = map.cell(*known);
    if (shown.solution < 0) {
      colors.push_back(unreached_color(dark));
      continue;
    }
    const double share =
        std::clamp(std::log1p(static_cast<double>(shown.passed)) / slowest, 0.0, 1.0);
    colors.push_back(shades[static_cast<std::size_t>(shown.solution)]
                           [static_cast<std::size_t>(std::lround(share * kShades))]);
  }
  return colors;
}

std::vector<ContourLine> update_contours(const BasinMap& map, int step) {
  std::vector<ContourLine> lines;
  if (!map.complete() || step < 1) return lines;
  const int columns = map.columns();
  for (int row = 0; row + 1 < map.rows(); ++row) {
    for (int column = 0; column + 1 < columns; ++column) {
      const int at = row * columns + column;
      const BasinCell* const cells[] = {&map.cell(at), &map.cell(at + 1),
                                        &map.cell(at + columns + 1), &map.cell(at + columns)};
      std::array<double, 4> passed{};
      bool one_basin = cells[0]->solution >= 0;
      Range range;
      for (std::size_t i = 0; i < 4; ++i) {
        one_basin = one_basin && cells[i]->solution == cells[0]->solution;
        passed[i] = static_cast<double>(cells[i]->passed);
        range.add(passed[i]);
      }
      if (!one_basin || range.most - range.least > 2.0 * step) continue;
      for (double level = step * std::ceil(range.least / step); level <= range.most;
           level += step) {
        add_lines(level, passed, {column + 0.5, row + 0.5}, lines);
      }
    }
  }
  return lines;
}

int contour_step(const BasinMap& map) {
  std::vector<int> updates;
  for (int cell = 0; cell < map.plane().cell_count(); ++cell) {
    if (map.cell(cell).solution >= 0) updates.push_back(map.cell(cell).updates);
  }
  if (updates.empty()) return 1;
  const auto middle = updates.begin() + static_cast<std::ptrdiff_t>(updates.size() / 2);
  std::nth_element(updates.begin(), middle, updates.end());
  int step = 1;
  for (int decade = 1; step * kContoursOfHalf < *middle; decade *= 10) {
    for (const int part : {1, 2, 5, 10}) {
      step = part * decade;
      if (step * kContoursOfHalf >= *middle) break;
    }
  }
  return step;
}

std::vector<std::string> names_of(const Basins& basins, const BasinMap& map) {
  std::vector<KnownSolution> known;
  for (const BasinSolution& solution : map.solutions()) {
    known.push_back({solution.posture, solution.hue});
  }
  return basins.postures().names(known);
}

BasinFigure basin_figure(const Basins& basins, const BasinMap& map, bool dark) {
  const ik::Multibody& body = *basins.lane().multibody;
  BasinFigure figure;
  figure.title = "Basins of attraction";
  figure.subtitle = subtitle_of(basins, map);
  figure.x = axis_of_side(map.plane().x, body);
  figure.y = axis_of_side(map.plane().y, body);
  figure.x_ticks = ticks_of_side(figure.x);
  figure.y_ticks = ticks_of_side(figure.y);
  figure.columns = map.columns();
  figure.rows = map.rows();
  figure.colors = basin_colors(map, dark);
  const int step = contour_step(map);
  figure.contours = update_contours(map, step);
  if (!figure.contours.empty()) {
    figure.contour_text = "a line every " + (step == 1 ? "" : std::to_string(step) + " ") +
                          (step == 1 ? "update" : "updates");
  }
  const std::vector<std::string> names = names_of(basins, map);
  for (std::size_t i = 0; i < map.solutions().size(); ++i) {
    const BasinSolution& solution = map.solutions()[i];
    const Color color = solution_color(solution.hue, dark);
    figure.legend.push_back({color, names[i] + ", " + percent(map.share(solution))});
    if (basins.redundant()) continue;
    const auto [x, y] = basins.place(solution.theta);
    if (x <= figure.columns && y >= 0.0 && y <= figure.rows && x >= 0.0) {
      figure.marks.push_back({{x, y}, color});
    }
  }
  if (map.reached_share() < 1.0) {
    figure.legend.push_back(
        {unreached_color(dark), "not reached, " + percent(1.0 - map.reached_share())});
  }
  return figure;
}

std::vector<Point> trace_of(const Basins& basins, const std::vector<ik::VectorX>& path) {
  constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
  const BasinPlane& plane = basins.plane();
  std::vector<Point> trace;
  const auto width = static_cast<double>(plane.x.count),
             height = static_cast<double>(plane.y.count);
  for (const ik::VectorX& theta : path) {
    const auto [x, y] = basins.place(theta);
    if (!trace.empty()) {
      const Point from = trace.back();
      const double across = width * std::round((x - from.x) / width);
      const double up = height * std::round((y - from.y) / height);
      if (across != 0.0 || up != 0.0) {
        trace.push_back({x - across, y - up});
        trace.push_back({kGap, kGap});
        trace.push_back({from.x + across, from.y + up});
      }
    }
    trace.push_back({x, y});
  }
  return trace;
}

Box cells_at(Point at, double size, const BasinFigure& figure, const PlotStyle& style) {
  return {at.x + style.axis, at.y + heading_height(figure, style), size * figure.columns,
          size * figure.rows};
}

Box whole_of(const BasinFigure& figure, const Box& cells, const PlotStyle& style) {
  const double above = heading_height(figure, style);
  const double below = x_axis_height(style, XName::kBelow) + legend_rows_height(figure, style);
  return {cells.left - style.axis, cells.top - above,
          cells.width + style.axis + kFigureEdge * style.unit, cells.height + above + below};
}

Box lay_out(const BasinFigure& figure, const Box& room, const PlotStyle& style) {
  const Box margins = whole_of(figure, {}, style);
  const double size = std::min((room.width - margins.width) / std::max(1, figure.columns),
                               (room.height - margins.height) / std::max(1, figure.rows));
  return cells_at({room.left, room.top}, size, figure, style);
}

void draw_over_cells(const BasinFigure& figure, const Box& cells, const PlotStyle& style,
                     Painter& painter) {
  painter.clip(cells);
  const Color ink = style.dark ? hex(0xffffff) : hex(0x14161a);
  const Pen contour{faded(ink, kContourInk), kContourWidth * style.unit};
  for (const ContourLine& line : figure.contours) {
    painter.line(
        std::array{on_surface(figure, cells, line.from), on_surface(figure, cells, line.to)},
        contour);
  }
  std::vector<Point> piece;
  const auto end_piece = [&] {
    if (piece.size() > 1) draw_outlined(piece, style, painter);
    piece.clear();
  };
  for (const Point& at : figure.trace) {
    if (std::isfinite(at.x)) {
      piece.push_back(on_surface(figure, cells, at));
    } else {
      end_piece();
    }
  }
  end_piece();
  for (const BasinFigure::Mark& mark : figure.marks) {
    const Point at = on_surface(figure, cells, mark.at);
    painter.disc(at, (kSolutionDisc + kTraceWidth) * style.unit, hex(0x14161a));
    painter.disc(at, kSolutionDisc * style.unit, hex(0xffffff));
    painter.disc(at, 0.6 * kSolutionDisc * style.unit, mark.color);
  }
  painter.unclip();
}

void draw(const BasinFigure& figure, const Box& cells, const PlotStyle& style, Painter& painter) {
  if (figure.columns < 1 || !has_room(cells, style)) return;
  painter.cells(cells, figure.columns, figure.colors);
  draw_over_cells(figure, cells, style, painter);
  draw_x_axis(figure.x, figure.x_ticks, cells, style, painter, XName::kBelow);
  draw_y_axis(figure.y, figure.y_ticks, cells, Align::kLeft, style, painter);
  draw_texts(figure, cells, style, painter);
}

}  // namespace lab
