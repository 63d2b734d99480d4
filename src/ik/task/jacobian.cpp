#include "ik/task/jacobian.h"

#include <algorithm>

#include "ik/body/joint.h"
#include "ik/simd/check.h"
#include "ik/tree/step.h"

namespace ik {
namespace {

/// goal_error without the clamp to kHorizon.
Eigen::Vector3d full_error(const Problem& problem, int g) {
  const int k = problem.multibody.effector_count();
  if (g < k) return problem.targets[static_cast<std::size_t>(g)] - problem.pose.effector.col(g);
  IK_ASSERT(problem.aims.size() == static_cast<std::size_t>(problem.multibody.aim_count()));
  const Effector& effector = problem.multibody.goal_effector(g);
  return effector.lever * aim_error(effector.aim, effector_axes(problem.pose, effector),
                                    effector.pointer,
                                    problem.aims[static_cast<std::size_t>(g - k)]);
}

/// Writes the columns of point s, for `carrier` and its ancestors, to three rows of J.
/// \param rows the first of the three rows, in the first column
IK_MULTIVERSION void position_rows(std::span<const Link> links, int carrier, const Pose& pose,
                                   const double* s, double* rows, Eigen::Index height) {
  const double* const axis = pose.axis.data();
  const double* const origin = pose.origin.data();
  const Vec<double> point = get_vec<double>(s, 0);
  for (int j = carrier; j >= 0;) {
    const Link& link = links[static_cast<std::size_t>(j)];
    put_vec<double>(
        position_column(link, load_vec<double>(axis, j), load_vec<double>(origin, j), point),
        rows + j * height, 0);
    j = link.parent;
  }
}

}  // namespace

Eigen::Matrix3d effector_axes(const Pose& pose, const Effector& effector) {
  Eigen::Matrix3d axes = pose.frames.block<3, 3>(0, 4 * effector.joint);
  // a product with the identity would lose the signs of zeros
  if (effector.rotation.isIdentity(0.0)) return axes;
  return axes * effector.rotation;
}

void reached_goals(const Multibody& multibody, const Pose& pose,
                   std::vector<Eigen::Vector3d>& targets, std::vector<Aim>& aims) {
  targets.clear();
  aims.clear();
  for (int i = 0; i < multibody.effector_count(); ++i) targets.emplace_back(pose.effector.col(i));
  for (int g = multibody.effector_count(); g < multibody.goal_count(); ++g) {
    const Effector& effector = multibody.goal_effector(g);
    const Eigen::Matrix3d axes = effector_axes(pose, effector);
    aims.push_back({axes * effector.pointer, axes});
  }
}

Eigen::Vector3d column_point(const Problem& problem, int i) {
  Eigen::Vector3d s = problem.pose.effector.col(i);
  if (problem.jacobian == JacobianKind::kTarget) {
    const Eigen::Vector3d way = goal_error(problem, i);
    if (way.allFinite()) s += way;
  }
  return s;
}

Eigen::Vector3d goal_error(const Problem& problem, int g) {
  Eigen::Vector3d error = full_error(problem, g);
  if (surely_shorter(error, kHorizon)) return error;
  const bool shortens = g < problem.multibody.effector_count() && error.allFinite();
  return shortens ? clamp_mag(error, kHorizon) : error;
}

bool task_error(const Problem& problem, VectorX& e) {
  IK_ASSERT(problem.targets.size() == static_cast<std::size_t>(problem.multibody.effector_count()));
  e.resize(problem.multibody.row_count());
  bool finite = true;
  int g = 0;
  // fast path, coordinate by coordinate: no weights, no error that needs clamping
  const int plain = problem.weights.empty() ? problem.multibody.effector_count() : 0;
  double most = kHorizon;
  for (; g < plain; ++g) {
    const Eigen::Vector3d& t = problem.targets[static_cast<std::size_t>(g)];
    const double* const s = problem.pose.effector.data() + 3 * g;
    const Eigen::Vector3d way(t.x() - s[0], t.y() - s[1], t.z() - s[2]);
    if (!problem.d_max.empty()) most = std::min(problem.d_max[g], kHorizon);
    if (!surely_shorter(way, most)) break;
    e[3 * g] = way.x();
    e[3 * g + 1] = way.y();
    e[3 * g + 2] = way.z();
  }
  for (; g < problem.multibody.goal_count(); ++g) {
    const Eigen::Vector3d way = full_error(problem, g);
    if (!way.allFinite()) {
      finite = false;
      e.segment<3>(3 * g).setZero();
      continue;
    }
    // D_max and horizon in one clamp: rounds once
    e.segment<3>(3 * g) =
        problem.root_weight(g) * clamp_mag(way, std::min(problem.limit_of(g), kHorizon));
  }
  return finite;
}

void fold_hessian(const Problem& problem, MatrixX& H) {
  fold_columns(problem.multibody, H);
  fold_columns(problem.multibody, H.transpose());
  if (problem.mobility.empty()) return;
  H = as_vector(problem.mobility).asDiagonal() * H * as_vector(problem.mobility).asDiagonal();
}

namespace {

/// Derivative of goal g's aim with respect to the angle of joint j, see task_jacobian; without the
/// lever.
Eigen::Vector3d aim_column(const Problem& problem, int g, int j) {
  const Effector& effector = problem.multibody.goal_effector(g);
  Eigen::Vector3d v = problem.pose.axis.col(j);
  if (effector.aim == AimKind::kOrientation) return v;
  const Eigen::Vector3d d = effector_axes(problem.pose, effector) * effector.pointer;
  return v.cross(d);
}

/// (J^T e)_j with tree_jacobian's J.
double descent_along_tree(const Problem& problem, int j, const VectorX& e) {
  const Multibody& multibody = problem.multibody;
  const Joint& joint = multibody.joint(j);
  const Eigen::Vector3d v = problem.pose.axis.col(j);
  const Eigen::Vector3d p = problem.pose.origin.col(j);
  double sum = 0.0;
  for (const int g : multibody.goals_of(j)) {
    const Eigen::Vector3d error = problem.root_weight(g) * e.segment<3>(3 * g);
    if (g < multibody.effector_count()) {
      const Eigen::Vector3d arm = column_point(problem, g) - p;
      if (is_angular(joint.type)) sum += v.cross(arm).dot(error);
      if (joint.type == JointType::kPrismatic) sum += v.dot(error);
      if (joint.type == JointType::kScrew) sum += joint.pitch * v.dot(error);
    } else if (is_angular(joint.type)) {
      sum += multibody.goal_effector(g).lever * aim_column(problem, g, j).dot(error);
    }
  }
  return sum;
}

}  // namespace

double descent_entry(const Problem& problem, int j, const VectorX& e) {
  if (problem.multibody.joint(j).leader >= 0) return 0.0;
  double sum = descent_along_tree(problem, j, e);
  for (const int follower : problem.multibody.followers()) {
    const Joint& joint = problem.multibody.joint(follower);
    if (joint.leader == j) sum += joint.ratio * descent_along_tree(problem, follower, e);
  }
  return sum;
}

void task_jacobian(const Problem& problem, MatrixX& J) {
  tree_jacobian(problem, J);
  fold_columns(problem.multibody, J);
}

double longest_column(const MatrixX& J) {
  double most = 0.0;
  for (Eigen::Index j = 0; j < J.cols(); ++j) {
    for (Eigen::Index row = 0; row < J.rows(); row += 3) {
      most = std::max(most, length(J.block<3, 1>(row, j)));
    }
  }
  return most;
}

double mean_lever(const Multibody& multibody, const MatrixX& J) {
  double squares = 0.0;
  int turning = 0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (!is_angular(multibody.joint(j).type)) continue;
    squares += J.col(j).squaredNorm();
    ++turning;
  }
  return turning > 0 ? std::sqrt(squares / turning) : 0.0;
}

void jacobian_rate(const Problem& problem, const MatrixX& J, const VectorX& motion, MatrixX& rate) {
  const Multibody& multibody = problem.multibody;
  const auto turn = [&](int j) -> Eigen::Vector3d {
    if (!is_angular(multibody.joint(j).type)) return Eigen::Vector3d::Zero();
    return problem.pose.axis.col(j);
  };
  rate.setZero(J.rows(), J.cols());
  for (int g = 0; g < multibody.goal_count(); ++g) {
    const int carrier = multibody.goal_effector(g).joint;
    const bool moves_with_joints_below = multibody.aim_of(g) != AimKind::kOrientation;
    Eigen::Vector3d above = Eigen::Vector3d::Zero();  // sum of w_a motion_a, a above b or a = b
    for (int a = carrier; a >= 0; a = multibody.joint(a).parent) above += motion[a] * turn(a);
    Eigen::Vector3d below = Eigen::Vector3d::Zero();  // sum of J_a motion_a, a below b
    for (int b = carrier; b >= 0; b = multibody.joint(b).parent) {
      const Eigen::Vector3d column = J.block<3, 1>(3 * g, b);
      Eigen::Vector3d change = above.cross(column);
      if (moves_with_joints_below) change += turn(b).cross(below);
      rate.block<3, 1>(3 * g, b) = change;
      below += motion[b] * column;
      above -= motion[b] * turn(b);
    }
  }
}

void tree_jacobian(const Problem& problem, MatrixX& J) {
  const Multibody& multibody = problem.multibody;
  J.setZero(multibody.row_count(), multibody.joint_count());
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const Eigen::Vector3d s = column_point(problem, i);
    position_rows(multibody.layout().links, multibody.effector(i).joint, problem.pose, s.data(),
                  J.data() + 3 * i, J.rows());
  }
  for (int j = 0; multibody.aim_count() > 0 && j < multibody.joint_count(); ++j) {
    if (!is_angular(multibody.joint(j).type)) continue;
    for (const int g : multibody.aims_of(j)) {
      J.block<3, 1>(3 * g, j) = multibody.goal_effector(g).lever * aim_column(problem, g, j);
    }
  }
  if (problem.weights.empty()) return;
  for (int g = 0; g < multibody.goal_count(); ++g) J.middleRows<3>(3 * g) *= problem.root_weight(g);
}

}  // namespace ik
