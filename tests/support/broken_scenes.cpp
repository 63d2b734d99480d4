#include "support/broken_scenes.h"

#include <functional>

#include <nlohmann/json.hpp>

namespace support {
namespace {

using nlohmann::json;

constexpr const char* kWhole = R"({
  "format": "ik-scene", "version": 1,
  "name": "Whole", "description": "Everything at once.", "up": "z", "look": "robot",
  "time_step": 0.01,
  "settings": { "lambda": 0.6, "d_max": 0.4, "adaptive-d-max": true, "jacobian": "target",
                "max-angle": 30, "max-slide": "off", "iterations": 2 },
  "joints": [
    { "name": "slide", "parent": "shoulder", "type": "prismatic", "origin": [1, 0, 0],
      "rpy": [0.1, -0.2, 0.5], "axis": [2, 0, 0], "limits": [0, 0.5], "initial": 0.1,
      "rest": 0.2, "weight": 0.5 },
    { "name": "shoulder", "parent": null, "type": "revolute", "origin": [0, 0.25, 0],
      "axis": [0, 0, 1] },
    { "name": "drill", "parent": "slide", "type": "screw", "origin": [0.5, 0, 0],
      "axis": [1, 2, -2], "pitch": 0.05 },
    { "name": "wrist", "parent": "shoulder", "type": "revolute", "origin": [0, 1, 0],
      "axis": [1, 0, 0], "limits": [null, 2.0] },
    { "name": "second wrist", "parent": "wrist", "type": "revolute", "origin": [0, 0.2, 0],
      "axis": [1, 0, 0], "follows": { "joint": "shoulder", "ratio": -0.5, "shift": 0.1 } }
  ],
  "effectors": [
    { "name": "hand", "joint": "slide", "offset": [1, 0, 0] },
    { "name": "bit", "joint": "drill", "offset": [0.2, 0.1, 0], "aim": "direction", "pointer": [0, 2, 0] },
    { "name": "finger", "joint": "wrist", "offset": [0, 0.5, 0], "rpy": [0.1, -0.2, 0.3], "aim": "orientation", "lever": 0.3 }
  ],
  "targets": [
    { "effector": "finger", "jumps": [[0, 2, 0], [0.3, 1.8, 0]], "period": 2, "rpy": [0.1, 0, 0], "weight": 2 },
    { "effector": "hand", "center": [1.2, 0.4, 0],
      "waves": [ { "amplitude": [0.5, 0, 0], "frequency": 6, "phase": 1 },
                 { "amplitude": [0, 0.25, 0], "frequency": 2.5 } ] },
    { "effector": "bit", "direction": [0, 0, 3], "aim_weight": 0.5,
      "swing": { "axis": [1, 0, 0], "amplitude": 0.7, "frequency": 2, "phase": 0.3 },
      "points": [[1, 1, 0], [1.5, 1, 0.2], [1.2, 0.7, 0.1]], "period": 3 }
  ],
  "groups": [ { "name": "tools", "joints": ["drill", "slide"] } ],
  "visuals": [
    { "joint": "slide", "shape": "box", "size": [1, 0.1, 0.2], "origin": [0.5, 0, 0], "rpy": [0.1, 0, 0], "color": [0.5, 0.25, 1] },
    { "joint": null, "shape": "mesh", "file": "table.stl", "scale": [0.5, 0.5, 2], "origin": [0, -1, 0] },
    { "joint": "wrist", "shape": "capsule", "radius": 0.1, "length": 0.3, "origin": [0, 0, 0] },
    { "joint": "wrist", "shape": "ball", "radius": 0.1, "origin": [0, 0, 0] },
    { "joint": "drill", "shape": "cylinder", "radius": 0.1, "length": 0.3, "origin": [0, 0, 0] },
    { "joint": "wrist", "shape": "node", "file": "hero.glb", "node": 7, "scale": [2, 2, 2], "origin": [0, 0, 1] }
  ],
  "source": "whole.urdf"
})";

/// The whole scene with one value replaced; "/joints/1/axis" is a JSON pointer.
BrokenScene with(const char* pointer, const json& value, const std::string& message) {
  json document = json::parse(kWhole);
  document[json::json_pointer(pointer)] = value;
  return {std::string("With") + pointer + "=" + value.dump(), document.dump(2), message};
}

BrokenScene without(const std::string& pointer, const std::string& message) {
  json document = json::parse(kWhole);
  const json::json_pointer place(pointer);
  document[place.parent_pointer()].erase(place.back());
  return {"Without" + pointer, document.dump(2), message};
}

/// The text of the whole scene with `from` replaced, for text that a JSON library cannot write.
BrokenScene replaced(const std::string& from, const std::string& to, const std::string& message) {
  std::string text = kWhole;
  text.replace(text.find(from), from.size(), to);
  return {"Text:" + to, text, message};
}

std::vector<BrokenScene> make() {
  const json half = {0.0, 1.0};
  std::vector<BrokenScene> scenes = {
      with("/format", "urdf", "format: expected \"ik-scene\""),
      with("/format", 1, "format: expected a text"),
      with("/version", 2, "version: expected 1"),
      with("/version", "1", "version: expected a number"),
      with("/name", 7, "name: expected a text"),
      with("/description", json::array(), "description: expected a text"),
      with("/up", "x", "up: expected y or z"),
      with("/up", true, "up: expected a text"),
      with("/time_step", 0, "time_step: expected a number above 0"),
      with("/time_step", -0.005, "time_step: expected a number above 0"),
      with("/time_step", "0.005", "time_step: expected a number"),
      with("/gravity", 9.81, "gravity: unknown field"),

      with("/settings", 3, "settings: expected an object"),
      with("/settings/lamda", 3, "settings.lamda: unknown setting"),
      with("/settings/lambda", -1, "settings.lambda: expected a number of at least 0"),
      with("/settings/lambda", "off", "settings.lambda: expected a number of at least 0"),
      with("/settings/lambda", nullptr, "settings.lambda: expected a number of at least 0"),
      with("/settings/d_max", 0, "settings.d_max: expected a number above 0, or off"),
      with("/settings/d_max", "0.4", "settings.d_max: expected a number above 0, or off"),
      with("/settings/d-max", 0.4, "the setting appears twice"),
      with("/settings/adaptive-d-max", 1, "settings.adaptive-d-max: expected true or false"),
      with("/settings/jacobian", "both", "settings.jacobian: expected effector or target"),
      with("/settings/jacobian", 0, "settings.jacobian: expected effector or target"),
      with("/settings/max-angle", true, "settings.max-angle: expected a number above 0, or off"),
      with("/settings/max-slide", -1, "settings.max-slide: expected a number above 0, or off"),
      with("/settings/iterations", 0, "settings.iterations: expected a whole number"),
      with("/settings/iterations", 1.5, "settings.iterations: expected a whole number"),
      with("/settings/time-step", 0.01,
           "time_step: given together with a time step in the settings"),

      with("/joints", 4, "joints: expected a list"),
      with("/joints", json::array(), "joints: expected at least one entry"),
      with("/joints/1", "shoulder", "joints[1]: expected an object"),
      with("/joints/1/colour", "red", "joints[1].colour: unknown field"),
      with("/joints/1/name", "", "joints[1].name: expected a name"),
      with("/joints/1/name", 1, "joints[1].name: expected a name"),
      with("/joints/1/name", "slide", "joints[1].name: the name 'slide' appears twice"),
      with("/joints/0/parent", "elbow", "joints[0].parent: no joint 'elbow'"),
      with("/joints/0/parent", 1, "joints[0].parent: expected a name"),
      with("/joints/0/parent", "slide", "joints[0].parent: the parents form a cycle"),
      with("/joints/1/parent", "drill", ".parent: the parents form a cycle"),
      with("/joints/1/type", "ball", "joints[1].type: expected revolute, prismatic or screw"),
      with("/joints/1/type", nullptr, "joints[1].type: expected a text"),
      with("/joints/1/origin", half, "joints[1].origin: expected 3 numbers"),
      with("/joints/1/origin", {0, "0", 0}, "joints[1].origin: expected 3 numbers"),
      with("/joints/1/origin", 0, "joints[1].origin: expected 3 numbers"),
      with("/joints/0/rpy", half, "joints[0].rpy: expected 3 numbers"),
      with("/joints/0/rotation", json::parse("[[1,0,0],[0,1,0],[0,0,1]]"),
           "joints[0].rotation: given together with rpy"),
      with("/joints/1/rotation", json::parse("[[1,0,0],[0,1,0]]"),
           "joints[1].rotation: expected 3 rows"),
      with("/joints/1/rotation", json::parse("[[1,0,0],[0,2,0],[0,0,1]]"),
           "joints[1].rotation: expected the rows of a rotation matrix"),
      with("/joints/1/rotation", json::parse("[[1,0,0],[0,1,0],[0,0,-1]]"),
           "joints[1].rotation: expected the rows of a rotation matrix"),
      with("/joints/1/origin", {0, 1.1e6, 0}, "joints[1].origin: farther than 1000 km"),
      with("/effectors/0/offset", {0, 0, -1e308}, "effectors[0].offset: farther than 1000 km"),
      with("/joints/0/initial", 1e17, "joints[0].initial: beyond 1000000 rad or m"),
      with("/joints/1/axis", half, "joints[1].axis: expected 3 numbers"),
      with("/joints/1/axis", {0, 0, 0}, "joints[1].axis: the axis is zero"),
      with("/joints/1/axis", {0, nullptr, 1}, "joints[1].axis: expected 3 numbers"),
      with("/joints/1/pitch", 0.1, "joints[1].pitch: only a screw joint has a pitch"),
      with("/joints/2/pitch", "fine", "joints[2].pitch: expected a number"),
      with("/joints/0/limits", {0.5, 0}, "joints[0].limits: the lower limit is above the upper"),
      with("/joints/0/limits", json::array({0.5}), "joints[0].limits: expected 2 numbers"),
      with("/joints/0/limits", {0, "1"}, "joints[0].limits[1]: expected a number"),
      with("/joints/0/initial", "0", "joints[0].initial: expected a number"),
      with("/joints/0/rest", true, "joints[0].rest: expected a number"),
      with("/joints/0/weight", -0.5, "joints[0].weight: expected a number of at least 0"),
      with("/joints/0/weight", nullptr, "joints[0].weight: expected a number"),

      with("/joints/4/follows", "shoulder", "joints[4].follows: expected an object"),
      with("/joints/4/follows/joint", "elbow", "joints[4].follows.joint: no joint 'elbow'"),
      with("/joints/4/follows/joint", "second wrist", "follows"),
      with("/joints/4/follows/ratio", 0, "joints[4].follows.ratio: expected a number other than 0"),
      with("/joints/4/follows/sign", 1, "joints[4].follows.sign: unknown field"),
      with("/joints/1/follows", {{"joint", "drill"}}, "follows another joint itself"),

      with("/visuals", 1, "visuals: expected a list"),
      with("/visuals/0/joint", "elbow", "visuals[0].joint: no joint 'elbow'"),
      with("/visuals/0/shape", "cone", "visuals[0].shape: expected box, cylinder, capsule, ball"),
      with("/visuals/0/size", half, "visuals[0].size: expected 3 numbers"),
      with("/visuals/0/color", {0, 2, 0}, "visuals[0].color: expected numbers from 0 to 1"),
      with("/visuals/1/file", "", "visuals[1].file: expected a name"),
      with("/visuals/5/file", "", "visuals[5].file: expected a name"),
      with("/visuals/5/node", -1, "visuals[5].node: expected a whole number"),
      with("/visuals/5/node", 0.5, "visuals[5].node: expected a whole number"),
      with("/visuals/3/radius", 0, "visuals[3].radius: expected a number above 0"),
      with("/source", 1, "source: expected a text"),

      with("/effectors", json::object(), "effectors: expected a list"),
      with("/effectors", json::array(), "effectors: expected at least one entry"),
      with("/effectors/1/name", "hand", "effectors[1].name: the name 'hand' appears twice"),
      with("/effectors/1/name", nullptr, "effectors[1].name: expected a name"),
      with("/effectors/1/joint", "elbow", "effectors[1].joint: no joint 'elbow'"),
      with("/effectors/1/offset", half, "effectors[1].offset: expected 3 numbers"),
      with("/effectors/0/rpy", half, "effectors[0].rpy: expected 3 numbers"),
      with("/effectors/2/rotation", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
           "effectors[2].rotation: given together with rpy"),
      with("/effectors/1/rotation", {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
           "effectors[1].rotation: expected the rows of a rotation matrix"),
      with("/effectors/1/weight", 1, "effectors[1].weight: unknown field"),
      with("/effectors/1/aim", "up", "effectors[1].aim: expected direction or orientation"),
      with("/effectors/1/pointer", {0, 0, 0}, "effectors[1].pointer: the direction is zero"),
      with("/effectors/0/pointer", {0, 0, 1}, "effectors[0].pointer: only a direction has"),
      with("/effectors/2/lever", -1, "effectors[2].lever: expected a number of at least 0"),

      with("/targets", "none", "targets: expected a list"),
      with("/targets", json::array(), "targets: expected at least one entry"),
      with("/targets/0/effector", "toe", "targets[0].effector: no effector 'toe'"),
      with("/targets/0/effector", 3, "targets[0].effector: expected a name"),
      with("/targets/0/effector", "hand", "targets[1].effector: the effector 'hand' has two"),
      with("/targets/0/speed", 1, "targets[0].speed: unknown field"),
      with("/targets/0/points", {{0, 0, 0}}, "targets[0]: expected one of center, points and"),
      with("/targets/0/jumps", json::array(), "targets[0].jumps: expected at least one entry"),
      with("/targets/0/jumps/1", half, "targets[0].jumps[1]: expected 3 numbers"),
      with("/targets/0/period", 0, "targets[0].period: expected a number above 0"),
      with("/targets/1/center", half, "targets[1].center: expected 3 numbers"),
      with("/targets/1/period", 2, "targets[1].period: unknown field"),
      with("/targets/1/waves", 2, "targets[1].waves: expected a list"),
      with("/targets/1/waves/0/amplitude", 0.5, "targets[1].waves[0].amplitude: expected 3 num"),
      with("/targets/1/waves/0/frequency", "6", "targets[1].waves[0].frequency: expected a num"),
      with("/targets/1/waves/0/phase", nullptr, "targets[1].waves[0].phase: expected a number"),
      with("/targets/1/waves/0/omega", 6, "targets[1].waves[0].omega: unknown field"),
      with("/targets/2/points", json::array(), "targets[2].points: expected at least one entry"),
      with("/targets/2/points/0", "origin", "targets[2].points[0]: expected 3 numbers"),
      with("/targets/2/period", -3, "targets[2].period: expected a number above 0"),
      with("/targets/1/weight", -1, "targets[1].weight: expected a number of at least 0"),
      with("/targets/2/aim_weight", "1", "targets[2].aim_weight: expected a number"),
      with("/targets/1/aim_weight", 1, "targets[1].aim_weight: the effector has no aim"),
      with("/targets/1/direction", {1, 0, 0}, "targets[1].direction: the effector aims at no"),
      with("/targets/0/direction", {1, 0, 0}, "targets[0].direction: the effector aims at no"),
      with("/targets/2/rpy", {1, 0, 0}, "targets[2].rpy: the effector has no orientation"),
      with("/targets/2/direction", {0, 0, 0}, "targets[2].direction: the direction is zero"),
      with("/targets/2/swing/axis", {0, 0, 0}, "targets[2].swing.axis: the direction is zero"),
      with("/targets/2/swing/speed", 1, "targets[2].swing.speed: unknown field"),
      with("/targets/1/swing", json::object(), "targets[1].swing: the effector has no aim"),
      without("/targets/2/direction", "targets[2].direction: missing"),
      without("/targets/0/rpy", "targets[0]: the effector has an orientation: expected rpy or"),

      with("/groups/0/joints", {"drill", "saw"}, "groups[0].joints[1]: no joint 'saw'"),
      with("/groups/0/joints", json::array(), "groups[0].joints: expected at least one entry"),
      with("/groups/0/name", 3, "groups[0].name: expected a name"),
      with("/groups/0/color", 3, "groups[0].color: unknown field"),

      without("/format", "format: missing"),
      without("/version", "version: missing"),
      without("/joints", "joints: missing"),
      without("/effectors", "effectors: missing"),
      without("/targets", "targets: missing"),
      without("/joints/1/name", "joints[1].name: missing"),
      without("/joints/1/parent", "joints[1].parent: missing"),
      without("/joints/1/type", "joints[1].type: missing"),
      without("/joints/1/origin", "joints[1].origin: missing"),
      without("/joints/1/axis", "joints[1].axis: missing"),
      without("/joints/2/pitch", "joints[2].pitch: missing"),
      without("/effectors/0/name", "effectors[0].name: missing"),
      without("/effectors/0/joint", "effectors[0].joint: missing"),
      without("/effectors/0/offset", "effectors[0].offset: missing"),
      without("/targets/1/effector", "targets[1].effector: missing"),
      without("/targets/1/center", "targets[1].center: missing"),
      without("/targets/0/jumps", "targets[0]: expected one of center, points and jumps"),
      without("/targets/1/waves/0/amplitude", "targets[1].waves[0].amplitude: missing"),
      without("/targets/1/waves/0/frequency", "targets[1].waves[0].frequency: missing"),

      replaced("\"time_step\": 0.01", "\"time_step\": 1e999", "time_step: the number is out of"),
      replaced("[0, 0.25, 0]", "[0, -1e999, 0]", "joints[1].origin[1]: the number is out of range"),
      replaced("\"initial\": 0.1", "\"initial\": NaN", "not JSON: line 9, column 82"),
      replaced("\"initial\": 0.1", "\"rest\": 0.1", "joints[0].rest: the field appears twice"),
      replaced("\"version\": 1", "\"format\": \"ik-scene\"", "format: the field appears twice"),
      replaced("\"tools\", \"joints\": [\"drill\", \"slide\"] } ]", "\"tools\" }",
               "not JSON: line 35, column"),
      {"NoText", "", "not JSON: there is nothing in it"},
      {"NoJson", "cube\nfacet normal 0 0 1\n", "not JSON: line 1, column 1"},
      {"BadUtf8", "{\"format\": \"\xff\"}", "not JSON: line 1, column"},
      {"AList", "[]", "expected an object"},
      {"ANumber", "3", "expected an object"},
      {"AHugeNumber", "1e999", "the number is out of range"},
  };
  json fewer = json::parse(kWhole);
  fewer["targets"].erase(1);
  scenes.push_back({"OneTargetFewer", fewer.dump(), "targets: the effector 'hand' has none"});
  return scenes;
}

}  // namespace

std::string whole_scene() { return kWhole; }

const std::vector<BrokenScene>& broken_scenes() {
  static const std::vector<BrokenScene> scenes = make();
  return scenes;
}

}  // namespace support
