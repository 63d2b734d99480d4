#pragma once

#include "io/scene/scene_file.h"
#include "lab/run/experiment.h"

/// A recording of so many steps with the scene's settings.
inline lab::Recording record(const std::string& scene, const char* method, long steps) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method(method));
  lab::Recording recording(tracker);
  lab::run(tracker, steps, 0, &recording);
  return recording;
}
