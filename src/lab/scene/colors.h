#pragma once

#include <cstdint>

#include "iklab/method.h"

namespace lab {

/// sRGB and opacity, 0 to 1.
struct Color {
  float r, g, b;
  float a = 1.0F;
};

/// A part of a colour as a byte, 0 to 255; clamped.
std::uint8_t byte_of(float part);

/// The colour of a hexadecimal code such as 0x1b1e23.
constexpr Color hex(unsigned code) {
  const auto part = [code](unsigned shift) {
    return static_cast<float>((code >> shift) & 0xffU) / 255.0F;
  };
  return {part(16), part(8), part(0)};
}

/// The colour of a method in the scene, in plots and in tables, on a light background. All differ.
/// The colours of the report's methods and of newton differ strongly, also for protanopic,
/// deuteranopic and tritanopic viewers.
Color method_color(const ik::MethodInfo& method);

/// The i-th colour for things other than methods, on a light background. The i-th effector has it
/// everywhere. All differ clearly from the colours of the report's methods and newton.
Color series_color(int i);

/// The colour of a solution on a light or a dark background, by its number: in the map of start
/// poses, in its legend, and of the pose's ghost. Eight that differ to every sight, and clearly
/// from the colours of the report's methods and newton; from the ninth on they repeat.
Color solution_color(int hue, bool dark);
/// The colour of starts that reach no solution. Every colour of a solution has a contrast of at
/// least 3 (WCAG 2.1) to it.
Color unreached_color(bool dark);

/// The colour of a method, a lane or an effector on a light or a dark background: in the same hue,
/// with a lightness that has a contrast of at least 3 (WCAG 2.1). A dark background raises all
/// lightnesses by one step in Oklab (Ottosson 2020), so that differences stay. Colours of methods
/// and series are unchanged on a light background.
Color on_ground(Color color, bool dark);

/// The colour at a position on a scale from 0 (dark violet) to 1 (pale yellow); clamped, NaN is 0.
///
/// A path through a few anchors in Oklab (Ottosson 2020) at constant speed: equal steps look
/// equally large. Lightness always grows, so that the scale works in grey. Blue against yellow is
/// safe for colour-deficient vision. Every colour lies within sRGB.
Color color_at(double place);

/// The colour of a signed value: -1 (blue) over 0 (background) to 1 (orange); clamped, NaN is 0.
///
/// Straight lines in Oklab (Ottosson 2020) from the middle to two ends of equal lightness, so that
/// a value and its opposite have the same contrast, also for colour-deficient vision.
/// \param dark true for a dark background: a dark middle and brighter ends
Color signed_color_at(double value, bool dark);

}  // namespace lab
