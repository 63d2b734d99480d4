#pragma once

#include <optional>
#include <string>

#include "gfx/context/framebuffer.h"
#include "gfx/draw/picture.h"

namespace app {

/// A video of pictures as they come, made by the program ffmpeg where it is installed.
class Video {
 public:
  static constexpr double kFramesPerSecond = 30.0;

  /// \param path of the file to make, .mp4 or .gif
  /// \throws std::runtime_error with one sentence where ffmpeg is not there or does not start
  Video(const std::string& path, int width, int height);
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;
  ~Video();

  /// What is seen now, after so many seconds: repeated or left out, so that the video runs as fast
  /// as what it shows. \returns false where it ended: the size changed, or ffmpeg did
  bool add(const gfx::Image& image, double seconds);
  /// \returns whether there is a file
  bool finish();

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int width_, height_;
  int pipe_ = -1;
  long process_ = -1;
  double due_ = 1.0;  // frames
};

}  // namespace app
