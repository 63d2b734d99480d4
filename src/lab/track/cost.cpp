#include "lab/track/cost.h"

#include <algorithm>
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

const LargeWork* large_work(const ik::MethodInfo& method) {
  const auto* work = std::ranges::find(kLargeWork, method.id, &LargeWork::method);
  return work == std::end(kLargeWork) ? nullptr : work;
}

}  // namespace

double estimated_update_ns(const ik::MethodInfo& method, const ik::Multibody& body) {
  // measured with 100 and 400 joints
  constexpr double kJoint = 100.0, kElement = 2.0;  // ns
  const double n = body.joint_count(), m = body.row_count();
  const LargeWork* const work = large_work(method);
  const double large = work == nullptr || work->is_training ? 0.0 : 1e9 * work->seconds * n * n * n;
  return kJoint * n + kElement * m * m * n + large;
}

double estimated_step_ns(const Setup& setup) {
  double sum = 0.0;
  for (const Lane& lane : setup.lanes) {
    sum += lane.settings.iterations * estimated_update_ns(*lane.method, setup.scene->multibody);
  }
  return sum;
}

std::string slow_in_words(const ik::MethodInfo& method, const ik::Multibody& multibody) {
  const LargeWork* const work = large_work(method);
  if (work == nullptr) return {};
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
