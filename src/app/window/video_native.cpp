#include "app/window/video.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace app {
namespace {

constexpr int kMaxRepeats = 15;  // of a picture: half a second

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

bool write_all(int pipe, const std::uint8_t* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(pipe, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

Video::Video(const std::string& path, int width, int height)
    : path_(path), width_(width), height_(height) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe to ffmpeg");
  std::vector<std::string> words = arguments(path, width, height);
  std::vector<char*> raw;
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  pid_t process = -1;
  const int problem = posix_spawnp(&process, "ffmpeg", &actions, nullptr, raw.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (problem != 0) {
    close(ends[1]);
    throw std::runtime_error("A video needs the program ffmpeg, which is not installed");
  }
  pipe_ = ends[1];
  process_ = process;
}

Video::~Video() { finish(); }

bool Video::add(const gfx::Screen& screen, double seconds) {
  if (pipe_ < 0 || screen.width() != width_ || screen.height() != height_) return false;
  due_ += std::max(seconds, 0.0) * kFramesPerSecond;
  const int frames = static_cast<int>(due_);
  due_ -= frames;
  if (frames == 0) return true;
  const gfx::Image image = screen.image();
  for (int i = 0; i < std::min(frames, kMaxRepeats); ++i) {
    if (!write_all(pipe_, image.rgba.data(), image.rgba.size())) return false;
  }
  return true;
}

bool Video::finish() {
  if (pipe_ < 0) return false;
  close(pipe_);
  pipe_ = -1;
  int status = -1;
  while (waitpid(static_cast<pid_t>(process_), &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace app
