// Every reader accepts files in other encodings as if they were UTF-8.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/body/body_file.h"
#include "io/body/mesh.h"

namespace {

const std::string kBras = R"(<robot name='r'><link name='b'/><link name='l1'/><link name='l2'/>
  <joint name='bras_Ä' type='continuous'><parent link='b'/><child link='l1'/>
    <origin xyz='0.5 0 0'/><axis xyz='0 0 1'/></joint>
  <joint name='bras_Ö' type='continuous'><parent link='l1'/><child link='l2'/>
    <origin xyz='0.5 0 0'/><axis xyz='0 0 1'/></joint></robot>)";

/// Latin-1 from UTF-8 (for characters up to U+00FF that occur here).
std::string latin1(const std::string& utf8) {
  std::string result;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    const bool pair = byte == 0xc3;
    result += pair ? static_cast<char>(0x40 + static_cast<unsigned char>(utf8[++i])) : utf8[i];
  }
  return result;
}
std::string utf16(const std::string& utf8) {
  std::string result = "\xff\xfe";
  for (const char c : latin1(utf8)) result += std::string{c, '\0'};
  return result;
}

std::vector<std::string> links_of(const std::string& bytes, const char* name) {
  std::vector<std::string> names;
  for (const lab::ModelLink& link : io::parse_body(bytes, name).model.links) {
    names.push_back(link.name);
    for (const lab::ModelJoint& joint : link.joints) names.push_back(joint.name);
  }
  return names;
}

bool has(const std::vector<std::string>& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(Encodings, OfUrdfGiveTheSameNames) {
  const std::vector<std::string> names = links_of(kBras, "a.urdf");
  EXPECT_TRUE(has(names, "bras_Ä") && has(names, "bras_Ö"));
  EXPECT_EQ(links_of("<?xml version='1.0' encoding='iso-8859-1'?>" + latin1(kBras), "a.urdf"),
            names);
  EXPECT_EQ(links_of(utf16(kBras), "a.urdf"), names);
  EXPECT_EQ(links_of("\xef\xbb\xbf" + kBras, "a.urdf"), names);
}

TEST(Encodings, OfBvhGiveTheSameNames) {
  const std::string text =
      "HIERARCHY\nROOT Hüfte\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n"
      " JOINT Fuß\n {\n  OFFSET 0 1 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n"
      "  End Site\n  {\n   OFFSET 0 1 0\n  }\n }\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n"
      "0 0 0 0 0 0\n";
  const std::vector<std::string> names = links_of(text, "a.bvh");
  EXPECT_TRUE(has(names, "Fuß"));
  for (const std::string& bytes : {"\xef\xbb\xbf" + text, utf16(text), latin1(text)}) {
    EXPECT_EQ(links_of(bytes, "a.bvh"), names);
  }
}

TEST(Encodings, OfObjGiveTheSameTriangles) {
  const std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n";
  const auto points = [](const std::string& bytes) {
    return io::parse_mesh(bytes, "a.obj", {}).at(0).points;
  };
  EXPECT_EQ(points("\xef\xbb\xbf" + text), points(text));
}

}  // namespace
