#pragma once

#include <any>
#include <array>
#include <span>

#include <Eigen/Core>

#include "ik/math/svd.h"
#include "ik/task/problem.h"

namespace ik {

/// A number of a step that a method shows, such as the damping it chose.
struct Reading {
  const char* name;  ///< "λ"
  double value;
  const char* unit;  ///< "" for a pure number
};

/// What methods compute with and leave behind. It belongs to the caller, so that a warm step
/// allocates nothing and the panels can look at it afterwards.
///
/// A method asks for J, e and the SVD; each is computed at most once a step.
class Workspace {
 public:
  /// Starts a step: what was computed for the last one is stale.
  void begin(const Problem& problem);

  /// What the SVD remembers of the steps before is lost: the next step is as in a new workspace but
  /// for memory().
  void forget() { svd_.forget(); }

  /// e (3(k + r)), clamped as the problem asks, less what the held joints do to it; zero where the
  /// target is not finite.
  const Eigen::VectorXd& error(const Problem& problem);
  /// J (3(k + r) x n) of the kind the problem asks for, times diag(mobility).
  const Eigen::MatrixXd& jacobian(const Problem& problem);
  /// The SVD of jacobian(problem).
  const Svd& svd(const Problem& problem);

  /// True where J is part of this step: it has been asked for, or the step was taken by J's parts
  /// without forming it, as uses_jacobian() says.
  bool has_jacobian() const { return has_jacobian_ || uses_jacobian_; }
  void uses_jacobian() { uses_jacobian_ = true; }
  /// True once the SVD of this step has been asked for.
  bool has_svd() const { return has_svd_; }

  /// False if a target or the pose of this step is not finite.
  bool finite(const Problem& problem) { return error(problem), finite_; }

  /// What a method carries from step to step, such as a trust region: a T that starts as T{} when
  /// the workspace is new or another method used it last, and is copied with the workspace.
  template <class T>
  T& memory() {
    T* known = std::any_cast<T>(&memory_);
    return known != nullptr ? *known : memory_.emplace<T>();
  }

  /// Shows a number of this step; one of the same name takes its place. More than kReadings are
  /// lost.
  void show(const char* name, double value, const char* unit = "");
  /// What the method has shown since begin().
  std::span<const Reading> readings() const { return {readings_.data(), reading_count_}; }
  static constexpr std::size_t kReadings = 6;

  Eigen::VectorXd dtheta;  ///< (n) the step that the method proposes, rad or m

  Eigen::MatrixXd A;             ///< scratch of methods
  Eigen::VectorXd f, g, column;  ///< scratch of methods
  Pose trial;                    ///< scratch of methods that look before they leap

 private:
  bool has_error_ = false, has_jacobian_ = false, has_svd_ = false;
  bool uses_jacobian_ = false;
  bool finite_ = true;
  Eigen::VectorXd e_, held_motion_;
  Eigen::MatrixXd J_;
  Svd svd_;
  std::any memory_;
  std::array<Reading, kReadings> readings_{};
  std::size_t reading_count_ = 0;
};

}  // namespace ik
