#include "ui/panels/plot_menu.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"
#include "ui/panels/scope.h"

namespace ui {
namespace {

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

/// A table with a row for each visible line.
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
    swatch(theme, lab::on_ground(series.color, theme.dark),
           {ImGui::GetCursorScreenPos().x,
            ImGui::GetCursorScreenPos().y + 0.5F * ImGui::GetFontSize()},
           4.0F);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + theme.px(14));
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

/// Rows that hide the nearest line, and show all.
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

}  // namespace

void open_plot_menu(const lab::Box& frame, PlotView& view) {
  view.menu_of = line_at(view.live.plot, frame, ImGui::GetIO().MousePos);
  ImGui::OpenPopup(kPlotMenu);
}

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

}  // namespace ui
