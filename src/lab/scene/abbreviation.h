#pragma once

#include <string>

#include "iklab/method.h"

namespace lab {

/// A method's short name, for where its label has no room: "JT", "SDLS". The initials of the label
/// where the method is not in the table.
std::string abbreviation(const ik::MethodInfo& method);

/// A lane's label with the method's short name: "DLS, λ 0.2 m/rad".
std::string abbreviated(const std::string& label, const ik::MethodInfo& method);
/// The same for the method whose name begins the label; other labels stay.
std::string abbreviated(const std::string& label);

}  // namespace lab
