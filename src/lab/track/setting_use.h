#pragma once

#include <string>

#include "lab/track/tracker.h"

namespace lab {

/// Why the tracker's method or body has no use for a setting, as a sentence; empty where it has.
std::string why_unused(const SettingInfo& setting, const Tracker& tracker);

}  // namespace lab
