// Prints how many pixels of a PNG are near a colour: count_color FILE RRGGBB TOLERANCE.

#include <cstdio>
#include <cstdlib>

#include "io/image_file.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const io::Pixels picture = io::read_png(argv[1]);
  const long wanted = std::strtol(argv[2], nullptr, 16);
  const long tolerance = std::strtol(argv[3], nullptr, 10);
  long count = 0;
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4) {
    bool near = true;
    for (int channel = 0; channel < 3; ++channel) {
      const long value = wanted >> (8 * (2 - channel)) & 0xff;
      near &= std::labs(picture.rgba[i + static_cast<std::size_t>(channel)] - value) <= tolerance;
    }
    count += near ? 1 : 0;
  }
  std::printf("%ld\n", count);
  return 0;
}
