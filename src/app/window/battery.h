#pragma once

#include <filesystem>

namespace app {

/// Whether the computer runs on its battery: one of its own batteries is discharging, and no power
/// supply is connected. False where the system does not say.
/// \param supplies folder with a folder for each battery and power supply, as Linux has it
bool on_battery(const std::filesystem::path& supplies = "/sys/class/power_supply");

}  // namespace app
