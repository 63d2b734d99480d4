#pragma once

#include <optional>
#include <string>

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/build_steps.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the page "Body".
struct BuildPanel {
  bool open = false;               ///< drawn in this frame; the picture then has handles
  std::optional<BodyPart> chosen;  ///< the part shown on the page, with handles in the picture
  std::optional<BodyPart> shown;   ///< the part to which the list has scrolled
  std::string refusal;             ///< why the last request was refused; else empty
  std::string name;                ///< in the text field
  std::optional<BodyPart> named;   ///< the part to which `name` belongs
};

/// Lists joints, effectors and obstacles, and edits the chosen one. A long list scrolls inside the
/// page, to the chosen part.
void build_panel(const Theme& theme, const lab::Tracker& tracker, ImVec2 size, BuildPanel& panel,
                 Edit& edit);

}  // namespace ui
