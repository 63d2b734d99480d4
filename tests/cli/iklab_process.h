#pragma once

#include <string>

/// How the program ended and what it said.
struct Finished {
  int status = -1;  ///< exit status; -1 if it did not exit by itself
  std::string out, err;

  /// The lines on standard error.
  long complaints() const;
};

/// Runs the real executable with these arguments, which a shell reads.
/// \param environment such as "LC_ALL=C"
/// \param output      where standard output goes, if not to the result
Finished iklab(const std::string& arguments, const std::string& environment = "",
               const std::string& output = "");
