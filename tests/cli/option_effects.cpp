#include "cli/option_effects.h"

#include <utility>

namespace {

const std::string kCrookedScene = IKLAB_SOURCE_DIR "/tests/data/crooked.json";
const std::string kGripperFile = IKLAB_SOURCE_DIR "/tests/data/bodies/gripper.urdf";
const std::string kClaim = "claims transpose-on-several-effectors";
const std::string kArmFile = IKLAB_SOURCE_DIR "/assets/arms/kr6.json";

/// The rows of settings that a tracking command has: `run` and its like.
/// \param of     arguments, with crooked.json as the scene
/// \param method its option, "--method"
std::vector<EffectRow> settings_rows(const std::string& of, const std::string& method) {
  const std::string dls = of + " " + method + " dls";
  return {
      {"--lambda", "--lambda 0.9", Effect::kOutput, dls},
      {"--lambda", "--lambda 0.9", Effect::kNote, of + " " + method + " sdls"},
      {"--d-max", "--d-max 0.05", Effect::kOutput, dls},
      {"--adaptive-d-max", "--adaptive-d-max", Effect::kOutput, dls + " --d-max 0.05"},
      {"--adaptive-d-max", "--adaptive-d-max", Effect::kNote, dls},
      {"--jacobian", "--jacobian target", Effect::kOutput, dls},
      {"--max-angle", "--max-angle 2", Effect::kOutput, dls},
      {"--max-slide", "--max-slide 0.01", Effect::kOutput, dls},
      {"--aim-weight", "--aim-weight 5", Effect::kOutput, dls},
      {"--lead", "--lead 2", Effect::kOutput, dls},
      {"--limits", "--limits off", Effect::kOutput, dls},
      {"--limits", "--limits clamp", Effect::kNote, of + " " + method + " ccd"},
      {"--iterations", "--iterations 3", Effect::kOutput, dls},
      {"--tolerance", "--tolerance 2", Effect::kOutput, dls + " --iterations 3"},
      {"--tolerance", "--tolerance 2", Effect::kNote, dls},
      {"--time-step", "--time-step 0.02", Effect::kOutput, dls},
      {"--param", "--param lambda=0.9", Effect::kOutput, dls},
      {"--group", "--group arm", Effect::kOutput, dls},
      {"--no-cache", "--no-cache", Effect::kSame, dls},
  };
}

/// The rows of options of robot files. \param of arguments but the scene
std::vector<EffectRow> body_rows(const std::string& of, bool curve, bool aim) {
  const std::string robot = of + " --scene " + kGripperFile;
  return {
      {"--base", "--base free", Effect::kOutput, robot},
      {"--effectors", "--effectors {link}", Effect::kOutput, robot},
      {"--tip", "--tip", Effect::kOutput, robot + " --effectors {link}"},
      {"--curve", "--curve edge", curve ? Effect::kOutput : Effect::kNote, robot},
      {"--aim", "--aim orientation", aim ? Effect::kOutput : Effect::kNote, robot},
      {"--package",
       "--package nowhere={folder}",
       Effect::kLine,
       robot,
       {},
       "--package nowhere=DIR"},
  };
}

/// The rows of a command that measures, apart from its methods.
void add_measurement(const std::string& command, const std::string& method, CommandRows& rows) {
  const std::string of = command + " --scene " + kCrookedScene + " --steps 40 --csv -";
  rows.base = of + " " + method + " dls";
  for (EffectRow& row : settings_rows(of, method)) rows.rows.push_back(std::move(row));
  for (EffectRow& row : body_rows(command + " " + method + " dls --steps 20 --csv -", true, true)) {
    rows.rows.push_back(std::move(row));
  }
  const std::string untimed = command + " --scene " + kCrookedScene + " " + method +
                              " dls --steps 40 --json -" +
                              (command == "sweep" ? "" : " --no-times");
  rows.rows.insert(rows.rows.end(), {{"--scene", "--scene y", Effect::kOutput,
                                      command + " {} " + method + " dls --steps 5 --csv -"},
                                     {"--steps", "--steps 41", Effect::kOutput,
                                      command + " --scene y " + method + " dls --csv -"},
                                     {"--warmup", "--warmup 5", Effect::kOutput, untimed},
                                     {"--csv", "--csv {new}", Effect::kFile,
                                      command + " --scene y --steps 5 " + method + " dls"},
                                     {"--json", "--json {new}", Effect::kFile,
                                      command + " --scene y --steps 5 " + method + " dls"},
                                     {"--plot", "--plot {new}.svg", Effect::kFile,
                                      command + " --scene y --steps 5 " + method + " dls"}});
}

}  // namespace

std::map<std::string, CommandRows> option_effects() {
  std::map<std::string, CommandRows> all;

  CommandRows& run = all["run"];
  add_measurement("run", "--method", run);
  const std::string timed = " --scene y --steps 5 --json -";
  run.rows.insert(
      run.rows.end(),
      {{"--method", "--method sdls", Effect::kOutput, "run --scene y --steps 5 --csv -"},
       {"--no-times", "--no-times", Effect::kOutput, "run --method dls" + timed,
        "\"ns_per_update\": null"},
       {"--diagnose", "--diagnose", Effect::kOutput,
        "run --scene y --method pseudoinverse --steps 200 --no-times", "why it shakes"},
       // what only some methods or bodies have
       {"--jacobian", "--jacobian target", Effect::kNote,
        "run --scene y --method newton --steps 3"},
       {"--jacobian", "--jacobian target", Effect::kNote, "run --scene y --method ccd --steps 3"},
       {"--jacobian", "--jacobian target", Effect::kNote,
        "run --scene y --method fabrik --steps 3"},
       {"--jacobian", "--jacobian target", Effect::kNote,
        "run --scene y --method halley --steps 3"},
       {"--limits", "--limits clamp", Effect::kNote, "run --scene y --method dls --steps 3"},
       {"--limits", "--limits off", Effect::kNote, "run --scene y --method dls --steps 3"},
       {"--max-slide", "--max-slide 1", Effect::kNote, "run --scene y --method dls --steps 3"},
       {"--aim-weight", "--aim-weight 2", Effect::kNote, "run --scene y --method dls --steps 3"},
       {"--lead", "--lead 2", Effect::kNote, "run --scene jumping-arms --method dls --steps 3"}});

  CommandRows& compare = all["compare"];
  add_measurement("compare", "--methods", compare);
  compare.rows.insert(
      compare.rows.end(),
      {{"--methods", "--methods dls,sdls", Effect::kOutput, "compare --scene y --steps 5 --csv -"},
       {"--no-times", "--no-times", Effect::kOutput, "compare --methods dls" + timed,
        "\"ns_per_update\": null"},
       {"--jacobian", "--jacobian target", Effect::kNote,
        "compare --scene y --methods ccd,newton --steps 3"},
       {"--jacobian", "--jacobian target", Effect::kOutput,
        "compare --scene y --methods ccd,dls --steps 3 --csv -"}});

  CommandRows& sweep = all["sweep"];
  const std::string vary = " --vary lambda=0.1:1:2";
  const std::string swept = "sweep --scene " + kCrookedScene + " --steps 40 --csv -";
  sweep.base = swept + " --method dls" + vary;
  for (EffectRow& row : settings_rows(swept + " --vary max-angle=5:40:2", "--method")) {
    if (row.option == "--max-angle") row.base = sweep.base;
    sweep.rows.push_back(std::move(row));
  }
  for (EffectRow& row : body_rows("sweep --method dls --steps 20 --csv -" + vary, true, true)) {
    sweep.rows.push_back(std::move(row));
  }
  sweep.rows.insert(
      sweep.rows.end(),
      {{"--scene", "--scene double-y", Effect::kOutput,
        "sweep --method dls --steps 5 --csv - {}" + vary},
       {"--method", "--method nullspace", Effect::kOutput,
        "sweep --scene y --steps 5 --csv -" + vary},
       {"--vary", "--vary lambda=0.1:1:3", Effect::kOutput,
        "sweep --scene y --method dls --steps 5 --csv -"},
       {"--vary", "--vary jacobian=effector:target:2", Effect::kNote,
        "sweep --scene y --method ccd --steps 5"},
       {"--adaptive-d-max", "--adaptive-d-max", Effect::kOutput,
        "sweep --scene y --method dls --steps 20 --csv - --vary d-max=0.1:0.2:2"},
       {"--tolerance", "--tolerance 1", Effect::kOutput,
        "sweep --scene y --method dls --steps 20 --csv - --vary iterations=1:4:2"},
       {"--steps", "--steps 6", Effect::kOutput, "sweep --scene y --method dls --csv -" + vary},
       {"--warmup", "--warmup 2", Effect::kOutput,
        "sweep --scene y --method dls --steps 6 --csv -" + vary},
       {"--csv", "--csv {new}", Effect::kFile, "sweep --scene y --method dls --steps 6" + vary},
       {"--json", "--json {new}", Effect::kFile, "sweep --scene y --method dls --steps 6" + vary},
       {"--plot", "--plot {new}.svg", Effect::kFile,
        "sweep --scene y --method dls --steps 6" + vary},
       {"--shard", "--shard 1/2", Effect::kOutput,
        "sweep --scene y --method dls --steps 6 --csv -" + vary},
       {"--merge", "--merge {part1} {part2}", Effect::kOutput, "sweep"},
       {"--threads", "--threads 1", Effect::kSame}});

  CommandRows& reach = all["reach"];
  const std::string crooked = "reach --scene " + kCrookedScene;
  reach.base = crooked + " --poses 6 --csv -";
  const std::string alone = reach.base + " --method dls --updates 60";
  reach.rows = {
      {"--scene", "--scene six-axis-arm", Effect::kOutput, "reach {} --poses 3 --csv -"},
      {"--group", "--group arm", Effect::kOutput},
      {"--lambda", "--lambda 0.9", Effect::kOutput, alone},
      {"--lambda", "--lambda 0.9", Effect::kNote},
      {"--d-max", "--d-max 0.05", Effect::kOutput, alone},
      {"--d-max", "--d-max 0.05", Effect::kNote},
      {"--adaptive-d-max", "--adaptive-d-max", Effect::kNote, alone + " --d-max 0.05"},
      {"--jacobian", "--jacobian target", Effect::kOutput, alone},
      {"--jacobian", "--jacobian target", Effect::kNote},
      {"--jacobian", "--jacobian target", Effect::kNote, reach.base + " --method ccd --updates 9"},
      {"--max-angle", "--max-angle 2", Effect::kOutput, alone},
      {"--max-angle", "--max-angle 2", Effect::kNote},
      {"--max-slide", "--max-slide 0.01", Effect::kOutput, alone},
      {"--max-slide", "--max-slide 0.01", Effect::kNote},
      {"--aim-weight", "--aim-weight 5", Effect::kOutput, alone},
      {"--aim-weight", "--aim-weight 5", Effect::kNote},
      {"--aim-weight", "--aim-weight 0", Effect::kOutput},
      {"--lead", "--lead 2", Effect::kNote, alone},
      {"--limits", "--limits off", Effect::kOutput, crooked + " --poses 20 --csv -"},
      {"--limits", "--limits clamp", Effect::kNote},
      {"--limits", "--limits active-set", Effect::kNote},
      {"--limits", "--limits clamp", Effect::kOutput,
       crooked + " --poses 20 --csv - --method dls --updates 60"},
      {"--limits", "--limits off", Effect::kNote, "reach --scene y --poses 3"},
      {"--iterations", "--iterations 4", Effect::kNote, alone},
      {"--time-step", "--time-step 0.1", Effect::kNote, alone},
      {"--param", "--param lambda=0.9", Effect::kOutput, alone},
      {"--no-cache", "--no-cache", Effect::kSame},
      {"--method", "--method sdls", Effect::kOutput},
      {"--poses", "--poses 5", Effect::kOutput, crooked + " --csv -"},
      {"--goals", "--goals {goals}", Effect::kOutput, crooked + " --csv -"},
      {"--at", "--at 0.01,0,0", Effect::kOutput, crooked + " --csv - --goals {goals}"},
      {"--ignore-columns", "--ignore-columns", Effect::kOutput, crooked + " --csv - --goals {odd}"},
      {"--weight", "--weight tool=4", Effect::kOutput, crooked + " --csv - --goals {goals}"},
      {"--weight", "--weight tool=4", Effect::kNote},
      {"--weight", "--weight tool=4", Effect::kOutput, alone},
      {"--axis-tolerance", "--axis-tolerance tool=rz:free", Effect::kOutput},
      {"--draw", "--draw limits", Effect::kOutput},
      {"--start", "--start random", Effect::kOutput},
      {"--tolerance", "--tolerance 0.1", Effect::kOutput, reach.base + " --aim-tolerance 0.5"},
      {"--aim-tolerance", "--aim-tolerance 0.5", Effect::kOutput, reach.base + " --tolerance 0.1"},
      {"--aim-tolerance", "--aim-tolerance 0.5", Effect::kNote, "reach --scene y --poses 3"},
      {"--restarts", "--restarts 0", Effect::kOutput},
      {"--updates", "--updates 3", Effect::kOutput},
      {"--seed", "--seed 2", Effect::kOutput},
      {"--seed", "--seed 2", Effect::kNote, crooked + " --goals {goals} --method dls"},
      {"--csv", "--csv {new}", Effect::kFile, crooked + " --poses 2"},
      {"--json", "--json {new}", Effect::kFile, crooked + " --poses 2"},
      {"--plot", "--plot {new}.svg", Effect::kFile, crooked + " --poses 2"},
      {"--no-times", "--no-times", Effect::kOutput, crooked + " --poses 2", {}, "median [µs]"},
      {"--shard", "--shard 1/2", Effect::kOutput},
      {"--merge", "--merge {reach part1} {reach part2}", Effect::kOutput, "reach"},
      {"--threads", "--threads 1", Effect::kSame},
      // a pose takes longer than a nanosecond
      {"--timeout", "--timeout 1e-9", Effect::kOutput, crooked + " --poses 20 --no-times"},
      {"--timeout", "--timeout 1000", Effect::kSame},
      {"--continue", "--continue", Effect::kError, crooked + " --poses 2 --csv {whole}"},
  };
  for (EffectRow& row : body_rows("reach --poses 4 --csv -", false, true)) {
    reach.rows.push_back(std::move(row));
  }

  CommandRows& solve = all["solve"];
  const std::string place = "solve --scene " + kCrookedScene + " --goal tool=1.1,0.3,0.2";
  const std::string far = "solve --scene " + kCrookedScene + " --goal tool=3,1,0 --goal lamp=0,0,3";
  // the place and the turn of the pose that `reach --poses 1` draws
  solve.base = "solve --scene " + kCrookedScene +
               " --goal tool=-1.2733475650685198,0.29929632908172549,-1.3789878833205782,"
               "1.6390360873266114,-0.91834010985299486,-2.3888907602743923";
  solve.rows = {
      {"--scene", "--scene six-axis-arm", Effect::kOutput, "solve --goal tool=0.5,0.9,0.3 {}"},
      {"--group", "--group arm", Effect::kOutput},
      {"--limits", "--limits off", Effect::kOutput, solve.base + " --goal lamp=0.2,-0.3,0.9"},
      {"--limits", "--limits clamp", Effect::kNote},
      {"--limits", "--limits off", Effect::kNote, "solve --scene two-link-arm --goal hand=1,1,0"},
      {"--goal", "--goal lamp=0.4,0.9,0.4", Effect::kOutput},
      {"--direction", "--direction lamp=0,1,0", Effect::kOutput},
      {"--weight", "--weight tool=9", Effect::kOutput, far},
      {"--weight", "--weight tool=9", Effect::kNote, place},
      {"--axis-tolerance", "--axis-tolerance tool=rz:free", Effect::kOutput},
      {"--start", "--start 0,0,0,0,-1,0.5,0,0.1,0", Effect::kOutput},
      {"--all", "--all", Effect::kOutput,
       "solve --scene " + kArmFile + " --goal tool=0.5,0.2,0.3,0,1.5,0"},
      // two joints of this arm have limits of more than a turn
      {"--turns", "--turns", Effect::kOutput,
       "solve --scene " IKLAB_SOURCE_DIR
       "/assets/arms/puma560.json --goal tool=0.4,0.2,0.3,0,1.5,0 --all"},
      {"--choice", "--choice from-limits", Effect::kOutput},
      {"--json", "--json {new}", Effect::kFile},
      {"--tolerance", "--tolerance 0.1", Effect::kOutput, solve.base + " --aim-tolerance 0.5"},
      {"--tolerance", "--tolerance 0.1", Effect::kNote,
       "solve --scene " + kCrookedScene + " --direction lamp=0,1,0"},
      {"--aim-tolerance", "--aim-tolerance 0.5", Effect::kOutput, solve.base + " --tolerance 0.1"},
      {"--aim-tolerance", "--aim-tolerance 0.5", Effect::kNote, place},
      {"--restarts", "--restarts 0", Effect::kOutput},
      {"--updates", "--updates 2", Effect::kOutput},
      {"--seed", "--seed 7", Effect::kOutput,
       "solve --scene " + kCrookedScene + " --goal tool=1,0.5,0.1 --goal lamp=0.2,-3,0.4"},
      {"--seed", "--seed 7", Effect::kNote, place + " --restarts 0"},
      {"--timeout", "--timeout 1e-9", Effect::kOutput},
  };
  for (EffectRow& row : body_rows("solve --effectors {link} --goal {goal of link}", false, false)) {
    if (row.option != "--effectors" && row.option != "--tip") solve.rows.push_back(std::move(row));
  }
  solve.rows.push_back({"--effectors", "--effectors {link}", Effect::kOutput,
                        "solve --goal {goal of link} --scene " + kGripperFile});
  solve.rows.push_back({"--tip", "--tip", Effect::kOutput,
                        "solve --goal {goal of link} --effectors {link} --scene " + kGripperFile});

  CommandRows& path = all["path"];
  const std::string arc = " --waypoints " IKLAB_SOURCE_DIR "/tests/data/arc.csv";
  const std::string along = "path --scene two-link-arm --no-times --csv -";
  path.base = along + arc;
  path.rows = {
      {"--scene", "--scene planar-arm", Effect::kAsRun},
      {"--group", "--group arm", Effect::kAsRun},
      {"--limits", "--limits off", Effect::kAsRun},
      {"--waypoints", "--waypoints {none}", Effect::kError, along},
      {"--at", "--at 0,0,0,0,0,10deg", Effect::kOutput},
      {"--start", "--start 2,-2", Effect::kOutput},
      {"--closed", "--closed", Effect::kError},
      {"--tolerance", "--tolerance 1e-5", Effect::kSame},
      {"--aim-tolerance", "--aim-tolerance 1e-5", Effect::kSame},
      {"--stray", "--stray 1e-4", Effect::kSame},
      {"--velocity", "--velocity 0.01", Effect::kOutput},
      {"--ignore-columns", "--ignore-columns", Effect::kSame},
      {"--csv", "--csv {new}", Effect::kFile, "path --scene two-link-arm" + arc},
      {"--json", "--json {new}", Effect::kFile, "path --scene two-link-arm" + arc},
      {"--plot", "--plot {new}.svg", Effect::kFile, "path --scene two-link-arm" + arc},
      {"--no-times", "--no-times", Effect::kOutput, "path --scene two-link-arm --json -" + arc},
      {"--timeout", "--timeout 1000", Effect::kSame},
  };
  for (EffectRow& row : body_rows("path", true, true)) {
    row.expected = Effect::kAsRun;
    path.rows.push_back(std::move(row));
  }

  CommandRows& advise = all["advise"];
  const std::string of_arm = "advise --scene " + kCrookedScene + " --steps 30 --no-times --csv -";
  advise.base = of_arm + " --methods dls";
  for (EffectRow& row : settings_rows(of_arm, "--methods")) {
    if (row.option == "--adaptive-d-max" && row.expected == Effect::kNote) continue;
    if (row.option == "--limits" && row.expected == Effect::kNote) continue;  // ccd is slow
    advise.rows.push_back(std::move(row));
  }
  for (EffectRow& row :
       body_rows("advise --methods gradient-descent --steps 12 --no-times --csv -", true, true)) {
    advise.rows.push_back(std::move(row));
  }
  const std::string to_the_end =
      "advise --goal reach --poses 3 --no-times --methods dls --scene " + kCrookedScene;
  advise.rows.insert(
      advise.rows.end(),
      {{"--scene", "--scene y", Effect::kOutput,
        "advise {} --methods dls --steps 12 --no-times --csv -"},
       {"--steps", "--steps 13", Effect::kOutput,
        "advise --scene y --methods dls --no-times --csv -"},
       {"--warmup", "--warmup 7", Effect::kOutput},
       {"--csv", "--csv {new}", Effect::kFile,
        "advise --scene y --methods dls --steps 12 --no-times"},
       {"--json", "--json {new}", Effect::kFile,
        "advise --scene y --methods dls --steps 12 --no-times"},
       {"--plot", "--plot {new}.svg", Effect::kFile,
        "advise --scene y --methods dls --steps 12 --no-times"},
       {"--report", "--report {new}.html", Effect::kFile,
        "advise --scene y --methods dls --steps 12 --no-times"},
       {"--goal", "--goal reach", Effect::kOutput, "advise --scene y --methods dls --no-times"},
       {"--poses", "--poses 4", Effect::kOutput,
        "advise --goal reach --methods dls --no-times --scene y --csv -"},
       {"--methods", "--methods sdls", Effect::kOutput,
        "advise --scene y --steps 12 --no-times --csv - {}"},
       {"--threads", "--threads 1", Effect::kSame},
       {"--code", "--code", Effect::kOutput,
        "advise --scene y --methods dls --steps 12 --no-times"},
       {"--no-times",
        "--no-times",
        Effect::kOutput,
        "advise --scene y --methods dls --steps 12",
        {},
        "ns/update"},
       {"--timeout", "--timeout 1e-9", Effect::kOutput,
        "advise --scene double-y --methods dls --no-times"},
       {"--lead", "--lead 2", Effect::kNote, to_the_end},
       {"--iterations", "--iterations 4", Effect::kNote, to_the_end},
       {"--time-step", "--time-step 0.1", Effect::kNote, to_the_end},
       {"--tolerance", "--tolerance 0.1", Effect::kOutput, to_the_end + " --csv -"},
       {"--curve", "--curve edge", Effect::kNote,
        "advise --goal reach --poses 3 --methods dls --no-times --scene " + kGripperFile}});

  CommandRows& claims = all["claims"];
  claims.rows = {{"name", "nothing-moves", Effect::kError, "claims {} --list"},
                 {"--list", "--list", Effect::kOutput, "claims {}"},
                 {"--report", "--report {new}.html", Effect::kFile, kClaim},
                 {"--json", "--json {new}", Effect::kFile, kClaim},
                 // no claim about time
                 {"--no-times", "--no-times", Effect::kSame, kClaim}};

  CommandRows& replay = all["replay"];
  replay.base = "replay {session}";
  replay.rows = {{"FILE", "{session}", Effect::kOutput, "replay"},
                 {"--warmup", "--warmup 2", Effect::kOutput, "replay {session} --no-times"},
                 {"--csv", "--csv {new}", Effect::kFile},
                 {"--json", "--json {new}", Effect::kFile},
                 {"--no-times", "--no-times", Effect::kOutput, "replay {session} --json -",
                  "\"ns_per_update\": null"},
                 {"--no-cache", "--no-cache", Effect::kSame, "replay {session} --no-times"}};

  all["list"] = {"list",
                 {{"what", "methods", Effect::kOutput, "list {}"},
                  {"--json", "--json", Effect::kOutput, "list scenes"}}};
  all["completion"] = {"completion", {{"shell", "zsh", Effect::kOutput, "completion {}"}}};
  all["help"] = {"help", {{"command", "run", Effect::kOutput, "help"}}};
  all["manual"] = {"manual", {}};

  CommandRows& convert = all["convert"];
  convert.base = "convert " + kGripperFile + " -";
  convert.rows = {{"IN", kCrookedScene, Effect::kOutput, "convert {} -"},
                  {"OUT", "{new}.json", Effect::kFile, "convert " + kGripperFile}};
  for (EffectRow& row : body_rows("convert " + kGripperFile + " -", true, true)) {
    const std::size_t at = row.base.find(" --scene " + kGripperFile);
    row.base.erase(at, (" --scene " + kGripperFile).size());
    convert.rows.push_back(std::move(row));
  }

  CommandRows& figure = all["figure"];
  const std::string drawn =
      "figure poses --scene " + kCrookedScene + " --steps 0,30 --plot {out}.svg";
  figure.base = drawn + " --methods dls";
  figure.rows = settings_rows(drawn, "--methods");
  for (EffectRow& row :
       body_rows("figure poses --methods dls --steps 0,9 --plot {out}.svg", true, true)) {
    figure.rows.push_back(std::move(row));
  }
  const std::string shaking = "figure shaking --scene y --methods dls --plot {out}.svg";
  const std::string basins =
      "figure basins --scene two-link-arm --methods dls --plot {out}.svg --steps 2";
  figure.rows.insert(figure.rows.end(),
                     {{"kind", "ellipses", Effect::kOutput,
                       "figure {} --scene y --methods dls --steps 1 --plot {out}.svg"},
                      {"--scene", "--scene y", Effect::kOutput,
                       "figure poses --methods dls --steps 1 --plot {out}.svg {}"},
                      {"--methods", "--methods sdls", Effect::kOutput,
                       "figure poses --scene y --steps 1,9 --plot {out}.svg {}"},
                      {"--steps", "--steps 0,3", Effect::kOutput,
                       "figure poses --scene y --methods dls --plot {out}.svg"},
                      // the first of two steps is where the plot begins
                      {"--steps", "20,", Effect::kOutput, shaking + " --steps {}60"},
                      {"--steps", "--steps 5,6", Effect::kError,
                       "figure basins --scene two-link-arm --methods dls --plot {out}.svg {}"},
                      {"--steps", "--steps 0,5,9", Effect::kError, shaking + " {}"},
                      {"--lead", "--lead 2", Effect::kNote, basins},
                      {"--iterations", "--iterations 3", Effect::kNote, basins},
                      {"--time-step", "--time-step 0.1", Effect::kNote, basins},
                      {"--plot", "--plot {new}.svg", Effect::kFile,
                       "figure poses --scene y --methods dls --steps 1"}});

  CommandRows& shot = all["shot"];
  const std::string small =
      "shot --scene " + kCrookedScene + " --size 48x32 --steps 40 --out {out}.png";
  shot.base = small + " --method dls";
  for (EffectRow& row : settings_rows(small, "--method")) {
    const bool is_own =
        row.option == "--lambda" || row.option == "--param" || row.option == "--group";
    if (!is_own) row.expected = Effect::kAsRun;
    shot.rows.push_back(std::move(row));
  }
  for (EffectRow& row : body_rows("shot", true, true)) {
    row.expected = Effect::kAsRun;
    shot.rows.push_back(std::move(row));
  }
  shot.rows.insert(shot.rows.end(),
                   {{"--scene", "--scene y", Effect::kOutput,
                     "shot {} --method dls --steps 1 --size 48x32 --out {out}.png"},
                    {"--method", "--method sdls", Effect::kOutput, small + " {}"},
                    {"--steps", "--steps 41", Effect::kOutput,
                     "shot --scene y --method dls --size 48x32 --out {out}.png {}"},
                    {"--out", "--out {new}.png", Effect::kFile,
                     "shot --scene y --method dls --steps 1 --size 48x32"},
                    {"--size", "--size 32x32", Effect::kOutput,
                     "shot --scene y --method dls --steps 1 --out {out}.png {}"},
                    {"--scale-up", "--scale-up 2", Effect::kOutput},
                    {"--transparent", "--transparent", Effect::kOutput},
                    {"--dark", "--dark", Effect::kOutput},
                    {"--solutions", "--solutions", Effect::kOutput,
                     "shot --scene ur5 --method dls --steps 1 --size 96x64 --out {out}.png {}"}});

  CommandRows& view = all["view"];
  for (const char* option :
       {"--scene,FILE", "--group",      "--lambda",    "--d-max",      "--adaptive-d-max",
        "--jacobian",   "--max-angle",  "--max-slide", "--aim-weight", "--lead",
        "--limits",     "--iterations", "--tolerance", "--time-step",  "--base",
        "--effectors",  "--tip",        "--curve",     "--aim",        "--package",
        "--param",      "--no-cache",   "--method",    "--methods",    "--paused",
        "--fresh",      "--dark",       "--calm",      "--no-panels",  "--page",
        "--signals",    "--scale",      "--crowd",     "--frames",     "--screenshot",
        "--session",    "--setup"}) {
    view.rows.push_back({option, "", Effect::kWindow});
  }
  for (auto& [name, command] : all) {
    if (name == "view" || command.rows.empty()) continue;
    command.rows.push_back({"--quiet", "--quiet", Effect::kSame, "list scenes"});
    command.rows.push_back({"--strict", "--strict", Effect::kSame, "list scenes"});
  }
  return all;
}
