#include "cli/options/timeout_option.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "lab/scene/number_text.h"
#include "work/platform.h"

namespace cli {

bool Deadline::passed() const {
  return at < std::numeric_limits<double>::infinity() && work::nanoseconds() >= at;
}

double Deadline::pause(double most) const {
  return std::clamp(1e-9 * (at - work::nanoseconds()), 0.0, most);
}

void TimeoutOption::add_to(const OptionGroup& group, const char* then) {
  group.add("--timeout", seconds_, "S",
            wrapped_help(fmt::format("Ends the work in order after this time [s]: {}, with the "
                                     "status 3 (default: never)",
                                     then)));
}

Deadline TimeoutOption::start() const {
  if (seconds_.empty()) return {};
  const std::optional<double> seconds = lab::parse_number(seconds_);
  if (!seconds || !(*seconds > 0.0)) throw io::Error("--timeout: expected a number above 0");
  return {work::nanoseconds() + 1e9 * *seconds};
}

}  // namespace cli
