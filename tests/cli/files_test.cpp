#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "cli/output/interrupt.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/run/timeline.h"
#include "support/gltf.h"
#include "support/temporary_folder.h"

// Effects of a command on the user's files.
namespace {

namespace fs = std::filesystem;

const std::string kRobot = R"(<robot name="arm">
  <link name="base"/>
  <link name="arm"><visual><geometry><mesh filename="arm.obj"/></geometry></visual></link>
  <joint name="turn" type="continuous">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
  </joint>
  <link name="tip"/>
  <joint name="end" type="continuous">
    <parent link="arm"/><child link="tip"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
  </joint>
</robot>)";
const std::string kWorld = "<mujoco><include file='arms.xml'/></mujoco>";
const std::string kArms =
    "<mujoco><worldbody><body name='a'><joint name='j' axis='0 0 1'/>"
    "<geom type='capsule' fromto='0 0 0 1 0 0' size='.1'/><body name='b' pos='1 0 0'>"
    "<joint name='k' axis='0 0 1'/><geom type='capsule' fromto='0 0 0 1 0 0' size='.1'/>"
    "</body></body></worldbody></mujoco>";

/// A folder with one file of each kind that commands read.
class InputFiles : public testing::Test {
 protected:
  InputFiles() {
    put("scene.json", io::write_scene(io::find_scene("y")));
    lab::Timeline run(lab::setup_of(std::make_shared<const lab::Scene>(io::find_scene("y")),
                                    *ik::find_method("dls")));
    run.step();
    put("session.json", io::write_session(io::session_of(run)));
    put("robot.urdf", kRobot);
    put("arm.obj", "v 0 0 0\n");
    put("world.xml", kWorld);
    put("arms.xml", kArms);
    support::GltfWriter writer;
    const std::string members = support::GltfArm().members(writer);
    put("hero.gltf", writer.beside(members, "hero.bin"));
    put("hero.bin", writer.bytes());
    for (int i = 1; i <= 2; ++i) {
      const std::string number = std::to_string(i);
      iklab(kSweep + "--shard " + number + "/2 --csv " + path(number + ".csv"));
    }
    fs::create_directory(folder / "sub");
  }
  std::string path(const std::string& name) const { return (folder / name).string(); }
  void put(const std::string& name, const std::string& text) const {
    support::put(folder / name, text);
  }
  /// Aliases of a file: links and other spellings of its path.
  std::vector<std::string> names_of(const std::string& name, const std::string& suffix) const {
    const std::string symbolic = "symbolic" + suffix, hard = "hard" + suffix;
    for (const std::string& old : {symbolic, hard}) fs::remove(folder / old);
    fs::create_symlink(name, folder / symbolic);
    fs::create_hard_link(folder / name, folder / hard);
    return {path(symbolic), path(hard), path("sub/../" + name)};
  }
  void expect_refused(const std::string& command, const std::string& option,
                      const std::string& input) const {
    const std::string before = support::text_of(folder / input);
    ASSERT_NE(before, "");
    std::vector<std::string> names = names_of(input, fs::path(input).extension().string());
    if (option == "--out") names = {names_of(input, ".png")[0], names_of(input, ".png")[1]};
    for (const std::string& name : names) {
      const Finished finished = iklab(command + " " + (option == "OUT" ? "" : option) + " " + name);
      EXPECT_EQ(finished.status, 2) << command << option << name;
      EXPECT_EQ(finished.complaints(), 1) << finished.err;
      EXPECT_NE(finished.err.find(option + " " + name + ": would overwrite the input"),
                std::string::npos)
          << finished.err;
      EXPECT_EQ(support::text_of(folder / input), before) << command << option << name;
    }
  }

  const std::string kSweep =
      "sweep --scene y --method dls --steps 3 --vary lambda=0.1:1:4 --threads 1 ";
  const support::TemporaryFolder folder;
};

TEST_F(InputFiles, AreNeverReplacedByAnOutputThroughWhateverName) {
  const std::string run = " --method dls --steps 3 ";
  expect_refused("run --scene " + path("scene.json") + run, "--csv", "scene.json");
  expect_refused("run --scene " + path("scene.json") + run, "--json", "scene.json");
  expect_refused("compare --methods dls,sdls --steps 3 --scene " + path("scene.json"), "--csv",
                 "scene.json");
  expect_refused("advise --steps 20 --methods dls --scene " + path("scene.json"), "--json",
                 "scene.json");
  expect_refused("sweep --vary lambda=1:2:2 --scene " + path("scene.json") + run, "--csv",
                 "scene.json");
  expect_refused("shot --scene " + path("scene.json") + run, "--out", "scene.json");
  expect_refused("convert " + path("scene.json"), "OUT", "scene.json");
  expect_refused("replay " + path("session.json"), "--csv", "session.json");
  expect_refused("replay " + path("session.json"), "--json", "session.json");
  expect_refused("sweep --merge " + path("1.csv") + " " + path("2.csv"), "--csv", "2.csv");
  expect_refused(kSweep + "--merge " + path("1.csv") + " " + path("2.csv"), "--json", "1.csv");
}

TEST_F(InputFiles, OfABodyAreNotReplacedEither) {
  const std::string run = " --method dls --steps 3 ";
  expect_refused("run --scene " + path("robot.urdf") + run, "--csv", "robot.urdf");
  expect_refused("run --scene " + path("robot.urdf") + run, "--csv", "arm.obj");
  expect_refused("convert " + path("robot.urdf"), "OUT", "arm.obj");
  expect_refused("run --scene " + path("world.xml") + run, "--csv", "arms.xml");
  expect_refused("run --scene " + path("hero.gltf") + run, "--csv", "hero.bin");
}

TEST_F(InputFiles, AreNoPlaceForStandardOutput) {
  const std::string before = support::text_of(folder / "scene.json");
  const Finished finished =
      iklab("run --scene " + path("scene.json") + " --method dls --steps 3 >" + ">" +
            path("scene.json") + " 2>" + path("err") + "; true");
  EXPECT_EQ(support::text_of(folder / "scene.json"), before);
  EXPECT_NE(support::text_of(folder / "err").find("standard output /dev/stdout: would overwrite"),
            std::string::npos);
}

TEST(OutputFiles, AreDifferentFilesWhateverTheirNames) {
  const support::TemporaryFolder folder;
  const auto path = [&folder](const char* name) { return (folder / name).string(); };
  support::put(folder / "there", "old");
  fs::create_hard_link(folder / "there", folder / "hard");
  fs::create_symlink("there", folder / "symbolic");
  fs::create_symlink("new", folder / "dangling");
  fs::create_directory_symlink(".", folder / "here");
  support::put(folder / "a.html", "old");
  fs::create_symlink("a.html", folder / "b");
  const std::string run = "run --scene y --method dls --steps 3 ";
  for (const auto& [first, second] : {std::pair{"there", "hard"},
                                      {"hard", "symbolic"},
                                      {"dangling", "new"},
                                      {"new", "here/new"}}) {
    const Finished finished = iklab(run + "--csv " + path(first) + " --json " + path(second));
    EXPECT_EQ(finished.status, 2) << first << ' ' << second;
    EXPECT_EQ(finished.err, "iklab: --csv and --json: one output file for both\n");
  }
  const Finished finished =
      iklab("experiment dls-is-calm --report " + path("a.html") + " --json " + path("b"));
  EXPECT_EQ(finished.err, "iklab: --json and --report: one output file for both\n");
  EXPECT_EQ(support::text_of(folder / "a.html"), "old");
  const Finished printed = iklab(run + "--csv " + path("there"), "", path("there"));
  EXPECT_EQ(printed.status, 2) << "the table is printed there";
  EXPECT_NE(printed.err.find("standard output already goes to this file"), std::string::npos)
      << printed.err;
  // names that differ only in case are different files
  EXPECT_EQ(iklab(run + "--csv " + path("New") + " --json " + path("new")).status, 0);
}

TEST(OutputFiles, AreTriedBeforeTheWork) {
  const support::TemporaryFolder folder;
  const std::string long_name = std::string(300, 'n');
  fs::create_symlink(long_name, folder / "leads");
  fs::create_symlink("no/such", folder / "lost");
  const std::string hours = " --scene y --method dls --steps 100000000 ";
  for (const std::string& command :
       {"run" + hours + "--csv ", "run" + hours + "--json ",
        "sweep --vary lambda=1:2:2" + hours + "--csv ", std::string("experiment all --json "),
        std::string("advise --steps 100000000 --scene y --json ")}) {
    for (const std::string& name :
         {long_name, std::string("leads"), std::string("lost"), "none/" + long_name}) {
      const Finished finished = iklab(command + (folder / name).string(), "timeout 60");
      EXPECT_EQ(finished.status, 2) << command << name << finished.err;
      EXPECT_NE(finished.err.find("cannot be written: "), std::string::npos) << finished.err;
    }
  }
  const std::string page = (folder / (long_name + ".html")).string();
  const Finished finished = iklab("experiment all --report " + page, "timeout 60");
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err, "iklab: " + page + ": cannot be written: File name too long\n");
  EXPECT_EQ(folder.count(), 2);
}

/// Exit status of the program after a signal, sent once the program has opened a file.
int status_after(int signal, const support::TemporaryFolder& folder,
                 std::vector<std::string> words) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> arguments{const_cast<char*>(IKLAB_EXECUTABLE)};
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::signal(SIGHUP, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    ::setenv("XDG_CACHE_HOME", "/proc/none", 1);
    ::execv(IKLAB_EXECUTABLE, arguments.data());
    ::_exit(127);
  }
  int status = 0;
  while (folder.count() == 0) {
    if (::waitpid(child, &status, WNOHANG) == child) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ::kill(child, signal);
  ::waitpid(child, &status, 0);
  return status;
}

TEST(OutputFiles, LeaveNothingBehindWhereASignalEndsTheProgram) {
  const std::vector<std::vector<std::string>> commands = {
      {"run", "--scene", "double-y", "--method", "dls", "--steps", "90000000", "--csv"},
      {"compare", "--scene", "y", "--methods", "dls,sdls", "--steps", "90000000", "--json"},
      {"sweep", "--scene", "double-y", "--method", "newton", "--vary", "d-max=0.1:1:100", "--steps",
       "1000000", "--csv"},
      {"experiment", "all", "--json"},
      {"advise", "--scene", "double-y", "--steps", "90000", "--csv"},
      {"shot", "--scene", "y", "--method", "dls", "--steps", "90000000", "--out"}};
  for (const auto& command : commands) {
    for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGXCPU, SIGUSR1, SIGALRM}) {
      const support::TemporaryFolder folder;
      std::vector<std::string> words = command;
      words.push_back((folder / "a.png").string());
      const int status = status_after(signal, folder, words);
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal)
          << command[0] << ", signal " << signal << ", status " << status;
      EXPECT_EQ(folder.count(), 0) << command[0] << ", signal " << signal;
    }
  }
}

TEST(InterruptGuard, ThrowsTheSignalOnceAndGivesItBack) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGALRM}) {
    struct sigaction before {
    }, after{};
    sigaction(signal, nullptr, &before);
    {
      const cli::InterruptGuard outer;
      EXPECT_NO_THROW(cli::InterruptGuard::check());
      {
        const cli::InterruptGuard inner;
        std::raise(signal);
      }
      try {
        cli::InterruptGuard::check();
        ADD_FAILURE() << "signal " << signal << " is lost";
      } catch (const cli::Interrupted& end) {
        EXPECT_EQ(end.signal, signal);
      }
      EXPECT_NO_THROW(cli::InterruptGuard::check());
    }
    sigaction(signal, nullptr, &after);
    EXPECT_EQ(before.sa_handler, after.sa_handler);
  }
}

TEST(InterruptGuard, EndsTheProgramWhereNobodyLooked) {
  const auto raised_unseen = [] {
    const cli::InterruptGuard guard;
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(raised_unseen(), testing::KilledBySignal(SIGTERM), "");
}

TEST(InterruptGuard, EndsLongWorkAfterAGraceAndLeavesNoTemporaryFile) {
  for (const int second : {0, SIGTERM, SIGINT}) {
    const support::TemporaryFolder folder;
    const auto begin = std::chrono::steady_clock::now();
    const auto work_on = [&] {
      const cli::InterruptGuard guard;
      io::TemporaryFile file(folder / "", "a.csv");
      std::raise(SIGTERM);
      if (second != 0) std::raise(second);
      // as an update that takes long
      while (std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)) {
      }
    };
    EXPECT_EXIT(work_on(), testing::KilledBySignal(SIGTERM), "iklab: ended by SIGTERM\n") << second;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)) << second;
    EXPECT_EQ(folder.count(), 0) << second;
  }
}

// ulimit -f: the system sends SIGXFSZ for a write beyond the limit
TEST(OutputFiles, SayThatALimitOfTheShellIsReached) {
  for (const char* kind : {"csv", "json"}) {
    const support::TemporaryFolder folder;
    const std::string file = (folder / "a.csv").string();
    const Finished run = iklab(std::string("sweep --scene y --method dls --steps 2 --vary ") +
                                   "lambda=0.1:1:200 --" + kind + " '" + file + "'",
                               "ulimit -f 8;");
    EXPECT_EQ(run.status, 1) << kind << run.err;
    EXPECT_TRUE(run.err.starts_with("iklab: " + file + ": cannot be written")) << run.err;
    EXPECT_EQ(run.complaints(), 1) << run.err;
    EXPECT_EQ(folder.count(), 0) << kind;
  }
}

TEST(InterruptGuard, LeavesIgnoredSignalsIgnored) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const cli::InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_NO_THROW(cli::InterruptGuard::check());
  }
  std::signal(SIGHUP, before);
}

}  // namespace
