// Models of other files, joints of the world, and what the versions of SDF mean: places are placed
// by hand, or are those of a twin that has everything in one file.

#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "iklab/problem.h"
#include "support/sdf.h"
#include "support/temporary_folder.h"

namespace sdf {
namespace {

using Eigen::Vector3d;
using Notes = std::vector<std::string>;

/// Names of joints, and places of links in the world with every joint at 0.
struct Placed {
  std::vector<std::string> joints;
  std::map<std::string, ik::Isometry> links;
};

Placed place(const io::BodyFile& file) {
  Placed placed;
  std::vector<ik::Isometry> world;
  for (const lab::ModelLink& link : file.model.links) {
    world.push_back(link.parent < 0
                        ? link.parent_from_link
                        : world[static_cast<std::size_t>(link.parent)] * link.parent_from_link);
    placed.links.emplace(link.name, world.back());
    for (const lab::ModelJoint& joint : link.joints) placed.joints.push_back(joint.name);
  }
  return placed;
}

class SdfInclude : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& contents,
             const std::string& version = "1.9") {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    support::put(folder_.path() / name, "<sdf version='" + version + "'>" + contents + "</sdf>");
  }
  io::BodyFile read_file(const std::string& name) { return io::read_body(folder_.path() / name); }
  std::string refusal(const std::string& name) {
    try {
      read_file(name);
    } catch (const io::Error& error) {
      return error.what();
    }
    return "";
  }

  const std::string kArm =
      model("<link name='base'/><link name='l1'><pose>0 0 0.5 0 0 0</pose></link>" +
                joint("j1", "revolute", "base", "l1", "<axis><xyz>0 1 0</xyz></axis>"),
            "arm");
  support::TemporaryFolder folder_;
};

std::string include(const std::string& uri, const std::string& rest = "",
                    const std::string& attributes = "") {
  return "<include " + attributes + "><uri>" + uri + "</uri>" + rest + "</include>";
}

TEST_F(SdfInclude, IsANestedModelWithItsOwnNameAndPose) {
  write("arm/model.sdf", kArm, "1.7");
  const std::string tool =
      "<link name='tool'><pose>1 0 1 0 0 0</pose></link>" +
      joint("t", "revolute", "a1::l1", "tool", "<axis><xyz>1 0 0</xyz></axis>");
  write("both.sdf",
        model(include("model://arm", "<name>a1</name><pose>1 0 0 0 0 0.3</pose>") + tool));
  std::string twin = kArm;
  twin.replace(twin.find("'arm'>"), 6, "'a1'><pose>1 0 0 0 0 0.3</pose>");
  write("twin.sdf", model(twin + tool));
  const io::BodyFile both = read_file("both.sdf");
  const Placed one = place(both), other = place(read_file("twin.sdf"));
  EXPECT_EQ(one.joints, other.joints);
  ASSERT_EQ(one.links.size(), 4U);
  for (const auto& [name, pose] : other.links) {
    ASSERT_TRUE(one.links.contains(name)) << name;
    EXPECT_TRUE(one.links.at(name).isApprox(pose, 1e-15)) << name;
  }
  EXPECT_EQ(Vector3d(one.links.at("a1::l1").translation()), Vector3d(1, 0, 0.5));
  ASSERT_EQ(both.files.size(), 1U);
  EXPECT_TRUE(both.files[0].ends_with("arm/model.sdf"));
}

TEST_F(SdfInclude, TakesTheNewestFileOfAManifestAndFollowsItsOwnIncludes) {
  write("hand/hand.sdf", model("<link name='palm'><pose>0 0 0.1 0 0 0</pose></link>", "hand"));
  std::string holds = kArm;
  holds.insert(holds.find("</model>"),
               include("../hand/hand.sdf", "<pose relative_to='l1'/>") +
                   joint("wrist", "revolute", "l1", "hand", "<axis><xyz>0 0 1</xyz></axis>"));
  write("arm/new.sdf", holds);
  write("arm/old.sdf", kArm);
  support::put(folder_.path() / "arm/model.config",
               "<model><sdf version='1.10'>new.sdf</sdf><sdf version='1.9'>old.sdf</sdf></model>");
  write("world.sdf", "<world name='w'>" + include("model://arm", "<static>0</static>") +
                         joint("fix", "fixed", "world", "arm") + "</world>");
  const io::BodyFile file = read_file("world.sdf");
  const Placed placed = place(file);
  EXPECT_EQ(placed.joints, (std::vector<std::string>{"j1", "wrist"}));
  EXPECT_EQ(Vector3d(placed.links.at("hand::palm").translation()), Vector3d(0, 0, 0.6));
  EXPECT_EQ(file.notes, Notes{});
  EXPECT_EQ(file.files.size(), 2U);
}

TEST_F(SdfInclude, IsPlacedByAFrameOfItsModel) {
  write("arm/model.sdf", kArm);
  write("r.sdf", model("<link name='a'/>" + include("arm",
                                                    "<pose>1 2 3 0 0 0</pose>"
                                                    "<placement_frame>l1</placement_frame>")));
  EXPECT_TRUE(place(read_file("r.sdf"))
                  .links.at("arm::l1")
                  .translation()
                  .isApprox(Vector3d(1, 2, 3), 1e-15));
}

TEST_F(SdfInclude, MergesNamesIntoTheModelAround) {
  write("arm/model.sdf", kArm);
  const std::string merged = include("arm", "<pose>1 0 0 0 0 0</pose>", "merge='true'");
  write("r.sdf",
        model(merged + "<link name='tool'><pose relative_to='l1'>0 0 1 0 0 0</pose></link>" +
              joint("hold", "fixed", "world", "base") +
              joint("t", "revolute", "l1", "tool", "<axis/>")));
  const Placed placed = place(read_file("r.sdf"));
  EXPECT_EQ(placed.joints, (std::vector<std::string>{"j1", "t"}));
  EXPECT_EQ(Vector3d(placed.links.at("tool").translation()), Vector3d(1, 0, 1.5));
  write("twice.sdf", model(merged + "<link name='l1'/>"));
  EXPECT_TRUE(refusal("twice.sdf").ends_with("link \"l1\": the name appears twice"))
      << refusal("twice.sdf");
}

TEST_F(SdfInclude, OfItselfIsRefused) {
  write("a/model.sdf", model("<link name='l'/>" + include("model://a")));
  EXPECT_TRUE(refusal("a/model.sdf").ends_with("include: uri: \"model://a\" includes itself"))
      << refusal("a/model.sdf");
  write("b/model.sdf", model("<link name='l'/>" + include("../c")));
  write("c/model.sdf", model("<link name='l'/>" + include("../b")));
  EXPECT_TRUE(refusal("b/model.sdf").ends_with("\"../b\" includes itself"));
  // copies of copies end, too
  for (int i = 0; i < 20; ++i) {
    const std::string next = "../m" + std::to_string(i + 1);
    write("m" + std::to_string(i) + "/model.sdf",
          model("<link name='l'/>" + include(next, "<name>x</name>") +
                include(next, "<name>y</name>")));
  }
  write("m20/model.sdf", model("<link name='l'/>"));
  EXPECT_TRUE(refusal("m0/model.sdf").ends_with("include: too many models are included"))
      << refusal("m0/model.sdf");
}

TEST(SdfWorld, HasJointsOfItsOwn) {
  const std::string two = "<link name='a'/><link name='b'><pose>0 0 1 0 0 0</pose></link>" +
                          joint("j", "revolute", "a", "b", "<axis><xyz>1 0 0</xyz></axis>");
  const io::BodyFile fixed = read("<world name='w'>" + model(two, "arm") +
                                  joint("j", "fixed", "world", "arm") + "</world>");
  EXPECT_EQ(place(fixed).joints, std::vector<std::string>{"j"});
  EXPECT_EQ(fixed.notes, Notes{});
  // one that moves, between models
  const io::BodyFile hung =
      read("<world name='w'>" + model(two, "arm") + model("<link name='c'/>", "hand") +
           joint("f", "fixed", "world", "arm::a") +
           joint("w", "revolute", "arm::b", "hand", "<axis/>") + "</world>");
  EXPECT_EQ(place(hung).joints, (std::vector<std::string>{"arm::j", "world::w"}));
}

/// Axis of the joint "j" in the world: b is turned by a quarter about y.
Vector3d axis_in_version(const std::string& version, const std::string& rest) {
  const io::BodyFile file = read(
      model("<link name='a'/><link name='b'><pose>0 0 1 0 1.5707963267948966 0</pose></link>" +
            kHold + joint("j", "revolute", "a", "b", "<axis><xyz>0 0 1</xyz>" + rest + "</axis>")),
      version);
  const lab::ModelLink& b = file.model.links.back();
  return b.parent_from_link.linear() * b.joints.at(0).axis;
}

TEST(SdfVersions, SayInWhichFrameAnAxisIs) {
  const std::string of_model = "<use_parent_model_frame>1</use_parent_model_frame>";
  for (const char* version : {"1.2", "1.3", "1.4"}) {
    EXPECT_TRUE(axis_in_version(version, "").isApprox(Vector3d::UnitZ(), 1e-12)) << version;
  }
  for (const char* version : {"1.5", "1.6", "1.7", "1.12"}) {
    EXPECT_TRUE(axis_in_version(version, "").isApprox(Vector3d::UnitX(), 1e-12)) << version;
  }
  // what 1.7 removed is obeyed before it alone
  EXPECT_TRUE(axis_in_version("1.6", of_model).isApprox(Vector3d::UnitZ(), 1e-12));
  EXPECT_TRUE(axis_in_version("1.7", of_model).isApprox(Vector3d::UnitX(), 1e-12));
}

TEST(SdfVersions, SayInWhichFrameAPoseIs) {
  const auto place_of_b = [](const std::string& version) {
    const std::string pose = "<pose frame='a'>1 0 0 0 0 0</pose>";
    return Vector3d(
        place(read(model("<link name='a'><pose>0 0 1 0 0 0</pose></link>"
                         "<link name='b'>" +
                         pose + "</link>" + joint("j", "revolute", "a", "b", "<axis/>")),
                   version))
            .links.at("b")
            .translation());
  };
  EXPECT_EQ(place_of_b("1.6"), Vector3d(1, 0, 1));
  EXPECT_EQ(place_of_b("1.7"), Vector3d(1, 0, 0));
}

TEST(SdfJoints, ScrewsAdvanceByTheirThread) {
  const auto moved = [](const std::string& thread) {
    const io::BodyFile file = read(
        model("<link name='a'/><link name='b'/><link name='c'><pose>0 0 1 0 0 0</pose></link>" +
              kHold + joint("s", "screw", "a", "b", thread + "<axis><xyz>0 0 2</xyz></axis>") +
              joint("f", "revolute", "b", "c", "<axis/>")));
    const lab::Scene scene = lab::scene_of(file.model, {.effectors = {"c"}});
    ik::VectorX theta = ik::VectorX::Zero(2);
    const Vector3d before = ik::pose_at(scene.multibody, theta).effector.col(0);
    theta[scene.multibody.solver_index(0)] = 2.0 * std::numbers::pi;  // a turn
    const Vector3d after = ik::pose_at(scene.multibody, theta).effector.col(0);
    return (after - before).y();  // z of the file
  };
  EXPECT_NEAR(moved("<screw_thread_pitch>0.02</screw_thread_pitch>"), 0.02, 1e-12);
  // in rad / m, left-handed
  EXPECT_NEAR(moved("<thread_pitch>-100</thread_pitch>"), 2.0 * std::numbers::pi / 100.0, 1e-12);
  EXPECT_NEAR(moved("<thread_pitch>5</thread_pitch><screw_thread_pitch>-1</screw_thread_pitch>"),
              -1.0, 1e-12);
  EXPECT_NEAR(moved(""), 1.0, 1e-12);
}

TEST(SdfJoints, WithoutAnAxisTurnAboutXAndY) {
  const io::BodyFile file =
      read(model("<link name='a'/><link name='b'/>" + kHold + joint("u", "universal", "a", "b")));
  const std::vector<lab::ModelJoint>& joints = file.model.links.back().joints;
  ASSERT_EQ(joints.size(), 2U);
  EXPECT_EQ(joints[0].axis, Vector3d(Vector3d::UnitX()));
  EXPECT_EQ(joints[1].axis, Vector3d(Vector3d::UnitY()));
  EXPECT_EQ(file.notes, Notes{"2 axes are missing, taken as x for the first of a joint and y for "
                              "the second: \"u 1\", \"u 2\""});
}

TEST(SdfJoints, ThatAreLockedNeedNoDirection) {
  const auto locked = [](const std::string& limits) {
    return model("<link name='a'/><link name='b'/><link name='c'/>" + kHold +
                 joint("ft", "revolute", "a", "b",
                       "<axis><xyz>0 0 0</xyz><limit>" + limits + "</limit></axis>") +
                 joint("j", "revolute", "b", "c", "<axis/>"));
  };
  const io::BodyFile file = read(locked("<lower>0</lower><upper>0</upper>"));
  EXPECT_EQ(place(file).joints, std::vector<std::string>{"j"});
  EXPECT_EQ(file.notes, Notes{"1 joint cannot move, as both of its limits are the same: \"ft\""});
  EXPECT_THROW(read(locked("<lower>0</lower><upper>1</upper>")), io::Error);
}

}  // namespace
}  // namespace sdf
