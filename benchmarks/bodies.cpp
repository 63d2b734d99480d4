#include "bodies.h"

#include <cmath>
#include <string>

#include "iklab/problem.h"

namespace bench {
namespace {

/// \param depth joints on the longest path from the root to a tip
ik::Joint hinge(int j, int parent, int depth) {
  ik::Joint joint;
  joint.name = "hinge" + std::to_string(j);
  joint.parent = parent;
  joint.axis = Eigen::Vector3d::Unit((j + 2) % 3);
  constexpr double kReach = 4.0;  // m, about the reach of the report's bodies
  if (parent >= 0) {
    // siblings branch to different sides
    joint.parent_from_joint.translation() =
        kReach / depth * Eigen::Vector3d(0.6 * ((j % 2) - 0.5), 0.9, 0.1);
  }
  return joint;
}

ik::Effector tip(int i, int joint, int depth) {
  return {"tip" + std::to_string(i), joint, Eigen::Vector3d(0.0, 4.0 / depth, 0.0)};
}

ik::Multibody chain(int n, int k) {
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  for (int j = 0; j < n; ++j) joints.push_back(hinge(j, j - 1, n));
  for (int i = 0; i < k; ++i) effectors.push_back(tip(i, (i + 1) * n / k - 1, n));
  return ik::Multibody(std::move(joints), std::move(effectors));
}

ik::Multibody binary_tree(int n, int k) {
  const int depth = static_cast<int>(std::ceil(std::log2(n + 1)));
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  for (int j = 0; j < n; ++j) joints.push_back(hinge(j, j == 0 ? -1 : (j - 1) / 2, depth));
  const int leaves = (n + 1) / 2;
  for (int i = 0; i < k; ++i) effectors.push_back(tip(i, n - leaves + i * leaves / k, depth));
  return ik::Multibody(std::move(joints), std::move(effectors));
}

ik::Multibody comb(int n, int k) {
  const int spine = n / 2;
  const int tooth = (n - spine) / k;
  const int depth = spine + tooth;
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  for (int j = 0; j < spine; ++j) joints.push_back(hinge(j, j - 1, depth));
  for (int i = 0; i < k; ++i) {
    int parent = (i + 1) * spine / k - 1;
    for (int j = 0; j < tooth; ++j) {
      joints.push_back(hinge(static_cast<int>(joints.size()), parent, depth));
      parent = static_cast<int>(joints.size()) - 1;
    }
    effectors.push_back(tip(i, parent, depth));
  }
  return ik::Multibody(std::move(joints), std::move(effectors));
}

constexpr Shape kShapes[] = {
    {"chain", "Chain", chain}, {"binary-tree", "Binary tree", binary_tree}, {"comb", "Comb", comb}};

constexpr const char* kLinearMethods[] = {
    "jacobian-transpose",    "dls",  "dls-error", "gradient-descent", "conjugate-gradient",
    "levenberg-marquardt",   "bfgs", "ccd",       "fabrik",           "two-bone",
    "weighted-pseudoinverse"};

}  // namespace

std::span<const Shape> shapes() { return kShapes; }
std::span<const char* const> linear_methods() { return kLinearMethods; }

ik::VectorX bent_pose(const ik::Multibody& multibody) {
  ik::VectorX theta(multibody.joint_count());
  for (int j = 0; j < theta.size(); ++j) theta[j] = 0.4 * std::sin(1.0 + 2.3 * j);
  return theta;
}

std::vector<Eigen::Vector3d> near_targets(const ik::Multibody& multibody,
                                          const ik::VectorX& theta) {
  const ik::Pose pose = ik::pose_at(multibody, theta);
  std::vector<Eigen::Vector3d> targets;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const Eigen::Vector3d way(std::sin(i + 1.0), std::cos(2.0 * i), std::sin(3.0 * i));
    targets.emplace_back(pose.effector.col(i) + 0.1 * way);
  }
  return targets;
}

}  // namespace bench
