#pragma once

#include <span>
#include <string_view>

#include "ik/task/method.h"

namespace ik {

/// A row of the registry: everything that menus, options, tests and benchmarks know of a method.
struct MethodInfo {
  const char* id;         ///< as in `--method ID`
  const char* label;      ///< in menus and legends
  const char* group;      ///< heading in the list of methods
  const char* equation;   ///< the step in one line of plain text
  const char* reference;  ///< where it comes from
  const char* help;       ///< a sentence or two on when it is good and when not
  double max_angle;       ///< ClampMaxAbs unless the user says otherwise, rad
  AnyMethod (*make)();
};

/// All methods, in the one order that is used everywhere.
std::span<const MethodInfo> methods();

/// The method of that id, or null.
const MethodInfo* find_method(std::string_view id);

}  // namespace ik
