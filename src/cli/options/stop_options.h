#pragma once

#include <limits>
#include <optional>
#include <string>

#include "cli/options/option_group.h"
#include "iklab/solver.h"

namespace cli {

/// When solving a pose ends: tolerances, restarts, updates and the seed, the options of `reach` and
/// `solve`.
struct StopOptions {
  std::string tolerance, aim_tolerance, restarts, updates, seed;

  /// \param seed_help     what the seed is of
  /// \param restarts_help added to the default of --restarts
  /// \param updates_help  added to the default of --updates
  void add_to(const OptionGroup& group, const char* seed_help,
              const std::string& restarts_help = "", const std::string& updates_help = "");
  /// \throws io::Error naming the option
  ik::Stop stop() const;
};

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
