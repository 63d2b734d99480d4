#include "app/session/files.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

TEST(Completions, AreFoldersAndFilesThatCanBeOpened) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder / "Robots");
  fs::create_directories(folder / ".cache");
  for (const char* name :
       {"arm.URDF", "man.bvh", "run.json", "notes.txt", "robot.xml", ".hidden.json"}) {
    support::put(folder / name, "");
  }
  const std::string in = folder.path().string() + "/";
  app::Completions completions;
  const auto of = [&](const std::string& typed) {
    std::vector<std::string> names;
    for (const std::string& path : completions.of(typed)) {
      EXPECT_TRUE(path.starts_with(in)) << path;
      names.push_back(path.substr(in.size()));
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(of(in), (Names{"Robots/", "arm.URDF", "man.bvh", "robot.xml", "run.json"}));
  EXPECT_EQ(of(in + "r"), (Names{"Robots/", "robot.xml", "run.json"}));
  EXPECT_EQ(of(in + "ROB"), (Names{"Robots/", "robot.xml"}));
  EXPECT_EQ(of(in + "."), (Names{".cache/", ".hidden.json"}));
  EXPECT_EQ(of(in + "x"), Names{});
  EXPECT_EQ(of(in + "nowhere/"), Names{});
  EXPECT_EQ(of(in + "run.json/"), Names{});
}

TEST(Completions, BeginInTheFolderOfTheProgramAndAtHome) {
  const support::TemporaryFolder folder;
  support::put(folder / "arm.json", "");
  const char* const home = std::getenv("HOME");
  const std::string before = home != nullptr ? home : "";
  setenv("HOME", folder.path().c_str(), 1);
  EXPECT_EQ(app::at_home("~/arm.json"), folder / "arm.json");
  EXPECT_EQ(app::at_home("~other/arm.json"), "~other/arm.json");
  app::Completions completions;
  const auto found = completions.of("~/");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], folder / "arm.json");
  setenv("HOME", before.c_str(), 1);
  const fs::path folder_before = fs::current_path();
  fs::current_path(folder.path());
  EXPECT_EQ(app::Completions().of("").size(), 1U);
  fs::current_path(folder_before);
}

}  // namespace
