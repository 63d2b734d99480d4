#pragma once

#include "lab/palette.h"

namespace lab {

/// The colour of a place on a scale, 0 (dark violet) to 1 (pale yellow); what lies beyond is
/// clamped, NaN is 0.
///
/// A path through a few anchors in Oklab (Ottosson 2020), walked at constant speed: equal steps
/// look equally large, lightness only grows (so that it reads in grey, too), and blue stands
/// against yellow, which the colour-blind can tell apart. Every colour is within sRGB, none is cut
/// off.
Color color_at(double place);

}  // namespace lab
