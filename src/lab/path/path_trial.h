#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "iklab/path.h"
#include "lab/solve/standing_lane.h"
#include "lab/track/setup.h"

namespace lab {

/// How far a pose is from a waypoint: the largest of |t_i - s_i| and of lever times the angle of an
/// aim, m.
double away_from(const ik::Multibody& multibody, const ik::Waypoint& waypoint,
                 const ik::VectorX& theta);

/// Whether a body jumps from one waypoint to the next: half way between the poses, on the straight
/// line of the joints, the effectors have left the path. With d the measure of away_from(), a jump
/// is
///
///   min(d(w_0, m), d(w_1, m)) > d(w_0, w_1) + 2 max(d(w_0, theta_0), d(w_1, theta_1)) + 1e-6 L
///
/// where m = (theta_0 + theta_1) / 2 and L is body_length(). A motion that goes along the path,
/// also far behind it, is nearer than half of that; a change of branch leaves the path by its own
/// size.
class JumpTest {
 public:
  /// \param multibody outlives this
  explicit JumpTest(const ik::Multibody& multibody);
  bool operator()(const ik::Waypoint& before, const ik::VectorX& theta_before,
                  const ik::Waypoint& after, const ik::VectorX& theta_after) const;

 private:
  const ik::Multibody& multibody_;
  double slack_;  // m
};

/// What a tracking method makes of a path.
struct PathTrial {
  const ik::MethodInfo* method = nullptr;
  double mean_error = 0.0, max_error = 0.0;  ///< over waypoints and effectors, m
  double max_step = 0.0;                     ///< largest change of a joint, rad or m
  int jumps = 0;                             ///< see JumpTest
};

/// A method on a path: it begins at the first waypoint, and makes some updates at each later one
/// from where the last one ended, as a tracker does whose targets move once a step: the bits of
/// lab::TrackingExperiment with targets that are at waypoint k in step k.
class PathTracking {
 public:
  /// \param lane     with method and settings; its targets, aims and pose are replaced
  /// \param start    (n) at the first waypoint, in the solver's order
  /// \param updates  at every waypoint
  PathTracking(StandingLane lane, std::vector<ik::Waypoint> waypoints, const ik::VectorX& start,
               int updates);
  PathTracking(const PathTracking&) = delete;
  PathTracking& operator=(const PathTracking&) = delete;

  /// Goes on by a number of waypoints. \returns the share that is done
  double advance(int waypoints);
  PathTrial trial() const;
  const ik::Pose& pose() const { return run_.pose(); }  ///< at the last waypoint

 private:
  void go_to(const ik::Waypoint& waypoint);

  StandingLane lane_;
  std::vector<ik::Waypoint> waypoints_;
  int updates_;
  JumpTest jumps_;
  StandingRun run_;
  std::size_t next_ = 1;
  double error_sum_ = 0.0;  // m
  PathTrial trial_;
};

/// The front lane with another method, at rest: for PathTracking.
StandingLane lane_on_path(const Setup& setup, const ik::MethodInfo& method);

}  // namespace lab
