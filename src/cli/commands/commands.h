#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "lab/sweep/sweep.h"

namespace cli {

/// The whole program: reads the command line and runs a command.
/// \returns the exit status: 0 done; 2 wrong input, 3 a pose is not reached, 1 any other failure,
///   each with one line on standard error
int run_program(int argc, const char* const* argv);

// Each adds a command to the program. The command's callback throws io::Error for wrong input.
void add_view(CLI::App& program);
void add_run(CLI::App& program);
void add_compare(CLI::App& program);
void add_sweep(CLI::App& program);
void add_reach(CLI::App& program);
void add_path(CLI::App& program);
void add_solve(CLI::App& program);
void add_advise(CLI::App& program);
void add_claims(CLI::App& program);
void add_replay(CLI::App& program);
void add_list(CLI::App& program);
void add_convert(CLI::App& program);
void add_shot(CLI::App& program);
void add_figure(CLI::App& program);
/// `help COMMAND`, read as `COMMAND --help`.
void add_help(CLI::App& program);
/// A manual page made from the commands' options.
void add_manual(CLI::App& program);
/// Completion scripts made from the commands' options.
void add_completion(CLI::App& program);

/// `view` without options: the default command.
void view_as_last_time();

/// Parses the axis of `--vary`. \throws io::Error naming the option
lab::SweepAxis parse_axis(const ik::MethodInfo& method, const std::string& text);

/// A command and its options.
template <class Options>
struct Command {
  CLI::App& app;
  Options& options;
};
/// Adds a command that calls `run` with its options.
template <class Options>
Command<Options> add_command(CLI::App& program, const char* name, const char* help,
                             void (*run)(const Options& options)) {
  const auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand(name, help);
  app->callback([options, run] { run(*options); });
  return {*app, *options};
}

/// The names of a program's commands.
std::vector<std::string> command_names(const CLI::App& program);

/// An option's names with their dashes, short names first: "-q", "--quiet"; empty for an argument.
std::vector<std::string> dashed_names(const CLI::Option& option);

}  // namespace cli
