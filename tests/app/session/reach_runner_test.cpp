#include "app/session/reach_runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "ik/body/two_link.h"
#include "io/scene/scene_file.h"
#include "lab/scene/knobs.h"
#include "support/bodies.h"
#include "support/temporary_folder.h"

namespace {

/// A session whose targets stand.
class ReachPage : public testing::Test {
 protected:
  explicit ReachPage(const std::string& scene)
      : session({}, {}, io::find_scene(scene), *ik::find_method("dls-error")) {
    session.set_folder(folder.path());
    session.set_playing(false);
    edits::edit(session, [](ui::Edit& edit) { ui::set_frozen(true, edit); });
  }

  void hold(const Eigen::Vector3d& place, std::size_t target = 0) {
    edits::edit(session, [&](ui::Edit& edit) { edit.change("hold").targets[target].held = place; });
  }
  void frame(const std::optional<ui::ReachWish>& wish, double seconds = 0.02) {
    edits::edit(session, [&](ui::Edit& edit) { edit.reach = wish; });
    session.advance(seconds);
  }
  ui::ReachShown shown() const { return session.reach().shown(); }

  /// Advances until everything that the page asks for is known. \returns false after 60 s
  bool finish(const ui::ReachWish& wish) {
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < late) {
      frame(wish);
      const ui::ReachShown now = shown();
      if (!session.reach().busy() && now.map != nullptr && now.map->complete() && !now.stale &&
          !now.searching) {
        frame(wish);
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  /// Advances until the shape of the reach is known. \returns false after 60 s
  bool finish_cloud(const ui::ReachWish& wish) {
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    do {
      frame(wish);
      if (std::chrono::steady_clock::now() > late) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (session.reach().busy());
    frame(wish);
    return session.reach().cloud() != nullptr;
  }

  /// Expects a map to equal the laboratory's, computed here from the same start.
  /// \param lambda of the map; none: the present one
  void expect_map(const ui::ReachWish& wish, const lab::BasinMap& known,
                  std::optional<double> lambda = {}) const {
    lab::StandingLane lane(session.tracker());
    if (lambda) {
      lab::knob::kDamping.set(lane.settings, lambda);
      ik::set_param(lane.method, "lambda", *lambda);
    }
    lane.theta = session.tracker().multibody().initial_theta();
    const lab::Basins basins(lane, lab::plane_of(lane, 0, 1, wish.side), app::ReachRunner::kRule);
    lab::BasinMap map(basins);
    map.compute(basins, basins.count());
    ASSERT_EQ(known.plane(), basins.plane());
    for (int cell = 0; cell < basins.plane().cell_count(); ++cell) {
      ASSERT_EQ(known.cell(cell).updates, map.cell(cell).updates) << cell;
      ASSERT_EQ(known.cell(cell).solution, map.cell(cell).solution) << cell;
    }
  }

  static constexpr int kSide = 48;
  static ui::ReachWish wish() { return {.side = kSide, .pace = 4.0}; }

  support::TemporaryFolder folder;
  app::Session session;
};

/// A session with a two-link arm whose target stands within reach.
class TwoLinkPage : public ReachPage {
 protected:
  TwoLinkPage() : ReachPage("two-link-arm") { hold({0.9, 1.9, 0.0}); }
};

class ReachRunnerTest : public TwoLinkPage {};

TEST_F(ReachRunnerTest, ShowsTheMapThatTheLaboratoryComputes) {
  EXPECT_EQ(shown().map, nullptr);
  ASSERT_TRUE(finish(wish()));
  expect_map(wish(), *shown().map);
  ASSERT_NE(shown().figure, nullptr);
  const app::Raster& raster = session.reach().raster();
  EXPECT_EQ(raster.width % kSide, 0);
  EXPECT_EQ(raster.rgba.size(), 4U * static_cast<std::size_t>(raster.width * raster.height));
  EXPECT_EQ(shown().trouble, nullptr);
}

TEST_F(ReachRunnerTest, ComputesNothingWhileThePageIsClosedOrTheTargetsMove) {
  for (int i = 0; i < 10; ++i) frame(std::nullopt);
  EXPECT_FALSE(session.reach().busy());
  EXPECT_EQ(shown().map, nullptr);
  edits::edit(session, [](ui::Edit& edit) { ui::set_frozen(false, edit); });
  for (int i = 0; i < 10; ++i) frame(wish());
  EXPECT_EQ(shown().map, nullptr);
  EXPECT_FALSE(session.reach().pace().has_value());
}

TEST_F(ReachRunnerTest, MakesANewMapForAnotherDampingAndKeepsTheOldOneUntilThen) {
  ASSERT_TRUE(finish(wish()));
  const long before = session.reach().raster().revision;
  edits::choose(session, *ik::find_method("dls"));
  edits::set(session, "lambda", 0.4);
  // one frame cannot compute and take the first picture of a map that it begins
  frame(wish(), 0.0);
  EXPECT_TRUE(shown().stale);
  EXPECT_NE(shown().map, nullptr);
  ASSERT_TRUE(finish(wish()));
  expect_map(wish(), *shown().map);
  EXPECT_GT(session.reach().raster().revision, before);
  const double slow = shown().map->mean_updates();
  edits::set(session, "lambda", 0.1);
  ASSERT_TRUE(finish(wish()));
  expect_map(wish(), *shown().map);
  EXPECT_LT(shown().map->mean_updates(), slow) << "less damping";
}

TEST_F(ReachRunnerTest, KeepsTheMapWhereItDoesNotDependOnAChange) {
  ASSERT_TRUE(finish(wish()));
  const lab::BasinMap* map = shown().map;
  edits::set(session, "time-step", 0.01);
  edits::edit(session, [](ui::Edit& edit) {
    edit.change("start").start = {0.3, 0.4};  // both joints are on the axes
  });
  frame(wish());
  EXPECT_FALSE(shown().stale);
  EXPECT_EQ(shown().map, map);
}

TEST_F(ReachRunnerTest, FindsTheTwoClosedFormSolutionsByName) {
  ASSERT_TRUE(finish(wish()));
  const auto arm = ik::TwoLink::of(session.tracker().multibody());
  const auto exact = arm->solve(session.tracker().targets()[0]);
  const auto solutions = shown().solutions;
  ASSERT_EQ(solutions.size(), 2U);
  for (const Eigen::Vector2d& wanted : {exact.positive, exact.negative}) {
    int met = 0;
    for (const ui::ShownSolution& solution : solutions) {
      const auto away = [&](int j) {
        return std::abs(std::remainder(solution.theta[j] - wanted[j], 2.0 * std::numbers::pi));
      };
      met += away(0) < 1e-5 && away(1) < 1e-5 ? 1 : 0;
    }
    EXPECT_EQ(met, 1);
  }
  EXPECT_NE(solutions[0].name, solutions[1].name);
  EXPECT_NE(solutions[0].hue, solutions[1].hue);
  double share = 0.0;
  for (const ui::ShownSolution& solution : solutions) share += solution.share;
  EXPECT_NEAR(share, shown().map->reached_share(), 1e-12);
}

TEST_F(ReachRunnerTest, SolutionsFollowADraggedTargetInTheSameFrame) {
  ASSERT_TRUE(finish(wish()));
  const Eigen::Vector3d place(0.8, 2.0, 0.0);
  edits::edit(session, [&](ui::Edit& edit) {
    edit.reach = wish();
    edit.change("drag").targets[0].held = place;
  });
  ASSERT_EQ(shown().solutions.size(), 2U);
  for (const ui::ShownSolution& solution : shown().solutions) {
    EXPECT_LT((solution.pose.effector.col(0) - place).norm(), 1e-5) << solution.name;
  }
}

TEST_F(ReachRunnerTest, HasNoSolutionsBeyondTheReach) {
  hold({9.0, 0.0, 0.0});
  ASSERT_TRUE(finish(wish()));
  EXPECT_TRUE(shown().solutions.empty());
  EXPECT_EQ(shown().map->reached_share(), 0.0);
  ASSERT_NE(shown().verdict, nullptr);
  EXPECT_EQ(shown().verdict->report.proof, ik::Proof::kDistance);
  const Eigen::Vector3d shoulder(0.0, 1.0, 0.0), target(9.0, 0.0, 0.0);
  EXPECT_NEAR(shown().verdict->report.error, (target - shoulder).norm() - 1.8, 1e-6);
}

TEST_F(ReachRunnerTest, AsksOnceForAVerdictOnTheGoalsAndForgetsItWhenTheyMove) {
  EXPECT_EQ(shown().verdict, nullptr);
  ASSERT_TRUE(finish(wish()));
  const lab::GoalVerdict* verdict = shown().verdict;
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->sentence, "");
  ASSERT_EQ(shown().lane_ends.size(), 1U);
  EXPECT_NE(shown().lane_ends[0].find(": reached after "), std::string::npos)
      << shown().lane_ends[0];
  for (int i = 0; i < 20; ++i) frame(wish());
  EXPECT_EQ(shown().verdict, verdict);
  EXPECT_FALSE(session.reach().busy());
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    edit.change("drag").targets[0].held = Eigen::Vector3d(0.9, 1.9, 0.02);
  });
  EXPECT_EQ(shown().verdict, nullptr);
  EXPECT_TRUE(shown().lane_ends.empty());
  ASSERT_TRUE(finish(wish()));
  ASSERT_NE(shown().verdict, nullptr);
  EXPECT_EQ(shown().verdict->report.proof, ik::Proof::kPlace) << "off the arm's plane";
  ASSERT_EQ(shown().lane_ends.size(), 1U);
  EXPECT_NE(shown().lane_ends[0].find("|e| = 0.02 m is left"), std::string::npos)
      << shown().lane_ends[0];
}

TEST_F(ReachRunnerTest, ShowsTheErrorsOfEveryLane) {
  edits::edit(session, [](ui::Edit& edit) {
    ui::add_lane(*ik::find_method("jacobian-transpose"), edit);
    edit.change("start").start = {0.3, 0.7};
  });
  ASSERT_TRUE(finish(wish()));
  ASSERT_NE(shown().convergence, nullptr);
  const lab::Plot& plot = *shown().convergence;
  ASSERT_EQ(plot.series.size(), 2U);
  for (std::size_t lane = 0; lane < 2; ++lane) {
    lab::Tracker tracker(session.setup(), lane);
    for (std::size_t k = 0; k < 6; ++k) {
      ASSERT_LT(k, plot.series[lane].y.size());
      EXPECT_NEAR(plot.series[lane].y[k], tracker.errors()[0], 1e-12) << lane << " " << k;
      tracker.step();
    }
  }
  // the course on the map begins at the start
  const auto at = lab::trace_of(*shown().basins, {session.tracker().pose().theta});
  ASSERT_FALSE(shown().figure->trace.empty());
  EXPECT_NEAR(shown().figure->trace.front().x, at.front().x, 1e-9);
}

TEST_F(ReachRunnerTest, MakesAsManyUpdatesASecondAsThePageAsksFor) {
  session.set_playing(true);
  frame(wish(), 0.0);
  long before = session.timeline().now();
  for (int i = 0; i < 100; ++i) frame(wish(), 0.02);
  EXPECT_NEAR(static_cast<double>(session.timeline().now() - before), 8.0, 1.0);
  before = session.timeline().now();
  for (int i = 0; i < 10; ++i) frame(std::nullopt, 0.02);
  EXPECT_GT(session.timeline().now() - before, 30) << "the session's speed";
}

TEST_F(ReachRunnerTest, AStartMovesTheBodyAndUndoTakesTheSetupBack) {
  const ik::VectorX start = ik::VectorX::Constant(2, 0.25);
  edits::edit(session, [&](ui::Edit& edit) { ui::start_at(start, "start", edit); });
  EXPECT_EQ(session.tracker().pose().theta, start);
  session.step();
  EXPECT_NE(session.tracker().pose().theta, start);
  session.undo();
  EXPECT_TRUE(session.setup().start.empty());
}

TEST_F(ReachRunnerTest, SavesTheMapAsFigures) {
  ASSERT_TRUE(finish(wish()));
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    edit.send(ui::Command::kSaveBasins);
  });
  EXPECT_NE(session.message().find("two-link-arm-dls-error-basins-"), std::string::npos)
      << session.message();
  EXPECT_NE(session.message().find(".png"), std::string::npos);
}

TEST_F(ReachRunnerTest, DrawsTheShapeOfTheReachOnlyWhereItIsWanted) {
  ASSERT_TRUE(finish(wish()));
  EXPECT_EQ(session.reach().cloud(), nullptr);
  ui::ReachWish with_cloud = wish();
  with_cloud.cloud = true;
  ASSERT_TRUE(finish(with_cloud));
  const lab::ReachCloud* cloud = session.reach().cloud();
  ASSERT_NE(cloud, nullptr);
  ASSERT_FALSE(cloud->points().empty());
  for (const lab::ReachCloud::Point& point : cloud->points()) {
    ASSERT_LT((point.place - Eigen::Vector3f::UnitY()).norm(), 1.8F + 1e-3F)
        << "links of 1 and 0.8 m";
  }
}

class ReachChanges : public TwoLinkPage {};

/// The distances of points from the shoulder of the two-link arm.
std::pair<float, float> ring_of(const lab::ReachCloud& cloud) {
  float least = 1e3F, most = 0.0F;
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    const float away = (point.place - Eigen::Vector3f::UnitY()).norm();
    least = std::min(least, away);
    most = std::max(most, away);
  }
  return {least, most};
}

TEST_F(ReachChanges, DrawsAnotherShapeOfTheReachForAFrozenJointAndItsPlace) {
  ui::ReachWish with_cloud = wish();
  with_cloud.cloud = true;
  ASSERT_TRUE(finish(with_cloud));
  EXPECT_LT(ring_of(*session.reach().cloud()).first, 0.3F) << "from 0.2 to 1.8 m";
  edits::edit(session, [](ui::Edit& edit) { edit.change("freeze").joint_weights[1] = 0.0; });
  for (const double elbow : {session.tracker().multibody().initial_theta()[1], 0.9, 2.0}) {
    if (elbow != session.tracker().first_theta()[1]) {
      edits::edit(session, [&](ui::Edit& edit) { edit.change("start").start = {0.3, elbow}; });
    }
    ASSERT_TRUE(finish_cloud(with_cloud));
    const auto [least, most] = ring_of(*session.reach().cloud());
    // the law of cosines: a stiff elbow keeps the hand on a circle
    const double radius = std::sqrt(1.64 + 1.6 * std::cos(elbow));
    EXPECT_NEAR(least, radius, 1e-5) << elbow;
    EXPECT_NEAR(most, radius, 1e-5) << elbow;
  }
}

TEST_F(ReachChanges, ShowsNoErrorsOfTargetsThatWereThereBefore) {
  const auto first_error = [this] { return shown().convergence->series[0].y[0]; };
  const auto expected_error = [this] {
    const ik::Multibody& body = session.tracker().multibody();
    const ik::Pose start = ik::pose_at(body, body.initial_theta());
    return (session.tracker().targets()[0] - start.effector.col(0)).norm();
  };
  ASSERT_TRUE(finish(wish()));
  EXPECT_NEAR(first_error(), expected_error(), 1e-12);
  // the target is let go and stands at another place
  edits::edit(session, [](ui::Edit& edit) { ui::set_frozen(false, edit); });
  frame(wish());
  EXPECT_EQ(shown().convergence, nullptr);
  hold({0.2, 2.1, 0.0});
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    ui::set_frozen(true, edit);
  });
  EXPECT_EQ(shown().convergence, nullptr) << "before any computation";
  ASSERT_TRUE(finish(wish()));
  EXPECT_NEAR(first_error(), expected_error(), 1e-12);
  hold({-0.4, 1.7, 0.0});
  ASSERT_TRUE(finish(wish()));
  EXPECT_NEAR(first_error(), expected_error(), 1e-12);
}

TEST_F(ReachChanges, SolutionsKeepTheirHuesWhileTheTargetIsDragged) {
  ASSERT_TRUE(finish(wish()));
  std::map<bool, int> hues;  // by the side of the elbow
  for (const ui::ShownSolution& solution : shown().solutions) {
    hues[std::sin(solution.theta[1]) > 0.0] = solution.hue;
  }
  ASSERT_EQ(hues.size(), 2U);
  for (int i = 1; i <= 40; ++i) {
    edits::edit(session, [&](ui::Edit& edit) {
      edit.reach = wish();
      edit.change("drag").targets[0].held = Eigen::Vector3d(0.9 - 0.03 * i, 1.9, 0.0);
    });
    // on some frames the map of an earlier place is still there, on others a new one
    if (i % 8 == 0) {
      ASSERT_TRUE(finish(wish()));
    } else {
      session.advance(0.02);
    }
    ASSERT_EQ(shown().solutions.size(), 2U) << i;
    for (const ui::ShownSolution& solution : shown().solutions) {
      EXPECT_EQ(solution.hue, hues[std::sin(solution.theta[1]) > 0.0]) << i;
    }
  }
}

/// An arm of six hinges. The plane of a map shows only some of its solutions.
class SixAxisReach : public ReachPage {
 protected:
  SixAxisReach() : ReachPage("six-axis-arm") {
    edits::edit(session, [](ui::Edit& edit) {
      edit.change("limits").front_lane().settings.limits = lab::LimitRule::kIgnore;
    });
  }

  /// Expects every solution to have a hue of its own, and a map to name the solution that it shows.
  void expect_own_hues() const {
    std::set<int> hues;
    for (const ui::ShownSolution& solution : shown().solutions) {
      EXPECT_TRUE(hues.insert(solution.hue).second) << solution.name << ' ' << solution.hue;
    }
    if (shown().map == nullptr || shown().stale) return;
    const ik::Multibody& body = session.tracker().multibody();
    for (const lab::BasinSolution& known : shown().map->solutions()) {
      for (const ui::ShownSolution& solution : shown().solutions) {
        EXPECT_EQ(solution.hue == known.hue, lab::same_pose(body, solution.theta, known.theta));
      }
    }
  }
};

TEST_F(SixAxisReach, ASolutionKeepsNameAndHueThroughStartsMethodsAndDrags) {
  ui::ReachWish small = wish();
  small.side = 16;
  ASSERT_TRUE(finish(small));
  const ik::Multibody& body = session.tracker().multibody();
  std::vector<ui::ShownSolution> known(shown().solutions.begin(), shown().solutions.end());
  ASSERT_GE(known.size(), 4U);
  const auto expect_the_same = [&](double apart) {
    int met = 0;
    for (ui::ShownSolution& before : known) {
      for (const ui::ShownSolution& now : shown().solutions) {
        if (lab::difference(body, 1.0, before.theta, now.theta) > apart) continue;
        EXPECT_EQ(now.name, before.name);
        EXPECT_EQ(now.hue, before.hue) << now.name;
        before = now;
        ++met;
      }
    }
    EXPECT_GE(met, 4);
    if (shown().map == nullptr || shown().stale) return;
    for (const lab::BasinSolution& of_map : shown().map->solutions()) {
      const auto own = std::ranges::find(known, of_map.hue, &ui::ShownSolution::hue);
      ASSERT_NE(own, known.end());
      EXPECT_TRUE(lab::same_pose(body, own->theta, of_map.theta)) << own->name;
    }
  };
  for (const std::size_t taken : {2U, 0U}) {  // a press on a chip
    edits::edit(session, [&](ui::Edit& edit) {
      edit.reach = small;
      ui::start_at(known[taken].theta, "take", edit);
    });
    expect_the_same(1e-3);
    ASSERT_TRUE(finish(small));
    expect_the_same(1e-3);
  }
  for (const char* method : {"sdls", "levenberg-marquardt"}) {
    edits::edit(session, [&](ui::Edit& edit) {
      edit.reach = small;
      lab::set_method(edit.change("method").front_lane(), *ik::find_method(method));
    });
    ASSERT_TRUE(finish(small));
    expect_the_same(1e-3);
  }
  const Eigen::Vector3d place = session.tracker().targets()[0];
  for (int i = 1; i <= 10; ++i) {
    edits::edit(session, [&](ui::Edit& edit) {
      edit.reach = small;
      edit.change("drag").targets[0].held = place + 0.003 * i * Eigen::Vector3d(-1.0, 1.0, 0.5);
    });
    session.advance(0.02);
    expect_the_same(0.1);
  }
}

TEST_F(SixAxisReach, EverySolutionHasAHueOfItsOwn) {
  ui::ReachWish small = wish();
  small.side = 16;
  ASSERT_TRUE(finish(small));
  ASSERT_GE(shown().solutions.size(), 3U);
  EXPECT_LT(shown().map->solutions().size(), shown().solutions.size());
  expect_own_hues();
  const Eigen::Vector3d place = session.tracker().targets()[0];
  for (int i = 1; i <= 12; ++i) {
    hold(place + 0.01 * i * Eigen::Vector3d(-1.0, 1.0, 0.5));
    for (int k = 0; k < 3; ++k) {
      frame(small);
      expect_own_hues();
    }
    if (i % 4 != 0) continue;
    ASSERT_TRUE(finish(small));
    expect_own_hues();
  }
}

class SevenAxisReach : public ReachPage {
 protected:
  SevenAxisReach() : ReachPage("iiwa14") {}
};

TEST_F(SevenAxisReach, KnowsTheFamiliesAndWhereTheArmIsOnThem) {
  for (int i = 0; i < 10'000 && shown().families.empty(); ++i) {
    frame(wish());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_GT(shown().families.size(), 1U);
  EXPECT_EQ(shown().sweeps.size(), shown().families.size());
  ASSERT_GE(shown().solutions.size(), shown().families.size());
  std::set<std::string> names;
  for (const ui::ShownSolution& solution : shown().solutions) names.insert(solution.name);
  EXPECT_EQ(names.size(), shown().solutions.size());
  const ik::Family family = shown().families[1];
  const double middle = 0.5 * (family.arcs[0].from + family.arcs[0].to);
  edits::edit(session, [&](ui::Edit& edit) { ui::start_at(family.pose(middle), "turn", edit); });
  for (int i = 0; i < 3; ++i) frame(wish());
  ASSERT_TRUE(shown().place.has_value());
  EXPECT_EQ(shown().place->family, 1U);
  EXPECT_NEAR(shown().place->parameter, middle, 1e-6);
  hold({0.3, 0.3, 0.5});
  for (int i = 0; i < 2'000 && shown().place.has_value(); ++i) {
    frame(wish());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_FALSE(shown().place.has_value()) << "the arm does not reach the goal";
}

class CrookedReach : public ReachPage {
 protected:
  CrookedReach() : ReachPage(IKLAB_TEST_DATA "/crooked.json") {}
};

TEST_F(CrookedReach, DrawsTheShapeOfTheReachOfTheChosenEffectorAlone) {
  ui::ReachWish small = wish();
  small.side = 16;
  small.cloud = true;
  for (const int effector : {0, 1, 0}) {
    small.effector = effector;
    frame(small, 0.0);
    const lab::ReachCloud* cloud = session.reach().cloud();
    EXPECT_TRUE(cloud == nullptr || cloud->plan().effector == effector);
    ASSERT_TRUE(finish_cloud(small));
    cloud = session.reach().cloud();
    EXPECT_EQ(cloud->plan().effector, effector);
    // a box of poses drawn one by one
    const ik::Multibody& body = session.tracker().multibody();
    Eigen::AlignedBox3f box;
    bodies::Numbers numbers(3);
    for (int i = 0; i < 3000; ++i) {
      ik::VectorX theta = body.initial_theta();
      for (int j = 0; j < body.joint_count(); ++j) {
        const ik::Joint& joint = body.joint(j);
        if (joint.weight == 0.0) continue;
        theta[j] = joint.lower + (joint.upper - joint.lower) * 0.5 * (1.0 + numbers.next());
      }
      box.extend(ik::pose_at(body, theta).effector.col(effector).cast<float>());
    }
    EXPECT_LT((cloud->box().sizes() - box.sizes()).cwiseAbs().maxCoeff(),
              0.2F * box.sizes().norm());
    EXPECT_TRUE(cloud->box().exteriorDistance(box.center()) == 0.0F);
  }
}

TEST_F(ReachRunnerTest, SolvesFromManyStartsShowsTheAttemptsAndLeadsTheBodyThere) {
  ASSERT_TRUE(finish(wish()));
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    edit.send(ui::Command::kSolve);
  });
  std::size_t ghosts = 0;
  for (int i = 0; i < 3000 && session.setup().start.empty(); ++i) {
    frame(wish());
    if (shown().solve) ghosts = std::max(ghosts, shown().solve->ghosts.size());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GE(ghosts, 1U);
  ASSERT_FALSE(session.setup().start.empty());
  EXPECT_LT(session.tracker().errors()[0], 1e-6);
  ASSERT_TRUE(finish(wish()));
  EXPECT_FALSE(shown().solve->running);
  EXPECT_TRUE(shown().solve->search->reached);
  EXPECT_TRUE(shown().starts_solved);
  ASSERT_NE(shown().convergence, nullptr) << "what the search did";
  EXPECT_EQ(shown().convergence->id, "search");
  session.undo();
  EXPECT_TRUE(session.setup().start.empty()) << "one change for undo";
  // from a solution it begins elsewhere
  session.redo();
  frame(wish());
  edits::send(session, ui::Command::kSolve);
  for (int i = 0; i < 3000 && (!shown().solve || shown().solve->search == nullptr); ++i) {
    frame(wish());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(shown().solve && shown().solve->search != nullptr);
  EXPECT_GT(shown().solve->search->attempts.front().errors.front(), 0.01);
  hold({0.2, 2.1, 0.0});
  frame(wish());
  EXPECT_FALSE(shown().solve.has_value()) << "of other goals";
  EXPECT_TRUE(shown().convergence == nullptr || shown().convergence->id != "search");
}

TEST_F(SixAxisReach, CutsTheMapThroughAPoseThatReachesTheGoals) {
  ui::ReachWish small = wish();
  small.side = 16;
  for (const std::array<int, 2> joints : {std::array{0, 1}, std::array{3, 5}}) {
    small.joints = joints;
    ASSERT_TRUE(finish(small));
    const lab::StandingLane& lane = shown().basins->lane();
    EXPECT_TRUE(lab::is_solved(lane, lane.theta)) << joints[0];
    EXPECT_GT(shown().map->reached_share(), 0.0) << joints[0];
  }
  // a solution that is taken is in the plane
  ASSERT_GE(shown().solutions.size(), 2U);
  const ik::VectorX taken = shown().solutions.back().theta;
  edits::edit(session, [&](ui::Edit& edit) {
    edit.reach = small;
    ui::start_at(taken, "take", edit);
  });
  ASSERT_TRUE(finish(small));
  EXPECT_EQ(shown().basins->lane().theta, taken);
  // a start in the plane does not cut it anew
  edits::edit(session, [&](ui::Edit& edit) {
    edit.reach = small;
    ui::start_at(shown().basins->start(3), "start", edit);
  });
  frame(small);
  EXPECT_FALSE(shown().stale);
}

TEST_F(ReachRunnerTest, KeepsASecondMapThatFollowsTheTargetsWithItsOwnSettings) {
  ASSERT_TRUE(finish(wish()));
  edits::choose(session, *ik::find_method("dls"));
  edits::set(session, "lambda", 0.8);
  ASSERT_TRUE(finish(wish()));
  const std::vector<std::uint8_t> pixels = session.reach().raster().rgba;
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    edit.send(ui::Command::kKeepMap);
  });
  edits::set(session, "lambda", 0.1);
  ASSERT_TRUE(finish(wish()));
  ASSERT_TRUE(shown().kept);
  EXPECT_EQ(lab::knob::kDamping.given(shown().kept->basins->lane().settings), 0.8);
  ASSERT_NE(session.reach().kept_raster(), nullptr);
  EXPECT_EQ(session.reach().kept_raster()->rgba, pixels);
  EXPECT_NE(session.reach().raster().rgba, pixels);
  // in the colours of the theme
  ui::ReachWish dark = wish();
  dark.dark = true;
  ASSERT_TRUE(finish(dark));
  EXPECT_NE(session.reach().kept_raster()->rgba, pixels);
  // and for the targets of the first
  hold({0.4, 1.5, 0.0});
  frame(dark);
  EXPECT_TRUE(shown().kept->stale);
  ASSERT_TRUE(finish(dark));
  EXPECT_FALSE(shown().kept->stale);
  expect_map(dark, *shown().map, 0.1);
  expect_map(dark, *shown().kept->map, 0.8);
  edits::edit(session, [&](ui::Edit& edit) {
    edit.reach = dark;
    edit.send(ui::Command::kDropMap);
  });
  EXPECT_FALSE(shown().kept);
}

class LinkageReach : public ReachPage {
 protected:
  LinkageReach() : ReachPage("four-bar") {}
};

TEST_F(LinkageReach, SaysThatItKnowsNoLoopsAndSearchesNothing) {
  ui::ReachWish asked = wish();
  asked.cloud = true;
  for (const bool stand : {true, false}) {
    edits::edit(session, [&](ui::Edit& edit) {
      ui::set_frozen(stand, edit);
      edit.reach = asked;
    });
    frame(asked);
    ASSERT_NE(shown().trouble, nullptr) << stand;
    EXPECT_NE(shown().trouble->find("loops"), std::string::npos);
    EXPECT_FALSE(session.reach().busy());
    EXPECT_EQ(shown().map, nullptr);
    EXPECT_TRUE(shown().solutions.empty());
    EXPECT_EQ(session.reach().cloud(), nullptr);
  }
}

}  // namespace
