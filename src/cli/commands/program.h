#pragma once

namespace cli {

/// The whole program behind main(): reads the command line and runs a command.
/// \returns the exit status: 0 done; 2 the user's input is wrong, with one line on standard error;
///   1 anything else, likewise
int run_program(int argc, const char* const* argv);

}  // namespace cli
