
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "lab/sweep/sweep_figures.h"
#include "support/scenes.h"

namespace {

using scenes::dls;

lab::Sweep lambda_and_d_max(int lambdas, int clamps) {
  lab::SweepAxis lambda = lab::find_axis(dls(), "lambda").value();
  lab::SweepAxis d_max = lab::find_axis(dls(), "d-max").value();
  lambda.low = 0.1, lambda.high = 1.0, lambda.count = lambdas, lambda.logarithmic = false;
  d_max.low = 0.1, d_max.high = 10.0, d_max.count = clamps, d_max.logarithmic = true;
  const lab::Scene scene = scenes::circling(bodies::planar_arm(2));
  return {{scene, &dls(), scene.settings, 10, 1}, {lambda, d_max}};
}

/// Errors that grow from 1 in cell order, and jitter that falls from 100 by a constant factor.
lab::SweepResults filled(const lab::Sweep& sweep) {
  lab::SweepResults results(sweep);
  for (int cell = 0; cell < sweep.cell_count(); ++cell) {
    lab::Summary summary;
    summary.mean_error = 1.0 + 0.02 * cell;
    summary.mean_jitter_deg = 100.0 * std::pow(0.5, cell);
    summary.roughness = 0.3;
    results.set(cell, summary);
  }
  return results;
}

/// sRGB to CIE L*, a*, b* for D65. The colours are made in another space.
Eigen::Vector3d cielab(lab::Color c) {
  const auto linear = [](double x) {
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  const Eigen::Vector3d rgb(linear(c.r), linear(c.g), linear(c.b));
  Eigen::Matrix3d M;  // IEC 61966-2-1
  M << 0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505;
  const Eigen::Vector3d white = M * Eigen::Vector3d::Ones();
  const Eigen::Vector3d f = (M * rgb).cwiseQuotient(white).unaryExpr(
      [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; });
  return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

TEST(ColorMap, GrowsOnlyLighterInStepsThatLookEven) {
  constexpr int kSteps = 64;
  std::vector<double> steps, lighter;
  for (int i = 0; i < kSteps; ++i) {
    const Eigen::Vector3d a = cielab(lab::color_at(static_cast<double>(i) / kSteps));
    const Eigen::Vector3d b = cielab(lab::color_at((i + 1.0) / kSteps));
    EXPECT_GT(b[0], a[0]) << i;
    lighter.push_back(b[0] - a[0]);
    steps.push_back((b - a).norm());
  }
  // CIELAB itself is uniform only to a factor of about two
  EXPECT_LT(*std::max_element(steps.begin(), steps.end()),
            2.5 * *std::min_element(steps.begin(), steps.end()));
  EXPECT_LT(*std::max_element(lighter.begin(), lighter.end()),
            2.5 * *std::min_element(lighter.begin(), lighter.end()));
  EXPECT_LT(cielab(lab::color_at(0.0))[0], 20.0);
  EXPECT_GT(cielab(lab::color_at(1.0))[0], 90.0);
}

TEST(ColorMap, CutsNoColourOff) {
  // a component that stays at an end while the others change must have been clipped
  for (int i = 0; i < 256; ++i) {
    const lab::Color a = lab::color_at(i / 256.0);
    for (const float part : {a.r, a.g, a.b}) {
      EXPECT_GT(part, 0.0F) << i;
      EXPECT_LT(part, 1.0F) << i;
    }
  }
}

TEST(ColorMap, ClampsWhatLiesBeyond) {
  const auto same = [](lab::Color a, lab::Color b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
  };
  EXPECT_TRUE(same(lab::color_at(-3.0), lab::color_at(0.0)));
  EXPECT_TRUE(same(lab::color_at(std::nan("")), lab::color_at(0.0)));
  EXPECT_TRUE(same(lab::color_at(lab::kOff), lab::color_at(1.0)));
}

TEST(HeatMap, HoldsEveryCellAtItsPlace) {
  const lab::Sweep sweep = lambda_and_d_max(4, 3);
  const lab::SweepResults results = filled(sweep);
  const lab::HeatMap map = lab::heat_map(sweep, results, lab::find_measure("mean_error"));
  ASSERT_EQ(map.columns, 4);
  ASSERT_EQ(map.rows, 3);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(map.value(i, j), results.at(3 * i + j)->mean_error);
      // the axes put a value at the center of its cell
      EXPECT_NEAR(lab::place(map.x, sweep.value(3 * i, 0)), (i + 0.5) / 4, 1e-3);
      EXPECT_NEAR(lab::place(map.y, sweep.value(j, 1)), (j + 0.5) / 3, 1e-3);
    }
  }
  EXPECT_EQ(map.y.label, sweep.axes()[1].label);
  EXPECT_EQ(map.scale.unit, "m");
}

TEST(HeatMap, LeavesHolesOrFillsThem) {
  const lab::Sweep sweep = lambda_and_d_max(4, 3);
  lab::SweepResults results(sweep);
  lab::Summary summary;
  summary.mean_error = 2.0;
  results.set(0, summary);
  const auto& error = lab::find_measure("mean_error");
  const lab::HeatMap left = lab::heat_map(sweep, results, error);
  EXPECT_FALSE(lab::color_of(left, 3, 2));
  EXPECT_TRUE(lab::color_of(left, 0, 0));
  const lab::HeatMap filled = lab::heat_map(sweep, results, error, lab::Holes::kFilled);
  EXPECT_EQ(filled.value(3, 2), 2.0);
  const lab::HeatMap empty = lab::heat_map(sweep, lab::SweepResults(sweep), error);
  EXPECT_TRUE(empty.marks.empty());
  EXPECT_FALSE(lab::color_of(empty, 0, 0));
}

TEST(HeatMap, HasALogarithmicScaleOverMoreThanADecade) {
  const lab::Sweep sweep = lambda_and_d_max(4, 3);
  const std::vector<lab::HeatMap> maps = lab::sweep_maps(sweep, filled(sweep));
  EXPECT_FALSE(maps[0].scale.logarithmic);
  EXPECT_TRUE(maps[1].scale.logarithmic);
  EXPECT_NEAR(maps[1].scale.max, 100.0, 1e-12);
  for (const lab::HeatMap& map : maps) {
    EXPECT_GE(map.scale_ticks.size(), 3U);
    EXPECT_GE(map.x_ticks.size(), 2U);
    EXPECT_GE(map.y_ticks.size(), 2U);
    double before = -1.0;
    for (const lab::Tick& tick : map.scale_ticks) {
      const double place = lab::place(map.scale, tick.value);
      EXPECT_GT(place, before);
      EXPECT_GE(place, -1e-9);
      EXPECT_LE(place, 1.0 + 1e-9);
      before = place;
    }
  }
}

TEST(HeatMap, HasAScaleWhateverItHolds) {
  for (const std::vector<double>& values : {std::vector<double>{},
                                            {std::nan("")},
                                            {0.0, 0.0},
                                            {5.0},
                                            {-1.0, 1.0},
                                            {0.0, 1e300},
                                            {lab::kOff, 1.0}}) {
    lab::HeatMap map;
    map.values = values;
    lab::fit_scale(map);
    EXPECT_LT(map.scale.min, map.scale.max);
    EXPECT_TRUE(std::isfinite(map.scale.max));
  }
}

TEST(HeatMap, PointsOutTheBestCells) {
  const lab::Sweep sweep = lambda_and_d_max(4, 3);
  const lab::HeatMap map =
      lab::heat_map(sweep, filled(sweep), lab::find_measure("mean_jitter_deg"));
  // errors 1, 1.02, 1.04 are within 5 % of 1: cells 0, 1, 2, the first column
  ASSERT_EQ(map.marks.size(), 2U);
  EXPECT_EQ(map.marks[0].column, 0);
  EXPECT_EQ(map.marks[0].row, 0);
  EXPECT_EQ(map.marks[1].column, 0);
  EXPECT_EQ(map.marks[1].row, 2);  // the calmest of them is the last
  EXPECT_NE(map.marks[0].text.find("damping λ 0.1 m/rad"), std::string::npos) << map.marks[0].text;
  // around a block of one by three cells: eight edges
  std::set<lab::HeatMap::Edge> edges(map.outline.begin(), map.outline.end());
  EXPECT_EQ(edges, (std::set<lab::HeatMap::Edge>{{0, 0, 1, 0},
                                                 {0, 3, 1, 3},
                                                 {0, 0, 0, 1},
                                                 {0, 1, 0, 2},
                                                 {0, 2, 0, 3},
                                                 {1, 0, 1, 1},
                                                 {1, 1, 1, 2},
                                                 {1, 2, 1, 3}}));
}

TEST(HeatMap, ShowsInTheMapOfJitterWhereShakingBegins) {
  const lab::Sweep sweep = lambda_and_d_max(4, 3);
  const auto maps = lab::sweep_maps(sweep, filled(sweep));
  // jitter 100 / 2^cell is below 0.2 from cell 9 on: the last of four columns
  EXPECT_EQ((std::set<lab::HeatMap::Edge>(maps[1].limit.begin(), maps[1].limit.end())),
            (std::set<lab::HeatMap::Edge>{{3, 0, 3, 1}, {3, 1, 3, 2}, {3, 2, 3, 3}}));
  EXPECT_TRUE(maps[0].limit.empty());
  EXPECT_EQ(maps[0].limit_text,
            "shaking begins: jitter from 0.2° on, with 10 % of the motion or more turning back");
  for (int clamp = 0; clamp < 3; ++clamp) {
    const auto begin = lab::shaking_onset(sweep, filled(sweep), clamp);
    ASSERT_TRUE(begin);
    EXPECT_EQ(begin->shaky, 6 + clamp);
    EXPECT_EQ(begin->calm, 9 + clamp);
  }
}

TEST(Ticks, OfFewDecadesAreFinerThanPowersOfTen) {
  const auto values = [](double min, double max) {
    std::vector<std::string> texts;
    const lab::Axis axis{.label = {}, .unit = {}, .logarithmic = true, .min = min, .max = max};
    for (const lab::Tick& tick : lab::ticks(axis, 8)) texts.push_back(tick.text);
    return texts;
  };
  EXPECT_EQ(values(0.1, 3.0), (std::vector<std::string>{"0.1", "0.2", "0.5", "1", "2"}));
  EXPECT_EQ(values(0.3, 0.45), (std::vector<std::string>{"0.3", "0.32", "0.34", "0.36", "0.38",
                                                         "0.4", "0.42", "0.44"}));
  EXPECT_EQ(values(1e-3, 1e3).size(), 7U);
}

}  // namespace
