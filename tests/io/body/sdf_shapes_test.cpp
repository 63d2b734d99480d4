// Shapes of robots in SDF: read, left out with a line, or with a stand-in.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "io/body/body_file.h"
#include "support/temporary_folder.h"

namespace sdf {
namespace {

using Eigen::Vector3d;
using Notes = std::vector<std::string>;

/// An arm whose first link has these elements, in line 2.
io::BodyFile arm_with(const std::string& shapes, const std::filesystem::path& path = "r.sdf") {
  return io::parse_body(
      "<sdf version='1.9'><model name='m'>\n<link name='a'>" + shapes +
          "</link>\n<link name='b'><pose>0 0 0.5 0 0 0</pose></link><frame name='f'><pose>1 2 3 0 "
          "0 0</pose></frame><joint name='h' type='fixed'><parent>world</parent><child>a</child>"
          "</joint><joint name='j' type='revolute'><parent>a</parent><child>b</child><axis/>"
          "</joint></model></sdf>",
      path);
}

std::vector<lab::Visual> visuals_of(const std::string& shapes) {
  return arm_with(shapes).model.links.at(1).visuals;
}

std::string visual(const std::string& geometry, const std::string& rest = "") {
  return "<visual name='v'><geometry>" + geometry + "</geometry>" + rest + "</visual>";
}

const std::string kBall = "<sphere><radius>0.1</radius></sphere>";
const std::string kGone = "<mesh><uri>gone.stl</uri></mesh>";

lab::Visual::Shape shape_of(const std::string& geometry) {
  const auto visuals = visuals_of(visual(geometry));
  EXPECT_EQ(visuals.size(), 1U) << geometry;
  return visuals.at(0).shape;
}

TEST(SdfShapes, HaveTheSizesOfTheFile) {
  EXPECT_EQ(shape_of("<box><size>1 2 3</size></box>"),
            lab::Visual::Shape(lab::BoxShape{{1, 2, 3}}));
  EXPECT_EQ(shape_of(kBall), lab::Visual::Shape(lab::BallShape{0.1}));
  EXPECT_EQ(shape_of("<cylinder><radius>1</radius><length>2</length></cylinder>"),
            lab::Visual::Shape(lab::CylinderShape{1, 2}));
  EXPECT_EQ(shape_of("<capsule><radius>1</radius><length>2</length></capsule>"),
            lab::Visual::Shape(lab::CapsuleShape{1, 2}));
  // as long along z as the ellipsoid, and of its mean width
  EXPECT_EQ(shape_of("<ellipsoid><radii>1 3 5</radii></ellipsoid>"),
            lab::Visual::Shape(lab::CapsuleShape{2, 6}));
  const auto visuals = visuals_of(visual(kBall, "<pose relative_to='f'>1 0 0 0 0 0</pose>"));
  EXPECT_EQ(visuals.at(0).joint_from_shape.translation(), Vector3d(2, 2, 3));
}

TEST(SdfShapes, HaveTheirDiffuseColourAndTransparentOnesAreNotShown) {
  const auto color = [](const std::string& rest) {
    return visuals_of(visual(kBall, rest)).at(0).color;
  };
  EXPECT_EQ(
      color("<material><diffuse>0.1 0.2 0.3 1</diffuse><ambient>1 1 1 1</ambient></material>"),
      Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(color("<material><ambient>0.4 0.5 0.6</ambient></material>"), Vector3d(0.4, 0.5, 0.6));
  EXPECT_EQ(color("<material><script><name>Gazebo/Red</name></script></material>"), std::nullopt);
  EXPECT_EQ(visuals_of(visual(kBall, "<transparency>0.9</transparency>")).size(), 1U);
  EXPECT_EQ(visuals_of(visual(kBall, "<transparency>1</transparency>")).size(), 0U);
  EXPECT_EQ(visuals_of(visual(kBall, "<material><diffuse>1 1 1 0.01</diffuse></material>")).size(),
            0U);
}

TEST(SdfShapes, ThatAreWrongAreLeftOutWithALine) {
  const std::pair<std::string, std::string> flaws[] = {
      {"<cylinder><radius>1</radius><length>0</length></cylinder>",
       "cylinder: length: expected a number above 0"},
      {"<sphere/>", "sphere: expected an element <radius>"},
      {"<box><size>1 2</size></box>", "box: size: expected 3 numbers"},
      {"<ellipsoid><radii>1 0 1</radii></ellipsoid>", "ellipsoid: radii: expected numbers above 0"},
      {"<mesh/>", "mesh: expected an element <uri> with a text"},
      {"<blob/>", "geometry: expected a box, cylinder, capsule, ellipsoid, sphere or mesh"}};
  for (const auto& [flaw, why] : flaws) {
    const io::BodyFile file = arm_with(visual(flaw) + visual(kBall));
    EXPECT_EQ(file.notes, Notes{"line 2: " + why + "; it is not drawn"});
    EXPECT_EQ(file.model.links.at(1).visuals.size(), 1U);
  }
  EXPECT_EQ(
      arm_with(visual("<cone/>") + visual("<cone/>") + visual("<plane/>") + visual("<empty/>"))
          .notes,
      Notes{"<cone> is left out, 2 times"});
}

TEST(SdfShapes, MissingMeshesHaveStandIns) {
  const std::string box =
      "<collision name='c'><geometry><box><size>1 2 3</size></box></geometry></collision>";
  EXPECT_EQ(visuals_of(visual(kBall) + box).size(), 1U);
  const auto collision = visuals_of(visual(kBall) + visual(kGone) + box);
  ASSERT_EQ(collision.size(), 2U);
  EXPECT_EQ(collision[1].shape, lab::Visual::Shape(lab::BoxShape{{1, 2, 3}}));
  const auto bone = visuals_of(visual(kGone));
  ASSERT_EQ(bone.size(), 1U);
  EXPECT_EQ(std::get<lab::CapsuleShape>(bone[0].shape).length, 0.5);
  EXPECT_EQ(arm_with(visual(kGone)).notes,
            Notes{"1 mesh is missing, such as gone.stl; collision shapes or capsules stand in for "
                  "them"});
}

TEST(SdfShapes, MeshesAreFoundBesideTheFileInItsModelAndInGazebosFolders) {
  const support::TemporaryFolder folder;
  namespace fs = std::filesystem;
  fs::create_directories(folder / "models/arm/meshes");
  fs::create_directories(folder / "elsewhere/hand");
  support::put(folder / "models/arm/meshes/a.stl", "x");
  support::put(folder / "elsewhere/hand/b.stl", "x");
  const auto mesh_of = [&](const std::string& uri) {
    const io::BodyFile file =
        arm_with(visual("<mesh><uri>" + uri + "</uri><scale>1 2 3</scale></mesh>"),
                 folder / "models/arm/model.sdf");
    const auto* mesh = std::get_if<lab::MeshShape>(&file.model.links.at(1).visuals.at(0).shape);
    if (mesh == nullptr) return std::string("missing");
    EXPECT_EQ(mesh->scale, Vector3d(1, 2, 3));
    return fs::path(mesh->file).lexically_relative(fs::canonical(folder.path())).string();
  };
  EXPECT_EQ(mesh_of("meshes/a.stl"), "models/arm/meshes/a.stl");
  EXPECT_EQ(mesh_of("model://arm/meshes/a.stl"), "models/arm/meshes/a.stl");
  EXPECT_EQ(mesh_of("model://hand/b.stl"), "missing");
  for (const char* variable : {"GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH"}) {
    setenv(variable, (folder / "elsewhere").c_str(), 1);
    EXPECT_EQ(mesh_of("model://hand/b.stl"), "elsewhere/hand/b.stl") << variable;
    unsetenv(variable);
  }
}

}  // namespace
}  // namespace sdf
