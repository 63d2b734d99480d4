#pragma once

#include <array>
#include <cstddef>

#include "gfx/context/handles.h"

namespace gfx {

/// How long the graphics card takes for what is drawn between begin() and end(), without ever
/// waiting for it: the answer is some frames old. A browser gives none.
class GpuClock {
 public:
  GpuClock();
  /// Not inside another one's.
  void begin();
  void end();

  double seconds() const { return seconds_; }  ///< the last answer; 0 before the first

 private:
  struct Question {
    QueryHandle query;
    bool open = false;  // asked, and not answered
  };
  // so many frames may be under way
  std::array<Question, 4> questions_;
  std::size_t next_ = 0;
  bool running_ = false;
  bool possible_;
  double seconds_ = 0.0;
};

}  // namespace gfx
