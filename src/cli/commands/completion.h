#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `completion`, which is made from the commands' options.
void add_completion(CLI::App& program);

}  // namespace cli
