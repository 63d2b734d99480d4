#include "io/saved/preparation_files.h"

#include <limits>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

const std::vector<double> kInputs = {1.0, -0.0, std::numeric_limits<double>::infinity(), 0.1};
const std::vector<double> kResult = {3.0, 1.0 / 3.0, -2.5e-300};

/// A cache folder with one result.
class PreparationFilesTest : public testing::Test {
 protected:
  PreparationFilesTest() { store.keep(kInputs, kResult); }
  fs::path file() const { return fs::directory_iterator(cache())->path(); }
  fs::path cache() const { return folder / "deep/cache"; }
  std::vector<double> found() { return store.find(kInputs, kResult.size()); }

  support::TemporaryFolder folder;
  io::PreparationFiles store{folder / "deep/cache"};
};

TEST_F(PreparationFilesTest, GiveBackWhatWasKept) {
  EXPECT_EQ(found(), kResult);
  EXPECT_EQ(io::PreparationFiles(cache()).find(kInputs, 3), kResult) << "another program";
  EXPECT_EQ(std::distance(fs::directory_iterator(cache()), fs::directory_iterator()), 1);
  store.keep(kInputs, std::vector<double>{7.0, 8.0, 9.0});
  EXPECT_EQ(found(), (std::vector<double>{7.0, 8.0, 9.0})) << "the later one";
}

TEST_F(PreparationFilesTest, FindNothingForOtherInputsOrAnotherSize) {
  EXPECT_TRUE(store.find(kInputs, 2).empty());
  EXPECT_TRUE(store.find(kInputs, 4).empty());
  EXPECT_TRUE(store.find(kInputs, std::size_t{1} << 40).empty()) << "without memory for it";
  std::vector<double> others = kInputs;
  others[1] = 0.0;
  EXPECT_TRUE(store.find(others, 3).empty());
  // a result for other inputs, stored under the key of these inputs
  store.keep(others, kResult);
  const fs::path own = file();
  for (const auto& entry : fs::directory_iterator(cache())) {
    if (entry.path() == own) continue;
    const std::string first = support::text_of(own), second = support::text_of(entry.path());
    support::put(own, second);
    support::put(entry.path(), first);
  }
  EXPECT_TRUE(found().empty());
  EXPECT_TRUE(store.find(others, 3).empty());
}

TEST_F(PreparationFilesTest, FindNothingInADamagedFileAndReplaceIt) {
  const std::string whole = support::text_of(file());
  EXPECT_EQ(whole.size(), (4 + 4 + 3) * 8U);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    support::put(file(), damaged);
    EXPECT_TRUE(found().empty()) << i;
    support::put(file(), whole.substr(0, i));
    EXPECT_TRUE(found().empty()) << i;
  }
  support::put(file(), whole + "x");
  EXPECT_TRUE(found().empty());
  store.keep(kInputs, kResult);
  EXPECT_EQ(found(), kResult);
  EXPECT_EQ(support::text_of(file()), whole);
}

TEST_F(PreparationFilesTest, NeitherWaitForAPipeNorFollowAFolder) {
  const fs::path path = file();
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(found().empty());
  store.keep(kInputs, kResult);
  EXPECT_EQ(found(), kResult) << "the pipe is replaced";
  fs::remove(path);
  fs::create_directory(path);
  EXPECT_TRUE(found().empty());
  store.keep(kInputs, kResult);
  EXPECT_TRUE(found().empty());
  EXPECT_TRUE(fs::is_directory(path));
}

TEST_F(PreparationFilesTest, AreAtMostSoManyAndLoseTheOldest) {
  for (int i = 0; i < 2 * static_cast<int>(io::PreparationFiles::kMaxFiles); ++i) {
    store.keep(std::vector<double>{static_cast<double>(i)}, kResult);
    ASSERT_EQ(found(), kResult) << "what is used stays";
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(cache()), fs::directory_iterator()),
            static_cast<long>(io::PreparationFiles::kMaxFiles));
  EXPECT_TRUE(store.find(std::vector<double>{0.0}, 3).empty());
}

TEST(PreparationFiles, DoWithoutAFolderThatCannotBeWritten) {
  const support::TemporaryFolder folder;
  support::put(folder / "file", "");
  for (const fs::path& path : {folder / "file/cache", fs::path("/proc/none"), fs::path()}) {
    io::PreparationFiles store(path);
    store.keep(kInputs, kResult);
    EXPECT_TRUE(store.find(kInputs, 3).empty()) << path;
  }
  EXPECT_EQ(folder.count(), 1);
}

TEST(CacheFolder, IsWhereTheEnvironmentSays) {
  ::setenv("XDG_CACHE_HOME", "/some/where", 1);
  EXPECT_EQ(io::cache_folder(), "/some/where/iklab");
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(io::cache_folder(), "/home/somebody/.cache/iklab");
}

}  // namespace
