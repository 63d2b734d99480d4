#pragma once

#include <optional>

#include "ui/shell/spoken.h"

namespace app {

/// The window in words beside the page's canvas: native controls, headings and a line that a screen
/// reader speaks. A desktop has none.
class Reader {
 public:
  /// Tells the page what differs from the last call, and does what the reader asks. Call it once a
  /// frame, between ui::draw() and the edit's use.
  /// \param seconds on a clock that does not go back
  void exchange(const ui::Context& context, double seconds);

 private:
  std::optional<ui::Spoken> told_;
  ui::Narrator narrator_;
};

}  // namespace app
