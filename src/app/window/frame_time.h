#pragma once

namespace app {

/// What the time of a frame depends on.
struct FrameDemand {
  bool software = false;   ///< the processor computes every pixel
  bool calm = false;       ///< the user or the battery asks for fewer frames
  bool moving = false;     ///< the picture has changed in this frame
  double still_for = 0.0;  ///< s, since something has changed, or was computed
};

/// Time from the start of a frame to the start of the next, s.
struct FrameTime {
  double least = 0.0;
  double most = 0.0;  ///< an event of the user ends the wait before it, but not before `least`

  bool operator==(const FrameTime&) const = default;
};

/// A software renderer draws 60 frames a second, 30 while the picture moves by itself, and 10 once
/// nothing has changed for a quarter of a second; a calm window 30 and 10. All others keep the
/// display's time: 0.
FrameTime frame_time(const FrameDemand& state);

/// In how many equal parts the run takes the time of a frame, so that it makes as many steps in a
/// frame of a thirtieth of a second as in two of a sixtieth.
/// \param planned see frame_time()
/// \param seconds that have passed
int parts_of(const FrameTime& planned, double seconds);

}  // namespace app
