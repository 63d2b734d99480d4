#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "io/files/file.h"

namespace cli {

/// Where a result goes: nowhere (no target), to standard output ("-") or to a file, which is
/// opened at once and is there as a whole or not at all.
class Output {
 public:
  /// \throws io::Error naming the path if it cannot be written
  explicit Output(const std::string& target);

  bool wanted() const { return to_standard_output_ || file_; }
  bool to_standard_output() const { return to_standard_output_; }

  /// \pre wanted()
  std::ostream& stream();
  /// Makes sure that a file's contents arrived, before any file takes its place.
  /// \throws io::WriteError if something did not
  void finish();
  /// Lets the file take its place.
  void commit();

 private:
  bool to_standard_output_ = false;
  std::optional<io::OutputFile> file_;
};

}  // namespace cli
