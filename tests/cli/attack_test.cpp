#include <gtest/gtest.h>

#include <sys/stat.h>

#include "cli/iklab_process.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "support/temporary_folder.h"

// Hostile input, given as a user would give it.
namespace {

namespace fs = std::filesystem;

void expect_refused(const std::string& arguments, const std::string& names) {
  const Finished run = iklab(arguments, "timeout 60");
  EXPECT_EQ(run.status, 2) << arguments << ": " << run.err;
  EXPECT_EQ(run.complaints(), 1) << arguments << ": " << run.err;
  EXPECT_NE(run.err.find(names), std::string::npos) << arguments << ": " << run.err;
}

const std::string kRun = "run --scene y --method dls --steps 5 ";

TEST(Attack, WithWhatIsNoFileIsRefusedAtOnce) {
  const support::TemporaryFolder folder;
  const std::string pipe = folder / "pipe.json";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(folder / "b.json", folder / "a.json");
  fs::create_symlink(folder / "a.json", folder / "b.json");
  for (const std::string& reader :
       {std::string("run --method dls --scene "), std::string("replay "),
        std::string("view --setup "), std::string("view --session "),
        std::string("sweep --merge ")}) {
    expect_refused(reader + pipe, "pipe.json: is not a regular file");
    expect_refused(reader + "/dev/zero", "/dev/zero: is not a regular file");
    expect_refused(reader + (folder / "a.json").string(), "Too many levels of symbolic links");
  }
  const std::string circle = folder / "a.json";
  for (const char* option : {"--csv ", "--json "}) {
    expect_refused(kRun + option + circle,
                   "a.json: cannot be written: Too many levels of symbolic links");
  }
  expect_refused(kRun + "--json x --csv " + circle, "Too many levels of symbolic links");
}

TEST(Attack, WithNestedTextIsRefusedInOneLine) {
  const support::TemporaryFolder folder;
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += "{\"a\":";
  support::put(folder / "deep.json", deep);
  const std::string file = folder / "deep.json";
  for (const char* reader :
       {"run --method dls --scene ", "replay ", "view --setup ", "view --session "}) {
    expect_refused(reader + file, "deep.json: a: nested deeper than 64 levels");
  }
}

TEST(Attack, WithStepsOrRowsWithoutEndIsRefused) {
  expect_refused("run --scene y --method dls --steps 100000001", "--steps: at most 100000000");
  expect_refused("shot --scene y --method dls --out a.png --steps 100000001",
                 "--steps: at most 100000000");
  expect_refused("run --scene y --method dls --steps 100000000 --plot a.svg",
                 "--plot: keeps every");
}

TEST(Attack, WithAFullDiskEndsTheRunWhereItFills) {
  const Finished run =
      iklab("run --scene y --method dls --steps 100000000 --csv /dev/full", "timeout 60");
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_EQ(run.complaints(), 1);
  EXPECT_EQ(run.err.rfind("iklab: /dev/full: cannot be written", 0), 0U) << run.err;
}

TEST(Attack, WithControlCharactersReachesNoTerminal) {
  const support::TemporaryFolder folder;
  fs::create_directory(folder / "\x1b[31m");
  const fs::path path = folder.path() / "\x1b[31m" / "a.json";
  lab::Scene scene = io::find_scene("y");
  support::put(path, io::write_scene(scene));
  const Finished run = iklab("run --method dls --steps 5 --scene '" + path.string() + "'");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << run.out;
  const Finished sweep =
      iklab("sweep --method dls --steps 5 --vary lambda=0.1:1:2 --scene '" + path.string() + "'");
  EXPECT_EQ(sweep.status, 0) << sweep.err;
  EXPECT_EQ(sweep.out.find('\x1b'), std::string::npos) << sweep.out;
  scene.name = "\x1b[2J";
  support::put(path, io::write_scene(scene));
  const Finished refused = iklab("run --method dls --steps 5 --scene '" + path.string() + "'");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ((refused.out + refused.err).find('\x1b'), std::string::npos) << refused.err;
}

TEST(Attack, WithAPathThatIsNoUtf8IsNone) {
  const support::TemporaryFolder folder;
  const std::string path = (folder / "\xff.json").string();
  support::put(path, io::write_scene(io::find_scene("y")));
  const Finished run = iklab("run --method dls --steps 5 --scene '" + path + "' --json - --csv " +
                             (folder / "a.csv").string());
  EXPECT_EQ(run.status, 0) << run.err;
  const auto loaded = std::make_shared<const lab::Scene>(io::find_scene(path));
  lab::Timeline timeline(lab::setup_of(loaded, *ik::find_method("dls"), loaded->settings));
  for (int k = 0; k < 5; ++k) timeline.step();
  const std::string session = io::save_session(folder.path(), timeline).string();
  EXPECT_EQ(iklab("replay " + session).status, 0);
}

TEST(Merge, RefusesCellsThatAreNoNumbers) {
  const support::TemporaryFolder folder;
  const std::string file = (folder / "a.csv").string();
  const std::string sweep = "sweep --scene y --method dls --steps 5 --vary lambda=0.1:1:2 ";
  ASSERT_EQ(iklab(sweep + "--csv " + file).status, 0);
  const std::string good = support::text_of(file);
  EXPECT_EQ(iklab("sweep --merge " + file).out, good);
  const std::size_t row = good.find("\n1,2,");
  ASSERT_NE(row, std::string::npos);
  std::vector<std::size_t> commas;
  for (std::size_t i = row; i < good.size() && commas.size() < 12; ++i) {
    if (good[i] == ',') commas.push_back(i);
  }
  // columns lambda, steps, warmup and the measures
  for (std::size_t i = 1; i + 1 < commas.size(); ++i) {
    for (const char* cell : {"x", "", "0x1p3", "1e999", "1 ", "1;2", "+1"}) {
      std::string bad = good;
      bad.replace(commas[i] + 1, commas[i + 1] - commas[i] - 1, cell);
      support::put(file, bad);
      expect_refused("sweep --merge " + file, "a.csv: line 3: ");
      if (i == 1) expect_refused(sweep + "--merge " + file, "a.csv: line 3: lambda");
    }
  }
  // a run that became non-finite has no measures
  std::string nan = good;
  nan.replace(commas[5] + 1, commas[6] - commas[5] - 1, "nan");
  support::put(file, nan);
  EXPECT_EQ(iklab("sweep --merge " + file).out, nan);
  // a value that differs from the sweep's
  std::string other = good;
  other.replace(commas[1] + 1, commas[2] - commas[1] - 1, "0.7");
  support::put(file, other);
  expect_refused(sweep + "--merge " + file, "lambda is 0.7 in the file and 1 in the sweep");
}

}  // namespace
