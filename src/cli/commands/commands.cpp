#include "cli/commands/commands.h"

#include "iklab/version.h"

#include "cli/output/progress.h"
#include "io/files/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <system_error>

namespace cli {
namespace {

constexpr int kDone = 0, kFailed = 1, kWrongInput = 2;

/// Prints the message as one line to standard error.
int complain(const std::string& message, int status) {
  std::cerr << "iklab: " << io::printable(message) << '\n';
  return status;
}

/// Lists the commands for an unknown one, where CLI11 would say "unexpected argument".
void expect_command(const CLI::App& program, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::vector<const CLI::App*> commands = program.get_subcommands({});
  const std::string name = argv[1];
  if (std::ranges::find(commands, name, &CLI::App::get_name) != commands.end()) return;
  throw io::Error(fmt::format("no command '{}': there are {}", name,
                              io::joined(commands, ", ", &CLI::App::get_name)));
}

/// On a closed pipe or a full disk, standard output fails only when its buffer is written.
void expect_output_arrived() {
  errno = 0;
  std::cout.flush();
  if (std::cout) return;
  const std::string reason = errno != 0 ? ": " + std::generic_category().message(errno) : "";
  throw io::WriteError("standard output: cannot be written" + reason);
}

int run_commands(int argc, const char* const* argv) {
  CLI::App program("A laboratory of inverse kinematics: methods, measured and shown.", "iklab");
  program.set_version_flag("--version", "iklab " IKLAB_VERSION);
  program.require_subcommand(0, 1);
  program.footer("Example: iklab run --scene y --method dls --lambda 0.6 --steps 400");
  for (const auto add : {add_view, add_run, add_compare, add_sweep, add_advise, add_experiment,
                         add_replay, add_list, add_convert, add_shot}) {
    add(program);
  }
  try {
    expect_command(program, argc, argv);
    program.parse(argc, argv);
    if (program.get_subcommands().empty()) view_as_last_time();
  } catch (const CLI::Success& help) {
    program.exit(help);
  } catch (const CLI::ExtrasError& error) {
    // report the first one; error.what() has all, last first
    for (const std::string& extra : program.remaining(true)) {
      throw io::Error(
          fmt::format("unknown {} '{}'", extra[0] == '-' ? "option" : "argument", extra));
    }
    throw io::Error(error.what());
  } catch (const CLI::ParseError& error) {
    throw io::Error(error.what());
  }
  expect_output_arrived();
  return kDone;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  // a closed pipe is then an error with a message, not a silent end
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run_commands(argc, argv);
  } catch (const Interrupted&) {
    return end_as_interrupted();
  } catch (const io::WriteError& error) {
    return complain(error.what(), kFailed);
  } catch (const io::Error& error) {
    return complain(error.what(), kWrongInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kFailed);
  } catch (const std::exception& error) {
    return complain(error.what(), kFailed);
  }
}

}  // namespace cli
