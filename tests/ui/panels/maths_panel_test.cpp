#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/drawn.h"

namespace {

using ui::Key;

/// A desk with the page Maths open.
class MathsPanel : public testing::Test {
 protected:
  static void open(Desk& desk) {
    desk.press("page/Maths");
    desk.frames(2);
  }
  /// Center of an entry of the table.
  static ImVec2 cell(const Desk& desk, int row, int column) {
    const ui::ItemRect& rect = desk.item("maths/matrix");
    const lab::MatrixView& view = desk.panels.maths.matrix;
    return {rect.min.x + (rect.max.x - rect.min.x) * (static_cast<float>(column) + 0.5F) /
                             static_cast<float>(view.column_count()),
            rect.min.y + (rect.max.y - rect.min.y) * (static_cast<float>(row) + 0.5F) /
                             static_cast<float>(view.row_count())};
  }
};

TEST_F(MathsPanel, ShowsEveryMatrixAndItsEntriesOnHover) {
  Desk desk;
  open(desk);
  const ik::MatrixX* values[] = {&desk.spectrum.J, &desk.spectrum.U, nullptr, &desk.spectrum.V};
  const char* names[] = {"J", "U", "Σ", "V"};
  for (std::size_t kind : {1U, 2U, 3U, 0U}) {
    desk.press(std::string("maths-view/") + names[kind]);
    ASSERT_EQ(desk.panels.maths.view, kind);
    const lab::MatrixView& view = desk.panels.maths.matrix;
    for (const auto& [row, column] : {std::pair(0, 0), {2, 1}, {4, 4}}) {
      desk.point_at(cell(desk, row, column));
      desk.frames(3);
      char text[64];
      std::snprintf(text, sizeof text, "%.6g", view.values(row, column));
      EXPECT_TRUE(desk.says(text)) << names[kind] << " " << text;
      EXPECT_TRUE(desk.says(view.rows[static_cast<std::size_t>(row)] + ", " +
                            view.columns[static_cast<std::size_t>(column)]));
      if (values[kind] != nullptr) {
        EXPECT_EQ(view.values(row, column), (*values[kind])(row, column));
      }
      if (kind == 0) {
        EXPECT_TRUE(desk.says("m/rad"));
        EXPECT_FALSE(desk.panels.maths.hovered);
      } else {
        EXPECT_EQ(desk.panels.maths.hovered, static_cast<std::size_t>(column));
      }
    }
  }
}

TEST_F(MathsPanel, ShowsLargeMatricesAsCellsInItsOwnRoom) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080), ImVec2(700, 420)}) {
    for (const float scale : {1.0F, 2.0F}) {
      // below the minimum window width the page has no room
      if (size.x < 480.0F * scale) continue;
      Desk desk(scenes::circling(bodies::random_tree(3, 25, 4)), "dls", size, scale);
      open(desk);
      EXPECT_EQ(desk.panels.maths.matrix.row_count(), 12);
      EXPECT_EQ(desk.panels.maths.matrix.column_count(), 25);
      const ui::ItemRect& rect = desk.item("maths/matrix");
      EXPECT_GE((rect.max.x - rect.min.x) / 25.0F, 4.0F);
      EXPECT_GE((rect.max.y - rect.min.y) / 12.0F, 4.0F);
    }
  }
  Desk tiny(scenes::circling(bodies::planar_arm(2)));
  open(tiny);
  EXPECT_EQ(tiny.panels.maths.matrix.column_count(), 2);
  EXPECT_TRUE(tiny.says("hinge0"));
  EXPECT_TRUE(tiny.says("hand x"));
}

TEST_F(MathsPanel, WritesNoDigitsForWhichACellHasNoRoom) {
  int written = 0;
  // few joints; long links with two digits before the point in J; many joints
  const ik::Multibody bodies[] = {bodies::random_tree(2, 5, 6), bodies::planar_arm(12),
                                  bodies::random_tree(3, 12, 4)};
  for (const ik::Multibody& body : bodies) {
    for (const float width : {320.0F, 380.0F, 450.0F, 560.0F, 720.0F}) {
      Desk desk(scenes::circling(body), "dls", {1920.0F, 1080.0F});
      desk.panels.arrangement.page.width = width;
      open(desk);
      const ui::ItemRect table = desk.item("maths/matrix");
      const lab::MatrixView& view = desk.panels.maths.matrix;
      const float wide = (table.max.x - table.min.x) / static_cast<float>(view.column_count());
      const float tall = (table.max.y - table.min.y) / static_cast<float>(view.row_count());
      desk.point_at({-100.0F, -100.0F});
      desk.frames(2);
      const drawn::Reader reader(*ImGui::GetIO().Fonts, 1.0F);
      for (const drawn::Words& words : reader.read(*ImGui::GetDrawData()).words) {
        if (words.window.find("matrix") == std::string::npos) continue;
        const ImVec2 a = words.whole.min, b = words.whole.max;
        const float x = 0.5F * (a.x + b.x), y = 0.5F * (a.y + b.y);
        if (x < table.min.x || x > table.max.x || y < table.min.y || y > table.max.y) continue;
        // neighbouring numbers are read as one line of words, separated by a space
        const auto count = static_cast<float>(1 + std::ranges::count(words.text, ' '));
        EXPECT_LE(b.x - a.x, count * wide - 4.0F) << words.text << " in a page of " << width;
        EXPECT_LE(b.y - a.y, tall) << words.text << " in a page of " << width;
        ++written;
      }
    }
  }
  EXPECT_GT(written, 50) << "wide cells have their digits";
}

TEST_F(MathsPanel, GrowsWithThePage) {
  const auto height = [](const Desk& desk, const char* item) {
    return desk.item(item).max.y - desk.item(item).min.y;
  };
  for (const char* view : {"J", "τ(σ)"}) {
    const bool matrix = std::string(view) == "J";
    const char* item = matrix ? "maths/matrix" : "maths/filters";
    float before = 0.0F;
    for (const ImVec2 size : {ImVec2(900, 600), ImVec2(1280, 720), ImVec2(1920, 1080)}) {
      Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
      open(desk);
      desk.press(std::string("maths-view/") + view);
      desk.frames(2);
      EXPECT_GT(height(desk, item), before) << view << ' ' << size.x;
      before = height(desk, item);
      // on a large page six rows of cells are comfortable, and a curve takes all the rest
      if (size.x < 1900.0F) continue;
      if (matrix) {
        EXPECT_GE(before, 6 * 36.0F);
      } else {
        EXPECT_GE(before, 0.5F * size.y);
      }
    }
  }
}

TEST_F(MathsPanel, ReachesTheNullspaceSliderInASmallWindow) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {900, 600});
  open(desk);
  for (const char* item : {"maths/matrix", "maths/Directions", "maths/nullspace"}) {
    EXPECT_LE(desk.item(item).max.y, 600.0F) << item;
    EXPECT_LE(desk.item(item).max.x, 900.0F) << item;
  }
}

TEST_F(MathsPanel, DrawsTheFilterOfEveryMethodThatHasOne) {
  Desk desk;
  open(desk);
  desk.press("maths-view/τ(σ)");
  std::size_t known = 0;
  const lab::Plot& plot = desk.panels.maths.filters;
  for (const ik::MethodInfo& info : ik::methods()) {
    if (!info.create().filter(1.0, 1.0)) continue;
    ASSERT_LT(known, plot.series.size());
    const lab::Series& series = plot.series[known++];
    EXPECT_EQ(series.label, info.label);
    EXPECT_EQ(series.color.r, lab::method_color(info).r);
    EXPECT_EQ(series.color.b, lab::method_color(info).b);
  }
  EXPECT_GE(known, 3U);
  // dls by its formula, with the current lambda
  const std::string label = ik::find_method("dls")->label;
  const auto dls =
      std::find_if(plot.series.begin(), plot.series.end(),
                   [&label](const lab::Series& series) { return series.label == label; });
  ASSERT_NE(dls, plot.series.end());
  const double lambda = *ik::get_param(desk.tracker().method(), "lambda");
  for (std::size_t i = 0; i < dls->x.size(); ++i) {
    EXPECT_NEAR(dls->y[i], dls->x[i] / (dls->x[i] * dls->x[i] + lambda * lambda), 1e-12);
  }
  // one line and one dot per singular value
  const auto& components = desk.spectrum.components;
  ASSERT_EQ(plot.series.size(), known + components.size() + 1);
  const lab::Series& dots = plot.series.back();
  EXPECT_TRUE(dots.dots);
  for (std::size_t i = 0; i < components.size(); ++i) {
    EXPECT_EQ(plot.series[known + i].x.front(), components[i].sigma);
    EXPECT_EQ(dots.x[i], components[i].sigma);
    EXPECT_EQ(dots.y[i], *components[i].filter);
  }
}

TEST_F(MathsPanel, SwitchesWhatThePictureShowsByPointerAndKeys) {
  Desk desk;
  open(desk);
  desk.press("maths/Ellipsoids");
  EXPECT_TRUE(desk.panels.maths.ellipsoids);
  desk.press("maths/Directions");
  EXPECT_TRUE(desk.panels.maths.directions);
  desk.frames(2);
  EXPECT_TRUE(desk.says("of σ6 ="));  // the smallest
  desk.key(Key{'O'});
  desk.key(Key{'V'});
  EXPECT_FALSE(desk.panels.maths.ellipsoids);
  EXPECT_FALSE(desk.panels.maths.directions);
}

TEST_F(MathsPanel, PointsAtASingularValueOnTheOtherPageToo) {
  Desk desk;
  desk.hover("sigma/2");
  EXPECT_EQ(desk.panels.maths.hovered, 1U);
  desk.point_at({5, 5});
  desk.frames(2);
  EXPECT_FALSE(desk.panels.maths.hovered);
}

TEST_F(MathsPanel, MovesTheBodyInItsNullspaceAndItsEffectorsNot) {
  Desk desk;
  open(desk);
  const ik::Pose from = desk.tracker().pose();
  ik::VectorX farthest = from.theta;
  for (const float to : {0.55F, 0.9F, 0.1F, 0.5F}) {
    desk.drag("maths/nullspace", 0.5F, to);
    const ik::Matrix3X& effector = desk.tracker().pose().effector;
    EXPECT_LT((effector - from.effector).colwise().norm().maxCoeff(), 1e-6) << to;
    if (to == 0.9F) farthest = desk.tracker().pose().theta;
  }
  EXPECT_GT((farthest - from.theta).norm(), 0.3);
  ASSERT_FALSE(desk.changes.empty());
  EXPECT_EQ(desk.changes.back(), "nullspace motion");
  // it is in the timeline: replaying it gives the same bits
  desk.run(50);
  const ik::VectorX end = desk.tracker().pose().theta;
  const long last = desk.timeline.now();
  desk.timeline.seek(last - 60);
  desk.timeline.seek(last);
  EXPECT_EQ(desk.tracker().pose().theta, end);
}

TEST_F(MathsPanel, LetsTheUserChooseWhoLeads) {
  Desk desk;
  open(desk);
  desk.press("maths/leader");
  desk.frames(2);
  ASSERT_TRUE(desk.has("maths/leader/joint3"));
  desk.press("maths/leader/joint3");
  EXPECT_EQ(desk.panels.maths.leader, 3);
  desk.frames(2);
  desk.drag("maths/nullspace", 0.5F, 0.7F);
  EXPECT_GT(lab::travel_of(desk.timeline.setup().front_lane(), 3), 0.1);
}

TEST_F(MathsPanel, SaysWhereNothingIsToSpare) {
  Desk desk(scenes::circling(bodies::planar_arm(2)));
  open(desk);
  EXPECT_TRUE(desk.says("dimension 0"));
  const ik::VectorX from = desk.tracker().pose().theta;
  desk.drag("maths/nullspace", 0.5F, 0.9F);
  EXPECT_TRUE(desk.changes.empty());
  EXPECT_EQ(desk.tracker().pose().theta, from);
  desk.hover("maths/nullspace");
  EXPECT_TRUE(desk.says("No nullspace"));
}

TEST_F(MathsPanel, DrawsTheLandscapeOfTwoJointsWithTheWayOfEveryLane) {
  Desk desk(scenes::circling(bodies::planar_arm(2)));
  lab::Setup setup = desk.timeline.setup();
  setup.lanes[lab::add_lane(setup)].method = ik::find_method("jacobian-transpose");
  desk.change(setup);
  open(desk);
  desk.press("maths-view/F(θ)");
  for (int i = 0; i < 20; ++i) {
    desk.run(3);
    desk.frame();
  }
  ASSERT_EQ(desk.panels.maths.paths.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& way = desk.panels.maths.paths.at(desk.timeline.setup().lanes[i].id);
    EXPECT_GE(way.size(), 20U);
    EXPECT_EQ(way.back()[0], desk.timeline.bench().tracker(i).pose().theta[0]);
    EXPECT_EQ(way.back()[1], desk.timeline.bench().tracker(i).pose().theta[1]);
  }
  desk.hover("maths/landscape");
  EXPECT_TRUE(desk.says("m²"));
  // seeking back removes the later parts of the paths
  desk.timeline.seek(5);
  desk.frames(2);
  EXPECT_LE(desk.panels.maths.paths.begin()->second.size(), 2U);
}

TEST_F(MathsPanel, SaysThatALandscapeTakesTwoJoints) {
  Desk desk;
  open(desk);
  desk.press("maths-view/F(θ)");
  EXPECT_TRUE(desk.says("needs a body of two joints"));
}

TEST(SpectrumPanel, ExplainsEverySingularValueOnHover) {
  Desk desk;
  for (std::size_t i = 0; i < desk.spectrum.components.size(); ++i) {
    desk.hover("sigma/" + std::to_string(i + 1));
    char text[64];
    std::snprintf(text, sizeof text, "%zu = %.4g m/rad", i + 1, desk.spectrum.components[i].sigma);
    EXPECT_TRUE(desk.says(text)) << text;
    std::snprintf(text, sizeof text, "%.4g rad/m", *desk.spectrum.components[i].filter);
    EXPECT_TRUE(desk.says(text)) << text;
  }
}

TEST(SpectrumPanel, ShowsRankConditionAndManipulability) {
  Desk desk;
  char text[64];
  std::snprintf(text, sizeof text, "%d/%zu", desk.spectrum.rank, desk.spectrum.components.size());
  EXPECT_TRUE(desk.says(text));
  std::snprintf(text, sizeof text, "%.3g", desk.spectrum.condition);
  EXPECT_TRUE(desk.says(text));
  std::snprintf(text, sizeof text, "%.3g", desk.spectrum.manipulability);
  EXPECT_TRUE(desk.says(text));
  desk.hover("spectrum/manipulability");
  EXPECT_TRUE(desk.says("Yoshikawa 1985"));
  desk.hover("spectrum/rank");
  EXPECT_TRUE(desk.says("singular"));
}

TEST(SpectrumPanel, FillsThePage) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    ui::open_page(desk.panels, ui::page_named("Spectrum"));
    desk.frames(3);
    const ui::ItemRect& bar = desk.item("sigma/1");
    const ui::ItemRect& gains = desk.item("plot/filter");
    // the page ends above the status line
    EXPECT_GT(gains.max.y, size.y - 60.0F) << size.x;
    EXPECT_LE(gains.max.y, size.y) << size.x;
    EXPECT_GT(gains.max.y - gains.min.y, 0.45F * size.y) << size.x;
    EXPECT_GT(bar.max.y - bar.min.y, 0.25F * size.y) << size.x;
  }
}

TEST(SpectrumPanel, HasRoomForItsLongestNumbers) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    ui::open_page(desk.panels, ui::page_named("Spectrum"));
    desk.spectrum.condition = 1.234e15;
    desk.spectrum.manipulability = 1.234e-15;
    desk.frames(3);
    EXPECT_LE(desk.item("spectrum/manipulability").max.x, desk.item("plot/filter").max.x) << size.x;
    EXPECT_LT(desk.item("spectrum/manipulability").max.y, desk.item("sigma/1").min.y) << size.x;
  }
}

TEST(SpectrumPanel, WritesAnInfiniteConditionAsSuch) {
  // a planar arm cannot move out of its plane
  Desk desk(scenes::circling(bodies::planar_arm(4)));
  ASSERT_FALSE(std::isfinite(desk.spectrum.condition));
  EXPECT_TRUE(desk.says("∞"));
}

TEST(SpectrumPanel, DrawsTheMethodsFilterBesideTheInverse) {
  Desk desk;
  const lab::Plot& plot = desk.panels.spectrum.gains;
  ASSERT_EQ(plot.series.size(), 3U);
  ASSERT_EQ(plot.series[1].x.size(), plot.series[0].x.size());
  const double lambda = *ik::get_param(desk.tracker().method(), "lambda");
  for (std::size_t i = 0; i < plot.series[0].x.size(); ++i) {
    const double sigma = plot.series[0].x[i];
    EXPECT_DOUBLE_EQ(plot.series[0].y[i], 1.0 / sigma);
    EXPECT_NEAR(plot.series[1].y[i], sigma / (sigma * sigma + lambda * lambda), 1e-12);
  }
}

TEST(SpectrumPanel, DrawsNoFilterWhereTheMethodHasNone) {
  for (const ik::MethodInfo& method : ik::methods()) {
    if (method.create().filter(1.0, 1.0)) continue;
    Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    EXPECT_TRUE(desk.panels.spectrum.gains.series[1].x.empty()) << method.id;
  }
}

TEST(SpectrumPanel, PutsTheGainsOfTheLastUpdateAtTheirSingularValues) {
  Desk desk;
  const auto& components = desk.spectrum.components;
  const lab::Series& gains = desk.panels.spectrum.gains.series[2];
  EXPECT_TRUE(gains.dots);
  ASSERT_EQ(gains.x.size(), components.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    EXPECT_EQ(gains.x[i], components[i].sigma);
    if (components[i].gain) {
      EXPECT_EQ(gains.y[i], std::abs(*components[i].gain));
    }
  }
}

}  // namespace
