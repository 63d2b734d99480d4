#include "ik/path/free_way.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/path/direct_way.h"
#include "ik/path/path_leg.h"
#include "ik/path/smooth_way.h"

namespace ik {
namespace {

/// Self-motion of a stage in x, and most of it in a leg: a stage has as many legs as it takes.
constexpr double kDrift = 0.12, kDriftOfLeg = 0.03;
/// A path has at least so many stages, if it has as many legs.
constexpr int kStages = 100;
/// Poses of a waypoint are apart by this share of the self-motion of a stage.
constexpr double kPosesApart = 0.5;
/// Most poses of a waypoint: with one freedom enough for all, with more a sample.
constexpr std::size_t kMostPoses = 2000, kMostSampled = 10;
/// Smallest part of a leg that is looked at.
constexpr double kSmallestPart = 1.0 / 512;
/// Poses that a search finds where a branch begins, and the angles of a hinge of seven at which
/// more are found.
constexpr int kNewPoses = 24, kNewAngles = 12, kMoreAngles = 97;
/// Most ways that a search tries to go on from a station to the next.
constexpr int kAllTries = 64000;
/// A path is searched from both ends in so many rounds, with so many tries in the first one and
/// twice as many in each next one.
constexpr int kSearchRounds = 8, kFirstTries = 250;
/// Most self-motions that bring a pose back within its limits, the sum of each in x at most, and
/// how far inside they lead.
constexpr int kPulls = 4;
constexpr double kFarthestPull = 0.6, kInside = 0.01;
/// Most poses that differ by whole turns.
constexpr std::size_t kMostTurned = 32;
/// Most poses from which a closed path is tried.
constexpr std::size_t kClosedStarts = 12;

/// A pose that a branch comes to.
struct BranchPose {
  VectorX theta, step;  // (n), and the last step to it
  int passages = 0;     // on the way to it
};

/// Poses of a waypoint between two stages.
struct Station {
  std::vector<BranchPose> poses;
  std::vector<int> parents;                // at the station before; -1 where the branch begins
  std::vector<std::vector<VectorX>> ways;  // by waypoint, from the parent's next one on
  std::vector<int> tried;                  // ways to go on
  std::vector<int> fresh;                  // poses of which none was tried
  std::vector<int> open;                   // other poses of which some are left
};

/// Searches the poses to which one branch leads, depth-first over stages of some legs.
class BranchSearch {
 public:
  /// \param first waypoint of the branch
  /// \param fixed the branch begins with the poses that are given, otherwise with any that a
  ///   self-motion joins to them
  BranchSearch(const Multibody& multibody, std::span<const Waypoint> waypoints,
               const FollowOptions& options, PathRules& rules, Continuity& continuity, int first,
               bool fixed);

  /// Adds poses with which the branch may begin, and goes on from each by the shortest steps.
  void begin(const std::vector<VectorX>& poses);
  /// Goes on in all ways, until the last waypoint is reached, none is left, or so many are tried.
  /// \returns false if none is left
  bool search(int tries);
  /// Forgets all poses.
  void forget() { stations_.assign(stations_.size(), {}); }
  bool is_whole() const { return !stations_.back().poses.empty(); }  ///< the last one is reached
  /// The branch to the last waypoint, or the one that leads farthest: its poses by waypoint.
  /// \param[out] passages of singular poses on it
  std::vector<VectorX> longest(int& passages);
  /// Why a branch does not go on from a pose.
  BranchEnd end_of(int waypoint, const VectorX& theta);

 private:
  int last() const { return static_cast<int>(waypoints_.size()) - 1; }
  int waypoint_of(int station) const { return std::min(first_ + station * legs_, last()); }
  bool is_known(const Station& station, const VectorX& theta) const;
  int beyond(const VectorX& theta) const;
  bool pull_in(const Waypoint& goal, VectorX& theta);
  bool keeps_rules(const Waypoint& goal, VectorX& theta);
  std::vector<VectorX> turned(const VectorX& theta) const;
  bool add(int station, const BranchPose& pose, int parent);
  void take_leg(int waypoint);
  bool take_motion(int motion, const VectorX& theta);
  bool spread(const Waypoint& goal, int motion, VectorX& theta);
  bool close(const VectorX& from);
  bool pass(int waypoint, BranchPose& pose);
  bool leg_on(int waypoint, const VectorX* drift, BranchPose& pose);
  bool go_on(int station, int motion, BranchPose& pose);
  bool advance(std::vector<int> Station::*list);
  bool is_spent() const { return tries_left_ <= 0; }

  const Multibody& multibody_;
  std::span<const Waypoint> waypoints_;
  const FollowOptions& options_;
  PathRules& rules_;
  Continuity& continuity_;
  int first_;
  bool fixed_;
  int legs_;  // of a stage
  int tries_left_ = 0;
  std::vector<Station> stations_;
  PathLeg leg_;
  MatrixX motions_;           // (c x freedom), see Continuity::self_motions
  VectorX x_, drift_;         // (c) self-motions
  VectorX next_;              // (n)
  std::vector<VectorX> way_;  // of go_on
};

BranchSearch::BranchSearch(const Multibody& multibody, std::span<const Waypoint> waypoints,
                           const FollowOptions& options, PathRules& rules, Continuity& continuity,
                           int first, bool fixed)
    : multibody_(multibody),
      waypoints_(waypoints),
      options_(options),
      rules_(rules),
      continuity_(continuity),
      first_(first),
      fixed_(fixed) {
  const int all = last() - first;
  legs_ = std::clamp(all / kStages, 1, static_cast<int>(kDrift / kDriftOfLeg + 0.5));
  stations_.resize(static_cast<std::size_t>((all + legs_ - 1) / legs_ + 1));
}

/// True if a pose of a station is near.
bool BranchSearch::is_known(const Station& station, const VectorX& theta) const {
  constexpr double kApartAtMost = kPosesApart * kDrift;
  return std::any_of(station.poses.begin(), station.poses.end(), [&](const BranchPose& known) {
    for (int j = 0; j < static_cast<int>(theta.size()); ++j) {
      if (std::abs(known.theta[j] - theta[j]) <= kApartAtMost) continue;
      if (!rules_.is_free(j) || std::abs(rules_.way(j, theta[j], known.theta[j])) > kApartAtMost) {
        return false;
      }
    }
    return true;
  });
}

/// The joint that is farthest beyond its limits; -1: none is.
int BranchSearch::beyond(const VectorX& theta) const {
  int worst = -1;
  double most = 0.0;
  for (int j = 0; j < static_cast<int>(theta.size()); ++j) {
    const double off = std::max(rules_.lower(j) - theta[j], theta[j] - rules_.upper(j));
    if (!(off > most)) continue;
    most = off;
    worst = j;
  }
  return worst;
}

/// Brings a pose back within the limits by self-motions, if it is not far beyond them.
bool BranchSearch::pull_in(const Waypoint& goal, VectorX& theta) {
  const std::span<const int> joints = continuity_.joints();
  for (int pull = 0; pull < kPulls; ++pull) {
    const int worst = beyond(theta);
    if (worst < 0) return true;
    const auto column = std::find(joints.begin(), joints.end(), worst) - joints.begin();
    if (column == static_cast<std::ptrdiff_t>(joints.size())) return false;
    if (!continuity_.self_motions(theta, motions_)) return false;
    // the self-motion that moves this joint most
    x_.noalias() = motions_ * motions_.row(column).transpose();
    const double size = x_.norm();
    if (!(size > 0.0)) return false;
    x_ /= size;
    VectorX motion = VectorX::Zero(theta.size());
    continuity_.move(x_, motion);
    double least = -kUnlimited, most = kUnlimited;  // the motion that keeps all limits
    for (const int j : joints) {
      if (motion[j] == 0.0) continue;
      const double a = (rules_.lower(j) - theta[j]) / motion[j];
      const double b = (rules_.upper(j) - theta[j]) / motion[j];
      least = std::max(least, std::min(a, b));
      most = std::min(most, std::max(a, b));
    }
    if (!(least <= most)) return false;
    const double inside = std::min(0.5 * (most - least), kInside);
    const double way = least > 0.0 ? least + inside : std::min(0.0, most - inside);
    if (!(std::abs(way) <= kFarthestPull)) return false;
    theta += way * motion;
    if (!continuity_.correct(goal, theta)) return false;
  }
  return beyond(theta) < 0;
}

/// True if a pose touches no obstacle and keeps the limits, where it is brought if need be.
bool BranchSearch::keeps_rules(const Waypoint& goal, VectorX& theta) {
  return pull_in(goal, theta) && rules_.touched(theta) < 0;
}

/// Adds a pose. \returns false if it is left out
bool BranchSearch::add(int station, const BranchPose& pose, int parent) {
  Station& to = stations_[static_cast<std::size_t>(station)];
  const std::size_t most = continuity_.freedom() == 1 ? kMostPoses : kMostSampled;
  if (to.poses.size() >= most || is_known(to, pose.theta)) return false;
  to.fresh.push_back(static_cast<int>(to.poses.size()));
  to.poses.push_back(pose);
  to.parents.push_back(parent);
  to.ways.push_back(parent < 0 ? std::vector<VectorX>{pose.theta} : way_);
  to.tried.push_back(0);
  return true;
}

/// Sets leg_ to the one that begins at a waypoint.
void BranchSearch::take_leg(int waypoint) {
  const auto at = static_cast<std::size_t>(waypoint);
  leg_.take(multibody_, waypoints_[at], waypoints_[at + 1]);
}

/// Sets drift_ to a self-motion of length 1 at a pose.
/// \param motion 2 f or 2 f + 1: number f of a basis, forth or back
bool BranchSearch::take_motion(int motion, const VectorX& theta) {
  if (!continuity_.self_motions(theta, motions_)) return false;
  drift_ = (motion % 2 == 0 ? 1.0 : -1.0) * motions_.col(motion / 2);
  return true;
}

/// Moves a pose by a self-motion without moving on.
bool BranchSearch::spread(const Waypoint& goal, int motion, VectorX& theta) {
  if (!take_motion(motion, theta)) return false;
  continuity_.move(kDrift * drift_, theta);
  return continuity_.correct(goal, theta) && keeps_rules(goal, theta);
}

/// Sets next_ to the first pose of a closed path, which has to be near.
bool BranchSearch::close(const VectorX& from) {
  next_ = stations_.front().poses.front().theta;
  for (int j = 0; j < static_cast<int>(next_.size()); ++j) {
    if (rules_.is_free(j)) next_[j] = from[j] + rules_.way(j, from[j], next_[j]);
    if (std::abs(next_[j] - from[j]) > kPassageWay) return false;
  }
  return continuity_.joins_in_parts(leg_, kSmallestPart, from, next_);
}

/// Sets next_ to a pose to which a pose may pass at a singular one.
bool BranchSearch::pass(int waypoint, BranchPose& pose) {
  if (!(pose.step.lpNorm<Eigen::Infinity>() <= kPassageWay)) return false;
  next_ = pose.theta + pose.step;
  if (!continuity_.correct(leg_.to(), next_)) {
    next_ = pose.theta + pose.step;
    if (!continuity_.settle(leg_.to(), options_.error, options_.aim_error, next_)) return false;
  }
  if (!((next_ - pose.theta).lpNorm<Eigen::Infinity>() <= kPassageWay)) return false;
  return continuity_.passes(leg_, pose.theta, next_,
                            stray_before(multibody_, waypoints_, options_, waypoint + 1));
}

/// Takes a pose to the next waypoint. \param drift null: by the shortest step
bool BranchSearch::leg_on(int waypoint, const VectorX* drift, BranchPose& pose) {
  take_leg(waypoint);
  next_ = pose.theta;
  if (options_.closed && waypoint + 1 == last()) {
    if (!close(pose.theta)) return false;
  } else if (continuity_.onward(leg_, 0.0, 1.0, kSmallestPart, next_, drift) == 1.0) {
    const bool pulled = beyond(next_) >= 0;
    if (!keeps_rules(leg_.to(), next_)) return false;
    if (pulled && !continuity_.joins_in_parts(leg_, kSmallestPart, pose.theta, next_)) return false;
  } else {
    if (drift != nullptr || !pass(waypoint, pose)) return false;
    if (beyond(next_) >= 0 || rules_.touched(next_) >= 0) return false;
    ++pose.passages;
  }
  const double seconds = leg_.to().time - leg_.from().time;
  if (rules_.look_between(pose.theta, next_, seconds).kind != PathEnd::kWaypoints) return false;
  pose.step = next_ - pose.theta;
  pose.theta.swap(next_);
  return true;
}

/// Takes a pose of a station to the next one.
/// \param motion -1: by the shortest steps; otherwise with a self-motion, see take_motion
/// way_ gets the poses on the way, as far as it leads.
bool BranchSearch::go_on(int station, int motion, BranchPose& pose) {
  way_.clear();
  if (motion >= 0 && !take_motion(motion, pose.theta)) return false;
  const int from = waypoint_of(station), to = waypoint_of(station + 1);
  for (int w = from; w < to; ++w) {
    if (motion >= 0 && w > from) {  // the same self-motion at the present pose
      if (!continuity_.self_motions(pose.theta, motions_)) return false;
      x_.noalias() = motions_.transpose() * drift_;
      drift_.noalias() = motions_ * x_.normalized();
    }
    const VectorX share = motion >= 0 ? VectorX(kDrift / (to - from) * drift_) : VectorX();
    if (!leg_on(w, motion >= 0 ? &share : nullptr, pose)) return false;
    way_.push_back(pose.theta);
  }
  return true;
}

/// A pose with its hinges turned by whole turns in all ways that keep their limits, the one nearest
/// to their middle first.
std::vector<VectorX> BranchSearch::turned(const VectorX& theta) const {
  std::vector<VectorX> all = {theta};
  rules_.look(all.front());
  for (const int j : continuity_.joints()) {
    if (!rules_.turns(j) || rules_.is_free(j)) continue;
    const std::size_t count = all.size();
    for (const double turn : {-kWholeTurn, kWholeTurn}) {
      for (std::size_t i = 0; i < count && all.size() < kMostTurned; ++i) {
        VectorX other = all[i];
        other[j] += turn;
        if (other[j] >= rules_.lower(j) && other[j] <= rules_.upper(j)) all.push_back(other);
      }
    }
  }
  return all;
}

void BranchSearch::begin(const std::vector<VectorX>& poses) {
  const Waypoint& goal = waypoints_[static_cast<std::size_t>(first_)];
  for (const VectorX& pose : poses) {
    for (VectorX& theta : fixed_ ? std::vector<VectorX>{pose} : turned(pose)) {
      if (keeps_rules(goal, theta)) add(0, {theta, VectorX::Zero(theta.size())}, -1);
    }
  }
  tries_left_ = kAllTries;
  advance(&Station::fresh);
}

bool BranchSearch::search(int tries) {
  tries_left_ = tries;
  while (!is_whole() && advance(&Station::open)) advance(&Station::fresh);
  return is_spent();
}

/// Tries ways to go on, always at the last station that has one.
/// \param list fresh: until there are none; open: until there is a fresh pose
/// \returns false if there are none, or tries_left_ ends it
bool BranchSearch::advance(std::vector<int> Station::*list) {
  const bool fresh = list == &Station::fresh;
  const int ways = 1 + 2 * continuity_.freedom();
  const int end = static_cast<int>(stations_.size()) - 1;
  for (int s = end; s >= 0 && !is_whole();) {
    Station& here = stations_[static_cast<std::size_t>(s)];
    if ((here.*list).empty()) {
      --s;
      continue;
    }
    if (is_spent() || (options_.give_up && options_.give_up())) return false;
    --tries_left_;
    const int index = (here.*list).back();
    const int way = here.tried[static_cast<std::size_t>(index)]++;
    const bool spreads = s == 0 && !fixed_;
    const bool all = way + 1 == (spreads ? 2 * ways - 1 : ways);
    if (fresh || all) (here.*list).pop_back();
    if (fresh && !all) here.open.push_back(index);
    BranchPose pose = here.poses[static_cast<std::size_t>(index)];
    bool added = false;
    if (way >= ways) {
      const Waypoint& goal = waypoints_[static_cast<std::size_t>(first_)];
      added = spread(goal, way - ways, pose.theta) && add(0, pose, -1);
    } else {
      added = s < end && go_on(s, way - 1, pose) && add(s + 1, pose, index);
      if (added && fresh) ++s;
    }
    if (added && !fresh) return true;
  }
  return false;
}

std::vector<VectorX> BranchSearch::longest(int& passages) {
  int s = static_cast<int>(stations_.size()) - 1;
  while (s >= 0 && stations_[static_cast<std::size_t>(s)].poses.empty()) --s;
  if (s < 0) return {};
  const Station& farthest = stations_[static_cast<std::size_t>(s)];
  // the pose that leads farthest within the next stage
  std::vector<VectorX> tail;
  int index = static_cast<int>(farthest.poses.size()) - 1;
  passages = farthest.poses.back().passages;
  for (int i = index; i >= 0 && waypoint_of(s) < last(); --i) {
    BranchPose pose = farthest.poses[static_cast<std::size_t>(i)];
    go_on(s, -1, pose);
    if (way_.size() <= tail.size()) continue;
    tail = way_;
    index = i;
    passages = pose.passages;
  }
  std::vector<VectorX> way(tail.rbegin(), tail.rend());
  for (; s >= 0; --s) {
    const Station& at = stations_[static_cast<std::size_t>(s)];
    const std::vector<VectorX>& part = at.ways[static_cast<std::size_t>(index)];
    way.insert(way.end(), part.rbegin(), part.rend());
    index = at.parents[static_cast<std::size_t>(index)];
  }
  std::reverse(way.begin(), way.end());
  return way;
}

BranchEnd BranchSearch::end_of(int waypoint, const VectorX& theta) {
  take_leg(waypoint);
  VectorX next = theta;
  const double reached = continuity_.onward(leg_, 0.0, 1.0, kLeastPart, next);
  BranchEnd end;
  if (reached < 1.0) {
    end = {.kind = PathEnd::kSingular, .at = reached, .theta = next};
    end.motion = continuity_.least_motion(next);
  } else {
    end = rules_.leaving(theta, next);
    if (end.kind == PathEnd::kWaypoints) {
      end = rules_.look_between(theta, next, leg_.to().time - leg_.from().time);
      end.at = 0.5;
    }
    if (const int obstacle = rules_.touched(next);
        end.kind == PathEnd::kWaypoints && obstacle >= 0) {
      end = {.kind = PathEnd::kObstacle, .at = 1.0, .obstacle = obstacle};
    }
    if (end.kind == PathEnd::kWaypoints) end.kind = PathEnd::kUnknown;
    end.theta = theta;
  }
  end.at += waypoint;
  return end;
}

/// Poses with which a branch may begin at a waypoint.
/// \param angles of a hinge of seven at which the equations give poses; 0: by a search
std::vector<VectorX> new_poses(const Waypoint& goal, int angles, Continuity& continuity,
                               WaypointPoses& poses) {
  std::vector<VectorX> found;
  if (angles > 0) {
    poses.sample(goal, angles, found);
  } else {
    poses.search(goal, kNewPoses, Stop().restarts, continuity, found);
  }
  return found;
}

}  // namespace

namespace {

/// Finds the ways of a path's branches.
class FreeWays {
 public:
  FreeWays(const Multibody& multibody, const FollowOptions& options, PathRules& rules,
           Continuity& continuity, WaypointPoses& poses)
      : multibody_(multibody),
        options_(options),
        rules_(rules),
        continuity_(continuity),
        poses_(poses) {}

  FreeWay find(std::span<const Waypoint> waypoints);

 private:
  bool is_given(int first) const { return first == 0 && options_.start != PathStart::kAny; }
  bool is_closed(int first) const { return first == 0 && options_.closed; }
  BranchSearch branch_search(std::span<const Waypoint> waypoints, int first);
  BranchSearch given_branch(std::span<const Waypoint> waypoints);
  BranchSearch closed_branch(std::span<const Waypoint> waypoints);
  BranchSearch any_branch(std::span<const Waypoint> waypoints, int first);
  void add_families(const Waypoint& goal, int angles, BranchSearch& search);
  BranchSearch from_both_ends(std::span<const Waypoint> waypoints, FreeWay& way);

  const Multibody& multibody_;
  const FollowOptions& options_;
  PathRules& rules_;
  Continuity& continuity_;
  WaypointPoses& poses_;
};

BranchSearch FreeWays::branch_search(std::span<const Waypoint> waypoints, int first) {
  return {multibody_,
          waypoints,
          options_,
          rules_,
          continuity_,
          first,
          is_given(first) || is_closed(first)};
}

BranchSearch FreeWays::given_branch(std::span<const Waypoint> waypoints) {
  BranchSearch search = branch_search(waypoints, 0);
  search.begin(first_poses(multibody_, waypoints.front(), options_, rules_, continuity_, poses_));
  search.search(kAllTries);
  return search;
}

/// Each pose of a closed path is the end of another one.
BranchSearch FreeWays::closed_branch(std::span<const Waypoint> waypoints) {
  std::vector<VectorX> starts = new_poses(waypoints.front(), 0, continuity_, poses_);
  if (poses_.has_families()) {
    for (VectorX& theta : new_poses(waypoints.front(), kNewAngles, continuity_, poses_)) {
      starts.push_back(std::move(theta));
    }
  }
  BranchSearch search = branch_search(waypoints, 0);
  const std::size_t every = (starts.size() + kClosedStarts - 1) / kClosedStarts;
  for (std::size_t i = 0; i < starts.size() && !search.is_whole(); i += every) {
    search.forget();
    rules_.look(starts[i]);  // turns hinges into their limits
    search.begin({starts[i]});
    search.search(kAllTries);
  }
  return search;
}

/// The poses of a goal that the equations give at so many angles of a hinge begin branches, too.
void FreeWays::add_families(const Waypoint& goal, int angles, BranchSearch& search) {
  if (poses_.has_families()) search.begin(new_poses(goal, angles, continuity_, poses_));
}

BranchSearch FreeWays::any_branch(std::span<const Waypoint> waypoints, int first) {
  const Waypoint& goal = waypoints[static_cast<std::size_t>(first)];
  BranchSearch search = branch_search(waypoints, first);
  search.begin(new_poses(goal, 0, continuity_, poses_));
  for (const int angles : {kNewAngles, kMoreAngles}) {
    if (!search.is_whole()) add_families(goal, angles, search);
    search.search(kAllTries / 2);
  }
  return search;
}

/// Looks for one branch over all waypoints from both ends in turn, each time twice as long: many
/// poses of one end may begin such a branch, and few of the other.
/// \returns the search from the first waypoint on \param[out] way the branch, if it is found
BranchSearch FreeWays::from_both_ends(std::span<const Waypoint> waypoints, FreeWay& way) {
  std::vector<Waypoint> reversed(waypoints.rbegin(), waypoints.rend());
  for (Waypoint& waypoint : reversed) waypoint.time = -waypoint.time;
  BranchSearch onward = branch_search(waypoints, 0), back = branch_search(reversed, 0);
  const auto found = [&] { return onward.is_whole() || back.is_whole(); };
  const auto in_turn = [&](auto go_on) {
    bool left = false;
    for (BranchSearch* search : {&onward, &back}) {
      if (found()) continue;
      const Waypoint& goal = search == &onward ? waypoints.front() : waypoints.back();
      left = go_on(goal, *search) || left;
    }
    return left && !found();
  };
  in_turn([&](const Waypoint& goal, BranchSearch& search) {
    search.begin(new_poses(goal, 0, continuity_, poses_));
    return true;
  });
  bool left = true;
  for (int round = 0; left && round < kSearchRounds; ++round) {
    const int angles = round == 0 ? kNewAngles : kMoreAngles;
    in_turn([&](const Waypoint& goal, BranchSearch& search) {
      if (round < 2) add_families(goal, angles, search);
      return true;
    });
    left = in_turn(
        [&](const Waypoint&, BranchSearch& search) { return search.search(kFirstTries << round); });
  }
  if (back.is_whole()) {
    way.theta = back.longest(way.passages);
    std::reverse(way.theta.begin(), way.theta.end());
    way.begins = {0};
  }
  return onward;
}

FreeWay FreeWays::find(std::span<const Waypoint> waypoints) {
  const int count = static_cast<int>(waypoints.size());
  FreeWay way;
  for (int first = 0; first < count; first = static_cast<int>(way.theta.size())) {
    BranchSearch search = is_given(first)    ? given_branch(waypoints)
                          : is_closed(first) ? closed_branch(waypoints)
                          : first == 0       ? from_both_ends(waypoints, way)
                                             : any_branch(waypoints, first);
    if (!way.theta.empty() && first == 0) break;
    int passages = 0;
    const std::vector<VectorX> branch = search.longest(passages);
    if (branch.empty()) break;
    way.passages += passages;
    way.begins.push_back(first);
    way.theta.insert(way.theta.end(), branch.begin(), branch.end());
    const int reached = static_cast<int>(way.theta.size()) - 1;
    if (reached + 1 < count) way.ends.push_back(search.end_of(reached, branch.back()));
  }
  WaySmoother smoother(multibody_, waypoints, options_, rules_, continuity_);
  for (std::size_t b = 0; b < way.begins.size(); ++b) {
    const int begin = way.begins[b];
    const bool is_last = b + 1 == way.begins.size();
    const int end = is_last ? static_cast<int>(way.theta.size()) : way.begins[b + 1];
    smoother.smooth(begin,
                    {.first = !is_given(begin) && !is_closed(begin), .last = !is_closed(begin)},
                    std::span(way.theta).subspan(static_cast<std::size_t>(begin),
                                                 static_cast<std::size_t>(end - begin)));
  }
  return way;
}

}  // namespace

FreeWay free_way(const Multibody& multibody, std::span<const Waypoint> waypoints,
                 const FollowOptions& options, PathRules& rules, Continuity& continuity,
                 WaypointPoses& poses) {
  return FreeWays(multibody, options, rules, continuity, poses).find(waypoints);
}

}  // namespace ik
