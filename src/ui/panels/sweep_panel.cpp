#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/sweep/sweep_figures.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

// one more than a power of two, so that the coarse grids contain both ends
constexpr std::array kGrids{17, 33, 65};
constexpr const char* kGridNames[] = {"17 × 17", "33 × 33", "65 × 65"};
constexpr long kLengths[][2] = {{400, 100}, {800, 200}, {2400, 400}};  // steps, and warm-up
constexpr const char* kLengthNames[] = {"400", "800", "2400"};

constexpr float kNumber = 64.0F;  ///< design points, width of a number field

bool has_words(const lab::SweepAxis& axis) {
  return axis.kind == ik::KnobKind::kSwitch || axis.kind == ik::KnobKind::kChoice;
}

/// Sets the number of values to `wanted`, or to as many as possible. An axis of counts has whole
/// values, and all of them if there are few.
void fit_count(lab::SweepAxis& axis, int wanted) {
  if (has_words(axis)) return;
  const double whole = axis.high - axis.low + 1.0;
  if (axis.kind == ik::KnobKind::kCount && !axis.logarithmic && whole >= 2.0 &&
      whole <= kGrids.back()) {
    axis.count = static_cast<int>(whole);
    return;
  }
  for (axis.count = wanted; axis.count > 2; --axis.count) {
    if (axis.kind == ik::KnobKind::kNumber || lab::fault(axis).empty()) return;
  }
}

bool edit_number(const Theme& theme, const char* id, const lab::SweepAxis& axis, double& value,
                 float width) {
  const bool counts = axis.kind == ik::KnobKind::kCount;
  const auto speed = static_cast<float>(
      axis.logarithmic ? 0.01 * std::abs(value) : (counts ? 0.1 : 0.002 * (axis.high - axis.low)));
  ImGui::SetNextItemWidth(width);
  const auto font = in_font(theme.font.small_numbers);
  const auto moved =
      number_field(theme, {id, std::max(speed, 1e-6F), counts ? "%.0f" : "%.4g"}, value);
  if (!moved) return false;
  value = counts ? std::round(*moved) : *moved;
  return true;
}

void range_row(const Theme& theme, const lab::SweepAxis& axis, std::size_t which,
               SweepPanel& panel) {
  if (has_words(axis)) return;
  row_label(theme, lab::with_unit(axis.label, axis.unit),
            "The first and the last value: drag, or double-click to type. The default is the range "
            "of the slider.");
  SweepRange range{axis.low, axis.high, axis.logarithmic};
  const float width = theme.px(kNumber);
  const auto id = in_id(which);
  const char* const side = which == 0 ? "x" : "y";
  bool changed = edit_number(theme, "##low", axis, range.low, width);
  mark("sweep/low", side);
  ImGui::SameLine(0.0F, theme.px(4));
  changed |= edit_number(theme, "##high", axis, range.high, width);
  mark("sweep/high", side);
  ImGui::SameLine(0.0F, theme.px(8));
  if (switch_button(theme, "ratios", range.logarithmic)) {
    range.logarithmic = !range.logarithmic;
    changed = true;
  }
  describe(theme, "sweep/log", side, "Logarithmic: equal ratios between the values.");
  if (reset_button(theme, "reset/sweep", side, panel.ranges.contains(axis.name),
                   "Reset to the range of the slider.")) {
    panel.ranges.erase(axis.name);
    changed = false;
  }
  if (changed) panel.ranges[axis.name] = range;
}

/// Names of the settings and parameters that can be varied for this body and method.
std::vector<std::string> sweep_names(const lab::Tracker& tracker) {
  std::vector<std::string> names = lab::axis_names(tracker.method_info());
  std::erase_if(names, [&tracker](const std::string& name) {
    const auto knob = lab::find_knob(tracker.method_info(), name);
    // what it needs may be the other axis
    return knob->needs == nullptr && !why_unused(*knob, tracker).empty();
  });
  return names;
}

void sweep_settings(const Theme& theme, std::span<const lab::SweepAxis> axes, SweepPanel& panel) {
  const float left = ImGui::GetCursorPosX() + theme.px(kLabelWidth);
  ImGui::SetCursorPosX(left);
  colored(theme.color.muted, "from");
  ImGui::SameLine(left + theme.px(kNumber + 4.0F));
  colored(theme.color.muted, "to");
  ImGui::SameLine(left + theme.px(2.0F * kNumber + 12.0F));
  colored(theme.color.muted, "log");
  for (std::size_t i = 0; i < axes.size(); ++i) range_row(theme, axes[i], i, panel);
  const float width = theme.px(180);
  row_label(theme, "Cells", "Values on each axis. Choices and counts have only as many as exist.");
  choose(theme, "sweep/grid", kGridNames, panel.grid, width);
  row_label(theme, "Steps",
            "Steps of the experiment in every cell, from the initial pose. The first 100, 200 or "
            "400 are not measured. Buss (2009) used 2400 steps.");
  choose(theme, "sweep/steps", kLengthNames, panel.length, width);
  switch_row(theme, "Automatic",
             "Starts a new sweep when scene, method, targets, weights or other settings change. "
             "Otherwise the maps are only marked as stale.",
             "sweep", "live", panel.live);
}

constexpr const char* kMapHelp[] = {
    "Mean distance from effector to target over the steps after the warm-up, m. Ring: the minimum. "
    "Line: the cells within 5 % of it. Press or drag to change the settings.",
    "Mean of |Δ²θ| over the steps after the warm-up, degrees: the change of Δθ from step to step. "
    "Diamond: the minimum within the line. Press or drag to change the settings."};

// design points
constexpr float kMapsBeside = 480.0F;  ///< in higher pages one is above the other
constexpr float kMinMap = 170.0F;
constexpr float kTooltipWidth = 240.0F;

/// The value for a pointer position: within the range, rounded to four digits or to a whole value.
double readable(const lab::SweepAxis& axis, double value) {
  if (axis.kind != ik::KnobKind::kNumber) {
    double nearest = axis.low;
    for (int i = 0; i < axis.count; ++i) {
      const double other = lab::value_of(axis, i);
      if (std::abs(other - value) < std::abs(nearest - value)) nearest = other;
    }
    return nearest;
  }
  return std::clamp(lab::rounded_to_digits(value, 4), axis.low, axis.high);
}

void move_to(std::span<const lab::SweepAxis> axes, const std::array<double, 2>& values,
             Edit& edit) {
  lab::Setup& setup = edit.change(std::string(axes[0].label) + ", " + axes[1].label);
  for (std::size_t i = 0; i < 2; ++i) {
    lab::set_knob(setup, axes[i], readable(axes[i], values[i]));
  }
}

/// A tooltip with the values of a cell. \param place position of the tooltip, and its pivot
void cell_tooltip(const Theme& theme, const SweepShown& sweep, const MapReading& at,
                  const std::pair<ImVec2, ImVec2>& place) {
  const int cell = at.column * sweep.sweep->columns() + at.row;
  ImGui::SetNextWindowPos(place.first, ImGuiCond_Always, place.second);
  const auto tooltip = in_tooltip();
  const auto font = in_font(theme.font.small_numbers);
  for (std::size_t i = 0; i < 2; ++i) {
    const lab::SweepAxis& axis = sweep.sweep->axes()[i];
    ImGui::Text("%s %s", axis.label, lab::shown_text(axis, sweep.sweep->value(cell, i)).c_str());
  }
  if (const lab::Summary* summary = sweep.results->at(cell)) {
    for (const char* name : {"mean_error", "max_error", "mean_jitter_deg"}) {
      const lab::MeasureInfo& measure = lab::find_measure(name);
      ImGui::TextColored(theme.color.muted, "%s %.4g %s", measure.label, measure.get(*summary),
                         measure.unit);
    }
    colored(theme.color.muted, lab::percent(summary->roughness) + " of the motion turns back");
    if (lab::is_shaking(*summary)) colored(theme.color.muted, "it shakes");
  } else {
    colored(theme.color.muted, "not computed yet");
  }
  for (const lab::HeatMap::Mark& mark : sweep.maps->front().marks) {
    if (mark.column != at.column || mark.row != at.row) continue;
    ImGui::TextUnformatted(mark.text.substr(0, mark.text.find(':')).c_str());
  }
}

/// \param which 0: the horizontal axis, 1: the vertical one
void axis_combo(const Theme& theme, std::span<const lab::SweepAxis> axes, std::size_t which,
                float width, const lab::Tracker& tracker, SweepPanel& panel) {
  const char* const side = which == 0 ? "x" : "y";
  const std::string shown = lab::with_unit(axes[which].label, axes[which].unit);
  const bool open =
      begin_combo(which == 0 ? "##x" : "##y", std::string(side) + "  " + shown, width);
  mark("sweep", side);
  if (!open) {
    return hint(theme, which == 0 ? "The setting or parameter of the method on the horizontal axis"
                                  : "The setting or parameter of the method on the vertical axis");
  }
  for (const std::string& name : sweep_names(tracker)) {
    const lab::SweepAxis axis = lab::find_axis(tracker.method_info(), name).value();
    if (list_row(theme, (std::string(axis.label) + "##" + name).c_str(),
                 name == axes[which].name)) {
      // the other axis's name swaps the two; the shown axes may differ from the panel's
      const std::size_t other = 1 - which;
      panel.names[other] = axes[axes[other].name == name ? which : other].name;
      panel.names[which] = name;
    }
    describe(theme, std::string("sweep/") + side, name, axis.help);
  }
  ImGui::EndCombo();
}

void run_button(const Theme& theme, const SweepShown& sweep, bool possible, float width,
                Edit& edit) {
  const bool done = !sweep.running && sweep.done >= 1.0;
  const int percent = static_cast<int>(100.0 * sweep.done);
  const std::string text = sweep.running ? format("Cancel  %d %%###run", percent)
                           : done        ? "Computed###run"
                                         : "Compute###run";
  ImGui::BeginDisabled(done || (!possible && !sweep.running));
  edit.send_if(ImGui::Button(text.c_str(), {width, 0.0F}),
               sweep.running ? Command::kCancelSweep : Command::kStartSweep);
  ImGui::EndDisabled();
  describe(theme, "sweep", "run",
           "Runs the tracking experiment from the initial pose in every cell of the grid, from "
           "coarse to fine, on all processors in the background.");
  if (!sweep.running) return;
  const ImVec2 a = item_rect().min, b = item_rect().max;
  const float share = static_cast<float>(sweep.done);
  fill_rect(*ImGui::GetWindowDrawList(),
            {{a.x, b.y - theme.px(3)}, {a.x + share * (b.x - a.x), b.y}}, theme.color.accent,
            theme.px(1));
}

void controls(const Theme& theme, const SweepData& data, std::span<const lab::SweepAxis> axes,
              float width, SweepPanel& panel, Edit& edit) {
  const float gap = theme.px(5), small = theme.px(58);
  const bool one_row = width >= theme.px(kMapsBeside);
  const float run = one_row ? theme.px(92) : width - 2.0F * (small + gap);
  const float combo =
      one_row ? std::min(theme.px(170), 0.5F * (width - 2.0F * small - run - 4.0F * gap))
              : std::floor(0.5F * (width - gap));
  axis_combo(theme, axes, 0, combo, data.tracker, panel);
  ImGui::SameLine(0.0F, gap);
  axis_combo(theme, axes, 1, combo, data.tracker, panel);
  if (one_row) ImGui::SameLine(0.0F, gap);
  if (ImGui::Button("Grid …", {small, 0.0F})) ImGui::OpenPopup("sweep settings");
  describe(theme, "sweep", "grid", "Ranges, number of cells, steps");
  if (ImGui::BeginPopup("sweep settings")) {
    sweep_settings(theme, axes, panel);
    ImGui::EndPopup();
  }
  ImGui::SameLine(0.0F, gap);
  run_button(theme, data.sweep, sweep_fault(axes).empty(), run, edit);
  ImGui::SameLine(0.0F, gap);
  ImGui::BeginDisabled(data.sweep.sweep == nullptr);
  edit.send_if(ImGui::Button("Save", {small, 0.0F}), Command::kSaveSweep);
  ImGui::EndDisabled();
  describe(theme, "sweep", "save",
           "Save the results so far as CSV, SVG, PNG and, on a desktop, PDF in " + data.folder);
}

/// A word in the upper right corner of a map.
void tag(const Theme& theme, ImVec2 right, const char* text) {
  const ImVec2 size = ImGui::CalcTextSize(text);
  const ImVec2 a{right.x - size.x - theme.px(12), right.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fill_rect(list, {a, {right.x, a.y + size.y + theme.px(2)}}, faded(theme.color.canvas, 0.9F),
            theme.px(3));
  list.AddText({a.x + theme.px(6), a.y + theme.px(1)}, packed(theme.color.text), text);
}

/// The marks of the maps in words, in as many lines as they need.
void marks_in_words(const Theme& theme, const lab::HeatMap& map) {
  for (const lab::HeatMap::Mark& mark : map.marks) {
    const char* shape = mark.shape == lab::HeatMap::MarkShape::kRing ? "Ring: " : "Diamond: ";
    paragraph(theme.color.muted, shape + mark.text);
  }
  if (!map.outline.empty()) paragraph(theme.color.muted, "Line: " + map.outline_text);
  if (!map.limit_text.empty()) paragraph(theme.color.muted, "Red line: " + map.limit_text);
}

/// "Shaking begins between damping λ 0.32 and 0.4 m/rad, with clamp D_max off (the upper edge)."
std::string shaking_onset_text(const lab::Sweep& sweep, const lab::SweepResults& results,
                               const lab::Tracker& tracker) {
  const std::size_t along = lab::cliff_axis(sweep);
  const lab::SweepAxis &axis = sweep.axes()[along], &other = sweep.axes()[1 - along];
  const double now = other.in_force(tracker.settings());
  // the line of cells nearest to the present value
  const auto away = [&](int i) {
    const double value = lab::value_of(other, i);
    return other.logarithmic ? std::abs(std::log(value / now)) : std::abs(value - now);
  };
  int line = other.count - 1;
  for (int i = other.count - 1; i >= 0 && std::isfinite(now); --i) {
    if (away(i) < away(line)) line = i;
  }
  const int through = along == 0 ? line : line * sweep.columns();
  const std::string here =
      ", with " + lab::within_sentence(other.label) + " " +
      (std::isfinite(now) ? lab::shown_text(other, lab::value_of(other, line)) : "off") +
      (std::isfinite(now) ? "." : " (the edge).");
  const auto cliff = lab::shaking_onset(sweep, results, through);
  const std::string name = lab::within_sentence(axis.label);
  if (!cliff) return "Shaking begins or ends at no " + name + here;
  const auto [low, high] =
      std::minmax({sweep.value(cliff->calm, along), sweep.value(cliff->shaky, along)});
  return "Shaking begins between " + name + " " + lab::shown_text(axis, low) + " and " +
         lab::shown_text(axis, high) + here;
}

/// Draws the maps side by side, or one above the other if the page is narrow.
/// \returns their layouts
std::vector<lab::MapLayout> draw_maps(const Theme& theme, std::span<const lab::HeatMap> maps,
                                      ImVec2 room) {
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const lab::PlotStyle style = plot_style(theme);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (fit_beside(room, theme.px(kMapsBeside))) {
    const lab::MapsLayout layout = lab::lay_out(maps, box_of(corner, room), style, painter);
    lab::draw(maps, layout, style, painter);
    return layout.maps;
  }
  std::vector<lab::MapLayout> places;
  const float gap = theme.px(8);
  const auto count = static_cast<float>(maps.size());
  // two lines for each mark, and six for the lines in the maps and where shaking begins
  const float words =
      ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(2 * maps.front().marks.size() + 6);
  const float tall = std::clamp((room.y - words) / count - gap, theme.px(kMinMap),
                                std::max(room.x, theme.px(kMinMap)));
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const ImVec2 at{corner.x, corner.y + static_cast<float>(i) * (tall + gap)};
    const std::span<const lab::HeatMap> one = maps.subspan(i, 1);
    lab::MapsLayout layout = lab::lay_out(one, box_of(at, {room.x, tall}), style, painter);
    if (layout.legend) {
      // a legend is wider than a narrow page: the cells get its room
      const double more = at.y + tall - layout.legend->y;
      layout.maps.front().cells.height += more;
      layout.maps.front().scale.height += more;
      layout.legend.reset();
    }
    lab::draw(one, layout, style, painter);
    places.push_back(layout.maps.front());
  }
  // the page scrolls if it is too small
  ImGui::Dummy({room.x, count * (tall + gap) - gap});
  marks_in_words(theme, maps.front());
  return places;
}

/// Position and pivot of the tooltip: the maps stay visible while the point is dragged.
std::pair<ImVec2, ImVec2> beside_maps(const Theme& theme, std::span<const lab::MapLayout> places,
                                      std::size_t under) {
  const lab::Box& cells = places[under].cells;
  const bool column = places.back().cells.top > places.front().cells.top;
  const ImVec2 above = vec({cells.left, cells.top - theme.px(20)});
  const float left = ImGui::GetWindowPos().x - theme.px(20);
  // over the picture, if that has room
  if (column && left >= theme.px(kTooltipWidth)) return {{left, above.y}, {1.0F, 0.0F}};
  return {above, {0.0F, 1.0F}};
}

void maps(const Theme& theme, const SweepShown& sweep, const lab::Tracker& tracker, ImVec2 room,
          Edit& edit) {
  const std::vector<lab::SweepAxis>& axes = sweep.sweep->axes();
  const std::vector<lab::MapLayout> places = draw_maps(theme, *sweep.maps, room);
  const bool column = places.back().cells.top > places.front().cells.top;
  // the maps may belong to another method, with axes that this one does not have
  const auto names = sweep_names(tracker);
  const bool known = std::ranges::all_of(axes, [&names](const lab::SweepAxis& axis) {
    return std::ranges::find(names, axis.name) != names.end();
  });
  if (known && column && !sweep.maps->back().limit.empty()) {
    paragraph(theme.color.text, shaking_onset_text(*sweep.sweep, *sweep.results, tracker));
    mark("sweep", "begin");
  }
  const std::array<double, 2> present{axes[0].in_force(tracker.settings()),
                                      axes[1].in_force(tracker.settings())};
  std::optional<MapReading> reading;
  std::size_t under = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const lab::HeatMap& map = (*sweep.maps)[i];
    const lab::Box& cells = places[i].cells;
    const char* name = i == 0 ? "error" : "jitter";
    const auto here = map_item(theme, name, map, places[i], present, kMapHelp[i]);
    mark("sweep/map", name);
    if (known && lab::has_room(cells, plot_style(theme))) {
      draw_knob(theme, map, cells, present);
    }
    if (sweep.stale) {
      tag(theme, vec({cells.right() - theme.px(4), cells.top + theme.px(4)}), "stale");
    }
    // a dragged map has priority over the map under the pointer
    if (here && (!reading || here->held)) {
      reading = here;
      under = i;
    }
  }
  if (!reading) return;
  for (std::size_t i = 0; i < 2 && !reading->held; ++i) {
    frame_cell(theme, (*sweep.maps)[i], places[i].cells, reading->column, reading->row);
  }
  cell_tooltip(theme, sweep, *reading, beside_maps(theme, places, under));
  if (reading->held && known) {
    move_to(axes, {reading->x, reading->y}, edit);
  }
}

void no_maps(const Theme& theme, const SweepShown& sweep, std::span<const lab::SweepAxis> axes,
             float width, SweepPanel& panel, Edit& edit) {
  const std::string fault = sweep_fault(axes);
  if (!fault.empty()) {
    paragraph(theme.color.record, fault);
    const bool pressed =
        empty_state(theme,
                    {.name = "Sweep",
                     .text = "Maps of error and jitter need axes that can be swept.",
                     .button = "Reset both ranges",
                     .help = "The ranges of the sliders, instead of those in the menu Grid."},
                    width);
    if (pressed) panel.ranges.clear();
    return;
  }
  if (sweep.trouble != nullptr) paragraph(theme.color.record, *sweep.trouble);
  if (sweep.running) {
    return colored(theme.color.muted, "The first cells are being computed.");
  }
  const bool pressed = empty_state(
      theme,
      {.name = "Sweep",
       .text = "Here are maps of error and jitter over two settings. Each cell is a run of its own "
               "from the initial pose, with the settings of that place. Nothing is computed yet.",
       .button = "Compute the map of " + lab::within_sentence(axes[0].label) + " and " +
                 lab::within_sentence(axes[1].label),
       .help = "In the background, from coarse to fine."},
      width);
  edit.send_if(pressed, Command::kStartSweep);
}

}  // namespace

SweepWish sweep_wish(const SweepPanel& panel, const lab::Tracker& tracker) {
  const std::vector<std::string> names = sweep_names(tracker);
  const auto has = [&names](const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  std::array<std::string, 2> chosen;
  for (std::size_t i = 0; i < 2; ++i) {
    if (has(panel.names[i])) chosen[i] = panel.names[i];
  }
  std::vector<std::string> others{lab::knob::kDamping.name, lab::knob::kDMax.name,
                                  lab::knob::kMaxAngle.name};
  others.insert(others.end(), names.begin(), names.end());
  for (std::size_t i = 0; i < 2; ++i) {
    if (!chosen[i].empty()) continue;
    chosen[i] = *std::ranges::find_if(
        others, [&](const std::string& name) { return has(name) && name != chosen[1 - i]; });
  }
  std::vector<lab::SweepAxis> axes;
  for (const std::string& name : chosen) {
    lab::SweepAxis axis = lab::find_axis(tracker.method_info(), name).value();
    if (const auto range = panel.ranges.find(name); range != panel.ranges.end()) {
      axis.low = range->second.low;
      axis.high = range->second.high;
      axis.logarithmic = range->second.logarithmic;
    }
    fit_count(axis, kGrids[panel.grid]);
    axes.push_back(std::move(axis));
  }
  const auto [steps, warmup] = kLengths[panel.length];
  return {std::move(axes), steps, warmup, panel.live};
}

std::string sweep_fault(std::span<const lab::SweepAxis> axes) {
  for (const lab::SweepAxis& axis : axes) {
    const std::string fault = lab::fault(axis);
    if (fault.empty()) continue;
    // the faults of numbers that can be typed here; others speak of the command line
    if (!(axis.low < axis.high)) return std::string(axis.label) + ": “from” must be below “to”.";
    if (axis.logarithmic && !(axis.low > 0.0)) {
      return std::string(axis.label) + ": “from” must be above 0 for equal ratios.";
    }
    return std::string(axis.label) + ": " + fault;
  }
  return {};
}

void sweep_panel(const Theme& theme, const SweepData& data, ImVec2 size, SweepPanel& panel,
                 Edit& edit) {
  const SweepShown& sweep = data.sweep;
  const auto font = in_font(theme.font.small);
  SweepWish wish = sweep_wish(panel, data.tracker);
  const std::string fault = sweep_fault(wish.axes);
  const float top = ImGui::GetCursorPosY();
  controls(theme, data, wish.axes, size.x, panel, edit);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + theme.px(2));
  const ImVec2 room{size.x, size.y - (ImGui::GetCursorPosY() - top)};
  if (!fault.empty() || sweep.trouble != nullptr || sweep.sweep == nullptr) {
    no_maps(theme, sweep, wish.axes, size.x, panel, edit);
  } else {
    maps(theme, sweep, data.tracker, room, edit);
  }
  if (fault.empty()) edit.sweep = std::move(wish);
}

}  // namespace ui
