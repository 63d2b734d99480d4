#include "io/saved/session_bounds.h"

#include "io/scene/scene_writer.h"
#include "io/setup/setup_json.h"

namespace io {

void SessionBudget::spend(std::size_t count) {
  constexpr std::size_t kMax = 50'000'000;
  spent_ += count;
  if (spent_ > kMax) root_->fail("too large: too many changes");
}

std::size_t weight_of(const JsonSize& size) {
  constexpr std::size_t kBytes = 16;  // bytes that cost as much as a number
  return size.values + size.bytes / kBytes;
}

std::size_t weight_of_scene(const nlohmann::json& scene, const lab::Scene* named) {
  const bool by_name = scene.is_string() && named != nullptr;
  return weight_of(size_of(by_name ? nlohmann::json::parse(write_scene(*named)) : scene));
}

bool BodyBudget::spend(std::size_t weight) {
  // allows several hundred changes of a character with 300 hinges, which take seconds to read
  constexpr std::size_t kMax = 4'000'000;
  if (spent_ + weight * left_ > kMax) return false;
  spent_ += weight;
  --left_;
  return true;
}

std::shared_ptr<const lab::Scene> SessionBodies::read(
    const JsonNode& node, const JsonNode& change, const std::shared_ptr<const lab::Scene>& before) {
  Known& known = known_[node.value().dump()];
  if (!known.scene && node.value().is_string()) known.scene = read_setup_scene(node);
  if (known.weight == 0) known.weight = weight_of_scene(node.value(), known.scene.get());
  if (!budget_.spend(known.weight)) change.fail(BodyBudget::kExceeded);
  if (!known.scene) known.scene = read_setup_scene(node);
  if (known.scene == before) return std::make_shared<const lab::Scene>(*before);
  return known.scene;
}

}  // namespace io
