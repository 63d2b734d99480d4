#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace cli {

/// The whole program: reads the command line and runs a command.
/// \returns the exit status: 0 done; 2 wrong input, 3 a pose is not reached, 1 any other failure,
///   each with one line on standard error
int run_program(int argc, const char* const* argv);

/// The names of a program's commands.
std::vector<std::string> command_names(const CLI::App& program);

/// An option's names with their dashes, short names first: "-q", "--quiet"; empty for an argument.
std::vector<std::string> dashed_names(const CLI::Option& option);

}  // namespace cli
