#include "lab/run/experiment.h"

#include <utility>
#include <vector>

namespace lab {

Experiment experiment_of(const Setup& setup, long steps, long warmup) {
  Scene scene = *setup.scene;
  scene.targets.clear();
  for (const TargetSetup& target : setup.targets) {
    scene.targets.push_back(target.held ? TargetCurve(WaveCurve{*target.held, {}}) : target.curve);
  }
  scene.weights = setup.goal_weights;
  scene.group = setup.group;
  const auto joints = scene.multibody.joints();
  const auto effectors = scene.multibody.effectors();
  std::vector<ik::Joint> weighted(joints.begin(), joints.end());
  for (std::size_t j = 0; j < weighted.size(); ++j) weighted[j].weight = setup.joint_weights[j];
  scene.multibody = ik::Multibody(std::move(weighted), {effectors.begin(), effectors.end()});
  const Lane& lane = setup.front_lane();
  return {std::move(scene), lane.method, lane.settings, steps, warmup};
}

}  // namespace lab
