#include "io/scene/parts.h"

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/track/tracker.h"
#include "support/broken_scenes.h"

namespace {

using nlohmann::json;

/// The whole scene with these obstacles.
std::string with(const json& obstacles) {
  json scene = json::parse(support::whole_scene());
  scene["obstacles"] = obstacles;
  return scene.dump();
}

const json& list() {
  static const json obstacles = json::parse(R"([
    { "name": "post", "from": [1, 0, 0.5], "to": [1, 2, 0.25], "radius": 0.1 },
    { "name": "ball", "center": [0.1, -0.2, 0.3], "radius": 0.2 }
  ])");
  return obstacles;
}

/// The obstacle list with one value replaced.
json changed(const char* pointer, const json& value) {
  json obstacles = list();
  obstacles[json::json_pointer(pointer)] = value;
  return obstacles;
}

json without(int entry, const char* field) {
  json obstacles = list();
  obstacles[static_cast<std::size_t>(entry)].erase(field);
  return obstacles;
}

TEST(ObstacleFile, SaysWhereCapsulesAndBallsAre) {
  const lab::Scene scene = io::parse_scene(with(list()), "arm.json");
  ASSERT_EQ(scene.obstacles.size(), 2U);
  EXPECT_EQ(scene.obstacles[0].name, "post");
  EXPECT_EQ(scene.obstacles[0].a, Eigen::Vector3d(1, 0, 0.5));
  EXPECT_EQ(scene.obstacles[0].b, Eigen::Vector3d(1, 2, 0.25));
  EXPECT_EQ(scene.obstacles[0].radius, 0.1);
  EXPECT_EQ(scene.obstacles[1].name, "ball");
  EXPECT_EQ(scene.obstacles[1].a, Eigen::Vector3d(0.1, -0.2, 0.3));
  EXPECT_EQ(scene.obstacles[1].b, scene.obstacles[1].a);
  EXPECT_EQ(scene.obstacles[1].radius, 0.2);
}

TEST(ObstacleFile, MayHaveNone) {
  EXPECT_TRUE(io::parse_scene(support::whole_scene(), "arm.json").obstacles.empty());
  EXPECT_TRUE(io::parse_scene(with(json::array()), "arm.json").obstacles.empty());
}

TEST(ObstacleFile, ReadsBackWhatWasWritten) {
  const lab::Scene scene = io::parse_scene(with(list()), "arm.json");
  EXPECT_EQ(json::parse(io::write_scene(scene))["obstacles"], list());
  EXPECT_FALSE(json::parse(io::write_scene(io::parse_scene(support::whole_scene(), "arm.json")))
                   .contains("obstacles"));
}

TEST(ObstacleFile, RefusesEveryBrokenFieldByItsPlace) {
  const std::pair<json, std::string> broken[] = {
      {3, "obstacles: expected a list"},
      {{{"post", 1}}, "obstacles: expected a list"},
      {changed("/0", "post"), "obstacles[0]: expected an object"},
      {changed("/0/colour", "red"), "obstacles[0].colour: unknown field"},
      {changed("/1/name", ""), "obstacles[1].name: expected a name"},
      {changed("/1/name", "post"), "obstacles[1].name: the name 'post' appears twice"},
      {changed("/0/from", {0, 1}), "obstacles[0].from: expected 3 numbers"},
      {changed("/0/to", "up"), "obstacles[0].to: expected 3 numbers"},
      {changed("/1/center", 0), "obstacles[1].center: expected 3 numbers"},
      {changed("/0/center", {0, 0, 0}), "obstacles[0].center: given together with from or to"},
      {changed("/1/to", {0, 0, 0}), "obstacles[1].center: given together with from or to"},
      {changed("/0/radius", 0), "obstacles[0].radius: expected a number above 0"},
      {changed("/0/radius", -1), "obstacles[0].radius: expected a number above 0"},
      {changed("/0/radius", "wide"), "obstacles[0].radius: expected a number"},
      {without(0, "name"), "obstacles[0].name: missing"},
      {without(0, "from"), "obstacles[0].from: missing"},
      {without(0, "to"), "obstacles[0].to: missing"},
      {without(0, "radius"), "obstacles[0].radius: missing"},
      {without(1, "center"), "obstacles[1].from: missing"}};
  for (const auto& [obstacles, message] : broken) {
    SCOPED_TRACE(obstacles.dump());
    try {
      io::parse_scene(with(obstacles), "arm.json");
      ADD_FAILURE() << "was accepted";
    } catch (const io::Error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("arm.json: " + message, 0), 0U) << error.what();
    }
  }
}

TEST(ObstacleFile, ReachesTheMethods) {
  const lab::Tracker tracker(io::parse_scene(with(list()), "arm.json"), *ik::find_method("dls"));
  ASSERT_EQ(tracker.problem().obstacles.size(), 2U);
  EXPECT_EQ(tracker.problem().obstacles[1].name, "ball");
}

}  // namespace
