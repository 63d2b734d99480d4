#include "io/scene/scene_file.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/body/body_file.h"
#include "support/temporary_folder.h"

// A start outside the joint limits, in scene files and robot files.
namespace {

const ik::Joint& given_joint(const lab::Scene& scene, int given) {
  return scene.multibody.joint(scene.multibody.solver_index(given));
}

/// Four hinges. The second starts at `initial`, outside its limits 0.4 and 0.8.
std::string starting_outside(double initial) {
  nlohmann::json joints = nlohmann::json::array();
  for (int i = 0; i < 4; ++i) {
    nlohmann::json joint = {
        {"name", "j" + std::to_string(i)},      {"parent", nullptr}, {"type", "revolute"},
        {"origin", {i == 0 ? 0.0 : 1.0, 0, 0}}, {"axis", {0, 0, 1}}, {"initial", 0.1}};
    if (i > 0) joint["parent"] = "j" + std::to_string(i - 1);
    if (i == 1) {
      joint["initial"] = initial;
      joint["limits"] = {0.4, 0.8};
    }
    joints.push_back(joint);
  }
  const nlohmann::json scene = {
      {"format", "ik-scene"},
      {"version", 1},
      {"joints", joints},
      {"effectors", {{{"name", "tip"}, {"joint", "j3"}, {"offset", {1, 0, 0}}}}},
      {"targets", {{{"effector", "tip"}, {"center", {3.1, -2.0, 0}}}}}};
  return scene.dump();
}

TEST(StartOutsideLimits, OfASceneFileIsPutInsideAndSaid) {
  const lab::Scene scene = io::parse_scene(starting_outside(-1.0), "outside");
  EXPECT_EQ(given_joint(scene, 1).initial, 0.4);
  EXPECT_EQ(given_joint(scene, 0).initial, 0.1);
  EXPECT_EQ(scene.notes,
            std::vector<std::string>{"joint \"j1\" starts at its limit, 0.4 rad: -1 is outside"});
  EXPECT_TRUE(io::parse_scene(starting_outside(0.8), "on the limit").notes.empty());
}

TEST(StartOutsideLimits, OfARobotIsPutInsideAndSaid) {
  const support::TemporaryFolder folder;
  const auto path = folder.path() / "bent.urdf";
  std::ofstream(path) << R"(<robot name="bent">
  <link name="base"/><link name="arm"/><link name="hand"/>
  <joint name="elbow" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <origin xyz="0 0 1"/><limit lower="0.5" upper="1.5" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="continuous"><parent link="arm"/><child link="hand"/>
    <axis xyz="0 1 0"/><origin xyz="1 0 0"/></joint>
</robot>)";
  io::BodyOptions options;
  options.wish.effectors = {"hand"};
  options.wish.fit = lab::CurveFit::kStanding;
  const std::string note = "joint \"elbow\" starts at its limit, 0.5 rad: 0 is outside";
  const auto notes_of = [&] { return io::open_scene(path.string(), options).notes; };
  EXPECT_EQ(std::ranges::count(notes_of(), note), 1);
  options.wish.fit = lab::CurveFit::kInReach;
  EXPECT_EQ(std::ranges::count(notes_of(), note), 0) << "it starts where its curves begin";
}

}  // namespace
