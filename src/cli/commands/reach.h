#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `reach`. Its callback throws io::Error for wrong input.
void add_reach(CLI::App& program);

}  // namespace cli
