#include "app/window/platform.h"

#include <gtest/gtest.h>

#include "io/body/mesh_paths.h"

namespace {

TEST(PageWords, LeaveOutAdviceThatCannotBeFollowed) {
  const io::MeshPaths paths("/tmp/robot.urdf", {});
  const std::string note =
      paths.note_on_missing({"package://arm_of_nobody/a.stl", "package://leg_of_nobody/b.stl"});
  ASSERT_NE(note.find("--package arm_of_nobody=DIR"), std::string::npos);
  EXPECT_EQ(app::in_words_of_page(note),
            "2 missing meshes; collision shapes or capsules stand in for them");
  EXPECT_EQ(
      app::in_words_of_page("1 base is free unless --base fixed holds it, as no joint does: base"),
      "1 base is free, as no joint does: base");
}

TEST(PageWords, NameSettingsAsTheListOfCommandsDoes) {
  EXPECT_EQ(app::in_words_of_page("limits of velocity are not used (6 joints): --max-angle 0.9 "
                                  "--max-slide 0.01 keeps to that of \"a\", the slowest"),
            "limits of velocity are not used (6 joints): max-angle 0.9 max-slide 0.01 keeps to "
            "that of \"a\", the slowest");
}

TEST(PageWords, KeepEverythingElse) {
  for (const char* message :
       {"", "--", "a -- b", "one--two", "Saved y-001.csv", "use --package", "λ --"}) {
    const std::string same = app::in_words_of_page(message);
    EXPECT_EQ(same, std::string(message) == "use --package" ? "use package" : message);
  }
}

}  // namespace
