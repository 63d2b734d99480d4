#include "fuzz.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"

// A scene that can be read is written, and reads back to the same text.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  try {
    const lab::Scene scene = io::parse_scene(fuzz::text_of(bytes, size), fuzz::kSource);
    const std::string written = io::write_scene(scene);
    fuzz::expect(io::write_scene(io::parse_scene(written, fuzz::kSource)) == written,
                 "a scene that was written reads back the same");
  } catch (const io::Error&) {
    // a reader refuses the input
  }
  return 0;
}
