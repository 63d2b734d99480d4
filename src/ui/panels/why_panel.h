#pragma once

#include <cstddef>
#include <optional>

#include "lab/why/diagnosis.h"
#include "ui/kit/theme.h"

namespace ui {

struct Edit;
struct Panels;
struct Shown;

/// What the page of causes remembers. The picture marks what the lit cause is about.
struct WhyPanel {
  std::optional<lab::CauseId> pinned;  ///< pressed: stays lit
  /// Of the diagnosis' causes, in this frame and in the last, while the page shows them.
  std::optional<std::size_t> lit, was_lit;
};

/// "little damping": what a cause is called in the window.
const char* cause_word(lab::CauseId id);

/// Why the front lane's body shakes: the causes with their numbers, the strongest first, and what
/// was tried and helps as buttons, each with the jitter that it leaves. Each is one change that can
/// be undone.
void why_panel(const Theme& theme, const Shown& shown, Panels& panels, Edit& edit);

/// "shaking: little damping" in the line at the bottom, where something shakes.
/// \returns whether it was pressed
bool shaking_word(const Theme& theme, const Shown& shown);

}  // namespace ui
