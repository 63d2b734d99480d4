#include "ui/panels/filter_plot.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/items.h"
#include "ui/plot/plot.h"

namespace ui {
namespace {

constexpr int kCurvePoints = 200;
constexpr double kLeastShare = 1e-2;  ///< of the largest sigma: where the plot begins
constexpr const char* kFilterHelp =
    "Methods that answer every singular direction by a gain of its own, Δθ = Σ τ(σᵢ) (uᵢᵀe) vᵢ "
    "(Buss 2009, eq. 13 and 14): lanes with their settings, other methods with the front one's. "
    "Grey lines: the present σᵢ; dots: the front method's τ there.";

/// The method as it runs, or as it would run with the front lane's settings.
ik::AnyMethod as_it_runs(const Shown& shown, const ik::MethodInfo& info) {
  if (&shown.tracker.method_info() == &info) return shown.tracker.method();
  const lab::Setup& setup = shown.timeline.setup();
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    if (setup.lanes[i].method == &info) return shown.timeline.bench().tracker(i).method();
  }
  return lab::make_method(info, shown.tracker.settings());
}

void refill(const Theme& theme, const Shown& shown, MathsPanel& panel) {
  const auto& components = shown.spectrum.components;
  const double most = components.empty() ? 1.0 : std::max(components.front().sigma, 1e-9);
  lab::Axis steady{.label = {}, .unit = {}, .min = 0.0, .max = most};
  calm(steady);
  lab::Plot& plot = panel.filters;
  plot.title = "τ(σ) [rad/m]";
  plot.x = {.label = "σ", .unit = "m/rad", .min = 0.0, .max = steady.max};
  plot.y = {.label = "τ", .unit = "rad/m", .logarithmic = true};
  plot.y.max = std::pow(10.0, std::ceil(std::log10(1.0 / (kLeastShare * steady.max))));
  plot.y.min = plot.y.max * 1e-5;
  plot.series.clear();
  for (const ik::MethodInfo& info : ik::methods()) {
    const ik::AnyMethod method = as_it_runs(shown, info);
    if (!method.filter(most, most)) continue;
    lab::Series series;
    series.label = info.id;
    series.color = lab::method_color(info);
    // the front method's stands out
    series.dashed = &info != &shown.tracker.method_info();
    for (int i = 0; i <= kCurvePoints; ++i) {
      const double sigma = steady.max * (kLeastShare + (1.0 - kLeastShare) * i / kCurvePoints);
      series.x.push_back(sigma);
      series.y.push_back(method.filter(sigma, most).value_or(0.0));
    }
    plot.series.push_back(std::move(series));
  }
  const Colors& c = theme.color;
  lab::Series dots;  // the front method's filter at the live sigmas
  dots.dots = true;
  dots.color = to_lab(c.text);
  for (std::size_t i = 0; i < components.size(); ++i) {
    const double sigma = components[i].sigma;
    lab::Series line;  // through all curves at this sigma
    line.color = to_lab(panel.hovered == i ? c.text : c.muted);
    line.dashed = true;
    line.x = {sigma, sigma};
    line.y = {plot.y.min, plot.y.max};
    plot.series.push_back(std::move(line));
    dots.x.push_back(sigma);
    dots.y.push_back(components[i].filter.value_or(std::nan("")));
  }
  plot.series.push_back(std::move(dots));
}

}  // namespace

void draw_filters(const Theme& theme, const Shown& shown, ImVec2 size, MathsPanel& panel) {
  refill(theme, shown, panel);
  draw_plot(theme, "filters", panel.filters, size, kFilterHelp);
  mark("maths", "filters");
}

}  // namespace ui
