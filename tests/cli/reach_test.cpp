#include <algorithm>
#include <cctype>
#include <cmath>
#include <future>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/robot_arms.h"
#include "support/temporary_folder.h"

namespace {

/// The scene file of an arm.
std::string file_of(const bodies::Arm& arm) {
  std::string name = arm.name;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return IKLAB_SOURCE_DIR "/assets/arms/" + name + ".json";
}

const std::string kKr6 = "reach --scene " + file_of(bodies::arms()[0]) + " ";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(WrongReach, IsOneLineThatNamesTheCulpritAndExitTwo) {
  const support::TemporaryFolder folder;
  const auto put = [&folder](const char* name, const char* text) {
    support::put(folder / name, text);
    return (folder / name).string();
  };
  const struct {
    std::string arguments, names;
  } table[] = {
      {"reach", "--scene is required"},
      {"reach --scene nowhere", "'nowhere'"},
      {kKr6 + "--method magic", "--method: no method 'magic'"},
      {kKr6 + "--method dls,dls", "--method: 'dls' appears twice"},
      {kKr6 + "--method solve,solve", "--method: 'solve' appears twice"},
      {kKr6 + "--poses 0", "--poses: expected a whole number of at least 1"},
      {kKr6 + "--poses -3", "--poses: expected a whole number of at least 1"},
      {kKr6 + "--poses 1000001", "--poses: at most 1000000"},
      {kKr6 + "--poses 500001 --method solve,dls", "--poses: at most 500000"},
      {kKr6 + "--poses /nowhere/a.csv", "/nowhere/a.csv: cannot be read"},
      {kKr6 + "--poses " + put("a", "theta_j1,theta_j2\n0,0\n"), "a: no column theta_j3"},
      {kKr6 + "--poses " +
           put("b", "theta_j1,theta_j2,theta_j3,theta_j4,theta_j5,theta_j6\n0,0,0,0,0\n"),
       "b: line 2: 5 fields, and the header has 6"},
      {kKr6 + "--poses " +
           put("c", "theta_j1,theta_j2,theta_j3,theta_j4,theta_j5,theta_j6\n0,0,0,0,0,x\n"),
       "c: line 2: theta_j6: 'x' is not a number"},
      {kKr6 + "--poses " +
           put("d", "theta_j1,theta_j2,theta_j3,theta_j4,theta_j5,theta_j6\n0,0,0,0,0,nan\n"),
       "theta_j6: 'nan' is not a number"},
      {kKr6 + "--poses " + put("e", "theta_j1,theta_j2,theta_j3,theta_j4,theta_j5,theta_j6\n"),
       "e: holds no pose"},
      {kKr6 + "--start far", "--start: expected middle, random, near, not 'far'"},
      {kKr6 + "--seed -1", "--seed: expected a whole number of at least 0"},
      {kKr6 + "--seed x", "--seed"},
      {kKr6 + "--tolerance 0", "--tolerance: expected a number above 0"},
      {kKr6 + "--tolerance off", "--tolerance: expected a number above 0"},
      {kKr6 + "--aim-tolerance -1", "--aim-tolerance: expected a number above 0"},
      {kKr6 + "--restarts -1", "--restarts: expected a whole number of at least 0"},
      {kKr6 + "--updates 0", "--updates: expected a whole number of at least 1"},
      {kKr6 + "--threads 0", "--threads: expected a whole number of at least 1"},
      {kKr6 + "--shard 3/2", "--shard 3/2: expected I/N with I from 1 to N"},
      {kKr6 + "--param gain=1", "--param gain: no such parameter"},
      {kKr6 + "--plot a.bmp", "--plot: a.bmp: a plot ends in .svg, .png or .pdf"},
      {kKr6 + "--csv - --json -", "--csv and --json"},
      {kKr6 + "--csv /nowhere/a.csv", "/nowhere/a.csv: cannot be written"},
      {"reach --merge /nowhere/a.csv", "/nowhere/a.csv: cannot be read"},
      {"reach --merge a.csv --poses 3", "--poses: with --merge give only --csv"},
  };
  for (const auto& wrong : table) expect_mistake(wrong.arguments, wrong.names);
}

TEST(ReachCommand, WritesTheHeaderOfTheContract) {
  EXPECT_EQ(
      first_line(iklab(kKr6 + "--poses 1 --csv -").out),
      "pose,method,reached,verdict,updates,attempts,error,aim_error,theta_j1,theta_j2,theta_j3,"
      "theta_j4,theta_j5,theta_j6,goal_tool_x,goal_tool_y,goal_tool_z,goal_tool_qw,"
      "goal_tool_qx,goal_tool_qy,goal_tool_qz");
  // a direction and a position alone have no quaternion
  const support::TemporaryFolder folder;
  support::put(folder / "arm.json", R"({"format": "ik-scene", "version": 1, "name": "Two links",
    "joints": [
      {"name": "b", "parent": "a", "type": "revolute", "origin": [1, 0, 0], "axis": [0, 0, 1]},
      {"name": "a", "parent": null, "type": "revolute", "origin": [0, 0, 0], "axis": [0, 0, 1]}],
    "effectors": [
      {"name": "lamp", "joint": "b", "offset": [1, 0, 0], "aim": "direction", "pointer": [1, 0, 0]},
      {"name": "knee", "joint": "a", "offset": [1, 0, 0]}],
    "targets": [
      {"effector": "lamp", "center": [1, 1, 0], "direction": [1, 0, 0]},
      {"effector": "knee", "center": [1, 0, 0]}]})");
  const Finished plain =
      iklab("reach --poses 20 --csv - --scene " + (folder / "arm.json").string());
  EXPECT_EQ(
      first_line(plain.out),
      "pose,method,reached,verdict,updates,attempts,error,aim_error,theta_b,theta_a,goal_lamp_x,"
      "goal_lamp_y,goal_lamp_z,goal_knee_x,goal_knee_y,goal_knee_z")
      << plain.err;
  const support::CsvTable table(plain.out);
  for (std::size_t row = 0; row < 20; ++row) {
    EXPECT_EQ(table.number(row, "reached"), 1.0);
    EXPECT_NEAR(std::cos(table.number(row, "theta_a")), table.number(row, "goal_knee_x"), 1e-5);
  }
}

TEST(ReachCommand, LeavesJointsThatReachTheGoalsByDenavitAndHartenberg) {
  for (const bodies::Arm& arm : bodies::arms()) {
    SCOPED_TRACE(arm.name);
    const Finished finished = iklab("reach --scene " + file_of(arm) +
                                    " --method solve,bfgs --poses 30 --tolerance 1e-5 "
                                    "--aim-tolerance 1e-5 --csv -");
    ASSERT_EQ(finished.status, 0) << finished.err;
    const support::CsvTable table(finished.out);
    ASSERT_EQ(table.rows.size(), 60U);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      EXPECT_EQ(table.number(row, "pose"), static_cast<double>(row / 2));
      EXPECT_EQ(table.rows[row][1], row % 2 == 0 ? "solve" : "bfgs");
      ik::VectorX theta(static_cast<Eigen::Index>(arm.joints.size()));
      for (Eigen::Index j = 0; j < theta.size(); ++j) {
        theta[j] = table.number(row, "theta_j" + std::to_string(j + 1));
      }
      EXPECT_TRUE(arm.keeps_limits(theta));
      const Eigen::Isometry3d frame = arm.frame(theta);
      const auto goal = [&](const char* part) {
        return table.number(row, std::string("goal_tool_") + part);
      };
      const Eigen::Vector3d place(goal("x"), goal("y"), goal("z"));
      const Eigen::Quaterniond turn(goal("qw"), goal("qx"), goal("qy"), goal("qz"));
      EXPECT_NEAR(turn.norm(), 1.0, 1e-14);
      const double error = (frame.translation() - place).norm();
      const double aim_error = turn.angularDistance(Eigen::Quaterniond(frame.linear()));
      // the joints' places have twelve digits of pi in the file
      EXPECT_NEAR(table.number(row, "error"), error, 1e-10);
      EXPECT_NEAR(table.number(row, "aim_error"), aim_error, 1e-7);  // an arc cosine near 1
      const bool reached = table.number(row, "reached") == 1.0;
      EXPECT_EQ(reached,
                table.number(row, "error") <= 1e-5 && table.number(row, "aim_error") <= 1e-5);
      EXPECT_TRUE(reached || row % 2 == 1);
    }
  }
}

TEST(ReachCommand, ChangesNoByteWithThreadsShardsAndTheirMerge) {
  const support::TemporaryFolder folder;
  const auto path = [&folder](const std::string& name) { return (folder / name).string(); };
  const std::string study = kKr6 + "--method solve,newton,sdls --poses 25 --start random --seed 7 ";
  ASSERT_EQ(iklab(study + "--threads 1 --csv " + path("whole")).status, 0);
  const std::string whole = support::text_of(path("whole"));
  ASSERT_EQ(support::CsvTable(whole).rows.size(), 75U);
  ASSERT_EQ(
      iklab(study + "--threads 3 --no-times --csv " + path("threads"), "LC_ALL=de_DE.UTF-8").status,
      0);
  EXPECT_EQ(support::text_of(path("threads")), whole);

  std::vector<std::future<Finished>> shards;
  std::string parts;
  for (int i = 1; i <= 3; ++i) {
    const std::string part = path(std::to_string(i) + ".csv");
    parts = part + " " + parts;
    shards.push_back(std::async(std::launch::async, [=] {
      return iklab(study + "--threads 1 --shard " + std::to_string(i) + "/3 --csv " + part);
    }));
  }
  for (auto& shard : shards) EXPECT_EQ(shard.get().status, 0);
  EXPECT_EQ(support::CsvTable(support::text_of(path("2.csv"))).rows.size(), 3U * 8U);
  const Finished merged = iklab("reach --merge " + parts + "--csv " + path("merged"));
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(support::text_of(path("merged")), whole);
  EXPECT_EQ(iklab("reach --merge " + parts).out, whole);
  // one machine: a part that is the whole
  ASSERT_EQ(iklab(study + "--shard 1/1 --csv " + path("one")).status, 0);
  EXPECT_EQ(iklab("reach --merge " + path("one")).out, whole);

  // with the options of the study also table, JSON and figure
  const std::string files = " --plot " + path("a.svg") + " --json " + path("a.json");
  const Finished again = iklab(study + "--merge " + parts + files);
  EXPECT_EQ(again.status, 0) << again.err;
  const Finished once =
      iklab(study + "--no-times --plot " + path("b.svg") + " --json " + path("b.json"));
  EXPECT_EQ(again.out, once.out);
  EXPECT_EQ(support::text_of(path("a.svg")), support::text_of(path("b.svg")));
  EXPECT_EQ(support::text_of(path("a.json")), support::text_of(path("b.json")));
  const auto refused = [](const std::string& arguments, const char* names) {
    const Finished finished = iklab(arguments);
    EXPECT_EQ(finished.status, 2) << arguments;
    EXPECT_NE(finished.err.find(names), std::string::npos) << finished.err;
  };
  refused(study + "--limits off --merge " + parts, "of another study");
  refused(study + "--shard 1/3 --merge " + parts, "--shard: not together with --merge");
  refused("reach --merge " + path("1.csv") + " " + path("3.csv"),
          "24 of 75 rows are missing, the first is pose 1 by solve");
  refused("reach --merge " + parts + path("1.csv"), "appears twice");
  refused("reach --merge " + path("whole"), "not a part by --shard");
  std::string edited = support::text_of(path("1.csv"));
  edited.replace(edited.find(",1,"), 3, ",0,");
  support::put(path("1.csv"), edited);
  refused("reach --merge " + parts, "not what iklab has written");
}

TEST(ReachCommand, WritesTheJsonOfTheContract) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder / "a.csv").string();
  const Finished finished =
      iklab(kKr6 + "--method solve,dls --poses 20 --seed 3 --json - --csv " + csv);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto array = nlohmann::ordered_json::parse(finished.out);
  ASSERT_EQ(array.size(), 2U);
  std::vector<std::string> names;
  for (const auto& [name, value] : array[0].items()) names.push_back(name);
  const std::vector<std::string> contract = {
      "scene",        "method",         "poses",       "start",         "seed",
      "tolerance",    "aim_tolerance",  "restarts",    "reached",       "reached_share",
      "mean_updates", "median_updates", "max_updates", "mean_attempts", "mean_us",
      "median_us",    "p99_us"};
  ASSERT_GE(names.size(), contract.size());
  names.resize(contract.size());
  EXPECT_EQ(names, contract);
  EXPECT_EQ(array[0]["method"], "solve");
  EXPECT_EQ(array[1]["method"], "dls");
  EXPECT_EQ(array[0]["start"], "middle");
  EXPECT_EQ(array[0]["seed"], 3);
  EXPECT_EQ(array[0]["tolerance"], 1e-6);
  EXPECT_EQ(array[0]["restarts"], 200);
  EXPECT_EQ(array[1]["restarts"], 0);
  EXPECT_GT(array[0]["mean_us"].get<double>(), 0.0);
  EXPECT_LE(array[0]["median_us"].get<double>(), array[0]["p99_us"].get<double>());

  // the CSV has the same numbers
  const support::CsvTable table(support::text_of(csv));
  for (std::size_t method = 0; method < 2; ++method) {
    double reached = 0.0, updates = 0.0, attempts = 0.0, most = 0.0;
    for (std::size_t row = method; row < table.rows.size(); row += 2) {
      reached += table.number(row, "reached");
      updates += table.number(row, "updates") / 20.0;
      attempts += table.number(row, "attempts") / 20.0;
      most = std::max(most, table.number(row, "updates"));
    }
    EXPECT_EQ(array[method]["poses"], 20);
    EXPECT_EQ(array[method]["reached"].get<double>(), reached);
    EXPECT_DOUBLE_EQ(array[method]["reached_share"].get<double>(), reached / 20.0);
    EXPECT_NEAR(array[method]["mean_updates"].get<double>(), updates, 1e-9);
    EXPECT_NEAR(array[method]["mean_attempts"].get<double>(), attempts, 1e-9);
    EXPECT_EQ(array[method]["max_updates"].get<double>(), most);
  }
  const auto untimed = nlohmann::json::parse(iklab(kKr6 + "--poses 5 --no-times --json -").out);
  for (const char* time : {"mean_us", "median_us", "p99_us"}) {
    EXPECT_FALSE(untimed[0].contains(time));
  }
}

TEST(ReachCommand, FollowsItsOptions) {
  const auto table_of = [](const std::string& options) {
    const Finished finished = iklab(kKr6 + "--poses 40 --csv - " + options);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return support::CsvTable(finished.out);
  };
  const auto sum = [](const support::CsvTable& table, const char* column) {
    double total = 0.0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) total += table.number(row, column);
    return total;
  };
  const auto goals = [](const support::CsvTable& table) {
    std::vector<std::string> all;
    for (const auto& row : table.rows) all.insert(all.end(), row.end() - 7, row.end());
    return all;
  };
  const support::CsvTable usual = table_of(""), near = table_of("--start near");
  EXPECT_EQ(goals(usual), goals(near));
  EXPECT_LT(sum(table_of("--start near --method gauss-newton"), "updates"),
            sum(table_of("--method gauss-newton"), "updates"));
  EXPECT_NE(goals(table_of("--seed 2")), goals(usual));
  // the seed 1 is the default, and `solve` the default method
  EXPECT_EQ(table_of("--seed 1 --method solve").rows, usual.rows);
  // restarts: a method alone has none unless they are given
  const support::CsvTable alone = table_of("--method gauss-newton");
  for (std::size_t row = 0; row < 40; ++row) EXPECT_LE(alone.number(row, "attempts"), 1.0);
  const support::CsvTable again = table_of("--method gauss-newton --restarts 20 --updates 2000");
  EXPECT_GT(sum(again, "reached"), sum(alone, "reached"));
  // parameters and settings reach the method
  EXPECT_NE(table_of("--method dls --lambda 0.05").rows, table_of("--method dls").rows);
  EXPECT_EQ(table_of("--method dls --lambda 0.05").rows,
            table_of("--method dls --param lambda=0.05").rows);
  // without limits joints go beyond them
  const support::CsvTable free = table_of("--limits off");
  double farthest = 0.0;
  for (std::size_t row = 0; row < 40; ++row) {
    for (int j = 1; j <= 6; ++j) {
      farthest = std::max(farthest, std::abs(free.number(row, "theta_j" + std::to_string(j))));
    }
  }
  EXPECT_GT(farthest, 2.9);
  EXPECT_EQ(goals(free), goals(usual));
  // a budget of updates
  const support::CsvTable few = table_of("--updates 3");
  for (std::size_t row = 0; row < 40; ++row) EXPECT_LE(few.number(row, "updates"), 3.0);
}

TEST(ReachCommand, TakesPosesOfAFile) {
  const support::TemporaryFolder folder;
  const bodies::Arm& arm = bodies::arms()[0];
  std::string text = "# poses\ncomment,theta_j6,theta_j5,theta_j4,theta_j3,theta_j2,theta_j1\n";
  for (int i = 0; i < 4; ++i) {
    const ik::VectorX theta = bodies::drawn(arm, i);
    text += "x";
    for (int j = 5; j >= 0; --j) text += "," + std::to_string(theta[j]);  // six decimals
    text += "\r\n";
  }
  support::put(folder / "poses.csv", text.c_str());
  const Finished finished = iklab(kKr6 + "--poses " + (folder / "poses.csv").string() + " --csv -");
  ASSERT_EQ(finished.status, 0) << finished.err;
  const support::CsvTable table(finished.out);
  ASSERT_EQ(table.rows.size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const auto row = static_cast<std::size_t>(i);
    const Eigen::Isometry3d goal = arm.frame(bodies::drawn(arm, i));
    // six decimals of rad, and at most 0.9 m of arm
    EXPECT_NEAR(table.number(row, "goal_tool_x"), goal.translation().x(), 3e-6);
    EXPECT_NEAR(table.number(row, "goal_tool_z"), goal.translation().z(), 3e-6);
    EXPECT_EQ(table.number(row, "reached"), 1.0);
  }
}

TEST(ReachCommand, PrintsATableAndNamesSettingsWithoutEffect) {
  const Finished finished =
      iklab(kKr6 + "--method solve,dls --poses 10 --no-times --lead 2 --lambda 0.1");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.complaints(), 1) << finished.err;
  EXPECT_NE(finished.err.find("--lead has no effect"), std::string::npos) << finished.err;
  EXPECT_NE(finished.out.find("\nsolve "), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("\ndls "), std::string::npos) << finished.out;
  EXPECT_EQ(finished.out.find("µs"), std::string::npos) << finished.out;
  EXPECT_NE(iklab(kKr6 + "--poses 10").out.find("median [µs]"), std::string::npos);
  const Finished unused = iklab(kKr6 + "--poses 2 --lambda 0.1");
  EXPECT_NE(unused.err.find("--lambda has no effect"), std::string::npos) << unused.err;
}

TEST(ReachCommand, DrawsProfilesWithALineForEachMethod) {
  const support::TemporaryFolder folder;
  for (const char* name : {"a.svg", "a.png", "a.pdf"}) {
    const Finished finished =
        iklab(kKr6 + "--method solve,dls --poses 10 --plot " + (folder / name).string());
    EXPECT_EQ(finished.status, 0) << finished.err;
  }
  const std::string svg = support::text_of(folder / "a.svg");
  EXPECT_NE(svg.find("Poses reached within a time"), std::string::npos);
  EXPECT_NE(svg.find("Poses reached within a number of updates"), std::string::npos);
  EXPECT_NE(svg.find("Damped least squares"), std::string::npos);
  EXPECT_NE(svg.find("Solver::solve"), std::string::npos);
}

TEST(AdviseForReach, RecommendsTheQuickestOfTheSureMethods) {
  const std::string advise = "advise --goal reach --scene " + file_of(bodies::arms()[0]) +
                             " --methods solve,dls,bfgs --poses 40 --no-times ";
  const auto advised = nlohmann::json::parse(iklab(advise + "--json -").out);
  // by hand: the least mean number of updates of the methods within half a percent of the surest
  double surest = 0.0;
  for (const auto& method : advised.at("methods")) {
    surest = std::max(surest, method.at("reached_share").get<double>());
  }
  std::string best;
  double least = 1e9;
  for (const auto& method : advised.at("methods")) {
    if (method.at("reached_share").get<double>() < surest - 0.005) continue;
    if (method.at("mean_updates").get<double>() >= least) continue;
    least = method.at("mean_updates").get<double>();
    best = method.at("method").get<std::string>();
  }
  EXPECT_EQ(advised.at("recommended"), best);
  EXPECT_FALSE(advised.at("reason").get<std::string>().empty());
  // the command that it names measures the same
  const std::string out = iklab(advise).out;
  const std::size_t command = out.rfind("iklab reach ");
  ASSERT_NE(command, std::string::npos) << out;
  const auto again = nlohmann::json::parse(
      iklab(out.substr(command + 6, out.find('\n', command) - command - 6) + " --no-times --json -")
          .out);
  for (const auto& method : advised.at("methods")) {
    if (method.at("method") != best) continue;
    for (const char* field : {"reached", "mean_updates", "max_updates"}) {
      EXPECT_EQ(again[0].at(field), method.at(field)) << field;
    }
  }
  // with every given setting that has an effect: y has no limits, and poses no time steps
  const std::string given =
      "--lambda 0.07 --max-angle 20 --tolerance 0.002 --limits off --lead 2 --time-step 0.1";
  const std::string line =
      iklab("advise --goal reach --scene y --methods dls --poses 3 " + given).out;
  const std::string named = line.substr(line.rfind("iklab reach "));
  for (const char* option :
       {"--method dls", "--lambda 0.07", "--max-angle 20", "--tolerance 0.002"}) {
    EXPECT_NE(named.find(option), std::string::npos) << option << " in " << named;
  }
  for (const char* option : {"--limits", "--lead", "--time-step"}) {
    EXPECT_EQ(named.find(option), std::string::npos) << option << " in " << named;
  }
  for (const auto& [arguments, names] :
       {std::pair{"--goal fly", "--goal: expected tracking or reach"},
        {"--goal reach --steps 5", "--steps: not together with --goal reach"},
        {"--goal reach --report a.html", "--report: not together with --goal reach"},
        {"--poses 3", "--poses: only with --goal reach"}}) {
    const Finished wrong = iklab(std::string("advise --scene y ") + arguments);
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.err.find(names), std::string::npos) << wrong.err;
  }
}

}  // namespace
