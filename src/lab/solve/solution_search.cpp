#include "lab/solve/solution_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lab/scene/joint_values.h"
#include "lab/scene/scene_solver.h"

namespace lab {
namespace {

constexpr double kSameJoint = 1e-3;     // rad or m
constexpr int kPortions = 40;           // of the whole search
constexpr int kStarts = 4;              // of a portion
constexpr int kMaxUpdatesAtOnce = 400;  // of a portion: under a millisecond for a short arm
constexpr int kFruitless = 10;  // portions without any solution after which goals are beyond reach
constexpr int kFollowingUpdates = 40;  // most from a solution to its continuation

double distance(const ik::Multibody& multibody, const ik::VectorX& a, const ik::VectorX& b) {
  double sum = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double away = joint_difference(multibody.joint(j), a[j], b[j]);
    sum += away * away;
  }
  return std::sqrt(sum);
}

/// The body in force in the solver's order, with the weights of joints as they are now.
ik::Multibody weighted_body(const StandingLane& lane) {
  std::vector<ik::Joint> joints(lane.multibody->joints().begin(), lane.multibody->joints().end());
  for (std::size_t j = 0; j < lane.mobility.size(); ++j) {
    joints[j].weight = lane.mobility[j] * lane.mobility[j];
    // the solver's body keeps frozen joints where they are now
    joints[j].initial = lane.theta[static_cast<Eigen::Index>(j)];
  }
  return {std::move(joints),
          {lane.multibody->effectors().begin(), lane.multibody->effectors().end()}};
}

}  // namespace

bool same_pose(const ik::Multibody& multibody, const ik::VectorX& a, const ik::VectorX& b) {
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (!(std::abs(joint_difference(multibody.joint(j), a[j], b[j])) <= kSameJoint)) return false;
  }
  return true;
}

SolutionSearch::SolutionSearch(const StandingLane& lane)
    : from_(lane.theta), solver_(weighted_body(lane)) {
  take_goals(lane);
}

void SolutionSearch::take_goals(const StandingLane& lane) {
  set_goals(lane.targets, lane.aims, solver_);
  set_goal_weights(lane.weights, solver_);
  solver_.set_theta(from_);
}

double SolutionSearch::advance(long portions) {
  for (; portions > 0 && portion_ < kPortions; --portions) {
    ++portion_;
    const ik::Stop stop{.updates = kMaxUpdatesAtOnce,
                        .restarts = kStarts,
                        .seed = static_cast<std::uint64_t>(portion_)};
    const ik::Solutions more = solver_.solutions(kMaxSolutions, stop);
    for (const ik::VectorX& theta : std::span(more.theta).first(more.branches)) {
      const auto known = [&](const ik::VectorX& other) {
        return same_pose(solver_.multibody(), theta, other) || solver_.same_branch(theta, other);
      };
      if (found_.size() >= kMaxSolutions || std::ranges::any_of(found_, known)) continue;
      found_.push_back(theta);
      numbers_.push_back(next_number_++);
    }
    if (found_.empty() && portion_ >= kFruitless) portion_ = kPortions;
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
}

}  // namespace lab
