#include "lab/solve/reach_study.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/solve/goal_rows.h"
#include "ik/solve/joint_ranges.h"
#include "lab/body/goals.h"
#include "lab/scene/knobs.h"
#include "lab/scene/scene_solver.h"

namespace lab {
namespace {

constexpr Color kSolveColor = hex(0x1b1e23);
constexpr int kPosesInPart = 8;
/// A shorter solve is timed a second time, without the allocations of a solver's first one.
constexpr double kTimedTwice = 1e6;  // ns

/// The method of the solver; Solver::solve starts with damped least squares.
const ik::MethodInfo& info_of(const ReachMethod& method) {
  return method.alone != nullptr ? *method.alone : ik::known_method("dls");
}

ReachResult as_result(const ik::Report& report, const ik::Solver& solver) {
  ReachResult result;
  result.reached = report.outcome == ik::Outcome::kReached;
  result.verdict = report.verdict;
  result.given_up = report.given_up;
  result.updates = report.updates;
  result.attempts = report.attempts;
  result.error = report.error;
  result.aim_error = report.aim_error;
  result.theta = solver.theta();
  return result;
}

}  // namespace

std::vector<KnobUse> uses_of(const ReachPlan& plan) {
  std::vector<KnobUse> uses;
  for (const ReachMethod& method : plan.methods) {
    const bool alone = method.alone != nullptr;
    uses.push_back({info_of(method), plan.settings, &plan.scene.multibody,
                    alone ? KnobTask::kSolver : KnobTask::kSolve});
  }
  return uses;
}

std::vector<const ik::MethodInfo*> alone_of(const std::vector<ReachMethod>& methods) {
  std::vector<const ik::MethodInfo*> alone;
  for (const ReachMethod& method : methods) {
    if (method.alone != nullptr) alone.push_back(method.alone);
  }
  return alone;
}

Settings solve_settings(const Settings& settings, Settings others) {
  for (const Knob& knob : shared_knobs()) {
    if (knob.of_solve) knob.set(others, knob.given(settings));
  }
  return others;
}

Color ReachMethod::color() const { return alone != nullptr ? method_color(*alone) : kSolveColor; }

/// The starts after the first, drawn as Solver::solve draws them.
class DrawnStarts {
 public:
  explicit DrawnStarts(const ReachStudy& study)
      : study_(study),
        body_(study.body_in_force()),
        weights_(goal_weights(study.plan().scene.weights, study.plan().scene.multibody,
                              study.plan().settings)) {
    rows_.reserve(body_);
    ranges_.reserve(body_);
    for (const ik::Joint& joint : body_.joints()) mobility_.push_back(std::sqrt(joint.weight));
  }

  void begin(const ReachPose& pose) {
    const ik::Stop stop;
    ik::VectorX start(body_.joint_count());
    for (int j = 0; j < body_.joint_count(); ++j) start[j] = pose.start[body_.given_index(j)];
    rows_.begin({body_, pose.targets, pose.aims, weights_, mobility_, stop},
                ik::pose_at(body_, start));
    ranges_.begin(body_, rows_.joints(), start, rows_.unit(), study_.plan().seed);
  }
  /// \param[out] theta (n) in the order given
  void draw(int number, ik::VectorX& theta) {
    ranges_.draw_start(number, drawn_);
    theta.resize(drawn_.size());
    for (int j = 0; j < body_.joint_count(); ++j) theta[body_.given_index(j)] = drawn_[j];
  }

 private:
  const ReachStudy& study_;
  const ik::Multibody& body_;
  ik::GoalRows rows_;
  ik::JointRanges ranges_;
  std::vector<double> weights_, mobility_;
  ik::VectorX drawn_;
};

ReachStudy::ReachStudy(ReachPlan plan, Clock wall, Clock cpu)
    : plan_(std::move(plan)),
      wall_(std::move(wall)),
      cpu_(std::move(cpu)),
      multibody_(moving_body(plan_.scene)),
      poses_(multibody_, plan_.start, plan_.seed, plan_.draw) {
  if (plan_.settings.limits == LimitRule::kIgnore) unlimited_ = multibody_.without_limits();
  for (const ReachMethod& method : plan_.methods) {
    methods_.push_back(make_method(info_of(method), plan_.settings));
    solvers_.emplace_back(multibody_);
    make_solver(methods_.size() - 1);
  }
}

void ReachStudy::make_solver(std::size_t method) {
  ik::Solver& solver = solvers_[method];
  const ik::MethodInfo& info = info_of(plan_.methods[method]);
  if (plan_.methods[method].alone != nullptr) {
    solver = ik::Solver(multibody_, methods_[method]);
    solver.set("angle-cap", info.max_angle);
  }
  take_scene(plan_.scene, plan_.settings, info, solver);
}

double ReachStudy::prepared() const {
  double done = 0.0;
  for (const ik::AnyMethod& method : methods_) done += method.prepared(body_in_force());
  return done / static_cast<double>(methods_.size());
}

double ReachStudy::prepare(int portions, ik::PreparationStore* store) {
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    if (!(methods_[i].prepared(body_in_force()) < 1.0)) continue;
    if (!(methods_[i].prepare(body_in_force(), portions, store) < 1.0)) make_solver(i);
    break;
  }
  return prepared();
}

ReachPose ReachStudy::pose(int i) const {
  const auto at = static_cast<std::size_t>(i);
  if (!plan_.goals.empty()) return poses_.with_start(i, plan_.goals[at]);
  return plan_.given.empty() ? poses_.drawn(i) : poses_.with_start(i, plan_.given[at]);
}

int ReachParts::count() const {
  return (static_cast<int>(poses_.size()) + kPosesInPart - 1) / kPosesInPart;
}

ReachRun ReachParts::begin(int part) const {
  const auto first = static_cast<std::size_t>(part) * kPosesInPart;
  const std::size_t last = std::min(poses_.size(), first + kPosesInPart);
  const auto at = [this](std::size_t i) { return poses_.begin() + static_cast<std::ptrdiff_t>(i); };
  return {study_, {at(first), at(last)}};
}

double ReachRun::advance(long count) {
  const std::size_t methods = study_->plan().methods.size(), all = poses_.size() * methods;
  // as many updates as `count` poses usually take
  constexpr long kUsualUpdates = 10;
  for (long left = count * kUsualUpdates; left > 0 && results_.size() < all;) {
    const std::size_t next = results_.size();
    ReachResult result = solve(poses_[next / methods], next % methods);
    if (result.given_up) return 1.0;
    results_.push_back(std::move(result));
    left -= std::max(kUsualUpdates, long{results_.back().updates});
  }
  return static_cast<double>(results_.size()) / static_cast<double>(all);
}

ReachResult ReachRun::solve(int number, std::size_t method) {
  if (method == 0) pose_ = study_->pose(number);
  ik::Solver solver = study_->solver(method);  // a copy: nothing is left of earlier poses
  set_goals(pose_->targets, pose_->aims, solver);
  ReachResult result = timed(*pose_, method, solver);
  if (result.ns && *result.ns < kTimedTwice) result.ns = timed(*pose_, method, solver).ns;
  result.pose = number;
  result.method = method;
  return result;
}

ReachResult ReachRun::timed(const ReachPose& pose, std::size_t method, ik::Solver& solver) {
  solver.set_theta(pose.start);
  if (!study_->wall_) return solve_from_start(pose, method, solver);
  const auto cpu = [this] { return study_->cpu_ ? study_->cpu_() : study_->wall_(); };
  const double cpu_start = cpu(), wall_start = study_->wall_();
  ReachResult result = solve_from_start(pose, method, solver);
  const double wall = study_->wall_() - wall_start;
  // the CPU time has no interruptions, the wall time not the reading of the CPU clock
  result.ns = std::min(wall, cpu() - cpu_start);
  return result;
}

ReachResult ReachRun::solve_from_start(const ReachPose& pose, std::size_t method,
                                       ik::Solver& solver) {
  const ReachPlan& plan = study_->plan();
  const int restarts = plan.restarts_of(plan.methods[method]);
  ik::Stop stop{.error = plan.tolerance,
                .aim_error = plan.aim_tolerance,
                .updates = plan.updates_of(plan.methods[method]),
                .restarts = restarts,
                .seed = plan.seed,
                .tolerances = plan.axis_tolerances,
                .give_up = plan.give_up};
  if (plan.methods[method].alone == nullptr) return as_result(solver.solve(stop), solver);

  stop.restarts = 0;
  ReachResult best;
  ik::VectorX theta;
  double least = kOff;
  const int most = stop.updates;
  int updates = 0, attempts = 0;
  for (int i = 0;; ++i) {
    const int left = most - updates;
    stop.updates = i < restarts ? std::min(left, ReachStudy::kAttemptUpdates) : left;
    const ik::Report report = solver.solve(stop);
    updates += report.updates;
    attempts += report.attempts;
    const double miss =
        std::max(report.error / plan.tolerance, report.aim_error / plan.aim_tolerance);
    if (i == 0 || miss < least || report.outcome == ik::Outcome::kReached) {
      best = as_result(report, solver);
      least = miss;
    }
    best.given_up = report.given_up;
    const bool ends = best.reached || best.given_up || report.outcome == ik::Outcome::kNotFinite ||
                      report.outcome == ik::Outcome::kInvalidAim;
    if (ends || i >= restarts || updates >= most) {
      const bool searched = i >= restarts && report.verdict == ik::Verdict::kSearched;
      if (!best.reached) {
        best.verdict = searched ? ik::Verdict::kSearched : ik::Verdict::kUnfinished;
      }
      break;
    }
    if (i == 0) {
      if (!starts_) starts_ = std::make_shared<DrawnStarts>(*study_);
      starts_->begin(pose);
    }
    starts_->draw(i + 1, theta);
    solver.set_theta(theta);
  }
  best.updates = updates;
  best.attempts = attempts;
  return best;
}

void ReachResults::set(ReachResult result) {
  const std::size_t at = static_cast<std::size_t>(result.pose) * methods_ + result.method;
  results_[at] = std::move(result);
}

}  // namespace lab
