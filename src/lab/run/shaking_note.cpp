#include "lab/run/shaking_note.h"

#include <algorithm>
#include <cmath>

#include "lab/run/run.h"
#include "lab/run/shaking.h"
#include "lab/scene/number_text.h"

namespace lab {

std::string shaking_note(const Scene& scene) {
  constexpr int kMostJoints = 200;
  constexpr double kTried = 4.0;  // s, two periods of the slowest wave of a fitted curve
  constexpr long kMostSteps = 800;
  if (scene.multibody.joint_count() > kMostJoints) return {};
  const long steps = std::min(std::lround(kTried / scene.settings.time_step), kMostSteps);
  Tracker tracker(scene, *ik::find_method("dls"));
  const Summary summary = run(tracker, steps, steps / 2);
  if (!is_shaking(summary)) return {};
  return "with dls it shakes by " + brief_number(summary.mean_jitter_deg) +
         " degrees a step: nearer targets or a larger lambda calm it";
}

}  // namespace lab
