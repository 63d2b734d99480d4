// What a small file could make slow is refused by name before any library works on it.

#include <gtest/gtest.h>

#include <string>

#include "io/body/body_file.h"
#include "io/body/mesh.h"
#include "support/refusal.h"
#include "support/temporary_folder.h"

namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

/// A robot with an element of many attributes in its third line, behind what only looks like one.
std::string robot_with(const std::string& more) {
  return "<?xml version='1.0' a='1'?><!-- <b " + repeated("a='1' ", 200) +
         "> -->\n<robot name='r'>\n<link name='a'" + more + "/><link name='b'/>" +
         repeated("<x y='1' z='1'/>", 100) +
         "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>";
}

/// Attributes of different names. \param value with its equals sign
std::string attributes(std::size_t count, const std::string& value) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += " a" + std::to_string(i) + value;
  return all;
}

TEST(BoundedWork, AnElementHasAHundredAttributes) {
  const auto message = [](const std::string& more) {
    return message_of<io::Error>([&] { io::parse_body(robot_with(more), "r.urdf"); });
  };
  EXPECT_EQ(message(attributes(99, "=\"'>\"")), "");
  EXPECT_EQ(message(attributes(100, "=\"'>\"")), "r.urdf:3: link: more than 100 attributes");
  EXPECT_EQ(message(attributes(100, "\n = '1'")), "r.urdf:3: link: more than 100 attributes");
}

TEST(BoundedWork, XmlThatBreaksOffIsStillToldByItsReader) {
  for (const char* text :
       {"<robot", "<robot a='", "<robot><!--", "<robot><![CDATA[", "<?", "<", ""}) {
    const std::string message = message_of<io::Error>([&] { io::parse_body(text, "r.urdf"); });
    EXPECT_TRUE(message.starts_with("r.urdf:") && message.find("attributes") == std::string::npos)
        << text << ": " << message;
  }
}

TEST(BoundedWork, AFaceHasAThousandCorners) {
  const auto obj = [](std::size_t corners, std::size_t faces) {
    const std::string face = "f" + repeated(" 1 2 3", corners / 3) + "\n";
    return message_of<io::Error>(
        [&] { io::parse_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\n" + repeated(face, faces), "m.obj"); });
  };
  EXPECT_EQ(obj(999, 1), "");
  EXPECT_EQ(obj(1002, 1), "m.obj:4: a face with more than 1000 corners");
  // together they make no more triangles than a mesh may have
  EXPECT_EQ(obj(999, 1004), "m.obj:1007: more than 1000000 triangles");
}

std::string dae(const std::string& faces, const std::string& nodes = "") {
  return "<COLLADA>\n" + faces + nodes + "</COLLADA>";
}

TEST(BoundedWork, AFaceOfColladaHasAThousandCornersToo) {
  const auto message = [](const std::string& text) {
    return message_of<io::Error>([&] { io::check_collada(text, "m.dae"); });
  };
  const std::string too_many = "m.dae:2: ", what = ": a face with more than 1000 corners";
  EXPECT_EQ(message(dae("<polylist><vcount>3 1000</vcount></polylist>")), "");
  EXPECT_EQ(message(dae("<polylist><vcount>3 <!-- --> 1001</vcount></polylist>")),
            too_many + "vcount" + what);
  EXPECT_EQ(message(dae("<polylist><vcount>" + repeated("1000 ", 1003) + "</vcount></polylist>")),
            "m.dae:2: vcount: more than 1000000 triangles");
  for (const std::string tag : {"polygons", "trifans"}) {
    const auto face = [&tag](std::size_t words) {
      return dae("<" + tag + "><input offset='0'/><input offset='1'/><p>" + repeated("1 ", words) +
                 "</p></" + tag + ">");
    };
    EXPECT_EQ(message(face(2000)), "");
    EXPECT_EQ(message(face(2002)), too_many + "p" + what);
  }
}

TEST(BoundedWork, CopiesOfColladaNodesEnd) {
  const auto message = [](const std::string& nodes) {
    return message_of<io::Error>([&] {
      io::check_collada(dae("<library_nodes>" + nodes +
                            "</library_nodes><library_visual_scenes><visual_scene>"
                            "<node><instance_node url='#n0'/></node></visual_scene>"
                            "</library_visual_scenes>"),
                        "m.dae");
    });
  };
  const auto doubled = [](int depth) {
    std::string nodes;
    for (int i = 0; i < depth; ++i) {
      const std::string next = "<instance_node url='#n" + std::to_string(i + 1) + "'/>";
      nodes += "<node id='n" + std::to_string(i) + "'>" + next + next + "</node>";
    }
    return nodes + "<node name='n" + std::to_string(depth) + "'/>";
  };
  EXPECT_EQ(message(doubled(12)), "");  // 2^13 - 1 copies
  EXPECT_TRUE(message(doubled(13)).ends_with("more than 10000 nodes and copies of nodes"));
  EXPECT_TRUE(message("<node id='n0'><instance_node url='#n1'/></node>"
                      "<node id='n1'><instance_node url='#n0'/></node>")
                  .ends_with("copies of each other, or more than 200 nodes in each other"));
}

}  // namespace
