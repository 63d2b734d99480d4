#include "io/figure/plot_file.h"
#include "io/figure/figure.h"

#include <cmath>
#include <cstdio>
#include <limits>

#include <gtest/gtest.h>

#include "io/recordings.h"
#include "lab/plot/recording_plots.h"
#include "support/picture.h"
#include "support/plots.h"
#include "support/svg.h"
#include "support/temporary_folder.h"
#include "support/xml.h"

namespace {

using support::plot_of;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const Eigen::Vector3i kWhite(255, 255, 255);

TEST(PlotFormat, FollowsTheSuffix) {
  EXPECT_EQ(io::plot_format("a/b.svg"), io::PlotFormat::kSvg);
  EXPECT_EQ(io::plot_format("b.PNG"), io::PlotFormat::kPng);
  EXPECT_EQ(io::plot_format("b.pdf"), io::PlotFormat::kPdf);
  for (const char* path : {"b.bmp", "b", "svg", ".png", ""}) {
    EXPECT_THROW(io::plot_format(path), io::Error) << path;
  }
}

TEST(PlotFile, IsWellFormedSvgWithALineASeries) {
  const lab::Recording recording = record("double-y", "dls", 200);
  const std::string svg =
      io::draw_plots(std::vector{lab::error_plot(recording)}, io::PlotFormat::kSvg);
  EXPECT_GT(support::count_elements(svg), 40);
  // one line in the frame and one in the legend per effector, in its colour
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(support::paints_of(svg, "stroke", lab::series_color(i)), 2) << i;
  EXPECT_EQ(support::paints_of(svg, "stroke", lab::series_color(4)), 0);
}

TEST(PlotFile, NeedsNoLegendForOneSeries) {
  const std::string svg = io::draw_plots(std::vector{plot_of({1, 2, 3})}, io::PlotFormat::kSvg);
  EXPECT_EQ(support::paints_of(svg, "stroke", lab::series_color(0)), 1);
}

TEST(PlotFile, LeavesOutASeriesThatIsNotVisible) {
  lab::Plot plot = plot_of({1, 2, 3});
  plot.series.push_back(plot.series.front());
  plot.series.back().color = lab::series_color(1);
  plot.series.back().visible = false;
  const std::string svg = io::draw_plots(std::vector{plot}, io::PlotFormat::kSvg);
  // the remaining line is named in the legend
  EXPECT_EQ(support::paints_of(svg, "stroke", lab::series_color(0)), 2);
  EXPECT_EQ(support::paints_of(svg, "stroke", lab::series_color(1)), 0);
}

TEST(PlotFile, DashesWhatIsDashed) {
  lab::Plot plot = plot_of({1, 2, 3});
  const std::string solid = io::draw_plots(std::vector{plot}, io::PlotFormat::kSvg);
  plot.series.front().dashed = true;
  const std::string dashed = io::draw_plots(std::vector{plot}, io::PlotFormat::kSvg);
  EXPECT_EQ(solid.find("stroke-dasharray"), std::string::npos);
  EXPECT_NE(dashed.find("stroke-dasharray"), std::string::npos);
}

TEST(PlotFile, BreaksALineWhereThereIsNoNumber) {
  const std::string svg =
      io::draw_plots(std::vector{plot_of({1, 2, kNan, 2, 1})}, io::PlotFormat::kSvg);
  EXPECT_EQ(support::paints_of(svg, "stroke", lab::series_color(0)), 2);
}

TEST(PlotFile, StacksPlotsInOneFigure) {
  const support::TemporaryFolder folder;
  const lab::Recording recording = record("y", "dls", 100);
  const std::vector plots = {lab::error_plot(recording), lab::jitter_plot(recording)};
  support::put(folder / "one.png", io::draw_plots(std::span(plots).first(1), io::PlotFormat::kPng));
  support::put(folder / "two.png", io::draw_plots(plots, io::PlotFormat::kPng));
  const support::Picture one = support::read_png(folder / "one.png");
  const support::Picture two = support::read_png(folder / "two.png");
  EXPECT_GT(one.width, 1200);  // two pixels per point, for print
  EXPECT_EQ(two.width, one.width);
  EXPECT_GT(two.height, one.height * 5 / 4);
  EXPECT_EQ(folder.count(), 2);
}

TEST(PlotFile, IsDrawnInTheSeriesColourOnWhite) {
  const support::TemporaryFolder folder;
  const std::vector plots = {plot_of(std::vector<double>(50, 1.0))};
  support::put(folder / "flat.png", io::draw_plots(plots, io::PlotFormat::kPng));
  const support::Picture pixels = support::read_png(folder / "flat.png");
  long colored = 0, white = 0;
  const lab::Color color = lab::series_color(0);
  const Eigen::Vector3d expected(255.0 * color.r, 255.0 * color.g, 255.0 * color.b);
  for (std::size_t i = 0; i < pixels.rgba.size(); i += 4) {
    const Eigen::Vector3i pixel(pixels.rgba[i], pixels.rgba[i + 1], pixels.rgba[i + 2]);
    white += pixel == kWhite;
    colored += (pixel.cast<double>() - expected).norm() < 3.0;
  }
  EXPECT_GT(colored, 1200);  // a line across the frame: 620 points at two pixels
  EXPECT_GT(white, pixels.width * pixels.height / 2);
}

TEST(PlotFile, SurvivesPlotsWithoutAnythingToShow) {
  for (const auto& y : {std::vector<double>{}, {kNan, kNan}, {1.0}, {0.0, 0.0}, {1e308, -1e308}}) {
    const std::vector plots = {plot_of(y)};
    EXPECT_GT(support::count_elements(io::draw_plots(plots, io::PlotFormat::kSvg)), 5);
    EXPECT_FALSE(io::draw_plots(plots, io::PlotFormat::kPng).empty());
  }
}

}  // namespace
