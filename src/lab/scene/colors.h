#pragma once

#include "iklab/method.h"

namespace lab {

/// sRGB and opacity, 0 to 1.
struct Color {
  float r, g, b;
  float a = 1.0F;
};

/// The colour of a method in the scene, in plots and in tables. Okabe and Ito's (2008) set, safe
/// for colour-deficient sight.
Color method_color(const ik::MethodInfo& method);

/// Towards black for a negative share, towards white for a positive one; -1 to 1.
Color shaded(Color color, float share);

/// The i-th colour for things other than methods, such as effectors.
Color series_color(int i);

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
