#include "lab/solve/solution_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "ik/solve/joint_ranges.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene.h"
#include "lab/scene/scene_solver.h"
#include "lab/solve/reach_summary.h"

namespace lab {
namespace {

constexpr double kRank = 1e-6;  // share of the largest singular value that counts as none
constexpr std::uint64_t kSeed = 1;

/// The lane's problem with its true goals alone: no D_max, no weights, the usual Jacobian.
ik::Problem exact(const StandingLane& lane, const ik::Pose& pose) {
  ik::Problem problem = lane.problem(pose, {});
  problem.jacobian = ik::JacobianKind::kEffector;
  problem.weights = {};
  return problem;
}

constexpr double kSameJoint = 1e-3;  // rad or m
constexpr int kPortions = 40;
constexpr int kStartsOfPortion = 4;
constexpr int kUpdatesOfPortion = 400;  // under a millisecond for a short arm
constexpr int kFruitless = 10;          // portions without a solution that end the search
constexpr int kFollowingUpdates = 40;   // limit for continuing a solution

double distance(const ik::Multibody& multibody, const ik::VectorX& a, const ik::VectorX& b) {
  double sum = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double away = joint_difference(multibody.joint(j), a[j], b[j]);
    sum += away * away;
  }
  return std::sqrt(sum);
}

}  // namespace

int generic_rank(const StandingLane& lane) {
  constexpr int kPoses = 4;  // no generic body is singular in all of them
  const std::vector<int> joints = lane.moving_joints();
  ik::JointRanges ranges;
  ranges.reserve(*lane.multibody);
  ranges.begin(*lane.multibody, joints, lane.theta, body_length(*lane.multibody), kSeed);
  ik::Pose pose;
  ik::Workspace workspace;
  int rank = 0;
  for (int i = 1; i <= kPoses; ++i) {
    ranges.draw(i, pose.theta);
    ik::forward_kinematics(*lane.multibody, pose);
    const ik::Problem problem = exact(lane, pose);
    workspace.begin(problem);
    workspace.forget();
    rank = std::max(rank, workspace.svd(problem).rank(kRank));
  }
  return rank;
}

Polished polish(const StandingLane& lane, const ik::VectorX& theta) {
  constexpr int kUpdates = 8;        // quadratic: three suffice unless the pose is nearly singular
  constexpr double kFarthest = 0.3;  // rad or m: farther away it may be another solution
  const double exactly = 1e-9 * body_length(*lane.multibody);
  Polished result{.theta = theta};
  ik::Pose pose;
  pose.theta = theta;
  ik::Workspace workspace;
  const auto free = static_cast<Eigen::Index>(lane.moving_joints().size());
  for (int update = 0; update <= kUpdates; ++update) {
    ik::forward_kinematics(*lane.multibody, pose);
    const ik::Problem problem = exact(lane, pose);
    workspace.begin(problem);
    if (!workspace.finite(problem)) return result;
    const ik::VectorX& e = workspace.error(problem);
    const ik::Svd& svd = workspace.svd(problem);
    const ik::VectorX& sigma = svd.sigma();
    if (update == 0) result.least = free <= sigma.size() ? sigma[free - 1] : 0.0;
    if (e.norm() <= exactly) {
      result.converged = (pose.theta - theta).lpNorm<Eigen::Infinity>() <= kFarthest;
      if (!result.converged) return result;
      result.theta = pose.theta;
      result.least = free <= sigma.size() ? sigma[free - 1] : 0.0;
      return result;
    }
    const int rank = svd.rank(kRank);
    for (int i = 0; i < rank; ++i) {
      ik::VectorX step = svd.V().col(i) * (svd.U().col(i).dot(e) / sigma[i]);
      for (Eigen::Index j = 0; j < step.size() && !lane.mobility.empty(); ++j) {
        step[j] *= lane.mobility[static_cast<std::size_t>(j)];
      }
      pose.theta += step;
    }
  }
  return result;
}

double difference(const ik::Multibody& multibody, double length, const ik::VectorX& a,
                  const ik::VectorX& b) {
  double largest = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double apart = std::abs(joint_difference(multibody.joint(j), a[j], b[j]));
    const bool turns = multibody.joint(j).type == ik::JointType::kRevolute;
    largest = std::max(largest, turns ? apart : apart / length);
  }
  return largest;
}

bool same_pose(const ik::Multibody& multibody, const ik::VectorX& a, const ik::VectorX& b) {
  return difference(multibody, 1.0, a, b) <= kSameJoint;
}

SolutionSearch::SolutionSearch(const StandingLane& lane)
    : from_(lane.theta), solver_(lane.weighted_body()) {
  take_goals(lane);
}

void SolutionSearch::take_goals(const StandingLane& lane) {
  set_goals(lane.targets, lane.aims, solver_);
  set_goal_weights(lane.weights, solver_);
  solver_.set_theta(from_);
}

/// Keeps the solutions that are not known yet.
void SolutionSearch::add(const ik::Solutions& more) {
  for (const ik::VectorX& theta : std::span(more.theta).first(more.branches)) {
    const auto known = [&](const ik::VectorX& other) {
      return same_pose(solver_.multibody(), theta, other) || solver_.same_branch(theta, other);
    };
    if (found_.size() >= kMaxSolutions || std::ranges::any_of(found_, known)) continue;
    found_.push_back(theta);
    numbers_.push_back(next_number_++);
  }
}

double SolutionSearch::advance(long portions) {
  for (; portions > 0 && portion_ < kPortions; --portions) {
    ++portion_;
    const ik::Stop stop{.updates = kUpdatesOfPortion,
                        .restarts = kStartsOfPortion,
                        .seed = static_cast<std::uint64_t>(portion_)};
    const ik::Solutions more = solver_.solutions(kMaxSolutions, stop);
    add(more);
    if (more.proven || (found_.empty() && portion_ >= kFruitless)) portion_ = kPortions;
  }
  sort();
  return static_cast<double>(portion_) / kPortions;
}

void SolutionSearch::sort() {
  std::vector<std::size_t> order(found_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, {}, [this](std::size_t i) { return distance(solver_.multibody(), found_[i], from_); });
  std::vector<ik::VectorX> found;
  std::vector<int> numbers;
  for (const std::size_t i : order) {
    found.push_back(std::move(found_[i]));
    numbers.push_back(numbers_[i]);
  }
  found_ = std::move(found);
  numbers_ = std::move(numbers);
}

void SolutionSearch::follow(const StandingLane& lane) {
  take_goals(lane);
  std::vector<ik::VectorX> continued;
  std::vector<int> numbers;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    solver_.set_theta(found_[i]);
    const ik::Stop stop{.updates = kFollowingUpdates, .restarts = 1};
    if (solver_.solve(stop).outcome != ik::Outcome::kReached) continue;
    const auto known = [&](const ik::VectorX& other) {
      return same_pose(solver_.multibody(), solver_.theta(), other);
    };
    if (std::ranges::any_of(continued, known)) continue;
    continued.push_back(solver_.theta());
    numbers.push_back(numbers_[i]);
  }
  found_ = std::move(continued);
  numbers_ = std::move(numbers);
  solver_.set_theta(from_);
  // of an arm with equations the new ones, too; others are searched by advance()
  const ik::Solutions all = solver_.solutions(kMaxSolutions, {.updates = 0, .restarts = 0});
  if (all.proven) add(all);
}

GoalVerdict verdict_on_goals(const StandingLane& lane, std::function<bool()> give_up) {
  ik::Solver solver(lane.weighted_body());
  if (!lane.keeps_limits()) solver.set_limits(LimitRule::kIgnore);
  set_goal_weights(lane.weights, solver);
  set_goals(lane.targets, lane.aims, solver);
  GoalVerdict verdict;
  verdict.report = solver.solve({.give_up = std::move(give_up)});
  verdict.sentence = not_reached_in_words(verdict.report, solver);
  verdict.theta = solver.pose().theta;
  return verdict;
}

std::string end_in_words(const Convergence& convergence, const GoalVerdict& goals) {
  const std::vector<double>& errors = convergence.errors;
  const double tolerance = ik::Stop().error;
  const auto met =
      std::ranges::find_if(errors, [tolerance](double error) { return error <= tolerance; });
  const auto updates = met - errors.begin();
  const auto after = [](long count) {
    return "reached after " + std::to_string(count) + (count == 1 ? " update" : " updates");
  };
  if (met != errors.end() && errors.back() <= tolerance) return after(updates);
  std::string left = "|e| = " + brief_number(errors.back()) + " m is left";
  if (!goals.sentence.empty()) return left;
  return "not " + after(static_cast<long>(errors.size()) - 1) + "; " + left;
}

}  // namespace lab
