#include "benchmarks.h"

#include <cstdio>
#include <filesystem>
#include <functional>

#include "ik/math/symmetric.h"
#include "ik/methods/two_bone.h"
#include "ik/task/jacobian.h"
#include "io/body/body_file.h"
#include "io/scene/scene_file.h"
#include "lab/run/run.h"
#include "lap.h"
#include "measure.h"

namespace bench {
namespace {

using benchmark::RegisterBenchmark;

/// Atlas, if Debian's package dart-doc is installed.
constexpr const char* kAtlas = "/usr/share/doc/dart/data/sdf/atlas/atlas_v3_no_head.urdf";
constexpr int kWarmup = 400;  // steps, to leave the transient behind
/// Updates between two clock readings: enough to make the clock's cost negligible.
constexpr int kStretch = 64;

/// False for two-bone on a body without a limb of two bones, where its steps are another method's.
bool has_use(const ik::MethodInfo& method, const ik::Multibody& multibody) {
  if (std::string_view(method.id) != "two-bone") return true;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    if (ik::Limb::of(multibody, i).has_value()) return true;
  }
  return false;
}

/// Cost of advancing the targets, ns. It is not part of an update.
double cost_of_advancing(lab::Tracker tracker) {
  constexpr int kTimes = 20000;
  const double start = thread_ns();
  for (int i = 0; i < kTimes; ++i) {
    tracker.advance();
    benchmark::DoNotOptimize(tracker.targets().data());
  }
  return (thread_ns() - start) / kTimes;
}

/// A tracker in mid-track, made on first use: learning takes time.
struct WarmTracker {
  explicit WarmTracker(const std::string& scene, const ik::MethodInfo& method)
      : tracker(io::open_scene(scene), method) {
    lab::run(tracker, kWarmup);
    advancing = cost_of_advancing(tracker);
  }
  lab::Tracker tracker;
  double advancing = 0.0;  // ns
};

void tracker_update(benchmark::State& state, const WarmTracker& warm) {
  lab::Tracker tracker = warm.tracker;
  lab::Metrics metrics;
  measure(
      state, kStretch, [&] { metrics.add(tracker); },
      [&] {
        for (int i = 0; i < kStretch; ++i) tracker.step();
      },
      warm.advancing);
  state.counters["mean_error_mm"] = 1e3 * metrics.summary().mean_error;
  state.counters["jitter_mdeg"] = 1e3 * metrics.summary().mean_jitter_deg;
  state.counters["joints"] = tracker.multibody().joint_count();
}

void lap_update(benchmark::State& state, const Lap& lap, Updater& updater) {
  measure(
      state, Lap::kUpdates, [&] { updater.place(lap.start.data()); },
      [&] {
        for (int i = 0; i < Lap::kUpdates; ++i) updater.update(lap.targets_of(i));
        benchmark::DoNotOptimize(updater.theta());
      });
}

/// One part of an update, on a private copy of the state.
void part(benchmark::State& state, const std::string& scene, const std::string& name) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method("dls"));
  lab::run(tracker, kWarmup);
  const ik::Multibody& body = tracker.multibody();
  const ik::Problem problem = tracker.problem();
  ik::Pose pose = tracker.pose();
  ik::VectorX e;
  ik::MatrixX J, A, factor;
  ik::task_error(problem, e);
  ik::task_jacobian(problem, J);
  A = J * J.transpose() + ik::MatrixX::Identity(J.rows(), J.rows());
  ik::Svd svd;

  const std::pair<const char*, std::function<void()>> parts[] = {
      {"forward-kinematics", [&] { ik::forward_kinematics(body, pose); }},
      {"error", [&] { ik::task_error(problem, e); }},
      {"jacobian", [&] { ik::task_jacobian(problem, J); }},
      {"cholesky",
       [&] {
         factor = A;
         ik::factor_ldlt(factor);
         ik::solve_ldlt(factor, e);
       }},
      {"svd-cold",
       [&] {
         svd.forget();
         svd.compute(J);
       }},
      {"svd-warm", [&] { svd.compute(J); }},
  };
  for (const auto& [known, run] : parts) {
    if (name != known) continue;
    measure(
        state, kStretch, [] {},
        [&, &run = run] {
          for (int i = 0; i < kStretch; ++i) {
            run();
            benchmark::ClobberMemory();
          }
        });
  }
}

/// Registers the paths of one method on one scene, peers included.
/// \returns false, with a message on stderr, if a peer's step differs from iklab's
bool register_lap(const std::string& scene, const RuledMethod& method) {
  constexpr double kTolerance = 1e-9;  // rad
  const auto lap = std::make_shared<const Lap>(make_lap(scene, method));
  const std::string name = "update/" + scene + "/" + method.id + "/";
  const auto add = [&](const char* path, std::unique_ptr<Updater> updater) {
    RegisterBenchmark((name + path).c_str(), [lap, shared = std::shared_ptr<Updater>(std::move(
                                                       updater))](benchmark::State& state) {
      lap_update(state, *lap, *shared);
    })->UseManualTime();
  };
  const auto add_checked = [&](const char* path, std::unique_ptr<Updater> updater) {
    if (updater == nullptr) return true;
    const double difference = difference_from_own(*lap, *updater);
    if (!(difference <= kTolerance)) {
      std::fprintf(stderr, "%s%s: a step differs from the library's by %g rad\n", name.c_str(),
                   path, difference);
      return false;
    }
    add(path, std::move(updater));
    return true;
  };
  add("library", make_own(*lap));
  bool equal = add_checked("plain", make_plain(*lap));
  for (const Peer& peer : peers()) {
    equal &= add_checked(peer.id, peer.make(lap->body, lap->numbers));
  }
  return equal;
}

/// \param scene a name or a path
void register_tracker(const std::string& label, const std::string& scene,
                      const ik::MethodInfo& method) {
  const auto warm = std::make_shared<std::unique_ptr<WarmTracker>>();
  RegisterBenchmark(("update/" + label + "/" + method.id + "/tracker").c_str(),
                    [warm, scene, &method](benchmark::State& state) {
                      if (*warm == nullptr) *warm = std::make_unique<WarmTracker>(scene, method);
                      tracker_update(state, **warm);
                    })
      ->UseManualTime();
}

}  // namespace

bool register_updates() {
  for (const std::string& scene : io::built_in_scenes()) {
    for (const ik::MethodInfo& method : ik::methods()) {
      if (has_use(method, io::find_scene(scene).multibody)) register_tracker(scene, scene, method);
    }
    for (const char* name :
         {"forward-kinematics", "error", "jacobian", "cholesky", "svd-cold", "svd-warm"}) {
      RegisterBenchmark(("part/" + scene + "/" + name).c_str(), part, scene, name)->UseManualTime();
    }
  }
  // a real robot, to compare its time per joint with double-y-25
  if (std::filesystem::exists(kAtlas)) register_tracker("atlas", kAtlas, *ik::find_method("dls"));
  bool equal = true;
  for (const char* scene : kPeerScenes) {
    for (const RuledMethod& method : kRuledMethods) equal &= register_lap(scene, method);
  }
  return equal;
}

}  // namespace bench
