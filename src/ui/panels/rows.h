#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/kit/theme.h"

namespace ui {

/// Numbers to drag or type in one row, marked as "group/label". What is typed has to be finite.
/// \param speed of a drag, by pixel
/// \param pattern of std::printf
/// \param values at most three
/// \returns whether they changed
bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, float speed, const char* pattern, std::span<double> values);

}  // namespace ui
