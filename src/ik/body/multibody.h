#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "ik/body/joint.h"
#include "ik/body/layout.h"

namespace ik {

/// A tree of links joined by joints with one scalar each, and the effectors on it.
///
/// The joints may be given in any order. The multibody keeps them in an order of its own, the
/// solver's: parents before children, and every subtree in one piece, so that what a joint moves
/// is a range. `given_index` leads back. Immutable: everything that changes is a Pose.
class Multibody {
 public:
  /// \throws std::invalid_argument naming the joint or effector that has a parent out of range, is
  ///   part of a cycle, has a zero or non-finite axis, a non-finite number, lower > upper or a
  ///   negative weight; or if there is no joint or no effector
  Multibody(std::vector<Joint> joints, std::vector<Effector> effectors);

  int joint_count() const { return static_cast<int>(joints_.size()); }        ///< n
  int effector_count() const { return static_cast<int>(effectors_.size()); }  ///< k
  int aim_count() const { return static_cast<int>(aiming_.size()); }          ///< r
  int goal_count() const { return effector_count() + aim_count(); }           ///< k + r
  int row_count() const { return 3 * goal_count(); }                          ///< m = 3(k + r)

  /// In the solver's order; `parent` counts in that order, `axis` has unit length.
  const Joint& joint(int j) const { return joints_[static_cast<std::size_t>(j)]; }
  std::span<const Joint> joints() const { return joints_; }

  /// In the order given; `joint` counts in the solver's order.
  const Effector& effector(int i) const { return effectors_[static_cast<std::size_t>(i)]; }
  std::span<const Effector> effectors() const { return effectors_; }

  /// The goals, three rows of J each: first the position of every effector, then the aims of those
  /// that have one. The effector of goal g:
  int effector_of(int g) const {
    return g < effector_count() ? g : aiming_[static_cast<std::size_t>(g - effector_count())];
  }

  const Effector& goal_effector(int g) const { return effector(effector_of(g)); }
  /// What goal g asks of it: kNone for a position.
  AimKind aim_of(int g) const {
    return g < effector_count() ? AimKind::kNone : goal_effector(g).aim;
  }

  /// Where joint j of the solver stood in the list that was given, and the way back.
  int given_index(int j) const { return given_index_[static_cast<std::size_t>(j)]; }
  int solver_index(int given) const { return solver_index_[static_cast<std::size_t>(given)]; }

  /// True if joint j moves effector i, that is, stands on the way from the root to it.
  bool moves(int j, int i) const {
    const int carrier = effector(i).joint;
    return j <= carrier && carrier < subtree_end_[static_cast<std::size_t>(j)];
  }

  /// The effectors that joint j moves, in rising order.
  std::span<const int> effectors_of(int j) const {
    const Moved& moved = moved_[static_cast<std::size_t>(j)];
    return {moved_goals_.data() + moved.from, moved.effectors};
  }

  /// The goals that joint j has a part in, in rising order: its effectors and their aims.
  std::span<const int> goals_of(int j) const {
    const Moved& moved = moved_[static_cast<std::size_t>(j)];
    return {moved_goals_.data() + moved.from, moved.goals};
  }

  /// In the solver's order.
  std::span<const Link> links() const { return links_; }
  /// True where every theta is an angle, none a slide.
  bool all_angular() const { return all_angular_; }

  /// How the tree's steps are computed.
  const TreePlan& plan() const { return plan_; }

  /// theta at time 0 (n), solver's order, rad or m.
  Eigen::VectorXd initial_theta() const;

 private:
  std::vector<Joint> joints_;
  std::vector<Effector> effectors_;
  std::vector<int> given_index_;
  std::vector<int> solver_index_;
  std::vector<int> subtree_end_;  // one past the last joint below j
  std::vector<int> aiming_;       // the effectors that aim
  /// What one joint moves: a piece of moved_goals_, effectors first.
  struct Moved {
    std::size_t from, effectors, goals;
  };
  std::vector<Moved> moved_;
  std::vector<int> moved_goals_;
  std::vector<Link> links_;
  bool all_angular_ = true;
  TreePlan plan_;
};

}  // namespace ik
