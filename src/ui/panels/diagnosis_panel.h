#pragma once

#include <cstddef>
#include <optional>

#include "lab/diagnosis/diagnosis.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// What the page of causes remembers. The picture marks what the lit cause is about.
struct DiagnosisPanel {
  std::optional<lab::CauseId> pinned;  ///< pressed: stays lit
  /// Of the diagnosis' causes, in this frame and in the last, while the page shows them.
  std::optional<std::size_t> lit, was_lit;
};

/// "little damping": what a cause is called in the window.
const char* cause_word(lab::CauseId id);

/// Why the front lane's body shakes: the causes with their numbers, the strongest first, and what
/// was tried and helps as buttons, each with the jitter that it leaves. Each is one change that can
/// be undone.
/// \param known null while too little was seen
void diagnosis_panel(const Theme& theme, const lab::Diagnosis* known, const ik::Multibody& body,
                     DiagnosisPanel& panel, Edit& edit);

/// "shaking: little damping" in the line at the bottom, where something shakes.
/// \returns whether it was pressed
bool diagnosis_word(const Theme& theme, const lab::Diagnosis* diagnosis);

}  // namespace ui
