#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `claims`. Its callback throws io::Error for wrong input.
void add_claims(CLI::App& program);

}  // namespace cli
