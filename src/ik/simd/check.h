#pragma once

#include <cassert>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ik {

/// \throws std::invalid_argument if `holds` is false; `message` names the culprit
inline void require(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

/// A joint or an effector in a message: "joint 'elbow'", or "joint 3" if it has no name.
/// \param index in the order given
inline std::string titled(const char* what, const std::string& name, int index) {
  return name.empty() ? joined({what, " ", std::to_string(index)})
                      : joined({what, " '", name, "'"});
}

/// Throws for an unknown name: "no effector 'hand': there are tip, elbow".
/// \param name_of a member or function that gives the name of an element of `known`
template <class Range, class Name>
[[noreturn]] void refuse_name(std::string_view what, std::string_view name, const Range& known,
                              Name&& name_of) {
  std::string message = joined({"no ", what, " '", name, "': there are "});
  bool first = true;
  for (const auto& one : known) {
    if (!first) message += ", ";
    first = false;
    message += std::invoke(name_of, one);
  }
  throw std::invalid_argument(message);
}

/// Returns `number` if it is in [0, count). Cheap: builds the message only on failure.
/// \throws std::invalid_argument otherwise, "no effector with index 3"
inline int checked(const char* what, int number, int count) {
  if (number >= 0 && number < count) return number;
  throw std::invalid_argument(joined({"no ", what, " with index ", std::to_string(number)}));
}

}  // namespace ik

/// A precondition within the library, checked in Debug builds.
#define IK_ASSERT(condition) assert(condition)
