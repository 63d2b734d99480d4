#include <stdexcept>

#include "fuzz.h"
#include "io/body/body_file.h"
#include "io/scene/scene_file.h"

// The first letter says what the rest is: u for URDF, m for MJCF, b for BVH, g for glTF, text or
// binary. A body that is read becomes a scene, or is refused; the scene is written and read again
// to the same text.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  if (text.empty()) return 0;
  const std::string_view kinds = "umbg";
  const std::size_t kind = kinds.find(text.front());
  if (kind == std::string_view::npos) return 0;
  constexpr const char* kNames[] = {"body.urdf", "body.xml", "body.bvh", "body.gltf"};
  constexpr std::size_t kMostLinks = 40;  // more are slow, and tell nothing new
  try {
    const io::BodyFile file = io::parse_body(text.substr(1), kNames[kind]);
    if (file.model.links.size() > kMostLinks) return 0;
    lab::BodyWish wish;
    wish.fit = lab::CurveFit::kStanding;
    const std::string written = io::write_scene(lab::scene_of(file.model, wish));
    fuzz::expect(io::write_scene(io::parse_scene(written, fuzz::kSource)) == written,
                 "a scene that was made of a body reads back the same");
  } catch (const io::Error&) {
    // that is how a reader refuses
  } catch (const std::invalid_argument&) {
    // and that how a body is
  }
  return 0;
}
