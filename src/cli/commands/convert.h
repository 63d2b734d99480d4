#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `convert`. Its callback throws io::Error for wrong input.
void add_convert(CLI::App& program);

}  // namespace cli
