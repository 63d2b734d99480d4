#pragma once

#include <span>
#include <string>
#include <string_view>

namespace io {

/// Edit distance of two words, ignoring the case of ASCII letters: letters added, removed or
/// replaced, and neighbours exchanged. Damerau (1964).
int edits_between(std::string_view a, std::string_view b);

/// "; did you mean 'dls'?" with the known word closest to a mistyped one. Empty if more than a
/// third of the letters differ from every word.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace io
