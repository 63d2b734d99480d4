#pragma once

#include <string>

namespace lab {

/// The shortest text that reads back as the value rounded to 12 digits, whatever the locale.
std::string short_number(double value);

/// The same with 3 digits, for sentences.
std::string brief_number(double value);

/// A share as a percentage without decimals: "83 %".
std::string percent(double share);

}  // namespace lab
