#include "io/file.h"

#include <gtest/gtest.h>

#include "io/image_file.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const io::Error& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFile, IsThereOnlyOnceItIsWhole) {
  const support::TemporaryFolder folder;
  io::OutputFile file(folder / "a.txt");
  file.stream() << "text";
  EXPECT_FALSE(fs::exists(folder / "a.txt"));
  file.commit();
  EXPECT_EQ(support::text_of(folder / "a.txt"), "text");
  EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, LeavesNothingBehindWithoutCommit) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.txt", "old");
  { io::OutputFile(folder / "a.txt").stream() << "new"; }
  EXPECT_EQ(support::text_of(folder / "a.txt"), "old");
  EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, ReplacesWhatWasThere) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.txt", "a long old text");
  io::write_file(folder / "a.txt", "new");
  EXPECT_EQ(support::text_of(folder / "a.txt"), "new");
}

TEST(OutputFile, KeepsThePermissionsOfWhatWasThere) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.txt", "secret");
  fs::permissions(folder / "a.txt", fs::perms::owner_read | fs::perms::owner_write);
  io::write_file(folder / "a.txt", "new");
  EXPECT_EQ(fs::status(folder / "a.txt").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST(OutputFile, KeepsALinkAndReplacesWhatItLeadsTo) {
  const support::TemporaryFolder folder;
  support::put(folder / "real.txt", "old");
  fs::create_symlink(folder / "real.txt", folder / "link.txt");
  io::write_file(folder / "link.txt", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link.txt"));
  EXPECT_EQ(support::text_of(folder / "real.txt"), "new");
}

TEST(OutputFile, IsRefusedBeforeTheWorkWhereItCannotBe) {
  const support::TemporaryFolder folder;
  const fs::path lost = folder / "no" / fs::path("such") / "a.txt";
  EXPECT_EQ(message_of([&] { io::OutputFile file(lost); }),
            lost.string() + ": cannot be written: No such file or directory");
  EXPECT_EQ(message_of([&] { io::OutputFile file(folder.path()); }),
            folder.path().string() + ": is a folder, not a file");
  EXPECT_NE(message_of([] { io::OutputFile file(""); }), "");
}

TEST(OutputFile, WritesADeviceAndLeavesItOne) {
  io::write_file("/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(OutputFile, TellsOfAFullDisk) {
  EXPECT_THROW(io::write_file("/dev/full", std::string(100000, 'x')), io::WriteError);
  EXPECT_NE(message_of([] { io::write_file("/dev/full", "x"); }).find("/dev/full"),
            std::string::npos);
}

TEST(OutputFile, HasTwoAtATimeWithoutMixingThem) {
  const support::TemporaryFolder folder;
  io::OutputFile one(folder / "a.txt"), two(folder / "a.txt");
  one.stream() << "one";
  two.stream() << "two";
  one.commit();
  EXPECT_EQ(support::text_of(folder / "a.txt"), "one");
  two.commit();
  EXPECT_EQ(support::text_of(folder / "a.txt"), "two");
  EXPECT_EQ(folder.count(), 1);
}

TEST(CreateFile, MakesOneOnlyWhereThereIsNone) {
  const support::TemporaryFolder folder;
  EXPECT_TRUE(io::create_file(folder / "a"));
  support::put(folder / "a", "text");
  EXPECT_FALSE(io::create_file(folder / "a"));
  EXPECT_EQ(support::text_of(folder / "a"), "text");
  EXPECT_THROW(io::create_file(folder / "no/a"), io::Error);
}

TEST(ImageFile, GivesEveryPixelBack) {
  const support::TemporaryFolder folder;
  std::vector<std::uint8_t> rgba;
  for (int i = 0; i < 4 * 7 * 5; ++i) rgba.push_back(static_cast<std::uint8_t>(37 * i));
  io::write_png(folder / "a.png", 7, 5, rgba);
  const io::Pixels read = io::read_png(folder / "a.png");
  EXPECT_EQ(read.width, 7);
  EXPECT_EQ(read.height, 5);
  EXPECT_EQ(read.rgba, rgba);
}

TEST(ImageFile, RefusesASizeThatDoesNotFitAndAFileThatIsNone) {
  const support::TemporaryFolder folder;
  EXPECT_THROW(io::write_png(folder / "a.png", 2, 2, std::vector<std::uint8_t>(15)),
               std::invalid_argument);
  EXPECT_THROW(io::write_png(folder / "a.png", 0, 0, {}), std::invalid_argument);
  EXPECT_EQ(folder.count(), 0);
  support::put(folder / "b.png", "no picture");
  EXPECT_NE(message_of([&] { io::read_png(folder / "b.png"); }).find("b.png"), std::string::npos);
}

}  // namespace
