#pragma once

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "ik/solve/seven_hinges.h"

namespace ik {

/// A self-motion of an arm of seven hinges, traced: a curve of poses for one goal (Burdick 1989),
/// in general closed.
///
/// Knots x_k lie on the curve, at most kLongest apart. The parameter s is the length of the polygon
/// through them, rad; between two knots the pose at s is where the curve meets the plane across
/// the polygon,
///
///   f(x) = 0,      (x_k+1 - x_k) . (x - p(s)) = 0
///
/// with p(s) on the polygon (Allgower and Georg 1990, chapter 6). Angles go on over whole turns.
class SelfMotion {
 public:
  using Angles = Eigen::Matrix<double, SevenHinges::kJoints, 1>;
  static constexpr double kLongest = 0.15;  ///< rad

  /// An arm and its goal.
  struct Task {
    std::array<HingeAxis, SevenHinges::kJoints> axes;  // at theta = 0, in shares of L
    Isometry motion;                                   // H, as of SixHinges
  };

  /// Traces the curve through a pose, to both sides if it does not close. \pre the pose is exact
  SelfMotion(const Task& task, const Angles& pose);
  bool closed() const { return closed_; }
  double length() const { return s_.back(); }  ///< of all, from s = 0
  /// The pose at s in [0, length()].
  Angles at(double s) const;
  /// Adds all s at which a joint is at an angle, modulo whole turns.
  void crossings(int joint, double angle, std::vector<double>& found) const;

 private:
  struct Knot {
    Angles x, tangent;
  };
  bool advance(std::vector<Knot>& knots, double& step) const;
  bool closes(std::vector<Knot>& knots) const;
  bool correct(const Angles& plane, const Angles& place, Angles& x, Angles& tangent) const;
  Knot between(std::size_t segment, double share) const;

  Task task_;
  std::vector<Knot> knots_;
  std::vector<double> s_;  // of knots_
  bool closed_ = false;
};

}  // namespace ik
