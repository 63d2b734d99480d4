#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/json/node.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/scene/knobs.h"

namespace {

/// Two hands on one shoulder; the chains are 0.5 + 0.25 m, and 0.5 m + a slide of 1 m + 0.25 m
/// long.
nlohmann::json two_hands() {
  return nlohmann::json::parse(R"({"format": "ik-scene", "version": 1, "joints": [
    {"name": "a", "parent": null, "type": "revolute", "origin": [7, 0, 0], "axis": [0, 0, 1]},
    {"name": "b", "parent": "a", "type": "revolute", "origin": [0.3, 0.4, 0], "axis": [0, 0, 1]},
    {"name": "c", "parent": "a", "type": "prismatic", "origin": [0, 0.5, 0], "axis": [0, 1, 0],
     "limits": [-0.75, 0.25]}],
    "effectors": [{"name": "l", "joint": "b", "offset": [0.25, 0, 0]},
                  {"name": "r", "joint": "c", "offset": [0, 0, 0.25]}],
    "targets": [{"effector": "l", "center": [8, 0, 0]}, {"effector": "r", "center": [8, 1, 0]}]})");
}

TEST(SceneDamping, FollowsFromTheMeanLengthOfTheChainsWhereTheFileHasNone) {
  const lab::Scene scene = io::parse_scene(two_hands().dump(), "two.json");
  // 0.3 (0.75 + 1.75) / 2 = 0.375, to two digits
  EXPECT_EQ(lab::knob::kDamping.given(scene.settings), 0.38);
  const lab::Scene again = io::parse_scene(io::write_scene(scene), "again.json");
  EXPECT_TRUE(again.settings == scene.settings);
}

TEST(SceneDamping, StaysAsTheFileSays) {
  nlohmann::json scene = two_hands();
  scene["settings"]["lambda"] = 1.1;
  const lab::Scene read = io::parse_scene(scene.dump(), "two.json");
  EXPECT_EQ(lab::knob::kDamping.given(read.settings), 1.1);
}

TEST(SceneDamping, StaysUnsetInsideAnotherDocument) {
  // a session that was saved without λ repeats the method's own
  const nlohmann::json document = two_hands();
  const lab::Scene scene = io::read_scene(io::JsonNode(document, "session.json"), "two");
  EXPECT_FALSE(lab::knob::kDamping.given(scene.settings));
}

TEST(SceneDamping, StaysUnsetForABodyWithoutLength) {
  nlohmann::json scene = two_hands();
  for (auto& joint : scene["joints"]) {
    joint["origin"] = {0, 0, 0};
    joint.erase("limits");
  }
  for (auto& effector : scene["effectors"]) effector["offset"] = {0, 0, 0};
  const lab::Scene read = io::parse_scene(scene.dump(), "point.json");
  EXPECT_FALSE(lab::knob::kDamping.given(read.settings));
}

}  // namespace
