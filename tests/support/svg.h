#pragma once

#include <cmath>
#include <string>

#include "lab/scene/colors.h"

namespace support {

/// A colour as in the figures' SVG: "rgb(255,0,0)".
inline std::string svg_color(lab::Color color) {
  const auto byte = [](float share) { return std::to_string(std::lround(255.0F * share)); };
  return "rgb(" + byte(color.r) + "," + byte(color.g) + "," + byte(color.b) + ")";
}

/// Number of times that `paint`, "fill" or "stroke", has the colour.
inline int paints_of(const std::string& svg, const std::string& paint, lab::Color color) {
  const std::string mark = paint + "=\"" + svg_color(color) + "\"";
  int count = 0;
  for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace support
