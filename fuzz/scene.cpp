#include "fuzz.h"
#include "io/scene/scene_file.h"

// A scene that is read is written, and read again to the same text.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  try {
    const lab::Scene scene = io::parse_scene(fuzz::text_of(bytes, size), fuzz::kSource);
    const std::string written = io::write_scene(scene);
    fuzz::expect(io::write_scene(io::parse_scene(written, fuzz::kSource)) == written,
                 "a scene that was written reads back the same");
  } catch (const io::Error&) {
    // that is how a reader refuses
  }
  return 0;
}
