#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "ik/solve/reach.h"
#include "ik/task/attempt.h"

// Several solutions of one search, and motions between them along which the goals stay reached:
// the self-motion of a redundant body (Burdick 1989).

namespace ik {
namespace {

/// Most steps that make a collected solution exact, so that it can be compared with others: at a
/// fold two solutions meet, and a step only halves the error.
constexpr int kExactSteps = 20;
/// Solutions are one if no joint differs by more, rad or a share of L.
constexpr double kSame = 1e-4;
/// Or by kNeighbours times the root of the tolerance, if the pose halfway meets the goals no worse:
/// at the edge of reach a joint turns by about the root of what it moves the effector.
constexpr double kNeighbours = 10.0;
/// |e| that rounding leaves of an exact solution.
constexpr double kRounding = 1e-12;

/// Most steps along a self-motion: once round at the longest step, and as many again.
constexpr int kSlides = 64;
/// Most steps of once round a family: hinges that turn ten times.
constexpr int kTraced = 300;
/// Longest step of a joint along a self-motion, rad or a share of L: it follows the curve.
constexpr double kLongestSlide = 0.2;
/// What is wished along a family, in steps like the last one: the part along the curve is then cut
/// to kLongestSlide.
constexpr double kOnward = 4.0;
/// Least share of a step that is tried, and of the distance that it gains.
constexpr double kLeastShare = 1.0 / 16.0;
constexpr double kLeastGain = 1e-5;
/// A self-motion has arrived where no joint differs by more, rad or a share of L.
constexpr double kArrived = 1e-2;
/// Neighbours on a self-motion are listed where some joint differs by more, rad or a share of L.
constexpr double kApart = 0.1;

}  // namespace

/// |e| at a pose.
double Reach::exactness(const Goals& goals, const VectorX& theta) {
  pose_.theta = theta;
  place(goals);
  return rows_.size();
}

/// True if two solutions are one: between them the goals are met no worse, as near the edge of
/// reach.
bool Reach::is_same(const Goals& goals, const VectorX& a, const VectorX& b) {
  if (ranges_.same(a, b, kSame)) return true;
  const double tolerance = std::max(goals.stop.error / rows_.unit(), goals.stop.aim_error);
  if (!ranges_.same(a, b, kNeighbours * std::sqrt(tolerance))) return false;
  const double own = std::max({exactness(goals, a), exactness(goals, b), kRounding});
  ranges_.halfway(a, b, pose_.theta);
  place(goals);
  return rows_.reached() && rows_.size() <= own;
}

/// How many dimensions the families of solutions have: the joints' freedom that the goals leave at
/// a general pose.
int Reach::redundancy(const Goals& goals) {
  ranges_.draw(1, pose_.theta);
  place(goals);
  rows_.linearise(pose_);
  return rows_.system().columns() - rows_.system().rank();
}

/// Wishes the way from pose_ to a pose. \param modulo_turns by the shorter way of each hinge
void Reach::wish_toward(const VectorX& to, bool modulo_turns) {
  for (int c = 0; c < rows_.system().columns(); ++c) {
    const int j = rows_.joints()[static_cast<std::size_t>(c)];
    const double now = pose_.theta[j];
    wish_[c] = (modulo_turns ? ranges_.way(j, now, to[j]) : to[j] - now) / rows_.theta_per_x(c);
  }
}

/// A share of a step along the self-motion: to pose_ is added the part of the wished way that
/// leaves the goals alone,
///
///   x = v + J^T (J J^T + mu I)^-1 (e - J v)      v the way, by columns
///
/// (Liégeois 1977). With limits joints stay within them. \returns false if the matrix is singular
bool Reach::slide_step(const Goals& goals, bool limits, double share) {
  rows_.linearise(pose_);
  NormalSystem& s = rows_.system();
  const auto joint = [this](int c) { return rows_.joints()[static_cast<std::size_t>(c)]; };
  const auto add_wish = [&](int c, double factor) {
    for (int r = 0; r < s.rows(); ++r) s.e()[r] += factor * wish_[c] * s.column(c)[r];
  };
  VectorX& theta = pose_.theta;
  for (int c = 0; c < s.columns(); ++c) add_wish(c, -1.0);
  for (bool again = true; again;) {
    if (!s.solve(kMinDamping)) return false;
    again = false;
    for (int c = 0; limits && c < s.columns(); ++c) {
      const double way = wish_[c] + s.x()[c];
      const double at = theta[joint(c)];
      const bool held = way > 0.0   ? at >= ranges_.upper(joint(c))
                        : way < 0.0 ? at <= ranges_.lower(joint(c))
                                    : false;
      if (!held) continue;
      add_wish(c, 1.0);
      wish_[c] = 0.0;
      std::fill(s.column(c), s.column(c) + s.stride(), 0.0);
      again = true;
    }
  }
  double longest = 0.0;
  for (int c = 0; c < s.columns(); ++c) {
    const double way = std::abs((wish_[c] + s.x()[c]) * rows_.theta_per_x(c));
    longest = std::max(longest, way / ranges_.unit(joint(c)));
  }
  if (longest > kLongestSlide) share *= kLongestSlide / longest;
  for (int c = 0; c < s.columns(); ++c) {
    theta[joint(c)] += share * rows_.theta_per_x(c) * (wish_[c] + s.x()[c]);
  }
  if (limits) ranges_.clamp(theta);
  place(goals);
  for (int k = 0; k < kRedundantSteps && !rows_.reached(); ++k) {
    if (!step(goals, pose_, limits)) break;
  }
  return true;
}

/// Moves pose_, a solution, along its self-motion as near to `to` as steps lead that come nearer.
/// With limits whole turns count.
void Reach::slide(const Goals& goals, const VectorX& to, bool limits) {
  place(goals);
  for (int i = 0; i < kSlides; ++i) {
    held_ = pose_.theta;
    const double before = ranges_.distance(held_, to, !limits);
    bool nearer = false;
    for (double share = 1.0; share >= kLeastShare && !nearer; share *= 0.5) {
      pose_.theta = held_;
      place(goals);
      wish_toward(to, !limits);
      if (!slide_step(goals, limits, share)) break;
      nearer = rows_.reached() &&
               ranges_.distance(pose_.theta, to, !limits) < (1.0 - kLeastGain) * before;
    }
    if (nearer) continue;
    pose_.theta = held_;
    place(goals);
    return;
  }
}

/// For a redundant body: replaces best_ by the solution nearest to the start to which self-motions
/// from the nearest solutions lead.
void Reach::slide_nearest(const Goals& goals, double best_score) {
  if (redundancy(goals) == 0) return;
  for (int i = 0; i < nearest_.count(); ++i) {
    pose_.theta = nearest_.theta(i);
    slide(goals, start_, true);
    const double own = ranges_.distance(pose_.theta, start_);
    if (!rows_.reached() || !(own < best_score)) continue;
    best_score = own;
    std::swap(best_, pose_);
  }
}

/// Poses along the self-motion of a solution, limits aside: of one dimension all of it, in steps of
/// kLongestSlide; of more the solution alone.
std::vector<VectorX> Reach::family_of(const Goals& goals, const VectorX& solution, int dimensions) {
  std::vector<VectorX> family = {solution};
  if (dimensions != 1) return family;
  const auto near = [this](const VectorX& a, const VectorX& b) {
    return ranges_.same(a, b, 1.5 * kLongestSlide);
  };
  for (const double way : {1.0, -1.0}) {
    pose_.theta = solution;
    place(goals);
    ranges_.draw(1, trial_.theta);
    wish_toward(trial_.theta, true);
    wish_ *= way;
    for (int i = 0; i < kTraced; ++i) {
      held_ = pose_.theta;
      if (!slide_step(goals, false, 1.0) || !rows_.reached()) break;
      const VectorX& theta = pose_.theta;
      if (ranges_.same(theta, held_, 0.1 * kLongestSlide)) break;
      const std::size_t last = family.size() - 1;
      family.push_back(theta);
      // the family is closed: it has come back to its first pose
      if (i > 2 && near(theta, solution) && !near(family[last], solution)) return family;
      for (int c = 0; c < rows_.system().columns(); ++c) {
        const auto j = rows_.joints()[static_cast<std::size_t>(c)];
        wish_[c] = kOnward * (theta[j] - held_[j]) / rows_.theta_per_x(c);
      }
    }
  }
  return family;
}

/// True if a self-motion was found that joins a solution to a family, limits aside: from it to the
/// pose of the family that is nearest.
bool Reach::joins(const Goals& goals, const VectorX& solution, const std::vector<VectorX>& family) {
  const auto away = [&](const VectorX& pose) { return ranges_.distance(solution, pose, true); };
  const auto nearest =
      std::min_element(family.begin(), family.end(),
                       [&](const VectorX& a, const VectorX& b) { return away(a) < away(b); });
  pose_.theta = solution;
  slide(goals, *nearest, false);
  return ranges_.same(pose_.theta, *nearest, kArrived);
}

bool Reach::same_branch(const Goals& goals, const Pose& start, const VectorX& a, const VectorX& b) {
  if (!begin(goals, start, 0)) return false;
  if (is_same(goals, a, b)) return true;
  const int dimensions = redundancy(goals);
  if (dimensions == 0) return false;
  return joins(goals, b, family_of(goals, a, dimensions)) ||
         (dimensions > 1 && joins(goals, a, {b}));
}

double Reach::turn_count(const Goals& goals, const Pose& start, const VectorX& theta) {
  if (!begin(goals, start, 0)) return 0.0;
  double count = 1.0;
  for (const int j : rows_.joints()) count *= ranges_.turns_within(j, theta[j]).count;
  return count;
}

std::vector<VectorX> Reach::turns(const Goals& goals, const Pose& start, const VectorX& theta,
                                  int most) {
  if (!begin(goals, start, 0)) return {};
  // the nearest choices of some joints stay so whatever the others do: squares of ways add up
  std::vector<VectorX> nearest = {theta};
  for (const int j : rows_.joints()) {
    const auto [first, count] = ranges_.turns_within(j, theta[j]);
    if (count == 1) continue;
    std::vector<VectorX> more;
    for (const VectorX& pose : nearest) {
      for (int k = 0; k < count; ++k) {
        more.push_back(pose);
        more.back()[j] = first + 2.0 * std::numbers::pi * k;
      }
    }
    sort_by_distance(more);
    if (more.size() > static_cast<std::size_t>(most)) more.resize(static_cast<std::size_t>(most));
    nearest = std::move(more);
  }
  return nearest;
}

void Reach::sort_by_distance(std::span<VectorX> poses) {
  std::stable_sort(poses.begin(), poses.end(), [this](const VectorX& a, const VectorX& b) {
    return ranges_.distance(a, start_) < ranges_.distance(b, start_);
  });
}

/// Replaces the first solution of each family by the one nearest to the start that is found: of the
/// poses of the family that keep the limits the nearest slides on.
void Reach::move_to_nearest(const Goals& goals, const std::vector<std::vector<VectorX>>& families,
                            std::vector<VectorX>& solutions) {
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    VectorX nearest = solutions[i];
    for (const VectorX& member : families[i]) {
      pose_.theta = member;
      ranges_.unwind(pose_.theta);
      if (!ranges_.holds(pose_.theta)) continue;
      if (ranges_.distance(pose_.theta, start_) < ranges_.distance(nearest, start_))
        nearest = pose_.theta;
    }
    pose_.theta = nearest;
    slide(goals, start_, true);
    solutions[i] = pose_.theta;
  }
}

/// All solutions of an arm with equations. \returns false if these are not known to be all
bool Reach::collect_by_equations(const Goals& goals, int count, Solutions& found) {
  if (!take_equations(goals)) return false;
  const bool all = hinges_.solve(goal_);
  found.bound = hinges_.bound() / bound_share_;
  found.reason = hinges_.reason();
  if (!all) return false;
  for (int i = 0; i < hinges_.count(); ++i) {
    if (place_by_equations(goals, i)) found.theta.push_back(pose_.theta);
  }
  // a pose may be within the tolerances after all
  if (found.theta.empty() && !no_pose_by_equations(goals)) return false;
  sort_by_distance(found.theta);
  if (found.theta.size() > static_cast<std::size_t>(count)) {
    found.theta.resize(static_cast<std::size_t>(count));
  }
  found.branches = static_cast<int>(found.theta.size());
  found.starts = 0;
  found.proven = true;
  return true;
}

void Reach::collect(const Goals& goals, const Pose& start, int count, Solutions& found) {
  found.theta.clear();
  found.families.clear();
  found.branches = found.attempts = found.fruitless = 0;
  found.starts = goals.stop.restarts + 1;
  found.proven = false;
  found.bound = -1;
  found.reason = {};
  found.singularity = Singularity::kNone;
  found.singular_joints.clear();
  if (count == 0 || !begin(goals, start, 0) || gap_ > 0.0) return;
  if (collect_by_equations(goals, count, found) || collect_families(goals, count, found)) return;
  const int dimensions = redundancy(goals);
  rows_.look(start);
  std::vector<VectorX> neighbours;
  std::vector<std::vector<VectorX>>
      families;  // the solutions' families, in the order of found.theta
  for (int i = 0; i <= goals.stop.restarts; ++i) {
    if (i == kAttemptsBeforeProof && found.theta.empty() && prove(goals) != Proof::kNone) return;
    if (i > 0) {
      ranges_.draw_start(i, pose_.theta);
      place(goals);
    }
    const End end = attempt(goals, i == 0 ? start : pose_);
    if (end == End::kStopped) break;
    ++found.attempts;
    ++found.fruitless;
    if (end != End::kReached) continue;
    // exact to the last digits, where steps within the limits can make it so
    best_.theta = pose_.theta;
    rows_.look(pose_);
    for (int k = 0; k < kExactSteps; ++k) {
      const double before = rows_.size();
      if (!step(goals, pose_, true)) break;
      if (!(rows_.size() < before) || !rows_.reached()) break;
      best_.theta = pose_.theta;
    }
    const VectorX solution = best_.theta;
    const auto known = [&](const VectorX& other) { return is_same(goals, solution, other); };
    if (std::any_of(found.theta.begin(), found.theta.end(), known)) continue;
    if (dimensions == 0) {
      found.fruitless = 0;
      found.theta.push_back(solution);
      continue;
    }
    const auto family = std::find_if(
        families.begin(), families.end(),
        [&](const std::vector<VectorX>& other) { return joins(goals, solution, other); });
    if (family == families.end()) {
      found.fruitless = 0;
      families.push_back(family_of(goals, solution, dimensions));
      found.theta.push_back(solution);
      continue;
    }
    family->push_back(solution);
    neighbours.push_back(solution);
  }
  if (dimensions > 0) {
    join_families(goals, families, found.theta);
    move_to_nearest(goals, families, found.theta);
  }
  if (dimensions == 0) name_singularity(goals, found);
  sort_by_distance(found.theta);
  sort_by_distance(neighbours);
  found.branches = std::min(count, static_cast<int>(found.theta.size()));
  const auto most = static_cast<std::size_t>(count);
  for (const VectorX& neighbour : neighbours) {
    if (found.theta.size() >= most) break;
    const auto near = [&](const VectorX& other) { return ranges_.same(neighbour, other, kApart); };
    if (std::none_of(found.theta.begin(), found.theta.end(), near))
      found.theta.push_back(neighbour);
  }
  if (found.theta.size() > most) found.theta.resize(most);
}

/// Joins families between which a self-motion is found from the later one's side, as where the
/// first was traced only up to a singularity.
void Reach::join_families(const Goals& goals, std::vector<std::vector<VectorX>>& families,
                          std::vector<VectorX>& solutions) {
  for (std::size_t late = families.size(); late-- > 1;) {
    for (std::size_t early = 0; early < late; ++early) {
      if (!joins(goals, solutions[early], families[late])) continue;
      families[early].insert(families[early].end(), families[late].begin(), families[late].end());
      families.erase(families.begin() + static_cast<std::ptrdiff_t>(late));
      solutions.erase(solutions.begin() + static_cast<std::ptrdiff_t>(late));
      break;
    }
  }
}

}  // namespace ik
