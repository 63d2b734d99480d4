#pragma once

#include <span>
#include <string>
#include <string_view>

namespace io {

/// The number of edits that turn one word into the other, letters of ASCII without regard to case:
/// a letter more, less or another one, or two neighbours exchanged. Damerau (1964).
int edits_between(std::string_view a, std::string_view b);

/// "; did you mean 'dls'?" with the known word that a mistyped one is closest to; empty if none is
/// close: more than a third of its letters differ.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace io
