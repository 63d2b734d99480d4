#include "io/obstacle_json.h"

#include <algorithm>

namespace io {
namespace {

ik::Obstacle read_obstacle(const JsonNode& node) {
  node.expect_fields({"name", "from", "to", "center", "radius"});
  ik::Obstacle obstacle;
  obstacle.name = node.field("name").name();
  if (const auto center = node.find("center")) {
    if (node.find("from") || node.find("to")) center->fail("stands beside from or to");
    obstacle.a = obstacle.b = center->vector();
  } else {
    obstacle.a = node.field("from").vector();
    obstacle.b = node.field("to").vector();
  }
  obstacle.radius = node.field("radius").number();
  if (!(obstacle.radius > 0.0)) node.field("radius").fail("expected a number above 0");
  return obstacle;
}

}  // namespace

std::vector<ik::Obstacle> read_obstacles(const JsonNode& scene) {
  std::vector<ik::Obstacle> obstacles;
  const auto list = scene.find("obstacles");
  if (!list || (list->value().is_array() && list->value().empty())) return obstacles;
  for (const JsonNode& node : list->items()) {
    const ik::Obstacle obstacle = read_obstacle(node);
    const bool known = std::any_of(obstacles.begin(), obstacles.end(),
                                   [&](const auto& other) { return other.name == obstacle.name; });
    if (known) node.field("name").fail("the name '" + obstacle.name + "' stands twice");
    obstacles.push_back(obstacle);
  }
  return obstacles;
}

nlohmann::ordered_json obstacle_json(const ik::Obstacle& obstacle) {
  const auto point = [](const Eigen::Vector3d& v) {
    return nlohmann::ordered_json{v.x(), v.y(), v.z()};
  };
  nlohmann::ordered_json object{{"name", obstacle.name}};
  if (obstacle.a == obstacle.b) {
    object["center"] = point(obstacle.a);
  } else {
    object["from"] = point(obstacle.a);
    object["to"] = point(obstacle.b);
  }
  object["radius"] = obstacle.radius;
  return object;
}

}  // namespace io
