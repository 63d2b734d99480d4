#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>

#include <cairo-pdf.h>

#include "io/figure/figure.h"
#include "io/figure/image_file.h"
#include "io/setup/provenance.h"

namespace io {
namespace {

using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;
using Context = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;

constexpr double kPixelsPerPoint = 2.0;
constexpr const char* kFont = "Inter";  // if it is missing, fontconfig chooses a sans serif

/// Draws on a cairo surface, in points from the top left corner.
class CairoPainter final : public lab::Painter {
 public:
  explicit CairoPainter(cairo_t* context) : context_(context) {}

  void line(std::span<const lab::Point> points, const lab::Pen& pen) override {
    if (points.empty()) return;
    set_pen(pen);
    cairo_new_path(context_);  // text leaves a current point
    for (const lab::Point& point : points) cairo_line_to(context_, point.x, point.y);
    const lab::Point &first = points.front(), &last = points.back();
    if (points.size() > 2 && first.x == last.x && first.y == last.y) cairo_close_path(context_);
    cairo_stroke(context_);
  }

  void rectangle(const lab::Box& box, lab::Color color) override {
    set_color(color);
    cairo_rectangle(context_, box.left, box.top, box.width, box.height);
    cairo_fill(context_);
  }

  void disc(lab::Point center, double radius, lab::Color color) override {
    set_color(color);
    cairo_new_sub_path(context_);
    cairo_arc(context_, center.x, center.y, radius, 0.0, 2.0 * std::numbers::pi);
    cairo_fill(context_);
  }

  void cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) override {
    draw_cells(*this, box, columns, colors);
  }

  void text(lab::Point at, const std::string& words, const lab::Letters& letters,
            lab::Align align) override {
    const double width = align == lab::Align::kLeft ? 0.0 : text_width(words, letters);
    set_font(letters);
    set_color(letters.color);
    cairo_move_to(context_, at.x - (align == lab::Align::kMiddle ? 0.5 : 1.0) * width,
                  at.y + kHalfDigit * letters.size);
    cairo_show_text(context_, words.c_str());
  }

  double text_width(const std::string& words, const lab::Letters& letters) const override {
    set_font(letters);
    cairo_text_extents_t extents;
    cairo_text_extents(context_, words.c_str(), &extents);
    return extents.x_advance;
  }

  void clip(const lab::Box& box) override {
    cairo_save(context_);
    cairo_rectangle(context_, box.left, box.top, box.width, box.height);
    cairo_clip(context_);
  }

  void unclip() override { cairo_restore(context_); }

 private:
  void set_color(lab::Color color) {
    cairo_set_source_rgba(context_, color.r, color.g, color.b, color.a);
  }

  void set_pen(const lab::Pen& pen) {
    set_color(pen.color);
    cairo_set_line_width(context_, pen.width);
    cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(context_, CAIRO_LINE_CAP_ROUND);  // makes a single point visible
    cairo_set_dash(context_, &pen.dash, pen.dash > 0.0 ? 1 : 0, 0.0);
  }

  void set_font(const lab::Letters& letters) const {
    const bool bold = letters.face == lab::Face::kBold;
    cairo_select_font_face(context_, kFont, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context_, kFontShare * letters.size);
  }

  cairo_t* context_;
};

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void expect_success(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string("cannot draw the plot: ") + cairo_status_to_string(status));
}

void draw_on(cairo_surface_t* surface, double scale, const Figure& figure,
             const std::function<void(lab::Painter&)>& draw) {
  const Context context(cairo_create(surface), cairo_destroy);
  cairo_scale(context.get(), scale, scale);
  cairo_set_source_rgb(context.get(), 1.0, 1.0, 1.0);
  cairo_paint(context.get());
  CairoPainter painter(context.get());
  draw(painter);
  write_foot(painter, figure);
  expect_success(cairo_status(context.get()));
}

/// A surface: for PDF it writes to `bytes`, for PNG it is an image.
Surface surface_of(const Figure& figure, PlotFormat format, std::string& bytes) {
  const double width = figure.width, height = figure.height;
  const auto pixels = [](double points) {
    return static_cast<int>(std::ceil(points * kPixelsPerPoint));
  };
  cairo_surface_t* surface = nullptr;
  if (format == PlotFormat::kPdf) {
    surface = cairo_pdf_surface_create_for_stream(append, &bytes, width, height);
  } else {
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width), pixels(height));
  }
  return {surface, cairo_surface_destroy};
}

void describe_pdf(cairo_surface_t* surface, const Figure& figure) {
  const auto set = [surface](cairo_pdf_metadata_t field, const std::string& text) {
    cairo_pdf_surface_set_metadata(surface, field, text.c_str());
  };
  set(CAIRO_PDF_METADATA_TITLE, figure.title);
  set(CAIRO_PDF_METADATA_SUBJECT, figure.provenance);
  set(CAIRO_PDF_METADATA_CREATOR, program_name());
  set(CAIRO_PDF_METADATA_CREATE_DATE, "");  // otherwise cairo reads the clock
}

/// Lays texts out by cairo's widths.
std::string svg_figure(const Figure& figure, const std::function<void(lab::Painter&)>& draw) {
  std::string svg;
  measure_text([&](const lab::Painter& painter) {
    const TextWidth width = [&painter](const std::string& words, const lab::Letters& letters) {
      return painter.text_width(words, letters);
    };
    svg = svg_bytes(figure, width, draw);
  });
  return svg;
}

}  // namespace

std::span<const char* const> written_suffixes() { return kPlotSuffixes; }

std::string figure_bytes(const Figure& figure, PlotFormat format,
                         const std::function<void(lab::Painter&)>& draw) {
  if (format == PlotFormat::kSvg) return svg_figure(figure, draw);
  const bool is_png = format == PlotFormat::kPng;
  std::string bytes;
  const Surface surface = surface_of(figure, format, bytes);
  if (format == PlotFormat::kPdf) describe_pdf(surface.get(), figure);
  draw_on(surface.get(), is_png ? kPixelsPerPoint : 1.0, figure, draw);
  if (is_png) expect_success(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  cairo_surface_finish(surface.get());
  expect_success(cairo_surface_status(surface.get()));
  if (!is_png) return bytes;
  bytes = with_png_text(bytes, "Description", figure.provenance);
  bytes = with_png_text(bytes, "Software", program_name());
  return with_png_text(bytes, "Title", figure.title);
}

void measure_text(const std::function<void(const lab::Painter&)>& measure) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1),
                        cairo_surface_destroy);
  const Context context(cairo_create(surface.get()), cairo_destroy);
  measure(CairoPainter(context.get()));
}

}  // namespace io
