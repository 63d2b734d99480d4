#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/scene/number_text.h"
#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

struct PlottedRun {
  const lab::Timeline& timeline;
  const lab::Runs& runs;
};

constexpr const char* kPlotMenu = "plot menu";

/// The visible series with a point nearest to a place in the frame.
std::optional<std::size_t> line_at(const lab::Plot& plot, const lab::Box& frame, ImVec2 place) {
  std::optional<std::size_t> nearest;
  double least = lab::kOff;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (!plot.series[i].visible) continue;
    for (const auto& line : lab::lines_of(plot.series[i], plot, frame, 1.0)) {
      for (const lab::Point& point : line) {
        const double away = std::hypot(point.x - place.x, point.y - place.y);
        if (away >= least) continue;
        least = away;
        nearest = i;
      }
    }
  }
  return nearest;
}

/// "0.01234 m"; an angle has no space before its unit.
std::string value_text(double value, const std::string& unit) {
  return lab::number_text(value, 4) + (unit == "°" || unit.empty() ? "" : " ") + unit;
}

lab::Statistics statistics_of(const PlotView& view, const lab::Runs& runs, std::size_t series) {
  const lab::Axis& time = view.live.plot.x;
  return view.live.statistics(runs, {time.min, time.max}, series);
}

/// "\nIn view: mean …, from … to …, standard deviation …, 2000 steps": of a line of the plot, or
/// empty if it has no values there.
std::string statistics_text(const PlotView& view, const lab::Runs& runs, std::size_t series) {
  const lab::Plot& plot = view.live.plot;
  if (!plot.y.levels.empty() || !plot.series[series].visible) return {};
  const lab::Statistics known = statistics_of(view, runs, series);
  if (known.count == 0) return {};
  const std::string& unit = plot.y.unit;
  return "\nIn view: mean " + value_text(known.mean, unit) + ", from " +
         value_text(known.least, unit) + " to " + value_text(known.most, unit) +
         ", standard deviation " + value_text(known.deviation, unit) + ", " +
         std::to_string(known.count) + " steps";
}

void statistics_table(const Theme& theme, const lab::Runs& runs, const PlotView& view) {
  const lab::Plot& plot = view.live.plot;
  if (!plot.y.levels.empty()) return;
  const auto font = in_font(theme.font.small);
  colored(theme.color.muted, "In view" + (plot.y.unit.empty() ? "" : " [" + plot.y.unit + "]"));
  if (!ImGui::BeginTable("statistics", 5, ImGuiTableFlags_SizingFixedFit)) return;
  for (const char* heading : {"", "mean", "deviation", "least", "largest"}) {
    ImGui::TableNextColumn();
    colored(theme.color.muted, heading);
  }
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const lab::Series& series = plot.series[i];
    if (!series.visible) continue;
    const lab::Statistics known = statistics_of(view, runs, i);
    if (known.count == 0) continue;
    ImGui::TableNextColumn();
    swatch_before(theme, series.color, 4, theme.px(6));
    ImGui::TextUnformatted(series.label.c_str());
    for (const double value : {known.mean, known.deviation, known.least, known.most}) {
      ImGui::TableNextColumn();
      colored(theme.color.text, lab::number_text(value, 3), theme.font.small_numbers);
    }
  }
  ImGui::EndTable();
  ImGui::Separator();
}

bool plot_menu_row(const char* name, const char* id, const char* label,
                   const char* keys = nullptr) {
  const bool pressed = ImGui::MenuItem(label, keys);
  mark(std::string("plot-menu-") + name, id);
  return pressed;
}

void hiding_rows(const char* name, PlotView& view) {
  const auto& series = view.live.plot.series;
  const bool some_hidden =
      std::ranges::any_of(series, [](const lab::Series& s) { return !s.visible; });
  if (view.menu_of && *view.menu_of < series.size() && series[*view.menu_of].visible) {
    const std::string label = "Hide " + series[*view.menu_of].label;
    if (plot_menu_row(name, "hide", label.c_str())) {
      view.choice.off.insert({view.choice.signal, view.live.key(*view.menu_of)});
    }
  }
  if (some_hidden && plot_menu_row(name, "show", "Show all lines")) {
    std::erase_if(view.choice.off,
                  [&view](const auto& hidden) { return hidden.first == view.choice.signal; });
  }
}

/// The open menu of a plot: statistics of the visible range, and copy, save, scale, fit and hide.
/// \param which index of the plot \param name of the plot, for the items' names
void plot_menu(const Theme& theme, const PlottedRun& run, std::size_t which, const char* name,
               PlotsPanel& panel, Edit& edit) {
  if (!ImGui::BeginPopup(kPlotMenu)) return;
  PlotView& view = panel.views[which];
  statistics_table(theme, run.runs, view);
  const auto shown = [&] { return visible_plots(run.timeline, run.runs.histories, panel); };
  const auto this_one = [&] { return std::vector<lab::Plot>{shown().at(which)}; };
  if (plot_menu_row(name, "copy-picture", "Copy picture")) {
    edit.send(CopyPlots{this_one(), CopyPlots::As::kPicture});
  }
  if (plot_menu_row(name, "copy-data", "Copy data")) {
    edit.send(CopyPlots{this_one(), CopyPlots::As::kData});
  }
  const char* const save = panel.visible > 1 ? "Save both plots" : "Save the plot";
  if (plot_menu_row(name, "save", save, "E")) edit.send(SavePlots{shown()});
  ImGui::Separator();
  const bool named = !view.live.plot.y.levels.empty();
  if (ImGui::MenuItem("Logarithmic", nullptr, view.choice.logarithmic, !named)) {
    view.choice.logarithmic = !view.choice.logarithmic;
  }
  mark(std::string("plot-menu-") + name, "log");
  if (plot_menu_row(name, "fit", "Fit", "double click")) {
    fit(panel);
    edit.send(Seek{run.timeline.last()});
  }
  hiding_rows(name, view);
  ImGui::EndPopup();
}

constexpr std::array kPlotNames = {"first", "second"};
constexpr float kRoomForPair = 520.0F;  ///< design points, the width from which both are shown
constexpr double kUsualSteps = 2000.0;  ///< ten seconds of 5 ms steps
constexpr double kWheel = 0.8;          ///< factor of the time range for a notch
constexpr float kScaleWidth = 34.0F;    ///< design points, of the button of the scale
constexpr float kDragThreshold = 4.0F;  ///< design points; less is a click
constexpr float kGrasp = 5.0F;          ///< design points around a mark or a cursor

/// The title, which opens the list of signals. \returns its right end
float title_menu(const Theme& theme, const lab::Runs& runs, const char* name, PlotView& view,
                 float room) {
  const lab::SignalInfo& chosen = lab::info(view.choice.signal);
  const std::string title = lab::with_unit(chosen.label, chosen.unit);
  const float wanted = ImGui::CalcTextSize(title.c_str()).x + theme.px(18);
  const ImVec2 size{std::max(std::min(wanted, room), theme.px(20)), ImGui::GetFrameHeight()};
  if (press_area("title", size)) ImGui::OpenPopup("signals");
  mark("plot-title", name);
  const ImVec2 a = item_rect().min, b = item_rect().max;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) fill_rect(list, {a, b}, theme.color.hovered, theme.px(4));
  list.PushClipRect(a, {b.x - theme.px(13), b.y}, true);
  list.AddText({a.x + theme.px(2), 0.5F * (a.y + b.y - ImGui::GetFontSize())},
               packed(theme.color.text), title.c_str());
  list.PopClipRect();
  chevron(theme, {b.x - theme.px(7), 0.5F * (a.y + b.y)}, true);
  hint(theme, std::string(chosen.help) + " Press to choose another signal.");
  if (!ImGui::BeginPopup("signals")) return b.x;
  for (const lab::SignalInfo& signal : lab::signals()) {
    if (!lab::has(runs, signal.signal)) continue;
    if (list_row(theme, lab::with_unit(signal.label, signal.unit).c_str(),
                 signal.signal == chosen.signal)) {
      view.choice.signal = signal.signal;
    }
    describe(theme, std::string("signal-") + name, signal.id, signal.help);
  }
  ImGui::EndPopup();
  return b.x;
}

void scale_switch(const Theme& theme, const char* name, lab::LiveChoice& choice) {
  const bool on = choice.logarithmic, none = choice.signal == lab::Signal::kStatus;
  push_button_colors(theme, on, 1.0F, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(theme.px(2), ImGui::GetStyle().FramePadding.y));
  ImGui::BeginDisabled(none);
  if (ImGui::Button("log", {theme.finger(kScaleWidth), 0.0F})) choice.logarithmic = !on;
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(4);
  describe(theme, "log", name,
           none ? "A status has no logarithmic axis." : "Logarithmic or linear y axis");
}

/// The entries of the legend as buttons in front of the plot, none to the left of `left`.
/// \returns whether the pointer is over one
bool legend_buttons(const Theme& theme, const lab::Runs& runs, const char* name, double left,
                    PlotView& view, std::span<const lab::LegendEntry> entries) {
  bool hovered = false;
  for (const lab::LegendEntry& entry : entries) {
    const lab::Series& series = view.live.plot.series[entry.series];
    const lab::Box& box = entry.box;
    const double begin = std::max(box.left - theme.px(3), left);
    ImGui::SetCursorScreenPos(vec({begin, box.top}));
    const auto id = in_id(entry.series);
    const bool pressed = press_area("entry", vec({box.right() + theme.px(3) - begin, box.height}));
    mark(std::string("legend-") + name, series.label);
    hovered |= ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (ImGui::IsItemHovered()) {
      hint(theme, series.label + (series.visible ? ": press to hide" : ": press to show") +
                      statistics_text(view, runs, entry.series));
    }
    if (!pressed) continue;
    const std::pair key(view.choice.signal, view.live.key(entry.series));
    if (view.choice.off.erase(key) == 0) view.choice.off.insert(key);
  }
  return hovered;
}

std::optional<long> step_at(const lab::History& history, double time) {
  if (history.size() == 0) return std::nullopt;
  std::size_t row = std::min(history.row_at(time), history.size() - 1);
  if (row > 0 && time - history.time(row - 1) < history.time(row) - time) --row;
  return history.step(row);
}

/// Makes a range of the y axis the user's.
void choose_range(const lab::Axis& axis, PlotView& view) {
  view.live.plot.y = axis;
  view.range = {view.choice.signal, view.choice.logarithmic, axis.min, axis.max};
}

/// The user's range of the y axis, or the rounded one that fits.
void set_range(PlotView& view) {
  lab::Plot& plot = view.live.plot;
  auto& range = view.range;
  const bool other = range && (range->signal != view.choice.signal ||
                               range->logarithmic != view.choice.logarithmic);
  if (other) range.reset();
  if (!plot.y.levels.empty()) return;
  if (!range) return calm(plot.y);
  plot.y.min = range->min;
  plot.y.max = range->max;
  plot.peaks.clear();
}

/// Handles pointer and wheel over the numbers of the y axis, which are left of the frame.
/// \returns whether the pointer is there, or drags from there
bool navigate_axis(const Theme& theme, const lab::Box& frame, PlotView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool over = io.MousePos.x < frame.left && io.MousePos.y >= frame.top - theme.px(8) &&
                    io.MousePos.y <= frame.bottom() + theme.px(8);
  if (ImGui::IsItemActivated()) view.holds_axis = over;
  const bool held = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (held ? !view.holds_axis : !(over && ImGui::IsItemHovered())) return false;
  const double height = std::max(frame.height, 1.0);
  lab::Axis axis = view.live.plot.y;
  if (axis.levels.empty()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (io.MouseWheel != 0.0F) {
    lab::zoom(axis, (frame.bottom() - io.MousePos.y) / height, std::pow(kWheel, io.MouseWheel));
    choose_range(axis, view);
  }
  const float threshold = theme.px(kDragThreshold);
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, threshold)) {
    const float down = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, threshold).y;
    ImGui::ResetMouseDragDelta(ImGuiMouseButton_Left);
    lab::pan(axis, down / height);
    choose_range(axis, view);
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    view.range.reset();
  }
  return true;
}

void navigate(const Theme& theme, const lab::History& history, long last, const lab::Box& frame,
              PlotsPanel& panel, Edit& edit) {
  const ImGuiIO& io = ImGui::GetIO();
  const double span = panel.time.end() - panel.time.begin();
  const double share = (io.MousePos.x - frame.left) / std::max(frame.width, 1.0);
  const double time = panel.time.begin() + std::clamp(share, 0.0, 1.0) * span;
  const float threshold = theme.px(kDragThreshold);
  if (ImGui::IsItemActivated()) {
    panel.dragged = false;
    panel.measures = io.KeyShift;
    // the second cursor comes here, or goes if the pointer is at it
    if (panel.measures && panel.anchor) {
      const double at = history.time(history.row_of(*panel.anchor)) - panel.time.begin();
      const double away = frame.left + frame.width * at / span - io.MousePos.x;
      panel.anchor = std::abs(away) <= theme.px(kGrasp) ? std::nullopt : step_at(history, time);
    } else if (panel.measures) {
      panel.anchor = step_at(history, time);
    }
  }
  if (ImGui::IsItemActive() && !panel.measures &&
      ImGui::IsMouseDragging(ImGuiMouseButton_Left, threshold)) {
    const float across = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, threshold).x;
    ImGui::ResetMouseDragDelta(ImGuiMouseButton_Left);
    panel.time.pan(-across / std::max(frame.width, 1.0) * span);
    panel.dragged = true;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  if (!ImGui::IsItemHovered()) return;
  panel.pointed = step_at(history, time);
  if (io.MouseWheel != 0.0F) panel.time.zoom(time, std::pow(kWheel, io.MouseWheel));
  if (io.MouseWheelH != 0.0F) panel.time.pan(0.1 * span * io.MouseWheelH);
  if (panel.measures && (ImGui::IsItemActive() || ImGui::IsItemDeactivated())) return;
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    fit(panel);
    edit.send(Seek{last});
    panel.dragged = true;  // the release is not a click
  } else if (ImGui::IsItemDeactivated() && !panel.dragged) {
    if (const auto step = step_at(history, time)) edit.send(Seek{*step});
  }
}

/// The change at the mark under the pointer, in words; empty if there is none.
std::string mark_at_pointer(const Theme& theme, const lab::Plot& plot, const lab::Box& frame) {
  const float pointer = ImGui::GetIO().MousePos.x;
  const lab::PlotMark* nearest = nullptr;
  double least = theme.px(kGrasp);
  for (const lab::PlotMark& mark : plot.marks) {
    const double away = std::abs(lab::across(plot.x, frame, mark.x) - pointer);
    if (away > least) continue;
    least = away;
    nearest = &mark;
  }
  if (nearest == nullptr) return {};
  return format("changed at %.4g %s\n", nearest->x, plot.x.unit.c_str()) + nearest->text;
}

/// \param hovered whether the pointer is over this plot
void cursors(const Theme& theme, const PlottedRun& run, const lab::Box& frame, bool hovered,
             const PlotsPanel& panel, const PlotView& view) {
  const lab::Runs& runs = run.runs;
  const lab::History& history = runs.front();
  if (history.size() == 0 || !lab::has_room(frame, plot_style(theme))) return;
  const long first = history.step(0), last = history.step(history.size() - 1);
  const long now = run.timeline.now();
  const lab::Plot& plot = view.live.plot;
  if (now < run.timeline.last() && now >= first) {
    draw_playhead(theme, plot, frame, history.time(history.row_of(now)));
  }
  const auto values_at = [&](long step) {
    return CursorValues{history.time(history.row_of(step)), view.live.values(runs, step)};
  };
  const auto recorded = [&](std::optional<long> step) {
    return step && *step >= first && *step <= last;
  };
  std::optional<CursorValues> anchor;
  if (recorded(panel.anchor)) anchor = values_at(*panel.anchor);
  if (anchor) draw_anchor(theme, plot, frame, *anchor);
  if (!recorded(panel.cursor)) return;
  draw_cursor(theme, plot, frame, values_at(*panel.cursor),
              {.from = anchor ? &*anchor : nullptr,
               .note = hovered ? mark_at_pointer(theme, plot, frame) : std::string(),
               .above = ImGui::GetWindowPos().y});
}

/// One plot with its title, scale and legend; the last one also with the button that saves them.
void live_plot(const Theme& theme, const PlottedRun& run, std::size_t which, ImVec2 size,
               PlotsPanel& panel, Edit& edit) {
  const lab::Runs& runs = run.runs;
  const bool saves = which + 1 == panel.visible;
  const char* name = kPlotNames[which];
  PlotView& view = panel.views[which];
  if (!lab::has(runs, view.choice.signal)) view.choice.signal = lab::Signal::kErrors;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float row = ImGui::GetFrameHeight() + theme.px(2);
  const float scale_left = size.x - theme.finger(kScaleWidth) - theme.px(4) -
                           (saves ? ImGui::GetFrameHeight() + theme.px(4) : 0.0F);
  const auto id = in_id(name);
  ImGui::PushFont(theme.font.small);
  const float title_end = title_menu(theme, runs, name, view, scale_left - theme.px(4));
  ImGui::SetCursorScreenPos({corner.x + scale_left, corner.y});
  scale_switch(theme, name, view.choice);
  if (saves) {
    ImGui::SameLine(0.0F, theme.px(4));
    const float side = ImGui::GetFrameHeight();
    if (icon_button(theme, "save", Icon::kSave, {side, side})) {
      edit.send(SavePlots{visible_plots(run.timeline, runs.histories, panel)});
    }
    describe(theme, "plots", "save",
             "Save the plots as shown (E): one SVG, PNG and, on a desktop, PDF, and a CSV for each "
             "plot, in the folder of recordings.");
  }
  const float title_right = title_end + theme.px(8);
  const lab::Box heading{title_right, corner.y + 0.5F * (row - theme.px(2) - ImGui::GetFontSize()),
                         corner.x + scale_left - theme.px(8) - title_right, ImGui::GetFontSize()};
  ImGui::PopFont();

  const ImVec2 below{corner.x, corner.y + row};
  const ImVec2 rest{size.x, size.y - row};
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const lab::PlotStyle style = plot_style(theme);
  const lab::Plot& plot = view.live.plot;
  const auto laid_out = [&] {
    return lab::lay_out(plot, box_of(below, rest), heading, style, painter);
  };
  view.live.plot.limit = lab::info(view.choice.signal).limit;
  view.live.refill(runs, view.choice, {panel.time.begin(), panel.time.end()},
                   static_cast<std::size_t>(std::max(laid_out().frame.width, 1.0)));
  set_range(view);
  lab::PlotLayout layout = laid_out();
  // both frames begin at the same height
  view.legend = layout.frame.top - below.y;
  const double other = panel.visible > 1 ? panel.views[1 - which].legend : 0.0;
  const double lower = std::clamp(other - view.legend, 0.0, 0.5 * layout.frame.height);
  layout.frame.top += lower;
  layout.frame.height -= lower;

  const bool on_legend = legend_buttons(theme, runs, name, below.x, view, layout.legend);
  ImGui::SetCursorScreenPos(below);
  press_area("##plot", rest);
  mark("plot", name, Access::kPointer);
  const bool hovered = ImGui::IsItemHovered();
  const lab::Box& frame = layout.frame;
  lab::draw(plot, layout, style, painter);
  const bool right = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  if (right) {
    view.menu_of = line_at(plot, frame, ImGui::GetIO().MousePos);
    ImGui::OpenPopup(kPlotMenu);
  }
  if (!on_legend && !navigate_axis(theme, frame, view)) {
    navigate(theme, runs.front(), run.timeline.last(), frame, panel, edit);
  }
  plot_menu(theme, run, which, name, panel, edit);
  cursors(theme, run, frame, hovered && !on_legend, panel, view);
}

/// When lanes are compared, each lane's mean error replaces the errors of the front lane's
/// effectors. With a single lane these come back. The user may choose otherwise in between.
void compare_errors(bool compares, PlotsPanel& panel) {
  if (std::exchange(panel.compares, compares) == compares) return;
  const auto [from, to] = compares ? std::pair(lab::Signal::kErrors, lab::Signal::kMeanError)
                                   : std::pair(lab::Signal::kMeanError, lab::Signal::kErrors);
  for (PlotView& view : panel.views) {
    if (view.choice.signal == from) view.choice.signal = to;
  }
}

}  // namespace

void plots_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, ImVec2 size, PlotsPanel& panel,
                 Edit& edit) {
  const lab::Runs runs{timeline.setup(), histories, timeline.marks()};
  const lab::History& history = runs.front();
  if (panel.anchor && *panel.anchor > timeline.last()) panel.anchor.reset();
  if (history.size() > 0) {
    const std::size_t last = history.size() - 1;
    const double now = history.time(history.row_of(timeline.now()));
    panel.time.update({history.time(0), now, history.time(last)},
                      kUsualSteps * timeline.setup().front_lane().settings.time_step);
  }
  compare_errors(timeline.setup().lanes.size() > 1, panel);
  const bool both = size.x >= theme.px(kRoomForPair);
  panel.visible = both ? 2 : 1;
  const ImVec2 corner = ImGui::GetCursorPos();
  const float gap = theme.px(12);
  const float left = both ? std::floor(0.5F * (size.x - gap)) : size.x;
  live_plot(theme, {timeline, runs}, 0, {left, size.y}, panel, edit);
  if (!both) return;
  ImGui::SetCursorPos({corner.x + left + gap, corner.y});
  live_plot(theme, {timeline, runs}, 1, {size.x - gap - left, size.y}, panel, edit);
}

void fit(PlotsPanel& panel) {
  panel.time.follow();
  for (PlotView& view : panel.views) view.range.reset();
}

std::vector<lab::Plot> visible_plots(const lab::Timeline& timeline,
                                     std::span<const lab::History* const> histories,
                                     const PlotsPanel& panel) {
  std::vector<lab::Plot> plots;
  const lab::Runs runs{timeline.setup(), histories, timeline.marks()};
  for (std::size_t i = 0; i < panel.visible; ++i) {
    const PlotView& view = panel.views[i];
    const lab::Plot& seen = view.live.plot;
    const lab::RunPart part = lab::part_of(timeline, seen.x.min, seen.x.max);
    plots.push_back(lab::whole_plot(runs, view.choice, {seen.x.min, seen.x.max}, part.initial));
    plots.back().subtitle += lab::count_text(part.notes);
    plots.back().limit = lab::info(view.choice.signal).limit;
    plots.back().y.min = seen.y.min;
    plots.back().y.max = seen.y.max;
  }
  return plots;
}

}  // namespace ui
