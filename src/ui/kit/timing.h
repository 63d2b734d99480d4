#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace ui {

/// The last 120 values of a measurement.
class Samples {
 public:
  void add(double value);
  void clear() { count_ = next_ = 0; }
  std::size_t size() const { return count_; }
  double median() const;  ///< 0 without samples
  double mean() const;    ///< 0 without samples

 private:
  static constexpr std::size_t kCapacity = 120;  // two seconds of frames
  std::array<double, kCapacity> values_{};
  std::size_t count_ = 0, next_ = 0;
};

/// Times of updates and frames. The median of the updates ignores updates in which the thread was
/// suspended. The mean of the frames is what the user sees.
struct Timing {
  Samples update_ns;    ///< one update of the pose, ns
  Samples frame_s;      ///< from frame to frame, s
  Samples real_s;       ///< real time of a frame while playing, s
  Samples simulated_s;  ///< simulated time of the same frame, s

  /// Simulated divided by real time over the last frames; none until these cover half a second.
  std::optional<double> speed() const;
  /// Forgets the speed, for example when the user asks for another one.
  void start_pace() {
    real_s.clear();
    simulated_s.clear();
  }
};

}  // namespace ui
