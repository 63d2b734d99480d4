#pragma once

#include <array>
#include <span>

#include <Eigen/Core>

#include "ik/solve/six_hinges.h"
#include "iklab/body.h"

namespace ik {

/// Reads an arm at theta = 0: the axes of its joints, and world_from_effector of its one effector,
/// both in shares of L; turned only if its orientation is a goal.
/// \param joints of the arm, solver's order \param unit L, m
/// \param[in,out] pose where other joints are; the arm's are put to 0
/// \param[out] axes one for each joint
/// \returns false if a joint is neither a hinge nor a slide, or leads another one
bool read_axes(const Multibody& multibody, std::span<const int> joints, double unit, Pose& pose,
               std::span<HingeAxis> axes, Isometry& effector);

/// An arm with fewer joints than its goal has numbers, completed by joints that stay at 0, so that
/// its equations are those of SixHinges.
///
/// Without an orientation slides are added up to three joints; with one, hinges about the last axis
/// or axes up to a wrist whose middle hinge stands still, and slides before it. They move in
/// directions that the arm's own joints leave at theta = 0. A pose of the completed arm is one of
/// the arm if the added joints are at 0 in it.
struct CompletedArm {
  static constexpr int kAdded = -1;

  std::array<HingeAxis, SixHinges::kJoints> axes;
  /// Which of the arm's joints each is, or kAdded.
  std::array<int, SixHinges::kJoints> joints{};
  int count = 0;      ///< 3 or 6; 0 if the arm is not completed
  bool flips = true;  ///< the wrist's middle hinge is the arm's own

  /// \param own  the arm's axes at theta = 0, from the base on \param tip the effector there
  /// \param turns the goal has an orientation
  CompletedArm(std::span<const HingeAxis> own, const Eigen::Vector3d& tip, bool turns);

 private:
  void add(const HingeAxis& axis, int joint);
  void add_slides(const Eigen::Vector3d& point);
};

}  // namespace ik
