#include "cli/commands/commands.h"

#include "iklab/version.h"

#include "cli/output/output.h"
#include "io/files/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>

namespace cli {
namespace {

constexpr int kDone = 0, kFailed = 1, kWrongInput = 2, kNotReached = 3;

/// Prints the message as one line to standard error.
int complain(const std::string& message, int status) {
  std::cerr << "iklab: " << io::printable(message) << '\n';
  return status;
}

/// The long names of all options, with their dashes: "--steps".
std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// Reports an unknown command with a list of all commands. CLI11 says only "unexpected argument".
void expect_command(const CLI::App& program, const std::string& name) {
  const std::vector<std::string> commands = command_names(program);
  if (std::ranges::find(commands, name) != commands.end()) return;
  throw io::Error(fmt::format("no command '{}'{}: there are {}", name,
                              io::did_you_mean(name, commands), io::joined(commands, ", ")));
}

/// Reports the first argument that no option takes, if there is one. CLI11's message lists all,
/// last first, and comes after that on a missing option.
void fail_extras(const CLI::App& program) {
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  for (const std::string& extra : program.remaining(true)) {
    if (extra[0] != '-') throw io::Error(fmt::format("unknown argument '{}'", extra));
    const std::string name = extra.substr(0, extra.find('='));
    throw io::Error(fmt::format(
        "unknown option '{}'{}", extra,
        io::did_you_mean(name, options_of(chosen.empty() ? program : *chosen.front()))));
  }
}

/// Reports an option that was given too often or without its value.
[[noreturn]] void fail_count(const CLI::ArgumentMismatch& error) {
  const std::string text = error.what();
  const bool twice = text.find("At Most 1 required") != std::string::npos;
  throw io::Error(twice ? text.substr(0, text.find(':')) + ": given more than once" : text);
}

/// The arguments after the program's name. `help COMMAND`, even after options, becomes
/// `COMMAND --help`, and `experiment`, the former name of a command, becomes `claims`.
std::vector<std::string> words_of(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const auto is_name = [](const std::string& word) { return !word.starts_with('-'); };
  auto first = std::ranges::find_if(words, is_name);
  if (first != words.end() && *first == "help") {
    words.erase(first);
    words.emplace_back("--help");
    first = std::ranges::find_if(words, is_name);
  }
  if (first != words.end() && *first == "experiment") *first = "claims";
  return words;
}

/// Discards notes during its lifetime.
class Quiet {
 public:
  explicit Quiet(bool quiet) : before_(quiet ? std::clog.rdbuf(nullptr) : nullptr) {}
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet() {
    if (before_ != nullptr) std::clog.rdbuf(before_);
  }

 private:
  std::streambuf* before_;
};

/// Refuses an empty value of any option of a command: it mostly comes from an unset variable.
void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    const bool is_file = option->get_type_name() == "FILE";
    option->check([is_file](const std::string& value) -> std::string {
      if (!value.empty()) return {};
      return is_file ? "expected a file's name" : "expected a value, and it is empty";
    });
  }
}

/// Adds the options shared by all commands.
void add_common(CLI::App& program, bool& quiet, bool& strict) {
  const auto add = [&quiet, &strict](CLI::App& command) {
    command.add_flag("-q,--quiet", quiet,
                     wrapped_help("Says nothing on standard error but errors: no notes, no "
                                  "progress, no names of written files"));
    command.add_flag("--strict", strict,
                     wrapped_help("Takes a note, such as on an option without effect, for an error "
                                  "(status 2)"));
    refuse_empty_values(command);
  };
  add(program);
  for (CLI::App* command : program.get_subcommands({})) add(*command);
}

int run_commands(int argc, const char* const* argv) {
  CLI::App program("A laboratory of inverse kinematics: methods, measured and shown.", "iklab");
  program.set_version_flag("-V,--version", "iklab " IKLAB_VERSION);
  program.require_subcommand(0, 1);
  program.footer("Example: iklab run --scene y --method dls --lambda 0.6 --steps 400");
  for (const auto add : {add_view, add_run, add_compare, add_sweep, add_reach, add_path, add_solve,
                         add_advise, add_claims, add_replay, add_list, add_convert, add_shot,
                         add_figure, add_help, add_manual, add_completion}) {
    add(program);
  }
  bool quiet = false, strict = false;
  add_common(program, quiet, strict);
  std::vector<std::string> words = words_of(argc, argv);
  // before parsing: callbacks run while CLI11 parses
  const auto is_quiet = [](const std::string& word) { return word == "-q" || word == "--quiet"; };
  const Quiet scope(std::ranges::any_of(words, is_quiet));
  begin_notes(std::ranges::find(words, "--strict") != words.end());
  try {
    if (!words.empty() && !words[0].starts_with('-')) expect_command(program, words[0]);
    std::ranges::reverse(words);  // CLI11 takes them from the back
    program.parse(std::move(words));
    if (program.get_subcommands().empty()) view_as_last_time();
    print_notes();
  } catch (const CLI::Success& help) {
    program.exit(help);
  } catch (const NotReached&) {
    print_notes();
    throw;
  } catch (const CLI::ArgumentMismatch& error) {
    fail_count(error);
  } catch (const CLI::ParseError& error) {
    fail_extras(program);  // the misspelled name of a required option, too
    throw io::Error(error.what());
  }
  flush_standard_output();
  return kDone;
}

}  // namespace

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> dashed_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

int run_program(int argc, const char* const* argv) {
  // a closed pipe throws ClosedPipe, so that temporary files are removed first
  std::signal(SIGPIPE, SIG_IGN);
  // a file that would exceed the shell's or the batch system's limit is an error of writing
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run_commands(argc, argv);
  } catch (const Interrupted& end) {
    return end_by(end.signal);
  } catch (const ClosedPipe&) {
    return end_by(SIGPIPE);
  } catch (const NotReached& end) {
    return complain(end.message, kNotReached);
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
