#include "cli/options/stop_options.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "lab/scene/number_text.h"
#include "work/platform.h"

namespace cli {
namespace {

constexpr long kMaxRestarts = 1'000'000, kMaxUpdates = 1'000'000'000;

double tolerance_option(const char* option, const std::string& text, double usual) {
  if (text.empty()) return usual;
  const std::optional<double> value = lab::parse_number(text);
  if (!value || !(*value > 0.0)) {
    throw io::Error(fmt::format("{}: expected a number above 0", option));
  }
  return *value;
}

}  // namespace

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

void StopOptions::add_to(const OptionGroup& group, const char* seed_help,
                         const std::string& restarts_help, const std::string& updates_help) {
  const ik::Stop usual;
  group.add("--tolerance", tolerance, "M",
            fmt::format("Largest error of a position [m] (default: {:g})", usual.error));
  group.add(
      "--aim-tolerance", aim_tolerance, "RAD",
      wrapped_help(fmt::format("Largest error of a direction or orientation [rad] (default: {:g})",
                               usual.aim_error)));
  group.add("--restarts", restarts, "N",
            wrapped_help(fmt::format("Largest number of starts after the first (default: {}{})",
                                     usual.restarts, restarts_help)));
  group.add("--updates", updates, "N",
            wrapped_help(fmt::format("Most updates of a pose, of all its attempts together "
                                     "(default: {}{})",
                                     usual.updates, updates_help)));
  group.add("--seed", seed, "N",
            wrapped_help(fmt::format("{} (default: {})", seed_help, usual.seed)));
}

ik::Stop StopOptions::stop() const {
  ik::Stop stop;
  stop.error = tolerance_option("--tolerance", tolerance, stop.error);
  stop.aim_error = tolerance_option("--aim-tolerance", aim_tolerance, stop.aim_error);
  if (!restarts.empty()) {
    stop.restarts = static_cast<int>(count_option("--restarts", restarts, 0, kMaxRestarts));
  }
  if (!updates.empty()) {
    stop.updates = static_cast<int>(count_option("--updates", updates, 1, kMaxUpdates));
  }
  if (!seed.empty()) stop.seed = static_cast<std::uint64_t>(count_option("--seed", seed, 0));
  return stop;
}

}  // namespace cli
