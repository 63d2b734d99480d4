#pragma once

#include <optional>

#include "lab/plot/plot.h"
#include "lab/track/bench.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"

namespace ui {

/// What the page of the spectrum remembers.
struct SpectrumPanel {
  lab::Plot gains;                     ///< over singular values, as it was drawn last
  std::optional<std::size_t> hovered;  ///< the bar under the pointer in this frame
};

/// The singular values of the last update as bars, and beside them the gain that the method gives
/// each: its formula's filter tau(sigma) as a curve, what it did as dots, and 1/sigma to compare.
/// Buss (2009), eq. 13 and 14.
void spectrum_panel(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                    ImVec2 size, SpectrumPanel& panel);

/// The filters of all methods that have one, with the live singular values.
/// \param hovered the singular value that is marked
void draw_filters(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
                  ImVec2 size, const std::optional<std::size_t>& hovered, lab::Plot& filters);

}  // namespace ui
