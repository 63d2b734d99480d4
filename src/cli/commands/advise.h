#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `advise`. Its callback throws io::Error for wrong input.
void add_advise(CLI::App& program);

}  // namespace cli
