#include "io/figure/brush.h"

#include <numbers>

namespace io {
namespace {

constexpr const char* kFont = "Inter";    // where it is missing fontconfig takes its sans
constexpr double kDashes[] = {5.0, 3.0};  // pt

}  // namespace

double Brush::width_of(const std::string& words, const Text& text) const {
  set_font(text);
  cairo_text_extents_t extents;
  cairo_text_extents(context_, words.c_str(), &extents);
  return extents.x_advance;
}

void Brush::write(double x, double y, const std::string& words, const Text& text) const {
  const double width = width_of(words, text);
  set_color(text.color);
  cairo_move_to(context_, x - text.anchor * width, y);
  cairo_show_text(context_, words.c_str());
}

void Brush::write_upwards(double x, double y, const std::string& words, const Text& text) const {
  cairo_save(context_);
  cairo_translate(context_, x, y);
  cairo_rotate(context_, -std::numbers::pi / 2.0);
  write(0.0, 0.0, words, text);
  cairo_restore(context_);
}

void Brush::rule(double x0, double y0, double x1, double y1, lab::Color color, double width) const {
  set_color(color);
  cairo_set_line_width(context_, width);
  cairo_move_to(context_, x0, y0);
  cairo_line_to(context_, x1, y1);
  cairo_stroke(context_);
}

void Brush::line(const std::vector<Dot>& dots, const lab::Series& series) const {
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

void Brush::rectangle(const Box& box, lab::Color color) const {
  set_color(color);
  cairo_rectangle(context_, box.left, box.top, box.width, box.height);
  cairo_fill(context_);
}

void Brush::frame(const Box& box, lab::Color color, double width) const {
  set_color(color);
  cairo_set_line_width(context_, width);
  cairo_rectangle(context_, box.left, box.top, box.width, box.height);
  cairo_stroke(context_);
}

void Brush::polygon(const std::vector<Dot>& corners, lab::Color color, double width) const {
  set_color(color);
  cairo_set_line_width(context_, width);
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_MITER);
  cairo_new_path(context_);  // words leave a point behind
  for (const Dot& corner : corners) cairo_line_to(context_, corner.x, corner.y);
  cairo_close_path(context_);
  cairo_stroke(context_);
}

void Brush::ring(Dot center, double radius, lab::Color color, double width) const {
  set_color(color);
  cairo_set_line_width(context_, width);
  cairo_new_sub_path(context_);
  cairo_arc(context_, center.x, center.y, radius, 0.0, 2.0 * std::numbers::pi);
  cairo_stroke(context_);
}

void Brush::clip_to(const Box& box) const {
  // half a line wider, so that a line along the edge keeps its width
  constexpr double kRoom = kLineWidth / 2.0;
  cairo_save(context_);
  cairo_rectangle(context_, box.left - kRoom, box.top - kRoom, box.width + 2.0 * kRoom,
                  box.height + 2.0 * kRoom);
  cairo_clip(context_);
}

void Brush::fill() const {
  set_color(kWhite);
  cairo_paint(context_);
}

void Brush::set_font(const Text& text) const {
  cairo_select_font_face(context_, kFont, CAIRO_FONT_SLANT_NORMAL,
                         text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_, text.size);
}

}  // namespace io
