#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>

#include "fuzz.h"
#include "iklab/problem.h"
#include "io/body/body_file.h"
#include "io/body/body_formats.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"

namespace {

/// Checks that the targets of a recorded body begin at its effectors.
void expect_recorded(const lab::BodyModel& model, const lab::Scene& scene) {
  const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
  for (int i = 0; i < scene.multibody.effector_count(); ++i) {
    const lab::TargetCurve& target = scene.targets[static_cast<std::size_t>(i)];
    const auto* curve = std::get_if<lab::SplineCurve>(&target.shape());
    fuzz::expect(curve != nullptr && static_cast<Eigen::Index>(curve->points.size()) ==
                                         model.recording->theta.cols(),
                 "a target has a point for each frame");
    fuzz::expect(curve->points.front() == pose.effector.col(i), "it begins at its effector");
  }
}

}  // namespace

// The first letter is the format: u URDF, m MJCF, b BVH, g glTF (text or binary). After a capital
// letter, one byte chooses the curve fit, the base and the aims. A body that can be read becomes a
// scene or is refused. The scene is written, read again and written to the same text.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  if (text.empty()) return 0;
  const char letter = text.front();
  const bool wished = std::isupper(static_cast<unsigned char>(letter)) != 0 && text.size() > 1;
  const auto formats = io::body_formats();
  const auto format = std::find_if(formats.begin(), formats.end(), [&](const io::BodyFormat& row) {
    const auto initial = static_cast<unsigned char>(row.name[0]);
    return letter == (wished ? std::toupper(initial) : std::tolower(initial));
  });
  if (format == formats.end()) return 0;
  lab::BodyRequest wish{.fit = lab::CurveFit::kStanding};
  if (wished) {
    const auto number = static_cast<unsigned char>(text[1]);
    wish.fit = static_cast<lab::CurveFit>(number % 4);
    wish.base = static_cast<lab::Base>(number / 4 % 3);
    wish.aim = static_cast<ik::AimKind>(number / 12 % 3);
  }
  constexpr std::size_t kMaxLinks = 40;  // more are slow, and tell nothing new
  try {
    const io::BodyFile file =
        io::parse_body(text.substr(wished ? 2 : 1), "body" + std::string(format->extensions[0]));
    if (file.model.links.size() > kMaxLinks) return 0;
    const lab::Scene scene = lab::scene_of(file.model, wish);
    if (!scene.recording.empty()) expect_recorded(file.model, scene);
    const std::string written = io::write_scene(scene);
    fuzz::expect(io::write_scene(io::parse_scene(written, fuzz::kSource)) == written,
                 "a scene that was made of a body reads back the same");
  } catch (const io::Error&) {
    // a reader refuses the input
  } catch (const std::invalid_argument&) {
    // the body is invalid
  }
  return 0;
}
