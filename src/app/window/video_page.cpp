#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "app/window/page.h"
#include "app/window/video.h"

// The browser films by itself, in its own format, and gives the file to its reader.
namespace app {

Video::Video(const std::string& path, int width, int height) : width_(width), height_(height) {
  const char* const suffix = page_film_start();
  if (suffix == nullptr) throw std::runtime_error("this browser does not film");
  path_ = std::filesystem::path(path).replace_extension(suffix).string();
}

Video::~Video() { finish(); }

bool Video::add(const gfx::Screen& screen, double) {
  page_film_frame();
  return screen.width() == width_ && screen.height() == height_;
}

bool Video::finish() {
  page_film_stop();
  // a placeholder for the film, in the window's numbering of files
  return std::ofstream(path_).good();
}

}  // namespace app
