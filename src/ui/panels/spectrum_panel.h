#pragma once

#include "lab/view/spectrum.h"
#include "ui/panels/plots_panel.h"

namespace ui {

/// The singular values of the last update as bars, and beside them the gain that the method gives
/// each: its formula's filter tau(sigma) as a curve, what it did as dots, and 1/sigma to compare.
/// Buss (2009), eq. 13 and 14.
void spectrum_panel(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                    ImVec2 size, PlotsPanel& panel);

}  // namespace ui
