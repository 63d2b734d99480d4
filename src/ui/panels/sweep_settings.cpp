#include "ui/panels/sweep_settings.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"
#include "ui/panels/rows.h"
#include "ui/panels/scope.h"

namespace ui {
namespace {

// one more than a power of two, so that the coarse grids contain both ends
constexpr std::array kGrids{17, 33, 65};
constexpr const char* kGridNames[] = {"17 × 17", "33 × 33", "65 × 65"};
constexpr long kLengths[][2] = {{400, 100}, {800, 200}, {2400, 400}};  // steps, and warm-up
constexpr const char* kLengthNames[] = {"400", "800", "2400"};

constexpr float kNumber = 64.0F;  ///< design points, width of a number field

/// Sets the number of values to `wanted`, or to as many as possible. An axis of counts has whole
/// values, and all of them if there are few.
void fit_count(lab::SweepAxis& axis, int wanted) {
  const bool words = axis.kind == ik::KnobKind::kSwitch || axis.kind == ik::KnobKind::kChoice;
  if (words) return;
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
  if (axis.kind == ik::KnobKind::kSwitch || axis.kind == ik::KnobKind::kChoice) return;
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

}  // namespace

std::vector<std::string> sweep_names(const lab::Tracker& tracker) {
  std::vector<std::string> names = lab::axis_names(tracker.method_info());
  std::erase_if(names, [&tracker](const std::string& name) {
    const auto knob = lab::find_knob(tracker.method_info(), name);
    // what it needs may be the other axis
    return knob->needs == nullptr && !knob->why_unused({tracker.method_info(), tracker.settings(),
                                                        &tracker.scene().multibody})
                                          .empty();
  });
  return names;
}

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

}  // namespace ui
