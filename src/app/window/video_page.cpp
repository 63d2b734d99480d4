#include <fstream>
#include <stdexcept>

#include "app/window/page.h"
#include "app/window/video.h"

// The browser films its canvas by itself and hands the file to its reader.
namespace app {

Video::Video(const std::string& path, int width, int height)
    : path_(path), width_(width), height_(height) {
  if (page_film_start() == 0) throw std::runtime_error("this browser does not film");
}

Video::~Video() { finish(); }

bool Video::add(const gfx::Screen& screen, double) {
  return screen.width() == width_ && screen.height() == height_;
}

bool Video::finish() {
  page_film_stop();
  // stands for the film where the window numbers its files; the page does not hand it over
  return std::ofstream(path_).good();
}

}  // namespace app
