#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <string>

#include "cli/iklab_process.h"
#include "support/temporary_folder.h"

namespace {

/// Output of a shell command.
std::string printed_by(const std::string& command) {
  const support::TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  EXPECT_EQ(std::system(("( " + command + " ) >" + out + " 2>&1").c_str()), 0) << command;
  return support::text_of(out);
}

TEST(Help, IsTheSameByACommandAndByAnOption) {
  EXPECT_EQ(iklab("help").out, iklab("--help").out);
  EXPECT_EQ(iklab("help run").out, iklab("run --help").out);
  EXPECT_NE(iklab("help run").out.find("--warmup"), std::string::npos);
  EXPECT_EQ(iklab("-q help run").out, iklab("run --help").out);
  EXPECT_EQ(iklab("help fly").status, 2);
  EXPECT_EQ(iklab("-V").out, iklab("--version").out);
  EXPECT_EQ(iklab("-V").out.rfind("iklab ", 0), 0U);
}

TEST(Mistyping, IsAnsweredByTheClosestKnownWord) {
  const struct {
    const char *arguments, *meant;
  } table[] = {{"run --scene y --method dsl", "no method 'dsl'; did you mean 'dls'?"},
               {"run --scene y --method DLS", "no method 'DLS'; did you mean 'dls'?"},
               {"compare --scene y --methods dls,sdsl", "did you mean 'sdls'?"},
               {"run --scene y --method dls --lamda 1", "'--lamda'; did you mean '--lambda'?"},
               {"run --scene y --method dls --lamda=1", "did you mean '--lambda'?"},
               {"--verson", "'--verson'; did you mean '--version'?"},
               {"rnu", "no command 'rnu'; did you mean 'run'?"},
               {"run --scene doubley --method dls", "did you mean 'double-y'?"}};
  for (const auto& row : table) {
    const Finished finished = iklab(row.arguments);
    EXPECT_EQ(finished.status, 2) << row.arguments;
    EXPECT_EQ(finished.complaints(), 1) << finished.err;
    EXPECT_NE(finished.err.find(row.meant), std::string::npos) << finished.err;
  }
  EXPECT_EQ(iklab("run --scene y --method dls --fly").err.find("did you mean"), std::string::npos);
}

TEST(Quiet, LeavesOutNotesAndKeepsErrorsAndResults) {
  const std::string noted = "run --scene y --method sdls --steps 20 --lambda 0.25 --no-times";
  const Finished told = iklab(noted);
  ASSERT_EQ(told.complaints(), 1);
  for (const char* flag : {" -q", " --quiet"}) {
    const Finished quiet = iklab(noted + flag);
    EXPECT_EQ(quiet.status, 0);
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(quiet.out, told.out);
  }
  EXPECT_EQ(iklab("-q " + noted).err, "");
  EXPECT_EQ(iklab("run -q --scene nowhere --method dls").complaints(), 1);
}

TEST(StandardInput, GivesTheResultsOfTheFile) {
  const std::string scene = IKLAB_SOURCE_DIR "/assets/scenes/slider-arm.json";
  const std::string rest = " --method dls --steps 50 --csv -";
  const Finished file = iklab("run --scene " + scene + rest);
  ASSERT_EQ(file.status, 0) << file.err;
  EXPECT_EQ(iklab("run --scene -" + rest + " <" + scene).out, file.out);

  const support::TemporaryFolder folder;
  const auto put = [&folder](const char* name, const char* text) {
    support::put(folder / name, text);
    return (folder / name).string();
  };
  const std::string arm = put("arm.urdf", R"(<robot name="arm"><link name="a"/><link name="b"/>
    <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <origin xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
    <link name="c"/><joint name="k" type="revolute"><parent link="b"/><child link="c"/>
    <axis xyz="0 1 0"/><origin xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
    </joint></robot>)");
  const Finished urdf = iklab("convert " + arm + " -");
  ASSERT_EQ(urdf.status, 0) << urdf.err;
  const std::regex source("\"source\": .*");
  // with and without a byte order mark
  const std::string marked = put("marked", ("\xef\xbb\xbf" + support::text_of(arm)).c_str());
  for (const std::string& input : {arm, marked}) {
    EXPECT_EQ(std::regex_replace(iklab("convert - - <" + input).out, source, ""),
              std::regex_replace(urdf.out, source, ""))
        << input;
  }

  const Finished broken = iklab("run --scene -" + rest + " <" + put("b.json", "{ \"format\": 1 }"));
  EXPECT_EQ(broken.status, 2);
  EXPECT_EQ(broken.err.rfind("iklab: standard-input.json: ", 0), 0U) << broken.err;
  EXPECT_EQ(iklab("run --scene -" + rest + " </dev/null").status, 2);
  EXPECT_EQ(iklab("view --scene - </dev/null").status, 2);
}

TEST(JsonWithoutTimes, IsTheSameEachTimeAndNamesTheProgram) {
  const std::string version = iklab("--version").out;
  const std::string program = "\"program\": \"" + version.substr(0, version.size() - 1) + "\"";
  for (const char* command :
       {"run --scene y --method dls --steps 300", "compare --scene y --methods dls,ccd --steps 300",
        "advise --scene y --methods ccd --steps 300", "reach --scene scara --poses 20",
        "claims clamping-the-step-helps"}) {
    const std::string whole = std::string(command) + " --no-times --json -";
    const Finished first = iklab(whole);
    ASSERT_EQ(first.status, 0) << first.err;
    EXPECT_EQ(iklab(whole).out, first.out) << command;
    EXPECT_NE(first.out.find(program), std::string::npos) << command;
  }
}

TEST(Manual, IsRoffWithoutAWarningAndHasEveryOption) {
  // the page has no date, so that the same program always prints the same page
  EXPECT_EQ(printed_by(IKLAB_EXECUTABLE
                       " manual | mandoc -T lint -W warning | grep -v 'missing date' || true"),
            "");
  std::string page = printed_by(IKLAB_EXECUTABLE " manual | mandoc -T ascii");
  // mandoc prints a bold letter twice, with a backspace between
  page = std::regex_replace(page, std::regex(".\b"), "");
  for (const char* part : {"iklab run", "--warmup", "-q, --quiet", "EXIT STATUS", "--no-times"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

/// Completions that bash offers for these words; the last word is incomplete.
std::string offered(const std::string& words) {
  return printed_by("bash -c 'source <(" IKLAB_EXECUTABLE " completion bash); COMP_WORDS=(iklab " +
                    words +
                    "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _iklab; "
                    "echo \"${COMPREPLY[*]}\"'");
}

TEST(Completion, OffersCommandsOptionsAndTheirValuesInBash) {
  EXPECT_EQ(offered("compl"), "completion\n");
  EXPECT_EQ(offered("run --lam"), "--lambda\n");
  EXPECT_EQ(offered("run --method dls-man"), "dls-manipulability\n");
  EXPECT_EQ(offered("run --scene double-y-"), "double-y-25\n");
  EXPECT_EQ(offered("run --jacobian t"), "target\n");
  EXPECT_EQ(offered("reach --method bf"), "bfgs\n");
  EXPECT_EQ(offered("reach --method sol"), "solve\n");
  EXPECT_EQ(offered("reach --start n"), "near\n");
  EXPECT_EQ(offered("solve --choice fr"), "from-limits\n");
  EXPECT_EQ(offered("advise --goal r"), "reach\n");
  EXPECT_EQ(offered("help conv"), "convert\n");
  EXPECT_EQ(offered("list sc"), "scenes\n");
  EXPECT_EQ(offered("shot --out /etc/hostnam"), "/etc/hostname\n");
}

TEST(Completion, IsAScriptForZsh) {
  printed_by(IKLAB_EXECUTABLE " completion zsh | zsh -f -n /dev/stdin");
  EXPECT_EQ(iklab("completion fish").status, 2);
}

}  // namespace
