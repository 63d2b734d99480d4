#pragma once

#include <string>
#include <string_view>

namespace ui {

/// A text with the letters of ASCII small.
std::string lower(std::string_view text);

/// Whether a text has every word of a filter, in any case.
bool matches(const std::string& text, const std::string& filter);

}  // namespace ui
