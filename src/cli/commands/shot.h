#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `shot`. Its callback throws io::Error for wrong input.
void add_shot(CLI::App& program);

}  // namespace cli
