// A faulty shape never refuses a robot: the shape is left out with a note.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/body/body_file.h"
#include "support/temporary_folder.h"

namespace {

using Notes = std::vector<std::string>;
using Eigen::Vector3d;

/// An arm with these elements in its first link, on line 2.
io::BodyFile urdf_with(const std::string& shapes, const std::filesystem::path& path = "r.urdf") {
  return io::parse_body(
      "<robot name='r'><link name='base'/>\n<link name='upper'>" + shapes +
          "</link>\n<link name='lower'/>"
          "<joint name='a' type='continuous'><parent link='base'/><child link='upper'/></joint>"
          "<joint name='b' type='continuous'><origin xyz='0 0 0.5'/><parent link='upper'/>"
          "<child link='lower'/></joint></robot>",
      path);
}

std::string visual(const std::string& geometry, const std::string& rest = "") {
  return "<visual><geometry>" + geometry + "</geometry>" + rest + "</visual>";
}

const std::string kBall = visual("<sphere radius='0.1'/>");

TEST(Looks, OfUrdfThatAreWrongAreLeftOutWithALine) {
  const std::pair<std::string, std::string> flaws[] = {
      {visual("<cylinder radius='0.1' length='0'/>"),
       "line 2: cylinder: length: expected a number above 0"},
      {visual("<sphere radius='-1'/>"), "line 2: sphere: radius: expected a number above 0"},
      {visual("<box size='1 2'/>"), "line 2: box: size: expected 3 numbers"},
      {visual(""), "line 2: geometry: expected a box, cylinder, capsule, sphere or mesh"},
      {"<visual/>", "line 2: visual: expected an element <geometry>"},
      {visual("<mesh filename=''/>"), "line 2: mesh: expected the attribute filename"},
      {visual("<sphere radius='1'/>", "<origin xyz='1 2 nan'/>"),
       "line 2: origin: xyz: expected finite numbers"}};
  for (const auto& [flaw, why] : flaws) {
    const io::BodyFile file = urdf_with(flaw + kBall);
    EXPECT_EQ(file.notes, Notes{why + "; it is not drawn"});
    EXPECT_EQ(file.model.links.at(1).visuals.size(), 1U) << why;  // the ball after it
  }
  EXPECT_EQ(urdf_with(flaws[0].first + flaws[1].first + flaws[3].first).notes,
            Notes{flaws[0].second + "; it is not drawn, and 2 others are not"});
  // a faulty colour does not remove the shape
  const io::BodyFile plain = urdf_with(
      visual("<sphere radius='1'/>", "<material name='m'><color rgba='1 0'/></material>"));
  EXPECT_EQ(plain.model.links.at(1).visuals.size(), 1U);
  EXPECT_EQ(plain.notes.size(), 1U);
  // collision shapes are not drawn, so they give no note
  EXPECT_EQ(urdf_with("<collision><geometry><cylinder radius='1' length='0'/></geometry>"
                      "</collision>")
                .notes,
            Notes{});
}

TEST(Looks, AScaleOfOneNumberIsForAllAxes) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.stl", "x");
  const io::BodyFile file =
      urdf_with(visual("<mesh filename='a.stl' scale='0.001'/>"), folder / "r.urdf");
  const auto& visuals = file.model.links.at(1).visuals;
  ASSERT_EQ(visuals.size(), 1U);
  EXPECT_EQ(std::get<lab::MeshShape>(visuals[0].shape).scale, Vector3d(1e-3, 1e-3, 1e-3));
  EXPECT_EQ(file.notes, Notes{"1 scale of a mesh is one number, taken for all three axes"});
}

TEST(Looks, BlanksBeforeTheDeclarationAreNoFault) {
  const std::string robot =
      "<?xml version='1.0'?>\n<robot name='r'><link name='a'/><link name='b'/>"
      "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>";
  EXPECT_EQ(io::parse_body("\n \t\n" + robot, "r.urdf").model.links.size(), 2U);
  try {
    io::parse_body("\n \t\n<?xml version='1.0'?>\n<robot name='r'>", "r.urdf");
    FAIL();
  } catch (const io::Error& error) {  // lines are still counted from the top
    EXPECT_EQ(std::string(error.what()).substr(0, 9), "r.urdf:4:");
  }
}

/// A body with these geoms on line 2.
io::BodyFile mjcf_with(const std::string& geoms, const std::string& assets = "",
                       const std::filesystem::path& path = "m.xml") {
  return io::parse_body("<mujoco><asset>" + assets +
                            "</asset><worldbody><body name='a'><joint/>\n" + geoms +
                            "<body name='b' pos='0 0 1'><joint axis='1 0 0'/></body></body>"
                            "</worldbody></mujoco>",
                        path);
}

TEST(Looks, OfMjcfThatAreWrongAreLeftOutWithALine) {
  const std::pair<std::string, std::string> flaws[] = {
      {"<geom type='box' size='1'/>", "line 2: geom: size: expected 3 numbers of at least 0"},
      {"<geom type='blob' size='1'/>", "line 2: geom: size: expected 3 numbers of at least 0"},
      {"<geom type='mesh' mesh='gone'/>", "line 2: geom: no mesh \"gone\""},
      {"<geom size='1' rgba='1 0'/>", "line 2: geom: rgba: expected 4 numbers"}};
  for (const auto& [flaw, why] : flaws) {
    const io::BodyFile file = mjcf_with(flaw + "<geom size='0.1'/>");
    EXPECT_EQ(file.notes, Notes{why + "; it is not drawn"});
    EXPECT_EQ(file.model.links.at(1).visuals.size(), 1U) << why;
  }
  EXPECT_EQ(mjcf_with("<geom type='hfield' hfield='h'/>").notes,
            Notes{"<geom type=\"hfield\"> is left out"});
  EXPECT_EQ(mjcf_with("", "<mesh name='m' vertex='0 0 0 1'/>").notes,
            Notes{"line 1: mesh \"m\": vertex: expected three numbers for each point; it is not "
                  "drawn"});
}

TEST(Looks, AShapeFittedToAMeshIsDrawnAsTheMesh) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.obj", "x");
  const io::BodyFile file = mjcf_with("<geom type='capsule' mesh='a'/>",
                                      "<mesh name='a' file='a.obj'/>", folder / "m.xml");
  ASSERT_EQ(file.model.links.at(1).visuals.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<lab::MeshShape>(file.model.links[1].visuals[0].shape));
  EXPECT_EQ(file.notes, Notes{"shapes fitted to a mesh are drawn as it"});
}

TEST(Looks, AMeshWrittenInTheModelIsDrawnAsTheBoxAroundItsPoints) {
  const io::BodyFile file =
      mjcf_with("<geom type='mesh' mesh='a' pos='1 0 0' euler='0 0 90'/>",
                "<mesh name='a' scale='2 1 1' vertex='0 0 0 1 0 0 0 3 0 0 0 4'/>");
  ASSERT_EQ(file.model.links.at(1).visuals.size(), 1U);
  const lab::Visual& shape = file.model.links[1].visuals[0];
  EXPECT_EQ(std::get<lab::BoxShape>(shape.shape).size, Vector3d(2, 3, 4));
  // the center (1, 1.5, 2), rotated by a quarter turn about z
  EXPECT_LT((shape.joint_from_shape.translation() - Vector3d(1 - 1.5, 1, 2)).norm(), 1e-14);
  EXPECT_EQ(file.notes, Notes{"1 mesh without a file is drawn as the box around it: \"a\""});
}

TEST(Looks, AMeshOfMjcfIsMovedByItsReference) {
  // a quarter turn about z: a point p is drawn at 2 turn^T (p - (1, 2, 3))
  const io::BodyFile file = mjcf_with(
      "<geom type='mesh' mesh='a' pos='5 0 0'/>",
      "<mesh name='a' scale='2 2 2' refpos='1 2 3' refquat='1 0 0 1' vertex='0 0 0 1 0 0 0 3 0 0 0 "
      "4'/>");
  ASSERT_EQ(file.model.links.at(1).visuals.size(), 1U);
  const lab::Visual& shape = file.model.links[1].visuals[0];
  const auto drawn = [](const Vector3d& p) {
    const Vector3d moved = p - Vector3d(1, 2, 3);
    return Vector3d(5.0 + 2.0 * moved.y(), -2.0 * moved.x(), 2.0 * moved.z());
  };
  // corners of the box about the points
  const Vector3d half = 0.5 * std::get<lab::BoxShape>(shape.shape).size;
  EXPECT_LT((shape.joint_from_shape * -half - drawn({0, 0, 0})).norm(), 1e-14);
  EXPECT_LT((shape.joint_from_shape * half - drawn({1, 3, 4})).norm(), 1e-14);
  EXPECT_EQ(mjcf_with("", "<mesh name='m' scale='1 2 1' refquat='1 0 0 1' file='a.stl'/>").notes,
            Notes{"line 1: mesh \"m\": refquat: not read with a scale that differs by axis; it is "
                  "not drawn"});
}

TEST(Looks, AMissingMeshOfMjcfIsNamed) {
  EXPECT_EQ(mjcf_with("<geom type='mesh' mesh='a'/>", "<mesh name='a' file='gone.stl'/>").notes,
            Notes{"1 mesh is missing, such as gone.stl; capsules stand in for them"});
}

}  // namespace
