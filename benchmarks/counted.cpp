// The program that scripts/count-instructions runs under callgrind. Each kernel runs twice, for few
// updates and for more, each time in one call of counted_run. The script takes the difference, so
// that one-time work does not count.
//
// Output: the build on the first line, then for each call the kernel and its number of updates.

#include <cstdio>
#include <functional>
#include <memory>

#include "bodies.h"
#include "ik/batch/batch.h"
#include "ik/methods/dls.h"
#include "ik/task/jacobian.h"
#include "io/scene/scene_file.h"
#include "lab/track/tracker.h"
#include "lap.h"

extern "C" {
/// Callgrind recognises this function by its name.
__attribute__((noinline)) void counted_run(const std::function<void(int)>& run, int updates) {
  run(updates);
}
}

namespace bench {
namespace {

/// The two numbers of updates of a kernel.
struct Runs {
  int few, more;
};
constexpr Runs kRuns{32, 96};
static_assert(kRuns.more <= Lap::kUpdates);
constexpr Runs kLargeRuns{2, 6};     // steps of a large body
constexpr int kWarmup = 50;          // steps; past the start, and fast under callgrind
constexpr Runs kStretch{400, 2400};  // steps 401 to 2400, as in the tables of docs/methods

/// The scenes of the tables of costs: in reach and out of reach, with one effector and several,
/// without limits and with them.
constexpr const char* kCostScenes[] = {"planar-arm", "y", "double-y", "humanoid"};

void count(const std::string& name, const std::function<void(int)>& run, const Runs& runs = kRuns) {
  for (const int updates : {runs.few, runs.more}) {
    counted_run(run, updates);
    std::printf("%s %d\n", name.c_str(), updates);
  }
}

void count_update(const std::string& scene, const RuledMethod& method) {
  const Lap lap = make_lap(scene, method, kWarmup);
  const std::unique_ptr<Updater> own = make_own(lap);
  own->place(lap.start.data());
  own->update(lap.targets_of(0));  // one-time allocations happen here
  count("update/" + scene + "/" + method.id, [&](int updates) {
    own->place(lap.start.data());
    for (int i = 0; i < updates; ++i) own->update(lap.targets_of(i));
  });
}

void count_batch(const std::string& scene, const RuledMethod& method) {
  const Lap lap = make_lap(scene, method, kWarmup);
  ik::Batch batch(lap.multibody, ik::Batch::kWidth, ik::known_method(method.id));
  ik::Batch::Scratch scratch(batch);
  count("batch/" + scene + "/" + method.id, [&](int updates) {
    for (int b = 0; b < batch.count(); ++b) batch.set_theta(b, lap.start);
    batch.place(0, 1, scratch);
    for (int i = 0; i < updates; ++i) {
      for (int b = 0; b < batch.count(); ++b) {
        // a different stretch of the lap for each body
        const double* from = lap.targets_of((i + 8 * b) % Lap::kUpdates);
        for (int row = 0; row < batch.targets().rows(); ++row) {
          batch.targets()(row, b) = from[row];
        }
      }
      batch.step(0, 1, scratch);
    }
  });
}

void count_parts(const std::string& scene) {
  const Lap lap = make_lap(scene, kRuledMethods[0], kWarmup);
  ik::Pose pose = ik::pose_at(
      lap.multibody, Eigen::Map<const ik::VectorX>(lap.start.data(), lap.multibody.joint_count()));
  const std::vector<Eigen::Vector3d> targets(lap.body.tips.size(), Eigen::Vector3d::Ones());
  ik::MatrixX J;
  count("part/" + scene + "/forward-kinematics", [&](int updates) {
    for (int i = 0; i < updates; ++i) ik::forward_kinematics(lap.multibody, pose);
  });
  count("part/" + scene + "/jacobian", [&](int updates) {
    for (int i = 0; i < updates; ++i) ik::task_jacobian({lap.multibody, pose, targets}, J);
  });
}

void count_growth(const Shape& shape, int n, int k) {
  const ik::Multibody multibody = shape.make(n, k);
  const ik::Pose pose = ik::pose_at(multibody, bent_pose(multibody));
  const std::vector<Eigen::Vector3d> targets = near_targets(multibody, pose.theta);
  const ik::AnyMethod dls(ik::Dls{});
  ik::Workspace workspace;
  count(std::string("growth/") + shape.id + "/" + std::to_string(n) + "/" + std::to_string(k),
        [&](int updates) {
          for (int i = 0; i < updates; ++i) dls.step({multibody, pose, targets}, workspace);
        });
}

/// Steps of every linear method on a large body. Each begins in the same pose with a memory that is
/// empty, so that bodies of all sizes take the same turns.
void count_large(const Shape& shape, int n, int k) {
  const ik::Multibody multibody = shape.make(n, k);
  const ik::Pose start = ik::pose_at(multibody, bent_pose(multibody));
  const std::vector<Eigen::Vector3d> targets = near_targets(multibody, start.theta);
  for (const char* id : linear_methods()) {
    const ik::AnyMethod method = ik::known_method(id).create();
    count(
        std::string("large/") + shape.id + "/" + std::to_string(n) + "/" + std::to_string(k) + "/" +
            id,
        [&](int steps) {
          ik::Pose pose = start;
          ik::Workspace workspace;
          for (int i = 0; i < steps; ++i) {
            method.step({multibody, pose, targets}, workspace);
            pose.theta += workspace.dtheta;
            ik::forward_kinematics(multibody, pose);
          }
        },
        kLargeRuns);
  }
}

/// The steps of every method on a scene, and the motion of the targets that they contain.
void count_methods(const std::string& scene) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker start(io::find_scene(scene), info);
    while (start.prepare(1) < 1.0) continue;
    count(
        "step/" + scene + "/" + info.id,
        [&](int steps) {
          lab::Tracker tracker = start;
          for (int i = 0; i < steps; ++i) tracker.step();
        },
        kStretch);
  }
  const lab::Tracker start(io::find_scene(scene), ik::methods().front());
  count(
      "targets/" + scene,
      [&](int steps) {
        lab::Tracker tracker = start;
        for (int i = 0; i < steps; ++i) tracker.advance();
      },
      kStretch);
}

}  // namespace
}  // namespace bench

int main() {
  using namespace bench;
  std::printf("%s %s %s\n", BENCH_COMPILER, BENCH_FLAGS,
              __builtin_cpu_supports("avx2") ? "avx2" : "no-avx2");
  for (const char* scene : kReportScenes) {
    for (const RuledMethod& method : kRuledMethods) count_update(scene, method);
  }
  for (const RuledMethod& method : kRuledMethods) {
    count_batch("double-y", method);
  }
  count_parts("double-y");
  for (const Shape& shape : shapes()) count_growth(shape, 64, 16);
  for (const char* scene : kCostScenes) count_methods(scene);
  for (const Shape& shape : shapes()) {
    for (const int n : {256, 1024}) count_large(shape, n, n / 4);
  }
}
