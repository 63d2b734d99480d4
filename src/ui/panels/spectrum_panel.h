#pragma once

#include <optional>

#include "lab/plot/plot.h"
#include "lab/track/bench.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the spectrum page.
struct SpectrumPanel {
  lab::Plot gains;                     ///< over singular values
  std::optional<std::size_t> hovered;  ///< index of the bar under the pointer in this frame
};

/// The singular values of the last update as bars. Beside them the method's gain for each: its
/// filter tau(sigma) as a curve, the gains of the last update as dots, and 1/sigma for comparison.
/// Buss (2009), eq. 13 and 14. For a step without gains, offers a method that has some.
void spectrum_panel(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                    ImVec2 size, SpectrumPanel& panel, Edit& edit);

/// The filters of all methods that have one, with the present singular values.
/// \param hovered index of the highlighted singular value
void draw_filters(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
                  ImVec2 size, const std::optional<std::size_t>& hovered, lab::Plot& filters);

}  // namespace ui
