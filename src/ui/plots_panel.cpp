#include "ui/plots_panel.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "ui/items.h"
#include "ui/widgets.h"

namespace ui {
namespace {

constexpr const char* kErrorHelp =
    "The tracking error: how far every effector sᵢ is from its target tᵢ after each time step, in "
    "metres (Buss 2009, section 8).";
constexpr const char* kJitterHelp =
    "The jitter |Δ²θ|: by how much the step of all joints differs from the step before, in "
    "degrees. High where a method shakes, near singularities and out of reach (Buss 2009, "
    "section 8).";

constexpr float kScaleWidth = 124.0F;   ///< design points, of the switch of scales
constexpr float kRoomForBoth = 520.0F;  ///< design points, the width from which both are shown

void start(lab::Plot& plot, std::size_t series) {
  plot.series.resize(series);
  for (lab::Series& one : plot.series) {
    one.x.clear();
    one.y.clear();
  }
}

void name_axes(lab::Plot& plot, std::string_view title, std::string_view unit) {
  plot.title = std::string(title);
  plot.x = {.label = "t", .unit = "s"};
  plot.y = {.label = "", .unit = std::string(unit)};
}

/// Many effectors have no room above their plot, but may have it beside the heading.
/// \returns whether the legend was written there
bool header_legend(const Theme& theme, const lab::Plot& plot, ImVec2 corner, float width,
                   float plot_width) {
  const float wanted = legend_width(theme, plot);
  const float title = ImGui::CalcTextSize(plot.title.c_str()).x + theme.px(16);
  const float right = width - theme.px(kScaleWidth + 16.0F);
  if (title + wanted <= plot_width || theme.px(90) + wanted > right) return false;
  const ImVec2 window = ImGui::GetWindowPos();
  draw_legend(theme, plot,
              {window.x + corner.x + right,
               window.y + corner.y + ImGui::GetStyle().FramePadding.y + theme.px(1)});
  return true;
}

void fit_live(lab::Plot& plot, bool logarithmic, double span) {
  plot.y.logarithmic = logarithmic;
  lab::fit(plot);
  calm(plot.y);
  const lab::Series& first = plot.series.front();
  const double begin = first.x.empty() ? 0.0 : first.x.front();
  const double end = first.x.empty() ? 0.0 : first.x.back();
  plot.x.min = std::max(begin, end - span);
  plot.x.max = std::max(plot.x.min + span, end);
}

}  // namespace

void refill(PlotsPanel& panel, const lab::History& history, const lab::Tracker& tracker) {
  const auto effectors = static_cast<std::size_t>(history.effector_count());
  lab::Plot& errors = panel.error_plot;
  start(errors, std::max<std::size_t>(effectors, 1));
  name_axes(errors, "Error |tᵢ − sᵢ| [m]", "m");
  for (std::size_t i = 0; i < effectors; ++i) {
    lab::Series& series = errors.series[i];
    const int effector = static_cast<int>(i);
    series.label = tracker.multibody().effector(effector).name;
    series.color = lab::series_color(effector);
    for (std::size_t row = 0; row < history.size(); ++row) {
      series.x.push_back(history.time(row));
      series.y.push_back(history.error(row, effector));
    }
  }

  lab::Plot& jitter = panel.jitter_plot;
  start(jitter, 1);
  name_axes(jitter, "Jitter |Δ²θ| [°]", "°");
  lab::Series& series = jitter.series.front();
  series.label = tracker.method_info().label;
  series.color = lab::method_color(tracker.method_info());
  for (std::size_t row = 0; row < history.size(); ++row) {
    series.x.push_back(history.time(row));
    series.y.push_back(history.jitter_deg(row));
  }
  // a ring of 2000 steps, whatever they take
  const double span = 2000.0 * tracker.settings().time_step;
  fit_live(errors, panel.logarithmic, span);
  fit_live(jitter, panel.logarithmic, span);
}

void plots_panel(const Theme& theme, const lab::History& history, const lab::Tracker& tracker,
                 ImVec2 size, PlotsPanel& panel) {
  refill(panel, history, tracker);
  panel.reading.reset();

  const bool both = size.x >= theme.px(kRoomForBoth);
  const float gap = theme.px(12);
  const float left = both ? std::floor(0.56F * (size.x - gap)) : size.x;
  constexpr const char* kScales[] = {"linear", "log"};
  constexpr const char* kPlots[] = {"error", "jitter"};
  const float switch_width = std::min(theme.px(kScaleWidth), std::floor(0.5F * (size.x - gap)));
  ImGui::PushFont(theme.font.small);
  const float row = ImGui::GetFrameHeight() + theme.px(4);
  const ImVec2 corner = ImGui::GetCursorPos();
  bool has_legend = false;  // the plot of errors, above it
  if (both) {
    heading(theme, "Tracking");
    has_legend = header_legend(theme, panel.error_plot, corner, size.x, left);
    ImGui::SameLine();
  } else {
    if (segments(theme, "shown", kPlots, panel.jitter ? 1 : 0, switch_width)) {
      panel.jitter = !panel.jitter;
    }
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(corner.x + size.x - switch_width);
  if (segments(theme, "scale", kScales, panel.logarithmic ? 1 : 0, switch_width)) {
    panel.logarithmic = !panel.logarithmic;
  }
  hint(theme, "The y axes, linear or logarithmic");
  ImGui::PopFont();

  ImGui::SetCursorPos({corner.x, corner.y + row});
  const float height = size.y - row;
  const auto show = [&](const char* id, const lab::Plot& plot, float width, const char* help) {
    const PlotExtras extras{
        .dots = {}, .legend = &plot != &panel.error_plot || !has_legend, .help = help};
    if (const auto reading = draw_plot(theme, id, plot, {width, height}, extras)) {
      panel.reading = reading;
    }
    mark("plot", id);
  };
  if (both) {
    show("errors", panel.error_plot, left, kErrorHelp);
    ImGui::SameLine(0.0F, gap);
    show("jitter", panel.jitter_plot, size.x - gap - left, kJitterHelp);
  } else if (panel.jitter) {
    show("jitter", panel.jitter_plot, size.x, kJitterHelp);
  } else {
    show("errors", panel.error_plot, size.x, kErrorHelp);
  }
}

}  // namespace ui
