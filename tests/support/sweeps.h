#pragma once

#include <utility>

#include "io/scene/scene_file.h"
#include "lab/sweep/sweep.h"

namespace support {

/// A sweep of the Y over `count` angle caps and both Jacobians.
inline lab::Sweep sweep_of(long steps, int count, const char* method = "dls") {
  const ik::MethodInfo& info = *ik::find_method(method);
  lab::Scene scene = io::find_scene("y");
  const lab::Settings settings = scene.settings;
  lab::SweepAxis angle = lab::find_axis(info, "max-angle").value();
  angle.count = count;
  lab::SweepAxis kind = lab::find_axis(info, "jacobian").value();
  return {{std::move(scene), &info, settings, steps, 1}, {angle, kind}};
}

}  // namespace support
