#pragma once

#include <cstddef>
#include <optional>

#include "lab/diagnosis/diagnosis.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the page of causes. The picture marks the joints and effectors of the lit cause.
struct DiagnosisPanel {
  std::optional<lab::CauseId> pinned;  ///< the cause that was pressed: it stays lit
  /// Index of the lit cause in this frame and in the last one, while the page is shown.
  std::optional<std::size_t> lit, was_lit;
  std::optional<lab::Diagnosis> held;  ///< shown instead of newer ones while the page is hovered
};

/// Tells why the front lane's body shakes: the causes with their shares, the strongest first. Each
/// has a sentence, and another sentence why it stands above the next. Remedies that helped in a
/// trial are a table of buttons with jitter and error; each is one change of the set-up. The
/// numbers that show a cause unfold below.
/// \param known null if there are not enough steps yet
void diagnosis_panel(const Theme& theme, const lab::Diagnosis* known, const ik::Multibody& body,
                     DiagnosisPanel& panel, Edit& edit);

/// "shaking now: too little damping" in the status line, if the body shakes; without the cause if
/// that has no room. \returns whether it was pressed
bool diagnosis_word(const Theme& theme, const lab::Diagnosis* diagnosis);

}  // namespace ui
