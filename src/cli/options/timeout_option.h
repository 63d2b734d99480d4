#pragma once

#include <limits>
#include <string>

#include "cli/options/option_group.h"

namespace cli {

/// When work ends, finished or not.
struct Deadline {
  double at = std::numeric_limits<double>::infinity();  ///< by work::nanoseconds(), ns

  bool passed() const;
  /// The time that is left, s, at most `most`.
  double pause(double most) const;
};

/// The option --timeout.
class TimeoutOption {
 public:
  /// \param then what follows: "the candidates so far are compared"
  void add_to(const OptionGroup& group, const char* then);
  /// The time from now on; infinite if the option is not given.
  /// \throws io::Error naming the option
  Deadline start() const;

 private:
  std::string seconds_;
};

}  // namespace cli
