#include "app/window/frame_time.h"

namespace app {
namespace {

constexpr double kFull = 1.0 / 60.0, kHalf = 1.0 / 30.0, kStill = 1.0 / 10.0;  // s

/// Time after a change in which Dear ImGui may need further frames, s.
constexpr double kSettling = 0.25;

}  // namespace

FrameTime frame_time(const FrameDemand& state) {
  if (!state.software && !state.calm) return {};
  const double least = state.calm ? kHalf : kFull;
  if (!state.moving && state.still_for > kSettling) return {least, kStill};
  return {least, state.moving ? kHalf : least};
}

int parts_of(const FrameTime& planned, double seconds) {
  return planned.most > 0.0 && seconds > 0.5 * (kFull + kHalf) ? 2 : 1;
}

}  // namespace app
