// The pose in which a set-up begins, in its text.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"

namespace {

lab::Setup setup_with_start() {
  const auto scene = std::make_shared<const lab::Scene>(io::find_scene("humanoid"));
  lab::Setup setup = lab::setup_of(scene, *ik::find_method("dls"));
  for (int j = 0; j < scene->multibody.joint_count(); ++j) setup.start.push_back(0.1 * j + 1e-17);
  return setup;
}

TEST(SetupStart, ComesBackToTheBit) {
  const lab::Setup setup = setup_with_start();
  EXPECT_EQ(io::parse_setup(io::setup_text(setup), "text").start, setup.start);
}

TEST(SetupStart, StandsInTheOrderOfTheSceneFile) {
  const lab::Setup setup = setup_with_start();
  const nlohmann::json list = nlohmann::json::parse(io::setup_text(setup))["start"];
  const ik::Multibody& body = setup.scene->multibody;
  ASSERT_EQ(list.size(), setup.start.size());
  for (std::size_t given = 0; given < list.size(); ++given) {
    const auto j = static_cast<std::size_t>(body.solver_index(static_cast<int>(given)));
    EXPECT_EQ(list[given].get<double>(), setup.start[j]);
  }
}

TEST(SetupStart, IsLeftOutWithoutOneAndRefusedWithAnotherLength) {
  lab::Setup setup = setup_with_start();
  nlohmann::json document = nlohmann::json::parse(io::setup_text(setup));
  document["start"].erase(0);
  try {
    io::parse_setup(document.dump(), "text");
    FAIL();
  } catch (const std::exception& problem) {
    const std::string count = std::to_string(setup.start.size());
    EXPECT_EQ(problem.what(), "text: start: expected " + count + " numbers");
  }
  setup.start.clear();
  EXPECT_FALSE(nlohmann::json::parse(io::setup_text(setup)).contains("start"));
}

}  // namespace
