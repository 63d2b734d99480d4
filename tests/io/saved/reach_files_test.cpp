#include "io/saved/reach_files.h"

#include <cstring>
#include <sstream>

#include <gtest/gtest.h>

#include "io/files/csv.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/setup/provenance.h"
#include "support/csv_table.h"
#include "support/reach.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using support::alone;
using support::arm_scene;
using support::plan_of;
using support::solved;

std::string csv_of(const lab::ReachStudy& study, const lab::ReachResults& results,
                   bool is_part = false) {
  std::ostringstream out;
  io::write_csv(out, study, results, is_part);
  return out.str();
}

/// Two parts of a study's results, in files.
std::vector<fs::path> parts_of(const lab::ReachStudy& study, const lab::ReachResults& all,
                               const fs::path& folder) {
  std::vector<fs::path> files;
  for (int part = 0; part < 2; ++part) {
    lab::ReachResults some(study.plan());
    for (int pose = part; pose < study.plan().pose_count(); pose += 2) {
      for (std::size_t method = 0; method < study.plan().methods.size(); ++method) {
        some.set(*all.at(pose, method));
      }
    }
    files.push_back(folder / (std::to_string(part) + ".csv"));
    support::put(files.back(), csv_of(study, some, true));
  }
  return files;
}

std::string merge_message_of(const std::vector<fs::path>& parts) {
  try {
    io::merged_reach_csv(parts);
  } catch (const io::Error& error) {
    return error.what();
  }
  return "merged";
}

lab::ReachPlan small_plan() {
  return plan_of(arm_scene(bodies::arms()[0]), {lab::ReachMethod(), alone("sdls")}, 5);
}

TEST(ReachCsv, HasQuaternionsForOrientationsOnly) {
  lab::Scene scene = scenes::circling(bodies::planar_arm(3));
  const lab::ReachStudy plain(plan_of(scene, {lab::ReachMethod()}, 1));
  const std::string text = csv_of(plain, solved(plain));
  EXPECT_EQ(text.find("_q"), std::string::npos) << text;
  const lab::ReachStudy arm(small_plan());
  const support::CsvTable table(csv_of(arm, solved(arm)));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Eigen::Quaterniond q(table.number(row, "goal_tool_qw"), table.number(row, "goal_tool_qx"),
                               table.number(row, "goal_tool_qy"),
                               table.number(row, "goal_tool_qz"));
    EXPECT_GE(q.w(), 0.0);
    const lab::ReachPose pose = arm.pose(static_cast<int>(row / 2));
    EXPECT_LT((q.toRotationMatrix() - pose.aims[0].orientation).norm(), 1e-14);
    EXPECT_EQ(table.number(row, "goal_tool_y"), pose.targets[0].y());
  }
}

TEST(ReachParts, MergeToTheBytesOfTheWholeAndReadBackToTheBit) {
  const support::TemporaryFolder folder;
  const lab::ReachStudy study(small_plan());
  const lab::ReachResults all = solved(study);
  std::vector<fs::path> files = parts_of(study, all, folder / "");
  EXPECT_EQ(io::merged_reach_csv(files), csv_of(study, all));
  std::swap(files[0], files[1]);
  EXPECT_EQ(io::merged_reach_csv(files), csv_of(study, all));
  const lab::ReachResults read = io::read_reach_results(study, files);
  for (int pose = 0; pose < 5; ++pose) {
    for (std::size_t method = 0; method < 2; ++method) {
      const lab::ReachResult &a = *read.at(pose, method), &b = *all.at(pose, method);
      EXPECT_EQ(a.theta, b.theta);
      EXPECT_EQ(a.error, b.error);
      EXPECT_EQ(a.aim_error, b.aim_error);
      EXPECT_EQ(a.reached, b.reached);
      EXPECT_EQ(a.updates, b.updates);
      EXPECT_EQ(a.attempts, b.attempts);
      EXPECT_FALSE(a.ns);
    }
  }
}

TEST(ReachParts, OfAnotherStudyOrDamagedAreRefused) {
  const support::TemporaryFolder folder;
  const lab::ReachStudy study(small_plan());
  const std::vector<fs::path> files = parts_of(study, solved(study), folder / "");
  const auto others = [&](auto change) {
    lab::ReachPlan plan = small_plan();
    change(plan);
    const lab::ReachStudy other(plan);
    fs::create_directories(folder / "other");
    return merge_message_of({files[0], parts_of(other, solved(other), folder / "other")[1]});
  };
  EXPECT_NE(others([](lab::ReachPlan& p) { p.seed = 2; }).find("it has seed 2"), std::string::npos);
  EXPECT_NE(others([](lab::ReachPlan& p) { p.start = lab::ReachStart::kNear; }).find("start near"),
            std::string::npos);
  EXPECT_NE(others([](lab::ReachPlan& p) { p.tolerance = 1e-4; }).find("tolerance 1e-04"),
            std::string::npos);
  EXPECT_NE(others([](lab::ReachPlan& p) { p.restarts = 3; }).find("restarts 3"),
            std::string::npos);
  EXPECT_NE(others([](lab::ReachPlan& p) {
              p.settings.limits = lab::LimitRule::kIgnore;
            }).find("limits off"),
            std::string::npos);
  EXPECT_NE(others([](lab::ReachPlan& p) {
              p.given = {bodies::drawn(bodies::arms()[0], 1), bodies::drawn(bodies::arms()[0], 2),
                         bodies::drawn(bodies::arms()[0], 3), bodies::drawn(bodies::arms()[0], 4),
                         bodies::drawn(bodies::arms()[0], 5)};
            }).find("with content"),
            std::string::npos);
  // the same name, another body
  EXPECT_NE(others([](lab::ReachPlan& p) {
              p.scene = arm_scene(bodies::arms()[1]);
              p.scene.id = bodies::arms()[0].name;
            }).find("of another scene"),
            std::string::npos);
  EXPECT_EQ(merge_message_of(files), "merged");
  EXPECT_NE(merge_message_of({files[0], files[1], files[0]}).find("pose 0 by solve appears twice"),
            std::string::npos);
  const std::string text = io::read_file(files[1]);
  const fs::path file = folder / "damaged.csv";
  const auto damaged = [&](const std::string& contents) {
    support::put(file, contents);
    return merge_message_of({files[0], file});
  };
  const std::size_t row = text.find("\n1,solve,");
  std::string edited = text;
  edited[row + std::strlen("\n1,solve,")] = '0';
  EXPECT_NE(damaged(edited).find("the file was edited or damaged"), std::string::npos);
  EXPECT_NE(damaged(text.substr(0, text.rfind("# content"))).find("is missing"), std::string::npos);
  EXPECT_NE(damaged(text.substr(0, text.size() - 5)).find("is cut off"), std::string::npos);
  EXPECT_NE(damaged(text + "1\n").find("follows the last line"), std::string::npos);
  EXPECT_NE(damaged("").find("is empty"), std::string::npos);
  EXPECT_NE(damaged("step,time\n0,0\n").find("not the CSV of poses"), std::string::npos);
  EXPECT_NE(
      merge_message_of({files[0]}).find("4 of 10 rows are missing, the first is pose 1 by solve"),
      std::string::npos);
}

TEST(ReachParts, HaveCountsFromZeroOn) {
  const support::TemporaryFolder folder;
  const lab::ReachStudy study(small_plan());
  const std::vector<fs::path> files = parts_of(study, solved(study), folder / "");
  const std::string text = io::read_file(files[1]);
  const std::size_t begin = text.find("\n1,solve,") + 1;
  const std::string row = text.substr(begin, text.find('\n', begin) - begin);
  // the part again, sealed as the program does, with another row
  const auto merged = [&](std::size_t column, const char* value) {
    std::vector<std::string> fields = io::csv_fields(row);
    fields[column] = value;
    std::ostringstream sealed;
    io::SealedWriter writer(sealed);
    std::istringstream lines(text.substr(0, text.rfind(io::kContentMark)));
    for (std::string line; std::getline(lines, line);) {
      writer.write(line == row ? io::joined(fields, ",") : line);
    }
    writer.seal();
    support::put(folder / "changed.csv", sealed.str());
    return merge_message_of({files[0], folder / "changed.csv"});
  };
  EXPECT_EQ(merged(4, "17"), "merged");
  EXPECT_EQ(merged(5, "0"), "merged");
  for (const std::size_t column : {2, 4, 5}) {
    for (const char* wrong : {"-1", "1.5", "-1.5", "many", ""}) {
      EXPECT_NE(merged(column, wrong).find("is not a valid value"), std::string::npos)
          << column << ' ' << wrong << ": " << merged(column, wrong);
    }
  }
}

TEST(ReachPoseFiles, AreReadInTheOrderOfTheBody) {
  const support::TemporaryFolder folder;
  const ik::Multibody body = bodies::arms()[0].body();
  const fs::path file = folder / "poses.csv";
  support::put(file,
               "# by hand\ntheta_j2,x,theta_j1,theta_j3,theta_j5,theta_j4,theta_j6\r\n"
               "0.2,word,0.1,0.3,0.5,0.4,6e-1\r\n\n1,2,3,4,5,6,7\n");
  const std::vector<ik::VectorX> poses = io::read_poses(file, body);
  ASSERT_EQ(poses.size(), 2U);
  ik::VectorX first(6);
  first << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
  EXPECT_EQ(poses[0], first);
  EXPECT_EQ(poses[1][0], 3.0);
  // the CSV of a study is such a file
  const lab::ReachStudy study(small_plan());
  const lab::ReachResults results = solved(study);
  support::put(file, csv_of(study, results));
  const std::vector<ik::VectorX> again = io::read_poses(file, body);
  ASSERT_EQ(again.size(), 10U);
  EXPECT_EQ(again[3], results.at(1, 1)->theta);
}

}  // namespace
