#pragma once

#include "io/scene/scene_file.h"
#include "lab/run/experiment.h"
#include "lab/run/recording.h"

/// A recording of so many steps with the scene's settings.
inline lab::Recording record(const std::string& scene, const char* method, long steps) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method(method));
  lab::Recording recording(tracker);
  const auto add = [&recording](const lab::Tracker& now) { recording.add(now); };
  lab::run(tracker, {.steps = steps, .on_row = add});
  return recording;
}
