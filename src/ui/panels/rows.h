#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/kit/widgets.h"

namespace ui {

/// Numbers to drag or type in one row, marked as "group/label". What is typed has to be finite.
/// \param speed of a drag, by pixel
/// \param pattern of std::printf
/// \param values at most three
/// \returns whether they changed
bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, float speed, const char* pattern, std::span<double> values);

/// segments() for a choice that is an enumeration or an index.
template <class Choice>
void choose(const Theme& theme, const char* id, std::span<const char* const> names, Choice& choice,
            float width) {
  const auto chosen = segments(theme, id, names, static_cast<std::size_t>(choice), width);
  if (chosen) choice = static_cast<Choice>(*chosen);
}

}  // namespace ui
