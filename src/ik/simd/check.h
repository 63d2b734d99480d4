#pragma once

#include <cassert>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ik {

/// Refuses a caller's input at construction; `message` names the culprit.
/// \throws std::invalid_argument where `holds` is false
inline void require(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

/// Refuses a name that there is not: "no effector 'hand': there are tip, elbow".
/// \param name_of gives the name of one of the known
template <class Range, class Name>
[[noreturn]] void refuse_name(std::string_view what, std::string_view name, const Range& known,
                              Name&& name_of) {
  std::string message = joined({"no ", what, " '", name, "': there are "});
  bool first = true;
  for (const auto& one : known) {
    if (!first) message += ", ";
    first = false;
    message += name_of(one);
  }
  throw std::invalid_argument(message);
}

/// A number from 0 to below count. Makes a message only where it refuses, so that it may be asked
/// in every frame.
inline int checked(const char* what, int number, int count) {
  if (number >= 0 && number < count) return number;
  throw std::invalid_argument(joined({"no ", what, " of number ", std::to_string(number)}));
}

}  // namespace ik

/// A promise of our own that Debug builds check.
#define IK_ASSERT(condition) assert(condition)
