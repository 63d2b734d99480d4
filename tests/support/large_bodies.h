#pragma once

#include <string>
#include <vector>

#include "iklab/body.h"

/// Bodies of any number of joints.
namespace bodies {

/// The methods with a step in proportion to the joints, as docs/performance.md lists them.
inline const std::vector<const char*>& linear_methods() {
  static const std::vector<const char*> all = {
      "jacobian-transpose",    "dls",  "dls-error", "gradient-descent", "conjugate-gradient",
      "levenberg-marquardt",   "bfgs", "ccd",       "fabrik",           "two-bone",
      "weighted-pseudoinverse"};
  return all;
}

/// A chain of hinges about 4 m long, with an effector at every `share` joints.
inline ik::Multibody effector_chain(int n, int share) {
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  for (int j = 0; j < n; ++j) {
    ik::Joint joint;
    joint.name = "joint" + std::to_string(j);
    joint.parent = j - 1;
    joint.axis = Eigen::Vector3d::Unit(j % 3);
    joint.parent_from_joint.translation() =
        4.0 / n * Eigen::Vector3d(0.6 * (j % 2) - 0.3, 0.9, 0.1);
    if ((j + 1) % share == 0) {
      effectors.push_back({"point" + std::to_string(j), j, Eigen::Vector3d(0.0, 4.0 / n, 0.0)});
    }
    joints.push_back(joint);
  }
  return ik::Multibody(joints, effectors);
}

/// A complete binary tree of hinges, an effector on every leaf.
inline ik::Multibody binary_tree(int levels) {
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  const int count = (1 << levels) - 1;
  for (int i = 0; i < count; ++i) {
    ik::Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.parent = i == 0 ? -1 : (i - 1) / 2;
    joint.axis = Eigen::Vector3d(0.3, 1.0, 0.2 * (i % 3));
    joint.parent_from_joint.translation() = Eigen::Vector3d(i % 2 == 0 ? 0.2 : -0.2, 0.3, 0.1);
    if (2 * i + 1 >= count) effectors.push_back({"leaf" + std::to_string(i), i, {0.1, 0.2, 0.0}});
    joints.push_back(joint);
  }
  return ik::Multibody(joints, effectors);
}

/// A spine with a short arm on every vertebra. \param link length of a vertebra, m
inline ik::Multibody comb(int vertebrae, double link = 0.2) {
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  int spine = -1;
  for (int i = 0; i < vertebrae; ++i) {
    ik::Joint joint;
    joint.name = "spine" + std::to_string(i);
    joint.parent = spine;
    joint.axis = Eigen::Vector3d::Unit(i % 3);
    joint.parent_from_joint.translation() = Eigen::Vector3d(0.0, link, 0.0);
    spine = static_cast<int>(joints.size());
    joints.push_back(joint);
    joint.name = "tooth" + std::to_string(i);
    joint.parent = spine;
    joint.parent_from_joint.translation() = Eigen::Vector3d(0.3, 0.0, 0.0);
    joint.axis = Eigen::Vector3d::Unit((i + 1) % 3);
    effectors.push_back({"tip" + std::to_string(i), static_cast<int>(joints.size()),
                         Eigen::Vector3d(0.2, 0.1, 0.0)});
    joints.push_back(joint);
  }
  return ik::Multibody(joints, effectors);
}

}  // namespace bodies
