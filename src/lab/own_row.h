#pragma once

#include <memory>

#include "iklab/method.h"

namespace lab {

/// A row of the list of methods for a method that is not in it.
/// \param name id and label; outlives the row
std::shared_ptr<const ik::MethodInfo> own_row(ik::AnyMethod method, const char* name = "own");

}  // namespace lab
