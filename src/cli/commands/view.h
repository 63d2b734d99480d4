#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds the command `view`. Its callback throws io::Error for wrong input.
void add_view(CLI::App& program);

/// `view` without options: the default command.
void view_as_last_time();

}  // namespace cli
