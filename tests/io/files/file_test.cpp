#include "io/files/file.h"
#include "io/files/numbered_files.h"

#include <set>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "io/figure/image_file.h"
#include "io/files/text.h"
#include "support/picture.h"
#include "support/refusal.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

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

TEST(OutputFile, KeepsALinkAndMakesWhatItLeadsTo) {
  const support::TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  fs::create_symlink("sub/new.txt", folder / "first.txt");
  fs::create_symlink(folder / "first.txt", folder / "link.txt");
  io::write_file(folder / "link.txt", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link.txt"));
  EXPECT_TRUE(fs::is_symlink(folder / "first.txt"));
  EXPECT_EQ(support::text_of(folder / "sub" / fs::path("new.txt")), "new");
  EXPECT_EQ(folder.count(), 3);
}

TEST(OutputFile, IsRefusedBeforeTheWorkWhereItsNameIsTooLong) {
  const support::TemporaryFolder folder;
  // NAME_MAX on Linux
  EXPECT_NO_THROW(io::OutputFile(folder / std::string(255, 'n')));
  const fs::path path = folder / std::string(256, 'n');
  EXPECT_EQ(message_of<io::Error>([&] { io::OutputFile file(path); }),
            path.string() + ": cannot be written: File name too long");
  fs::create_symlink(path.filename(), folder / "link");
  EXPECT_EQ(message_of<io::Error>([&] { io::OutputFile file(folder / "link"); }),
            (folder / "link").string() + ": cannot be written: File name too long");
}

TEST(OutputFile, IsRefusedBeforeTheWorkWhereOnlyItsOwnerMayReplaceIt) {
  if (geteuid() != 0) GTEST_SKIP() << "needs two users";
  const support::TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::all | fs::perms::sticky_bit);
  support::put(folder / "a.txt", "of root");
  fs::permissions(folder / "a.txt", fs::perms::all);
  const auto as_nobody = [&] {
    if (setuid(65534) != 0) _exit(2);
    _exit(message_of<io::Error>([&] { io::OutputFile file(folder / "a.txt"); }) ==
                  (folder / "a.txt").string() + ": cannot be written: Operation not permitted"
              ? 0
              : 1);
  };
  EXPECT_EXIT(as_nobody(), testing::ExitedWithCode(0), "");
}

TEST(OutputFile, DoesNotWaitForTheReaderOfAPipeWhereItMayRefuseIt) {
  const support::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(message_of<io::Error>([&] {
              io::write_file(folder / "pipe", "text", io::OutputFile::Devices::kRefused);
            }),
            (folder / "pipe").string() + ": is not a regular file");
}

TEST(OutputFile, IsRefusedBeforeTheWorkWhereItCannotBe) {
  const support::TemporaryFolder folder;
  const fs::path lost = folder / "no" / fs::path("such") / "a.txt";
  EXPECT_EQ(message_of<io::Error>([&] { io::OutputFile file(lost); }),
            lost.string() + ": cannot be written: No such file or directory");
  EXPECT_EQ(message_of<io::Error>([&] { io::OutputFile file(folder.path()); }),
            folder.path().string() + ": is a folder, not a file");
  EXPECT_NE(message_of<io::Error>([] { io::OutputFile file(""); }), "");
}

TEST(OutputFile, WritesADeviceAndLeavesItOne) {
  io::write_file("/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(OutputFile, TellsOfAFullDisk) {
  EXPECT_THROW(io::write_file("/dev/full", std::string(100000, 'x')), io::WriteError);
  EXPECT_NE(message_of<io::Error>([] { io::write_file("/dev/full", "x"); }).find("/dev/full"),
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

TEST(OutputFile, SaysThatLinksLeadInACircle) {
  const support::TemporaryFolder folder;
  fs::create_symlink(folder / "b", folder / "a");
  fs::create_symlink(folder / "a", folder / "b");
  EXPECT_EQ(message_of<io::Error>([&] { io::OutputFile file(folder / "a"); }),
            (folder / "a").string() + ": cannot be written: Too many levels of symbolic links");
  EXPECT_EQ(message_of<io::Error>([&] { io::read_file(folder / "a"); }),
            (folder / "a").string() + ": cannot be read: Too many levels of symbolic links");
}

TEST(OutputFile, MindsNoFilesThatOthersLeft) {
  const support::TemporaryFolder folder;
  for (int i = 0; i < 1500; ++i) {
    support::put(folder / (".a.txt." + std::to_string(i) + ".tmp"), "");
    support::put(folder / (".iklab-" + std::to_string(i) + ".tmp"), "");
  }
  io::write_file(folder / "a.txt", "text");
  EXPECT_EQ(support::text_of(folder / "a.txt"), "text");
}

/// Leaves the files of a program that is killed while it writes into a folder.
void leave_killed_files(const fs::path& folder) {
  const pid_t child = fork();
  if (child == 0) {
    const io::TemporaryFile file(folder, "a.txt");
    _exit(0);  // no cleanup
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
}

void make_old(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    fs::last_write_time(entry, fs::file_time_type::clock::now() - std::chrono::hours(2));
  }
}

TEST(OutputFile, RemovesWhatKilledProgramsLeft) {
  const support::TemporaryFolder folder;
  for (int i = 0; i < 3; ++i) leave_killed_files(folder.path());
  make_old(folder.path());
  EXPECT_EQ(folder.count(), 3);
  io::write_file(folder / "a.txt", "text");
  EXPECT_EQ(folder.count(), 1);
  leave_killed_files(folder.path());
  make_old(folder.path());
  io::write_numbered(folder.path(), "b", ".txt", "text");
  EXPECT_EQ(folder.count(), 2);
}

TEST(OutputFile, LeavesWhatAnotherStillWritesHoweverOldItIs) {
  const support::TemporaryFolder folder;
  io::OutputFile slow(folder / "slow.txt");
  make_old(folder.path());
  io::write_file(folder / "a.txt", "text");
  EXPECT_EQ(folder.count(), 2);
  slow.stream() << "whole";
  slow.commit();
  EXPECT_EQ(support::text_of(folder / "slow.txt"), "whole");
}

TEST(OutputFile, LeavesWhatMayBeSomebodyElses) {
  const support::TemporaryFolder folder;
  leave_killed_files(folder.path());
  const fs::path own = fs::directory_iterator(folder.path())->path();
  const std::string name = own.filename().string();
  // files of another machine or another program, and a link with such a name
  support::put(folder / (name.substr(0, name.size() - 12) + "00000000.tmp"), "");
  support::put(folder / (name + "x"), "");
  support::put(folder / ("x" + name), "");
  support::put(folder / (".iklab-" + std::string(16, 'g') + name.substr(name.size() - 13)), "");
  support::put(folder / "precious.txt", "text");
  make_old(folder.path());
  fs::create_symlink(folder / "precious.txt",
                     folder / (".iklab-" + std::string(16, '0') + name.substr(name.size() - 13)));
  // a fresh file, which its owner may not have locked yet
  leave_killed_files(folder.path());
  const auto before = folder.count();
  io::write_file(folder / "a.txt", "text");
  EXPECT_FALSE(fs::exists(own));
  EXPECT_EQ(folder.count(), before);
  EXPECT_EQ(support::text_of(folder / "precious.txt"), "text");
}

TEST(OutputFile, IsNoMoreReadableWhileItIsWrittenThanWhatWasThere) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.txt", "secret");
  const fs::perms own = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(folder / "a.txt", own);
  const io::OutputFile file(folder / "a.txt");
  EXPECT_EQ(folder.count(), 2);
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    EXPECT_EQ(entry.status().permissions(), own);
  }
}

TEST(ReadFile, RefusesWhatIsNoRegularFileWithoutWaiting) {
  const support::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(message_of<io::Error>([&] { io::read_file(folder / "pipe"); }),
            (folder / "pipe").string() + ": is not a regular file");
  EXPECT_EQ(message_of<io::Error>([] { io::read_file("/dev/zero"); }),
            "/dev/zero: is not a regular file");
  EXPECT_EQ(message_of<io::Error>([&] { io::read_file(folder.path()); }),
            folder.path().string() + ": is a folder, not a file");
}

TEST(ReadFile, RefusesWhatIsTooLargeByItsSizeAlone) {
  const support::TemporaryFolder folder;
  support::put(folder / "a", "");
  fs::resize_file(folder / "a", std::uintmax_t{1} << 40);  // sparse: takes no space
  EXPECT_EQ(message_of<io::Error>([&] { io::read_file(folder / "a"); }),
            (folder / "a").string() + ": is too large: at most 64 MiB are read");
  support::put(folder / "b", "12345");
  EXPECT_EQ(io::read_file(folder / "b", 5), "12345");
  EXPECT_THROW(io::read_file(folder / "b", 4), io::Error);
}

TEST(ReadFile, ReadsWhatDoesNotSayItsSize) {
  EXPECT_NE(io::read_file("/proc/self/status").find("Pid:"), std::string::npos);
}

std::string saved(const support::TemporaryFolder& folder, const std::string& text) {
  return io::write_numbered(folder.path(), "a", ".txt", text).filename();
}

TEST(WriteNumbered, TakesTheFirstNameThatNothingHas) {
  const support::TemporaryFolder folder;
  EXPECT_EQ(saved(folder, "one"), "a-001.txt");
  EXPECT_EQ(saved(folder, "two"), "a-002.txt");
  fs::create_symlink("nowhere", folder / "a-003.txt");
  EXPECT_EQ(saved(folder, "three"), "a-004.txt");
  EXPECT_EQ(support::text_of(folder / "a-001.txt"), "one");
  EXPECT_EQ(support::text_of(folder / "a-002.txt"), "two");
}

TEST(WriteNumbered, HasRoomForTheNumberBehindTheLongestNameOfAScene) {
  const support::TemporaryFolder folder;
  const std::string stem = io::plain_name("/a/" + std::string(250, 'n') + ".json");
  EXPECT_EQ(stem.substr(0, 100), std::string(100, 'n'));
  EXPECT_NO_THROW(io::write_numbered(folder.path(), stem + "-constraint-forces-sweep",
                                     ".unfinished.csv", "text"));
}

TEST(WriteNumbered, LeavesNothingWhereWritingFails) {
  const support::TemporaryFolder folder;
  const auto writes = [](std::ostream& out) { out << "text"; };
  const auto fails = [](std::ostream& out) {
    out << "text";
    throw io::Error("no");
  };
  EXPECT_THROW(io::write_numbered(folder.path(), "a", {{".txt", writes}, {".csv", fails}}),
               io::Error);
  EXPECT_EQ(folder.count(), 0);
}

TEST(WriteNumbered, GivesFilesThatBelongTogetherOneNumber) {
  const support::TemporaryFolder folder;
  support::put(folder / "a-001.csv", "another's");
  const auto names = io::write_numbered(folder.path(), "a",
                                        {{".txt", [](std::ostream& out) { out << "t"; }},
                                         {".csv", [](std::ostream& out) { out << "c"; }}});
  EXPECT_EQ(names, (std::vector{folder / "a-002.txt", folder / "a-002.csv"}));
  EXPECT_EQ(support::text_of(names[0]), "t");
  EXPECT_EQ(support::text_of(names[1]), "c");
  EXPECT_EQ(folder.count(), 3);
}

TEST(WriteNumbered, GivesEveryProgramANameOfItsOwn) {
  const support::TemporaryFolder folder;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&folder, i] {
      for (int k = 0; k < 20; ++k) {
        io::write_numbered(folder.path(), "a", ".txt", std::to_string(100 * i + k));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> texts;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    texts.insert(support::text_of(entry.path()));
  }
  EXPECT_EQ(folder.count(), 160);
  EXPECT_EQ(texts.size(), 160U);
}

TEST(ImageFile, GivesEveryPixelBack) {
  const support::TemporaryFolder folder;
  std::vector<std::uint8_t> rgba;
  for (int i = 0; i < 4 * 7 * 5; ++i) rgba.push_back(static_cast<std::uint8_t>(37 * i));
  io::write_file(folder / "a.png", io::png_bytes(7, 5, rgba));
  const support::Picture read = support::read_png(folder / "a.png");
  EXPECT_EQ(read.width, 7);
  EXPECT_EQ(read.height, 5);
  EXPECT_EQ(read.rgba, rgba);
}

TEST(ImageFile, RefusesASizeThatDoesNotFit) {
  EXPECT_THROW(io::png_bytes(2, 2, std::vector<std::uint8_t>(15)), std::invalid_argument);
  EXPECT_THROW(io::png_bytes(0, 0, {}), std::invalid_argument);
}

TEST(PartsOf, AreBetweenSeparatorsWithoutBlanksAround) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(io::parts_of("a:b::", ':'), (Parts{"a", "b", "", ""}));
  EXPECT_EQ(io::parts_of("left hand,  right hand , tool"),
            (Parts{"left hand", "right hand", "tool"}));
  EXPECT_EQ(io::parts_of(" , "), (Parts{"", ""}));
  EXPECT_EQ(io::parts_of(""), Parts());
}

}  // namespace
