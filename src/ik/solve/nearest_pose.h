#pragma once

#include <array>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "ik/math/trigonometric.h"
#include "ik/solve/six_hinges.h"
#include "iklab/body.h"

namespace ik {

/// A vector that turns about a unit axis: constant + cosine cos t + sine sin t.
struct TurningVector {
  Eigen::Vector3d constant{0.0, 0.0, 0.0}, cosine{0.0, 0.0, 0.0}, sine{0.0, 0.0, 0.0};
};

/// The pose of six hinges that is nearest to a given one, where the closed form takes angles one
/// after the other: the second axis is parallel to the third, and the last three meet in a point or
/// the second to the fourth are parallel and the last two meet (Pieper 1968); or so from the tip.
/// Nearly all industrial arms are so.
///
/// Every angle is one of two roots of a cos t + b sin t = d, and the nearer one is followed first.
/// A branch ends where its angles alone are farther away than the best pose. So few of the at most
/// 8 poses are computed, and some of none a few angles only. Unlike SixHinges it proves nothing.
class NearestPose {
 public:
  static constexpr int kJoints = SixHinges::kJoints;
  using Angles = SixHinges::Angles;

  /// What a hinge may do: from `start` an angle is |angle - start| / unit away.
  struct Range {
    double start, lower, upper;  // rad
    double unit;
  };
  enum class Answer {
    kPose,     ///< the nearest one
    kNone,     ///< no pose keeps the limits
    kUnknown,  ///< two poses meet, or an angle is any, where a nearer pose could be
  };

  /// Takes an arm, after SixHinges::take.
  void take(const SixHinges& arm);
  /// True if the arm has such a form.
  bool known() const { return known_; }
  /// \param goal world_from_effector, in shares of L
  /// \param[out] angles for Answer::kPose, within the limits up to 1e-9 rad
  Answer find(const Isometry& goal, const std::array<Range, kJoints>& ranges, Angles& angles);

 private:
  /// r cos(t - phase), the part of an equation that depends on t.
  struct Cosine {
    double radius = 0.0, phase = 0.0;
  };

  bool try_angle(int j, double t, double& square);
  template <class Follow>
  void follow_roots(int j, const Cosine& cosine, double d, double spent, const Follow& follow);
  template <class Follow>
  void follow_elbow(const Eigen::Vector3d& way, double spent, const Follow& follow);
  void wrist(double t1, double spent);
  void planar(double t1, double spent);
  void end(double square);

  bool known_ = false, planar_ = false, reversed_ = false;
  Isometry back_ = Isometry::Identity();      // of the effector at theta = 0
  std::array<double, kJoints> signs_{};       // of the given angles
  Eigen::Vector3d first_, n_, w4_, w5_, w6_;  // directions; n of the parallel axes
  Eigen::Vector3d base_, second_, meeting_;   // points of axis 1 and 2; where the last ones meet
  Eigen::Vector3d x_, y_;                     // of the plane across n
  Eigen::Vector3d beyond_;                    // planar: from meeting_ to a point of axis 4
  Eigen::Vector2d link_, arm_;                // in the plane, at theta = 0
  TurningVector around_, bend_, bend_back_;   // n about axis 1; about axis 5
  double height_ = 0.0, squares_ = 0.0, level_ = 0.0;
  Cosine elbow_, wrist_;

  // of one search
  Isometry motion_;
  const std::array<Range, kJoints>* ranges_ = nullptr;
  Angles angles_{}, best_{};
  double least_ = 0.0, doubt_ = 0.0;  // squared distances
};

}  // namespace ik
