#pragma once

#include <string>
#include <vector>

#include <cairo.h>

#include "io/figure/plot_layout.h"
#include "lab/scene/colors.h"

namespace io {

inline constexpr lab::Color kInk{0.12F, 0.13F, 0.15F};   // titles
inline constexpr lab::Color kText{0.30F, 0.32F, 0.35F};  // everything else that is read
inline constexpr lab::Color kRule{0.45F, 0.47F, 0.50F};  // axes
inline constexpr lab::Color kGrid{0.90F, 0.91F, 0.92F};
inline constexpr lab::Color kWhite{1.0F, 1.0F, 1.0F};

inline constexpr double kLineWidth = 1.2, kRuleWidth = 0.8, kGridWidth = 0.6;  // pt

struct Text {
  double size;
  lab::Color color = kText;
  bool bold = false;
  double anchor = 0.0;  ///< 0: starts at the point, 0.5: is centred there, 1: ends there
};

inline constexpr Text kTick{.size = PlotLayout::kTickSize};
inline constexpr Text kLegend{.size = PlotLayout::kLegendSize};
inline constexpr double kHalfDigit = 0.36 * PlotLayout::kTickSize;  ///< half the height of a digit

/// "mean error [m]".
inline std::string label_of(const lab::Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

/// Draws on a cairo surface, in points from the upper left corner.
class Brush {
 public:
  explicit Brush(cairo_t* context) : context_(context) {}

  double width_of(const std::string& words, const Text& text) const;
  /// \param y of the baseline
  void write(double x, double y, const std::string& words, const Text& text) const;
  void write_upwards(double x, double y, const std::string& words, const Text& text) const;

  void rule(double x0, double y0, double x1, double y1, lab::Color color, double width) const;
  void line(const std::vector<Dot>& dots, const lab::Series& series) const;
  void rectangle(const Box& box, lab::Color color) const;
  void frame(const Box& box, lab::Color color, double width) const;
  /// A closed line through the corners.
  void polygon(const std::vector<Dot>& corners, lab::Color color, double width) const;
  void ring(Dot center, double radius, lab::Color color, double width) const;

  void clip_to(const Box& box) const;
  void unclip() const { cairo_restore(context_); }

  void scale(double factor) const { cairo_scale(context_, factor, factor); }
  void fill() const;

 private:
  void set_color(lab::Color color) const {
    cairo_set_source_rgb(context_, color.r, color.g, color.b);
  }
  void set_font(const Text& text) const;

  cairo_t* context_;
};

}  // namespace io
