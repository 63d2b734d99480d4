#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "iklab/body.h"

namespace bench {

/// A joint on the way from the world to the tool.
struct ChainJoint {
  int given;                            ///< its index in the order given
  Eigen::Isometry3d parent_from_joint;  ///< at 0, from the joint before
  Eigen::Vector3d axis;                 ///< in its own frame, unit
  bool slides;                          ///< else it turns
  double lower, upper;                  ///< rad or m, finite
};

/// An arm as every peer can have it: hinges and slides in a row.
struct Chain {
  std::vector<ChainJoint> joints;     ///< (n)
  Eigen::Isometry3d joint_from_tool;  ///< from the last joint

  Eigen::Index size() const { return static_cast<Eigen::Index>(joints.size()); }
  /// world_from_tool, apart from any library. \param theta (n)
  Eigen::Isometry3d frame(const Eigen::VectorXd& theta) const;
  /// Turns hinges by whole turns into their limits. \returns whether all joints are inside
  bool wrap(Eigen::VectorXd& theta) const;
  void clamp(Eigen::VectorXd& theta) const;
  /// (n) from the values of all joints of the body, in the order given.
  Eigen::VectorXd own(const ik::VectorX& given) const;
};
/// The way to the body's first effector.
/// \throws std::invalid_argument for a screw or a follower on it
Chain chain_of(const ik::Multibody& body);

/// Whether two frames agree to so many m and rad.
bool agree(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b, double tolerance);

/// A solver for poses of an arm, in a loop of random restarts that turns hinges into their limits
/// and keeps the limits: the loop that a program has to write round most libraries.
class PoseSolver {
 public:
  /// \param chain outlives this
  explicit PoseSolver(const Chain& chain) : chain_(chain), theta_(chain.size()) {}
  PoseSolver(const PoseSolver&) = delete;
  PoseSolver& operator=(const PoseSolver&) = delete;
  virtual ~PoseSolver() = default;

  /// world_from_tool by the solver's own kinematics. \param theta (n)
  virtual Eigen::Isometry3d frame(const Eigen::VectorXd& theta) = 0;
  /// \param start (n) rad or m \param tolerance m and rad \param most_ns processor time, after
  /// which no further attempt begins \returns whether theta() reaches the goal
  bool solve(const Eigen::Isometry3d& goal, const Eigen::VectorXd& start, double tolerance,
             double most_ns);
  const Eigen::VectorXd& theta() const { return theta_; }

 protected:
  /// One attempt. \param[in,out] theta (n) the start, and where the attempt ends
  virtual void attempt(const Eigen::Isometry3d& goal, double tolerance, Eigen::VectorXd& theta) = 0;

  const Chain& chain_;

 private:
  std::mt19937_64 random_;
  Eigen::VectorXd theta_;
};

struct NamedPoseSolver {
  std::string name;
  std::unique_ptr<PoseSolver> solver;
};
/// Damped least squares in plain Eigen, the loop that a program would write itself, and the
/// libraries that were found. \param chain outlives them
std::vector<NamedPoseSolver> pose_solvers(const Chain& chain);

}  // namespace bench
