#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// The setup after what was asked for in a frame, with the name of the change for the menu; empty
/// where nothing of it was. Values that a setting does not accept are left out.
std::optional<SetupChange> changed(const lab::Setup& setup, const Asked& asked);

}  // namespace ui
