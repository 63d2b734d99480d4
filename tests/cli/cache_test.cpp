#include <algorithm>

#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "ik/methods/learned.h"
#include "io/saved/preparation_files.h"
#include "io/scene/scene_file.h"
#include "support/temporary_folder.h"

// The cache of trained networks, as seen by a user of the command line.
namespace {

constexpr const char* kLearnedRun =
    "run --scene two-link-arm --method learned --param training=60 --steps 50 --csv -";

class CacheTest : public testing::Test {
 protected:
  std::string csv(const std::string& more = "") const {
    const Finished run =
        iklab(kLearnedRun + (" " + more), "XDG_CACHE_HOME=" + folder.path().string());
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return run.out;
  }
  std::filesystem::path cache() const { return folder / "iklab"; }
  long files() const {
    return std::distance(std::filesystem::directory_iterator(cache()),
                         std::filesystem::directory_iterator());
  }

  support::TemporaryFolder folder;
};

TEST_F(CacheTest, GivesTheSameBytesAsTraining) {
  const std::string without = csv("--no-cache");
  EXPECT_FALSE(std::filesystem::exists(cache()));
  EXPECT_EQ(csv(), without);
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(csv(), without);
  EXPECT_EQ(files(), 1);
  csv("--param seed=3");
  EXPECT_EQ(files(), 2) << "another lesson";
}

TEST_F(CacheTest, IsUsedByTheNextRun) {
  const std::string own = csv();
  // stores another network under the key of this body, to see that the run uses it
  const lab::Scene scene = io::find_scene("two-link-arm");
  ik::Training training(scene.multibody, {.batches = 60.0});
  ik::Training other(scene.multibody, {.seed = 2.0, .batches = 60.0});
  other.advance(60);
  io::PreparationFiles store(cache());
  ASSERT_FALSE(store.find(training.inputs(), training.result_size()).empty());
  store.keep(training.inputs(), other.result());
  EXPECT_NE(csv(), own);
  EXPECT_EQ(csv("--no-cache"), own);
}

TEST_F(CacheTest, ThatIsDamagedIsReplaced) {
  const std::string own = csv();
  const std::filesystem::path file = std::filesystem::directory_iterator(cache())->path();
  const std::string whole = support::text_of(file);
  for (const std::string& damaged : {std::string(), whole.substr(0, whole.size() / 2),
                                     whole + whole, std::string(whole.size(), '\xff')}) {
    support::put(file, damaged);
    EXPECT_EQ(csv(), own);
    EXPECT_EQ(support::text_of(file), whole);
  }
}

TEST_F(CacheTest, ThatCannotBeWrittenIsNoError) {
  const std::string own = csv("--no-cache");
  support::put(cache(), "a file");
  EXPECT_EQ(csv(), own);
  EXPECT_EQ(support::text_of(cache()), "a file");
}

TEST_F(CacheTest, ServesSweepsAndReplaysToo) {
  const std::string sweep =
      "sweep --scene two-link-arm --method learned --param training=60 --vary reach=0.1:1:4 "
      "--steps 50 --csv - ";
  const std::string environment = "XDG_CACHE_HOME=" + folder.path().string();
  const Finished without = iklab(sweep + "--no-cache", environment);
  EXPECT_FALSE(std::filesystem::exists(cache()));
  EXPECT_EQ(iklab(sweep, environment).out, without.out);
  EXPECT_EQ(files(), 1);
  const std::string session = (folder / "session.json").string();
  support::put(session,
               R"({"format": "iklab-session", "version": 1, "steps": 20, "start": {"scene":
               "two-link-arm", "lanes": [{"id": 0, "method": "learned",
               "params": [{"name": "training", "value": 70}]}]}, "changes": []})");
  const Finished replay = iklab("replay " + session + " --csv - ", environment);
  EXPECT_EQ(replay.status, 0) << replay.err;
  EXPECT_EQ(files(), 2);
  EXPECT_EQ(iklab("replay " + session + " --csv - --no-cache", environment).out, replay.out);
  EXPECT_EQ(files(), 2);
}

}  // namespace
