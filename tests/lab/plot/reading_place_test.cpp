#include "lab/plot/draw_plot.h"

#include <cmath>

#include <gtest/gtest.h>

namespace {

const lab::Box kPlotFrame{100.0, 50.0, 400.0, 200.0};

/// A plot of functions of x from 0 to 1, with y from 0 to 1.
lab::Plot plot_of(std::initializer_list<double (*)(double)> functions) {
  lab::Plot plot;
  for (const auto function : functions) {
    lab::Series series{.label = "f"};
    for (int i = 0; i <= 300; ++i) {
      series.x.push_back(i / 300.0);
      series.y.push_back(function(i / 300.0));
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

/// Whether a box lies in the frame and no curve passes through it, by points between the curves'
/// own ones.
void expect_free(const lab::Plot& plot, lab::Point corner, lab::Point size) {
  EXPECT_GE(corner.x, kPlotFrame.left);
  EXPECT_GE(corner.y, kPlotFrame.top);
  EXPECT_LE(corner.x + size.x, kPlotFrame.right());
  EXPECT_LE(corner.y + size.y, kPlotFrame.bottom());
  for (const lab::Series& series : plot.series) {
    if (!series.visible) continue;
    for (std::size_t i = 1; i < series.x.size(); ++i) {
      for (const double part : {0.0, 0.25, 0.5, 0.75}) {
        const double value = series.y[i - 1] + part * (series.y[i] - series.y[i - 1]);
        const double time = series.x[i - 1] + part * (series.x[i] - series.x[i - 1]);
        const double x = kPlotFrame.left + time * kPlotFrame.width;
        const double y = kPlotFrame.bottom() - value * kPlotFrame.height;
        const bool inside =
            x > corner.x && x < corner.x + size.x && y > corner.y && y < corner.y + size.y;
        ASSERT_FALSE(inside) << "a curve is covered at " << time;
      }
    }
  }
}

TEST(ReadingPlace, CoversNoCurve) {
  const lab::Point size{90.0, 50.0};
  const std::initializer_list<double (*)(double)> sets[] = {
      {[](double) { return 0.9; }},
      {[](double) { return 0.5; }},
      {[](double x) { return x; }},
      {[](double x) { return 0.5 + 0.45 * std::sin(12.0 * x); }},
      {[](double x) { return 0.1 * x; }, [](double x) { return 0.95 - 0.1 * x; }},
      {[](double x) { return x < 0.5 ? 0.9 : 0.05; }}};
  int found = 0, asked = 0;
  for (const auto& functions : sets) {
    const lab::Plot plot = plot_of(functions);
    for (double x = kPlotFrame.left; x <= kPlotFrame.right(); x += 13.0) {
      ++asked;
      const auto place = lab::reading_place(plot, kPlotFrame, x, size, 5.0);
      if (!place) continue;
      ++found;
      expect_free(plot, *place, size);
      const bool beside = place->x >= x + 5.0 || place->x + size.x <= x - 5.0;
      EXPECT_TRUE(beside) << "the line is covered";
    }
  }
  EXPECT_GT(found, asked / 2);
}

TEST(ReadingPlace, IsNowhereIfCurvesFillTheFrame) {
  const lab::Plot full = plot_of({[](double x) { return 0.5 + 0.5 * std::sin(300.0 * x); }});
  EXPECT_FALSE(lab::reading_place(full, kPlotFrame, 300.0, {90.0, 50.0}, 5.0));
  const lab::Plot empty = plot_of({});
  EXPECT_FALSE(lab::reading_place(empty, kPlotFrame, 300.0, {90.0, 250.0}, 5.0)) << "too high";
  EXPECT_TRUE(lab::reading_place(empty, kPlotFrame, 300.0, {90.0, 150.0}, 5.0));
}

TEST(ReadingPlace, PassesOverHiddenCurves) {
  lab::Plot plot = plot_of({[](double x) { return 0.5 + 0.5 * std::sin(300.0 * x); }});
  plot.series[0].visible = false;
  EXPECT_TRUE(lab::reading_place(plot, kPlotFrame, 300.0, {90.0, 50.0}, 5.0));
}

TEST(ReadingPlace, IsAtTheWiderSideFirst) {
  const lab::Plot empty = plot_of({});
  EXPECT_GT(lab::reading_place(empty, kPlotFrame, 150.0, {90.0, 50.0}, 5.0)->x, 150.0);
  EXPECT_LT(lab::reading_place(empty, kPlotFrame, 450.0, {90.0, 50.0}, 5.0)->x, 450.0);
}

}  // namespace
