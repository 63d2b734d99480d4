#include "io/body/model_joints.h"

#include <utility>

namespace io {

std::vector<lab::ModelJoint> ball_joints(const std::string& name, const Eigen::Vector3d& anchor) {
  std::vector<lab::ModelJoint> joints;
  for (Eigen::Index i = 0; i < 3; ++i) {
    joints.push_back(axis_joint(name + " ", ik::JointType::kRevolute, i));
    joints.back().anchor = anchor;
  }
  return joints;
}

std::vector<lab::ModelJoint> floating_joints(const std::string& name) {
  std::vector<lab::ModelJoint> joints;
  for (Eigen::Index i = 0; i < 3; ++i) {
    joints.push_back(axis_joint(name + " ", ik::JointType::kPrismatic, i));
  }
  for (lab::ModelJoint& turn : ball_joints(name + " turn")) joints.push_back(std::move(turn));
  return joints;
}

std::vector<int> put_parents_first(std::vector<lab::ModelLink>& links) {
  std::vector<std::vector<std::size_t>> below(links.size());
  std::vector<std::size_t> open;
  for (std::size_t i = links.size(); i-- > 0;) {
    const int parent = links[i].parent;
    (parent < 0 ? open : below[static_cast<std::size_t>(parent)]).push_back(i);
  }
  std::vector<int> place(links.size(), -1);
  std::vector<lab::ModelLink> ordered;
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    place[i] = static_cast<int>(ordered.size());
    lab::ModelLink& link = ordered.emplace_back(std::move(links[i]));
    if (link.parent >= 0) link.parent = place[static_cast<std::size_t>(link.parent)];
    open.insert(open.end(), below[i].begin(), below[i].end());
  }
  links = std::move(ordered);
  return place;
}

}  // namespace io
