#pragma once

#include <utility>
#include <vector>

#include "lab/solve/reach_study.h"
#include "support/robot_arms.h"
#include "support/scenes.h"

namespace support {

/// A scene of a real arm; the target does not matter.
inline lab::Scene arm_scene(const bodies::Arm& arm) {
  lab::Scene scene{arm.name, arm.name, "", arm.body(), {scenes::standing({0.4, 0.2, 0.4})}, {}};
  scene.aims.emplace_back();
  return scene;
}

/// A plan for poses of a scene with its settings.
inline lab::ReachPlan plan_of(lab::Scene scene, std::vector<lab::ReachMethod> methods, int poses) {
  lab::ReachPlan plan{std::move(scene), {}, std::move(methods), poses};
  plan.settings = plan.scene.settings;
  return plan;
}

/// All results of a study, by one thread.
inline lab::ReachResults solved(const lab::ReachStudy& study) {
  std::vector<int> poses;
  for (int i = 0; i < study.plan().pose_count(); ++i) poses.push_back(i);
  const lab::ReachParts parts(study, poses);
  lab::ReachResults results(study.plan());
  for (int part = 0; part < parts.count(); ++part) {
    lab::ReachRun run = parts.begin(part);
    while (run.advance(1) < 1.0) {
    }
    for (const lab::ReachResult& result : run.results()) results.set(result);
  }
  return results;
}

inline lab::ReachMethod alone(const char* id) { return {ik::find_method(id)}; }

}  // namespace support
