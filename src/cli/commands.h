#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Each adds a subcommand, one a source file, that does its work when the line has been read.
/// The work throws io::Error where the user's input is wrong.
void add_run(CLI::App& program);
void add_compare(CLI::App& program);
void add_list(CLI::App& program);

}  // namespace cli
