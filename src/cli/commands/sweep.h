#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `sweep`. Its callback throws io::Error for wrong input.
void add_sweep(CLI::App& program);

}  // namespace cli
