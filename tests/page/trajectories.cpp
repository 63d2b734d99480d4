// Prints the trajectory of every method on every built-in scene under several settings, to compare
// a desktop with a browser:
//   SCENE METHOD/SETTINGS HASH NUMBERS…
// HASH is over all bits of all poses, NUMBERS are the joints after the last step.
// With the arguments "times [METHOD…]" prints the time of an update of the double-Y instead:
//   METHOD NANOSECONDS

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include <iklab/solver.h>

#include "io/scene/scene_file.h"
#include "lab/track/tracker.h"

namespace {

constexpr int kSteps = 400;

/// FNV-1a.
class Hash {
 public:
  void add(double number) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) {
      sum_ = (sum_ ^ (bits & 0xffU)) * 1099511628211U;
      bits >>= 8U;
    }
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 14695981039346656037U;
};

/// Settings of a trajectory.
struct Variant {
  const char* name;
  void (*set)(lab::Settings&);
  int from = 0;  ///< first step with these settings; before it, the scene's own apply
};
constexpr Variant kVariants[] = {
    {"own", [](lab::Settings&) {}},
    {"d-max", [](lab::Settings& s) { s.d_max = 0.1; }},
    {"adaptive", [](lab::Settings& s) { s.d_max = 0.05, s.adaptive_d_max = true; }},
    {"clamp-iterations",
     [](lab::Settings& s) { s.limits = lab::LimitRule::kClamp, s.iterations = 3; }},
    {"active-set-lead",
     [](lab::Settings& s) {
       s.limits = lab::LimitRule::kActiveSet, s.set_number("lead", 2.0), s.iterations = 4,
       s.tolerance = 0.01;
     }},
    {"changed",
     [](lab::Settings& s) {
       s.set_param("lambda", 0.3);
       s.d_max = 0.2, s.jacobian = ik::JacobianKind::kTarget, s.limits = lab::LimitRule::kClamp;
     },
     kSteps / 2}};

void print_trajectory(const lab::Scene& scene, const ik::MethodInfo& method,
                      const Variant& variant) {
  lab::Tracker tracker(scene, method);
  Hash hash;
  for (int step = 0; step < kSteps; ++step) {
    if (step == variant.from) {
      tracker.change([&variant](lab::Setup& setup) { variant.set(setup.lanes[0].settings); });
    }
    tracker.step();
    for (const double theta : tracker.pose().theta) hash.add(theta);
  }
  std::printf("%s %s/%s %016llx", scene.id.c_str(), method.id, variant.name,
              static_cast<unsigned long long>(hash.sum()));
  for (const double theta : tracker.pose().theta) std::printf(" %.17g", theta);
  std::printf("\n");
}

/// The smallest of several means over many updates, ns, because disturbances only add time. Warms
/// up first: a browser compiles a function well only after it has run for a while.
double update_ns(const lab::Scene& scene, const ik::MethodInfo& method) {
  constexpr int kUpdates = 2000, kTrials = 7;
  constexpr std::chrono::milliseconds kWarming{500};
  using Clock = std::chrono::steady_clock;
  ik::Solver solver(scene.multibody, method.id);
  const std::size_t count = scene.targets.size();
  std::vector<Eigen::Vector3d> targets;  // of all updates, precomputed: not part of an update
  for (int step = 1; step <= kUpdates; ++step) {
    for (const auto& target : scene.targets) {
      targets.push_back(target.at(step * scene.settings.time_step));
    }
  }
  const auto update = [&](int step) {
    for (std::size_t i = 0; i < count; ++i) {
      solver.target(static_cast<int>(i)) = targets[static_cast<std::size_t>(step) * count + i];
    }
    solver.step();
  };
  const auto mean = [&] {
    const auto start = Clock::now();
    for (int step = 0; step < kUpdates; ++step) update(step);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / kUpdates;
  };
  for (const auto start = Clock::now(); Clock::now() - start < kWarming;) mean();
  double least = mean();
  for (int trial = 1; trial < kTrials; ++trial) least = std::min(least, mean());
  return least;
}

}  // namespace

int main(int count, char** words) {
  if (count > 1 && std::string_view(words[1]) == "times") {
    const lab::Scene scene = io::find_scene("double-y");
    const char* const usual[] = {
        "jacobian-transpose", "pseudoinverse", "dls", "sdls", "newton", "ccd"};
    std::span<const char* const> methods = usual;
    if (count > 2) methods = {words + 2, words + count};
    for (const char* method : methods) {
      std::printf("%s %.0f\n", method, update_ns(scene, *ik::find_method(method)));
    }
    return 0;
  }
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    for (const ik::MethodInfo& method : ik::methods()) {
      for (const Variant& variant : kVariants) print_trajectory(scene, method, variant);
    }
  }
}
