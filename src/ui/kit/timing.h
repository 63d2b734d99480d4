#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace ui {

/// The last so many values of something that is measured again and again.
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

/// How long things take. The median of the updates, because a thread that is put to sleep in one
/// of them says nothing of the solver; the mean of the frames, because that is what one sees.
struct Timing {
  Samples update_ns;    ///< of one update of the pose, ns
  Samples frame_s;      ///< from frame to frame, s
  Samples real_s;       ///< that passed in a frame while playing, s
  Samples simulated_s;  ///< that the experiment was allowed to pass in it, s

  /// Simulated by real time, of late; nothing until half a second of frames is known.
  std::optional<double> speed() const;
  /// Forgets the pace, as where another one is wished for.
  void start_pace() {
    real_s.clear();
    simulated_s.clear();
  }
};

}  // namespace ui
