#include <csignal>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

namespace {

const std::string kCrookedArm = IKLAB_SOURCE_DIR "/tests/data/crooked.json";
// a method that needs all updates of most poses: the study takes minutes
const std::string kLongReach = "reach --scene " + kCrookedArm +
                               " --method jacobian-transpose --updates 20000 --tolerance 1e-12"
                               " --poses 4000 --threads 2 --csv ";
const std::string kShortReach =
    "reach --scene " + kCrookedArm + " --method solve,dls --updates 300 --poses 60 --csv ";

TEST(Timeout, EndsReachWithWhatIsSolvedAndSaysSo) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder / "a.csv").string();
  const Finished finished = iklab(kLongReach + csv + " --no-times --timeout 0.5");
  EXPECT_EQ(finished.status, 3) << finished.err;
  EXPECT_EQ(finished.complaints(), 1) << finished.err;
  const support::CsvTable table(support::text_of(csv));
  ASSERT_GT(table.rows.size(), 0U);
  ASSERT_LT(table.rows.size(), 4000U);
  const std::string solved = std::to_string(table.rows.size()) + " of 4000 poses";
  EXPECT_NE(finished.err.find("ended by --timeout: " + solved + " are solved; --continue"),
            std::string::npos)
      << finished.err;
  EXPECT_NE(finished.out.find(solved), std::string::npos) << finished.out;
}

TEST(Timeout, LeavesSolveUnfinished) {
  const Finished finished =
      iklab("solve --scene " + kCrookedArm +
            " --goal tool=1,0.5,0.1 --goal lamp=0.2,-3,0.4 --timeout 1e-9 --json -");
  EXPECT_EQ(finished.status, 3) << finished.err;
  EXPECT_EQ(nlohmann::json::parse(finished.out).at("verdict"), "unfinished");
  EXPECT_NE(finished.err.find("ended by --timeout: not reached: it was stopped after"),
            std::string::npos)
      << finished.err;
}

TEST(Timeout, EndsAdviceWithWhatWasTried) {
  const Finished finished = iklab("advise --scene double-y --no-times --timeout 0.3");
  EXPECT_EQ(finished.status, 3) << finished.err;
  EXPECT_NE(finished.err.find("ended by --timeout: "), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find(" candidates were tried"), std::string::npos) << finished.err;
  const Finished poses =
      iklab("advise --goal reach --scene double-y --poses 20000 --no-times --timeout 0.5");
  EXPECT_EQ(poses.status, 3) << poses.err;
  EXPECT_NE(poses.err.find(" of 20000 poses are solved"), std::string::npos) << poses.err;
}

TEST(Timeout, IsATimeAboveZero) {
  for (const char* command : {"reach --scene y", "solve --scene y --goal left=1,1,0",
                              "advise --scene y", "advise --scene y --goal reach"}) {
    for (const char* time : {"0", "-1", "soon"}) {
      expect_mistake(std::string(command) + " --timeout " + time,
                     "--timeout: expected a number above 0");
    }
  }
}

TEST(Continue, SolvesThePosesThatAreMissing) {
  const support::TemporaryFolder folder;
  const auto path = [&folder](const char* name) { return (folder / name).string(); };
  ASSERT_EQ(iklab(kShortReach + path("whole")).status, 0);
  const std::string whole = support::text_of(path("whole"));

  // without a file it begins
  ASSERT_EQ(iklab(kShortReach + path("a") + " --continue").status, 0);
  EXPECT_EQ(support::text_of(path("a")), whole);
  // a part: of poses 0, 3, 6, ...
  ASSERT_EQ(iklab(kShortReach + path("b") + " --shard 1/3").status, 0);
  const Finished rest = iklab(kShortReach + path("b") + " --continue");
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_EQ(support::text_of(path("b")), whole);
  EXPECT_EQ(rest.out.find("µs"), std::string::npos) << rest.out;  // nobody kept times

  // interrupted some times, with twice the time in each call: slow machines end, too
  const std::string often = kShortReach + path("c") + " --threads 1 --continue --timeout ";
  int interrupted = 0;
  for (double time = 0.001; iklab(often + std::to_string(time)).status == 3; time *= 2.0) {
    ++interrupted;
    ASSERT_LT(interrupted, 20);
  }
  EXPECT_GT(interrupted, 0);
  EXPECT_EQ(support::text_of(path("c")), whole);
}

TEST(Continue, RefusesAFileOfOtherSettingsAndOneThatIsWhole) {
  const support::TemporaryFolder folder;
  const std::string file = (folder / "a.csv").string();
  ASSERT_EQ(iklab(kShortReach + file + " --shard 1/2").status, 0);
  const std::string before = support::text_of(file);
  const std::string on = kShortReach + file + " --continue ";
  expect_mistake(on + "--seed 2",
                 "a.csv: a part of another study: it has seed 1, and the command has seed 2");
  expect_mistake(on + "--lambda 0.7", "lambda 0.7");
  expect_mistake("reach --scene six-axis-arm --continue --csv " + file, "a.csv: ");
  EXPECT_EQ(support::text_of(file), before);
  // a setting without effect is no other study
  EXPECT_EQ(iklab(on + "--lead 2 --curve edge").status, 2);  // --curve is of robot files alone
  EXPECT_EQ(iklab(on + "--lead 2").status, 0);
  expect_mistake(on, "a.csv: not a part by --shard, --timeout or a signal, or cut off");
  expect_mistake("reach --scene y --continue", "--continue: needs the file of --csv");
  expect_mistake("reach --scene y --csv - --continue", "--continue: needs the file of --csv");
}

TEST(Signal, LeavesTheSolvedPosesToContinueWith) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder / "a.csv").string();
  // by the shell: its own process is the program's parent
  const Finished finished = iklab(kLongReach + csv + " & sleep 1; kill -TERM $!; wait $!; exit $?");
  EXPECT_EQ(finished.status, 128 + SIGTERM) << finished.err;
  const support::CsvTable table(support::text_of(csv));
  EXPECT_GT(table.rows.size(), 0U);
  EXPECT_LT(table.rows.size(), 4000U);
}

TEST(Notes, LeaveAnErrorAlone) {
  const std::string gripper = IKLAB_SOURCE_DIR "/tests/data/bodies/gripper.urdf";
  const std::string unused = "run --scene y --method ccd --jacobian target --lead 2 --max-slide 1 ";
  expect_mistake(unused + "--csv /nowhere/a.csv", "/nowhere/a.csv");
  expect_mistake(unused + "--steps 100000000 --plot /tmp/a.svg", "--plot: keeps every step");
  expect_mistake("figure basins --scene y --methods ccd,dls --tolerance 1 --plot /tmp/a.svg",
                 "--methods: basins are of one method");
  expect_mistake("solve --scene " + gripper + " --goal nothing=1,1,1", "no effector 'nothing'");
}

TEST(Notes, ComeBeforeTheReasonOfAPoseThatIsNotReached) {
  const Finished finished =
      iklab("solve --scene two-link-arm --goal hand=9,0,0 --aim-tolerance 1 --limits off");
  EXPECT_EQ(finished.status, 3);
  EXPECT_EQ(finished.complaints(), 3) << finished.err;
  EXPECT_LT(finished.err.find("--aim-tolerance has no effect"), finished.err.find("not reached"));
}

TEST(LargeBodies, AreToldToTakeLongByMethodsThatDecomposeThem) {
  std::string joints;
  for (int i = 0; i < 4096; ++i) {
    joints += (i > 0 ? ",{" : "{");
    joints +=
        R"("name": "j)" + std::to_string(i) + R"(", "parent": )" +
        (i > 0 ? "\"j" + std::to_string(i - 1) + "\"" : "null") +
        R"(, "type": "revolute", "origin": [0.01, 0, 0], "axis": [0, 0, 1], "initial": 0.001})";
  }
  const support::TemporaryFolder folder;
  const std::string scene = (folder / "chain.json").string();
  support::put(folder / "chain.json",
               (R"({"format": "ik-scene", "version": 1, "name": "Chain", "joints": [)" + joints +
                R"(], "effectors": [{"name": "tip", "joint": "j4095", "offset": [0.01, 0, 0]}],
                "targets": [{"effector": "tip", "center": [20, 5, 0]}]})")
                   .c_str());
  for (const char* method : {"newton", "extended-jacobian", "learned"}) {
    // an error by --strict: it says so before it begins
    const Finished finished =
        iklab("run --strict --steps 1 --scene " + scene + " --method " + method);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err.rfind(std::string("iklab: ") + method + ": ", 0), 0U) << finished.err;
    EXPECT_NE(finished.err.find(" of 4096 joints takes about ") != std::string::npos ||
                  finished.err.find(" for 4096 joints takes about ") != std::string::npos,
              false)
        << finished.err;
  }
  EXPECT_EQ(iklab("run --strict --steps 1 --no-times --scene " + scene + " --method dls").err, "");
}

TEST(Names, DoNotTurnTheTerminalsDirection) {
  const support::TemporaryFolder folder;
  std::string text = support::text_of(IKLAB_SOURCE_DIR "/assets/scenes/two-link-arm.json");
  const std::string override_mark = "\xe2\x80\xae";
  for (std::size_t at = 0; (at = text.find("elbow", at)) != std::string::npos; at += 8) {
    text.insert(at, override_mark);
  }
  support::put(folder / "arm.json", text.c_str());
  const std::string scene = " --scene " + (folder / "arm.json").string();
  for (const std::string& arguments :
       {"solve --goal hand=1,1,0" + scene,
        "run --method pseudoinverse --diagnose --steps 300" + scene,
        "solve --goal nothing=1,1,0" + scene, "reach --poses 3" + scene}) {
    const Finished finished = iklab(arguments);
    EXPECT_EQ((finished.out + finished.err).find(override_mark), std::string::npos) << arguments;
  }
}

}  // namespace
