#pragma once

#include "iklab/method.h"

namespace lab {

/// sRGB and opacity, 0 to 1.
struct Color {
  float r, g, b;
  float a = 1.0F;
};

/// The one colour of a method, in the scene, in plots and in tables. Okabe and Ito's (2008) set,
/// which the colour-blind can tell apart.
Color method_color(const ik::MethodInfo& method);

/// Towards black for a negative share, towards white for a positive one; -1 to 1.
Color shaded(Color color, float share);

/// The i-th colour for things that are no method, such as the effectors of one body.
Color series_color(int i);

/// The colour of a place on a scale, 0 (dark violet) to 1 (pale yellow); what lies beyond is
/// clamped, NaN is 0.
///
/// A path through a few anchors in Oklab (Ottosson 2020), walked at constant speed: equal steps
/// look equally large, lightness only grows (so that it reads in grey, too), and blue stands
/// against yellow, which the colour-blind can tell apart. Every colour is within sRGB, none is cut
/// off.
Color color_at(double place);

/// The colour of a signed value: -1 (blue) over 0 (the ground's grey) to 1 (orange); what lies
/// beyond is clamped, NaN is 0.
///
/// Straight ways through Oklab (Ottosson 2020) from the middle to two ends of one lightness, so
/// that a value and its opposite stand out alike; blue and orange are apart for the colour-blind.
/// \param dark whether the ground is: the middle is then dark, and the ends are brighter than it
Color signed_color_at(double value, bool dark);

}  // namespace lab
