#pragma once

#include <string>

namespace ui {

/// Whether a text has every word of a filter, in any case.
bool matches(const std::string& text, const std::string& filter);

}  // namespace ui
