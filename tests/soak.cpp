// Many steps of random experiments: all methods, the built-in scenes and random bodies with limits,
// weights, aims and obstacles. All angles stay finite, no joint leaves its limits by a single bit,
// and no effector's status is false.
//   iklab_soak [STEPS [SEED]]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "ik/math/elementary.h"
#include "io/scene/scene_file.h"
#include "lab/track/tracker.h"
#include "support/aiming.h"
#include "support/changes.h"
#include "support/statuses.h"

namespace {

constexpr long kEpisode = 200;  // steps of one experiment
/// One of this many experiments ends with a check of the statuses, which takes thousands of updates
/// by brute force. A prime number, so that every method gets its turn.
constexpr long kJudged = 101;
/// At most one of this many experiments may have a false status: the reference is a search too.
constexpr long kOneIn = 20;
constexpr double kTraining = 64;  // batches; training need not be good

/// A source of random choices.
class Chance {
 public:
  explicit Chance(int seed) : numbers_(seed) {}
  double between(double low, double high) { return low + (high - low) * even(); }
  int below(int count) { return std::min(static_cast<int>(even() * count), count - 1); }
  bool with(double share) { return even() < share; }
  Eigen::Vector3d vector() { return numbers_.vector(); }

 private:
  double even() { return 0.5 + 0.5 * numbers_.next(); }
  bodies::Numbers numbers_;
};

ik::Multibody random_body(int seed, Chance& chance) {
  const int joints = 1 + chance.below(12), effectors = 1 + chance.below(3);
  const ik::Multibody bare = bodies::random_tree(seed % 5000, joints, effectors);
  std::vector<ik::Joint> limited;
  for (int j = 0; j < joints; ++j) {
    ik::Joint joint = bare.joint(j);
    if (chance.with(0.8)) joint.lower = joint.initial - chance.between(0.0, 1.5);
    if (chance.with(0.8)) joint.upper = joint.initial + chance.between(0.0, 1.5);
    if (chance.with(0.1)) joint.initial = joint.lower = joint.upper = joint.initial;
    if (chance.with(0.3)) joint.weight = chance.with(0.3) ? 0.0 : chance.between(0.01, 4.0);
    limited.push_back(joint);
  }
  std::vector<ik::Effector> hands(bare.effectors().begin(), bare.effectors().end());
  for (ik::Effector& hand : hands) {
    if (chance.with(0.6)) continue;
    hand.aim = chance.with(0.5) ? ik::AimKind::kDirection : ik::AimKind::kOrientation;
    hand.pointer = chance.vector();
    hand.lever = chance.between(0.01, 1.0);
    if (chance.with(0.5)) continue;
    hand.rotation = ik::rotation_about(chance.vector().normalized(), chance.between(-3.0, 3.0));
  }
  return ik::Multibody(limited, hands);
}

lab::TargetCurve random_curve(const Eigen::Vector3d& hand, Chance& chance) {
  const double far = chance.with(0.05) ? 1e6 : chance.between(0.0, 3.0);
  const Eigen::Vector3d center = hand + far * chance.vector();
  if (chance.with(0.3)) return lab::TargetCurve(lab::WaveCurve{center, {}});
  if (chance.with(0.2)) {
    return lab::TargetCurve(lab::JumpCurve{{center, hand, hand + chance.vector()}, 0.3});
  }
  return lab::TargetCurve(
      lab::WaveCurve{center, {{chance.vector(), chance.between(0.0, 30.0), 1.0}}});
}

lab::Scene random_scene(int seed, Chance& chance) {
  lab::Scene scene{"random", "Random", "", random_body(seed, chance), {}, {}};
  const ik::Multibody& body = scene.multibody;
  for (const Eigen::Vector3d& hand : bodies::effectors_at(body, body.initial_theta())) {
    scene.targets.push_back(random_curve(hand, chance));
  }
  bodies::Numbers numbers(seed % 5000 + 1);
  for (const ik::Aim& aim : bodies::random_aims(body, numbers)) {
    scene.aims.push_back({aim, Eigen::Vector3d::UnitY(), chance.between(0.0, 2.0), 5.0, 0.0});
  }
  for (int g = 0; g < body.goal_count(); ++g) {
    scene.weights.push_back(chance.with(0.1) ? 0.0 : chance.between(0.1, 3.0));
  }
  for (int i = chance.below(4); i > 0; --i) {
    const Eigen::Vector3d at = 3.0 * chance.vector();
    const Eigen::Vector3d to = chance.with(0.5) ? at : Eigen::Vector3d(at + chance.vector());
    scene.obstacles.push_back({"obstacle" + std::to_string(i), at, to, chance.between(0.01, 0.5)});
  }
  return scene;
}

/// Random settings, with every limit rule except kIgnore.
void choose_settings(lab::Settings& settings, Chance& chance) {
  const int rules = static_cast<int>(lab::find_shared_knob("limits")->choices.size());
  do {
    lab::find_shared_knob("limits")->set(settings, chance.below(rules));
  } while (settings.limits == lab::LimitRule::kIgnore);
  if (chance.with(0.5))
    settings.params["lambda"] = chance.with(0.1) ? 0.0 : chance.between(0.01, 1.5);
  if (chance.with(0.3)) settings.d_max = chance.between(0.01, 1.0);
  settings.adaptive_d_max = chance.with(0.2);
  if (chance.with(0.2)) settings.jacobian = ik::JacobianKind::kTarget;
  if (chance.with(0.3))
    settings.params["max-angle"] = chance.with(0.3) ? lab::kOff : chance.between(0.01, 2);
  if (chance.with(0.3)) settings.max_slide = chance.between(0.01, 1.0);
  if (chance.with(0.2)) settings.aim_weight = chance.between(0.0, 2.0);
  if (chance.with(0.2)) settings.set_number("lead", chance.between(0.0, 3.0));
  if (chance.with(0.2)) settings.iterations = 1 + chance.below(4);
  if (chance.with(0.1)) settings.tolerance = 1e-3;
}

std::string beyond(const char* what, int j, double theta, double limit) {
  char text[160];
  std::snprintf(text, sizeof text, "joint %d is %s its limit by %.3g", j, what,
                std::abs(theta - limit));
  return text;
}

/// A fault in the tracker's pose; empty if there is none.
std::string fault(const lab::Tracker& tracker, const ik::VectorX& first) {
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    const ik::Joint& joint = tracker.multibody().joint(j);
    const double theta = tracker.pose().theta[j];
    if (!std::isfinite(theta)) return "an angle is not finite";
    // a joint may start outside
    if (theta < std::min(joint.lower, first[j])) return beyond("below", j, theta, joint.lower);
    if (theta > std::max(joint.upper, first[j])) return beyond("above", j, theta, joint.upper);
    if (!tracker.may_move(j) && theta != first[j]) return "a frozen joint moved";
  }
  for (const double error : tracker.errors()) {
    if (!std::isfinite(error)) return "an error is not finite";
  }
  return {};
}

/// Number of experiments with checked statuses, and of those with a false one.
struct Judged {
  long all = 0, wrong = 0;
};

/// Experiment number i of a seed. \returns true if there was no fault
bool run(long seed, long i, long steps, Judged& judged) {
  const auto number = static_cast<int>((seed * 7919 + i) % 1'000'000);
  Chance chance(number);
  const auto methods = static_cast<long>(ik::methods().size());
  const ik::MethodInfo& method = ik::methods()[static_cast<std::size_t>(i % methods)];
  const auto& names = io::built_in_scenes();
  const auto scene_number = static_cast<std::size_t>(i / methods);
  lab::Scene scene = chance.with(0.2) ? io::find_scene(names[scene_number % names.size()])
                                      : random_scene(number, chance);
  choose_settings(scene.settings, chance);
  lab::Tracker tracker(scene, method);
  if (ik::get_param(tracker.method(), "training"))
    changes::set_method_param(tracker, "training", kTraining);
  const ik::VectorX first = tracker.pose().theta;
  const auto broke = [&](const std::string& law) {
    std::fprintf(stderr, "%s: %s on %s, limits %d, experiment %ld of seed %ld, step %ld\n",
                 law.c_str(), method.id, scene.id.c_str(),
                 static_cast<int>(tracker.settings().limits), i, seed, tracker.step_count());
    return false;
  };
  while (tracker.step_count() < steps) {
    tracker.step();
    const std::string wrong = fault(tracker, first);
    if (!wrong.empty()) return broke(wrong);
  }
  if (i % kJudged != 0) return true;
  ++judged.all;
  const std::string wrong = brute::false_status(tracker);
  if (wrong.empty()) return true;
  ++judged.wrong;
  broke(wrong);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const long steps = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  const long seed = argc > 2 ? std::atol(argv[2]) : 1;
  if (steps < 1 || seed < 0) return 2;
  long done = 0, failed = 0;
  Judged judged;
  for (long i = 0; done < steps; ++i) {
    const long part = std::min(kEpisode, steps - done);
    if (!run(seed, i, part, judged)) ++failed;
    done += part;
  }
  std::printf("%ld steps, %ld experiments that broke a law, %ld of %ld with a false status\n", done,
              failed, judged.wrong, judged.all);
  return failed == 0 && judged.wrong * kOneIn <= judged.all + kOneIn ? 0 : 1;
}
