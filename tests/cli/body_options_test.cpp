// Robot and character files on the command line: each mistake gives one line and status 2.
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
  expect_refused(run + robot + " --effectors upper,,tool0",
                 "--effectors \"upper,,tool0\": a name is");
  expect_refused(run + robot + " --effectors tool0,", "--effectors \"tool0,\": a name is empty");
  expect_refused(run + robot + " --effectors ''", "--effectors: expected a value, and it is empty");
  expect_refused(run + robot + " --effectors tool0@0,1,upper",
                 "tool0@0,1: expected 3 numbers, x, y and z, or 6");
  expect_refused(run + robot + " --tip", "--tip: --effectors has to name the links");
  expect_refused(run + "y --tip", "--tip: ");
  EXPECT_EQ(iklab(run + robot + " --effectors tool0 --curve edge").status, 0);
  expect_refused(run + hero + " --curve standing",
                 "--curve: the targets of " + hero + " follow its recording");
  EXPECT_EQ(iklab(run + hero + " --curve standing --base fixed").status, 0);
}

TEST_F(BodyOptions, AnEffectorThatNothingMovesIsSaidAndNotAdvisedOn) {
  const std::string still = (folder / "still.urdf").string();
  const auto hinge = [&still](const std::string& more) {
    io::write_file(still,
                   "<robot name='r'><link name='base'/><link name='a'/><joint name='j' "
                   "type='continuous'><parent link='base'/><child link='a'/></joint>" +
                       more + "</robot>");
  };
  hinge("");
  const Finished run = iklab("run --method dls --steps 3 --scene " + still);
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "iklab: " + still +
                         ": nothing moves effector \"a\": it lies on the axes of its joints, or "
                         "these are held\n");
  const Finished advise = iklab("advise --steps 3 --warmup 0 --scene " + still);
  EXPECT_EQ(advise.status, 2);
  EXPECT_EQ(advise.out, "");
  EXPECT_NE(advise.err.find("no effector can move: there is nothing to advise"), std::string::npos)
      << advise.err;
  // if another effector can move, the advice is about that one
  hinge(
      "<link name='b'/><joint name='k' type='continuous'><parent link='base'/><child link='b'/>"
      "</joint><link name='c'/><joint name='l' type='fixed'><origin xyz='0 1 0'/>"
      "<parent link='b'/><child link='c'/></joint>");
  const Finished some =
      iklab("advise --steps 3 --warmup 0 --methods dls --effectors a,c --scene " + still);
  EXPECT_EQ(some.status, 0) << some.err;
  EXPECT_EQ(some.complaints(), 1) << some.err;
  EXPECT_NE(some.err.find("nothing moves effector \"a\""), std::string::npos) << some.err;
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
  expect_refused("convert " + robot + " " + robot,
                 "the output must be a scene file, such as arm.json");
  EXPECT_EQ(io::read_file(robot), before);
  const std::string scene = (folder / "arm.json").string();
  const Finished run = iklab("convert " + robot + " " + scene);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, scene + ": 2 joints, 1 effector (tool0), 0 shapes\n");
  const Finished tool =
      iklab("convert " + robot + " " + scene + " --effectors tool0@0,0,0.1,0,0,0.785");
  EXPECT_EQ(tool.status, 0) << tool.err;
  const std::string written = io::read_file(scene);
  EXPECT_NE(written.find(R"("offset":[0.0,0.0,0.1],"rpy":[0.0,0.0,0.785])"), std::string::npos)
      << written;
}

}  // namespace
