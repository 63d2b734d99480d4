#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `help COMMAND`, read as `COMMAND --help`.
void add_help(CLI::App& program);
/// Adds the command `manual`, a page made from the commands' options.
void add_manual(CLI::App& program);

}  // namespace cli
