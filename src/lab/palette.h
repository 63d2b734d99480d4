#pragma once

#include "ik/methods.h"

namespace lab {

/// sRGB, 0 to 1.
struct Color {
  float r, g, b;
};

/// The one colour of a method, in the scene, in plots and in tables. Okabe and Ito's (2008) set,
/// which the colour-blind can tell apart.
Color method_color(const ik::MethodInfo& method);

/// Towards black for a negative share, towards white for a positive one; -1 to 1.
Color shaded(Color color, float share);

/// The i-th colour for things that are no method, such as the effectors of one body.
Color series_color(int i);

}  // namespace lab
