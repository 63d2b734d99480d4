#include "io/saved/result_files.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "io/figure/image_file.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "support/csv_table.h"
#include "support/picture.h"
#include "support/temporary_folder.h"
#include "support/xml.h"

namespace {

namespace fs = std::filesystem;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

lab::Plot plot_of(const char* id) {
  lab::Plot plot{.title = "Jitter |Δ²θ|", .subtitle = "y · DLS"};
  plot.x = {.label = "t", .unit = "s"};
  plot.y = {.label = "Jitter |Δ²θ|", .unit = "°"};
  plot.id = id;
  plot.series = {
      {.label = "one",
       .color = lab::series_color(0),
       .x = {0.1, 0.2, 0.3, 0.4},
       .y = {1.0 / 3.0, kNaN, 2e-300, 4.0}},
      {.label = "two", .color = lab::series_color(1), .x = {0.2, 0.25, 0.4}, .y = {0.1, 5.0, 6.0}},
      {.label = "off", .color = lab::series_color(2), .visible = false}};
  lab::fit(plot);
  return plot;
}

lab::Setup setup() {
  const lab::Scene scene = io::find_scene("y");
  lab::Setup setup = lab::setup_of(std::make_shared<const lab::Scene>(scene),
                                   *ik::find_method("dls"), scene.settings);
  setup.front_lane().settings.params["lambda"] = 0.75;
  lab::add_lane(setup);
  setup.lanes[1].method = ik::find_method("sdls");
  setup.lanes[1].settings = scene.settings;
  return setup;
}

lab::Timeline run() { return lab::Timeline(setup()); }

/// The table after the lines that begin with #.
support::CsvTable table_of(const std::string& text) {
  std::size_t at = 0;
  while (text[at] == '#') at = text.find('\n', at) + 1;
  return support::CsvTable(text.substr(at));
}

std::string csv_of(const lab::Plot& plot) {
  std::ostringstream out;
  io::write_plot_csv(out, plot, {"iklab 1 · y"});
  return out.str();
}

TEST(PlotCsv, HasNoNameThatATableCalculatorTakesForAFormula) {
  lab::Plot plot = plot_of("jitter");
  plot.series[0].label = "@SUM(A1)";
  plot.series[1].label = "=1+1";
  EXPECT_NE(csv_of(plot).find("t [s],'@SUM(A1) [°],'=1+1 [°]\n"), std::string::npos);
}

TEST(PlotCsv, HoldsEveryVisiblePointToTheLastBit) {
  const std::string text = csv_of(plot_of("jitter"));
  EXPECT_EQ(text.rfind("# Jitter |Δ²θ| · y · DLS\n# iklab 1 · y\nt [s],one [°],two [°]\n", 0), 0U)
      << text;
  const support::CsvTable table = table_of(text);
  ASSERT_EQ(table.rows.size(), 5U);
  const std::vector<double> times = {0.1, 0.2, 0.25, 0.3, 0.4};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(table.number(i, "t [s]"), times[i]);
  EXPECT_EQ(table.number(0, "one [°]"), 1.0 / 3.0);
  EXPECT_EQ(table.rows[0][2], "");
  EXPECT_EQ(table.rows[1][1], "") << "no number, no field";
  EXPECT_EQ(table.number(1, "two [°]"), 0.1);
  EXPECT_EQ(table.rows[2][1], "");
  EXPECT_EQ(table.number(3, "one [°]"), 2e-300);
  EXPECT_EQ(table.number(4, "two [°]"), 6.0);
}

TEST(PlotCsv, HoldsTheRangeThatIsSeenAlone) {
  lab::Plot plot = plot_of("jitter");
  plot.x.min = 0.2;
  plot.x.max = 0.3;
  const support::CsvTable table = table_of(csv_of(plot));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.number(0, "t [s]"), 0.2);
  EXPECT_EQ(table.number(2, "t [s]"), 0.3);
}

TEST(PlotCsv, QuotesNamesAndKeepsCommentsOnALine) {
  lab::Plot plot = plot_of("jitter");
  plot.series[0].label = "DLS, λ 0.4";
  plot.subtitle = "two\nlines";
  const std::string text = csv_of(plot);
  EXPECT_NE(text.find("\"DLS, λ 0.4 [°]\""), std::string::npos);
  EXPECT_NE(text.find("two lines\n"), std::string::npos);
}

TEST(SavePlots, WritesOneFigureInThreeFormatsAndATableEach) {
  const support::TemporaryFolder folder;
  const std::vector plots = {plot_of("error"), plot_of("jitter")};
  const auto paths = io::save_plots(folder / "new", plots, run());
  std::vector<std::string> names;
  for (const fs::path& path : paths) names.push_back(path.filename().string());
  EXPECT_EQ(names,
            (std::vector<std::string>{"y-plots-001.svg", "y-plots-001.png", "y-plots-001.pdf",
                                      "y-plots-001-error.csv", "y-plots-001-jitter.csv"}));
  const std::string svg = support::text_of(paths[0]);
  EXPECT_GT(support::count_elements(svg), 50);
  EXPECT_GT(support::read_png(paths[1]).width, 1000);
  EXPECT_EQ(support::text_of(paths[2]).rfind("%PDF", 0), 0U);
  const std::string said = io::program_name() + " · y · dls";
  for (const std::size_t i : {0U, 1U, 3U, 4U}) {
    const std::string text = support::text_of(paths[i]);
    EXPECT_NE(text.find(said), std::string::npos) << paths[i];
    EXPECT_NE(text.find("lambda 0.75"), std::string::npos) << paths[i];
    EXPECT_NE(text.find("| sdls"), std::string::npos) << paths[i];
    EXPECT_NE(text.find("t 0.1 to 0.4 s"), std::string::npos) << paths[i];
    EXPECT_NE(text.find("Jitter |Δ²θ|"), std::string::npos) << paths[i];
  }
  EXPECT_EQ(table_of(support::text_of(paths[3])).number(0, "one [°]"), 1.0 / 3.0);
}

TEST(SavePlots, TellsEveryChangeOfTheVisibleRangeAndWhatHeldBefore) {
  const support::TemporaryFolder folder;
  lab::Timeline timeline = run();
  const auto set_lambda = [&timeline](double lambda) {
    lab::Setup setup = timeline.setup();
    setup.lanes[0].settings.params["lambda"] = lambda;
    timeline.apply(setup);
  };
  for (int i = 1; i <= 12; ++i) {
    for (int k = 0; k < 10; ++k) timeline.step();
    set_lambda(0.05 * i);
  }
  lab::Plot plot = plot_of("jitter");
  plot.x.min = 0.22;
  plot.x.max = 0.4;
  const auto paths = io::save_plots(folder.path(), std::vector{plot}, timeline);
  const std::string csv = support::text_of(paths.back());
  EXPECT_NE(csv.find("· dls · lambda 0.2 | sdls · t 0.22 to 0.4 s\n"
                     "# changed at 0.25 s: dls: lambda 0.2 → 0.25\n"
                     "# changed at 0.3 s: dls: lambda 0.25 → 0.3\n"
                     "# changed at 0.35 s: dls: lambda 0.3 → 0.35\n"
                     "# changed at 0.4 s: dls: lambda 0.35 → 0.4\nt [s],"),
            std::string::npos)
      << csv;
  EXPECT_NE(support::text_of(paths[0]).find("changed at 0.25 s: dls: lambda 0.2 → 0.25; 0.3 s:"),
            std::string::npos);
}

TEST(SavePlots, NeverOverwritesAndTellsTwoOfAKindApart) {
  const support::TemporaryFolder folder;
  support::put(folder / "y-plots-001-error.csv", "mine");
  support::put(folder / "y-plots-002.pdf", "mine");
  const std::vector plots = {plot_of("error"), plot_of("error")};
  const auto paths = io::save_plots(folder.path(), plots, run());
  EXPECT_EQ(paths[0], folder / "y-plots-003.svg");
  EXPECT_EQ(paths[4], folder / "y-plots-003-error-2.csv");
  EXPECT_EQ(support::text_of(folder / "y-plots-001-error.csv"), "mine");
  EXPECT_EQ(support::text_of(folder / "y-plots-002.pdf"), "mine");
  EXPECT_EQ(folder.count(), 2 + 5);
  EXPECT_TRUE(io::save_plots(folder.path(), {}, run()).empty());
}

TEST(SavePlots, SaysWhichFolderCannotBeUsed) {
  const support::TemporaryFolder folder;
  support::put(folder / "file", "");
  const std::vector plots = {plot_of("error")};
  try {
    io::save_plots(folder / "file", plots, run());
    ADD_FAILURE() << "was saved";
  } catch (const io::Error& error) {
    EXPECT_NE(std::string(error.what()).find((folder / "file").string()), std::string::npos);
  }
  EXPECT_EQ(folder.count(), 1);
}

}  // namespace
