#pragma once

#include <cstdint>
#include <vector>

#include "ik/solve/joint_ranges.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// The shape of an effector's reach: its places in many poses within the limits, and for each the
/// share of directions in which the effector gets there. A capability map (Zacharias, Borst and
/// Hirzinger 2007) of poses instead of solved goals.
///
/// Poses are points of Kronecker's sequence in the joints' ranges (ik::JointRanges::draw); frozen
/// joints stay in the present pose. Places are counted in cubes. In each cube the effector's
/// directions are counted in bins of equal area: 64 of the sphere, or 32 of the circle for an arm
/// whose axes are all parallel. The share of a cube is its number of bins met, over all bins: a
/// lower bound, which grows with the number of poses.
///
/// The direction is the effector's pointer if it aims a direction, else the way from its joint to
/// the effector, or the joint's axis where both coincide.
class ReachCloud {
 public:
  struct Plan {
    int effector = 0;
    int count = 20000;  ///< poses
    int cubes = 24;     ///< along the longest side of the box around the reach

    bool operator==(const Plan&) const = default;
  };
  struct Point {
    Eigen::Vector3f place;  ///< world axes, m
    std::int32_t cube;      ///< index for share()
  };

  /// \param lane gives body, limits, frozen joints and the present pose; goals have no effect
  /// \throws std::invalid_argument for an effector that the body has not, or a count below 1
  ReachCloud(const StandingLane& lane, const Plan& plan);

  const Plan& plan() const { return plan_; }
  /// Adds at most `poses` more poses. \returns the finished share, 1 at the end
  double advance(long poses);

  const std::vector<Point>& points() const { return points_; }
  /// The share of directions met in the point's cube, above 0 and at most 1.
  double share(const Point& point) const;
  int bins() const { return planar_ ? kCircleBins : kSphereBins; }
  bool planar() const { return planar_; }
  double cube_edge() const { return edge_; }  ///< m
  /// The smallest box around the points, m.
  const Eigen::AlignedBox3f& box() const { return box_; }
  /// The volume of the cubes met, m^3; of a planar arm the area of the squares met, m^2.
  double extent() const;

  static constexpr int kSphereBins = 64, kCircleBins = 32;

 private:
  int bin_of(const Eigen::Vector3d& direction) const;
  std::int32_t cube_of(const Eigen::Vector3d& place);

  std::shared_ptr<const ik::Multibody> multibody_;
  Plan plan_;
  bool planar_ = false;
  double edge_ = 1.0;
  Eigen::Vector3d corner_ = Eigen::Vector3d::Zero();  // of the first cube
  Eigen::Vector3d normal_, across_, up_;              // axes of the bins; normal: of a planar arm
  Eigen::Vector3d pointer_;                           // direction in the joint's frame
  ik::JointRanges ranges_;
  std::vector<int> joints_;
  ik::Pose pose_;
  std::vector<Point> points_;
  std::vector<std::uint64_t> met_;  // (cubes) a bit for each bin
  std::vector<std::int64_t> keys_;  // hash table of cubes
  std::vector<std::int32_t> slots_;
  Eigen::AlignedBox3f box_;
};

}  // namespace lab
