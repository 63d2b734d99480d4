#pragma once

#include "lab/track/setup.h"

namespace lab {

/// A tracking experiment to run, as data.
struct Experiment {
  Scene scene;
  const ik::MethodInfo* method = nullptr;
  Settings settings;
  long steps = 400, warmup = 0;
};

/// The experiment that a reset of the setup's front lane starts: its method, settings and
/// parameters, the targets as the user left them (held targets do not move), weights and group.
/// Frozen targets move, and the body is neither pushed nor held.
Experiment experiment_of(const Setup& setup, long steps, long warmup);

}  // namespace lab
