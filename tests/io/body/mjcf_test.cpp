// Other contents of MJCF files: sections in any order, included files, start poses, and unsupported
// constraints.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "io/body/body_file.h"
#include "io/files/file.h"
#include "lab/body/body_model.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using Notes = std::vector<std::string>;
using Eigen::AngleAxisd, Eigen::Vector3d;

const std::string kArm =
    "<worldbody><body name='a'><joint name='p' axis='0 1 0'/><body name='b' pos='0 0 1'>"
    "<joint name='q' axis='0 1 0'/><site name='tip' pos='0 0 1'/></body></body>"
    "<body name='c' pos='1 0 0'><joint name='r'/></body></worldbody>";

io::BodyFile read_mjcf_text(const std::string& sections) {
  return io::parse_body("<mujoco>" + sections + "</mujoco>", "m.xml");
}

TEST(MjcfOrder, DefaultsAndConventionsMayFollowWhatUsesThem) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder / "meshes");
  support::put(folder / "meshes/a.stl", "x");
  const std::string sections[] = {
      "<compiler angle='radian' meshdir='meshes'/>",
      "<default><default class='m'><mesh scale='0.001 0.001 0.001'/><joint range='0 1'/></default>"
      "</default>",
      "<asset><mesh class='m' name='a' file='a.stl'/></asset>",
      "<worldbody><body name='b'><joint class='m' name='j'/><geom type='mesh' mesh='a'/></body>"
      "</worldbody>"};
  for (const std::vector<int>& order :
       {std::vector{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 3, 0, 1}, {1, 3, 2, 0}}) {
    std::string text = "<mujoco>";
    for (const int i : order) text += sections[i];
    const lab::BodyModel model = io::parse_body(text + "</mujoco>", folder / "m.xml").model;
    EXPECT_EQ(model.links.at(1).joints.at(0).upper, 1.0);
    ASSERT_EQ(model.links[1].visuals.size(), 1U);
    EXPECT_EQ(std::get<lab::MeshShape>(model.links[1].visuals[0].shape).scale,
              Vector3d(1e-3, 1e-3, 1e-3));
  }
}

TEST(MjcfFiles, FoldersOfAssetsAndNamesWithoutTheirsAreAsMujocoHasThem) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder / "sub/deep");
  fs::create_directories(folder / "model");
  support::put(folder / "sub/a.stl", "x");
  support::put(folder / "sub/deep/b.stl", "x");
  const auto found = [&folder](const std::string& compiler, const std::string& file) {
    const auto read =
        io::parse_body("<mujoco><compiler " + compiler + "/><asset><mesh name='m' file='" + file +
                           "'/></asset><worldbody><body><joint/><geom type='mesh' "
                           "mesh='m'/></body></worldbody></mujoco>",
                       folder / "model/m.xml");
    return read.notes.empty() && read.model.links.at(1).visuals.size() == 1;
  };
  EXPECT_TRUE(found("assetdir='../sub'", "a.stl"));
  EXPECT_TRUE(found("assetdir='../sub'", "deep/b.stl"));
  EXPECT_TRUE(found("assetdir='nowhere' meshdir='../sub'", "a.stl"));
  EXPECT_TRUE(found("meshdir='../sub' assetdir='nowhere'", "a.stl"));
  EXPECT_FALSE(found("assetdir='../sub'", "C/old/a.stl"));
  EXPECT_TRUE(found("assetdir='../sub' strippath='true'", "C/old/a.stl"));
  EXPECT_TRUE(found("", "../sub/a.stl"));
}

TEST(MjcfFiles, IncludedFilesCountFromTheFolderOfTheModel) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder / "model");
  fs::create_directories(folder / "common");
  support::put(folder / "common/arm.xml", "<mujoco><include file='../common/rest.xml'/></mujoco>");
  support::put(folder / "common/rest.xml",
               "<mujoco><worldbody><body name='b'><joint name='j'/></body></worldbody></mujoco>");
  support::put(folder / "model/m.xml", "<mujoco><include file='../common/arm.xml'/></mujoco>");
  EXPECT_EQ(io::read_body(folder / "model/m.xml").model.links.size(), 2U);
  // sections of an included file, and an include inside a section
  support::put(folder / "model/keys.xml", "<mujoco><key name='home' qpos='0.5'/></mujoco>");
  support::put(folder / "model/m.xml",
               "<mujoco><include file='../common/arm.xml'/><keyframe><include file='keys.xml'/>"
               "</keyframe></mujoco>");
  EXPECT_EQ(io::read_body(folder / "model/m.xml").model.links.at(1).joints.at(0).initial, 0.5);
  support::put(folder / "model/m.xml",
               "<mujoco><include file='" + (folder / "common/rest.xml").string() + "'/></mujoco>");
  EXPECT_THROW(io::read_body(folder / "model/m.xml"), io::Error);
}

TEST(MjcfConstraints, BecomeLoops) {
  const auto loop = [](const std::string& equality) {
    const io::BodyFile file = read_mjcf_text(kArm + "<equality>" + equality + "</equality>");
    EXPECT_EQ(file.notes, Notes{});
    EXPECT_EQ(file.model.loops.size(), 1U);
    return file.model.loops.at(0);
  };
  // the ends meet in the file's pose: (1, 0, 1) in the world
  const lab::ModelLoop tied = loop("<connect body1='b' body2='c' anchor='1 0 0'/>");
  EXPECT_EQ(tied.name, "b to c");
  EXPECT_EQ(tied.kind, ik::LoopKind::kConnect);
  EXPECT_EQ(tied.a_from_end.translation(), Eigen::Vector3d(1.0, 0.0, 0.0));
  EXPECT_EQ(tied.b_from_end.translation(), Eigen::Vector3d(0.0, 0.0, 1.0));
  const lab::ModelLoop nailed = loop("<connect name='nail' body1='b' anchor='0 0 1'/>");
  EXPECT_EQ(nailed.name, "nail");
  EXPECT_EQ(nailed.link_b, 0) << "the world";
  EXPECT_EQ(nailed.b_from_end.translation(), Eigen::Vector3d(0.0, 0.0, 2.0));
  const lab::ModelLoop welded = loop("<weld body1='a' body2='c' relpose='0 2 0 0 0 0 1'/>");
  EXPECT_EQ(welded.kind, ik::LoopKind::kWeld);
  EXPECT_EQ(welded.a_from_end.translation(), Eigen::Vector3d(0.0, 2.0, 0.0));
  EXPECT_EQ(welded.a_from_end.linear(),
            Eigen::Vector3d(-1.0, -1.0, 1.0).asDiagonal().toDenseMatrix());
  EXPECT_TRUE(welded.b_from_end.matrix().isIdentity(0.0));
  const lab::ModelLoop coupled = loop("<joint joint1='p' joint2='q' polycoef='0 1 0.5 0 0'/>");
  EXPECT_EQ(coupled.kind, ik::LoopKind::kJoint);
  EXPECT_EQ(coupled.joint_a, "p");
  EXPECT_EQ(coupled.joint_b, "q");
  EXPECT_EQ(coupled.coefficients, (std::array<double, 5>{0.0, 1.0, 0.5, 0.0, 0.0}));
  const lab::ModelLoop locked = loop("<joint joint1='p' polycoef='0.25'/>");
  EXPECT_EQ(locked.joint_b, "");
  EXPECT_EQ(locked.coefficients[0], 0.25);
}

TEST(MjcfConstraints, CoupleJointsAboutTheirReferences) {
  const io::BodyFile file = read_mjcf_text(
      "<compiler angle='radian'/><worldbody><body name='a'><joint name='p' ref='0.3'/>"
      "<body name='b' pos='0 0 1'><joint name='q' ref='-0.2'/></body></body></worldbody><equality>"
      "<joint joint1='p' joint2='q' polycoef='0.1 2 -1 0.5 0.25'/></equality>");
  const std::array<double, 5>& c = file.model.loops.at(0).coefficients;
  for (const double x : {-1.0, 0.0, 0.7}) {
    const double way = x + 0.2;
    const double y = 0.3 + 0.1 + way * (2.0 + way * (-1.0 + way * (0.5 + way * 0.25)));
    EXPECT_NEAR(c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4]))), y, 1e-14);
  }
}

TEST(MjcfConstraints, ThatDoNotCloseAreLeftOutWithANote) {
  const io::BodyFile file = read_mjcf_text(
      kArm + "<equality><weld name='w' body1='a' body2='c' relpose='0 9 0 1 0 0 0'/></equality>");
  const lab::Scene scene = lab::scene_of(file.model);
  EXPECT_TRUE(scene.multibody.loops().empty());
  ASSERT_FALSE(scene.notes.empty());
  EXPECT_EQ(scene.notes.front(),
            "loops are not held: loop 'w': it does not close from the initial pose");
}

TEST(MjcfConstraints, ThatNameUnknownPartsAndTendonsAreToldByKind) {
  const auto notes = [](const std::string& equality, const std::string& rest = "") {
    return read_mjcf_text(kArm + "<equality>" + equality + "</equality>" + rest).notes;
  };
  const std::string connect = "<connect body1='b' body2='x' anchor='1 0 0'/>";
  EXPECT_EQ(notes(connect), Notes{"1 loop by <connect> is not held: \"b\" to \"x\""});
  EXPECT_EQ(
      notes("<connect name='rod' body1='b' body2='x'/>" + connect + connect + connect +
            "<connect site1='no' site2='tip'/>"),
      Notes{"5 loops by <connect> are not held: \"rod\", \"b\" to \"x\", \"b\" to \"x\" and 2 "
            "more"});
  // others move a body with mocap: its weld would hold the hand where the file has it
  EXPECT_EQ(read_mjcf_text("<worldbody><body name='m' mocap='true'/><body name='h'><joint/></body>"
                           "</worldbody><equality><weld body1='m' body2='h'/></equality>")
                .notes,
            Notes{"1 loop by <weld> is not held: \"m\" to \"h\""});
  EXPECT_EQ(notes("<weld body1='a' body2='x'/>"),
            Notes{"1 loop by <weld> is not held: \"a\" to \"x\""});
  EXPECT_EQ(notes("<joint name='brake' joint1='x'/>"),
            Notes{"1 lock of a joint is not held: \"brake\""});
  EXPECT_EQ(notes("<tendon tendon1='t'/>"), Notes{"1 constraint by <tendon> is not held: \"t\""});
  EXPECT_EQ(notes("", "<tendon><spatial name='t'/><fixed name='u'/></tendon>"),
            Notes{"2 tendons are not held: \"t\", \"u\""});
  // linear constraints are kept, inactive ones ignored
  EXPECT_EQ(notes("<joint joint1='p' joint2='q' polycoef='0 1 0 0 0'/>"), Notes{});
  EXPECT_EQ(notes("<connect body1='b' body2='c' active='false'/>"), Notes{});
  EXPECT_EQ(notes(connect, "<default><equality active='false'/></default>"), Notes{});
}

TEST(MjcfLimits, ARangeInTheWrongOrderIsExchangedAndNamed) {
  for (const char* limited : {"auto", "true"}) {
    const auto file = read_mjcf_text(
        "<compiler angle='radian'/><worldbody><body><joint name='j' range='1 -0.5' limited='" +
        std::string(limited) + "'/></body></worldbody>");
    EXPECT_EQ(file.model.links.at(1).joints.at(0).lower, -0.5);
    EXPECT_EQ(file.model.links[1].joints[0].upper, 1.0);
    EXPECT_EQ(file.notes, Notes{"1 joint has its lower limit above the upper one, which are "
                                "exchanged: \"j\""});
  }
}

/// Initial values of all joints, in order.
std::vector<double> start_of(const lab::BodyModel& model) {
  std::vector<double> values;
  for (const lab::ModelLink& link : model.links) {
    for (const lab::ModelJoint& joint : link.joints) values.push_back(joint.initial);
  }
  return values;
}

TEST(MjcfKeys, HomeIsTheStart) {
  const std::string keys =
      "<keyframe><key name='up' qpos='1 2 3'/><key name='home' qpos='0.5 1.25 -0.5'/>"
      "<key name='home' qpos='7 7 7'/></keyframe>";
  // key positions are in radians, whatever the file's angle unit
  for (const char* angle : {"degree", "radian"}) {
    const auto file =
        read_mjcf_text("<compiler angle='" + std::string(angle) + "'/>" + keys + kArm);
    EXPECT_EQ(start_of(file.model), (std::vector<double>{0.5, 1.25, -0.5}));
    EXPECT_EQ(file.notes, Notes{});
  }
}

TEST(MjcfKeys, AnotherKeyIsChosenByItsName) {
  const support::TemporaryFolder folder;
  const std::string path = (folder / "m.xml").string();
  support::put(path, "<mujoco>" + kArm +
                         "<keyframe><key name='up' qpos='1 2 3'/><key qpos='0 0 1'/></keyframe>"
                         "</mujoco>");
  const auto file = io::read_body(path);
  EXPECT_EQ(start_of(file.model), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(file.notes, Notes{"start poses of keys are not used: \"up\", \"key 1\"; " + path +
                              "#NAME starts in one"});
  const auto start = [&path](const std::string& key) {
    io::BodyOptions options;
    options.wish.fit = lab::CurveFit::kStanding;  // other fits start in the middle of their curves
    const lab::Scene scene = io::open_scene(path + "#" + key, options);
    EXPECT_EQ(scene.source, path + "#" + key);
    EXPECT_TRUE(scene.notes.empty());
    std::vector<double> values;
    for (const char* name : {"p", "q", "r"}) {
      for (const ik::Joint& joint : scene.multibody.joints()) {
        if (joint.name == name) values.push_back(joint.initial);
      }
    }
    return values;
  };
  EXPECT_EQ(start("up"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(start("key 1"), (std::vector<double>{0, 0, 1}));
  try {
    io::open_scene(path + "#down");
    FAIL();
  } catch (const io::Error& error) {
    EXPECT_EQ(error.what(), path + ": no key \"down\"; there are \"up\", \"key 1\"");
  }
}

TEST(MjcfKeys, FreeAndBallJointsTakeTheirPlacesAndQuaternions) {
  const AngleAxisd turn(0.7, Vector3d(1, -2, 0.5).normalized());
  const Eigen::Quaterniond body(turn), ball(AngleAxisd(-1.2, Vector3d(0, 1, 1).normalized()));
  const auto four = [](const Eigen::Quaterniond& q) {
    std::string text;
    for (const double x : {q.w(), q.x(), q.y(), q.z()}) text += " " + std::to_string(x);
    return text;
  };
  const auto file = read_mjcf_text(
      "<worldbody><body name='a' pos='1 2 3' euler='0 0 90'><freejoint/><body name='b' pos='0 0 1'>"
      "<joint name='q' type='ball'/><site name='tip' pos='0.5 0 0'/></body></body></worldbody>"
      "<keyframe><key name='home' qpos='-1 0.5 2" +
      four(body) + four(ball) + "'/></keyframe>");
  const lab::Scene scene =
      lab::scene_of(file.model, {.effectors = {"tip"}, .fit = lab::CurveFit::kStanding});
  const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
  const Vector3d tip =
      Vector3d(-1, 0.5, 2) + body * (Vector3d(0, 0, 1) + ball * Vector3d(0.5, 0, 0));
  EXPECT_LT((pose.effector.col(0) - Vector3d(tip.x(), tip.z(), -tip.y())).norm(), 1e-5);
}

TEST(MjcfKeys, AKeyOfAnotherLengthIsNotUsedAndSaid) {
  const auto file = read_mjcf_text(kArm + "<keyframe><key name='home' qpos='1 2'/></keyframe>");
  EXPECT_EQ(start_of(file.model), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(file.notes,
            Notes{"the start pose of the key \"home\" is not used: qpos has 2 numbers, not 3"});
}

}  // namespace
