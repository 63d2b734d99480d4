#pragma once

#include <stdexcept>
#include <string>

/// Message of the std::invalid_argument that an action throws, or empty.
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}
