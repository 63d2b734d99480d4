#pragma once

#include <memory>
#include <string>

#include "gfx/context/framebuffer.h"

namespace app {

class PipedProgram;

/// A video file, written frame by frame through the program ffmpeg.
class Video {
 public:
  static constexpr double kFramesPerSecond = 30.0;

  /// \param path file to make, .mp4
  /// \throws std::runtime_error with one sentence if ffmpeg is missing or does not start
  Video(const std::string& path, int width, int height);
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;
  ~Video();

  /// Adds the frame on the screen, `seconds` after the last one. Pictures are repeated or left out
  /// so that the video runs in real time. \returns false if the size has changed or ffmpeg has
  /// ended
  bool add(const gfx::Screen& screen, double seconds);
  /// \returns whether the file is complete
  bool finish();

  /// The suffix may differ from the constructor's.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int width_, height_;
  std::shared_ptr<PipedProgram> program_;  // none in a browser
  double due_ = 1.0;                       // frames to write
};

}  // namespace app
