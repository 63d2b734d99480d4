// Robot and character files on the command line: what is wrong is one line, and status 2.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "cli/iklab_process.h"
#include "io/files/file.h"
#include "support/gltf.h"
#include "support/temporary_folder.h"

namespace {

class BodyOptions : public testing::Test {
 protected:
  BodyOptions() {
    io::write_file(robot, R"(<robot name="arm">
<link name="base"/><link name="upper"/><link name="tool0"/>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/>
<axis xyz="0 1 0"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="tool0"/>
<origin xyz="0 0 0.3"/><axis xyz="0 1 0"/></joint>
</robot>)");
    support::GltfWriter writer;
    const std::string members = support::GltfArm().members(writer);
    io::write_file(hero, writer.text(members));
  }
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const Finished run = iklab(arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(run.complaints(), 1) << run.err;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  }

  support::TemporaryFolder folder;
  std::string robot = (folder / "arm.urdf").string(), hero = (folder / "hero.gltf").string();
};

TEST_F(BodyOptions, AreRefusedWhereTheyDoNothing) {
  const std::string run = "run --method dls --steps 3 --scene ";
  expect_refused(run + "y --curve edge", "--curve: only for robot and character files; y is a");
  expect_refused("view --curve edge", "--curve: needs --scene");
  expect_refused(run + robot + " --package kuka=" + (folder / "none").string(),
                 "--package kuka=" + (folder / "none").string() + ": there is no folder");
  expect_refused(run + robot + " --effectors tool0,tool0", "the effector 'tool0' is named twice");
  EXPECT_EQ(iklab(run + robot + " --effectors tool0 --curve edge").status, 0);
}

TEST_F(BodyOptions, AnAnimationIsNamedBehindTheFile) {
  const std::string run = "run --method dls --steps 3 --scene ";
  EXPECT_EQ(iklab(run + "'" + hero + "#Wave'").status, 0);
  expect_refused(run + "'" + hero + "#Dance'",
                 hero + ": no animation \"Dance\" that moves the body; there is \"Wave\"");
  expect_refused(run + "'" + robot + "#Wave'", "only glTF files have animations to choose from");
}

TEST_F(BodyOptions, ARobotIsNotWrittenOver) {
  const std::string before = io::read_file(robot);
  expect_refused("convert " + robot + " " + robot, "a scene file is written, such as arm.json");
  EXPECT_EQ(io::read_file(robot), before);
  const std::string scene = (folder / "arm.json").string();
  const Finished run = iklab("convert " + robot + " " + scene);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, scene + ": 2 joints, 1 effector (tool0), 0 shapes\n");
}

}  // namespace
