// Plots of runs in which the body changes: ten lanes, each with one history per body.
#include <gtest/gtest.h>

#include "app/edits.h"
#include "io/scene/scene_file.h"
#include "lab/body/build.h"
#include "lab/plot/live_plot.h"
#include "support/temporary_folder.h"

namespace {

class BodyPlots : public testing::Test {
 protected:
  static constexpr std::size_t kLanes = 10;

  BodyPlots() {
    session.set_folder(folder.path());
    for (std::size_t lane = 1; lane < kLanes; ++lane) {
      edits::edit(session, [lane](ui::Edit& edit) {
        ui::add_lane(ik::methods()[lane % ik::methods().size()], edit);
      });
    }
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) session.step();
  }
  void add_effector() {
    edits::edit(session, [&](ui::Edit& edit) {
      ui::build(ui::BuildStep::kAddEffector, session.tracker(), panel, edit);
    });
  }
  auto histories() const { return session.shown().seen.histories; }
  /// Expects rows first to last in every lane, the last one with the current body's errors.
  void expect_rows(long first, long last) const {
    ASSERT_EQ(histories().size(), kLanes);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const lab::History& history = *histories()[lane];
      const lab::Tracker& tracker = session.timeline().bench().tracker(lane);
      ASSERT_EQ(history.effector_count(), tracker.multibody().effector_count());
      ASSERT_EQ(history.aim_count(), tracker.multibody().aim_count());
      ASSERT_EQ(history.size(), static_cast<std::size_t>(last - first + 1));
      EXPECT_EQ(history.step(0), first);
      EXPECT_EQ(history.step(history.size() - 1), last);
      const std::size_t row = history.row_of(session.timeline().now());
      for (int i = 0; i < history.effector_count(); ++i) {
        EXPECT_EQ(history.error(row, i), tracker.errors()[static_cast<std::size_t>(i)]);
      }
    }
  }
  /// Expects correct plots of all signals of all lanes over the whole time.
  void expect_whole_plots() const {
    const lab::Timeline& timeline = session.timeline();
    const lab::Runs runs{timeline.setup(), histories(), timeline.marks()};
    for (const lab::SignalInfo& signal : lab::signals()) {
      if (!lab::has(runs, signal.signal)) continue;
      const lab::Plot plot = lab::whole_plot(runs, {.signal = signal.signal}, {-1.0, 1e3});
      const std::size_t lines =
          signal.by_lane() ? kLanes : static_cast<std::size_t>(signal.count(runs.front()));
      EXPECT_EQ(plot.series.size(), lines) << signal.id;
      for (const lab::Series& series : plot.series) {
        EXPECT_EQ(series.x.size(), series.y.size());
        EXPECT_TRUE(std::is_sorted(series.x.begin(), series.x.end())) << signal.id;
      }
    }
  }

  support::TemporaryFolder folder;
  app::Session session{
      {},
      {.items = {{"y", "Y", ""}}, .load = [](const std::string& id) { return io::find_scene(id); }},
      io::find_scene("y"),
      *ik::find_method("dls")};
  ui::BuildPanel panel;
};

TEST_F(BodyPlots, BeginAnewWithAnotherNumberOfEffectorsAndAims) {
  steps(20);
  expect_rows(0, 20);
  add_effector();
  expect_rows(20, 20);
  expect_whole_plots();
  steps(15);
  expect_rows(20, 35);
  const lab::Scene& scene = *session.setup().scene;
  edits::edit(session, [&](ui::Edit& edit) {
    edit.change("aim") = lab::with_body(
        session.setup(),
        lab::with_aim_kind(scene, 0, ik::AimKind::kOrientation, session.tracker().pose()));
  });
  expect_rows(35, 35);
  steps(5);
  expect_rows(35, 40);
  expect_whole_plots();
}

TEST_F(BodyPlots, GoOnWhereTheNumberStays) {
  steps(10);
  edits::edit(session, [&](ui::Edit& edit) {
    ui::build(ui::BuildStep::kAddObstacle, session.tracker(), panel, edit);
  });
  steps(5);
  expect_rows(0, 15);
}

TEST_F(BodyPlots, ShowTheFormerBodyAgainWhereTheTimelineGoesBack) {
  steps(20);
  std::vector<double> errors;  // of the front lane
  for (std::size_t row = 0; row <= 20; ++row) errors.push_back(histories()[0]->error(row, 1));
  add_effector();
  steps(15);
  session.seek(7);
  expect_rows(0, 20);
  for (std::size_t row = 0; row <= 20; ++row) EXPECT_EQ(histories()[0]->error(row, 1), errors[row]);
  session.seek(30);
  expect_rows(20, 35);
  expect_whole_plots();
  // playing across the change
  session.seek(15);
  for (int i = 0; i < 20; ++i) session.step();
  expect_rows(20, 35);
  EXPECT_EQ(session.timeline().branches().size(), 0U);
}

TEST_F(BodyPlots, AnUndoneStepBringsThePlotsBack) {
  steps(20);
  add_effector();
  session.undo();
  expect_rows(0, 20);
  steps(5);
  expect_rows(0, 25);
  add_effector();
  steps(5);
  session.undo();  // 5 steps later: the old body starts again
  expect_rows(30, 30);
  session.seek(10);
  expect_rows(0, 25);
}

TEST_F(BodyPlots, AHiddenLineStaysHiddenWhenAnEffectorBeforeItIsDeleted) {
  add_effector();
  steps(3);
  const ik::Multibody& body = session.tracker().multibody();
  ASSERT_EQ(body.effector_count(), 3);
  const std::string hidden = body.effector(1).name;
  const lab::LiveChoice choice{.off = {{lab::Signal::kErrors, hidden}}};
  panel.chosen = {ui::BodyPart::Kind::kEffector, 0};
  edits::edit(session, [&](ui::Edit& edit) {
    ui::build(ui::BuildStep::kDelete, session.tracker(), panel, edit);
  });
  steps(3);
  const lab::Timeline& timeline = session.timeline();
  const lab::Plot plot =
      lab::whole_plot({timeline.setup(), histories(), timeline.marks()}, choice, {-1.0, 1e3});
  ASSERT_EQ(plot.series.size(), 2U);
  for (const lab::Series& series : plot.series) {
    EXPECT_EQ(series.visible, series.label != hidden);
    EXPECT_EQ(series.x.empty(), series.label == hidden);
  }
}

TEST_F(BodyPlots, AnOpenedSessionHasTheRowsOfAllBodies) {
  steps(12);
  add_effector();
  steps(9);
  edits::send(session, ui::Command::kSaveSession);
  session.open_file((folder / "session-001.json").string());
  edits::wait_for_file(session);
  ASSERT_EQ(session.timeline().now(), 0);
  const std::size_t size = histories()[0]->size();
  EXPECT_GE(size, 12U);
  session.seek(21);
  expect_rows(12, 21);
}

// several bodies at one step, as from dragging a joint: only the last one counts
TEST_F(BodyPlots, ShowTheLastOfSeveralBodiesOfOneStep) {
  steps(5);
  double away = 0.0;  // m: the second arm has the same columns but different errors
  for (const char* scene : {"two-link-arm", "two-link-arm", "planar-arm"}) {
    lab::Scene body = io::find_scene(scene);
    body.targets[0] = lab::shifted(body.targets[0], {away += 0.1, 0.0, 0.0});
    lab::Setup setup =
        lab::setup_of(std::make_shared<const lab::Scene>(body), *ik::find_method("dls"));
    setup.opened = session.setup().opened;
    session.change(setup, "body");
    const lab::History& history = *histories().front();
    const lab::Tracker& tracker = session.tracker();
    ASSERT_EQ(history.effector_count(), tracker.multibody().effector_count()) << scene;
    ASSERT_EQ(history.size(), 1U) << scene;
    ASSERT_EQ(history.step(0), session.timeline().now()) << scene;
    for (int i = 0; i < history.effector_count(); ++i) {
      const Eigen::Vector3d target = tracker.targets()[static_cast<std::size_t>(i)];
      EXPECT_DOUBLE_EQ(history.error(0, i), (target - tracker.pose().effector.col(i)).norm())
          << scene;
    }
  }
}

}  // namespace
