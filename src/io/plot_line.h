#pragma once

#include <vector>

#include "io/plot_layout.h"

namespace io {

/// A point of a figure.
struct Dot {
  double x, y;
};

/// The unbroken pieces of a series as they are drawn in the frame. Where there are many more
/// points than a picture can show, every narrow column keeps its first, lowest, highest and last:
/// Jugel et al. (2014), M4, the same picture from fewer points.
std::vector<std::vector<Dot>> lines_of(const lab::Series& series, const lab::Plot& plot,
                                       const Box& frame);

}  // namespace io
