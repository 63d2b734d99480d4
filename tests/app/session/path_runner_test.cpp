#include "app/session/path_runner.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "io/files/csv.h"
#include "io/scene/scene_file.h"
#include "lab/solve/solution_search.h"
#include "support/temporary_folder.h"

namespace {

class PathPage : public testing::Test {
 protected:
  explicit PathPage(const std::string& scene = "two-link-arm")
      : session({}, {}, io::find_scene(scene), *ik::find_method("dls")) {
    session.set_folder(folder.path());
    session.set_playing(false);
  }

  void frame(double seconds = 0.02) {
    edits::edit(session, [&](ui::Edit& edit) { edit.path = wish; });
    session.advance(seconds);
  }
  ui::PathShown shown() const { return session.path().shown(); }

  /// Advances until everything that the page asks for is known. \returns false after 60 s
  bool finish() {
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    do {
      frame();
      if (std::chrono::steady_clock::now() > late) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (session.path().busy() || shown().searching || shown().stale);
    frame();
    return true;
  }
  void set_path(const lab::PathShape& shape) {
    edits::edit(session, [&](ui::Edit& edit) {
      edit.change("path").path = shape;
      edit.path = wish;
    });
  }
  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = (folder.path() / name).string();
    std::ofstream(path) << text;
    return path;
  }

  support::TemporaryFolder folder;
  app::Session session;
  std::optional<ui::PathWish> wish =
      ui::PathWish{{ik::find_method("dls"), ik::find_method("newton")}, 1};
};

const lab::PathShape kCircle{.form = lab::PathForm::kCircle,
                             .waypoints = 60,
                             .center = {1.0, 0.3, 0.0},
                             .normal = {0.0, 0.0, 1.0},
                             .radius = 0.3};

TEST_F(PathPage, FindsAWayItsBranchesAndWhatMethodsMakeOfThePath) {
  set_path(kCircle);
  ASSERT_TRUE(finish());
  const ui::PathShown path = shown();
  ASSERT_NE(path.way, nullptr);
  ASSERT_EQ(path.way->poses.size(), 60U);
  EXPECT_EQ(path.way->reconfigurations, 0);
  EXPECT_FALSE(path.first_look);
  for (std::size_t k = 0; k < 60; ++k) {
    EXPECT_LE(lab::away_from(path.question->body(), path.question->waypoints()[k],
                             path.way->poses[k].theta),
              2e-6);
  }
  ASSERT_NE(path.ladder, nullptr);
  ASSERT_GE(path.ladder->lines.size(), 2U) << "elbow up and down";
  ASSERT_EQ(path.lines.size(), 60U);
  EXPECT_GE(path.lines[0], 0);
  EXPECT_EQ(std::ranges::count(path.lines, path.lines[0]), 60) << "one branch all the way";
  ASSERT_EQ(path.trials.size(), 2U);
  EXPECT_STREQ(path.trials[0].method->id, "dls");
  EXPECT_EQ(path.plots.size(), 2U);
}

TEST_F(PathPage, FollowsTheBranchThatIsPressed) {
  set_path(kCircle);
  ASSERT_TRUE(finish());
  const ik::BranchGraph graph = *shown().graph;
  int followed = 0;
  for (std::size_t line = 0; line < graph.strands.size(); ++line) {
    if (graph.strands[line].first > 0) continue;
    edits::edit(session, [&](ui::Edit& edit) {
      ui::follow_branch(shown(), line, edit);
      edit.path = wish;
    });
    ASSERT_TRUE(finish());
    ASSERT_FALSE(shown().way->poses.empty());
    EXPECT_TRUE(lab::same_pose(shown().question->body(), shown().way->poses[0].theta,
                               graph.strands[line].theta[0]))
        << line;
    ++followed;
  }
  EXPECT_GE(followed, 2);
}

TEST_F(PathPage, LetsTheRunRestWhileTheBodyPlaysAlongThePath) {
  set_path(kCircle);
  ASSERT_TRUE(finish());
  session.set_playing(true);
  const long before = session.timeline().now();
  for (int i = 0; i < 20; ++i) frame(0.05);
  EXPECT_EQ(session.timeline().now(), before);
  wish.reset();
  for (int i = 0; i < 20; ++i) frame(0.05);
  EXPECT_GT(session.timeline().now(), before) << "the page is closed";
}

TEST_F(PathPage, SaysWhyAPathCannotBeFollowed) {
  lab::PathShape open = kCircle;
  open.form = lab::PathForm::kLine;
  open.closed = true;
  open.from = {0.5, 0.0, 0.0};
  open.to = {1.0, 0.0, 0.0};
  set_path(open);
  frame();
  ASSERT_NE(shown().trouble, nullptr);
  EXPECT_NE(shown().trouble->find("does not end where it begins"), std::string::npos);
  EXPECT_EQ(shown().way, nullptr);
  set_path(kCircle);
  ASSERT_TRUE(finish());
  EXPECT_EQ(shown().trouble, nullptr);
}

TEST_F(PathPage, KeepsTheLastWayWhileThePathChanges) {
  set_path(kCircle);
  ASSERT_TRUE(finish());
  for (int i = 1; i < 30; ++i) {
    lab::PathShape moved = kCircle;
    moved.center.x() += 0.002 * i;
    set_path(moved);
    ASSERT_NE(shown().way, nullptr) << i;
    frame();
    ASSERT_NE(shown().way, nullptr) << i;
  }
  ASSERT_TRUE(finish());
  lab::PathShape last = kCircle;
  last.center.x() += 0.002 * 29;
  EXPECT_LT((shown().question->waypoints()[0].targets[0] - lab::place_on(last, 0.0)).norm(), 1e-12);
}

TEST_F(PathPage, StopsTheSearchAndBeginsAnewWithAnotherPath) {
  set_path(kCircle);
  frame();
  edits::edit(session, [&](ui::Edit& edit) {
    edit.send(ui::Command::kStopPath);
    edit.path = wish;
  });
  ASSERT_TRUE(finish());
  lab::PathShape other = kCircle;
  other.radius = 0.2;
  set_path(other);
  ASSERT_TRUE(finish());
  ASSERT_NE(shown().way, nullptr);
  EXPECT_EQ(shown().way->poses.size(), 60U);
}

TEST_F(PathPage, TakesTheRowsOfACsvFile) {
  session.open_files({file("way.csv", "time,x,y,z\n0,1,0.2,0\n0.5,1,0.4,0\n1,0.8,0.5,0\n")});
  ASSERT_TRUE(session.setup().path.has_value()) << session.message();
  EXPECT_EQ(session.setup().path->form, lab::PathForm::kRows);
  ASSERT_TRUE(finish());
  ASSERT_EQ(shown().question->waypoints().size(), 3U);
  EXPECT_EQ(shown().question->waypoints()[1].targets[0], Eigen::Vector3d(1.0, 0.4, 0.0));
  EXPECT_EQ(shown().question->waypoints()[2].time, 1.0);
  EXPECT_EQ(shown().way->poses.size(), 3U);
}

TEST_F(PathPage, RefusesAFileInOneLine) {
  session.open_files({file("bad.csv", "x,y,colour\n1,2,3\n1,2,4\n")});
  EXPECT_FALSE(session.setup().path.has_value());
  EXPECT_NE(session.message().find("bad.csv"), std::string::npos) << session.message();
  session.open_files({file("short.csv", "x,y,z\n1,0,0\n")});
  EXPECT_FALSE(session.setup().path.has_value());
  EXPECT_NE(session.message().find("short.csv: 1 waypoints, expected 2 to"), std::string::npos)
      << session.message();
}

TEST_F(PathPage, SavesTheJointsToTheBit) {
  set_path(kCircle);
  ASSERT_TRUE(finish());
  edits::edit(session, [&](ui::Edit& edit) {
    edit.send(ui::Command::kSavePath);
    edit.path = wish;
  });
  std::ifstream table(folder.path() / "two-link-arm-path-001.csv");
  std::string line;
  ASSERT_TRUE(std::getline(table, line)) << session.message();
  EXPECT_EQ(line, "waypoint,time,theta_shoulder,theta_elbow,error_hand,branch,reconfigured");
  for (std::size_t k = 0; k < 60; ++k) {
    ASSERT_TRUE(std::getline(table, line)) << k;
    const std::vector<std::string> fields = io::csv_fields(line);
    const ik::VectorX& theta = shown().way->poses[k].theta;
    EXPECT_EQ(fields[0], std::to_string(k));
    EXPECT_EQ(io::csv_number(fields[2]), theta[0]);
    EXPECT_EQ(io::csv_number(fields[3]), theta[1]);
    EXPECT_EQ(fields.back(), "0");
  }
  EXPECT_FALSE(std::getline(table, line));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "two-link-arm-path-001.svg"));
  std::ifstream trials(folder.path() / "two-link-arm-path-001-methods.csv");
  ASSERT_TRUE(std::getline(trials, line));
  ASSERT_TRUE(std::getline(trials, line));
  EXPECT_EQ(io::csv_fields(line)[0], "dls");
}

class LinkagePath : public PathPage {
 protected:
  LinkagePath() : PathPage("delta") {}
};

TEST_F(LinkagePath, SaysThatABodyWithLoopsCannotFollowOne) {
  frame();
  ASSERT_NE(shown().trouble, nullptr);
  EXPECT_NE(shown().trouble->find("loops"), std::string::npos);
  EXPECT_FALSE(session.path().busy());
  EXPECT_EQ(shown().way, nullptr);
}

}  // namespace
