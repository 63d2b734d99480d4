#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "support/csv_table.h"
#include "support/robot_arms.h"
#include "support/temporary_folder.h"

// Goals of any origin, of a direction, with weights and tolerances by axis.
namespace {

const bodies::Arm& kuka() { return bodies::arms()[0]; }
const std::string kArm = " --scene " IKLAB_SOURCE_DIR "/assets/arms/kr6.json ";

/// A row "x,y,z,qw,qx,qy,qz" of a frame by Denavit and Hartenberg.
std::string row_of(const Eigen::Isometry3d& frame, double scale = 1.0) {
  const Eigen::Quaterniond q(frame.linear());
  std::ostringstream text;
  text.precision(17);
  const Eigen::Vector3d t = frame.translation();
  text << t.x() << ',' << t.y() << ',' << t.z();
  for (const double part : {q.w(), q.x(), q.y(), q.z()}) text << ',' << scale * part;
  return text.str();
}

constexpr const char* kHeader = "x,y,z,qw,qx,qy,qz";

ik::VectorX theta_of_row(const support::CsvTable& table, std::size_t row) {
  ik::VectorX theta(6);
  for (int j = 0; j < 6; ++j) {
    theta[j] = table.number(row, "theta_j" + std::to_string(j + 1));
  }
  return theta;
}

/// The joints that `iklab solve --json -` leaves.
ik::VectorX solved(const std::string& arguments) {
  const Finished finished = iklab("solve --json - " + arguments);
  EXPECT_EQ(finished.status, 0) << finished.err;
  const auto solution = nlohmann::json::parse(finished.out);
  ik::VectorX theta(static_cast<Eigen::Index>(solution["theta"].size()));
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    theta[j] = solution["theta"][static_cast<std::size_t>(j)].get<double>();
  }
  return theta;
}

TEST(ReachGoals, OfAPublicFileAreReachedByDenavitAndHartenberg) {
  const support::TemporaryFolder folder;
  std::string text = std::string(kHeader) + ",time\n";
  for (int i = 0; i < 10; ++i) {
    // a quaternion of four digits is normalised
    const double scale = i % 2 == 0 ? 1.0 : 1.0004;
    text += row_of(kuka().frame(bodies::drawn(kuka(), i)), scale) + "," + std::to_string(0.5 * i) +
            "\n";
  }
  support::put(folder / "goals.csv", text);
  const std::string file = (folder / "goals.csv").string();
  const Finished finished = iklab("reach" + kArm + "--csv - --goals " + file);
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  const support::CsvTable table(finished.out);
  ASSERT_EQ(table.rows.size(), 10U);
  for (std::size_t row = 0; row < 10; ++row) {
    EXPECT_EQ(table.number(row, "reached"), 1.0);
    const Eigen::Isometry3d goal = kuka().frame(bodies::drawn(kuka(), static_cast<int>(row)));
    const Eigen::Isometry3d frame = kuka().frame(theta_of_row(table, row));
    EXPECT_LT((frame.translation() - goal.translation()).norm(), 1e-6 + 1e-10);
    EXPECT_LT(bodies::angle_between(frame.linear(), goal.linear()), 1e-6 + 1e-10);
    EXPECT_EQ(table.number(row, "time"), 0.5 * static_cast<double>(row));
  }
  // the effector's name, another order of columns, and columns that are skipped
  std::string named = "label,tool_z,tool_y,tool_x\n";
  const Eigen::Vector3d place = kuka().frame(bodies::drawn(kuka(), 2)).translation();
  std::ostringstream numbers;
  numbers.precision(17);
  numbers << "a," << place.z() << ',' << place.y() << ',' << place.x() << '\n';
  support::put(folder / "named.csv", named + numbers.str());
  const Finished other =
      iklab("reach" + kArm + "--ignore-columns --csv - --goals " + (folder / "named.csv").string());
  ASSERT_EQ(other.status, 0) << other.err;
  const support::CsvTable free(other.out);
  const Eigen::Isometry3d frame = kuka().frame(theta_of_row(free, 0));
  EXPECT_LT((frame.translation() - place).norm(), 1e-6 + 1e-10);
  EXPECT_GT(bodies::angle_between(frame.linear(), kuka().frame(bodies::drawn(kuka(), 2)).linear()),
            1e-3);
}

TEST(ReachGoals, OfAFrameThatStandsElsewhereAreMovedThere) {
  const support::TemporaryFolder folder;
  const Eigen::Isometry3d wanted = kuka().frame(bodies::drawn(kuka(), 3));
  // x, then y, then z, about fixed axes
  const Eigen::Isometry3d at = Eigen::Translation3d(0.1, -0.2, 0.3) *
                               Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitZ()) *
                               Eigen::AngleAxisd(-0.4, Eigen::Vector3d::UnitY()) *
                               Eigen::AngleAxisd(-0.5 * std::numbers::pi, Eigen::Vector3d::UnitX());
  const Eigen::Isometry3d in_file = at.inverse() * wanted;
  support::put(folder / "goals.csv", std::string(kHeader) + "\n" + row_of(in_file) + "\n");
  const std::string file = (folder / "goals.csv").string();
  const Finished finished =
      iklab("reach" + kArm + "--csv - --goals " + file + " --at 0.1,-0.2,0.3,-90deg,-0.4,0.7");
  ASSERT_EQ(finished.status, 0) << finished.err;
  const Eigen::Isometry3d frame = kuka().frame(theta_of_row(support::CsvTable(finished.out), 0));
  EXPECT_LT((frame.translation() - wanted.translation()).norm(), 1e-6 + 1e-10);
  EXPECT_LT(bodies::angle_between(frame.linear(), wanted.linear()), 1e-6 + 1e-10);
  const Eigen::Vector3d pointer = in_file.linear().col(0);
  std::ostringstream pointed;
  pointed.precision(17);
  const Eigen::Vector3d t = in_file.translation();
  pointed << "x,y,z,dx,dy,dz\n"
          << t.x() << ',' << t.y() << ',' << t.z() << ',' << pointer.x() << ',' << pointer.y()
          << ',' << pointer.z() << '\n';
  support::put(folder / "goals.csv", pointed.str());
  const Finished other =
      iklab("reach" + kArm + "--csv - --goals " + file + " --at 0.1,-0.2,0.3,-90deg,-0.4,0.7");
  const Eigen::Isometry3d free = kuka().frame(theta_of_row(support::CsvTable(other.out), 0));
  EXPECT_LT((free.translation() - wanted.translation()).norm(), 1e-6 + 1e-10);
  EXPECT_LT((free.linear().col(0) - wanted.linear().col(0)).norm(), 2e-6);
}

TEST(WrongGoals, AreNamedByFileLineAndColumn) {
  const support::TemporaryFolder folder;
  const std::string good = row_of(kuka().frame(bodies::drawn(kuka(), 0)));
  const std::string head = std::string(kHeader) + "\n";
  const struct {
    std::string text, names;
  } table[] = {
      {"", "is empty"},
      {head, "holds no goal"},
      {"x,y\n1,2\n", "no column z"},
      {"a,b\n1,2\n", "no column tool_x, nor x"},
      {"x,y,z,qw,qx,qy\n1,2,3,1,0,0\n", "no column qz"},
      {"x,y,z,x\n1,2,3,4\n", "two columns x"},
      {"x,y,z,speed\n1,2,3,4\n", "unknown column speed; --ignore-columns skips it"},
      {head + good + "\n1,2,3,1,0,0\n", "line 3: 6 fields, and the header has 7"},
      {head + "1,2,3,1,0,0,zero\n", "line 2: qz: 'zero' is not a number"},
      {head + "1,2,3,1,0,0,nan\n", "line 2: qz: 'nan' is not a number"},
      {head + "0.3,0.2,0.3,1.5,0,0,0\n", "line 2: qw: the quaternion has length 1.5, not 1"},
      {head + "0.3,0.2,0.3,0,0,0,0\n", "line 2: qw: the quaternion has length 0, not 1"},
      {head + "0.3,0.2,0.3,1,1,1,1\n", "line 2: qw: the quaternion has length 2, not 1"},
      {"x,y,z,dx,dy,dz\n0.3,0.2,0.3,0,0,0\n", "line 2: dx: the direction has length 0"},
      {"x,y,z\n1e9,0,0\n", "line 2: x: 1e+09 is beyond 1e+06 m"},
  };
  for (const auto& wrong : table) {
    support::put(folder / "f.csv", wrong.text);
    expect_mistake("reach" + kArm + "--goals " + (folder / "f.csv").string(), wrong.names);
  }
  support::put(folder / "f.csv", head + good + "\n");
  const std::string goals = "reach" + kArm + "--goals " + (folder / "f.csv").string();
  expect_mistake(goals + " --poses 3", "--goals: not together with --poses");
  expect_mistake(goals + " --start near", "--start near: no joints are known");
  expect_mistake("reach" + kArm + "--ignore-columns", "--ignore-columns: only with --goals");
  expect_mistake("reach" + kArm + "--at 1,2,3", "--at: only with --goals");
  expect_mistake(goals + " --at 1,2", "--at 1,2: expected 3 or 6 numbers, not 2");
}

TEST(ReachPosesOfAFile, UnknownAndDoubledJointsAreRefusedAndValuesBeyondLimitsCounted) {
  const support::TemporaryFolder folder;
  const auto file = [&](const std::string& text) {
    support::put(folder / "p.csv", text);
    return "reach" + kArm + "--poses " + (folder / "p.csv").string();
  };
  const std::string head = "theta_j1,theta_j2,theta_j3,theta_j4,theta_j5,theta_j6";
  expect_mistake(file(head + ",theta_j7\n0,0,0,0,0,0,0\n"), "column theta_j7: no such joint");
  expect_mistake(file(head + ",theta_j1\n0,0,0,0,0,0,0\n"), "two columns theta_j1");
  const Finished degrees = iklab(file(head + "\n0,1,1,0,1,0\n90,45,30,0,0.1,0\n"));
  EXPECT_NE(degrees.err.find("3 values are beyond a limit, the first theta_j1 = 90 rad of pose 1"),
            std::string::npos)
      << degrees.err;
  EXPECT_NE(degrees.err.find("are degrees meant?"), std::string::npos) << degrees.err;
  expect_mistake(file(head + "\n90,45,30,0,0.1,0\n") + " --strict", "beyond a limit");
}

TEST(SolveGoals, TakeDegreesAndAskForThem) {
  const std::string place = "--goal tool=0.3,0.2,0.3,";
  const ik::VectorX radians = solved(kArm + place + "0,1.5707963267948966,0");
  EXPECT_LT((radians - solved(kArm + place + "0,90deg,0")).norm(), 1e-12);
  EXPECT_LT((solved(kArm + place + "0,1.5,0 --start 0,90deg,0,0,0,0") -
             solved(kArm + place + "0,1.5,0 --start 0,1.5707963267948966,0,0,0,0"))
                .norm(),
            1e-12);
  const Finished asked = iklab("solve" + kArm + place + "90,0,0");
  EXPECT_NE(asked.err.find("are degrees meant? Write 90deg"), std::string::npos) << asked.err;
  EXPECT_EQ(iklab("solve" + kArm + place + "0,1.5,0").err, "");
}

TEST(SolveGoals, PointAPointerWithoutAnOrientation) {
  // the pointer of an effector is its x axis
  const std::string goal = kArm + "--goal tool=0.3,0.2,0.3 --direction tool=0,0,-2";
  const Eigen::Isometry3d frame = kuka().frame(solved(goal));
  EXPECT_LT((frame.translation() - Eigen::Vector3d(0.3, 0.2, 0.3)).norm(), 1e-6 + 1e-10);
  EXPECT_LT((frame.linear().col(0) + Eigen::Vector3d::UnitZ()).norm(), 1e-5);
  const Eigen::Isometry3d alone = kuka().frame(solved(kArm + "--direction tool=0,0,-2"));
  EXPECT_LT((alone.linear().col(0) + Eigen::Vector3d::UnitZ()).norm(), 1e-5);
  expect_mistake("solve" + kArm + "--direction tool=0,0,0", "the direction has length 0");
  expect_mistake("solve" + kArm + "--goal tool=1,2,3,0,0,0 --direction tool=1,0,0",
                 "the effector's --goal has roll, pitch and yaw");
}

TEST(SolveGoals, LeaveAnAxisFreeOrLoose) {
  const std::string goal = kArm + "--goal tool=0.3,0.2,0.3,0,1.5,0 ";
  const Eigen::Matrix3d wanted =
      Eigen::AngleAxisd(1.5, Eigen::Vector3d::UnitY()).toRotationMatrix();
  const Eigen::Isometry3d spun =
      kuka().frame(solved(goal + "--axis-tolerance tool=rz:free --start 0.3,1.4,0.9,0.2,0.3,1"));
  EXPECT_LT((spun.translation() - Eigen::Vector3d(0.3, 0.2, 0.3)).norm(), 1e-5);
  EXPECT_LT((spun.linear().col(2) - wanted.col(2)).norm(), 1e-5);
  EXPECT_GT(bodies::angle_between(spun.linear(), wanted), 1e-3);
  // along the tool's x alone, half a centimetre
  const Eigen::Isometry3d loose = kuka().frame(solved(goal + "--axis-tolerance tool=x:0.005"));
  const Eigen::Vector3d left =
      wanted.transpose() * (loose.translation() - Eigen::Vector3d(0.3, 0.2, 0.3));
  EXPECT_LT(std::abs(left.x()), 0.005 + 1e-9);
  EXPECT_LT(std::hypot(left.y(), left.z()), 1e-5);
  expect_mistake("solve" + goal + "--axis-tolerance tool=w:1", "'w:1': expected AXIS:TOLERANCE");
  expect_mistake("solve" + goal + "--axis-tolerance tool=x:0", "x: expected a number above 0");
  expect_mistake("solve" + kArm + "--goal tool=1,2,3 --axis-tolerance tool=rz:free",
                 "rz: the effector has no goal of an orientation");
}

TEST(SolveGoals, AreWeighedWhereTheyCannotAllBeReached) {
  // the arm is too short: the position of weight 0 leaves the orientation alone to be reached
  const Eigen::Isometry3d frame =
      kuka().frame(solved(kArm + "--goal tool=9,0,0,0,1.5,0 --weight tool=0,1"));
  EXPECT_LT(
      bodies::angle_between(frame.linear(),
                            Eigen::AngleAxisd(1.5, Eigen::Vector3d::UnitY()).toRotationMatrix()),
      1e-5);
  expect_mistake("solve" + kArm + "--goal tool=1,2,3 --weight tool=-1", "at least 0");
  expect_mistake("solve" + kArm + "--goal tool=1,2,3 --weight tool=1,1",
                 "no goal of a direction or orientation");
}

TEST(EmptyValues, AreRefusedByEveryCommand) {
  const struct {
    const char *arguments, *option;
  } table[] = {
      {"reach --scene y --shard ''", "--shard"},
      {"reach --scene y --seed ''", "--seed"},
      {"reach --scene y --tolerance ''", "--tolerance"},
      {"reach --scene y --method ''", "--method"},
      {"reach --scene y --poses ''", "--poses"},
      {"reach --scene y --group ''", "--group"},
      {"solve --scene y --goal a=1,2,3 --start ''", "--start"},
      {"solve --scene y --goal a=1,2,3 --choice ''", "--choice"},
      {"sweep --scene y --method dls --vary lambda=0.1:1:3 --shard ''", "--shard"},
      {"advise --scene y --methods ''", "--methods"},
      {"compare --scene y --methods dls --group ''", "--group"},
      {"shot --scene y --method dls --steps 1 --out a.png --size ''", "--size"},
      {"run --scene y --method dls --csv ''", "--csv"},
      {"convert y ''", "expected a"},
  };
  for (const auto& wrong : table) expect_mistake(wrong.arguments, wrong.option);
}

}  // namespace
