#include "lab/run/update_work.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// The work of a method on n joints, measured at 256 and 512 joints on one core of 3 GHz.
struct LargeWork {
  std::string_view method;
  double seconds;  ///< times n^3
  double bytes;    ///< times n^2
  bool is_training = false;
};
constexpr LargeWork kLargeWork[] = {
    {"newton", 2.6e-10, 65.0},
    {"extended-jacobian", 2.8e-9, 78.0},
    {"learned", 8.0e-8, 0.0, true},
};
constexpr double kShort = 1.0;  // s

std::string time_in_words(double seconds) {
  constexpr double kMinute = 60.0, kHour = 3600.0;
  if (seconds < kMinute) return brief_number(seconds) + " s";
  return seconds < kHour ? brief_number(seconds / kMinute) + " min"
                         : brief_number(seconds / kHour) + " h";
}

}  // namespace

std::string slow_in_words(const ik::MethodInfo& method, const ik::Multibody& multibody) {
  const auto* work = std::ranges::find(kLargeWork, method.id, &LargeWork::method);
  if (work == std::end(kLargeWork)) return {};
  const double n = multibody.joint_count();
  const double seconds = work->seconds * n * n * n, giga = 1e-9 * work->bytes * n * n;
  constexpr double kLongTraining = 60.0;  // s
  if (seconds < (work->is_training ? kLongTraining : kShort)) return {};
  std::string text =
      std::string(method.id) + (work->is_training ? ": training for " : ": an update of ") +
      std::to_string(multibody.joint_count()) + " joints takes about " + time_in_words(seconds);
  if (giga > 0.1) text += " and " + brief_number(giga) + " GB";
  return text;
}

}  // namespace lab
