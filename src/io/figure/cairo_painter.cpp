#include "io/figure/cairo_painter.h"

#include <numbers>

namespace io {
namespace {

constexpr const char* kFont = "Inter";  // where it is missing fontconfig takes its sans
constexpr double kFontShare = 1.0 / 1.2, kHalfDigit = 0.36 * kFontShare;  // of a line
constexpr double kSeam = 0.3;  // pt; cells overlap by so much, or viewers show lines between them

}  // namespace

void CairoPainter::line(std::span<const lab::Point> points, const lab::Pen& pen) {
  if (points.empty()) return;
  set_pen(pen);
  cairo_new_path(context_);  // texts leave a point behind
  for (const lab::Point& point : points) cairo_line_to(context_, point.x, point.y);
  const lab::Point &first = points.front(), &last = points.back();
  if (points.size() > 2 && first.x == last.x && first.y == last.y) cairo_close_path(context_);
  cairo_stroke(context_);
}

void CairoPainter::rectangle(const lab::Box& box, lab::Color color) {
  set_color(color);
  cairo_rectangle(context_, box.left, box.top, box.width, box.height);
  cairo_fill(context_);
}

void CairoPainter::ring(lab::Point center, double radius, const lab::Pen& pen) {
  set_pen(pen);
  cairo_new_sub_path(context_);
  cairo_arc(context_, center.x, center.y, radius, 0.0, 2.0 * std::numbers::pi);
  cairo_stroke(context_);
}

void CairoPainter::disc(lab::Point center, double radius, lab::Color color) {
  set_color(color);
  cairo_new_sub_path(context_);
  cairo_arc(context_, center.x, center.y, radius, 0.0, 2.0 * std::numbers::pi);
  cairo_fill(context_);
}

void CairoPainter::cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) {
  const int rows = static_cast<int>(colors.size()) / columns;
  const double width = box.width / columns, height = box.height / rows;
  auto color = colors.begin();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const double left = box.left + column * width, top = box.bottom() - (row + 1) * height;
      // upwards and to the right, where the next cells cover it
      const double more_width = column + 1 < columns ? kSeam : 0.0;
      const double more_height = row + 1 < rows ? kSeam : 0.0;
      rectangle({left, top - more_height, width + more_width, height + more_height}, *color++);
    }
  }
}

void CairoPainter::text(lab::Point at, const std::string& words, const lab::Letters& letters,
                        lab::Align align) {
  const double width = align == lab::Align::kLeft ? 0.0 : text_width(words, letters);
  set_font(letters);
  set_color(letters.color);
  cairo_move_to(context_, at.x - (align == lab::Align::kMiddle ? 0.5 : 1.0) * width,
                at.y + kHalfDigit * letters.size);
  cairo_show_text(context_, words.c_str());
}

double CairoPainter::text_width(const std::string& words, const lab::Letters& letters) const {
  set_font(letters);
  cairo_text_extents_t extents;
  cairo_text_extents(context_, words.c_str(), &extents);
  return extents.x_advance;
}

void CairoPainter::clip(const lab::Box& box) {
  cairo_save(context_);
  cairo_rectangle(context_, box.left, box.top, box.width, box.height);
  cairo_clip(context_);
}

void CairoPainter::set_color(lab::Color color) {
  cairo_set_source_rgba(context_, color.r, color.g, color.b, color.a);
}

void CairoPainter::set_pen(const lab::Pen& pen) {
  set_color(pen.color);
  cairo_set_line_width(context_, pen.width);
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(context_, CAIRO_LINE_CAP_ROUND);  // shows a lone point, too
  cairo_set_dash(context_, &pen.dash, pen.dash > 0.0 ? 1 : 0, 0.0);
}

void CairoPainter::set_font(const lab::Letters& letters) const {
  const bool bold = letters.face == lab::Face::kBold;
  cairo_select_font_face(context_, kFont, CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_, kFontShare * letters.size);
}

}  // namespace io
