#pragma once

#include "iklab/method.h"

namespace lab {

/// sRGB and opacity, 0 to 1.
struct Color {
  float r, g, b;
  float a = 1.0F;
};

/// The colour of a hexadecimal code such as 0x1b1e23.
constexpr Color hex(unsigned code) {
  const auto part = [code](unsigned shift) {
    return static_cast<float>((code >> shift) & 0xffU) / 255.0F;
  };
  return {part(16), part(8), part(0)};
}

/// The colour of a method in the scene, in plots and in tables, on a light ground. All differ, and
/// those of the report's methods and of newton differ strongly, to protanopic, deuteranopic and
/// tritanopic sight, too.
Color method_color(const ik::MethodInfo& method);

/// Towards black for a negative share, towards white for a positive one; -1 to 1.
Color shaded(Color color, float share);

/// The i-th colour for things other than methods, on a light ground. The i-th effector has it in
/// the picture, in lists and in plots. All differ clearly from the report's methods and newton.
Color series_color(int i);

/// How a method's, a lane's or an effector's colour is shown on a light or on a dark ground: in the
/// same hue, with a lightness that stands out there by a contrast of at least 3 (WCAG 2.1). On a
/// dark ground all these colours are lighter by the same step in Oklab (Ottosson 2020), so that
/// they differ from each other as on a light ground. Colours of methods and series are unchanged on
/// a light ground.
Color on_ground(Color color, bool dark);

/// The colour at a place on a scale from 0 (dark violet) to 1 (pale yellow); clamped, NaN is 0.
///
/// A path through a few anchors in Oklab (Ottosson 2020) at constant speed: equal steps look
/// equally large, lightness only grows (it reads in grey, too), and blue against yellow is safe for
/// colour-deficient sight. Every colour lies within sRGB.
Color color_at(double place);

/// The colour of a signed value: -1 (blue) over 0 (the background's grey) to 1 (orange); clamped,
/// NaN is 0.
///
/// Straight lines in Oklab (Ottosson 2020) from the middle to two ends of equal lightness, so that
/// a value and its opposite stand out alike; blue and orange are safe for colour-deficient sight.
/// \param dark whether the background is dark: the middle is then dark, too, with brighter ends
Color signed_color_at(double value, bool dark);

}  // namespace lab
