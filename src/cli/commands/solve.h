#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `solve`. Its callback throws io::Error for wrong input, and NotReached.
void add_solve(CLI::App& program);

}  // namespace cli
