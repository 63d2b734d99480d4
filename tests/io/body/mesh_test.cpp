// Mesh files: what is read is what their numbers say.

#include "io/body/mesh.h"

#include <gtest/gtest.h>

#include <cstring>

#include <Eigen/Geometry>

namespace {

using Eigen::Vector3d;
using Eigen::Vector3f;

/// The sum of triangles' vectors of area, by their vertices' order.
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

/// A binary STL of triangles whose normals are all zero.
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

/// Two triangles with a right angle between them, and two that are almost flat.
const std::vector<Vector3f> kEdges = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},    {0, 0, 0},
                                      {0, 1, 0}, {0, 0, 1}, {5, 0, 0},    {6, 0, 0},
                                      {5, 1, 0}, {6, 0, 0}, {6, 1, 0.1F}, {5, 1, 0}};

TEST(StlMeshes, NormalsAreMadeAndThereIsNoColour) {
  const auto parts = io::parse_mesh(binary_stl(kEdges), "t.STL");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_FALSE(parts[0].color);
  ASSERT_EQ(parts[0].indices.size(), 12U);
  // the sharp edge's points appear twice, the flat one's once
  EXPECT_EQ(parts[0].points.cols(), 6 + 4);
  for (Eigen::Index i = 0; i < parts[0].normals.cols(); ++i) {
    EXPECT_NEAR(parts[0].normals.col(i).norm(), 1.0F, 1e-6F);
  }
  EXPECT_EQ(Vector3f(parts[0].normals.col(parts[0].indices[0])), Vector3f(0, 0, 1));
  EXPECT_EQ(Vector3f(parts[0].normals.col(parts[0].indices[3])), Vector3f(1, 0, 0));
}

TEST(ObjMeshes, PolygonsBecomeTrianglesOfTheirArea) {
  // a hollow arrow: a fan would leave it
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

const std::string kDae = R"(<COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique><phong><diffuse>
<color>0.1 0.2 0.3 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
<technique_common><accessor source="#a" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist material="s" count="1"><input semantic="VERTEX" source="#v" offset="0"/>
<vcount>4</vcount><p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>
<library_nodes><node id="n"><scale>1 1 -1</scale><instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material>
</instance_geometry></node></library_nodes>
<library_visual_scenes><visual_scene id="s"><node><translate>100 0 0</translate>
<rotate>1 0 0 90</rotate><instance_node url="#n"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";

TEST(DaeMeshes, NodesPlaceAndMaterialsColourTheMesh) {
  const auto parts = io::parse_mesh(kDae, "t.dae");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].color, Vector3d(0.1, 0.2, 0.3));
  // a square of 1 cm, mirrored, turned onto its edge and moved by 1 m
  EXPECT_LT((parts[0].points.rowwise().minCoeff() - Vector3f(1, 0, 0)).norm(), 1e-6F);
  EXPECT_LT((parts[0].points.rowwise().maxCoeff() - Vector3f(1.01F, 0, 0.01F)).norm(), 1e-6F);
  // the mirror leaves the square where it is, and turns its front round
  EXPECT_LT((area_of(parts[0]) - Vector3d(0, 1e-4, 0)).norm(), 1e-9);
  EXPECT_LT((Vector3f(parts[0].normals.col(0)) - Vector3f(0, 1, 0)).norm(), 1e-6F);
}

}  // namespace
