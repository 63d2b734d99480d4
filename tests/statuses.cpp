// Measures how often effector statuses are right. `iklab_statuses [SAMPLES] [SEED]` takes effectors
// in the middle of random experiments and compares lab::StatusTrial with brute force
// (tests/support/statuses.h). Prints a table. Fails if a status is right in less than 95 % of its
// uses, or if less than 95 % of the effectors with an unreachable target are called out of reach.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "io/scene/scene_file.h"
#include "support/aiming.h"
#include "support/changes.h"
#include "support/statuses.h"

namespace {

using lab::EffectorStatus;

constexpr double kRight = 0.95;
constexpr int kEnough = 20;   // minimum number of uses for a share to count
constexpr int kStarts = 200;  // of the reference search
constexpr int kStatuses = 8;

/// A source of random choices.
class Chance {
 public:
  explicit Chance(int seed) : numbers_(seed) {}
  double even() { return 0.5 + 0.5 * numbers_.next(); }
  int below(int count) { return std::min(static_cast<int>(even() * count), count - 1); }
  bool with(double share) { return even() < share; }
  bodies::Numbers& numbers() { return numbers_; }

 private:
  bodies::Numbers numbers_;
};

/// The body with limits about its initial pose.
ik::Multibody limited(const ik::Multibody& body, Chance& chance) {
  std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
  for (ik::Joint& joint : joints) {
    if (chance.with(0.2)) continue;
    const double down = 0.2 + 1.5 * chance.even(), up = 0.2 + 1.5 * chance.even();
    joint.lower = joint.initial - down;
    joint.upper = joint.initial + up;
  }
  return ik::Multibody(joints, {body.effectors().begin(), body.effectors().end()});
}

ik::Multibody random_body(int seed, Chance& chance) {
  const int kind = chance.below(6);
  ik::Multibody body =
      kind == 0   ? bodies::planar_arm(2 + chance.below(6))
      : kind == 1 ? bodies::forked_tree()
      : kind == 2 ? bodies::limited_arm()
      : kind == 3 ? bodies::aiming()[static_cast<std::size_t>(seed % 3)].body
                  : bodies::random_tree(seed % 5000, 3 + chance.below(8), 1 + chance.below(3));
  return chance.with(0.5) ? limited(body, chance) : body;
}

/// A random theta within the limits, rad or m.
ik::VectorX random_pose(const ik::Multibody& body, Chance& chance) {
  ik::VectorX theta(body.joint_count());
  for (int j = 0; j < body.joint_count(); ++j) {
    const double lower = std::max(body.joint(j).lower, -2.5);
    const double upper = std::min(body.joint(j).upper, 2.5);
    theta[j] = lower + (upper - lower) * chance.even();
  }
  return theta;
}

/// Random targets: reachable together, reachable one by one, or anywhere near.
lab::Scene random_scene(int seed, Chance& chance) {
  lab::Scene scene{"random", "Random", "", random_body(seed, chance), {}, {}};
  const ik::Multibody& body = scene.multibody;
  ik::VectorX theta = random_pose(body, chance);
  const std::vector<ik::Aim> aims = bodies::aims_at(body, theta);
  for (int i = 0; i < body.effector_count(); ++i) {
    if (chance.with(0.3)) theta = random_pose(body, chance);
    Eigen::Vector3d at = bodies::effectors_at(body, theta)[static_cast<std::size_t>(i)];
    if (chance.with(0.45)) {
      const lab::Reach reach = lab::reach_of(body, i);
      const Eigen::Vector3d way = chance.numbers().vector().normalized();
      at = reach.center + 1.1 * chance.even() * std::min(reach.most, 5.0) * way;
    }
    lab::WaveCurve curve{at, {}};
    if (chance.with(0.3)) curve.waves.push_back({0.3 * chance.numbers().vector(), 5.0, 1.0});
    scene.targets.emplace_back(curve);
  }
  for (const ik::Aim& aim : aims) scene.aims.push_back({.base = aim});
  return scene;
}

lab::Tracker random_tracker(int seed, Chance& chance) {
  const auto& names = io::built_in_scenes();
  lab::Scene scene = chance.with(0.3)
                         ? io::find_scene(names[static_cast<std::size_t>(seed) % names.size()])
                         : random_scene(seed, chance);
  const ik::MethodInfo* method = nullptr;
  do {
    method = &ik::methods()[static_cast<std::size_t>(
        chance.below(static_cast<int>(ik::methods().size())))];
  } while (std::string_view(method->group) == "Learned");
  lab::Settings settings = scene.settings;
  lab::find_shared_knob("limits")->set(settings, chance.below(4));
  if (chance.with(0.2)) settings.d_max = 0.3;
  lab::Tracker tracker(scene, *method, settings);
  const int joints = tracker.multibody().joint_count();
  if (chance.with(0.25)) {
    for (int i = 1 + chance.below(2); i > 0; --i)
      changes::set_joint_weight(tracker, chance.below(joints), 0.0);
  }
  constexpr long kSteps[] = {1, 10, 60, 400, 1000};
  const long steps = kSteps[chance.below(5)];
  while (tracker.step_count() < steps) tracker.step();
  return tracker;
}

struct Count {
  int uses = 0, right = 0;
};

/// A word for the true status, for the table.
std::string truth_of(brute::Truth& truth, std::size_t i) {
  if (truth.is_reached(i)) return "reached";
  if (truth.can_reach(i)) return truth.comes_nearer(i) ? "nearer" : "rests";
  if (truth.can_reach(i, {.limits = false})) return "limits";
  if (truth.can_reach(i, {.limits = false, .frozen = false})) return "frozen";
  return "out";
}

}  // namespace

int main(int argc, char** argv) {
  const int samples = argc > 1 ? std::atoi(argv[1]) : 4000;
  const int seed = argc > 2 ? std::atoi(argv[2]) : 1;
  if (samples < 1 || seed < 0) return 2;
  std::map<std::string, std::array<int, kStatuses>> table;
  std::array<Count, kStatuses> counts{};
  Count out;
  int done = 0;
  for (int number = 10'000 * seed; done < samples; ++number) {
    Chance chance(number);
    const lab::Tracker tracker = random_tracker(number, chance);
    const std::vector<EffectorStatus> statuses = lab::effector_statuses(tracker);
    brute::Truth truth(tracker, kStarts);
    for (std::size_t i = 0; i < statuses.size() && done < samples; ++i, ++done) {
      const auto said = static_cast<std::size_t>(statuses[i]);
      const std::string word = truth_of(truth, i);
      const bool right = truth.is_true(i, statuses[i]);
      ++table[word][said];
      ++counts[said].uses;
      if (right) ++counts[said].right;
      if (word == "out") {
        ++out.uses;
        if (statuses[i] == EffectorStatus::kOutOfReach) ++out.right;
      }
      if (!right) {
        std::printf("experiment %d, %s on %s, step %ld, effector %zu: %s, but %s\n", number,
                    tracker.method_info().id, tracker.scene().id.c_str(), tracker.step_count(), i,
                    name(statuses[i]), word.c_str());
      }
    }
  }
  std::printf("%-10s", "truth");
  for (int s = 0; s < kStatuses; ++s) std::printf("%14s", name(static_cast<EffectorStatus>(s)));
  for (const auto& [word, row] : table) {
    std::printf("\n%-10s", word.c_str());
    for (const int count : row) std::printf("%14d", count);
  }
  std::printf("\n%-10s", "right, %");
  bool holds = true;
  const auto print = [&holds](const Count& count) {
    const double share = count.uses > 0 ? double(count.right) / count.uses : 1.0;
    std::printf("%14.1f", 100.0 * share);
    if (count.uses >= kEnough && share < kRight) holds = false;
  };
  for (const Count& count : counts) print(count);
  std::printf("\nout of reach, and called so, %%");
  print(out);
  std::printf("\n%d effectors\n", done);
  return holds ? 0 : 1;
}
