// Mesh files: geometry matches the file's numbers.

#include "io/body/mesh.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "io/body/model_parts.h"
#include "io/files/file.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using Eigen::Vector3d;
using Eigen::Vector3f;

const fs::path kMeshes = fs::path(IKLAB_TEST_DATA) / "bodies";

/// Sum of the triangles' area vectors, oriented by vertex order.
Vector3d area_of(const io::MeshPart& part) {
  Vector3d sum = Vector3d::Zero();
  for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
    const auto p = [&](std::size_t k) {
      return Vector3d(part.points.col(part.indices[i + k]).cast<double>());
    };
    sum += 0.5 * (p(1) - p(0)).cross(p(2) - p(0));
  }
  return sum;
}

/// A binary STL with zero normals.
std::string binary_stl(const std::vector<Vector3f>& corners) {
  std::string bytes(80, ' ');
  const auto add = [&bytes](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  add(static_cast<std::uint32_t>(corners.size() / 3));
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    for (int k = 0; k < 3; ++k) add(0.0F);
    for (std::size_t c = i; c < i + 3; ++c) {
      for (int k = 0; k < 3; ++k) add(corners[c][k]);
    }
    add(std::uint16_t{0});
  }
  return bytes;
}

/// Two triangles with a right angle between them, and two that are almost coplanar.
const std::vector<Vector3f> kEdges = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},    {0, 0, 0},
                                      {0, 1, 0}, {0, 0, 1}, {5, 0, 0},    {6, 0, 0},
                                      {5, 1, 0}, {6, 0, 0}, {6, 1, 0.1F}, {5, 1, 0}};

TEST(StlMeshes, NormalsAreMadeAndThereIsNoColour) {
  const auto parts = io::parse_mesh(binary_stl(kEdges), "t.STL");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_FALSE(parts[0].color);
  ASSERT_EQ(parts[0].indices.size(), 12U);
  // points on the sharp edge are duplicated, points on the flat edge are shared
  EXPECT_EQ(parts[0].points.cols(), 6 + 4);
  for (Eigen::Index i = 0; i < parts[0].normals.cols(); ++i) {
    EXPECT_NEAR(parts[0].normals.col(i).norm(), 1.0F, 1e-6F);
  }
  EXPECT_EQ(Vector3f(parts[0].normals.col(parts[0].indices[0])), Vector3f(0, 0, 1));
  EXPECT_EQ(Vector3f(parts[0].normals.col(parts[0].indices[3])), Vector3f(1, 0, 0));
}

TEST(ObjMeshes, PolygonsBecomeTrianglesOfTheirArea) {
  // a concave polygon: a triangle fan would leave it
  const std::string arrow = "v 0 0 0\nv 2 1 0\nv 0 2 0\nv 1 1 0\n";
  for (const char* face : {"f 1 2 3 4\n", "f 4 1 2 3\n", "f 3// 4// 1// \\\n 2//\n"}) {
    const auto parts = io::parse_mesh(arrow + face, "t.obj");
    EXPECT_EQ(parts.at(0).indices.size(), 6U);
    EXPECT_LT((area_of(parts[0]) - Vector3d(0, 0, 1)).norm(), 1e-6);
    double sum = 0.0;
    for (std::size_t i = 0; i < 6; i += 3) {
      io::MeshPart one = parts[0];
      one.indices = {one.indices[i], one.indices[i + 1], one.indices[i + 2]};
      sum += area_of(one).norm();
    }
    EXPECT_NEAR(sum, 1.0, 1e-6) << face;
  }
}

/// Four squares side by side, each with its own colour.
const std::string kSquares = [] {
  std::string text = "mtllib of the house.mtl\n";
  for (int i = 0; i <= 4; ++i) {
    text += "v " + std::to_string(i) + " 0 0\nv " + std::to_string(i) + " 1 0\n";
  }
  const char* materials[] = {"usemtl dark red\n", "usemtl grey\n", "usemtl not there\n",
                             "o other\nusemtl dark red \n"};
  for (int i = 0; i < 4; ++i) {
    const auto at = [i](int k) { return " " + std::to_string(2 * i + k); };
    text += materials[i] + ("f" + at(1)) + at(3) + at(4) + at(2) + "\n";
  }
  return text;
}();

/// Colour of the part that contains the square starting at x = `left`.
std::optional<Vector3d> color_of(const std::vector<io::MeshPart>& parts, float left) {
  for (const io::MeshPart& part : parts) {
    for (std::size_t i = 0; i < part.indices.size(); i += 3) {
      Vector3f middle = Vector3f::Zero();
      for (std::size_t k = 0; k < 3; ++k) middle += part.points.col(part.indices[i + k]) / 3.0F;
      if (middle.x() > left && middle.x() < left + 1.0F) return part.color;
    }
  }
  ADD_FAILURE() << "no triangle from " << left << " on";
  return std::nullopt;
}

TEST(ObjMeshes, HaveTheColoursOfTheirLibrary) {
  const std::string library =
      "# of a house\nnewmtl dark red\r\n\tKd 0.5 0 1e-1\nKa 1 1 1\nnewmtl grey\nKd "
      "+0.2500000000000000000000000000000000\n"
      "map_Kd wall.png\nnewmtl unused\nKd spectral red.rfl\n";
  std::vector<std::string> asked;
  const auto parts =
      io::parse_mesh(kSquares, "t.obj", [&](const std::string& name) -> std::optional<std::string> {
        asked.push_back(name);
        return library;
      });
  EXPECT_EQ(asked, std::vector<std::string>{"of the house.mtl"});
  const Vector3d red(0.5, 0.0, 0.1), grey(0.25, 0.25, 0.25);
  EXPECT_LT((color_of(parts, 0.0F).value_or(Vector3d::Ones()) - red).norm(), 1e-6);
  EXPECT_LT((color_of(parts, 1.0F).value_or(Vector3d::Ones()) - grey).norm(), 1e-6);
  EXPECT_FALSE(color_of(parts, 2.0F));
  EXPECT_LT((color_of(parts, 3.0F).value_or(Vector3d::Ones()) - red).norm(), 1e-6);
  for (const io::MeshPart& part : io::parse_mesh(kSquares, "t.obj")) EXPECT_FALSE(part.color);
}

TEST(ObjMeshes, FindLibrariesInTheirOwnFolderAlone) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder / "meshes/of");
  support::put(folder / "beyond.mtl", "newmtl dark red\nKd 1 1 1\nnewmtl not there\nKd 1 1 1\n");
  support::put(folder / "meshes/of/a.mtl", "newmtl dark red\nKd 0 0 1\n");
  support::put(folder / "meshes/b.mtl", "newmtl grey\nKd 0 1 0\n");
  support::put(folder / "meshes/t.obj", "mtllib of/a.mtl b.mtl ../beyond.mtl missing.mtl\n" +
                                            kSquares.substr(kSquares.find('\n') + 1));
  const auto parts = io::read_mesh(folder / "meshes/t.obj");
  EXPECT_EQ(color_of(parts, 0.0F), Vector3d(0, 0, 1));
  EXPECT_EQ(color_of(parts, 1.0F), Vector3d(0, 1, 0));
  EXPECT_FALSE(color_of(parts, 2.0F));
}

const std::string kDae = R"(<COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique><phong><diffuse>
<color>0.1 0.2 0.3 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X"/><param name="Y"/>
<param name="Z"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist material="s" count="1"><input semantic="VERTEX" source="#v" offset="0"/>
<vcount>4</vcount><p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>
<library_nodes><node id="n"><scale>1 2 1</scale><instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material>
</instance_geometry></node></library_nodes>
<library_visual_scenes><visual_scene id="s"><node><translate>100 0 0</translate>
<rotate>1 0 0 90</rotate><instance_node url="#n"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";

TEST(DaeMeshes, NodesPlaceAndMaterialsColourTheMesh) {
  const auto parts = io::parse_mesh(kDae, "t.dae");
  ASSERT_EQ(parts.size(), 1U);
  ASSERT_TRUE(parts[0].color);
  EXPECT_LT((*parts[0].color - Vector3d(0.1, 0.2, 0.3)).norm(), 1e-6);
  // a rectangle of 1 cm by 2 cm, set upright and moved by 1 m
  EXPECT_LT((parts[0].points.rowwise().minCoeff() - Vector3f(1, 0, 0)).norm(), 1e-6F);
  EXPECT_LT((parts[0].points.rowwise().maxCoeff() - Vector3f(1.01F, 0, 0.02F)).norm(), 1e-6F);
  EXPECT_LT((area_of(parts[0]) - Vector3d(0, -2e-4, 0)).norm(), 1e-9);
  EXPECT_LT((Vector3f(parts[0].normals.col(0)) - Vector3f(0, -1, 0)).norm(), 1e-6F);
}

TEST(Meshes, ATetrahedronIsReadAndBrokenFilesAreRefused) {
  const std::string obj =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const std::vector<io::MeshPart> parts = io::parse_mesh(obj, "t.obj");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].indices.size(), 12U);
  // the signed volumes of the triangles' cones add up to the tetrahedron's 1/6
  double volume = 0.0;
  for (std::size_t i = 0; i < 12; i += 3) {
    const auto p = [&](std::size_t k) {
      return Eigen::Vector3f(parts[0].points.col(parts[0].indices[i + k]));
    };
    volume += p(0).cross(p(1)).dot(p(2)) / 6.0F;
  }
  EXPECT_NEAR(volume, 1.0 / 6.0, 1e-6);
  EXPECT_THROW(io::parse_mesh("nothing", "t.stl"), io::Error);
  EXPECT_THROW(io::parse_mesh("v 0 0 0\n", "t.obj"), io::Error);
}

TEST(Meshes, AnObjFileIsReadByWhatItsFacesName) {
  const std::string points = "v 0 0 0\nv 1 0 0 0.5 0.5 0.5\nv +1 1 0\nv 0 1e0 0\nvn 0 0 1\n";
  const auto triangles = [&points](const std::string& faces) {
    std::size_t count = 0;
    for (const io::MeshPart& part : io::parse_mesh(points + faces, "t.OBJ")) {
      count += part.indices.size() / 3;
    }
    return count;
  };
  EXPECT_EQ(triangles("f 1 2 3\n"), 1U);
  EXPECT_EQ(triangles("f -4 -3 -2 -1\n"), 2U);
  EXPECT_EQ(triangles("f 1//1 2/7/1 3/7/-1 # a comment\n"), 1U);
  EXPECT_EQ(triangles("f 1//1 2 \\\n 3/7\r\no a\nf 1 3 4"), 2U);
  for (const auto& [faces, why] : std::vector<std::pair<std::string, std::string>>{
           {"f 1 2 5\n", "6: a face with a vertex that does not exist"},
           {"f 0 1 2\n", "6: a face with a vertex that does not exist"},
           {"f -5 1 2\n", "6: a face with a vertex that does not exist"},
           {"f 1//2 2//1 3//1\n", "6: a face with a vertex that does not exist"},
           {"f 1 2 99999999999999999999\n", "6: a face with a vertex that does not exist"},
           {"\nf 1 2\n", "7: expected a face with 3 corners"},
           {"v 1 2 1e999\n", "6: expected 3 finite numbers"},
           {"v 1 2", "6: expected 3 finite numbers"}}) {
    try {
      triangles(faces);
      ADD_FAILURE() << faces;
    } catch (const io::Error& error) {
      EXPECT_EQ(error.what(), "t.OBJ:" + why);
    }
  }
  // the extension decides: no other format is tried
  EXPECT_THROW(io::parse_mesh(points + "f 1 2 3\n", "t.txt"), io::Error);
  EXPECT_THROW(io::parse_mesh(points + "f 1 2 3\n", "t"), io::Error);
}

TEST(Meshes, ADaeFileHasTheNumbersThatItReads) {
  const std::string whole = io::read_file(kMeshes / "triangle.dae");
  ASSERT_EQ(io::parse_mesh(whole, "t.dae").size(), 1U);
  for (const auto& [from, to, why] : std::vector<std::array<std::string, 3>>{
           {"count=\"9\"", "", "accessor: it reads beyond its array"},
           {"count=\"9\"", "count=\"0\"", "accessor: it reads beyond its array"},
           {"count=\"9\"", "count=\"10\"", "float_array: fewer entries than its count"},
           {"count=\"9\"", "count=\"-9\"", "float_array: count: expected a count"},
           {"count=\"3\" stride", "count=\"4\" stride", "accessor: it reads beyond its array"},
           {"stride=\"3\"", "stride=\"4\"", "accessor: it reads beyond its array"},
           {"stride=\"3\"", "stride=\"2\"", "accessor: it reads beyond its array"},
           {"stride=\"3\"", "stride=\"3\" offset=\"1\"", "accessor: it reads beyond its array"},
           {"<p>0 1", "<p>0,1", "p: expected whole numbers from 0 on"},
           {"<p>0 1", "<p><!-- -->x", "p: expected whole numbers from 0 on"},
           {"source=\"#pa\"", "source=\"#no\"", "accessor: its source is no array of the file"}}) {
    try {
      std::string text = whole;
      io::parse_mesh(text.replace(text.find(from), from.size(), to), "t.dae");
      ADD_FAILURE() << to;
    } catch (const io::Error& error) {
      EXPECT_EQ(error.what(), "t.dae:1: " + why);
    }
  }
}

TEST(Meshes, NormalsOfAnyLengthBecomeUnitVectors) {
  const auto parts = io::parse_mesh(
      "solid a\nfacet normal 0 1e30 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 -1\n"
      "endloop\nendfacet\nendsolid a\n",
      "t.stl");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_LT((parts[0].normals.colwise().norm().array() - 1.0F).abs().maxCoeff(), 1e-6F);
}

TEST(Meshes, NamesOfPackagesStayInTheirFolders) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder / "arm_description/meshes");
  fs::create_directories(folder / "arm_description/urdf");
  support::put(folder / "arm_description/meshes/a.stl", "x");
  support::put(folder / "secret.stl", "x");
  const io::MeshPaths paths(folder / "arm_description/urdf/arm.urdf",
                            {{"other", folder / "arm_description"}});
  EXPECT_TRUE(paths.find("package://arm_description/meshes/a.stl"));
  EXPECT_TRUE(paths.find("package://other/meshes/a.stl"));
  EXPECT_FALSE(paths.find("package://other/../secret.stl"));
  EXPECT_FALSE(paths.find("package://arm_description/../secret.stl"));
  EXPECT_TRUE(paths.find((folder / "secret.stl").string()));
  EXPECT_TRUE(paths.find("file://" + (folder / "secret.stl").string()));
  EXPECT_FALSE(paths.find("package://arm_description/meshes"));
}

}  // namespace
