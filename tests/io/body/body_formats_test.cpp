// The table of robot and character files holds together, and all that speak of formats ask it.

#include "io/body/body_formats.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace {

TEST(BodyFormats, AreFoundByTheirExtensionsAndByHowTheyBegin) {
  for (const io::BodyFormat& format : io::body_formats()) {
    const std::string begin = "\n" + std::string(format.begins) + (format.is_xml() ? ">" : "");
    EXPECT_EQ(io::body_format_in(begin), &format) << format.name;
    EXPECT_EQ(io::wrong_kind(begin, ".txt"), "this is " + std::string(format.name) +
                                                 ": name the file " +
                                                 std::string(format.extensions[0]));
    for (const std::string_view extension : format.extensions) {
      if (extension.empty()) continue;
      EXPECT_TRUE(extension.starts_with('.')) << extension;
      EXPECT_EQ(io::body_format_of(extension, begin), &format) << extension;
      EXPECT_EQ(io::wrong_kind(begin, extension), "");
      EXPECT_TRUE(io::is_body_file("robot" + std::string(extension)));
    }
  }
  EXPECT_EQ(io::body_format_of(""), nullptr);
  EXPECT_EQ(io::body_format_of(".json"), nullptr);
  EXPECT_EQ(io::body_format_in("{}"), nullptr);
}

TEST(BodyFormats, InXmlAreReadFromFilesNamedXml) {  // as standard input is named
  for (const io::BodyFormat& format : io::body_formats()) {
    EXPECT_EQ(format.has(".xml"), format.is_xml()) << format.name;
  }
}

TEST(BodyFormats, AreListedForUsersByTheirNames) {
  std::string names;
  std::set<int> initials;  // by which the fuzzer of bodies tells them
  for (const io::BodyFormat& format : io::body_formats()) {
    names += (names.empty() ? "" : ", ") + std::string(format.name);
    EXPECT_TRUE(initials.insert(std::tolower(static_cast<unsigned char>(format.name[0]))).second);
  }
  EXPECT_EQ(io::body_format_names(), names);
  EXPECT_NE(io::wrong_kind("<COLLADA/>", ".dae").find(names), std::string::npos);
}

TEST(BodyFormats, WithoutChoicesRefuseOneAndNameThoseThatHaveSome) {
  for (const char* name : {"r.urdf", "r.sdf", "r.bvh"}) {
    const std::string begin(io::body_format_of(name + 1)->begins);
    try {
      io::parse_body(begin.starts_with('<') ? begin + "/>" : begin, name, {.animation = "wave"});
      FAIL() << name;
    } catch (const io::Error& error) {
      EXPECT_EQ(error.what(), std::string(name) +
                                  "#wave: only glTF files have animations to choose from, and MJCF "
                                  "files keys");
    }
  }
}

TEST(BodyFormats, InXmlAreNamedWhereTheRootIsNoneOfThem) {
  try {
    io::parse_body("<arm/>", "r.xml");
    FAIL();
  } catch (const io::Error& error) {
    EXPECT_STREQ(
        error.what(),
        "r.xml:1: arm: expected <robot> (URDF), <mujoco> (MJCF) or <sdf> (SDF) at the root");
  }
}

}  // namespace
