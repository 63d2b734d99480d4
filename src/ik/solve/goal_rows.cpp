#include "ik/solve/goal_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/math/elementary.h"
#include "ik/task/attempt.h"
#include "ik/task/jacobian.h"
#include "ik/tree/step.h"

namespace ik {
namespace {

/// Within AxisTolerance an error is 0 up to this share of it, so that attempts end inside.
constexpr double kBand = 0.5;
/// Factor on the row of an axis within its band: it moves easily, but does not drift.
constexpr double kEasy = 0.1;

/// The rotation vector of E (3 x 3), rad.
Eigen::Vector3d rotation_of(const Eigen::Matrix3d& E) {
  const Eigen::Vector3d axis(0.5 * (E(2, 1) - E(1, 2)), 0.5 * (E(0, 2) - E(2, 0)),
                             0.5 * (E(1, 0) - E(0, 1)));
  const double square = axis.x() * axis.x() + axis.y() * axis.y() + axis.z() * axis.z();
  const double cosine = 0.5 * (E(0, 0) + E(1, 1) + E(2, 2) - 1.0);
  // arcsine's series: the next term is below 1e-16
  constexpr double kSmall = 1e-4;
  if (cosine > 0.0 && square < kSmall) {
    return axis * (1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0 + square * (15.0 / 336.0))));
  }
  // near half a turn the axis is in the symmetric part of E
  if (cosine < -0.9) {
    return aim_error(AimKind::kOrientation, Eigen::Matrix3d::Identity(), Eigen::Vector3d::UnitX(),
                     {Eigen::Vector3d::UnitX(), E});
  }
  const double sine = std::sqrt(square);
  return axis * (arctangent(sine, cosine) / sine);
}

/// The shortest rotation from d to t (unit vectors), rad.
Eigen::Vector3d swing(const Eigen::Vector3d& d, const Eigen::Vector3d& t) {
  const Eigen::Vector3d axis = d.cross(t);
  const double sine = length(axis), cosine = d.dot(t);
  if (sine > 0.0) return axis * (arctangent(sine, cosine) / sine);
  if (cosine >= 0.0) return Eigen::Vector3d::Zero();
  // opposite: about any axis across d
  const Eigen::Vector3d across =
      d.cross(std::abs(d.x()) < 0.6 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY());
  return across * (std::numbers::pi / length(across));
}

Eigen::Matrix3d frame_of(const Pose& pose, int joint) {
  return pose.frames.block<3, 3>(0, 4 * joint);
}

/// The joints above a goal, and the three rows of J to which their columns are added.
struct Path {
  std::span<const Link> links;
  int carrier;
  const double* axis;
  const double* origin;
  const int* columns;     // the column of each joint, -1: none
  const double* factors;  // the factor of each joint
  double* rows;           // the rows' begin in the first column of J
  int stride;
};

IK_INLINE void add_column(const Path& path, int j, double factor, const Vec<double>& c) {
  double* const rows = path.rows + path.columns[j] * path.stride;
  put_vec<double>(get_vec<double>(rows, 0) + factor * c, rows, 0);
}

IK_MULTIVERSION void add_position_columns(const Path& path, const double* effector,
                                          double per_length) {
  const Vec<double> point = get_vec<double>(effector, 0);
  for (int j = path.carrier; j >= 0; j = path.links[static_cast<std::size_t>(j)].parent) {
    if (path.columns[j] < 0) continue;
    const Vec<double> v = load_vec<double>(path.axis, j), p = load_vec<double>(path.origin, j);
    const Link& link = path.links[static_cast<std::size_t>(j)];
    add_column(path, j, per_length * path.factors[j], position_column(link, v, p, point));
  }
}

/// The columns of a position, and of the orientation of its effector.
IK_MULTIVERSION void add_pose_columns(const Path& path, const double* effector, double per_length,
                                      int from_position_to_turn) {
  const Vec<double> point = get_vec<double>(effector, 0);
  Path turns = path;
  turns.rows += from_position_to_turn;
  for (int j = path.carrier; j >= 0; j = path.links[static_cast<std::size_t>(j)].parent) {
    if (path.columns[j] < 0) continue;
    const Vec<double> v = load_vec<double>(path.axis, j), p = load_vec<double>(path.origin, j);
    const Link& link = path.links[static_cast<std::size_t>(j)];
    add_column(path, j, per_length * path.factors[j], position_column(link, v, p, point));
    if (is_angular(link.type)) add_column(turns, j, path.factors[j], v);
  }
}

/// \param direction the pointer of a direction, world axes; null for an orientation
IK_MULTIVERSION void add_turn_columns(const Path& path, const double* direction) {
  for (int j = path.carrier; j >= 0; j = path.links[static_cast<std::size_t>(j)].parent) {
    if (path.columns[j] < 0 || !is_angular(path.links[static_cast<std::size_t>(j)].type)) continue;
    Vec<double> v = load_vec<double>(path.axis, j);
    if (direction != nullptr) {
      const Vec<double> d = get_vec<double>(direction, 0);
      v = v - dot(d, v) * d;
    }
    add_column(path, j, path.factors[j], v);
  }
}

IK_MULTIVERSION bool damped(const DenseStep<double>& step, double mu) {
  return !damped_dense<double>(step, mu);
}

IK_MULTIVERSION double determinant(const DenseStep<double>& step) {
  const RowMatrix<double> A = step.matrix();
  fill_damped<double>(step, 0.0);
  if (factor_rows<double>(A)) return 0.0;
  double product = 1.0;
  for (int i = 0; i < A.side; ++i) product /= A.at(i, i);
  return product;
}

}  // namespace

void NormalSystem::resize(int rows, int columns) {
  if (rows == rows_ && columns == columns_) return;
  rows_ = rows;
  columns_ = columns;
  stride_ = whole_pieces<double>(rows);
  const auto size = static_cast<std::size_t>(stride_);
  const auto count = static_cast<std::size_t>(columns);
  J_.assign(size * count, 0.0);
  e_.assign(size, 0.0);
  x_.assign(count, 0.0);
  scratch_.assign(static_cast<std::size_t>(DenseStep<double>::scratch_rows(rows, columns)), 0.0);
}

void NormalSystem::clear() { std::fill(J_.begin(), J_.end(), 0.0); }

DenseStep<double> NormalSystem::step() {
  return {.rows = rows_,
          .columns = columns_,
          .J = J_.data(),
          .e = e_.data(),
          .x = x_.data(),
          .scratch = scratch_.data()};
}

bool NormalSystem::solve(double mu) { return damped(step(), mu); }

double NormalSystem::descent(int c) const {
  return dot_rows<double>(column(c), e_.data(), stride_);
}

int NormalSystem::rank() {
  constexpr double kRank = 1e-6;
  double first = 0.0;
  for (int rank = 0; rank < rows_; ++rank) {
    int pivot = -1;
    double most = 0.0;
    for (int c = 0; c < columns_; ++c) {
      const double square = dot_rows<double>(column(c), column(c), stride_);
      if (!(square > most)) continue;
      most = square;
      pivot = c;
    }
    if (rank == 0) first = most;
    if (pivot < 0 || !(most > kRank * kRank * first)) return rank;
    // remove the pivot's direction from all columns, last from itself
    for (int c = 0; c < columns_; ++c) {
      if (c == pivot) continue;
      const double part = dot_rows<double>(column(c), column(pivot), stride_) / most;
      add_rows<double>(-part, column(pivot), column(c), stride_);
    }
    std::fill(column(pivot), column(pivot) + stride_, 0.0);
  }
  return rows_;
}

double NormalSystem::squared_manipulability() { return determinant(step()); }

double length_of_body(const Multibody& multibody) {
  double longest = 0.0;
  for (const Effector& effector : multibody.effectors()) {
    double way = length(effector.offset);
    for (int j = effector.joint; j >= 0; j = multibody.joint(j).parent) {
      const Joint& joint = multibody.joint(j);
      if (joint.parent >= 0) way += length(joint.parent_from_joint.translation());
      const double slide = joint.upper - joint.lower;
      if (joint.type == JointType::kPrismatic && slide < kUnlimited) way += slide;
    }
    longest = std::max(longest, way);
  }
  return longest > 0.0 ? longest : 1.0;
}

bool slides_far(const Multibody& multibody) {
  const auto joints = multibody.joints();
  return std::any_of(joints.begin(), joints.end(), [](const Joint& joint) {
    return joint.type == JointType::kPrismatic &&
           (joint.lower == -kUnlimited || joint.upper == kUnlimited);
  });
}

double farthest_target(const Goals& goals, const Pose& pose) {
  double farthest = 0.0;
  for (int i = 0; i < goals.multibody.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (goals.weights[at] == 0.0) continue;
    farthest = std::max(farthest, length(goals.targets[at] - pose.effector.col(i)));
  }
  return farthest;
}

void GoalRows::reserve(const Multibody& multibody) {
  const auto n = static_cast<std::size_t>(multibody.joint_count());
  goals_.reserve(static_cast<std::size_t>(multibody.goal_count()));
  joints_.reserve(n);
  scales_.reserve(n);
  columns_.resize(n);
  factors_.resize(n);
  mobility_.reserve(n);
  system_.resize(multibody.row_count(), multibody.joint_count());
  // the smaller of both matrices may be the larger one later, with fewer rows
  system_.resize(multibody.row_count(), multibody.row_count());

  look_at(multibody);
}

void GoalRows::look_at(const Multibody& multibody) {
  length_ = unit_ = length_of_body(multibody);
  multibody_ = nullptr;
}

void GoalRows::choose_columns(const Goals& goals, const Pose& start) {
  const Multibody& multibody = goals.multibody;
  const bool known =
      multibody_ == &multibody && !slides_far_ &&
      std::equal(mobility_.begin(), mobility_.end(), goals.mobility.begin(), goals.mobility.end());
  if (known) return;
  multibody_ = &multibody;
  mobility_.assign(goals.mobility.begin(), goals.mobility.end());
  slides_far_ = slides_far(multibody);
  joints_.clear();
  scales_.clear();
  unit_ = slides_far_ ? std::max(length_, farthest_target(goals, start)) : length_;
  std::fill(columns_.begin(), columns_.end(), -1);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double mobility =
        goals.mobility.empty() ? 1.0 : goals.mobility[static_cast<std::size_t>(j)];
    const bool moves = !multibody.goals_of(j).empty() || multibody.leads_goals(j);
    if (mobility == 0.0 || !moves || multibody.joint(j).leader >= 0) continue;
    columns_[static_cast<std::size_t>(j)] = static_cast<int>(joints_.size());
    joints_.push_back(j);
    const bool slides = multibody.joint(j).type == JointType::kPrismatic;
    scales_.push_back(slides ? mobility * unit_ : mobility);
    factors_[static_cast<std::size_t>(j)] = scales_.back();
  }
  for (const int j : multibody.followers()) {
    const auto leader = static_cast<std::size_t>(multibody.joint(j).leader);
    columns_[static_cast<std::size_t>(j)] = columns_[leader];
    factors_[static_cast<std::size_t>(j)] = multibody.joint(j).ratio * factors_[leader];
  }
}

/// Sets the tolerances of a goal, which may free it altogether.
void GoalRows::take_axes(const AxisTolerance& tolerance, const Eigen::Matrix3d& axes,
                         Goal& goal) const {
  goal.by_axis = true;
  goal.axes = axes;
  goal.tolerances = goal.kind == AimKind::kNone ? tolerance.position : tolerance.aim;
  if (goal.kind != AimKind::kOrientation) return;
  int free = -1, count = 0;
  for (int c = 0; c < 3; ++c) {
    if (goal.tolerances[c] < kUnlimited) continue;
    free = c;
    ++count;
  }
  if (count != 1) return;
  goal.kind = AimKind::kDirection;
  goal.pointer = (goal.wanted.transpose() * axes).col(free);
  goal.target = axes.col(free);
}

bool GoalRows::begin(const Goals& goals, const Pose& start) {
  const Multibody& multibody = goals.multibody;
  goals_.clear();
  has_axes_ = !goals.stop.tolerances.empty();
  int row = 0;
  for (int g = 0; g < multibody.goal_count(); ++g) {
    const int i = multibody.effector_of(g);
    const Effector& effector = multibody.effector(i);
    Goal goal{};
    goal.kind = multibody.aim_of(g);
    goal.carrier = effector.joint;
    goal.weight = goals.weights[static_cast<std::size_t>(g)];
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
    if (goal.kind == AimKind::kNone) {
      goal.number = i;
      goal.target = goals.targets[static_cast<std::size_t>(i)];
      goal.lever = 1.0;
      goal.tolerance = kWithin * goals.stop.error;
      if (!goal.target.allFinite()) return false;
    } else {
      goal.number = g - multibody.effector_count();
      const Aim& aim = goals.aims[static_cast<std::size_t>(goal.number)];
      goal.lever = effector.lever;
      goal.tolerance = kWithin * goals.stop.aim_error;
      goal.pointer = effector.rotation * effector.pointer;
      goal.wanted = aim.orientation * effector.rotation.transpose();
      const bool turns = goal.kind == AimKind::kOrientation;
      if (!turns) goal.target = aim.direction.stableNormalized();
      if (turns ? !aim.orientation.allFinite() : !goal.target.allFinite()) return false;
      if (!turns && goal.target.isZero(0.0)) continue;  // a direction of 0 asks for nothing
    }
    if (goal.weight == 0.0) continue;
    if (has_axes_ && goal.kind != AimKind::kDirection) {
      if (effector.aim == AimKind::kOrientation) {
        int a = multibody.effector_count();
        while (multibody.effector_of(a) != i) ++a;
        axes = goals.aims[static_cast<std::size_t>(a - multibody.effector_count())].orientation;
      }
      take_axes(goals.stop.tolerances[static_cast<std::size_t>(i)], axes, goal);
      if ((goal.tolerances.array() == kUnlimited).all()) continue;
    }
    goal.row = row;
    goal.turn_row = -1;
    row += 3;
    if (goal.kind == AimKind::kOrientation) {
      for (Goal& other : goals_) {
        if (other.kind != AimKind::kNone || other.number != i) continue;
        other.turn_row = goal.row;
        goal.added = true;
      }
    }
    goals_.push_back(goal);
  }
  choose_columns(goals, start);
  system_.resize(row, static_cast<int>(joints_.size()));
  return true;
}

Eigen::Vector3d GoalRows::error_of(const Goal& goal, const Pose& pose) const {
  switch (goal.kind) {
    case AimKind::kNone:
      return goal.target - pose.effector.col(goal.number);
    case AimKind::kDirection:
      return swing(frame_of(pose, goal.carrier) * goal.pointer, goal.target);
    case AimKind::kOrientation:
      break;
  }
  return rotation_of(goal.wanted * frame_of(pose, goal.carrier).transpose());
}

/// Takes the error of a goal with tolerances by axis.
void GoalRows::look_by_axis(Goal& goal, const Eigen::Vector3d& error) {
  Eigen::Vector3d local = goal.axes.transpose() * error;
  for (int c = 0; c < 3; ++c) {
    const double tolerance = goal.tolerances[c];
    const double beyond = std::abs(local[c]) - kBand * tolerance;
    reached_ = reached_ && std::abs(local[c]) <= tolerance;
    goal.row_factors[c] = tolerance == kUnlimited ? 0.0 : beyond > 0.0 ? 1.0 : kEasy;
    local[c] = beyond > 0.0 ? std::copysign(beyond, local[c]) : 0.0;
  }
  Eigen::Map<Eigen::Vector3d>(system_.e() + goal.row) = local;
}

void GoalRows::look(const Pose& pose) {
  reached_ = true;
  objective_ = error_ = aim_error_ = 0.0;
  double square = 0.0;
  double* const e = system_.e();
  for (Goal& goal : goals_) {
    const Eigen::Vector3d error = error_of(goal, pose);
    Eigen::Map<Eigen::Vector3d> rows(e + goal.row);
    if (goal.by_axis) {
      look_by_axis(goal, error);
    } else {
      rows = error;
    }
    const double size = length(rows);
    if (!goal.by_axis) reached_ = reached_ && size <= goal.tolerance;
    const double lever = goal.lever * size;
    objective_ += goal.weight * (lever * lever);
    const double share = goal.kind == AimKind::kNone ? size / unit_ : size;
    square += share * share;
    double& most = goal.kind == AimKind::kNone ? error_ : aim_error_;
    most = std::max(most, size);
  }
  size_ = std::sqrt(square);
}

/// Adds the columns of a goal to J, of its carrier and of the joints above.
void GoalRows::add_columns(const Goal& goal, const Pose& pose) {
  const Path path{multibody_->layout().links,   goal.carrier,    pose.axis.data(),
                  pose.origin.data(),           columns_.data(), factors_.data(),
                  system_.column(0) + goal.row, system_.stride()};
  const double* const effector = pose.effector.data() + 3 * goal.number;
  if (goal.kind == AimKind::kNone && goal.turn_row >= 0) {
    add_pose_columns(path, effector, 1.0 / unit_, goal.turn_row - goal.row);
  } else if (goal.kind == AimKind::kNone) {
    add_position_columns(path, effector, 1.0 / unit_);
  } else if (goal.kind == AimKind::kOrientation) {
    add_turn_columns(path, nullptr);
  } else {
    const Eigen::Vector3d pointer = frame_of(pose, goal.carrier) * goal.pointer;
    add_turn_columns(path, pointer.data());
  }
}

void GoalRows::add_places(int effector, Eigen::Matrix3d& sum) const {
  for (const Goal& goal : goals_) {
    if (goal.kind != AimKind::kNone || goal.number != effector) continue;
    for (int c = 0; c < system_.columns(); ++c) {
      const Eigen::Map<const Eigen::Vector3d> column(system_.column(c) + goal.row);
      sum += column * column.transpose();
    }
  }
}

/// Turns the rows of a goal into the axes of its tolerances.
void GoalRows::turn_rows(const Goal& goal) {
  for (int c = 0; c < system_.columns(); ++c) {
    Eigen::Map<Eigen::Vector3d> rows(system_.column(c) + goal.row);
    const Eigen::Vector3d local = goal.axes.transpose() * rows;
    rows = goal.row_factors.cwiseProduct(local);
  }
}

void GoalRows::linearise(const Pose& pose) {
  system_.clear();
  for (const Goal& goal : goals_) {
    if (!goal.added) add_columns(goal, pose);
    if (goal.by_axis) turn_rows(goal);
    Eigen::Map<Eigen::Vector3d> rows(system_.e() + goal.row);
    if (goal.kind == AimKind::kNone) {
      rows = clamp_mag(rows, kLongestWay * unit_);
      rows /= unit_;
    } else {
      rows = clamp_mag(rows, kLongestTurn);
    }
  }
}

}  // namespace ik
