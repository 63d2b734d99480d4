#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "lab/plot/draw_plot.h"
#include "lab/plot/live_plot.h"
#include "support/plots.h"
#include "support/recording_painter.h"
#include "support/scenes.h"

namespace {

using lab::Signal;
using support::RecordingPainter;

constexpr lab::TimeRange kAlways{0.0, 1e9};

/// A run with its histories, as kept by the window.
struct RunOfLanes {
  lab::Timeline timeline{start()};
  std::map<int, lab::History> kept;
  std::vector<const lab::History*> histories;

  static lab::Setup start() {
    lab::Scene scene = scenes::circling(bodies::forked_tree());
    return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                         *ik::find_method("dls"));
  }
  RunOfLanes() { remember(); }
  void remember() {
    histories.clear();
    for (std::size_t i = 0; i < timeline.bench().size(); ++i) {
      lab::History& history = kept[timeline.setup().lanes[i].id];
      history.add(timeline.bench().tracker(i));
      histories.push_back(&history);
    }
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) timeline.step(), remember();
  }
  void change(const lab::Setup& setup) {
    timeline.apply(setup);
    for (auto& [id, history] : kept) history.cut(timeline.now());
    remember();
  }
  void choose(const char* method, std::size_t lane = 0) {
    lab::Setup setup = timeline.setup();
    lab::set_method(setup.lanes[lane], *ik::find_method(method));
    change(setup);
  }
  double time(long step) const {
    return static_cast<double>(step) * timeline.setup().front_lane().settings.time_step;
  }
  lab::Plot plot(Signal signal, lab::TimeRange range = kAlways) const {
    lab::LivePlot live;
    live.refill({timeline.setup(), histories, timeline.marks()}, {.signal = signal}, range, 0);
    return live.plot;
  }
};

bool is(lab::Color a, lab::Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }
lab::Color color_of(const char* method) { return lab::method_color(*ik::find_method(method)); }
const char* label_of(const char* method) { return ik::find_method(method)->label; }

void expect(const lab::Stretch& stretch, const char* method, double to) {
  EXPECT_EQ(stretch.name, label_of(method));
  EXPECT_TRUE(is(stretch.color, color_of(method))) << method;
  EXPECT_NEAR(stretch.to, to, 1e-9) << method;
}

TEST(Stretches, KeepTheMethodThatMadeEachStep) {
  RunOfLanes lanes;
  lanes.run(50);
  lanes.choose("pseudoinverse");
  {
    const lab::Plot plot = lanes.plot(Signal::kJitter);
    ASSERT_EQ(plot.series[0].stretches.size(), 1U) << "no step was made by the other one yet";
    expect(plot.series[0].stretches[0], "dls", lanes.time(50));
    EXPECT_EQ(plot.series[0].label, label_of("pseudoinverse")) << "the legend has the present one";
  }
  lanes.run(30);
  lanes.choose("sdls");
  lanes.run(20);
  const lab::Plot plot = lanes.plot(Signal::kJitter);
  const auto& stretches = plot.series[0].stretches;
  ASSERT_EQ(stretches.size(), 3U);
  expect(stretches[0], "dls", lanes.time(50));
  expect(stretches[1], "pseudoinverse", lanes.time(80));
  expect(stretches[2], "sdls", lanes.time(100));
  // the step at which the method changes still belongs to the previous method
  EXPECT_EQ(lab::stretch_at(stretches, lanes.histories[0]->time(50)).name, label_of("dls"));
  EXPECT_EQ(lab::stretch_at(stretches, lanes.histories[0]->time(51)).name,
            label_of("pseudoinverse"));
  EXPECT_TRUE(is(plot.series[0].color, color_of("sdls")));
  EXPECT_TRUE(plot.band.empty());

  const lab::Plot errors = lanes.plot(Signal::kErrors);
  EXPECT_TRUE(errors.series[0].stretches.empty()) << "an effector keeps its colour";
  ASSERT_EQ(errors.band.size(), 3U);
  expect(errors.band[1], "pseudoinverse", lanes.time(80));
}

TEST(Stretches, EndWhereTheRunIsChangedInThePast) {
  RunOfLanes lanes;
  lanes.run(50);
  lanes.choose("pseudoinverse");
  lanes.run(50);
  lanes.choose("sdls");
  lanes.run(50);
  lanes.timeline.seek(70);
  lanes.remember();
  EXPECT_EQ(lanes.plot(Signal::kJitter).series[0].stretches.size(), 3U) << "a seek changes nothing";
  lanes.choose("jacobian-transpose");
  lanes.run(10);
  const lab::Plot plot = lanes.plot(Signal::kJitter);
  ASSERT_EQ(plot.series[0].stretches.size(), 3U);
  expect(plot.series[0].stretches[1], "pseudoinverse", lanes.time(70));
  expect(plot.series[0].stretches[2], "jacobian-transpose", lanes.time(80));
  // back to a time before all changes
  lanes.timeline.seek(20);
  lanes.choose("sdls");
  lanes.run(10);
  const lab::Plot early = lanes.plot(Signal::kJitter);
  ASSERT_EQ(early.series[0].stretches.size(), 2U);
  expect(early.series[0].stretches[0], "dls", lanes.time(20));
}

TEST(Stretches, AreTheVisibleOnesOfARingBuffer) {
  lab::Timeline timeline(RunOfLanes::start());
  lab::History history(100);
  history.add(timeline.bench().front());
  const auto run = [&](const char* method, int steps) {
    lab::Setup setup = timeline.setup();
    lab::set_method(setup.front_lane(), *ik::find_method(method));
    timeline.apply(setup);
    for (int k = 0; k < steps; ++k) {
      timeline.step();
      history.add(timeline.bench().front());
    }
  };
  run("dls", 80);
  run("sdls", 60);
  run("pseudoinverse", 60);
  ASSERT_EQ(history.step(0), 101);
  ASSERT_EQ(history.methods().size(), 2U) << "the first one has no row left";
  EXPECT_EQ(history.method_at(101).id, std::string("sdls"));
  EXPECT_EQ(history.method_at(140).id, std::string("sdls"));
  EXPECT_EQ(history.method_at(141).id, std::string("pseudoinverse"));
}

TEST(Stretches, HaveTheShadesThatLanesOfOneMethodHad) {
  RunOfLanes lanes;
  lab::Setup two = lanes.timeline.setup();
  lab::add_lane(two);
  two.lanes[1].settings.set_param("lambda", 0.8);
  lanes.change(two);
  lanes.run(40);
  const lab::Color shade = lab::lane_color(two, 1);
  EXPECT_FALSE(is(shade, color_of("dls")));
  lanes.choose("sdls", 0);  // the second lane is then the only one with its method
  lanes.run(40);
  const lab::Plot plot = lanes.plot(Signal::kMeanError);
  ASSERT_EQ(plot.series[1].stretches.size(), 2U);
  EXPECT_TRUE(is(plot.series[1].stretches[0].color, shade));
  EXPECT_TRUE(is(plot.series[1].stretches[1].color, color_of("dls")));
  EXPECT_TRUE(is(plot.series[0].stretches[0].color, color_of("dls")));
}

TEST(Stretches, ColourTheLineUpToTheStepOfTheChange) {
  lab::Plot plot = support::plot_of({1.0, 2.0, 3.0, 2.0, 1.0});
  const lab::Color red{1.0F, 0.0F, 0.0F}, green{0.0F, 0.5F, 0.0F};
  plot.series[0].stretches = {{-lab::kOff, 2.0, red, "red"}, {2.0, 4.0, green, "green"}};
  const lab::PlotStyle style = support::style_of(true);
  RecordingPainter painter;
  const lab::PlotLayout layout = lab::lay_out(plot, {20.0, 10.0, 500.0, 260.0}, style, painter);
  lab::draw(plot, layout, style, painter);
  const double middle = layout.frame.left + 0.5 * layout.frame.width;
  std::vector<lab::Point> of_red, of_green;
  for (const RecordingPainter::Line& line : painter.lines) {
    if (is(line.pen.color, red))
      of_red.insert(of_red.end(), line.points.begin(), line.points.end());
    if (is(line.pen.color, green)) {
      of_green.insert(of_green.end(), line.points.begin(), line.points.end());
    }
  }
  ASSERT_EQ(of_red.size(), 3U);
  ASSERT_EQ(of_green.size(), 3U);
  EXPECT_NEAR(of_red.back().x, middle, 1e-9);
  EXPECT_NEAR(of_green.front().x, middle, 1e-9);
  EXPECT_NEAR(of_red.back().y, of_green.front().y, 1e-9) << "no gap";
  EXPECT_EQ(painter.count(plot.series[0].color), 1) << "the legend alone";
}

TEST(Stretches, AreInTheLegendOfPagesAlone) {
  lab::Plot plot = support::plot_of({1.0, 2.0, 3.0, 2.0, 1.0});
  plot.series[0].stretches = {{-lab::kOff, 2.0, {1.0F, 0.0F, 0.0F}, "the first method"},
                              {2.0, 4.0, {0.0F, 1.0F, 0.0F}, "the second method"}};
  for (const bool compact : {false, true}) {
    const lab::PlotStyle style = support::style_of(compact);
    RecordingPainter painter;
    lab::draw(plot, lab::lay_out(plot, {20.0, 10.0, 700.0, 260.0}, style, painter), style, painter);
    EXPECT_EQ(painter.find("the first method") != nullptr, !compact);
    EXPECT_EQ(painter.find("the second method") != nullptr, !compact);
    EXPECT_EQ(painter.find("one") != nullptr, compact);
  }
}

TEST(Band, LiesBelowTheFrameInTheColoursOverTime) {
  lab::Plot plot = support::plot_of({1.0, 2.0, 3.0, 2.0, 1.0});
  const lab::Color red{1.0F, 0.0F, 0.0F}, green{0.0F, 0.5F, 0.0F};
  plot.band = {{-lab::kOff, 1.0, red, "a"}, {1.0, 3.0, green, "b"}};
  const lab::PlotStyle style = support::style_of(true);
  RecordingPainter painter;
  const lab::Box frame = lab::lay_out(plot, {20.0, 10.0, 500.0, 260.0}, style, painter).frame;
  lab::draw(plot, lab::lay_out(plot, {20.0, 10.0, 500.0, 260.0}, style, painter), style, painter);
  for (const auto& [color, from, to] :
       {std::tuple(red, 0.0, 0.25), std::tuple(green, 0.25, 0.75)}) {
    const auto band = std::find_if(painter.rectangles.begin(), painter.rectangles.end(),
                                   [c = color](const auto& r) { return is(r.color, c); });
    ASSERT_NE(band, painter.rectangles.end());
    EXPECT_NEAR(band->box.left, frame.left + from * frame.width, 1e-9);
    EXPECT_NEAR(band->box.right(), frame.left + to * frame.width, 1e-9);
    EXPECT_GE(band->box.top, frame.bottom()) << "it hides no data";
    EXPECT_EQ(band->box.height, 3.0);
  }
}

TEST(LiveMarks, StandAtTheStepsOfVisibleChanges) {
  RunOfLanes lanes;
  lanes.run(300);
  lanes.choose("sdls");
  lanes.run(300);
  lanes.choose("pseudoinverse");
  lanes.run(50);
  const lab::Plot plot = lanes.plot(Signal::kJitter);
  ASSERT_EQ(plot.marks.size(), 2U);
  EXPECT_EQ(plot.marks[0].x, lanes.histories[0]->time(300));
  EXPECT_EQ(plot.marks[0].text, std::string("Method: ") + label_of("sdls"));
  const lab::Plot late = lanes.plot(Signal::kJitter, {2.0, 1e9});
  ASSERT_EQ(late.marks.size(), 1U);
  EXPECT_EQ(late.marks[0].x, lanes.histories[0]->time(600));
  // the start and both changes
  ASSERT_EQ(plot.transients.size(), 3U);
  EXPECT_LT(plot.transients[0].from, 0.0);
  EXPECT_EQ(plot.transients[0].to, lanes.histories[0]->time(lab::kTransient));
  EXPECT_EQ(plot.transients[1].from, lanes.histories[0]->time(300));
}

/// Values up to 3, except for a transient that ends at 10.
lab::Plot with_transient(double peak, int count = 100) {
  std::vector<double> y;
  for (int i = 0; i < count; ++i) y.push_back(i == 4 ? peak : 2.0 + std::sin(i));
  lab::Plot plot = support::plot_of(y);
  plot.y.unit = "°";
  plot.transients = {{-1.0, 10.0}};
  lab::fit_y(plot);
  return plot;
}

TEST(FitY, LeavesOutThePeakOfATransientAndKeepsItsHeight) {
  const lab::Plot plot = with_transient(50.0);
  EXPECT_GT(plot.y.max, 3.0);
  EXPECT_LT(plot.y.max, 3.3);
  ASSERT_EQ(plot.peaks.size(), 1U);
  EXPECT_EQ(plot.peaks[0].x, 4.0);
  EXPECT_EQ(plot.peaks[0].y, 50.0);
}

TEST(FitY, ShowsATransientThatIsNotFarAboveTheRest) {
  const lab::Plot plot = with_transient(5.0);
  EXPECT_NEAR(plot.y.max, 1.05 * 5.0, 1e-12);
  EXPECT_TRUE(plot.peaks.empty());
}

TEST(FitY, ShowsATransientAfterWhichNothingHappens) {
  lab::Plot plot = with_transient(50.0);
  const auto rest_at = [&plot](double value) {
    for (std::size_t i = 11; i < plot.series[0].y.size(); ++i) plot.series[0].y[i] = value;
    lab::fit_y(plot);
  };
  for (const double value : {0.0, 1e-9}) {
    rest_at(value);
    EXPECT_NEAR(plot.y.max, 1.05 * 50.0, 1e-12);
    EXPECT_TRUE(plot.peaks.empty());
  }
  rest_at(7e-4);  // small but not zero
  EXPECT_LT(plot.y.max, 1e-3);
  EXPECT_EQ(plot.peaks.size(), 1U);
}

TEST(FitY, ShowsATransientWhileThereIsLittleElse) {
  EXPECT_NEAR(with_transient(50.0, 15).y.max, 1.05 * 50.0, 1e-12);
  lab::Plot plot = with_transient(50.0);
  plot.x.max = 8.0;  // zoomed in
  lab::fit_y(plot);
  EXPECT_NEAR(plot.y.max, 1.05 * 50.0, 1e-12);
  EXPECT_TRUE(plot.peaks.empty());
}

TEST(FitY, HeedsATransientOnlyWhereItIsVisible) {
  lab::Plot plot = with_transient(2.0);
  plot.series[0].y[50] = 50.0;
  // one transient ends at the plot's begin, another begins at its end
  plot.x.min = 11.0;
  plot.x.max = 90.0;
  plot.transients = {{-1.0, 10.0}, {90.0, 95.0}};
  lab::fit_y(plot);
  EXPECT_NEAR(plot.y.max, 1.05 * 50.0, 1e-12);
  EXPECT_TRUE(plot.peaks.empty());
  // or overlaps only with its last point
  plot.transients = {{45.0, 50.0}};
  plot.x.min = 50.0;
  lab::fit_y(plot);
  EXPECT_LT(plot.y.max, 3.3);
  EXPECT_EQ(plot.peaks.size(), 1U);
}

TEST(FitY, ShowsAPeakThatIsNoTransient) {
  lab::Plot plot = with_transient(2.0);
  plot.series[0].y[60] = 50.0;
  lab::fit_y(plot);
  EXPECT_NEAR(plot.y.max, 1.05 * 50.0, 1e-12);
  EXPECT_TRUE(plot.peaks.empty());
}

TEST(FitY, ShowsAllOnALogarithmicAxis) {
  lab::Plot plot = with_transient(500.0);
  plot.y.logarithmic = true;
  lab::fit_y(plot);
  EXPECT_GE(plot.y.max, 500.0);
  EXPECT_TRUE(plot.peaks.empty());
}

RecordingPainter painted(const lab::Plot& plot, lab::Box& frame) {
  RecordingPainter painter;
  const lab::PlotStyle style = support::style_of(true);
  const lab::PlotLayout layout = lab::lay_out(plot, {20.0, 10.0, 500.0, 260.0}, style, painter);
  lab::draw(plot, layout, style, painter);
  frame = layout.frame;
  return painter;
}

TEST(DrawPeaks, SaysHowHighAPeakIsWhereItIs) {
  lab::Plot plot = with_transient(50.0);
  lab::Box frame{};
  const RecordingPainter painter = painted(plot, frame);
  const RecordingPainter::Text* text = painter.find("peak 50°");
  ASSERT_NE(text, nullptr);
  const double x = frame.left + frame.width * 4.0 / 99.0;
  EXPECT_NEAR(text->box.left, x, 10.0);
  EXPECT_GE(text->box.top, frame.top);
  EXPECT_LT(text->box.bottom(), frame.top + 20.0);
  // a peak inside the range needs no label
  plot.y.max = 60.0;
  EXPECT_EQ(painted(plot, frame).find("peak 50°"), nullptr);
}

TEST(DrawPeaks, MergesThoseThatAreClose) {
  lab::Plot plot = with_transient(50.0);
  plot.peaks = {{4.0, 50.0}, {6.0, 80.0}, {90.0, 20.0}, {98.0, 30.0}};
  plot.y.unit = "m";
  lab::Box frame{};
  const RecordingPainter painter = painted(plot, frame);
  EXPECT_NE(painter.find("peaks to 80 m"), nullptr);
  EXPECT_EQ(painter.find("peak 50 m"), nullptr);
  const RecordingPainter::Text* last = painter.find("peaks to 30 m");
  ASSERT_NE(last, nullptr);
  EXPECT_LE(last->box.right(), frame.right()) << "at the left of the triangle";
}

}  // namespace
