#pragma once

#include <span>
#include <string>

#include "lab/scene/knobs.h"

namespace lab {

/// Why a knob's value has no effect in any of the uses: the last one's reason. Empty if it has one.
std::string why_no_effect(const Knob& knob, std::span<const KnobUse> uses);
/// The settings without those that have no effect there.
Settings settings_with_effect(const KnobUse& use);

}  // namespace lab
