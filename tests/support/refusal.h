#pragma once

#include <stdexcept>
#include <string>

/// Message of the error of this type that an action throws, or empty.
template <class Error, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Message of the std::invalid_argument that an action throws, or empty.
template <class Action>
std::string refusal(Action&& action) {
  return message_of<std::invalid_argument>(action);
}
