#include "app/window/video.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "app/window/platform.h"

namespace app {
namespace {

constexpr int kMaxRepeats = 15;  // a picture may stand still for half a second

/// ffmpeg's arguments for a video of raw pictures from standard input.
std::vector<std::string> arguments(const std::string& path, int width, int height) {
  const std::string rate = std::to_string(static_cast<int>(Video::kFramesPerSecond));
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  return {"ffmpeg", "-hide_banner", "-loglevel", "error", "-y",
          // the pictures
          "-f", "rawvideo", "-pix_fmt", "rgba", "-s", size, "-r", rate, "-i", "-",
          // most players need an even size and the pixel format yuv420p
          "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p",
          // a name that begins with a hyphen is not an option
          path.front() == '-' ? "./" + path : path};
}

}  // namespace

Video::Video(const std::string& path, int width, int height)
    : path_(path), width_(width), height_(height) {
  try {
    program_ = std::make_shared<PipedProgram>(arguments(path, width, height));
  } catch (const std::runtime_error&) {
    throw std::runtime_error("A video needs the program ffmpeg, which is not installed");
  }
}

Video::~Video() { finish(); }

bool Video::add(const gfx::Screen& screen, double seconds) {
  if (!program_->running() || screen.width() != width_ || screen.height() != height_) return false;
  due_ += std::max(seconds, 0.0) * kFramesPerSecond;
  const int frames = static_cast<int>(due_);
  due_ -= frames;
  if (frames == 0) return true;
  const gfx::Image image = screen.image();
  for (int i = 0; i < std::min(frames, kMaxRepeats); ++i) {
    if (!program_->write(image.rgba.data(), image.rgba.size())) return false;
  }
  return true;
}

bool Video::finish() { return program_ && program_->finish(); }

}  // namespace app
