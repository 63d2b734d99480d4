#include "cli/commands/commands.h"

#include "io/files/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <system_error>

namespace cli {
namespace {

constexpr int kDone = 0, kFailed = 1, kWrongInput = 2;

/// One line on standard error, whatever the message holds.
int complain(const std::string& message, int status) {
  std::cerr << "iklab: " << io::printable(message) << '\n';
  return status;
}

/// CLI11 calls an unknown command an unexpected argument; the user should see what there is.
void expect_command(const CLI::App& program, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::string known;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (command->get_name() == argv[1]) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  throw io::Error(fmt::format("no command '{}': there are {}", argv[1], known));
}

/// Standard output fails late: on a closed pipe or a full disk when the buffer is emptied.
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
  add_view(program);
  add_run(program);
  add_compare(program);
  add_sweep(program);
  add_experiment(program);
  add_replay(program);
  add_list(program);
  add_shot(program);
  try {
    expect_command(program, argc, argv);
    program.parse(argc, argv);
    if (program.get_subcommands().empty()) view_as_last_time();
  } catch (const CLI::Success& help) {
    program.exit(help);
  } catch (const CLI::ExtrasError& error) {
    // CLI11 lists all, last first; the first is what the user should look at
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
  // a closed pipe is to be an error that is told, not a silent end
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run_commands(argc, argv);
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
