#include "ik/path/direct_way.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/path/path_leg.h"

namespace ik {
namespace {

/// Most poses with which a body with freedom begins, and the starts of their search.
constexpr int kFreeStarts = 3, kFreeSearch = 8;
/// Most ways at a time; beyond them none goes on both past a singular pose and around it.
constexpr std::size_t kMostTracks = 64;
/// Longer steps say nothing about the next one, rad or m.
constexpr double kSteady = 0.2;
/// A step that differs from the last one by more, as a share of that, may lead around a singular
/// pose which the arm can pass.
constexpr double kBends = 0.1;
/// Exact poses are one if no joint differs by more, rad or m.
constexpr double kSameExact = 1e-7;
/// Poses of a closed path are one if no joint differs by more, rad or m.
constexpr double kSameEnd = 1e-6;

/// A way from the first waypoint on.
struct Track {
  std::vector<double> theta;  // n of each waypoint
  VectorX last, step;         // (n) its last pose, and how that was come to
  VectorX least, most;        // (n) of all its poses
  double length = 0.0;
  int waypoint = 0;
  int passages = 0;
  bool ended = false;
};

class DirectSearch {
 public:
  DirectSearch(const Multibody& multibody, std::span<const Waypoint> waypoints,
               const FollowOptions& options, PathRules& rules, Continuity& continuity)
      : multibody_(multibody),
        waypoints_(waypoints),
        options_(options),
        rules_(rules),
        continuity_(continuity),
        legs_(waypoints.size()) {}

  void begin(const std::vector<VectorX>& poses);
  DirectWay run();

 private:
  const PathLeg& leg_to(int waypoint);
  Track* shortest();
  void advance(Track& track);
  bool find_next(const Track& track);
  bool pass(const Track& track);
  void take(Track& track, const VectorX& next, bool passes);
  double turns_of(const Track& track, int j) const;
  bool keeps_limits(const Track& track) const;
  bool is_closed(const Track& track) const;

  const Multibody& multibody_;
  std::span<const Waypoint> waypoints_;
  const FollowOptions& options_;
  PathRules& rules_;
  Continuity& continuity_;
  std::vector<PathLeg> legs_;  // to each waypoint
  std::vector<char> has_leg_ = std::vector<char>(legs_.size(), 0);
  std::vector<Track> tracks_;
  VectorX next_, passed_;  // (n) where the leg of advance() ends
};

const PathLeg& DirectSearch::leg_to(int waypoint) {
  const auto at = static_cast<std::size_t>(waypoint);
  if (has_leg_[at] == 0) legs_[at].take(multibody_, waypoints_[at - 1], waypoints_[at]);
  has_leg_[at] = 1;
  return legs_[at];
}

/// Turns a pose nearest to another one, hinges within their limits.
VectorX turned_toward(const PathRules& rules, const VectorX& theta, const VectorX& wanted) {
  VectorX turned = theta;
  for (int j = 0; j < static_cast<int>(theta.size()); ++j) {
    if (!rules.turns(j)) continue;
    turned[j] = wanted[j] + rules.way(j, wanted[j], theta[j]);
    const double above = std::ceil((turned[j] - rules.upper(j)) / kWholeTurn);
    const double below = std::ceil((rules.lower(j) - turned[j]) / kWholeTurn);
    turned[j] += kWholeTurn * (std::max(below, 0.0) - std::max(above, 0.0));
  }
  return turned;
}

/// Begins a way at each pose.
void DirectSearch::begin(const std::vector<VectorX>& poses) {
  tracks_.reserve(kMostTracks + poses.size());  // so that tracks stay where they are
  for (const VectorX& theta : poses) {
    Track track{.theta = {theta.data(), theta.data() + theta.size()},
                .last = theta,
                .step = VectorX::Zero(theta.size()),
                .least = theta,
                .most = theta};
    tracks_.push_back(std::move(track));
  }
}

/// The way to go on; null: none is left.
Track* DirectSearch::shortest() {
  Track* best = nullptr;
  for (Track& track : tracks_) {
    if (!track.ended && (best == nullptr || track.length < best->length)) best = &track;
  }
  return best;
}

/// The whole turns of a hinge, rad, that put all poses of a way within the limits, nearest to their
/// middle; NaN: there are none.
double DirectSearch::turns_of(const Track& track, int j) const {
  const double lower = rules_.lower(j), upper = rules_.upper(j);
  if (track.least[j] >= lower && track.most[j] <= upper) return 0.0;
  if (!rules_.turns(j) || options_.start != PathStart::kAny) return std::nan("");
  const double few = std::ceil((lower - track.least[j]) / kWholeTurn);
  const double many = std::floor((upper - track.most[j]) / kWholeTurn);
  if (!(few <= many)) return std::nan("");
  return kWholeTurn * (few > 0.0 ? few : many);
}

bool DirectSearch::keeps_limits(const Track& track) const {
  for (int j = 0; j < static_cast<int>(track.last.size()); ++j) {
    if (std::isnan(turns_of(track, j))) return false;
  }
  return true;
}

/// Takes a way on to its next pose, or ends it.
void DirectSearch::take(Track& track, const VectorX& next, bool passes) {
  const auto at = static_cast<std::size_t>(++track.waypoint);
  const double seconds = waypoints_[at].time - waypoints_[at - 1].time;
  track.least = track.least.cwiseMin(next);
  track.most = track.most.cwiseMax(next);
  track.ended = !keeps_limits(track) || rules_.touched(next) >= 0 ||
                rules_.look_between(track.last, next, seconds).kind != PathEnd::kWaypoints;
  track.length += rules_.distance(track.last, next, continuity_.unit());
  track.step = next - track.last;
  track.last = next;
  track.passages += passes ? 1 : 0;
  track.theta.insert(track.theta.end(), next.data(), next.data() + next.size());
}

/// Finds the pose to which a way goes on, next_.
bool DirectSearch::find_next(const Track& track) {
  const PathLeg& leg = leg_to(track.waypoint + 1);
  const bool steady = track.step.lpNorm<Eigen::Infinity>() < kSteady;
  if (steady && continuity_.goes_on(leg, track.last, track.step, next_)) return true;
  next_ = track.last;
  return continuity_.onward(leg, 0.0, 1.0, kLeastPart, next_) == 1.0;
}

/// Finds the pose to which a way may pass at a singular one, passed_.
bool DirectSearch::pass(const Track& track) {
  if (!(track.step.lpNorm<Eigen::Infinity>() <= kPassageWay)) return false;
  const PathLeg& leg = leg_to(track.waypoint + 1);
  passed_ = track.last + track.step;
  if (!continuity_.correct(leg.to(), passed_)) {
    passed_ = track.last + track.step;
    if (!continuity_.settle(leg.to(), options_.error, options_.aim_error, passed_)) return false;
  }
  if (!((passed_ - track.last).lpNorm<Eigen::Infinity>() <= kPassageWay)) return false;
  return continuity_.passes(leg, track.last, passed_,
                            stray_before(multibody_, waypoints_, options_, track.waypoint + 1));
}

void DirectSearch::advance(Track& track) {
  const bool goes_on = find_next(track);
  const double bend = goes_on ? (next_ - track.last - track.step).lpNorm<Eigen::Infinity>() : 0.0;
  const bool steady = goes_on && bend <= kBends * track.step.lpNorm<Eigen::Infinity>();
  const bool passes =
      !steady && pass(track) && !(goes_on && rules_.same(next_, passed_, kSameExact));
  if (goes_on && passes && tracks_.size() < tracks_.capacity()) {
    tracks_.push_back(track);
    take(tracks_.back(), next_, false);
  }
  if (passes) {
    take(track, passed_, true);
  } else if (goes_on) {
    take(track, next_, false);
  } else {
    track.ended = true;
  }
}

/// True if the last pose is the first one again.
bool DirectSearch::is_closed(const Track& track) const {
  const VectorX first = Eigen::Map<const VectorX>(track.theta.data(), track.last.size());
  return rules_.same(first, track.last, kSameEnd) &&
         rules_.distance(first, track.last, continuity_.unit()) < 1.0;
}

DirectWay DirectSearch::run() {
  const int last = static_cast<int>(waypoints_.size()) - 1;
  Track* best = shortest();
  for (; best != nullptr; best = shortest()) {
    if (best->waypoint == last) {
      if (!options_.closed || is_closed(*best)) break;
      best->ended = true;
    } else {
      if (options_.give_up && options_.give_up()) return {};
      advance(*best);
    }
  }
  DirectWay way;
  if (best == nullptr) return way;
  VectorX turns = VectorX::Zero(best->last.size());
  for (int j = 0; j < static_cast<int>(turns.size()); ++j) turns[j] = turns_of(*best, j);
  for (int w = 0; w <= last; ++w) {
    const double* const theta = best->theta.data() + w * turns.size();
    way.theta.emplace_back(Eigen::Map<const VectorX>(theta, turns.size()) + turns);
  }
  way.passages = best->passages;
  return way;
}

}  // namespace

VectorX wanted_start(const Multibody& multibody, const FollowOptions& options) {
  VectorX wanted(multibody.joint_count());
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double middle = 0.5 * (multibody.joint(j).lower + multibody.joint(j).upper);
    wanted[j] = options.start == PathStart::kGiven ? options.theta[multibody.given_index(j)]
                : std::isfinite(middle)            ? middle
                                                   : 0.0;
  }
  return wanted;
}

std::vector<VectorX> first_poses(const Multibody& multibody, const Waypoint& first,
                                 const FollowOptions& options, PathRules& rules,
                                 Continuity& continuity, WaypointPoses& poses) {
  const bool free = continuity.freedom() > 0, any = options.start == PathStart::kAny;
  const VectorX wanted = any ? VectorX() : wanted_start(multibody, options);
  std::vector<VectorX> found;
  if (poses.has_equations()) {
    poses.solve(first, found);
  } else {
    VectorX near = wanted;
    if (!any && continuity.correct(first, near)) found.push_back(std::move(near));
    poses.search(first, free ? kFreeStarts : SixHinges::kMost, free ? kFreeSearch : Stop().restarts,
                 continuity, found);
  }
  std::erase_if(found,
                [&](VectorX& theta) { return rules.look(theta).kind != PathEnd::kWaypoints; });
  if (any || found.empty()) return found;
  for (VectorX& theta : found) theta = turned_toward(rules, theta, wanted);
  const auto away = [&](const VectorX& theta) {
    return rules.distance(wanted, theta, continuity.unit());
  };
  return {*std::min_element(found.begin(), found.end(),
                            [&](const auto& a, const auto& b) { return away(a) < away(b); })};
}

DirectWay direct_way(const Multibody& multibody, std::span<const Waypoint> waypoints,
                     const FollowOptions& options, PathRules& rules, Continuity& continuity,
                     WaypointPoses& poses) {
  DirectSearch search(multibody, waypoints, options, rules, continuity);
  search.begin(first_poses(multibody, waypoints.front(), options, rules, continuity, poses));
  return search.run();
}

}  // namespace ik
