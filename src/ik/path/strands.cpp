#include "ik/path/strands.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ik {
namespace {

/// Exact poses are one if no joint differs by more, rad or m.
constexpr double kSamePose = 1e-7;
/// Strands meet where they end within this part of a leg, with no joint apart by more, rad or m.
constexpr double kMeetAt = 0.05, kMeetApart = 0.3;
/// Poses near a singular one are one if no joint differs by more, rad or m.
constexpr double kSameSettled = 1e-3;
/// Most poses that a search lists.
constexpr int kMostFound = 24;

}  // namespace

Strands::Strands(const Multibody& multibody, std::span<const Waypoint> waypoints,
                 const FollowOptions& options, PathRules& rules, Continuity& continuity,
                 WaypointPoses& poses)
    : multibody_(multibody),
      waypoints_(waypoints),
      options_(options),
      rules_(rules),
      continuity_(continuity),
      poses_(poses),
      complete_(waypoints.size(), 0) {}

/// Adds a pose, put within its limits. \returns its index
int Strands::add(VectorX theta, Layer& layer) {
  const BranchEnd broken = rules_.look(theta);
  layer.push_back({std::move(theta), broken});
  return static_cast<int>(layer.size()) - 1;
}

/// All poses of a waypoint, or those that a search finds if it is wanted.
void Strands::find_poses(int waypoint, bool wanted, Layer& layer) {
  const Waypoint& goal = waypoints_[static_cast<std::size_t>(waypoint)];
  found_poses_.clear();
  if (poses_.has_equations()) {
    complete_[static_cast<std::size_t>(waypoint)] = poses_.solve(goal, found_poses_) ? 1 : 0;
  } else if (wanted) {
    poses_.search(goal, kMostFound, Stop().restarts, continuity_, found_poses_);
  }
  for (VectorX& theta : found_poses_) add(std::move(theta), layer);
}

/// The pose of a layer that is nearest, modulo whole turns; -1: there is none.
int Strands::nearest(const VectorX& theta, const Layer& layer) const {
  int best = -1;
  double least = kUnlimited;
  for (std::size_t i = 0; i < layer.size(); ++i) {
    double most = 0.0;
    for (int j = 0; j < static_cast<int>(theta.size()) && most < least; ++j) {
      most = std::max(most, std::abs(rules_.way(j, theta[j], layer[i].theta[j])));
    }
    if (!(most < least)) continue;
    least = most;
    best = static_cast<int>(i);
  }
  return best;
}

/// The pose of the layer at the other end of the leg to which a pose goes on.
/// \param s 0 to go on, 1 to go back
/// \param[out] end why it does not, its `at` as a share of the leg
/// \returns -1 if that is not shown
int Strands::goes_to(const VectorX& theta, double s, Layer& layer, BranchEnd& end) {
  const double to = 1.0 - s;
  if (const int i = nearest(theta, layer); i >= 0) {
    const VectorX next = rules_.toward(theta, layer[static_cast<std::size_t>(i)].theta);
    if (continuity_.joins(leg_, s, to, theta, next)) return i;
  }
  VectorX last = theta;
  const double reached = continuity_.onward(leg_, s, to, kLeastPart, last);
  if (reached == to) {
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if (rules_.same(last, layer[i].theta, kSamePose)) return static_cast<int>(i);
    }
    return add(std::move(last), layer);
  }
  end = {.kind = PathEnd::kSingular, .at = reached};
  end.motion = continuity_.least_motion(last);
  end.theta = std::move(last);
  return -1;
}

/// Why a strand does not go on to a pose that cannot be used; `at` is the share of the way.
BranchEnd Strands::leaving(const VectorX& from, const Node& to) const {
  BranchEnd end = rules_.leaving(from, rules_.toward(from, to.theta));
  if (end.kind == PathEnd::kWaypoints || to.broken.kind == PathEnd::kObstacle) {
    end = to.broken;
    end.at = 1.0;
  }
  end.theta = from;
  return end;
}

/// Continues the strand of a node to this waypoint, or ends it.
/// \returns false if it is not known how it goes on
bool Strands::go_on(int waypoint, Node& from, Layer& now) {
  Strand& strand = found_[static_cast<std::size_t>(from.strand)];
  const VectorX& last = strand.theta.back();
  BranchEnd end;
  const int i = goes_to(last, 0.0, now, end);
  if (i >= 0) {
    Node& to = now[static_cast<std::size_t>(i)];
    VectorX theta = rules_.toward(last, to.theta);
    const double seconds = waypoints_[static_cast<std::size_t>(waypoint)].time -
                           waypoints_[static_cast<std::size_t>(waypoint) - 1].time;
    if (!to.usable()) {
      end = leaving(last, to);
    } else if (to.strand >= 0) {
      end.kind = PathEnd::kUnknown;
    } else if (end = rules_.look_between(last, theta, seconds); end.kind == PathEnd::kWaypoints) {
      to.strand = from.strand;
      strand.theta.push_back(std::move(theta));
      return true;
    } else {
      end.at = 0.5;
      end.theta = last;
      to.begin = end;
      to.begin.theta = to.theta;
      to.begin.at += waypoint - 1;
    }
  } else {
    settle(waypoint, from, end, now);
  }
  end.at += waypoint - 1;
  strand.end = std::move(end);
  return i >= 0;
}

/// Where a strand ends at a singular pose, and not all poses of the waypoint are known, looks for
/// one near its last.
void Strands::settle(int waypoint, const Node& from, const BranchEnd& end, Layer& now) {
  if (complete_[static_cast<std::size_t>(waypoint)] != 0) return;
  VectorX theta = from.theta;
  const Waypoint& goal = waypoints_[static_cast<std::size_t>(waypoint)];
  if (!continuity_.settle(goal, options_.error, options_.aim_error, theta)) return;
  if (!rules_.same(theta, from.theta, kPassageWay)) return;
  for (const Node& node : now) {
    if (rules_.same(theta, node.theta, kSameSettled)) return;
  }
  const int i = add(std::move(theta), now);
  now[static_cast<std::size_t>(i)].begin = {.kind = PathEnd::kSingular,
                                            .at = static_cast<double>(waypoint),
                                            .theta = now[static_cast<std::size_t>(i)].theta,
                                            .motion = end.motion};
}

/// Begins a strand at a node that no strand has come to, or continues one that ended before it.
/// \returns false if it is not known where it comes from
bool Strands::begin_new(int waypoint, Node& node, Layer& before) {
  BranchEnd begin = node.begin;
  int back = -1;
  if (waypoint > 0 && begin.kind == PathEnd::kWaypoints) {
    back = goes_to(node.theta, 1.0, before, begin);
    if (back >= 0) {
      const Node& from = before[static_cast<std::size_t>(back)];
      if (from.strand >= 0) {
        Strand& strand = found_[static_cast<std::size_t>(from.strand)];
        if (strand.last() == waypoint - 1) {
          strand.theta.push_back(rules_.toward(strand.theta.back(), node.theta));
          strand.end = {};
          node.strand = from.strand;
          return true;
        }
        begin.kind = PathEnd::kUnknown;
      } else if (!from.usable()) {
        begin = leaving(node.theta, from);
        begin.at = 1.0 - begin.at;
      }
    }
    begin.at += waypoint - 1;
  }
  node.strand = static_cast<int>(found_.size());
  found_.push_back({.first = waypoint, .theta = {node.theta}, .begin = begin});
  if (back >= 0 && begin.kind == PathEnd::kWaypoints) grow_back(node.strand);
  return waypoint == 0 || back >= 0;
}

/// Follows a new strand back, to waypoints at which its poses were not known.
void Strands::grow_back(int index) {
  Strand& strand = found_[static_cast<std::size_t>(index)];
  std::vector<VectorX> poses = {strand.theta.front()};
  BranchEnd begin;
  int waypoint = strand.first;
  PathLeg leg;
  for (; waypoint > 0; --waypoint) {
    const Waypoint& from = waypoints_[static_cast<std::size_t>(waypoint) - 1];
    const Waypoint& to = waypoints_[static_cast<std::size_t>(waypoint)];
    leg.take(multibody_, from, to);
    VectorX theta = poses.back();
    const double reached = continuity_.onward(leg, 1.0, 0.0, kLeastPart, theta);
    if (reached > 0.0) {
      begin = {.kind = PathEnd::kSingular, .at = reached};
      begin.motion = continuity_.least_motion(theta);
    } else {
      Node node{theta};
      node.broken = rules_.look(node.theta);
      begin = node.usable() ? rules_.look_between(poses.back(), theta, to.time - from.time)
                            : leaving(poses.back(), node);
      begin.at = node.usable() ? 0.5 : 1.0 - begin.at;
    }
    if (begin.kind != PathEnd::kWaypoints) break;
    poses.push_back(std::move(theta));
  }
  if (waypoint > 0) {
    begin.theta = poses.back();
    begin.at += waypoint - 1;
  } else {
    begin = {};
  }
  std::reverse(poses.begin(), poses.end());
  poses.insert(poses.end(), strand.theta.begin() + 1, strand.theta.end());
  strand.theta = std::move(poses);
  strand.first = waypoint;
  strand.begin = std::move(begin);
}

/// Finds the strands that come so near to each other that the arm may pass between them.
void Strands::find_passages(int waypoint, const Layer& before, const Layer& now) {
  const auto w = static_cast<std::size_t>(waypoint);
  const double seconds = waypoints_[w].time - waypoints_[w - 1].time;
  const Stray stray = stray_before(multibody_, waypoints_, options_, waypoint);
  for (const Node& a : before) {
    for (const Node& b : now) {
      if (a.strand < 0 || b.strand < 0 || a.strand == b.strand) continue;
      if (!rules_.same(a.theta, b.theta, kPassageWay)) continue;
      const VectorX to = rules_.toward(a.theta, b.theta);
      if (!continuity_.passes(leg_, a.theta, to, stray)) continue;
      if (rules_.look_between(a.theta, to, seconds).kind != PathEnd::kWaypoints) continue;
      passages_.push_back({a.strand, b.strand, waypoint - 1});
    }
  }
}

/// Names for each strand that ends at a singularity the other one that ends there.
void Strands::pair_ends() {
  std::vector<std::pair<int, BranchEnd*>> ends;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    for (BranchEnd* end : {&found_[i].begin, &found_[i].end}) {
      if (end->kind == PathEnd::kSingular) ends.push_back({static_cast<int>(i), end});
    }
  }
  for (const auto& [strand, end] : ends) {
    for (const auto& [other, its] : ends) {
      if (its == end || other == strand || std::abs(its->at - end->at) > kMeetAt) continue;
      if (rules_.same(end->theta, its->theta, kMeetApart)) end->strand = other;
    }
  }
}

void Strands::search() {
  Layer before, now;
  bool open = false;
  const int count = static_cast<int>(waypoints_.size());
  for (int w = 0; w < count; ++w) {
    if (options_.give_up && options_.give_up()) break;
    now.clear();
    find_poses(w, w == 0 || !open || w == count - 1, now);
    bool lost = false, new_ones = false;
    if (w > 0) {
      const auto at = static_cast<std::size_t>(w);
      leg_.take(multibody_, waypoints_[at - 1], waypoints_[at]);
      for (Node& from : before) {
        if (from.strand >= 0 && !go_on(w, from, now)) lost = true;
      }
    }
    const std::size_t known = now.size();
    for (std::size_t i = 0; i < known; ++i) {
      if (!now[i].usable() || now[i].strand >= 0) continue;
      if (!begin_new(w, now[i], before)) new_ones = true;
    }
    if (lost && new_ones) decided_ = false;
    if (w > 0) find_passages(w, before, now);
    open = std::any_of(now.begin(), now.end(), [](const Node& node) { return node.strand >= 0; });
    before.swap(now);
  }
  pair_ends();
}

}  // namespace ik
