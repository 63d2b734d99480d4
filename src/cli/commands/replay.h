#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `replay`. Its callback throws io::Error for wrong input.
void add_replay(CLI::App& program);

}  // namespace cli
