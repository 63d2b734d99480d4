#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "lab/scene/colors.h"
#include "lab/scene/knobs.h"
#include "lab/solve/reach_poses.h"
#include "lab/track/bench.h"

namespace lab {

/// A way to reach a pose: a method alone, or ik::Solver::solve as shipped.
struct ReachMethod {
  const ik::MethodInfo* alone = nullptr;  ///< null: Solver::solve

  const char* id() const { return alone != nullptr ? alone->id : "solve"; }
  const char* label() const { return alone != nullptr ? alone->label : "Solver::solve"; }
  Color color() const;  ///< on a light ground

  bool operator==(const ReachMethod&) const = default;
};

/// The methods that are alone.
std::vector<const ik::MethodInfo*> alone_of(const std::vector<ReachMethod>& methods);

/// `others` with the settings that affect Solver::solve: the rule for limits and the aim weight.
Settings solve_settings(const Settings& settings, Settings others = {});

/// Poses to be solved to the end, and how: the second mode of Buss (2009), section 2.
struct ReachPlan {
  Scene scene;
  Settings settings;  ///< every method's; for Solver::solve see solve_settings()
  std::vector<ReachMethod> methods = {ReachMethod()};
  int drawn = 1000;                     ///< number of poses to draw
  std::vector<ik::VectorX> given = {};  ///< (n) in the order given: poses instead of drawn ones
  /// Goals instead of poses; the start is not kNear. The scene has their aims, see with_aims().
  std::vector<ReachGoal> goals = {};
  ReachStart start = ReachStart::kMiddle;
  std::uint64_t seed = 1;  ///< draws the poses, and the starts after the first
  double tolerance = ik::Stop().error, aim_tolerance = ik::Stop().aim_error;  ///< m, rad
  /// Largest number of starts after the first. Empty: what Solver::solve ships with, and none for
  /// a method alone.
  std::optional<int> restarts = {};
  /// Most updates of a pose, of all its attempts together. Empty: what Solver::solve ships with,
  /// and kUpdatesAlone for a method alone.
  std::optional<int> updates = {};
  static constexpr int kUpdatesAlone = 1000;
  ReachDraw draw = ReachDraw::kUniform;                 ///< how poses are drawn
  std::vector<ik::AxisTolerance> axis_tolerances = {};  ///< as Stop::tolerances
  /// Asked before every update, by several threads: true ends all runs. Poses that are being solved
  /// then have no result.
  std::function<bool()> give_up = {};

  int pose_count() const {
    if (!goals.empty()) return static_cast<int>(goals.size());
    return given.empty() ? drawn : static_cast<int>(given.size());
  }
  int restarts_of(const ReachMethod& method) const {
    return restarts.value_or(method.alone == nullptr ? ik::Stop().restarts : 0);
  }
  int updates_of(const ReachMethod& method) const {
    return updates.value_or(method.alone == nullptr ? ik::Stop().updates : kUpdatesAlone);
  }
};

/// Where the settings of a plan are used, for each method. \param plan outlives this
std::vector<KnobUse> uses_of(const ReachPlan& plan);

/// The most results of a study, poses times methods: a larger number is a typing error.
inline constexpr long kMaxReachResults = 1'000'000;

/// How a pose was solved.
struct ReachResult {
  int pose = 0;
  std::size_t method = 0;  ///< index in ReachPlan::methods
  bool reached = false;
  ik::Verdict verdict = ik::Verdict::kUnfinished;
  bool given_up = false;          ///< ReachPlan::give_up ended it
  int updates = 0, attempts = 0;  ///< no attempt: it began at a solution
  double error = 0.0;             ///< m, as left
  double aim_error = 0.0;         ///< rad, as left
  ik::VectorX theta;              ///< (n) as left, in the order given
  std::optional<double> ns;       ///< wall time, without interruptions; empty without a clock
};

class ReachRun;

/// Solves poses by methods. A method alone makes its own updates with its caps (Stop::restarts = 0)
/// and is tried again from the starts that Solver::solve draws, if restarts are allowed; an attempt
/// that another one may follow ends after kAttemptUpdates.
///
/// Every result is the one of a new ik::Solver, bit for bit, whatever was solved before. Immutable
/// once it is prepared: any number of threads may begin runs at the same time.
class ReachStudy {
 public:
  static constexpr int kAttemptUpdates = 100;

  /// \param wall, cpu clocks that time a pose, ns; empty: no times
  explicit ReachStudy(ReachPlan plan, Clock wall = {}, Clock cpu = {});
  ReachStudy(const ReachStudy&) = delete;
  ReachStudy& operator=(const ReachStudy&) = delete;

  const ReachPlan& plan() const { return plan_; }
  /// The scene's body; joints outside the group that moves have weight 0.
  const ik::Multibody& multibody() const { return multibody_; }
  /// The same, without limits while they are off.
  const ik::Multibody& body_in_force() const { return unlimited_ ? *unlimited_ : multibody_; }
  ReachPose pose(int i) const;

  /// Prepares methods for the body, such as by training; see ik::AnyMethod.
  /// \returns the finished share, 1 for most methods
  double prepare(int portions, ik::PreparationStore* store = nullptr);
  double prepared() const;

  /// A solver with a method and the settings, before its first step.
  ik::Solver solver(std::size_t method) const { return solvers_[method]; }

 private:
  friend class ReachRun;

  void make_solver(std::size_t method);

  ReachPlan plan_;
  Clock wall_, cpu_;
  ik::Multibody multibody_;
  std::optional<ik::Multibody> unlimited_;  // while limits are off
  std::vector<ik::AnyMethod> methods_;      // for Solver::solve one that it does not use
  std::vector<ik::Solver> solvers_;
  ReachPoses poses_;
};

/// Some poses of a study, divided into parts of a few poses.
class ReachParts {
 public:
  /// \param study outlives this
  ReachParts(const ReachStudy& study, std::vector<int> poses)
      : study_(study), poses_(std::move(poses)) {}

  int count() const;
  /// \pre this outlives the run
  ReachRun begin(int part) const;

 private:
  const ReachStudy& study_;
  std::vector<int> poses_;
};

/// A few poses, solved by all methods; the work can be divided into calls.
class ReachRun {
 public:
  /// Solves about that many poses. \returns the finished share; 1 at the end, and if it is given up
  double advance(long count);
  /// \pre advance() has returned 1
  std::vector<ReachResult> results() const { return results_; }

 private:
  friend class ReachParts;
  ReachRun(const ReachStudy& study, std::vector<int> poses)
      : study_(&study), poses_(std::move(poses)) {}

  ReachResult solve(int number, std::size_t method);
  ReachResult solve_from_start(const ReachPose& pose, std::size_t method, ik::Solver& solver);
  ReachResult timed(const ReachPose& pose, std::size_t method, ik::Solver& solver);

  const ReachStudy* study_;
  std::vector<int> poses_;
  std::vector<ReachResult> results_;
  std::optional<ReachPose> pose_;  // the pose of the next result
  std::shared_ptr<class DrawnStarts> starts_;
};

/// The results of a study so far.
class ReachResults {
 public:
  explicit ReachResults(const ReachPlan& plan)
      : methods_(plan.methods.size()),
        results_(static_cast<std::size_t>(plan.pose_count()) * plan.methods.size()) {}

  void set(ReachResult result);
  /// Whether all methods have solved a pose.
  bool has(int pose) const {
    for (std::size_t method = 0; method < methods_; ++method) {
      if (at(pose, method) == nullptr) return false;
    }
    return true;
  }
  /// Null if it is not solved yet.
  const ReachResult* at(int pose, std::size_t method) const {
    const auto& result = results_[static_cast<std::size_t>(pose) * methods_ + method];
    return result ? &*result : nullptr;
  }

 private:
  std::size_t methods_;
  std::vector<std::optional<ReachResult>> results_;
};

}  // namespace lab
