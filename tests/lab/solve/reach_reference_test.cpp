// Poses reached by damped least squares alone, beside a second solver that shares nothing with the
// program: its kinematics read the scene file, its equations are those of docs/methods/frame.md.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/solve/reach_summary.h"
#include "support/paper_body.h"
#include "support/reach.h"

namespace {

using Eigen::Isometry3d, Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;
using support::PaperBody;

constexpr double kReached = 1e-6;                         // m, and rad
constexpr double kLargestTurn = 0.25 * std::numbers::pi;  // the cap of dls, rad

/// Buss (2009), eq. 11, with joint weights, the cap on angles and projected limits.
class PaperDls {
 public:
  PaperDls(const PaperBody& body, double lambda)
      : body_(body), names_(body.names()), lambda_(lambda) {}

  /// The goals are those that the body meets at theta (n), in the order of the file.
  void want(const VectorXd& theta) {
    goals_.clear();
    const PaperBody::Theta at = by_name(theta);
    for (const PaperBody::Effector& effector : body_.effectors()) {
      const Isometry3d frame = body_.frame(effector, at);
      goals_.push_back({frame, frame.linear() * effector.pointer});
    }
  }
  /// The middle of the ranges; a hinge without limits turns from -pi to pi, frozen joints stand.
  VectorXd middle() const {
    VectorXd theta = VectorXd::Zero(count());
    for (int j = 0; j < count(); ++j) {
      const PaperBody::Joint& joint = joint_of(j);
      if (std::isfinite(joint.lower)) theta[j] = 0.5 * (joint.lower + joint.upper);
      if (joint.weight == 0.0) theta[j] = joint.initial;
    }
    return theta;
  }
  /// Steps until all goals are reached. \returns their number; most + 1 if that is too few
  int reach(VectorXd& theta, int most) const {
    for (int updates = 0; updates <= most; ++updates) {
      if (is_reached(theta)) return updates;
      theta = next(theta);
    }
    return most + 1;
  }

 private:
  struct Goal {
    Isometry3d frame;    // world_from_effector
    Vector3d direction;  // of a pointer that aims
  };

  int count() const { return static_cast<int>(names_.size()); }
  const std::string& name(int j) const { return names_[static_cast<std::size_t>(j)]; }
  const PaperBody::Joint& joint_of(int j) const { return body_.joint(name(j)); }
  PaperBody::Theta by_name(const VectorXd& theta) const {
    PaperBody::Theta at;
    for (int j = 0; j < count(); ++j) at[name(j)] = theta[j];
    return at;
  }
  /// The rotation vector from the present axes of an effector to the wanted ones, rad.
  static Vector3d turn_to(const Isometry3d& goal, const Isometry3d& present) {
    const Eigen::AngleAxisd turn(Eigen::Matrix3d(goal.linear() * present.linear().transpose()));
    return turn.angle() * turn.axis();
  }

  bool is_reached(const VectorXd& theta) const {
    const PaperBody::Theta at = by_name(theta);
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      const PaperBody::Effector& effector = body_.effectors()[i];
      const Isometry3d present = body_.frame(effector, at);
      double angle = 0.0;
      if (effector.aim == "orientation") angle = turn_to(goals_[i].frame, present).norm();
      if (effector.aim == "direction") {
        const Vector3d d = present.linear() * effector.pointer, t = goals_[i].direction;
        angle = std::atan2(d.cross(t).norm(), d.dot(t));
      }
      const double away = (goals_[i].frame.translation() - present.translation()).norm();
      if (!(away <= kReached && angle <= kReached)) return false;
    }
    return true;
  }

  /// e (6k), and J (6k x n) with columns times the roots of the joints' weights. Rows of an aim
  /// that an effector lacks are zero.
  VectorXd errors(const VectorXd& theta, MatrixXd& J) const {
    const PaperBody::Theta at = by_name(theta);
    const auto k = static_cast<Eigen::Index>(goals_.size());
    VectorXd e = VectorXd::Zero(6 * k);
    J.setZero(6 * k, count());
    for (Eigen::Index i = 0; i < k; ++i) {
      const Goal& goal = goals_[static_cast<std::size_t>(i)];
      const PaperBody::Effector& effector = body_.effectors()[static_cast<std::size_t>(i)];
      const Isometry3d present = body_.frame(effector, at);
      const Vector3d d = present.linear() * effector.pointer;
      const bool turns = effector.aim == "orientation", points = effector.aim == "direction";
      e.segment<3>(6 * i) = goal.frame.translation() - present.translation();
      if (turns) e.segment<3>(6 * i + 3) = effector.lever * turn_to(goal.frame, present);
      if (points) e.segment<3>(6 * i + 3) = effector.lever * (goal.direction - d);
      for (int j = 0; j < count(); ++j) {
        if (!body_.moves(name(j), effector)) continue;
        const Isometry3d frame = body_.frame(name(j), at);
        const Vector3d v = frame.linear() * joint_of(j).axis;
        const double root = std::sqrt(joint_of(j).weight);
        if (joint_of(j).slides) {
          J.block<3, 1>(6 * i, j) = root * v;
          continue;
        }
        J.block<3, 1>(6 * i, j) = root * v.cross(present.translation() - frame.translation());
        if (turns) J.block<3, 1>(6 * i + 3, j) = root * effector.lever * v;
        if (points) J.block<3, 1>(6 * i + 3, j) = root * effector.lever * v.cross(d);
      }
    }
    return e;
  }

  VectorXd within_limits(VectorXd theta) const {
    for (int j = 0; j < count(); ++j) {
      theta[j] = std::clamp(theta[j], joint_of(j).lower, joint_of(j).upper);
    }
    return theta;
  }
  /// Whether a motion of that sign leads joint j beyond the limit at which it stands.
  bool is_pushed(int j, double theta, double motion) const {
    return (theta >= joint_of(j).upper && motion > 0.0) ||
           (theta <= joint_of(j).lower && motion < 0.0);
  }

  /// J^T (J J^T + lambda^2 I)^-1 e of the joints that are not held, capped, rad or m.
  VectorXd step(const MatrixXd& J, const VectorXd& e, const std::vector<bool>& held) const {
    MatrixXd free = J;
    for (int j = 0; j < count(); ++j) {
      if (held[static_cast<std::size_t>(j)]) free.col(j).setZero();
    }
    MatrixXd A = free * free.transpose();
    A.diagonal().array() += lambda_ * lambda_;
    VectorXd dtheta = free.transpose() * A.llt().solve(e);
    double largest = 0.0;
    for (int j = 0; j < count(); ++j) {
      dtheta[j] *= std::sqrt(joint_of(j).weight);
      if (!joint_of(j).slides) largest = std::max(largest, std::abs(dtheta[j]));
    }
    return std::min(1.0, kLargestTurn / largest) * dtheta;
  }

  VectorXd next(const VectorXd& theta) const {
    MatrixXd J;
    const VectorXd e = errors(theta, J), force = J.transpose() * e;
    std::vector<bool> held;
    for (int j = 0; j < count(); ++j) held.push_back(is_pushed(j, theta[j], force[j]));
    VectorXd dtheta = step(J, e, held);
    for (bool more = true; more;) {
      more = false;
      for (int j = 0; j < count(); ++j) {
        if (held[static_cast<std::size_t>(j)] || !is_pushed(j, theta[j], dtheta[j])) continue;
        held[static_cast<std::size_t>(j)] = more = true;
      }
      if (more) dtheta = step(J, e, held);
    }
    VectorXd moved = within_limits(theta + dtheta);
    const bool limited = std::ranges::count(held, true) > 0 || moved != theta + dtheta;
    for (int i = 0; i < 6 && limited && errors(moved, J).norm() > e.norm(); ++i) {
      dtheta *= 0.5;
      moved = within_limits(theta + dtheta);
    }
    return moved;
  }

  const PaperBody& body_;
  std::vector<std::string> names_;
  double lambda_;
  std::vector<Goal> goals_;
};

struct PaperScene {
  const char *name, *file;
  double lambda;
};

class ReachOnPaper : public testing::TestWithParam<PaperScene> {};

TEST_P(ReachOnPaper, IsReachOfDlsPoseByPose) {
  constexpr int kPoses = 60, kUpdates = 200;
  const std::string file = std::string(IKLAB_SOURCE_DIR "/") + GetParam().file;
  const PaperBody body(file);
  PaperDls paper(body, GetParam().lambda);
  lab::ReachPlan plan = support::plan_of(io::find_scene(file), {support::alone("dls")}, kPoses);
  plan.settings.set_param("lambda", GetParam().lambda);
  plan.updates = kUpdates;
  const lab::ReachStudy study(plan);
  const lab::ReachResults results = support::solved(study);
  int reached = 0;
  for (int pose = 0; pose < kPoses; ++pose) {
    const lab::ReachResult& result = *results.at(pose, 0);
    paper.want(study.pose(pose).drawn);
    VectorXd theta = paper.middle();
    const int updates = paper.reach(theta, kUpdates);
    ASSERT_EQ(result.reached, updates <= kUpdates) << pose << ", updates: " << updates;
    if (!result.reached) continue;
    ++reached;
    EXPECT_EQ(result.updates, updates) << pose;
    EXPECT_LT((result.theta - theta).norm(), 1e-6) << pose;
  }
  EXPECT_EQ(lab::summaries(study, results)[0].reached, reached);
  EXPECT_GT(reached, kPoses / 4);
  EXPECT_LT(reached, kPoses);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ReachOnPaper,
                         testing::Values(PaperScene{"Crooked", "tests/data/crooked.json", 0.2},
                                         PaperScene{"DoubleY", "assets/scenes/double-y.json", 0.3},
                                         PaperScene{"SixAxisArm", "assets/scenes/six-axis-arm.json",
                                                    0.2}),
                         [](const auto& scene) { return scene.param.name; });

}  // namespace
