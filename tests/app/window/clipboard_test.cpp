#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "app/window/platform.h"
#include "support/temporary_folder.h"

namespace {

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
