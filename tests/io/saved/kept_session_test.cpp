#include "io/saved/session_file.h"

#include <algorithm>
#include <csignal>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

/// A child process keeps a session and is killed.
void leave_killed_session(const fs::path& folder, const std::string& text) {
  const pid_t child = fork();
  if (child == 0) {
    io::KeptSession kept(folder);
    kept.write("earlier");
    kept.write(text);
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST(KeptSession, IsFoundOnceWhereItsProgramWasKilled) {
  const support::TemporaryFolder folder;
  leave_killed_session(folder / "made", "one");
  const auto files = io::take_lost_sessions(folder / "made");
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0], folder / "made" / fs::path("session-001.json"));
  EXPECT_EQ(support::text_of(files[0]), "one");
  EXPECT_TRUE(io::take_lost_sessions(folder / "made").empty());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "made"), fs::directory_iterator()), 1);
}

TEST(KeptSession, IsLeftAloneWhileItsProgramRuns) {
  const support::TemporaryFolder folder;
  {
    io::KeptSession kept(folder.path());
    kept.write("text");
    const pid_t child = fork();
    if (child == 0) _exit(io::take_lost_sessions(folder.path()).empty() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    kept.write("more");
  }
  // the file is still there, as it was not discarded
  const auto files = io::take_lost_sessions(folder.path());
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(support::text_of(files[0]), "more");
}

TEST(KeptSession, LeavesNothingWhereItIsDiscarded) {
  const support::TemporaryFolder folder;
  io::KeptSession kept(folder.path());
  kept.discard();
  io::KeptSession other(folder.path());
  other.write("text");
  EXPECT_EQ(folder.count(), 2);
  other.discard();
  other.write("late");
  EXPECT_EQ(folder.count(), 0);
  EXPECT_TRUE(io::take_lost_sessions(folder.path()).empty());
}

TEST(KeptSession, KeepsNothingWithoutAFolder) {
  io::KeptSession kept("");
  EXPECT_NO_THROW(kept.write("text"));
  EXPECT_TRUE(io::take_lost_sessions("").empty());
  EXPECT_TRUE(io::take_lost_sessions("/nowhere").empty());
}

TEST(KeptSession, SaysWhereItCannotBeWritten) {
  const support::TemporaryFolder folder;
  support::put(folder / "file", "");
  io::KeptSession kept(folder / "file");
  EXPECT_THROW(kept.write("text"), io::Error);
}

TEST(LostSessions, AreNumberedInTheOrderOfTheirTimes) {
  const support::TemporaryFolder folder;
  for (const char* text : {"a", "b", "c"}) {
    leave_killed_session(folder.path(), text);
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      if (entry.path().extension() != ".json" || support::text_of(entry.path()) != text) continue;
      fs::last_write_time(entry,
                          fs::file_time_type::clock::now() - std::chrono::hours('z' - *text));
    }
  }
  const auto files = io::take_lost_sessions(folder.path());
  ASSERT_EQ(files.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(support::text_of(files[i]), std::string(1, "abc"[i]));
    EXPECT_EQ(files[i].filename(), "session-00" + std::to_string(i + 1) + ".json");
  }
}

TEST(LostSessions, AreKeptUpToANumber) {
  const support::TemporaryFolder folder;
  support::put(folder / "mine.json", "");
  const int all = static_cast<int>(io::kMaxLostSessions) + 3;
  for (int i = 0; i < all; ++i) {
    leave_killed_session(folder.path(), std::to_string(i));
    const auto files = io::take_lost_sessions(folder.path());
    ASSERT_EQ(files.size(), 1U);
    fs::last_write_time(files[0], fs::file_time_type::clock::now() - std::chrono::hours(all - i));
  }
  EXPECT_EQ(folder.count(), 1 + static_cast<long>(io::kMaxLostSessions));
  EXPECT_TRUE(fs::exists(folder / "mine.json"));
  std::vector<std::string> texts;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    texts.push_back(support::text_of(entry.path()));
  }
  for (const char* text : {"0", "1", "2"})
    EXPECT_EQ(std::count(texts.begin(), texts.end(), text), 0) << text;
}

TEST(LostSessions, AreRegularFilesAlone) {
  const support::TemporaryFolder folder;
  support::put(folder / "precious", "text");
  fs::create_symlink("precious", folder / ".iklab-1.kept.json");
  support::put(folder / ".iklab-1.window", "");
  ASSERT_EQ(mkfifo((folder / ".iklab-2.window").c_str(), 0600), 0);
  EXPECT_TRUE(io::take_lost_sessions(folder.path()).empty());
  EXPECT_EQ(support::text_of(folder / "precious"), "text");
}

}  // namespace
