#include "lab/view/filter_plot.h"

#include <algorithm>
#include <utility>

#include "lab/scene/knob_text.h"
#include "lab/view/spectrum.h"

namespace lab {
namespace {

constexpr int kPoints = 400;
constexpr double kBeyond = 1.1;   // end of the σ axis, as a multiple of the largest σ
constexpr double kCeiling = 2.0;  // end of the τ axis, as a multiple of the lowest peak of a filter
constexpr double kDotHeight = 0.015;  // the dots above the σ axis, as a share of the τ axis
constexpr Color kInverse{0.25F, 0.27F, 0.30F}, kPresent{0.45F, 0.47F, 0.50F};  // greys

}  // namespace

Series filter_series(const ik::AnyMethod& method, std::span<const double> sigmas, double largest) {
  Series series;
  for (const double sigma : sigmas) {
    if (const std::optional<double> tau = method.filter(sigma, largest)) {
      series.x.push_back(sigma);
      series.y.push_back(*tau);
    }
  }
  return series;
}

Plot filter_plot(std::span<Tracker> trackers) {
  Spectrum spectrum;
  analyse(trackers.front(), spectrum);
  const double largest = spectrum.components.front().sigma;
  const double end = kBeyond * (largest > 0.0 ? largest : 1.0);
  std::vector<double> sigmas, inverse;
  for (int i = 1; i <= kPoints; ++i) {
    sigmas.push_back(end * i / kPoints);
    inverse.push_back(1.0 / sigmas.back());
  }

  Plot plot{.title = "Gain of an error along a singular direction",
            .subtitle = trackers.front().scene().name,
            .x = {.label = "σ", .unit = "m/rad", .min = 0.0, .max = end},
            .y = {.label = "τ(σ)", .unit = "rad/m"}};
  double ceiling = inverse.front();
  for (const Tracker& tracker : trackers) {
    Series series = filter_series(tracker.method(), sigmas, largest);
    if (series.x.empty()) continue;
    series.label = describe(tracker.method_info(), tracker.settings());
    series.color = method_color(tracker.method_info());
    ceiling = std::min(ceiling, kCeiling * *std::ranges::max_element(series.y));
    plot.series.push_back(std::move(series));
  }
  plot.y.max = ceiling;
  plot.series.push_back(
      {.label = "1/σ", .color = kInverse, .dashed = true, .x = sigmas, .y = inverse});
  Series present{.label = "σᵢ of the pose", .color = kPresent, .dots = true, .x = {}, .y = {}};
  for (const SingularComponent& component : spectrum.components) {
    if (!(component.sigma > 0.0)) break;
    present.x.push_back(component.sigma);
    present.y.push_back(kDotHeight * ceiling);
  }
  plot.series.push_back(std::move(present));
  return plot;
}

}  // namespace lab
