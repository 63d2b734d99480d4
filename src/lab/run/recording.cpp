#include "lab/run/recording.h"

#include "lab/run/metrics.h"

namespace lab {

Recording::Recording(const Tracker& tracker)
    : scene_(tracker.scene().id), method_(&tracker.method_info()), settings_(tracker.settings()) {
  const ik::Multibody& multibody = tracker.multibody();
  for (int given = 0; given < multibody.joint_count(); ++given) {
    joints_.push_back(multibody.joint(multibody.solver_index(given)).name);
  }
  for (const ik::Effector& effector : multibody.effectors()) effectors_.push_back(effector.name);
  for (int g = multibody.effector_count(); g < multibody.goal_count(); ++g) {
    aims_.push_back(multibody.goal_effector(g).name);
  }
  width_ = 2 + joints_.size() + 7 * effectors_.size() + aims_.size();
}

void Recording::clear() {
  steps_.clear();
  values_.clear();
}

void Recording::add(const Tracker& tracker) {
  const ik::Multibody& multibody = tracker.multibody();
  const auto add_points = [this](const auto& point_of) {
    for (int i = 0; i < effector_count(); ++i) {
      const Eigen::Vector3d point = point_of(i);
      values_.insert(values_.end(), point.begin(), point.end());
    }
  };

  steps_.push_back(tracker.step_count());
  values_.push_back(tracker.time());
  for (int given = 0; given < joint_count(); ++given) {
    values_.push_back(tracker.pose().theta[multibody.solver_index(given)]);
  }
  add_points([&](int i) { return tracker.pose().effector.col(i); });
  add_points([&](int i) { return tracker.targets()[static_cast<std::size_t>(i)]; });
  values_.insert(values_.end(), tracker.errors().begin(), tracker.errors().end());
  values_.push_back(lab::jitter_deg(tracker));
  values_.insert(values_.end(), tracker.aim_errors().begin(), tracker.aim_errors().end());
}

}  // namespace lab
