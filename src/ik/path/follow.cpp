#include "iklab/path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/path/direct_way.h"
#include "ik/path/free_way.h"
#include "ik/path/strands.h"
#include "ik/path/way.h"
#include "ik/simd/check.h"
#include "ik/solve/stop.h"

namespace ik {
namespace {

/// Poses of a closed path are one if no joint differs by more, rad or m.
constexpr double kSameEnds = 1e-6;

std::string waypoint_title(std::size_t waypoint) {
  return joined({"waypoint ", std::to_string(waypoint), ": "});
}

/// Waypoints with rotations and directions that are exact.
/// \throws std::invalid_argument, see follow
std::vector<Waypoint> exact_waypoints(const Multibody& multibody,
                                      std::span<const Waypoint> waypoints) {
  require(!waypoints.empty(), "the path has no waypoint");
  std::vector<Waypoint> exact(waypoints.begin(), waypoints.end());
  const auto k = static_cast<std::size_t>(multibody.effector_count());
  const auto r = static_cast<std::size_t>(multibody.aim_count());
  for (std::size_t w = 0; w < exact.size(); ++w) {
    Waypoint& goal = exact[w];
    require(goal.targets.size() == k,
            waypoint_title(w) + joined({std::to_string(goal.targets.size()), " targets for ",
                                        std::to_string(k), " effectors"}));
    require(goal.aims.size() == r, waypoint_title(w) + joined({std::to_string(goal.aims.size()),
                                                               " aims for ", std::to_string(r)}));
    bool finite = std::isfinite(goal.time);
    for (const Eigen::Vector3d& target : goal.targets) finite = finite && target.allFinite();
    for (std::size_t a = 0; a < r; ++a) {
      const AimKind kind = multibody.aim_of(static_cast<int>(k + a));
      Aim& aim = goal.aims[a];
      const bool turns = kind == AimKind::kOrientation;
      finite = finite && (turns ? aim.orientation.allFinite() : aim.direction.allFinite());
      if (!finite) continue;
      require(!is_invalid_aim(kind, aim),
              waypoint_title(w) + (turns ? "an aim is no rotation" : "a direction has length 0"));
      if (turns) {
        aim.orientation = Eigen::Quaterniond(aim.orientation).normalized().toRotationMatrix();
      } else {
        aim.direction = aim.direction.stableNormalized();
      }
    }
    require(finite, waypoint_title(w) + "a number is not finite");
    require(w == 0 || goal.time >= exact[w - 1].time,
            waypoint_title(w) + "its time is before the last");
  }
  return exact;
}

void require_valid(const Multibody& multibody, std::span<const Waypoint> exact,
                   const FollowOptions& options) {
  require_valid(Stop{.error = options.error, .aim_error = options.aim_error});
  require(multibody.loops().empty(), "the path of a body with loops cannot be followed as a whole");
  if (options.start == PathStart::kGiven) {
    require_size(options.theta.size(), multibody);
    require(options.theta.allFinite(), "FollowOptions::theta is not finite");
  }
  if (options.velocity.size() > 0) {
    require_size(options.velocity.size(), multibody);
    require((options.velocity.array() > 0.0).all(), "FollowOptions::velocity is not above 0");
  }
  if (!options.closed) return;
  const Waypoint &first = exact.front(), &last = exact.back();
  bool same = true;
  for (std::size_t i = 0; i < first.targets.size(); ++i) {
    same = same && (first.targets[i] - last.targets[i]).norm() <= options.error;
  }
  for (std::size_t a = 0; a < first.aims.size(); ++a) {
    const AimKind kind = multibody.aim_of(multibody.effector_count() + static_cast<int>(a));
    same = same && length(aim_motion(kind, first.aims[a], last.aims[a])) <= options.aim_error;
  }
  require(same, "FollowOptions::closed: the last waypoint is not the first one");
}

/// The runs with which a way may begin.
std::vector<int> starts_of(const Multibody& multibody, const FollowOptions& options,
                           std::span<const Run> runs, const WaySearch& search) {
  std::vector<int> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].first == 0) all.push_back(static_cast<int>(i));
  }
  if (options.start == PathStart::kAny || all.empty()) return all;
  const VectorX wanted = wanted_start(multibody, options);
  const auto away = [&](int run) { return search.distance(wanted, search.theta(run, 0)); };
  return {
      *std::min_element(all.begin(), all.end(), [&](int a, int b) { return away(a) < away(b); })};
}

VectorX in_given_order(const Multibody& multibody, const VectorX& theta) {
  VectorX given(theta.size());
  for (int j = 0; j < static_cast<int>(theta.size()); ++j) {
    given[multibody.given_index(j)] = theta[j];
  }
  return given;
}

BranchEnd in_given_order(const Multibody& multibody, BranchEnd end) {
  if (end.joint >= 0) end.joint = multibody.given_index(end.joint);
  end.theta = in_given_order(multibody, end.theta);
  end.motion = in_given_order(multibody, end.motion);
  return end;
}

/// A way that ends where it begins.
Way closed_way(std::span<const int> starts, std::span<const Run> runs, int waypoints,
               const PathRules& rules, WaySearch& search) {
  Way best;
  for (const int start : starts) {
    std::vector<int> ends;
    const VectorX first = search.theta(start, 0);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].last < waypoints - 1) continue;
      const VectorX last = search.theta(static_cast<int>(i), waypoints - 1);
      if (rules.same(first, last, kSameEnds) && search.distance(first, last) < 1.0) {
        ends.push_back(static_cast<int>(i));
      }
    }
    if (ends.empty()) continue;
    const Way way = search.best(std::span(&start, 1), ends);
    const bool fewer = way.reconfigurations() < best.reconfigurations();
    const bool same = way.reconfigurations() == best.reconfigurations();
    if (way.last > best.last ||
        (way.last == best.last && (fewer || (same && way.length < best.length)))) {
      best = way;
    }
  }
  return best;
}

/// Asks for what is known of the goals of the waypoint at which a path breaks.
void judge(const Multibody& multibody, const Waypoint& goal, const FollowOptions& options,
           Followed& followed) {
  Solver solver(multibody);
  if (!options.keeps_limits) solver.set_limits(LimitRule::kIgnore);
  set_goals(goal, solver);
  Stop stop{.error = options.error, .aim_error = options.aim_error};
  stop.seed = options.seed;
  stop.give_up = options.give_up;
  const Report report = solver.solve(stop);
  followed.verdict = report.verdict;
  followed.proof = report.proof;
  if (report.verdict == Verdict::kReached) return;
  BranchEnd& end = followed.ends.back();
  if (end.kind == PathEnd::kWaypoints) end.kind = PathEnd::kReach;
  if (end.joint < 0) end.joint = report.joint;
}

}  // namespace

const char* name(PathEnd end) {
  // in the order of PathEnd
  constexpr const char* kNames[] = {"waypoints", "limit", "singular", "obstacle",
                                    "velocity",  "reach", "open",     "unknown"};
  return kNames[static_cast<std::size_t>(end)];
}

namespace {

/// What the searches of a path share.
struct PathSearch {
  PathSearch(const Multibody& multibody, const FollowOptions& options)
      : rules(multibody, options),
        continuity(multibody),
        poses(multibody, options, continuity.joints(), continuity.unit()) {}
  PathRules rules;
  Continuity continuity;
  WaypointPoses poses;
};

/// Adds a pose to a way, in the solver's order. \param joined to the pose before
void add_pose(const Multibody& multibody, const VectorX& theta, const VectorX& before, int branch,
              bool joined, Followed& followed) {
  const bool first = followed.poses.empty();
  if (!first) followed.travel += (theta - before).norm();
  if (!first && joined) {
    followed.max_step = std::max(followed.max_step, (theta - before).lpNorm<Eigen::Infinity>());
  }
  followed.poses.push_back({in_given_order(multibody, theta), branch, !first && !joined});
}

Followed followed_way(const Multibody& multibody, const DirectWay& way) {
  Followed followed;
  followed.passages = way.passages;
  followed.least = true;
  for (std::size_t w = 0; w < way.theta.size(); ++w) {
    add_pose(multibody, way.theta[w], way.theta[w == 0 ? 0 : w - 1], 0, true, followed);
  }
  return followed;
}

Followed followed_way(const Multibody& multibody, const FreeWay& way, PathSearch& parts,
                      std::size_t waypoints) {
  Followed followed;
  VectorX turned = VectorX::Zero(multibody.joint_count());  // of joints without limits
  VectorX before;
  std::size_t branch = 0;
  for (std::size_t w = 0; w < way.theta.size(); ++w) {
    const bool begins = branch < way.begins.size() && way.begins[branch] == static_cast<int>(w);
    branch += begins ? 1 : 0;
    VectorX theta = way.theta[w];
    for (int j = 0; begins && w > 0 && j < static_cast<int>(theta.size()); ++j) {
      if (!parts.rules.is_free(j)) continue;
      turned[j] = before[j] + parts.rules.way(j, before[j], theta[j]) - theta[j];
    }
    theta += turned;
    add_pose(multibody, theta, before, static_cast<int>(branch) - 1, !begins, followed);
    before = theta;
  }
  followed.passages = way.passages;
  followed.reconfigurations = std::max(0, static_cast<int>(way.begins.size()) - 1);
  for (const BranchEnd& end : way.ends) followed.ends.push_back(in_given_order(multibody, end));
  const bool whole = way.theta.size() == waypoints;
  followed.least = whole && followed.reconfigurations == 0;
  if (!whole) followed.breaks_at = static_cast<int>(way.theta.size());
  return followed;
}

/// True if way a is farther than b, or as far with fewer changes of branch.
bool is_better(const Followed& a, const Followed& b) {
  if (a.poses.size() != b.poses.size()) return a.poses.size() > b.poses.size();
  return a.reconfigurations < b.reconfigurations;
}

/// The best way over the strands of a search.
Followed best_way(const Multibody& multibody, std::span<const Waypoint> exact,
                  const FollowOptions& options, PathSearch& parts, Strands& strands) {
  const Runs found = runs_of(strands.found(), strands.passages(), parts.rules);
  const std::vector<Run>& runs = found.all;
  const int count = static_cast<int>(exact.size());
  WaySearch search(strands.found(), runs, parts.rules, parts.continuity.unit(), count);
  const std::vector<int> starts = starts_of(multibody, options, runs, search);
  Way way;
  if (options.closed) way = closed_way(starts, runs, count, parts.rules, search);
  if (way.pieces.empty()) way = search.best(starts, {});

  Followed followed;
  VectorX turned = VectorX::Zero(multibody.joint_count());  // of joints without limits
  VectorX before;
  int branch = -1;
  for (std::size_t p = 0; p < way.pieces.size(); ++p) {
    const Way::Piece& piece = way.pieces[p];
    const bool is_last = p + 1 == way.pieces.size();
    const int last = is_last ? way.last : way.pieces[p + 1].first - 1;
    const Run& run = runs[static_cast<std::size_t>(piece.run)];
    if (!piece.joined) branch = run.strand;
    if (piece.joined &&
        runs[static_cast<std::size_t>(way.pieces[p - 1].run)].strand != run.strand) {
      ++followed.passages;
    }
    for (int w = piece.first; w <= last; ++w) {
      VectorX theta = search.theta(piece.run, w);
      if (w == piece.first && w > 0) turned = search.turns_between(before, theta);
      theta += turned;
      add_pose(multibody, theta, before, branch, w > piece.first || piece.joined, followed);
      before = theta;
    }
    if (is_last ? way.last == count - 1 : way.pieces[p + 1].joined) continue;
    followed.ends.push_back(in_given_order(multibody, run.end));
    if (run.last == count - 1) followed.ends.back().kind = PathEnd::kOpen;
  }
  followed.reconfigurations = std::max(0, way.reconfigurations());
  const std::vector<char>& complete = strands.complete();
  const bool whole = way.last == count - 1;
  const bool all_known =
      strands.decided() && found.complete &&
      std::all_of(complete.begin(), complete.end(), [](char all) { return all != 0; });
  followed.least = whole && (followed.reconfigurations == 0 || all_known);
  if (!whole) followed.breaks_at = way.last + 1;
  return followed;
}

}  // namespace

Followed follow(const Multibody& multibody, std::span<const Waypoint> waypoints,
                const FollowOptions& options) {
  const std::vector<Waypoint> exact = exact_waypoints(multibody, waypoints);
  require_valid(multibody, exact, options);
  PathSearch parts(multibody, options);
  const bool free = parts.continuity.freedom() > 0;
  Followed followed;
  if (free) {
    followed = followed_way(
        multibody, free_way(multibody, exact, options, parts.rules, parts.continuity, parts.poses),
        parts, exact.size());
    if (followed.least) return followed;
  } else {
    const DirectWay way =
        direct_way(multibody, exact, options, parts.rules, parts.continuity, parts.poses);
    if (!way.theta.empty()) return followed_way(multibody, way);
  }
  // strands of a body with freedom begin at poses that a search finds, not at a start that is given
  if (!free || options.start == PathStart::kAny) {
    Strands strands(multibody, exact, options, parts.rules, parts.continuity, parts.poses);
    strands.search();
    Followed other = best_way(multibody, exact, options, parts, strands);
    if (!free || is_better(other, followed)) followed = std::move(other);
  }
  if (followed.breaks_at >= 0) {
    if (followed.ends.empty()) followed.ends.push_back({.kind = PathEnd::kReach});
    judge(multibody, exact[static_cast<std::size_t>(followed.breaks_at)], options, followed);
  }
  return followed;
}

BranchGraph branches(const Multibody& multibody, std::span<const Waypoint> waypoints,
                     const FollowOptions& options) {
  const std::vector<Waypoint> exact = exact_waypoints(multibody, waypoints);
  require_valid(multibody, exact, options);
  PathSearch parts(multibody, options);
  Strands strands(multibody, exact, options, parts.rules, parts.continuity, parts.poses);
  strands.search();
  // the turns that keep the limits longest
  const Runs runs = runs_of(strands.found(), strands.passages(), parts.rules);
  std::vector<const Run*> longest(strands.found().size(), nullptr);
  for (const Run& run : runs.all) {
    const Run*& best = longest[static_cast<std::size_t>(run.strand)];
    if (best == nullptr || run.last - run.first > best->last - best->first) best = &run;
  }
  BranchGraph graph;
  graph.complete = strands.complete();
  for (std::size_t s = 0; s < strands.found().size(); ++s) {
    Strand strand = std::move(strands.found()[s]);
    for (VectorX& theta : strand.theta) {
      if (longest[s] != nullptr) theta += longest[s]->shift;
      theta = in_given_order(multibody, theta);
    }
    strand.begin = in_given_order(multibody, strand.begin);
    strand.end = in_given_order(multibody, strand.end);
    graph.strands.push_back(std::move(strand));
  }
  return graph;
}

}  // namespace ik
