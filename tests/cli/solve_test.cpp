#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/robot_arms.h"
#include "support/temporary_folder.h"

namespace {

const bodies::Arm& kr6() { return bodies::arms()[0]; }
const std::string kKr6File = "solve --scene " IKLAB_SOURCE_DIR "/assets/arms/kr6.json ";

/// "--goal tool=x,y,z,roll,pitch,yaw" for a frame.
std::string goal_text(const Eigen::Isometry3d& frame, bool turned = true) {
  std::ostringstream text;
  text.precision(17);
  const Eigen::Vector3d t = frame.translation();
  text << "--goal tool=" << t.x() << ',' << t.y() << ',' << t.z();
  // the angles of fixed axes by the matrix' entries: R = Rz(yaw) Ry(pitch) Rx(roll)
  const Eigen::Matrix3d R = frame.linear();
  const double pitch = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0)));
  if (turned) {
    text << ',' << std::atan2(R(2, 1), R(2, 2)) << ',' << pitch << ','
         << std::atan2(R(1, 0), R(0, 0));
  }
  return text.str() + " ";
}

/// A joint's line: its name, then numbers, then the unit.
struct Line {
  std::string name, unit;
  std::vector<double> numbers;
};

std::vector<Line> lines_of(const std::string& out) {
  std::vector<Line> lines;
  std::istringstream text(out);
  for (std::string row; std::getline(text, row);) {
    std::istringstream words(row);
    Line& line = lines.emplace_back();
    words >> line.name;
    for (std::string word; words >> word;) {
      std::istringstream number(word);
      double value = 0.0;
      if (number >> value) {
        line.numbers.push_back(value);
      } else {
        line.unit = word;
      }
    }
  }
  return lines;
}

ik::VectorX theta_of(const std::vector<Line>& lines, std::size_t solution = 0) {
  ik::VectorX theta(static_cast<Eigen::Index>(lines.size()));
  for (std::size_t j = 0; j < lines.size(); ++j) {
    theta[static_cast<Eigen::Index>(j)] = lines[j].numbers.at(solution);
  }
  return theta;
}

double miss(const ik::VectorX& theta, const Eigen::Isometry3d& goal) {
  const Eigen::Isometry3d frame = kr6().frame(theta);
  return std::max((frame.translation() - goal.translation()).norm(),
                  bodies::angle_between(frame.linear(), goal.linear()));
}

TEST(WrongSolve, IsOneLineThatNamesTheCulpritAndExitTwo) {
  const std::string goal = "--goal tool=0.3,0.2,0.3 ";
  const struct {
    std::string arguments, names;
  } table[] = {
      {"solve", "--scene is required"},
      {kKr6File, "--goal is required"},
      {kKr6File + "--goal tool", "--goal tool: expected EFFECTOR=x,y,z"},
      {kKr6File + "--goal hand=1,2,3", "no effector 'hand': there are tool"},
      {kKr6File + "--goal tol=1,2,3", "no effector 'tol'; did you mean 'tool'?: there are tool"},
      {kKr6File + "--goal tool=1,2", "--goal tool=1,2: expected 3 or 6 numbers, not 2"},
      {kKr6File + "--goal tool=1,2,3,4", "expected 3 or 6 numbers, not 4"},
      {kKr6File + "--goal tool=1,2,x", "'x' is not a number"},
      {kKr6File + "--goal tool=1,2,inf", "'inf' is not a number"},
      {kKr6File + goal + goal, "a second goal for this effector"},
      {kKr6File + goal + "--start 0,0", "--start: expected 6 numbers, one for each joint, not 2"},
      {kKr6File + goal + "--start 0,0,0,0,0,x", "--start: 'x' is not a number"},
      {kKr6File + goal + "--start 0,0,0,0,0,1e17", "--start: 1e+17 is beyond 1000000 rad or m"},
      {kKr6File + goal + "--choice best", "--choice: expected first, nearest, from-limits,"},
      {kKr6File + goal + "--all --choice nearest", "--choice: not together with --all"},
      {kKr6File + goal + "--tolerance 0", "--tolerance: expected a number above 0"},
      {kKr6File + goal + "--restarts x", "--restarts"},
      {kKr6File + goal + "--limits on", "--limits"},
      {kKr6File + goal + "--json /nowhere/a", "/nowhere/a: cannot be written"},
  };
  for (const auto& wrong : table) expect_mistake(wrong.arguments, wrong.names);
}

TEST(SolveCommand, PrintsJointsThatReachTheFrameByDenavitAndHartenberg) {
  for (int i = 0; i < 5; ++i) {
    const Eigen::Isometry3d goal = kr6().frame(bodies::drawn(kr6(), i));
    const Finished finished = iklab(kKr6File + goal_text(goal));
    ASSERT_EQ(finished.status, 0) << finished.err;
    EXPECT_EQ(finished.err, "");
    const std::vector<Line> lines = lines_of(finished.out);
    ASSERT_EQ(lines.size(), 6U) << finished.out;
    for (std::size_t j = 0; j < 6; ++j) {
      EXPECT_EQ(lines[j].name, "j" + std::to_string(j + 1));
      EXPECT_EQ(lines[j].unit, "rad");
      ASSERT_EQ(lines[j].numbers.size(), 1U);
    }
    EXPECT_LT(miss(theta_of(lines), goal), 1e-6 + 1e-10);
    EXPECT_TRUE(kr6().keeps_limits(theta_of(lines)));
    EXPECT_EQ(iklab(kKr6File + goal_text(goal)).out, finished.out);
  }
}

TEST(SolveCommand, LeavesTheOrientationFreeWithoutIt) {
  const Eigen::Isometry3d goal = kr6().frame(bodies::drawn(kr6(), 3));
  const Finished finished = iklab(kKr6File + goal_text(goal, false));
  ASSERT_EQ(finished.status, 0) << finished.err;
  const Eigen::Isometry3d frame = kr6().frame(theta_of(lines_of(finished.out)));
  EXPECT_LT((frame.translation() - goal.translation()).norm(), 1e-6 + 1e-10);
  EXPECT_GT(bodies::angle_between(frame.linear(), goal.linear()), 1e-3);
}

TEST(SolveCommand, ListsDifferentSolutionsNearestFirst) {
  const ik::VectorX drawn = bodies::drawn(kr6(), 1);
  const Eigen::Isometry3d goal = kr6().frame(drawn);
  const std::string start = "--start 0.1,-0.2,0.3,0.1,0.2,0.1 ";
  const Finished finished = iklab(kKr6File + goal_text(goal) + start + "--all");
  ASSERT_EQ(finished.status, 0) << finished.err;
  std::vector<Line> lines = lines_of(finished.out);
  ASSERT_GE(lines.size(), 6U);
  const std::size_t count = lines[0].numbers.size();
  EXPECT_EQ(lines.size(), 7U + count)
      << "a line for each joint, a name for each solution, and what is known of others";
  lines.resize(6);
  EXPECT_GE(count, 2U);
  EXPECT_LE(count, 16U);
  ik::VectorX from(6);
  from << 0.1, -0.2, 0.3, 0.1, 0.2, 0.1;
  double before = 0.0;
  bool has_drawn = false;
  for (std::size_t i = 0; i < count; ++i) {
    const ik::VectorX theta = theta_of(lines, i);
    EXPECT_LT(miss(theta, goal), 1e-5);  // six decimals
    const double distance = (theta - from).norm();
    EXPECT_GE(distance, before - 1e-5);
    before = distance;
    has_drawn = has_drawn || (theta - drawn).lpNorm<Eigen::Infinity>() < 1e-4;
    for (std::size_t other = 0; other < i; ++other) {
      EXPECT_GT((theta - theta_of(lines, other)).lpNorm<Eigen::Infinity>(), 1e-4);
    }
  }
  EXPECT_TRUE(has_drawn);
  // the nearest alone is the first of them
  const auto nearest = theta_of(
      lines_of(iklab(kKr6File + goal_text(goal) + start + "--choice nearest --updates 20000").out));
  EXPECT_LT((nearest - theta_of(lines)).lpNorm<Eigen::Infinity>(), 1e-4);
}

TEST(SolveCommand, SaysWhetherAllSolutionsAreKnown) {
  const std::string goal = goal_text(kr6().frame(bodies::drawn(kr6(), 1)));
  const auto proven = nlohmann::json::parse(iklab(kKr6File + goal + "--all --json -").out);
  EXPECT_EQ(proven.at("complete"), "proven");
  EXPECT_EQ(proven.at("bound"), 8) << "three axes meet in a point (Pieper 1968)";
  EXPECT_FALSE(proven.contains("fruitless_starts"));
  const std::string text = iklab(kKr6File + goal + "--all").out;
  EXPECT_NE(text.find("complete: proven"), std::string::npos) << text;
  // a position leaves the arm free
  const std::string place = "solve --scene six-axis-arm --goal tool=0.5,0.9,0.3 --all ";
  const auto searched = nlohmann::json::parse(iklab(place + "--json -").out);
  EXPECT_EQ(searched.at("complete"), "searched");
  EXPECT_TRUE(searched.at("bound").is_null());
  EXPECT_NE(iklab(place).out.find("complete: searched"), std::string::npos);
  EXPECT_FALSE(nlohmann::json::parse(iklab(kKr6File + goal + "--json -").out).contains("complete"));
}

TEST(SolveCommand, NamesAllSolutionsWhereTheArmHasWordsForThem) {
  const std::string goal = goal_text(kr6().frame(bodies::drawn(kr6(), 1)));
  const std::string text = iklab(kKr6File + goal + "--all --limits off").out;
  const auto found =
      nlohmann::json::parse(iklab(kKr6File + goal + "--all --limits off --json -").out);
  std::set<std::string> names;
  ASSERT_EQ(found.at("names").size(), found.at("solutions").size());
  for (std::size_t i = 0; i < found.at("names").size(); ++i) {
    const std::string name = found.at("names")[i];
    names.insert(name);
    EXPECT_NE(text.find("\n" + std::to_string(i + 1) + ": " + name + "\n"), std::string::npos)
        << name;
    // the hinge in the middle of the wrist
    const double bend = found.at("solutions")[i][4];
    EXPECT_EQ(name.ends_with(", wrist flipped"), std::sin(bend) < 0.0) << name;
  }
  EXPECT_EQ(names.size(), 8U);
  const Finished tree = iklab("solve --scene y --goal right=0.5,1.6,0.3 --all");
  ASSERT_EQ(tree.status, 0) << tree.err;
  EXPECT_EQ(tree.out.find("\n1: "), std::string::npos) << "numbers alone say nothing";
}

TEST(SolveCommand, CountsWholeTurnsAndListsThem) {
  const bodies::Arm& puma = bodies::arms()[2];  // j4 and j6 have 9.3 rad each
  const Eigen::Isometry3d goal = puma.frame(bodies::drawn(puma, 2));
  const std::string command =
      "solve --scene " IKLAB_SOURCE_DIR "/assets/arms/puma560.json " + goal_text(goal) + "--all ";
  const auto all = nlohmann::json::parse(iklab(command + "--json -").out);
  const auto theta_in = [](const nlohmann::json& list) {
    ik::VectorX theta(6);
    for (int j = 0; j < 6; ++j) theta[j] = list.at(static_cast<std::size_t>(j)).get<double>();
    return theta;
  };
  std::size_t poses = 0;
  ASSERT_GE(all.at("solutions").size(), 2U);
  EXPECT_EQ(all.at("branches"), all.at("solutions").size()) << "no redundancy";
  for (std::size_t i = 0; i < all.at("solutions").size(); ++i) {
    int turns = 1;
    for (const int j : {3, 5}) {  // the other joints have less than a turn
      const double at = theta_in(all.at("solutions")[i])[j];
      int places = 0;
      for (int k = -3; k <= 3; ++k)
        places += std::abs(at + 2.0 * std::numbers::pi * k) <= 4.642576 ? 1 : 0;
      turns *= places;
    }
    EXPECT_EQ(all.at("turns")[i], turns) << i;
    poses += static_cast<std::size_t>(turns);
  }
  EXPECT_NE(iklab(command).out.find("whole turns within the limits: "), std::string::npos);
  const auto listed = nlohmann::json::parse(iklab(command + "--turns --json -").out);
  EXPECT_EQ(listed.at("solutions").size(), poses);
  EXPECT_FALSE(listed.contains("turns"));
  std::set<std::vector<long>> different;
  for (const auto& solution : listed.at("solutions")) {
    const ik::VectorX theta = theta_in(solution);
    EXPECT_TRUE(puma.keeps_limits(theta));
    EXPECT_TRUE(puma.frame(theta).isApprox(goal, 1e-5));
    std::vector<long> rounded;
    for (const double angle : theta) rounded.push_back(std::lround(1e4 * angle));
    different.insert(rounded);
  }
  EXPECT_EQ(different.size(), poses);
}

TEST(SolveCommand, ListsTheBranchesOfASevenJointArmFirst) {
  const bodies::Arm& iiwa = bodies::arms()[3];
  const Eigen::Isometry3d goal = iiwa.frame(0.3 * bodies::drawn(iiwa, 4));
  const Finished finished = iklab("solve --scene " IKLAB_SOURCE_DIR "/assets/arms/iiwa14.json " +
                                  goal_text(goal) + "--all --limits off");
  int elbows = 0;
  std::istringstream out(finished.out);
  for (std::string line; std::getline(out, line);) {
    elbows += line.find("elbow at ") != std::string::npos ? 1 : 0;
    EXPECT_EQ(line.find("neighbours"), std::string::npos);
  }
  EXPECT_EQ(elbows, 8) << finished.out;
  EXPECT_NE(finished.out.find("[-3.142, 3.142] rad"), std::string::npos) << "whole circles";
  EXPECT_NE(finished.out.find("complete: proven, all families"), std::string::npos);
}

TEST(SolveCommand, WritesTheFamiliesOfASevenJointArm) {
  const bodies::Arm& panda = bodies::arms()[4];
  const Eigen::Isometry3d goal = panda.frame(bodies::drawn(panda, 4));
  const Finished finished = iklab("solve --scene " IKLAB_SOURCE_DIR "/assets/arms/panda.json " +
                                  goal_text(goal) + "--all --json -");
  const nlohmann::json solved = nlohmann::json::parse(finished.out);
  ASSERT_GT(solved["solutions"].size(), 0U);
  EXPECT_EQ(solved["families"].size(), solved["solutions"].size());
  EXPECT_EQ(solved["complete"], "searched");
  EXPECT_EQ(solved["bound"], nullptr);
  for (const nlohmann::json& family : solved["families"]) {
    EXPECT_EQ(family["parameter"], "way");
    EXPECT_EQ(family["here"], 0.0);
    bool holds = false;
    for (const nlohmann::json& arc : family["arcs"]) {
      EXPECT_LT(arc[0], arc[1]);
      holds = holds || (arc[0] <= 0.0 && arc[1] >= 0.0);
    }
    EXPECT_TRUE(holds) << "the solution lies on an arc";
  }
}

TEST(SolveCommand, SaysInPlainWordsWhyAPoseIsNotReached) {
  const struct {
    std::string arguments;
    const char* why;
  } table[] = {
      {kKr6File + "--goal tool=3,0,0", "out of reach"},
      {"solve --scene iiwa14 --goal tool=0.3,0.2,0.3,0,0,0 --updates 1",
       "the updates ended after 1 of 201 starts"},
      {"solve --scene slider-arm --goal tip=9,0,0", "out of reach"},
  };
  for (const auto& row : table) {
    SCOPED_TRACE(row.arguments);
    const Finished finished = iklab(row.arguments);
    EXPECT_EQ(finished.status, 3) << finished.err;
    EXPECT_EQ(finished.complaints(), 1) << finished.err;
    EXPECT_EQ(finished.err.rfind("iklab: not reached: ", 0), 0U) << finished.err;
    EXPECT_NE(finished.err.find(row.why), std::string::npos) << finished.err;
    EXPECT_FALSE(lines_of(finished.out).empty());  // the closest pose
  }
}

/// Two links of 1 m; the elbow turns by at most 0.5 rad.
constexpr const char* kStiffArm = R"({"format": "ik-scene", "version": 1, "name": "Stiff",
  "joints": [
    {"name": "shoulder", "parent": null, "type": "revolute", "origin": [0, 0, 0], "axis": [0, 0, 1]},
    {"name": "elbow", "parent": "shoulder", "type": "revolute", "origin": [1, 0, 0],
     "axis": [0, 0, 1], "limits": [0.1, 0.5], "initial": 0.3}],
  "effectors": [{"name": "hand", "joint": "elbow", "offset": [1, 0, 0]},
                {"name": "middle", "joint": "elbow", "offset": [0.5, 0, 0]}],
  "targets": [{"effector": "hand", "center": [1, 1, 0]},
              {"effector": "middle", "center": [1, 1, 0]}]})";

TEST(SolveCommand, NamesTheLimitThatHoldsItBack) {
  const support::TemporaryFolder folder;
  support::put(folder / "arm.json", kStiffArm);
  const std::string arm = "solve --scene " + (folder / "arm.json").string() + " ";
  // at a distance d the elbow's angle is acos((d^2 - 2) / 2): 1 m needs 120 degrees
  const Finished held = iklab(arm + "--goal hand=1,0,0");
  EXPECT_EQ(held.status, 3);
  EXPECT_NE(held.err.find("the limit of joint \"elbow\", 0.5 rad"), std::string::npos) << held.err;
  const Finished free = iklab(arm + "--goal hand=1,0,0 --limits off");
  ASSERT_EQ(free.status, 0) << free.err;
  EXPECT_NEAR(std::cos(theta_of(lines_of(free.out))[1]), -0.5, 1e-5);
  // the other effector has no goal and no weight
  const Finished near = iklab(arm + "--goal hand=1.95,0,0");
  ASSERT_EQ(near.status, 0) << near.err;
  EXPECT_NEAR(theta_of(lines_of(near.out))[1], std::acos((1.95 * 1.95 - 2.0) / 2.0), 1e-5);
  // two goals at once, and a start beyond a limit
  const double elbow = 0.2;
  const Finished both =
      iklab(arm + "--start 0.3,2 --goal hand=" + std::to_string(1.0 + std::cos(elbow)) + "," +
            std::to_string(std::sin(elbow)) +
            ",0 --goal middle=" + std::to_string(1.0 + 0.5 * std::cos(elbow)) + "," +
            std::to_string(0.5 * std::sin(elbow)) + ",0 --tolerance 1e-5");
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_NE(both.err.find("--start: 1 joint was beyond a limit"), std::string::npos) << both.err;
  EXPECT_NEAR(theta_of(lines_of(both.out))[0], 0.0, 1e-4);
}

TEST(SolveCommand, WritesJson) {
  const Eigen::Isometry3d goal = kr6().frame(bodies::drawn(kr6(), 2));
  const Finished finished = iklab(kKr6File + goal_text(goal) + "--all --json -");
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto found = nlohmann::json::parse(finished.out);
  EXPECT_EQ(found.at("reached"), true);
  EXPECT_EQ(found.at("why"), "");
  EXPECT_EQ(found.at("joints").size(), 6U);
  EXPECT_EQ(found.at("joints")[2], "j3");
  EXPECT_LE(found.at("error").get<double>(), 1e-6);
  const auto theta_in = [](const nlohmann::json& list) {
    ik::VectorX theta(6);
    for (int j = 0; j < 6; ++j) theta[j] = list.at(static_cast<std::size_t>(j)).get<double>();
    return theta;
  };
  EXPECT_LT(miss(theta_in(found.at("theta")), goal), 1e-6 + 1e-10);
  ASSERT_GE(found.at("solutions").size(), 2U);
  for (const auto& solution : found.at("solutions")) {
    EXPECT_LT(miss(theta_in(solution), goal), 1e-6 + 1e-10);
  }
  const support::TemporaryFolder folder;
  const std::string file = (folder / "a.json").string();
  const Finished missed = iklab(kKr6File + "--goal tool=3,0,0 --json " + file);
  EXPECT_EQ(missed.status, 3);
  const auto why = nlohmann::json::parse(support::text_of(file));
  EXPECT_EQ(why.at("reached"), false);
  EXPECT_NE(why.at("why").get<std::string>().find("out of reach"), std::string::npos);
}

}  // namespace
