#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "io/scene/scene_file.h"
#include "support/temporary_folder.h"

namespace reach {

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

  /// Expects the shown map to equal the laboratory's, computed here from the same start.
  void expect_map(const ui::ReachWish& wish) const {
    lab::StandingLane lane(session.tracker());
    lane.theta = session.tracker().multibody().initial_theta();
    const lab::Basins basins(lane, lab::plane_of(lane, 0, 1, wish.side), app::ReachRunner::kRule);
    lab::BasinMap map(basins);
    map.compute(basins, basins.count());
    const lab::BasinMap& known = *shown().map;
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

}  // namespace reach
