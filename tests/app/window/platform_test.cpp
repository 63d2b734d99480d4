#include "app/window/platform.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/window/glfw_window.h"
#include "io/body/mesh_paths.h"
#include "support/temporary_folder.h"

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

using Size = app::GlfwWindow::Size;

TEST(FirstSize, IsFourFifthsOfTheDisplayWithinReason) {
  EXPECT_EQ(app::GlfwWindow::first_size({2560, 1440}), (Size{2048, 1152}));
  EXPECT_EQ(app::GlfwWindow::first_size({1440, 850}), (Size{1280, 720}));
  EXPECT_EQ(app::GlfwWindow::first_size({1280, 700}), (Size{1280, 700}));
  EXPECT_EQ(app::GlfwWindow::first_size({1024, 768}), (Size{1024, 720}));
  EXPECT_EQ(app::GlfwWindow::first_size({0, 0}), (Size{1280, 720}));
}

TEST(WindowSize, IsAtMostTheDisplays) {
  const Size displays{1920, 1080};
  EXPECT_EQ(app::GlfwWindow::fitting({20000, 720}, displays), (Size{1920, 720}));
  EXPECT_EQ(app::GlfwWindow::fitting({800, 600}, displays), (Size{800, 600}));
  EXPECT_EQ(app::GlfwWindow::fitting({20000, 30000}, displays), displays);
  const Size unknown = app::GlfwWindow::fitting({20000, 30000}, {0, 0});
  EXPECT_GE(unknown.width, 1920);
  EXPECT_LT(unknown.width, 16384) << "as much as graphics drivers can draw";
}

/// A folder as the only one in PATH, with a program that keeps its arguments and its input.
class Clipboard : public testing::Test {
 protected:
  Clipboard() {
    if (const char* path = std::getenv("PATH")) path_ = path;
    if (const char* display = std::getenv("WAYLAND_DISPLAY")) wayland_ = display;
    setenv("PATH", folder.path().c_str(), 1);
    unsetenv("WAYLAND_DISPLAY");
  }
  ~Clipboard() override {
    setenv("PATH", path_.c_str(), 1);
    if (!wayland_.empty()) setenv("WAYLAND_DISPLAY", wayland_.c_str(), 1);
  }
  void install(const char* program, int status = 0) const {
    const auto file = folder / program;
    support::put(file, "#!/bin/sh\necho \"$*\" >'" + file.string() + ".args'\n/bin/cat >'" +
                           file.string() + ".input'\nexit " + std::to_string(status) + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  std::string of(const std::string& name) const { return support::text_of(folder / name); }

  support::TemporaryFolder folder;
  // larger than a pipe
  const std::string png = std::string("\x89PNG\0", 5) + std::string(300'000, 'x');

 private:
  std::string path_, wayland_;
};

TEST_F(Clipboard, TakesPicturesThroughAnInstalledProgram) {
  EXPECT_FALSE(app::copy_picture(png)) << "nothing is installed";
  install("xclip");
  EXPECT_TRUE(app::copy_picture(png));
  EXPECT_EQ(of("xclip.input"), png);
  EXPECT_EQ(of("xclip.args"), "-selection clipboard -t image/png\n");
}

TEST_F(Clipboard, PrefersTheProgramOfWaylandThere) {
  install("xclip");
  install("wl-copy");
  setenv("WAYLAND_DISPLAY", "wayland-9", 1);
  EXPECT_TRUE(app::copy_picture(png));
  EXPECT_EQ(of("wl-copy.input"), png);
  EXPECT_FALSE(std::filesystem::exists(folder / "xclip.input"));
  install("wl-copy", 1);
  EXPECT_TRUE(app::copy_picture(png)) << "the other one, if the first fails";
  EXPECT_EQ(of("xclip.input"), png);
  unsetenv("WAYLAND_DISPLAY");
}

TEST_F(Clipboard, IsNotTakenIfTheProgramFails) {
  install("xclip", 1);
  EXPECT_FALSE(app::copy_picture(png));
}

}  // namespace
