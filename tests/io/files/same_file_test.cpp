#include "io/files/file.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

TEST(SameFile, IsSoThroughLinksOfBothKindsAndOtherNames) {
  const support::TemporaryFolder folder;
  support::put(folder / "a", "same");
  support::put(folder / "b", "same");
  fs::create_hard_link(folder / "a", folder / "hard");
  fs::create_symlink("a", folder / "link");
  fs::create_symlink("link", folder / "link of a link");
  fs::create_directory(folder / "sub");
  for (const char* name : {"a", "hard", "link", "link of a link", "sub/../a", "./a"}) {
    EXPECT_TRUE(io::is_same_file(folder / "a", folder / name)) << name;
    EXPECT_FALSE(io::is_same_file(folder / "b", folder / name)) << name;
  }
}

TEST(SameFile, IsThePlaceWhereAFileWouldBeMade) {
  const support::TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  fs::create_directory_symlink("sub", folder / "other");
  fs::create_symlink("sub/new", folder / "dangling");
  fs::create_symlink("dangling", folder / "dangling twice");
  support::put(folder / "sub" / fs::path("there"), "");
  const fs::path file = folder / "sub/new";
  for (const char* name : {"other/new", "dangling", "dangling twice", "sub/../sub/./new"}) {
    EXPECT_TRUE(io::is_same_file(file, folder / name)) << name;
  }
  EXPECT_FALSE(io::is_same_file(file, folder / "new"));
  EXPECT_FALSE(io::is_same_file(file, folder / "sub/there"));
}

TEST(BehindLinks, EndsWhereLinksLeadInACircle) {
  const support::TemporaryFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  std::error_code problem;
  io::behind_links(folder / "a", problem);
  EXPECT_EQ(problem, std::errc::too_many_symbolic_link_levels);
  EXPECT_EQ(io::behind_links(folder / "plain", problem), folder / "plain");
  EXPECT_FALSE(problem);
}

}  // namespace
