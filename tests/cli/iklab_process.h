#pragma once

#include <string>

/// Exit status and output of a run of the program.
struct Finished {
  int status = -1;  ///< exit status; -1 if it did not exit by itself
  std::string out, err;

  /// Number of lines on standard error.
  long complaints() const;
};

/// Runs the real executable by a shell.
/// \param environment such as "LC_ALL=C"
/// \param output      redirects standard output to a file, leaving it out of the result
Finished iklab(const std::string& arguments, const std::string& environment = "",
               const std::string& output = "");

/// Runs the program's commands in this process: for many runs, and those that open no window.
/// \param arguments separated by blanks; a word in single quotes may have some
Finished iklab_here(const std::string& arguments);

/// Expects that the program takes the arguments for a mistake: nothing on standard output, one line
/// on standard error that begins with "iklab: " and has `names`, and status 2.
void expect_mistake(const std::string& arguments, const std::string& names);
