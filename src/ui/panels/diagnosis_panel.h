#pragma once

#include <cstddef>
#include <optional>

#include "lab/diagnosis/diagnosis.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

struct DiagnosisPanel {
  std::optional<lab::CauseId> pinned;  ///< the cause that was pressed: it stays lit
  /// Index of the lit cause in this frame and in the last one, while the page is shown.
  std::optional<std::size_t> lit, was_lit;
  std::optional<lab::Diagnosis> held;  ///< shown instead of newer ones while the page is hovered
};

/// Why the front lane's body shakes: the causes with their shares, the strongest first, with
/// remedies that helped in a trial as buttons, and the numbers that show a cause. \param known null
/// if there are not enough steps yet
void diagnosis_panel(const Theme& theme, const lab::Diagnosis* known, const ik::Multibody& body,
                     DiagnosisPanel& panel, Edit& edit);

/// "shaking now: too little damping", or less if that has no room. \returns whether it was pressed
bool diagnosis_word(const Theme& theme, const lab::Diagnosis* diagnosis);

}  // namespace ui
