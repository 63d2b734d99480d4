#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `list`. Its callback throws io::Error for wrong input.
void add_list(CLI::App& program);

}  // namespace cli
