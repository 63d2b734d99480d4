#pragma once

#include <cmath>
#include <cstdio>
#include <string>

#include "lab/scene/colors.h"

namespace support {

/// How often `paint`, "fill" or "stroke", has the colour, to a 256th. Cairo writes it in percent:
/// until 1.16 as a style (fill:rgb(…)), then as an attribute (fill="rgb(…)").
inline int paints_of(const std::string& svg, const std::string& paint, lab::Color color) {
  constexpr double kShade = 100.0 / 256.0;  // percent
  int count = 0;
  for (const char* begin : {":rgb(", "=\"rgb("}) {
    const std::string mark = paint + begin;
    for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at + 1)) {
      double r = 0.0, g = 0.0, b = 0.0;
      const char* const numbers = svg.c_str() + at + mark.size();
      if (std::sscanf(numbers, "%lf%%,%lf%%,%lf%%", &r, &g, &b) != 3) return -1;
      count += std::abs(r - 100.0 * color.r) < kShade && std::abs(g - 100.0 * color.g) < kShade &&
               std::abs(b - 100.0 * color.b) < kShade;
    }
  }
  return count;
}

}  // namespace support
