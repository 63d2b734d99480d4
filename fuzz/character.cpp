#include <algorithm>
#include <stdexcept>

#include "fuzz.h"
#include "io/body/body_file.h"
#include "io/body/gltf_mesh.h"
#include "support/temporary_folder.h"

namespace {

void expect_drawable(const io::Character& character) {
  const auto joints = static_cast<int>(character.joints.size());
  for (const io::CharacterPart& part : character.parts) {
    const Eigen::Index count = part.mesh.points.cols();
    fuzz::expect(part.mesh.points.allFinite() && part.mesh.normals.allFinite() &&
                     part.mesh.normals.cols() == count && part.joints.cols() == count &&
                     part.weights.cols() == count,
                 "every vertex has a place, a normal, joints and weights");
    fuzz::expect(std::ranges::all_of(part.mesh.indices, [&](auto i) { return i < count; }),
                 "triangles have three of the vertices");
    fuzz::expect(count == 0 || part.joints.maxCoeff() < joints, "vertices hang on known joints");
    fuzz::expect((part.weights.array() >= 0.0F).all() &&
                     ((part.weights.colwise().sum().array() - 1.0F).abs() < 1e-4F).all(),
                 "weights sum to 1");
  }
  for (const io::CharacterJoint& joint : character.joints) {
    fuzz::expect(joint.node >= 0 && joint.node_from_mesh.allFinite(), "a joint has a node");
  }
}

}  // namespace

// The input is a name such as "hero.gltf#Run", a line feed and the glTF file. The file's skins are
// read as the window reads them, and its body with the animation of that name, which must exist.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const support::TemporaryFolder folder;
  const std::string_view text = fuzz::text_of(bytes, size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const io::BodyName name = io::split_body_name(std::string(text.substr(0, end)));
  fuzz::expect(name.file.string() + (name.animation.empty() ? "" : "#" + name.animation) ==
                       text.substr(0, end) ||
                   name.animation.empty(),
               "a name is divided, and nothing of it lost");
  const std::string_view file = text.substr(std::min(end + 1, text.size()));
  const std::filesystem::path path = folder / "hero.gltf";
  support::put(path, std::string(file));
  try {
    expect_drawable(io::read_character(path));
  } catch (const io::Error&) {
    // a reader refuses the input
  }
  try {
    const io::BodyFile body = io::parse_body(file, path, {.animation = name.animation});
    fuzz::expect(name.animation.empty() || body.model.recording.has_value(),
                 "an animation that was chosen is followed");
    constexpr std::size_t kMaxLinks = 40;  // larger bodies are slow and test nothing new
    if (body.model.links.size() > kMaxLinks || !body.model.recording) return 0;
    const lab::Scene scene = lab::scene_of(body.model);
    fuzz::expect(scene.recording == body.model.recording->name, "the recording has its name");
  } catch (const io::Error&) {
  } catch (const std::invalid_argument&) {
    // the body is invalid
  }
  return 0;
}
