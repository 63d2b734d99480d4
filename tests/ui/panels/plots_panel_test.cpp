#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include <gtest/gtest.h>

#include "lab/plot/draw_plot.h"
#include "ui/desk.h"
#include "ui/drawn.h"
#include "ui/kit/hints.h"
#include "ui/plot/plot.h"

namespace {

using lab::Signal;

/// A run of twenty seconds.
class PlotsPanel : public testing::Test {
 protected:
  PlotsPanel() {
    desk.run(4000);
    desk.frames(2);
  }

  const ui::PlotsPanel& panel() const { return desk.panels.plots; }
  const lab::Plot& plot(std::size_t which) const { return panel().views[which].live.plot; }
  const lab::History& history() const { return desk.histories.at(0); }
  double span() const { return panel().time.end() - panel().time.begin(); }

  /// Frame of a plot; both plots start at the height of the lower one.
  lab::Box frame(const char* name) const {
    lab::Box result = frame_alone(name);
    const bool both = desk.has("plot/first") && desk.has("plot/second");
    const double other =
        both ? frame_alone(std::string(name) == "first" ? "second" : "first").top : result.top;
    const double lower = std::max(other - result.top, 0.0);
    result.top += lower;
    result.height -= lower;
    return result;
  }
  lab::Box frame_alone(const char* name) const {
    const ui::ItemRect rect = desk.item(std::string("plot/") + name);
    const lab::Plot& shown = plot(std::string(name) == "first" ? 0 : 1);
    const ui::ImGuiPainter painter(desk.theme, *ImGui::GetForegroundDrawList());
    const ImVec2 size{rect.max.x - rect.min.x, rect.max.y - rect.min.y};
    // names of two effectors are beside the title, the name of a method is above the frame
    const lab::Box heading{rect.min.x, rect.min.y, shown.series.size() > 1 ? size.x : 0.0, 13.0};
    return lab::lay_out(shown, ui::box_of(rect.min, size), heading, ui::plot_style(desk.theme),
                        painter)
        .frame;
  }
  /// A point in a plot, by fractions of the frame's width from the left and height from the bottom.
  ImVec2 place(const char* name, float share, float up = 0.3F) const {
    const lab::Box f = frame(name);
    return ui::vec({f.left + share * f.width, f.bottom() - up * f.height});
  }
  double time_at(float share) const {
    return panel().time.begin() + static_cast<double>(share) * span();
  }
  void choose(const char* which, const char* signal) {
    desk.press(std::string("plot-title/") + which);
    desk.frames(2);
    desk.press(std::string("signal-") + which + "/" + signal);
    desk.frames(2);
  }
  void wheel(ImVec2 at, float notches) {
    desk.point_at(at);
    desk.frames(2);
    ImGui::GetIO().MouseWheel = notches;
    desk.frame();
    ImGui::GetIO().MouseWheel = 0.0F;
    desk.frame();
  }
  void drag(ImVec2 from, ImVec2 to) {
    desk.point_at(from);
    desk.frames(2);
    ImGui::GetIO().MouseDown[0] = true;
    for (int i = 0; i <= 10; ++i) {
      const float share = static_cast<float>(i) / 10.0F;
      desk.point_at({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
      desk.frame();
    }
    ImGui::GetIO().MouseDown[0] = false;
    desk.frames(2);
  }
  void wait() { desk.frames(60); }  // separates two clicks from a double click

  Desk desk;
};

TEST_F(PlotsPanel, ShowsWhatIsChosenFromEitherTitle) {
  EXPECT_EQ(plot(0).id, "error");
  EXPECT_EQ(plot(1).id, "jitter");
  for (const lab::SignalInfo& signal : lab::signals()) {
    if (signal.signal == Signal::kAimErrors || signal.signal == Signal::kLoopGaps) continue;
    choose("second", signal.id);
    EXPECT_EQ(plot(1).id, signal.id);
    EXPECT_TRUE(desk.says(signal.label)) << signal.label;
    EXPECT_EQ(plot(0).id, "error") << "the other one stays";
  }
  choose("first", "total-error");
  EXPECT_EQ(plot(0).id, "total-error");
  const double error = history().total_error(history().size() - 1);
  EXPECT_EQ(plot(0).series[0].y.back(), error);
}

TEST_F(PlotsPanel, OffersWhatThereIs) {
  desk.press("plot-title/first");
  desk.frames(2);
  EXPECT_TRUE(desk.has("signal-first/sigma"));
  EXPECT_FALSE(desk.has("signal-first/aim-error")) << "nothing aims";
}

TEST_F(PlotsPanel, DrawsALinePerLane) {
  lab::Setup setup = desk.timeline.setup();
  setup.lanes[lab::add_lane(setup)].method = ik::find_method("jacobian-transpose");
  desk.change(setup);
  desk.run(100);
  desk.frames(2);
  ASSERT_EQ(plot(1).series.size(), 2U);
  EXPECT_EQ(plot(1).series[1].label, ik::find_method("jacobian-transpose")->label);
  EXPECT_EQ(plot(1).series[1].y.back(), desk.histories.at(1).recent(100).jitter_deg());
}

TEST_F(PlotsPanel, NamesTheLevelsOfTheStatus) {
  choose("first", "status");
  EXPECT_TRUE(desk.says("stalled"));
  EXPECT_TRUE(desk.says("not finite"));
  desk.point_at(place("first", 0.5F));
  desk.frames(3);
  const auto row = static_cast<std::size_t>(*panel().cursor);
  EXPECT_TRUE(desk.says("Damped least squares " + std::string(ik::name(history().outcome(row)))));
}

TEST_F(PlotsPanel, HasAScaleForEach) {
  desk.press("log/first");
  EXPECT_TRUE(plot(0).y.logarithmic);
  EXPECT_FALSE(plot(1).y.logarithmic);
  EXPECT_GT(plot(0).y.min, 0.0);
  desk.press("log/second");
  EXPECT_TRUE(plot(1).y.logarithmic);
  wait();
  desk.press("log/first");
  EXPECT_FALSE(plot(0).y.logarithmic);
  EXPECT_EQ(plot(0).y.min, 0.0);
}

TEST_F(PlotsPanel, FollowsThePresent) {
  EXPECT_NEAR(panel().time.end(), desk.tracker().time(), 1e-9);
  EXPECT_NEAR(span(), 10.0, 1e-9);
  desk.run(200);
  desk.frame();
  EXPECT_NEAR(panel().time.end(), desk.tracker().time(), 1e-9);
}

TEST_F(PlotsPanel, ZoomsBothAboutThePointer) {
  const double at = time_at(0.25F);
  wheel(place("second", 0.25F), 1.0F);
  EXPECT_NEAR(span(), 8.0, 1e-6);
  EXPECT_NEAR(time_at(0.25F), at, 1e-3);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(plot(i).x.min, panel().time.begin());
    EXPECT_EQ(plot(i).x.max, panel().time.end());
  }
  wheel(place("first", 0.25F), -1.0F);
  EXPECT_NEAR(span(), 10.0, 1e-6);
  wheel(place("first", 0.25F), -1.0F);
  EXPECT_NEAR(span(), 12.5, 1e-6);
  EXPECT_FALSE(desk.sent<ui::Seek>());
}

TEST_F(PlotsPanel, PansByDragWithoutGoingAnywhere) {
  const double begin = panel().time.begin();
  drag(place("first", 0.3F), place("first", 0.8F));
  EXPECT_NEAR(panel().time.begin(), begin - 5.0, 0.1);
  EXPECT_FALSE(desk.sent<ui::Seek>()) << "a drag is no click";
  const double stood = panel().time.begin();
  desk.run(100);
  desk.frames(2);
  EXPECT_EQ(panel().time.begin(), stood) << "it does not follow";
  EXPECT_EQ(plot(1).x.min, stood);
}

TEST_F(PlotsPanel, FitsTheYAxisToWhatIsSeen) {
  drag(place("first", 0.2F), place("first", 0.9F));
  for (int i = 0; i < 8; ++i) wheel(place("first", 0.5F), 1.0F);
  double largest = 0.0;
  for (std::size_t row = 0; row < history().size(); ++row) {
    const double time = history().time(row);
    if (time < panel().time.begin() || time > panel().time.end()) continue;
    largest = std::max({largest, history().error(row, 0), history().error(row, 1)});
  }
  EXPECT_GE(plot(0).y.max, largest);
  EXPECT_LE(plot(0).y.max, 1.6 * largest);
}

TEST_F(PlotsPanel, GoesWhereItIsClickedAndBackByADoubleClick) {
  const double time = time_at(0.4F);
  const double begin = panel().time.begin();
  desk.press_at(place("first", 0.4F));
  ASSERT_TRUE(desk.sent<ui::Seek>());
  EXPECT_NEAR(desk.tracker().time(), time, 0.03);  // half a pixel
  EXPECT_EQ(panel().time.begin(), begin) << "what is seen stays";
  wait();
  wheel(place("first", 0.4F), 3.0F);
  const ImVec2 at = place("second", 0.2F);
  desk.press_at(at);
  desk.press_at(at);
  EXPECT_EQ(desk.timeline.now(), desk.timeline.last());
  EXPECT_TRUE(panel().time.following());
  EXPECT_NEAR(panel().time.end(), desk.tracker().time(), 1e-9);
  EXPECT_NEAR(span(), 10.0, 1e-9);
}

TEST_F(PlotsPanel, DrawsThePlayheadWhereTheRunGoesOnBehindIt) {
  const auto lines = [this] {
    const ImU32 color = ui::packed(desk.theme.color.accent);
    const lab::Box f = frame("first");
    const double x = f.left + lab::place(plot(0).x, desk.tracker().time()) * f.width;
    int count = 0;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
      for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
        const bool head = vertex.pos.y < f.top && vertex.pos.y > f.top - 6.0;
        count += head && std::abs(vertex.pos.x - x) < 6.0 && vertex.col == color;
      }
    }
    return count;
  };
  EXPECT_EQ(lines(), 0);
  desk.timeline.seek(3000);
  desk.frames(2);
  EXPECT_GT(lines(), 0);
}

TEST_F(PlotsPanel, ReadsBothPlotsUnderOneCursor) {
  desk.point_at(place("second", 0.6F));
  desk.frames(3);
  ASSERT_TRUE(panel().cursor);
  const auto row = history().row_of(*panel().cursor);
  EXPECT_NEAR(history().time(row), time_at(0.6F), 0.02);
  char text[96];
  for (int i = 0; i < 2; ++i) {
    std::snprintf(text, sizeof text, "%s %.4g m",
                  desk.tracker().multibody().effector(i).name.c_str(), history().error(row, i));
    EXPECT_TRUE(desk.says(text)) << text;
  }
  std::snprintf(text, sizeof text, "%s %.4g °", desk.tracker().method_info().label,
                history().recent(row).jitter_deg());
  EXPECT_TRUE(desk.says(text)) << text;
  std::snprintf(text, sizeof text, "t %.4g s", history().time(row));
  EXPECT_TRUE(desk.says(text)) << text;
  desk.hover("run/play");
  EXPECT_FALSE(panel().cursor);
}

TEST_F(PlotsPanel, SharesTheCursorWithTheTimeline) {
  const ui::ItemRect track = desk.item("timeline/track");
  const long step = 3500;
  const float x = track.min.x + 6.0F +
                  (track.max.x - track.min.x - 12.0F) * static_cast<float>(step) /
                      static_cast<float>(desk.timeline.last());
  desk.point_at({x, track.middle().y});
  desk.frames(3);
  ASSERT_TRUE(panel().cursor);
  EXPECT_NEAR(static_cast<double>(*panel().cursor), 3500.0, 8.0);
  char text[64];
  std::snprintf(text, sizeof text, "t %.4g s", history().time(history().row_of(*panel().cursor)));
  EXPECT_TRUE(desk.says(text)) << text;
  desk.wait_for_hint();
  for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) {
    ASSERT_LT(vertex.pos.y, ui::shown_hint()->min.y) << "the timeline and its hint stay clear";
  }

  // and in reverse: a tick on the track
  const auto ticks = [&] {
    int count = 0;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
      for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
        count += std::abs(vertex.pos.y - track.min.y) < 1.0F && vertex.pos.x > track.min.x &&
                 vertex.pos.x < track.max.x && vertex.col == ui::packed(desk.theme.color.text);
      }
    }
    return count;
  };
  desk.hover("run/play");
  EXPECT_EQ(ticks(), 0);
  desk.point_at(place("first", 0.5F));
  desk.frames(3);
  EXPECT_GT(ticks(), 0);
}

TEST_F(PlotsPanel, TogglesALineAtItsNameAndNothingElse) {
  const std::string name = desk.tracker().multibody().effector(1).name;
  desk.press("legend-first/" + name);
  EXPECT_FALSE(plot(0).series[1].visible);
  EXPECT_TRUE(plot(0).series[0].visible);
  EXPECT_TRUE(plot(1).series[0].visible);
  EXPECT_FALSE(desk.sent<ui::Seek>()) << "the plot below is not clicked";
  EXPECT_TRUE(desk.has("legend-first/" + name)) << "faint, but there";
  choose("first", "jitter");
  EXPECT_TRUE(plot(0).series[0].visible);
  choose("first", "error");
  EXPECT_FALSE(plot(0).series[1].visible) << "remembered";
  wait();
  desk.press("legend-first/" + name);
  EXPECT_TRUE(plot(0).series[1].visible);
}

TEST_F(PlotsPanel, AsksToSaveWhatIsSeen) {
  desk.press("log/first");
  desk.press("legend-first/" + desk.tracker().multibody().effector(0).name);
  drag(place("second", 0.3F), place("second", 0.6F));
  for (const bool by_key : {false, true}) {
    desk.forget();
    if (by_key) {
      desk.key(ui::Key{'E'});
    } else {
      desk.press("plots/save");
    }
    ASSERT_EQ(desk.sent<ui::SavePlots>()->plots.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      const lab::Plot& saved = desk.sent<ui::SavePlots>()->plots[i];
      EXPECT_EQ(saved.id, plot(i).id);
      for (const auto& [a, b] : {std::pair(saved.x, plot(i).x), std::pair(saved.y, plot(i).y)}) {
        EXPECT_EQ(a.min, b.min);
        EXPECT_EQ(a.max, b.max);
        EXPECT_EQ(a.logarithmic, b.logarithmic);
      }
    }
    const lab::Plot& errors = desk.sent<ui::SavePlots>()->plots[0];
    EXPECT_FALSE(errors.series[0].visible);
    EXPECT_TRUE(errors.series[1].visible);
    // all visible rows, not thinned
    const std::size_t first = history().row_at(errors.x.min), last = history().row_at(errors.x.max);
    EXPECT_GE(errors.series[1].x.size(), last - first);
    EXPECT_GT(errors.series[1].x.size(), 1500U);
  }
}

TEST_F(PlotsPanel, PutsTheValuesBesideTheCursorIntoAColumn) {
  desk.point_at(place("first", 0.5F));
  desk.frames(3);
  ASSERT_TRUE(panel().cursor);
  const drawn::Reader reader(*ImGui::GetIO().Fonts, 1.0F);
  const drawn::Frame frame = reader.read(*ImGui::GetDrawData());
  std::set<float> lefts;
  int found = 0;
  for (int i = 0; i < 2; ++i) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.4g",
                  history().error(history().row_of(*panel().cursor), i));
    for (const drawn::Words& words : frame.words) {
      if (!words.text.starts_with(digits)) continue;
      lefts.insert(std::round(words.whole.min.x));
      ++found;
    }
  }
  EXPECT_EQ(found, 2) << "a value each, apart from its name";
  EXPECT_EQ(lefts.size(), 1U);
}

TEST_F(PlotsPanel, NamesTheMethodThatMadeTheStepUnderTheCursor) {
  lab::Setup setup = desk.timeline.setup();
  lab::set_method(setup.front_lane(), *ik::find_method("pseudoinverse"));
  desk.change(setup);
  desk.run(1000);
  desk.frames(2);
  ASSERT_EQ(plot(1).series[0].stretches.size(), 2U);
  const std::string dls = ik::find_method("dls")->label;
  const std::string pseudoinverse = ik::find_method("pseudoinverse")->label;
  desk.point_at(place("first", 0.2F));
  desk.frames(3);
  ASSERT_TRUE(panel().cursor);
  const auto jitter = [this] {
    char text[32];
    const std::size_t row = history().row_of(*panel().cursor);
    std::snprintf(text, sizeof text, " %.4g °", history().recent(row).jitter_deg());
    return std::string(text);
  };
  EXPECT_TRUE(desk.says(dls + jitter()));
  EXPECT_FALSE(desk.says(pseudoinverse + jitter()));
  desk.point_at(place("first", 0.95F));
  desk.frames(3);
  ASSERT_TRUE(panel().cursor);
  EXPECT_TRUE(desk.says(pseudoinverse + jitter()));
}

TEST_F(PlotsPanel, NamesWhatWasChangedAtTheMarkUnderThePointer) {
  lab::Setup setup = desk.timeline.setup();
  setup.front_lane().settings.set_param("lambda", 0.4);
  desk.change(setup);
  desk.run(1000);
  desk.frames(2);
  ASSERT_EQ(plot(0).marks.size(), 1U);
  // the change is at the middle of the ten visible seconds
  desk.point_at(place("first", 0.5F));
  desk.frames(3);
  EXPECT_TRUE(desk.says("Damping λ 1.1 → 0.4 m/rad"));
  desk.point_at(place("first", 0.55F));
  desk.frames(3);
  EXPECT_FALSE(desk.says("Damping λ 1.1 → 0.4 m/rad"));
}

TEST_F(PlotsPanel, MeasuresDifferencesFromASecondCursor) {
  const long now = desk.timeline.now();
  ui::set_modifiers({.shift = true});
  desk.press_at(place("first", 0.4F));
  ui::set_modifiers({});
  ASSERT_TRUE(panel().anchor);
  const long from = *panel().anchor;
  EXPECT_NEAR(history().time(history().row_of(from)), time_at(0.4F), 0.03);
  EXPECT_FALSE(desk.sent<ui::Seek>()) << "it goes nowhere";
  EXPECT_EQ(desk.timeline.now(), now);
  desk.point_at(place("second", 0.7F));
  desk.frames(3);
  const long to = *panel().cursor;
  const auto a = history().row_of(from), b = history().row_of(to);
  char text[64];
  std::snprintf(text, sizeof text, "Δ %+.4g s", history().time(b) - history().time(a));
  EXPECT_TRUE(desk.says(text)) << text;
  for (int i = 0; i < 2; ++i) {
    std::snprintf(text, sizeof text, "Δ %+.4g m", history().error(b, i) - history().error(a, i));
    EXPECT_TRUE(desk.says(text)) << text;
  }
  std::snprintf(text, sizeof text, "Δ %+.4g °",
                history().recent(b).jitter_deg() - history().recent(a).jitter_deg());
  EXPECT_TRUE(desk.says(text)) << text;

  wait();
  ui::set_modifiers({.shift = true});
  desk.press_at(place("second", 0.4F));
  ui::set_modifiers({});
  EXPECT_FALSE(panel().anchor) << "a second one at the same place removes it";
  desk.point_at(place("second", 0.7F));
  desk.frames(3);
  EXPECT_FALSE(desk.says("Δ +"));
  EXPECT_FALSE(desk.says("Δ -"));
}

TEST_F(PlotsPanel, KeepsItsGesturesBesideTheSecondCursor) {
  const double begin = panel().time.begin();
  ui::set_modifiers({.shift = true});
  drag(place("first", 0.3F), place("first", 0.8F));
  ui::set_modifiers({});
  ASSERT_TRUE(panel().anchor) << "set where the drag began";
  EXPECT_NEAR(history().time(history().row_of(*panel().anchor)), time_at(0.3F), 0.02);
  EXPECT_EQ(panel().time.begin(), begin) << "a drag with Shift moves nothing";
  EXPECT_FALSE(desk.sent<ui::Seek>());
  wait();
  desk.press_at(place("first", 0.6F));
  EXPECT_TRUE(desk.sent<ui::Seek>()) << "a click goes to that time";
  EXPECT_TRUE(panel().anchor);
  desk.panels.help = true;
  desk.key(ui::Key::kEscape);
  EXPECT_FALSE(desk.panels.help);
  EXPECT_TRUE(panel().anchor) << "Esc closes one thing at a time";
  desk.key(ui::Key::kEscape);
  EXPECT_FALSE(panel().anchor);
}

TEST_F(PlotsPanel, ReadsNothingWhereTheTitleIs) {
  for (const char* name : {"plot-title/first", "plot-title/second"}) {
    desk.hover(name);
    EXPECT_TRUE(desk.says("Buss 2009, section 8")) << name;
    EXPECT_FALSE(panel().cursor);
  }
}

}  // namespace
