#pragma once

#include <vector>

#include "ik/math/dense_step.h"
#include "iklab/solver.h"

namespace ik {

/// What Solver::solve has to reach: a body, goals and tolerances. Holds references.
struct Goals {
  const Multibody& multibody;                ///< without limits if these are off
  std::span<const Eigen::Vector3d> targets;  ///< (k) m
  std::span<const Aim> aims;                 ///< (r)
  std::span<const double> weights;           ///< (k + r), as in Problem
  std::span<const double> mobility;          ///< (n) as in Problem, or empty
  const Stop& stop;
};

/// L, the longest way from a root along the links to an effector, m; 1 if that is 0. Slides without
/// limits do not count.
double length_of_body(const Multibody& multibody);
/// True if some slide has no limits, so that it can follow a target anywhere.
bool slides_far(const Multibody& multibody);
/// The largest distance of an effector from its target, m. Weights of 0 do not count.
double farthest_target(const Goals& goals, const Pose& pose);

/// A DenseStep of one body with its memory: J, e and the step x. Same bits on every machine.
class NormalSystem {
 public:
  /// Sets the size and allocates: later sizes up to this one allocate nothing.
  void resize(int rows, int columns);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Numbers of a column: whole SIMD lanes, 0 beyond the rows.
  int stride() const { return stride_; }

  double* column(int c) { return J_.data() + c * stride_; }
  const double* column(int c) const { return J_.data() + c * stride_; }
  double* e() { return e_.data(); }
  const double* e() const { return e_.data(); }
  const double* x() const { return x_.data(); }

  /// J = 0.
  void clear();
  /// x := the step. \returns false if the matrix is not positive definite to working precision
  bool solve(double mu);
  /// J^T e of one column.
  double descent(int c) const;
  /// The determinant of J J^T, or of J^T J if J has fewer columns than rows: the square of
  /// Yoshikawa's manipulability (1985). 0 if J is singular to working precision.
  double squared_manipulability();
  /// The rank of J, by Gram-Schmidt with pivoting: columns below 1e-6 of the largest count as 0.
  /// Overwrites J.
  int rank();

 private:
  DenseStep<double> step();

  int rows_ = 0, columns_ = 0, stride_ = 0;
  std::vector<double> J_, e_, x_, scratch_;
};

/// e and J of an attempt at the goals, in a NormalSystem.
///
/// The unit of length is the body's own, L = length_of_body; where a slide has no limits, it is at
/// least the distance of the farthest target. A position's rows are (t - s) / L, the rows of an aim
/// are rotations in rad:
///
///   direction    the shortest rotation from d to t, about d x t; column v - d (d . v)
///   orientation  the rotation vector of R_t R^T; column v
///
/// A slide's coordinate is theta / L, so that all columns are of the order of 1. Columns are scaled
/// by the joints' mobility. Weights of goals are ignored, except 0: what reaches all goals reaches
/// them with any weights. Rows of goals with AxisTolerance are turned into its axes; a free axis
/// has none. An orientation with one free axis is the direction of that axis.
class GoalRows {
 public:
  /// Allocates for a body. \pre the body's links stay the same later
  void reserve(const Multibody& multibody);
  /// Looks at the limits of slides, which count in the body's length.
  void look_at(const Multibody& multibody);
  /// Takes the goals of a solve. \param start its forward kinematics are known
  /// \returns false if a goal is not finite
  bool begin(const Goals& goals, const Pose& start);

  /// Computes all errors at a pose.
  void look(const Pose& pose);
  /// True if the last look found every error within its tolerance.
  bool reached() const { return reached_; }
  /// |e| at the last look, without the cut of `step`.
  double size() const { return size_; }
  /// The weighted sum of squared errors at the last look, m^2, without parts within AxisTolerance.
  double objective() const { return objective_; }

  /// Computes J at the pose of the last look, and cuts the errors of goals to kLongest.
  void linearise(const Pose& pose);
  NormalSystem& system() { return system_; }
  /// Adds c c^T of the columns c of an effector's position, after linearise. \param[in,out] sum
  void add_places(int effector, Eigen::Matrix3d& sum) const;
  /// The largest errors of positions and of aims at the last look, m and rad; with AxisTolerance
  /// what is beyond it.
  double error() const { return error_; }
  double aim_error() const { return aim_error_; }
  /// (n) change of each joint's theta for a change of 1 of its coordinate x.
  std::span<const double> factors() const { return factors_; }
  /// The joints of the columns, solver's order.
  std::span<const int> joints() const { return joints_; }
  /// Change of the joint's theta for a change of 1 of its coordinate x.
  double theta_per_x(int column) const { return scales_[static_cast<std::size_t>(column)]; }
  /// True if joint j, or its leader, has a column.
  bool moves(int j) const { return columns_[static_cast<std::size_t>(j)] >= 0; }
  double unit() const { return unit_; }  ///< L, m
  bool has_axes() const { return has_axes_; }

 private:
  struct Goal {
    AimKind kind;  // kNone: a position
    int number;    // counts effectors or, for an aim, wanted aims
    int carrier;   // the joint that moves it
    int row;
    int turn_row;  // of a position: its effector's orientation, whose columns it adds; or -1
    bool added;    // of an orientation: its columns are
    double weight, lever;
    double tolerance;
    Eigen::Vector3d target;   // position, or wanted direction
    Eigen::Vector3d pointer;  // in the carrier's frame
    Eigen::Matrix3d wanted;   // world_from_carrier
    bool by_axis;
    Eigen::Matrix3d axes;         // the tolerances' axes, in world axes
    Eigen::Vector3d tolerances;   // m or rad
    Eigen::Vector3d row_factors;  // set by the last look
  };

  Eigen::Vector3d error_of(const Goal& goal, const Pose& pose) const;
  void look_by_axis(Goal& goal, const Eigen::Vector3d& error);
  void add_columns(const Goal& goal, const Pose& pose);
  void turn_rows(const Goal& goal);
  void take_axes(const AxisTolerance& tolerance, const Eigen::Matrix3d& axes, Goal& goal) const;
  void choose_columns(const Goals& goals, const Pose& start);

  const Multibody* multibody_ = nullptr;
  std::vector<Goal> goals_;
  NormalSystem system_;
  std::vector<int> joints_;
  std::vector<double> scales_;   // one for each column
  std::vector<int> columns_;     // (n) column that a joint adds to, -1 if it is frozen
  std::vector<double> factors_;  // (n) change of theta per x of that column
  double length_ = 0.0;          // the body's length, m
  double unit_ = 0.0, size_ = 0.0, objective_ = 0.0, error_ = 0.0, aim_error_ = 0.0;
  bool reached_ = false, has_axes_ = false, slides_far_ = false;
  std::vector<double> mobility_;  // of the columns
};

}  // namespace ik
