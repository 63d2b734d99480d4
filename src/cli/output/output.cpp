#include "cli/output/output.h"

#include <iostream>

namespace cli {

Output::Output(const std::string& target) : to_standard_output_(target == "-") {
  if (!target.empty() && !to_standard_output_) file_.emplace(target);
}

std::ostream& Output::stream() { return file_ ? file_->stream() : std::cout; }

void Output::finish() {
  if (file_) file_->finish();
}

void Output::commit() {
  // standard output is looked at once, at the end of the program
  if (file_) file_->commit();
}

}  // namespace cli
