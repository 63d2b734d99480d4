#include "io/plot_file.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>

#include <cairo-svg.h>
#include <cairo.h>

#include "io/file.h"
#include "io/plot_layout.h"
#include "io/plot_line.h"

namespace io {
namespace {

using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;
using Context = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;

constexpr const char* kFont = "Inter";  // where it is missing fontconfig takes its sans
constexpr double kPixelsPerPoint = 2.0;

constexpr lab::Color kInk{0.12F, 0.13F, 0.15F};   // titles
constexpr lab::Color kText{0.30F, 0.32F, 0.35F};  // everything else that is read
constexpr lab::Color kRule{0.45F, 0.47F, 0.50F};  // axes
constexpr lab::Color kGrid{0.90F, 0.91F, 0.92F};

constexpr double kLineWidth = 1.2, kRuleWidth = 0.8, kGridWidth = 0.6;  // pt
constexpr double kDashes[] = {5.0, 3.0};                                // pt

struct Text {
  double size;
  lab::Color color = kText;
  bool bold = false;
  double anchor = 0.0;  ///< 0: starts at the point, 0.5: is centred there, 1: ends there
};

class Brush {
 public:
  explicit Brush(cairo_t* context) : context_(context) {}

  double width_of(const std::string& words, const Text& text) const {
    set_font(text);
    cairo_text_extents_t extents;
    cairo_text_extents(context_, words.c_str(), &extents);
    return extents.x_advance;
  }

  /// \param y of the baseline
  void write(double x, double y, const std::string& words, const Text& text) const {
    const double width = width_of(words, text);
    set_color(text.color);
    cairo_move_to(context_, x - text.anchor * width, y);
    cairo_show_text(context_, words.c_str());
  }

  void write_upwards(double x, double y, const std::string& words, const Text& text) const {
    cairo_save(context_);
    cairo_translate(context_, x, y);
    cairo_rotate(context_, -std::numbers::pi / 2.0);
    write(0.0, 0.0, words, text);
    cairo_restore(context_);
  }

  void rule(double x0, double y0, double x1, double y1, lab::Color color, double width) const {
    set_color(color);
    cairo_set_line_width(context_, width);
    cairo_move_to(context_, x0, y0);
    cairo_line_to(context_, x1, y1);
    cairo_stroke(context_);
  }

  void line(const std::vector<Dot>& dots, const lab::Series& series) const {
    set_color(series.color);
    cairo_set_line_width(context_, kLineWidth);
    cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(context_, CAIRO_LINE_CAP_ROUND);  // shows a lone point, too
    cairo_set_dash(context_, kDashes, series.dashed ? 2 : 0, 0.0);
    cairo_move_to(context_, dots.front().x, dots.front().y);
    for (const Dot& dot : dots) cairo_line_to(context_, dot.x, dot.y);
    cairo_stroke(context_);
    cairo_set_dash(context_, nullptr, 0, 0.0);
    cairo_set_line_cap(context_, CAIRO_LINE_CAP_BUTT);
  }

  void clip_to(const Box& box) const {
    // half a line wider, so that a line along the edge keeps its width
    constexpr double kRoom = kLineWidth / 2.0;
    cairo_save(context_);
    cairo_rectangle(context_, box.left - kRoom, box.top - kRoom, box.width + 2.0 * kRoom,
                    box.height + 2.0 * kRoom);
    cairo_clip(context_);
  }
  void unclip() const { cairo_restore(context_); }

  void scale(double factor) const { cairo_scale(context_, factor, factor); }
  void fill() const {
    cairo_set_source_rgb(context_, 1.0, 1.0, 1.0);
    cairo_paint(context_);
  }

 private:
  void set_color(lab::Color color) const {
    cairo_set_source_rgb(context_, color.r, color.g, color.b);
  }
  void set_font(const Text& text) const {
    cairo_select_font_face(context_, kFont, CAIRO_FONT_SLANT_NORMAL,
                           text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context_, text.size);
  }

  cairo_t* context_;
};

constexpr Text kTick{.size = PlotLayout::kTickSize};
constexpr Text kLegend{.size = PlotLayout::kLegendSize};

std::string label_of(const lab::Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

void draw_axes(const Brush& brush, const lab::Plot& plot, const PlotLayout::Panel& panel) {
  const Box& frame = panel.frame;
  for (const lab::Tick& tick : lab::ticks(plot.y, PlotLayout::kTicksUp)) {
    const double y = frame.bottom() - frame.height * lab::place(plot.y, tick.value);
    brush.rule(frame.left, y, frame.right(), y, kGrid, kGridWidth);
    Text text = kTick;
    text.anchor = 1.0;
    constexpr double kHalfDigit = 0.36 * PlotLayout::kTickSize;  // half the height of a digit
    brush.write(frame.left - PlotLayout::kTickGap, y + kHalfDigit, tick.text, text);
  }
  for (const lab::Tick& tick : lab::ticks(plot.x, PlotLayout::kTicksAcross)) {
    const double x = frame.left + frame.width * lab::place(plot.x, tick.value);
    brush.rule(x, frame.top, x, frame.bottom(), kGrid, kGridWidth);
    Text text = kTick;
    text.anchor = 0.5;
    brush.write(x, frame.bottom() + PlotLayout::kTickGap + PlotLayout::kTickSize, tick.text, text);
  }
  brush.rule(frame.left, frame.top, frame.left, frame.bottom(), kRule, kRuleWidth);
  brush.rule(frame.left, frame.bottom(), frame.right(), frame.bottom(), kRule, kRuleWidth);

  Text text{.size = PlotLayout::kLabelSize};
  text.anchor = 0.5;
  brush.write(frame.left + frame.width / 2.0, frame.bottom() + PlotLayout::kLabelGap,
              label_of(plot.x), text);
  brush.write_upwards(panel.side_label, frame.top + frame.height / 2.0, label_of(plot.y), text);
}

void draw_legend(const Brush& brush, const lab::Plot& plot, const Box& box) {
  if (box.width == 0.0) return;
  double y = box.top + PlotLayout::kLegendRow / 2.0;
  for (const lab::Series& series : plot.series) {
    if (!series.visible) continue;
    brush.line({{box.left, y}, {box.left + PlotLayout::kLegendLine, y}}, series);
    constexpr double kHalfLetter = 0.36 * PlotLayout::kLegendSize;
    brush.write(box.left + PlotLayout::kLegendLine + PlotLayout::kLegendGap, y + kHalfLetter,
                series.label, kLegend);
    y += PlotLayout::kLegendRow;
  }
}

void draw_plot(const Brush& brush, const lab::Plot& plot, const PlotLayout::Panel& panel) {
  const double left = panel.frame.left;
  brush.write(left, panel.title, plot.title, {PlotLayout::kTitleSize, kInk, true});
  if (panel.has_subtitle) {
    brush.write(left, panel.subtitle, plot.subtitle, {.size = PlotLayout::kSubtitleSize});
  }
  draw_axes(brush, plot, panel);
  brush.clip_to(panel.frame);
  for (const lab::Series& series : plot.series) {
    if (!series.visible) continue;
    for (const auto& line : lines_of(series, plot, panel.frame)) brush.line(line, series);
  }
  brush.unclip();
  draw_legend(brush, plot, panel.legend);
}

PlotLayout measured_layout(std::span<const lab::Plot> plots) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1),
                        cairo_surface_destroy);
  const Context context(cairo_create(surface.get()), cairo_destroy);
  const Brush brush(context.get());
  double legend = 0.0, tick = 0.0;
  for (const lab::Plot& plot : plots) {
    for (const lab::Series& series : plot.series) {
      if (series.visible && has_legend(plot))
        legend = std::max(legend, brush.width_of(series.label, kLegend));
    }
    for (const lab::Tick& mark : lab::ticks(plot.y, PlotLayout::kTicksUp)) {
      tick = std::max(tick, brush.width_of(mark.text, kTick));
    }
  }
  return lay_out(plots, legend, tick);
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void expect_success(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string("cannot draw the plot: ") + cairo_status_to_string(status));
}

void draw(cairo_surface_t* surface, double scale, std::span<const lab::Plot> plots,
          const PlotLayout& layout) {
  const Context context(cairo_create(surface), cairo_destroy);
  const Brush brush(context.get());
  brush.scale(scale);
  brush.fill();
  for (std::size_t i = 0; i < plots.size(); ++i) draw_plot(brush, plots[i], layout.panels[i]);
  expect_success(cairo_status(context.get()));
}

}  // namespace

PlotFormat plot_format(const std::filesystem::path& path) {
  std::string suffix = path.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (suffix == ".svg") return PlotFormat::kSvg;
  if (suffix == ".png") return PlotFormat::kPng;
  throw Error(path.string() + ": a plot ends in .svg or .png");
}

std::string draw_plots(std::span<const lab::Plot> plots, PlotFormat format) {
  const PlotLayout layout = measured_layout(plots);
  std::string bytes;
  if (format == PlotFormat::kSvg) {
    const Surface surface(
        cairo_svg_surface_create_for_stream(append, &bytes, layout.width, layout.height),
        cairo_surface_destroy);
    draw(surface.get(), 1.0, plots, layout);
    cairo_surface_finish(surface.get());
    expect_success(cairo_surface_status(surface.get()));
  } else {
    const auto pixels = [](double points) {
      return static_cast<int>(std::ceil(points * kPixelsPerPoint));
    };
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(layout.width), pixels(layout.height)),
        cairo_surface_destroy);
    draw(surface.get(), kPixelsPerPoint, plots, layout);
    expect_success(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  }
  return bytes;
}

void write_plots(const std::filesystem::path& path, std::span<const lab::Plot> plots) {
  const PlotFormat format = plot_format(path);
  write_file(path, draw_plots(plots, format));
}

}  // namespace io
