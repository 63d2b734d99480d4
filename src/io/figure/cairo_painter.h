#pragma once

#include <string>

#include <cairo.h>

#include "lab/plot/painter.h"

namespace io {

/// Draws on a cairo surface, in points from the upper left corner.
class CairoPainter final : public lab::Painter {
 public:
  explicit CairoPainter(cairo_t* context) : context_(context) {}

  void line(std::span<const lab::Point> points, const lab::Pen& pen) override;
  void rectangle(const lab::Box& box, lab::Color color) override;
  void ring(lab::Point center, double radius, const lab::Pen& pen) override;
  void disc(lab::Point center, double radius, lab::Color color) override;
  void cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) override;
  void text(lab::Point at, const std::string& words, const lab::Letters& letters,
            lab::Align align) override;
  double text_width(const std::string& words, const lab::Letters& letters) const override;
  void clip(const lab::Box& box) override;
  void unclip() override { cairo_restore(context_); }

 private:
  void set_color(lab::Color color);
  void set_pen(const lab::Pen& pen);
  void set_font(const lab::Letters& letters) const;

  cairo_t* context_;
};

}  // namespace io
