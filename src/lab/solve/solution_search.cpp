#include "lab/solve/solution_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include <Eigen/LU>

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
/// How often the way of the goals between two frames is halved, and most looks at the equations
/// then: of an arm with closed forms, and of others, which take ten times as long.
struct Halvings {
  int depth, looks;
};
constexpr Halvings kHalvings = {6, 16}, kFewHalvings = {2, 3};
constexpr int kMostClosedForms = 8;  // Solutions::bound of an arm with closed forms
constexpr double kNearBranch =
    0.5;                          // rad, most between a branch without words and its continuation
constexpr double kMeeting = 1.0;  // rad, most between two branches that meet within a halved way
constexpr double kHeldError = 0.02;  // error of a branch that waits, share of the body's length

double distance(const ik::Multibody& multibody, const ik::VectorX& a, const ik::VectorX& b) {
  double sum = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double away = joint_difference(multibody.joint(j), a[j], b[j]);
    sum += away * away;
  }
  return std::sqrt(sum);
}

/// All solutions by a body's equations, if it has any: Solutions::bound, Solutions::proven. None of
/// an arm of seven hinges, which has families.
ik::Solutions by_equations(ik::Solver& solver) {
  ik::Solutions all =
      solver.solutions(SolutionSearch::kMaxSolutions, {.updates = 0, .restarts = 0});
  return all.families.empty() ? all : ik::Solutions();
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
    : lane_(lane),
      postures_(lane.scene->multibody, up_axis(*lane.scene)),
      moving_(lane.moving_joints()),
      solver_(lane.weighted_body()),
      free_(solver_) {
  ranges_.reserve(*lane.multibody);
  free_.set_limits(LimitRule::kIgnore);
  // the goals are still where the body is
  bound_ = by_equations(free_).bound;
  take_goals(lane);
}

void SolutionSearch::take_goals(const StandingLane& lane) {
  for (ik::Solver* const solver : {&solver_, &free_}) {
    set_goals(lane.targets, lane.aims, *solver);
    set_goal_weights(lane.weights, *solver);
    solver->set_theta(lane.theta);
  }
}

/// A pose with its hinges turned by whole turns into the limits, nearest to another pose.
/// \param[out] beyond the joint farthest beyond its limit; -1: none
ik::VectorX SolutionSearch::turned(const ik::VectorX& theta, const ik::VectorX& near, int& beyond) {
  ranges_.begin(*lane_.multibody, moving_, near, body_length(*lane_.multibody), kSeed);
  ik::VectorX result = theta;
  ranges_.unwind(result);
  beyond = -1;
  double farthest = kSameJoint * kSameJoint;
  for (const int j : moving_) {
    const double off = std::max(ranges_.lower(j) - result[j], result[j] - ranges_.upper(j));
    if (!(off > farthest)) continue;
    farthest = off;
    beyond = j;
  }
  if (beyond < 0) ranges_.clamp(result);
  return result;
}

/// Lists the branches within the limits.
void SolutionSearch::list() {
  found_.clear();
  numbers_.clear();
  found_postures_.clear();
  for (const Branch& branch : branches_) {
    if (branch.beyond >= 0) continue;
    found_.push_back(branch.theta);
    numbers_.push_back(branch.number);
    found_postures_.push_back(branch.posture);
  }
}

/// A new branch through a pose of the equations.
SolutionSearch::Branch SolutionSearch::begun(const ik::VectorX& theta) {
  Branch branch{.number = next_number_++, .theta = {}, .posture = posture_of(theta)};
  branch.theta = turned(theta, lane_.theta, branch.beyond);
  return branch;
}

/// Adds all poses of the equations that are not known yet. \returns false if these do not tell all
bool SolutionSearch::take_all() {
  const ik::Solutions all = by_equations(free_);
  if (!all.proven) return false;
  for (const ik::VectorX& theta : all.theta) {
    const auto is_same = [&](const Branch& branch) {
      return same_pose(*lane_.multibody, theta, branch.theta);
    };
    if (std::ranges::none_of(branches_, is_same)) branches_.push_back(begun(theta));
  }
  return true;
}

/// Keeps the solutions that are not known yet.
void SolutionSearch::add(const ik::Solutions& more) {
  for (const ik::VectorX& theta : std::span(more.theta).first(more.branches)) {
    const auto known = [&](const Branch& other) {
      return same_pose(solver_.multibody(), theta, other.theta) ||
             (other.beyond < 0 && solver_.same_branch(theta, other.theta));
    };
    if (branches_.size() >= kMaxSolutions || std::ranges::any_of(branches_, known)) continue;
    branches_.push_back({.number = next_number_++, .theta = theta, .posture = posture_of(theta)});
  }
}

double SolutionSearch::advance(long portions) {
  for (; portions > 0 && portion_ < kPortions; --portions) {
    if (portion_ == 0 && take_all()) {
      portion_ = kPortions;
      break;
    }
    ++portion_;
    const ik::Stop stop{.updates = kUpdatesOfPortion,
                        .restarts = kStartsOfPortion,
                        .seed = static_cast<std::uint64_t>(portion_)};
    const ik::Solutions more = solver_.solutions(kMaxSolutions, stop);
    add(more);
    if (more.proven || !more.families.empty() || (branches_.empty() && portion_ >= kFruitless))
      portion_ = kPortions;
  }
  sort();
  list();
  return static_cast<double>(portion_) / kPortions;
}

/// The nearest to the lane's pose first.
void SolutionSearch::sort() {
  std::ranges::stable_sort(branches_, {}, [this](const Branch& branch) {
    return distance(*lane_.multibody, branch.theta, lane_.theta);
  });
}

void SolutionSearch::restart() {
  portion_ = 0;
  std::erase_if(branches_,
                [this](const Branch& branch) { return !is_solved(lane_, branch.theta); });
}

void SolutionSearch::follow(const StandingLane& lane) {
  const Goals from{lane_.targets, lane_.aims};
  lane_ = lane;
  events_.clear();
  looks_ = 0;
  const std::vector<Branch> before = branches_;
  const std::vector<int> found = numbers_;
  if (bound_ >= 0) {
    approach(from, {lane.targets, lane.aims}, nullptr, 0);
  } else {
    take_goals(lane);
    continue_by_attempts();
  }
  for (const Branch& branch : branches_) {
    const auto same = std::ranges::find(before, branch.number, &Branch::number);
    if (same == before.end() || (same->beyond < 0) == (branch.beyond < 0)) continue;
    BranchEvent& event = events_.emplace_back();
    event.numbers[0] = branch.number;
    event.theta[0] = branch.theta;
    event.limit = std::max(branch.beyond, same->beyond);
  }
  list();
  // beyond the limits nobody sees what happens
  std::erase_if(events_, [&](const BranchEvent& event) {
    return std::ranges::none_of(event.numbers, [&](int number) {
      return std::ranges::count(found, number) + std::ranges::count(numbers_, number) > 0;
    });
  });
}

/// Follows the branches from goals to others. \param known all solutions of these; null: not yet
void SolutionSearch::approach(const Goals& from, const Goals& to, const ik::Solutions* known,
                              int depth) {
  lane_.targets = to.targets;
  lane_.aims = to.aims;
  take_goals(lane_);
  ik::Solutions looked;
  if (known == nullptr) {
    looked = by_equations(free_);
    ++looks_;
  }
  const ik::Solutions& all = known != nullptr ? *known : looked;
  // without a bound the goals are farther away than the links are long: there are none
  if (!all.proven && all.bound >= 0) return hold();
  const Matching matching = match(all.theta);
  const auto [most, looks] = bound_ > kMostClosedForms ? kFewHalvings : kHalvings;
  if (matching.continuous || depth >= most || looks_ >= looks) return take(matching, all.theta);
  Goals middle = to;
  for (std::size_t i = 0; i < to.targets.size(); ++i) {
    middle.targets[i] = 0.5 * (from.targets[i] + to.targets[i]);
  }
  for (std::size_t i = 0; i < to.aims.size(); ++i) {
    const Eigen::Quaterniond turn(from.aims[i].orientation);
    middle.aims[i].orientation =
        turn.slerp(0.5, Eigen::Quaterniond(to.aims[i].orientation)).toRotationMatrix();
  }
  approach(from, middle, nullptr, depth + 1);
  approach(middle, to, &all, depth + 1);
}

/// Near a singular goal the equations do not tell all: branches go where an attempt leads, apart
/// from each other, or wait until they tell.
void SolutionSearch::hold() {
  for (Branch& branch : branches_) {
    free_.set_theta(branch.theta);
    const ik::Stop stop{.updates = kFollowingUpdates, .restarts = 1};
    const bool reached = free_.solve(stop).outcome == ik::Outcome::kReached;
    const ik::VectorX& theta = free_.theta();
    const auto is_other = [&](const Branch& other) {
      return &other != &branch && same_pose(*lane_.multibody, theta, other.theta);
    };
    if (!reached || std::ranges::any_of(branches_, is_other)) continue;
    branch.theta = turned(theta, branch.theta, branch.beyond);
  }
  free_.set_theta(lane_.theta);
  const double far = kHeldError * body_length(*lane_.multibody);
  std::erase_if(branches_, [&](const Branch& branch) {
    return error_in(lane_, ik::pose_at(*lane_.multibody, branch.theta)) > far;
  });
}

/// Where Newton's method leads from a pose in a few steps; the pose itself where J is singular.
ik::VectorX SolutionSearch::predicted(const ik::VectorX& theta) {
  constexpr int kSteps = 5;
  const auto size = static_cast<Eigen::Index>(moving_.size());
  const auto rows = static_cast<Eigen::Index>(lane_.multibody->row_count());
  const double exactly = 1e-9 * body_length(*lane_.multibody);
  ik::Pose pose;
  pose.theta = theta;
  Eigen::MatrixXd J(rows, size);
  for (int step = 0; step < kSteps; ++step) {
    ik::forward_kinematics(*lane_.multibody, pose);
    const ik::Problem problem = exact(lane_, pose);
    workspace_.begin(problem);
    const ik::VectorX& e = workspace_.error(problem);
    if (e.norm() <= exactly) break;
    const ik::MatrixX& whole = workspace_.jacobian(problem);
    for (Eigen::Index j = 0; j < size; ++j) {
      J.col(j) = whole.col(moving_[static_cast<std::size_t>(j)]);
    }
    // arms of fewer joints than rows: the rows agree at a pose
    const Eigen::VectorXd way = rows == size ? Eigen::VectorXd(J.partialPivLu().solve(e))
                                             : Eigen::VectorXd(J.colPivHouseholderQr().solve(e));
    if (!(way.lpNorm<Eigen::Infinity>() < kNearBranch)) return theta;
    for (Eigen::Index j = 0; j < size; ++j) {
      pose.theta[moving_[static_cast<std::size_t>(j)]] += way[j];
    }
  }
  return pose.theta;
}

/// Which poses continue which branches: the pairs that are nearest to where Newton's method leads,
/// one after the other. The words of an arm's postures change in singular poses alone.
SolutionSearch::Matching SolutionSearch::match(const std::vector<ik::VectorX>& all) {
  struct Pair {
    std::size_t branch, pose;
    double apart;
  };
  const double length = body_length(*lane_.multibody);
  std::vector<std::uint64_t> postures;
  for (const ik::VectorX& theta : all) postures.push_back(posture_of(theta));
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    const ik::VectorX theta = predicted(branches_[i].theta);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double apart = difference(*lane_.multibody, length, theta, all[k]);
      const bool may_be =
          postures_.has_words() ? branches_[i].posture == postures[k] : apart < kNearBranch;
      if (may_be) pairs.push_back({i, k, apart});
    }
  }
  std::ranges::stable_sort(pairs, {}, &Pair::apart);
  Matching result{.to = std::vector<int>(branches_.size(), -1),
                  .taken = std::vector<char>(all.size(), 0),
                  .continuous = branches_.size() == all.size()};
  for (const Pair& pair : pairs) {
    if (result.to[pair.branch] >= 0 || result.taken[pair.pose] != 0) continue;
    result.to[pair.branch] = static_cast<int>(pair.pose);
    result.taken[pair.pose] = 1;
    result.continuous = result.continuous && pair.apart < kSameJoint;
  }
  result.continuous = result.continuous && std::ranges::count(result.taken, 0) == 0;
  return result;
}

/// Moves the branches to the poses that continue them. Others end or begin.
void SolutionSearch::take(const Matching& matching, const std::vector<ik::VectorX>& all) {
  std::vector<Branch> lasting, ended, begun_here;
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    Branch& branch = branches_[i];
    if (matching.to[i] < 0) {
      ended.push_back(std::move(branch));
      continue;
    }
    const ik::VectorX& theta = all[static_cast<std::size_t>(matching.to[i])];
    branch.posture = posture_of(theta);
    branch.theta = turned(theta, branch.theta, branch.beyond);
    lasting.push_back(std::move(branch));
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (matching.taken[k] != 0) continue;
    begun_here.push_back(lasting.emplace_back(begun(all[k])));
  }
  branches_ = std::move(lasting);
  meet(std::move(ended));
  meet(std::move(begun_here));
}

/// Notes which of the branches that end or begin at a goal meet: the nearest ones.
void SolutionSearch::meet(std::vector<Branch> ends) {
  const double length = body_length(*lane_.multibody);
  while (ends.size() > 1) {
    const Branch one = std::move(ends.back());
    ends.pop_back();
    const auto apart = [&](const Branch& other) {
      return difference(*lane_.multibody, length, one.theta, other.theta);
    };
    const auto other = std::ranges::min_element(ends, {}, apart);
    if (apart(*other) < kMeeting) {
      events_.push_back(
          {.numbers = {one.number, other->number}, .theta = {one.theta, other->theta}});
    }
    ends.erase(other);
  }
}

/// Follows the solutions of a body without equations, each by one attempt.
void SolutionSearch::continue_by_attempts() {
  std::vector<Branch> continued;
  for (Branch& branch : branches_) {
    solver_.set_theta(branch.theta);
    const ik::Stop stop{.updates = kFollowingUpdates, .restarts = 1};
    if (solver_.solve(stop).outcome != ik::Outcome::kReached) continue;
    const auto known = [&](const Branch& other) {
      return same_pose(solver_.multibody(), solver_.theta(), other.theta);
    };
    if (std::ranges::any_of(continued, known)) continue;
    continued.push_back({.number = branch.number,
                         .theta = solver_.theta(),
                         .posture = posture_of(solver_.theta())});
  }
  branches_ = std::move(continued);
  solver_.set_theta(lane_.theta);
}

void PoseCount::update(const Tracker& tracker) {
  StandingLane lane(tracker);
  if (counted_ && counted_->multibody == lane.multibody && counted_->mobility == lane.mobility &&
      counted_->keeps_limits() == lane.keeps_limits() && counted_->same_goals(lane)) {
    return;
  }
  ik::Solver solver(lane.weighted_body());
  if (!lane.keeps_limits()) solver.set_limits(LimitRule::kIgnore);
  set_goals(lane.targets, lane.aims, solver);
  set_goal_weights(lane.weights, solver);
  ik::Solutions all = by_equations(solver);
  if (all.bound < 0) {  // goals that are farther away than the links are long, or no equations
    ik::Solver at_rest(lane.weighted_body());
    all = by_equations(at_rest);
    all.theta.clear();
    all.proven = true;
  }
  const std::string bound = "at most " + std::to_string(all.bound) + " poses";
  const std::string reason(all.reason);
  if (all.bound < 0) {
    words_.clear();
  } else if (all.proven) {
    words_ = std::to_string(all.theta.size()) + " of " + bound +
             (lane.keeps_limits() ? " within the limits" : "") + ", all proven: " + reason;
  } else {
    words_ = bound + ": " + reason + ". Near this goal poses meet, and they are not counted.";
  }
  counted_ = std::move(lane);
}

GoalVerdict verdict_on_goals(const StandingLane& lane, std::function<bool()> give_up) {
  ik::Solver solver(lane.weighted_body());
  if (!lane.keeps_limits()) solver.set_limits(LimitRule::kIgnore);
  set_goal_weights(lane.weights, solver);
  set_goals(lane.targets, lane.aims, solver);
  GoalVerdict verdict;
  const ik::Stop stop{.give_up = std::move(give_up)};
  verdict.report = solver.solve(stop);
  verdict.sentence = not_reached_in_words(verdict.report, solver);
  verdict.theta = solver.pose().theta;
  if (verdict.report.outcome != ik::Outcome::kReached) return verdict;
  const ik::Solutions all = by_equations(solver);
  if (all.bound >= 0 && !all.proven) {
    verdict.singularity = singularity_in_words(
        solver.solutions(SolutionSearch::kMaxSolutions, stop), solver.multibody());
  }
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
