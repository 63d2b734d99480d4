#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "lab/scene/knobs.h"
#include "lab/scene/settings.h"
#include "support/temporary_folder.h"

namespace {

struct Wrong {
  std::string arguments;
  std::string names;  ///< what the message must hold
};

TEST(WrongInput, IsOneLineThatNamesTheCulpritAndExitTwo) {
  const std::string run = "run --scene y --method dls ";
  const Wrong table[] = {
      {"fly", "'fly'"},
      {"''", "no command"},
      {"--fly", "--fly"},
      {"run", "--scene"},
      {"run --scene y", "--method"},
      {"run --method dls", "--scene"},
      {"run --scene nowhere --method dls", "'nowhere': built in are y, double-y"},
      {"run --scene nowhere.json --method dls", "nowhere.json: cannot be read: No such file"},
      {"run --scene /tmp --method dls", "/tmp: is a folder"},
      {"run --scene '' --method dls", "--scene: expected a value, and it is empty"},
      {"run --scene y --method magic", "--method: no method 'magic': there are jacobian-transpose"},
      {run + "extra", "extra"},
      {run + "--fly", "--fly"},
      {run + "--steps -1", "--steps: expected a whole number of at least 1"},
      {run + "--steps 0", "--steps"},
      {run + "--steps 1.5", "--steps"},
      {run + "--steps many", "--steps"},
      {run + "--steps 99999999999999999999", "--steps"},
      {run + "--steps", "--steps"},
      {run + "--warmup -1", "--warmup"},
      {run + "--steps 10 --warmup 10", "--warmup"},
      {run + "--lambda -0.5", "--lambda: expected a number of at least 0"},
      {run + "--lambda nan", "--lambda"},
      {run + "--lambda inf", "--lambda"},
      {run + "--lambda 0,5", "--lambda"},
      {run + "--lambda ''", "--lambda"},
      {run + "--lambda 1 --lambda 2", "--lambda"},
      {run + "--d-max 0", "--d-max: expected a number above 0, or off"},
      {run + "--d-max -1", "--d-max"},
      {run + "--d-max none", "--d-max"},
      {run + "--adaptive-d-max=maybe", "--adaptive-d-max: expected true or false"},
      {run + "--jacobian both", "--jacobian: expected effector or target"},
      {run + "--max-angle 0", "--max-angle"},
      {run + "--max-slide x", "--max-slide"},
      {run + "--iterations 0", "--iterations"},
      {run + "--iterations 2.5", "--iterations"},
      {run + "--iterations 1000001", "--iterations: expected a whole number from 1 to 1000000"},
      {run + "--time-step 0", "--time-step"},
      {run + "--aim-weight -1", "--aim-weight: expected a number of at least 0"},
      {run + "--lead x", "--lead"},
      {run + "--group arms", "--group: y has no group 'arms'; there are none"},
      {"run --scene humanoid --method dls --group legs", "there are arms only, arms and chest"},
      {"view --group legs", "--group: needs --scene"},
      {run + "--param lambda", "--param lambda: expected NAME=VALUE"},
      {run + "--param gain=1", "--param gain: no such parameter; there are dls: lambda"},
      {run + "--param lambda=-1", "--param lambda: expected a number of at least 0"},
      {run + "--param lambda=x", "--param lambda"},
      {"run --scene y --method sdls --param hard-clamp=2", "--param hard-clamp: expected true or"},
      {run + "--param lambda=0.4 --lambda 0.5", "--param lambda and --lambda: 0.4 and 0.5"},
      {run + "--param lambda=0.4 --param lambda=0.5", "--param lambda: given twice"},
      {"run --scene y --method levenberg-marquardt --param least=1e12",
       "--param least: expected a number from 1e-09 to 1e+09"},
      {"run --scene y --method levenberg-marquardt --param gamma=0", "--param gamma: expected a"},
      {"run --scene y --method learned --param noise=11",
       "--param noise: expected a number from 0"},
      {"run --scene y --method learned --param spread=5",
       "--param spread: expected a number from 0"},
      {"run --scene y --method learned --param training=3001", "from 1 to 3000"},
      {"run --scene y --method learned --param seed=1e10",
       "--param seed: expected a number from 0"},
      {"run --scene y --method fabrik --param passes=101", "expected a number from 1 to 100"},
      {"run --scene y --method fabrik --param passes=0.5", "expected a number from 1 to 100"},
      {"run --scene y --method ccd --param max-turn=3.2", "a number from 0 to 3.141593"},
      {"sweep --scene y --method fabrik --vary passes=1:200:5",
       "LO and HI are each a number from 1"},
      {run + "--csv /nowhere/a.csv", "/nowhere/a.csv: cannot be written: No such file"},
      {run + "--json /nowhere/a.json", "/nowhere/a.json: cannot be written"},
      {run + "--plot /nowhere/a.svg", "/nowhere/a.svg: cannot be written"},
      {run + "--csv /tmp", "/tmp: is a folder"},
      {run + "--plot a.bmp", "--plot: a.bmp: a plot ends in .svg, .png or .pdf"},
      {run + "--plot -", "--plot: -: a plot ends in .svg, .png or .pdf"},
      {run + "--csv - --json -", "--csv and --json"},
      {run + "--csv same.csv --json same.csv", "--csv and --json"},
      {run + "--csv same.csv --json ./same.csv", "--csv and --json"},
      {"advise --scene y --csv same.html --report ./same.html", "--csv and --report"},
      {run + "--csv ''", "--csv"},
      {run + "--d_max 1", "unknown option '--d_max'"},
      {run + "again", "unknown argument 'again'"},
      {run + "--lambda 0.5 --lambda 0.5", "--lambda: given more than once"},
      {"run --scen y --method dls", "unknown option '--scen'; did you mean '--scene'?"},
      {"run --scene y --metod=dls", "unknown option '--metod=dls'; did you mean '--method'?"},
      {"compare --scene y", "--methods"},
      {"compare --scene y --methods ''", "--methods"},
      {"compare --scene y --methods dls,", "--methods: no method ''"},
      {"compare --scene y --methods dls,magic", "--methods: no method 'magic'"},
      {"compare --scene y --methods dls,dls", "--methods: 'dls' appears twice"},
      {"compare --scene y --methods dls,sdls --param gain=1", "sdls: gamma-max"},
      {"list", "list: expected scenes or methods"},
      {"list tools", "not 'tools'"},
      {"list scenes methods", "methods"},
      {"shot --scene y --method dls --out /tmp/a.png", "--steps"},
      {"shot --scene y --method dls --steps 1", "--out"},
      {"shot --scene y --method dls --steps -1 --out /tmp/a.png", "--steps"},
      {"shot --scene y --method dls --steps 1 --out /tmp/a.bmp", "--out"},
      {"shot --scene y --method dls --steps 1 --out /nowhere/a.png", "/nowhere/a.png"},
      {"shot --scene y --method dls --steps 1 --out /tmp/a.png --size 5", "--size"},
      {"shot --scene y --method dls --steps 1 --out /tmp/a.png --size 0x5", "--size"},
      {"shot --scene y --method dls --steps 1 --out /tmp/a.png --size 99999x5", "--size"},
      {"view --method magic", "--method: no method 'magic'"},
      {"view --methods dls,magic", "--methods: no method 'magic'"},
      {"view --methods dls,sdls,dls", "--methods: 'dls' appears twice"},
      {"view --methods dls,sdls --method ccd", "--method excludes --methods"},
      {"view --methods dls,ccd --param gamma-max=0.1", "--param gamma-max"},
      {"view --scene nowhere", "'nowhere'"},
      {"view --lambda -1", "--lambda"},
      {"view --scale 0", "--scale"},
      {"view --page Kitchen", "--page: no page 'Kitchen'; there are Spectrum, Compare,"},
      {"view --signals jitter,warmth",
       "--signals: no signal 'warmth'; there are error, total-error,"},
      {"view --signals jitter,lambda,error", "--signals: at most one for each"},
      {"view --crowd 0", "--crowd: expected a whole number of at least 1"},
      {"view --crowd 20001", "--crowd: at most 20000"},
      {"shot --scene y --method dls --steps 1 --out /tmp/a.png --scale-up 0", "--scale-up"},
      {"shot --scene y --method dls --steps 1 --out /tmp/a.png --size 9000x90 --scale-up 2",
       "--scale-up"},
      {"view --scale 0.1", "--scale"},
      {"view --scale 9", "--scale"},
      {"view --screenshot a.jpg", "--screenshot"},
      {"view --screenshot /nowhere/a.png", "/nowhere/a.png"},
      {"view --param magic=1", "--param magic"},
  };
  for (const Wrong& wrong : table) expect_mistake(wrong.arguments, wrong.names);
}

TEST(WrongInput, LeavesFilesAsTheyWere) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.csv", "old");
  const std::string csv = (folder / "a.csv").string();
  EXPECT_EQ(iklab("run --scene y --method dls --csv " + csv + " --json /nowhere/b.json").status, 2);
  EXPECT_EQ(support::text_of(folder / "a.csv"), "old");
  EXPECT_EQ(folder.count(), 1);
}

TEST(Trouble, OfAFullDiskIsToldAndExitsOne) {
  for (const char* arguments :
       {"run --scene y --method dls", "run --scene y --method dls --csv -",
        "run --scene y --method dls --json -", "compare --scene y --methods all --steps 2",
        "list scenes", "list methods --json", "--help", "run --help", "--version",
        "run --scene y --method dls --csv /dev/full"}) {
    SCOPED_TRACE(arguments);
    const Finished finished = iklab(arguments, "", "/dev/full");
    EXPECT_EQ(finished.status, 1);
    EXPECT_EQ(finished.complaints(), 1) << finished.err;
  }
}

TEST(ClosedPipe, EndsTheProgramQuietlyAndSoon) {
  const support::TemporaryFolder folder;
  const std::string status = (folder / "status").string(), err = (folder / "err").string();
  // the reader goes at once; to write it all would take hours
  const std::string line = "( " IKLAB_EXECUTABLE
                           " run --scene y --method dls --steps 100000000 --csv - 2>" +
                           err + "; echo $? >" + status + " ) | true";
  EXPECT_EQ(std::system(line.c_str()), 0);
  constexpr int kBySignal = 128 + SIGPIPE;
  EXPECT_EQ(support::text_of(status), std::to_string(kBySignal) + "\n");
  EXPECT_EQ(support::text_of(err), "");
}

TEST(SettingWithoutUse, IsToldInALineAndChangesNothing) {
  const std::string sdls = "run --scene y --method sdls --steps 20 --csv -";
  const Finished plain = iklab(sdls);
  EXPECT_EQ(plain.err, "");
  const Finished damped = iklab(sdls + " --lambda 0.25 --max-slide 0.1");
  EXPECT_EQ(damped.status, 0);
  EXPECT_EQ(damped.out, plain.out);
  EXPECT_EQ(damped.complaints(), 2);
  EXPECT_NE(damped.err.find("--lambda"), std::string::npos) << damped.err;
  EXPECT_NE(damped.err.find("--max-slide"), std::string::npos) << damped.err;

  // one method that has a use for it is enough, and what is off asks for none
  for (const char* used : {"compare --scene y --methods sdls,dls --steps 20 --lambda 0.25",
                           "run --scene y --method sdls --steps 20 --max-slide off",
                           "run --scene y --method sdls --steps 20 --adaptive-d-max=false",
                           "run --scene scara --method dls --steps 20 --max-slide 0.1"}) {
    const Finished result = iklab(used);
    EXPECT_EQ(result.status, 0) << used;
    EXPECT_EQ(result.err, "") << used;
  }
}

TEST(Help, NamesEverySettingWithItsUnitAndAnExample) {
  for (const std::string command : {"run", "compare", "shot", "view"}) {
    const Finished help = iklab(command + " --help");
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.err, "");
    EXPECT_NE(help.out.find("Example: iklab " + command), std::string::npos) << help.out;
    for (const lab::Knob& info : lab::shared_knobs()) {
      const std::size_t at = help.out.find(std::string("--") + info.name);
      ASSERT_NE(at, std::string::npos) << info.name;
      EXPECT_NE(help.out.find("default", at), std::string::npos) << info.name;
      if (*info.unit != '\0') {
        EXPECT_NE(help.out.find(std::string("[") + info.unit + "]", at), std::string::npos)
            << info.name;
      }
    }
  }
  EXPECT_NE(iklab("list --help").out.find("Example: iklab list"), std::string::npos);
  for (const char* command : {"view", "run", "compare", "list", "shot"}) {
    EXPECT_NE(iklab("--help").out.find(std::string("\n  ") + command), std::string::npos);
  }
}

TEST(Version, IsOneLine) {
  const Finished version = iklab("--version");
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out.rfind("iklab ", 0), 0U);
  EXPECT_EQ(version.out.find('\n'), version.out.size() - 1);
}

TEST(View, WithoutADisplaySaysSoAndExitsOne) {
  for (const char* arguments : {"", "view --fresh"}) {
    const Finished finished =
        iklab(arguments, "env -u DISPLAY -u WAYLAND_DISPLAY -u WAYLAND_SOCKET -u XDG_RUNTIME_DIR");
    EXPECT_EQ(finished.status, 1);
    EXPECT_EQ(finished.complaints(), 1) << finished.err;
    EXPECT_EQ(finished.err.rfind("iklab: ", 0), 0U) << finished.err;
  }
}

}  // namespace
