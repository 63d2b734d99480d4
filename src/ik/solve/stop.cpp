#include "ik/solve/stop.h"

#include <string>

#include "ik/simd/check.h"
#include "ik/task/method.h"

namespace ik {
namespace {

void require_positive(const char* name, double value) {
  if (value >= 0.0) return;
  throw std::invalid_argument(
      joined({"Stop::", name, " is ", short_text(value), ": it must be a number of at least 0"}));
}

void require_count(const char* name, int value) {
  if (value >= 0) return;
  throw std::invalid_argument(
      joined({"Stop::", name, " is ", std::to_string(value), ": it must be at least 0"}));
}

}  // namespace

void require_valid(const Stop& stop) {
  require_positive("error", stop.error);
  require_positive("aim_error", stop.aim_error);
  require_count("updates", stop.updates);
  require_count("restarts", stop.restarts);
  for (const AxisTolerance& tolerance : stop.tolerances) {
    for (const double number : tolerance.position) require_positive("tolerances", number);
    for (const double number : tolerance.aim) require_positive("tolerances", number);
  }
}

void require_valid(const Stop& stop, int effectors) {
  require_valid(stop);
  const std::size_t count = stop.tolerances.size();
  if (count == 0 || count == static_cast<std::size_t>(effectors)) return;
  throw std::invalid_argument(
      joined({"there are ", std::to_string(count), " tolerances by axis for ",
              std::to_string(effectors), " effectors"}));
}

void require_size(Eigen::Index entries, const Multibody& multibody) {
  if (entries == multibody.joint_count()) return;
  throw std::invalid_argument(joined({"theta has ", std::to_string(entries), " numbers, the body ",
                                      std::to_string(multibody.joint_count()), " joints"}));
}

}  // namespace ik
