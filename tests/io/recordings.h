#pragma once

#include <algorithm>
#include <string>

#include "io/scene/scene_file.h"
#include "lab/run/recording.h"
#include "lab/run/run.h"

/// A recording of a number of steps with the scene's settings.
inline lab::Recording record(const std::string& scene, const char* method, long steps) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method(method));
  lab::Recording recording(tracker);
  const auto add = [&recording](const lab::Tracker& now) { recording.add(now); };
  lab::run(tracker, {.steps = steps, .on_row = add});
  return recording;
}

/// A run with the scene's settings, before its first step.
inline lab::Timeline run_of(const std::string& scene, const char* method) {
  const auto loaded = std::make_shared<const lab::Scene>(io::find_scene(scene));
  return lab::Timeline(lab::setup_of(loaded, *ik::find_method(method)));
}

/// The same run as record(), recorded as the window does.
inline lab::RunRecording record_run(const std::string& scene, const char* method, long steps) {
  lab::Timeline run = run_of(scene, method);
  lab::RunRecording recording(run);
  for (long k = 0; k < steps; ++k) {
    run.step();
    recording.add(run);
  }
  return recording;
}

/// A CSV without its lines that begin with #.
inline std::string without_comments(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (text[at] != '#') result += text.substr(at, end - at);
    at = end;
  }
  return result;
}
