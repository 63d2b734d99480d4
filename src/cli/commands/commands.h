#pragma once

#include <CLI/App.hpp>

namespace cli {

/// The whole program behind main(): reads the command line and runs a command.
/// \returns the exit status: 0 done; 2 the user's input is wrong, with one line on standard error;
///   1 anything else, likewise
int run_program(int argc, const char* const* argv);

/// Each adds a subcommand, which does its work when the line has been read.
/// The work throws io::Error where the user's input is wrong.
void add_view(CLI::App& program);
void add_run(CLI::App& program);
void add_compare(CLI::App& program);
void add_sweep(CLI::App& program);
void add_experiment(CLI::App& program);
void add_replay(CLI::App& program);
void add_list(CLI::App& program);
void add_shot(CLI::App& program);

/// What the program does without a command: `view` without options.
void view_as_last_time();

}  // namespace cli
