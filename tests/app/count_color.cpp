// Prints the number of pixels near a colour in a PNG or in a screen file of Xvfb:
// count_color FILE RRGGBB TOLERANCE [LEFT|box]. With LEFT: their mean position "x y" right of that
// column. With "box": their bounding box "left top right bottom".

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "support/picture.h"

int main(int argc, char** argv) {
  if (argc != 4 && argc != 5) return 2;
  const bool png = std::string_view(argv[1]).ends_with(".png");
  const support::Picture picture = png ? support::read_png(argv[1]) : support::read_screen(argv[1]);
  const long wanted = std::strtol(argv[2], nullptr, 16);
  const long tolerance = std::strtol(argv[3], nullptr, 10);
  const bool box = argc == 5 && std::string_view(argv[4]) == "box";
  const long first = argc == 5 && !box ? std::strtol(argv[4], nullptr, 10) : 0;
  long count = 0, x = 0, y = 0;
  long left = picture.width, top = picture.height, right = 0, bottom = 0;
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4) {
    bool near = true;
    for (int channel = 0; channel < 3; ++channel) {
      const long value = wanted >> (8 * (2 - channel)) & 0xff;
      near &= std::labs(picture.rgba[i + static_cast<std::size_t>(channel)] - value) <= tolerance;
    }
    if (!near) continue;
    const auto pixel = static_cast<long>(i / 4);
    const long column = pixel % picture.width, row = pixel / picture.width;
    if (column < first) continue;
    ++count;
    x += column;
    y += row;
    left = std::min(left, column), right = std::max(right, column);
    top = std::min(top, row), bottom = std::max(bottom, row);
  }
  if (argc == 4) {
    std::printf("%ld\n", count);
  } else if (count > 0 && box) {
    std::printf("%ld %ld %ld %ld\n", left, top, right, bottom);
  } else if (count > 0) {
    std::printf("%ld %ld\n", x / count, y / count);
  }
  return 0;
}
