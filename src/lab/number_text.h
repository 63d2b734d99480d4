#pragma once

#include <string>

namespace lab {

/// The shortest text that reads back as the value rounded to 12 digits, whatever the locale.
std::string short_number(double value);

}  // namespace lab
