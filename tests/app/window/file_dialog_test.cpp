// The system's dialog for files: other programs, with stand-ins on PATH.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <stdlib.h>

#include "app/window/platform.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

class FileDialogs : public testing::Test {
 protected:
  FileDialogs() {
    // the stand-ins need no other program but the shell
    ::setenv("PATH", folder.path().c_str(), 1);
    ::unsetenv("XDG_CURRENT_DESKTOP");
  }
  ~FileDialogs() override { ::setenv("PATH", path.c_str(), 1); }

  void install(const std::string& name, const std::string& script) const {
    support::put(folder / name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(folder / name, fs::perms::owner_all);
  }
  /// Waits for the answer as frames do.
  static app::FileDialog::Answer answer(app::FileDialog& dialog) {
    std::optional<app::FileDialog::Answer> answer;
    while (!(answer = dialog.take())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return *answer;
  }

  const std::string path = ::getenv("PATH");
  support::TemporaryFolder folder;
  using Paths = std::vector<std::string>;
};

TEST_F(FileDialogs, GiveTheChosenPathsOnce) {
  install("zenity",
          "printf '%s\\n' \"$@\" > \"${0%/*}/words\"; printf '/a/one robot.urdf\\n/a/$x\\n'");
  app::FileDialog dialog;
  ASSERT_TRUE(dialog.open());
  EXPECT_EQ(answer(dialog).paths, (Paths{"/a/one robot.urdf", "/a/$x"}));
  EXPECT_FALSE(dialog.take());
  EXPECT_EQ(support::text_of(folder / "words"),
            "--file-selection\n--multiple\n--separator=\n\n--title=Open in iklab\n");
}

TEST_F(FileDialogs, DoNotBlockTheWindow) {
  install("zenity", "while [ ! -e \"${0%/*}/go\" ]; do :; done; echo /a/b.json");
  app::FileDialog dialog;
  ASSERT_TRUE(dialog.open());
  EXPECT_FALSE(dialog.take());
  EXPECT_TRUE(dialog.open()) << "it is open already";
  support::put(folder / "go", "");
  EXPECT_EQ(answer(dialog).paths, Paths{"/a/b.json"});
}

TEST_F(FileDialogs, ACancelledOneGivesNothingAndAFailedOneSaysSo) {
  install("zenity", "exit 1");
  app::FileDialog dialog;
  ASSERT_TRUE(dialog.open());
  const app::FileDialog::Answer cancelled = answer(dialog);
  EXPECT_TRUE(cancelled.paths.empty());
  EXPECT_FALSE(cancelled.failed);
  install("zenity", "echo /a/b.json; exit 255");
  ASSERT_TRUE(dialog.open());
  const app::FileDialog::Answer failed = answer(dialog);
  EXPECT_TRUE(failed.paths.empty());
  EXPECT_TRUE(failed.failed);
}

TEST_F(FileDialogs, AreTheDesktopsOwn) {
  app::FileDialog dialog;
  EXPECT_FALSE(dialog.open()) << "none is installed";
  EXPECT_FALSE(dialog.take());
  install("kdialog", "echo /by/kdialog");
  ASSERT_TRUE(dialog.open());
  EXPECT_EQ(answer(dialog).paths, Paths{"/by/kdialog"});
  install("zenity", "echo /by/zenity");
  ASSERT_TRUE(dialog.open());
  EXPECT_EQ(answer(dialog).paths, Paths{"/by/zenity"});
  ::setenv("XDG_CURRENT_DESKTOP", "KDE", 1);
  ASSERT_TRUE(dialog.open());
  EXPECT_EQ(answer(dialog).paths, Paths{"/by/kdialog"});
}

TEST_F(FileDialogs, CloseWithTheWindow) {
  install("zenity", "echo $$ > \"${0%/*}/process\"; while :; do :; done");
  {
    app::FileDialog dialog;
    ASSERT_TRUE(dialog.open());
    while (support::text_of(folder / "process").empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  const int process = std::stoi(support::text_of(folder / "process"));
  EXPECT_NE(::kill(process, 0), 0);
}

}  // namespace
