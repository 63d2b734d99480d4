#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Add the commands `run` and `compare`. Their callbacks throw io::Error for wrong input.
void add_run(CLI::App& program);
void add_compare(CLI::App& program);

}  // namespace cli
