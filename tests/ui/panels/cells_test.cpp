#include "ui/panels/cells.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "lab/track/setup.h"
#include "support/scenes.h"
#include "ui/desk.h"

namespace {

constexpr ui::CellStyle kStyle{2.0F, 22.0F, 1.3F};
const ImVec2 kSizes[] = {{964, 472}, {1604, 750}, {1280, 720}, {600, 900}, {300, 300}, {2000, 200}};

/// Height of the largest picture of the wanted shape in a grid of r x c cells.
float largest(std::size_t r, std::size_t c, ImVec2 size) {
  const auto rows = static_cast<float>(r), columns = static_cast<float>(c);
  const float width = (size.x - (columns - 1.0F) * kStyle.gap) / columns;
  const float height = (size.y - (rows - 1.0F) * kStyle.gap) / rows - kStyle.caption;
  return std::min(width / kStyle.shape, height);
}

TEST(GridOfCells, HasTheLargestPictures) {
  for (const ImVec2 size : kSizes) {
    for (std::size_t count = 1; count <= 10; ++count) {
      float best = -1e9F;
      for (std::size_t r = 1; r <= count; ++r) {
        for (std::size_t c = 1; c <= count; ++c) {
          if (r * c >= count) best = std::max(best, largest(r, c, size));
        }
      }
      const ui::Grid grid = ui::grid_for(count, size, kStyle);
      EXPECT_GE(grid.rows * grid.columns, count);
      EXPECT_NEAR(largest(grid.rows, grid.columns, size), best, 1e-3F)
          << count << " in " << size.x << " x " << size.y;
      EXPECT_LT(grid.rows * grid.columns, count + grid.columns) << "no row is empty";
    }
  }
}

TEST(GridOfCells, FollowsTheShapeOfTheBody) {
  EXPECT_EQ(ui::grid_for(4, {800, 500}, {2.0F, 22.0F, 0.4F}), (ui::Grid{1, 4})) << "slender";
  EXPECT_EQ(ui::grid_for(4, {800, 500}, {2.0F, 22.0F, 8.0F}), (ui::Grid{4, 1})) << "broad";
}

TEST(GridOfCells, HasTheUsualShapes) {
  const auto grid = [](std::size_t count) { return ui::grid_for(count, {964, 472}, kStyle); };
  EXPECT_EQ(grid(1), (ui::Grid{1, 1}));
  EXPECT_EQ(grid(2), (ui::Grid{1, 2}));
  EXPECT_EQ(grid(4), (ui::Grid{2, 2}));
  EXPECT_EQ(grid(6), (ui::Grid{2, 3}));
  EXPECT_EQ(grid(10), (ui::Grid{2, 5}));
  EXPECT_EQ(ui::grid_for(10, {964, 472}, {2.0F, 22.0F, 1.9F}), (ui::Grid{3, 4})) << "broad bodies";
  EXPECT_EQ(ui::grid_for(2, {400, 900}, kStyle), (ui::Grid{2, 1})) << "a high window";
}

TEST(GridOfCells, LiesInTheAreaWithoutOverlaps) {
  for (const ImVec2 size : kSizes) {
    const ui::Area area{{316, 10}, size};
    for (std::size_t count = 1; count <= 10; ++count) {
      const std::vector<ui::Cell> cells = ui::cells_of(count, area, kStyle);
      ASSERT_GE(cells.size(), count);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const ui::Area& a = cells[i].whole;
        EXPECT_GE(a.corner.x, area.corner.x);
        EXPECT_GE(a.corner.y, area.corner.y);
        EXPECT_LE(a.corner.x + a.size.x, area.corner.x + area.size.x);
        EXPECT_LE(a.corner.y + a.size.y, area.corner.y + area.size.y);
        EXPECT_EQ(a.corner.x, std::round(a.corner.x));
        EXPECT_EQ(cells[i].picture.corner.y, a.corner.y + cells[i].caption.size.y);
        EXPECT_EQ(cells[i].picture.size.y + cells[i].caption.size.y, a.size.y);
        for (std::size_t k = 0; k < i; ++k) {
          const ui::Area& b = cells[k].whole;
          const bool beside =
              a.corner.x >= b.corner.x + b.size.x || b.corner.x >= a.corner.x + a.size.x;
          const bool below =
              a.corner.y >= b.corner.y + b.size.y || b.corner.y >= a.corner.y + a.size.y;
          EXPECT_TRUE(beside || below) << count << ": " << i << " over " << k;
        }
      }
    }
  }
}

TEST(GridOfCells, FindsTheCellUnderAPoint) {
  const std::vector<ui::Cell> cells = ui::cells_of(5, {{100, 50}, {900, 500}}, kStyle);
  ASSERT_EQ(cells.size(), 6U);
  for (std::size_t i = 0; i < 5; ++i) {
    const ui::Area& a = cells[i].whole;
    EXPECT_EQ(ui::cell_at(cells, 5, {a.corner.x + 1, a.corner.y + 1}), i);
  }
  EXPECT_EQ(ui::cell_at(cells, 5, {990, 540}), std::nullopt) << "the empty cell";
  EXPECT_EQ(ui::cell_at(cells, 5, {99, 60}), std::nullopt) << "outside";
}

/// Three lanes in a grid of cells beside a panel, without a window.
class Cells : public testing::Test {
 protected:
  Cells() : context(ImGui::CreateContext()), setup(three_lanes()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800, 600};
    io.Fonts->Build();
    frame();
    frame();
  }
  ~Cells() override { ImGui::DestroyContext(context); }

  static lab::Setup three_lanes() {
    lab::Setup setup =
        lab::setup_of(std::make_shared<const lab::Scene>(scenes::circling(bodies::forked_tree())),
                      *ik::find_method("dls"));
    for (const char* id : {"sdls", "ccd"}) {
      lab::set_method(setup.lanes[lab::add_lane(setup)], *ik::find_method(id));
    }
    return setup;
  }
  void frame() {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({200, 600});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    ImGui::End();
    ui::Edit edit(setup);
    ui::click_cells(cells, edit);
    setup = edit.setup;
    if (!edit.what.empty()) changes.push_back(edit.what);
    ImGui::Render();
  }
  ImVec2 middle_of(std::size_t i) const {
    const ui::Area& a = cells[i].picture;
    return {a.corner.x + 0.5F * a.size.x, a.corner.y + 0.5F * a.size.y};
  }
  void press(ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = from;
    frame();
    frame();
    io.MouseDown[0] = true;
    frame();
    io.MousePos = to;
    frame();
    io.MouseDown[0] = false;
    frame();
    frame();
  }

  ImGuiContext* context;
  lab::Setup setup;
  std::vector<ui::Cell> cells = ui::cells_of(3, {{200, 0}, {600, 600}}, kStyle);
  std::vector<std::string> changes;
};

TEST_F(Cells, BringALaneToTheFrontByAClick) {
  press(middle_of(1), middle_of(1));
  EXPECT_EQ(setup.front, 1U);
  EXPECT_EQ(changes, std::vector<std::string>{"bring to the front"});
  press(middle_of(2), middle_of(2));
  EXPECT_EQ(setup.front, 2U);
  press(middle_of(2), middle_of(2));
  EXPECT_EQ(changes.size(), 2U) << "it is in front already";
}

TEST_F(Cells, LeaveTheFrontLaneAloneAtADrag) {
  const ImVec2 at = middle_of(1);
  press(at, {at.x + 12, at.y});
  press(at, middle_of(2));
  EXPECT_EQ(setup.front, 0U);
}

TEST_F(Cells, LeaveTheFrontLaneAloneAtAClickElsewhere) {
  press({100, 300}, {100, 300});
  press({100, 300}, middle_of(1));
  EXPECT_EQ(setup.front, 0U) << "on the panel";
  press(middle_of(3), middle_of(3));
  EXPECT_EQ(setup.front, 0U) << "the empty cell";
}

/// Lanes with these methods in a row of equally wide cells, with constant readings.
class Captions : public testing::Test {
 protected:
  void compare(const std::vector<const char*>& methods) {
    lab::Setup setup = desk.timeline.setup();
    for (const char* id : methods) {
      lab::set_method(setup.lanes[lab::add_lane(setup)], *ik::find_method(id));
    }
    desk.change(setup);
    ranking.steps = 400;
    ranking.lanes = setup.lanes;
    ranking.standings.assign(setup.lanes.size(),
                             {.steps = 400, .mean_error = 0.5, .mean_jitter_deg = 0.1});
    std::vector<int> ids;
    for (const lab::Lane& lane : setup.lanes) ids.push_back(lane.id);
    ranking.order.update(ids, 0.0);
    desk.over_picture = [this](const ui::Layout& layout) {
      const auto count = static_cast<float>(ranking.lanes.size());
      const ui::Area area{layout.view.corner, {count * (width + 2.0F) - 2.0F, 200.0F}};
      const auto cells = ui::cells_of(ranking.lanes.size(), area, ui::cell_style(desk.theme, 0.3F));
      ui::draw_captions(desk.theme, desk.timeline, ranking, cells, statuses);
    };
  }

  Desk desk{scenes::circling(bodies::forked_tree()), "dls", {1280, 720}};
  ui::Ranking ranking;
  std::vector<std::optional<lab::EffectorStatus>> statuses;
  float width = 0.0F;
};

TEST_F(Captions, HaveTheSameReadingsInAllCells) {
  compare({"levenberg-marquardt", "pseudoinverse"});
  ranking.standings[0].mean_error = 0.111;
  ranking.standings[1] = {
      .steps = 400, .mean_error = 0.222, .mean_jitter_deg = 5.0, .roughness = 0.5};
  ranking.standings[2].mean_error = 0.333;
  ASSERT_TRUE(ui::shakes(ranking.standings[1]));
  for (width = 70.0F; width < 320.0F; width += 5.0F) {
    desk.frames(2);
    const bool all = desk.says("0.111 m") && desk.says("0.222 m") && desk.says("0.333 m");
    const bool none = !desk.says("0.111 m") && !desk.says("0.222 m") && !desk.says("0.333 m");
    EXPECT_TRUE(all || none) << width;
    EXPECT_TRUE(all || width < 90.0F) << width;
    EXPECT_TRUE(desk.says("5.00°") || width < 130.0F) << width << ": of the one that shakes";
    EXPECT_TRUE(desk.says("shakes") || width < 180.0F) << width;
  }
}

TEST_F(Captions, HaveNoPlacesBeforeThereAreStepsToRankThem) {
  compare({"levenberg-marquardt", "pseudoinverse"});
  ranking.standings[1] = {
      .steps = 400, .mean_error = 0.2, .mean_jitter_deg = 5.0, .roughness = 0.5};
  width = 400.0F;
  desk.frames(2);
  EXPECT_TRUE(desk.says("shakes · 2nd"));
  ranking.steps = ui::kMinRanked - 1;
  for (lab::Standing& standing : ranking.standings) standing.steps = ranking.steps;
  desk.frames(2);
  for (const char* word : {"1st", "2nd", "3rd", "shakes"}) EXPECT_FALSE(desk.says(word)) << word;
  EXPECT_TRUE(desk.says("–"));
}

TEST_F(Captions, LeaveOutTheWordsOfReadingsBeforeTheNameIsShort) {
  compare({"levenberg-marquardt"});
  bool whole = false;
  for (width = 100.0F; width < 500.0F; width += 10.0F) {
    desk.frames(2);
    whole |= desk.says("Levenberg–Marquardt");
    EXPECT_EQ(desk.says("Levenberg–Marquardt"), whole) << width;
    EXPECT_TRUE(whole || !desk.says("mean error 0.500 m")) << width;
  }
  EXPECT_TRUE(desk.says("mean error 0.500 m  jitter 0.10°"));
}

TEST_F(Captions, AbbreviateNamesBeforeTheyCutThem) {
  compare({"jacobian-transpose", "gauss-newton", "sdls"});
  width = 100.0F;
  desk.frames(2);
  for (const char* name : {"DLS", "JT", "GN", "SDLS"}) EXPECT_TRUE(desk.says(name)) << name;
  for (const char* cut : {"D…", "J…", "G…", "S…"}) EXPECT_FALSE(desk.says(cut)) << cut;
}

TEST(ShortNames, AreShortAndDiffer) {
  std::set<std::string> names;
  for (const ik::MethodInfo& method : ik::methods()) {
    const std::string name = std::string(method.short_name);
    EXPECT_LE(name.size(), 7U) << name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(lab::abbreviated(method.label + std::string(", λ 0.2"), method), name + ", λ 0.2");
  }
}

TEST_F(Captions, SayInAnEmptyCellWhatTheRankingMeansAndHowTheFrontLaneFollows) {
  compare({"sdls", "ccd"});
  statuses = {lab::EffectorStatus::kFollowing, lab::EffectorStatus::kOutOfReach};
  desk.over_picture = [&](const ui::Layout& layout) {
    ui::draw_captions(desk.theme, desk.timeline, ranking,
                      ui::cells_of(3, layout.clear(), ui::cell_style(desk.theme, 1.3F)), statuses);
  };
  desk.frames(3);
  ASSERT_TRUE(desk.has("strip/edge")) << "it lies over the foot of the empty cell";
  EXPECT_TRUE(desk.says("3 lanes"));
  EXPECT_TRUE(desk.says("Ranked by mean error over 400 steps"));
  const std::string& name = desk.tracker().multibody().effector(1).name;
  EXPECT_TRUE(desk.says("Damped least squares: " + name + " is out of reach, 1 following"));
  statuses[0] = lab::EffectorStatus::kOutOfReach;
  desk.frames(2);
  EXPECT_TRUE(desk.says(desk.tracker().multibody().effector(0).name + " and " + name +
                        " are out of reach"));
}

}  // namespace
