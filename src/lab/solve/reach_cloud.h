#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include <Eigen/Geometry>

#include "ik/solve/joint_ranges.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// The shape of an effector's reach: its places in many poses within the limits, and for each place
/// the share of directions in which the effector gets there. A capability map (Zacharias, Borst and
/// Hirzinger 2007) of poses instead of solved goals.
///
/// Poses are drawn from the joints' ranges (ik::JointRanges::draw), by random numbers of
/// Kronecker's sequence: consecutive ones lie on a lattice, which a picture shows as moire. Frozen
/// joints stay in the present pose. Places are counted in cubes. In each cube the directions of the
/// effector are counted in bins of equal area: 64 of the sphere, or 32 of the circle for an arm
/// that moves in a plane. The share of a cube is its number of bins met, over all bins: a lower
/// bound, which grows with the number of poses.
///
/// The direction is the effector's pointer if it aims in a direction, else the way from its joint
/// to the effector; if both are at one place, the joint's axis, or of a planar arm a line across
/// it.
class ReachCloud {
 public:
  struct Plan {
    int effector = 0;
    int count = 20000;  ///< poses
    int cubes = 24;     ///< along the diameter of the ball that holds the reach, see reach_of()

    bool operator==(const Plan&) const = default;
  };
  struct Point {
    Eigen::Vector3f place;  ///< world axes, m
    std::int32_t cube;      ///< index for share()
  };

  /// \param lane body, limits, frozen joints and the present pose; goals have no effect
  /// \throws std::invalid_argument for an effector that the body lacks, or a count below 1
  ReachCloud(const StandingLane& lane, const Plan& plan);

  const Plan& plan() const { return plan_; }
  /// Adds at most `poses` more poses. \returns the finished share, 1 at the end
  double advance(long poses);

  const std::vector<Point>& points() const { return points_; }
  /// The share of directions met in the point's cube, above 0 and at most 1.
  double share(const Point& point) const;
  /// The largest share of a cube; 0 without points.
  double largest_share() const;
  /// For every point the shares of the cubes around it, interpolated: the picture has no edges of
  /// cubes. Empty until all poses are there.
  const std::vector<float>& smooth_shares() const { return smooth_shares_; }
  int bins() const { return planar_ ? kCircleBins : kSphereBins; }
  bool planar() const { return planar_; }  ///< the effector stays in a plane
  /// The smallest box around the points, m.
  const Eigen::AlignedBox3f& box() const { return box_; }

  static constexpr int kSphereBins = 64, kCircleBins = 32;

 private:
  Eigen::Vector3d direction_in_joint() const;
  int bin_of(const Eigen::Vector3d& direction) const;
  std::int32_t cube_of(const Eigen::Vector3d& place);
  Eigen::Array3d in_cubes(const Eigen::Vector3d& place) const;
  double share_of(std::int32_t cube) const;
  float smooth_share(const Eigen::Vector3d& place) const;

  std::shared_ptr<const ik::Multibody> multibody_;
  Plan plan_;
  ik::JointRanges ranges_;
  std::vector<int> joints_;  // that move the effector
  ik::Pose pose_;
  bool planar_ = false;
  // axes of the bins; of a planar arm the last is normal to the plane
  Eigen::Matrix3d bins_from_world_ = Eigen::Matrix3d::Identity();
  Eigen::Vector3d direction_ = Eigen::Vector3d::UnitX();  // in the joint's frame
  Eigen::Vector3d center_ = Eigen::Vector3d::Zero();      // m
  double edge_ = 1.0;
  std::vector<Point> points_;
  std::vector<std::uint64_t> met_;  // a bit for each bin of each cube
  std::unordered_map<std::int64_t, std::int32_t> cubes_;
  std::vector<float> smooth_shares_;
  Eigen::AlignedBox3f box_;
};

}  // namespace lab
